// What is there to show of a search at a position? The components chosen, the
// one refused in this very step, and what was tried. Read shared.js next.

import { grouped, word } from "huisu/words";
import { vectorText } from "huisu/trace";

/** @typedef {import("huisu/words").Language} Language */
/** @typedef {import("huisu/trace").Trace} Trace */
/** @typedef {import("huisu/store").State} State */

/**
 * @typedef {object} Scene
 * @property {Trace} trace
 * @property {Language} language
 * @property {""|"refused"|"answer"|"over"} state
 * @property {boolean} isAnswer whether the components shown are an answer
 * @property {any[]} x the components chosen: those of the live nodes
 * @property {any} trial the component refused in this step; undefined if none is
 * @property {any[]} all the components chosen, then the refused one
 * @property {string} mark the sign of what refuses it
 * @property {boolean} isCut whether that is the bounding function
 * @property {Row[]} rows one for each component begun
 * @property {string} says what the state is, in words
 */

/**
 * The children that a node of the path has so far, in the order of their generation.
 * @typedef {object} Row
 * @property {number[]} nodes
 * @property {number} chosen the one that lives; -1 if none does
 * @property {any[]} tried the values of the others
 */

/** @param {Readonly<State>} state @returns {Scene} */
export function sceneAt(state) {
  const { replay, position, language } = state;
  const trace = /** @type {Trace} */ (state.trace);
  const moment = /** @type {import("huisu/replay").Replay} */ (replay).at(position);
  const { over, kind, node } = moment;
  const isRefused = kind === "generated" && !over && "KC".includes(trace.fate[node]);
  // When all is over the path is empty; the best answer, if one was asked for, is shown instead.
  const best = moment.eNode < 0 && trace.goal === "best" ? trace.answers[trace.answers.length - 1] : undefined;
  const live = best === undefined ? moment.live : trace.path(best);
  const x = live.slice(1).map((each) => trace.value[each]);
  const trial = isRefused ? trace.value[node] : undefined;
  const isAnswer = best !== undefined || (kind === "answered" && moment.eNode >= 0);
  /** @type {Scene} */
  const scene = {
    trace, language, x, trial, isAnswer,
    state: over ? "over" : isRefused ? "refused" : isAnswer ? "answer" : "",
    all: isRefused ? [...x, trial] : x,
    isCut: isRefused && trace.fate[node] === "C",
    mark: isRefused ? (trace.fate[node] === "K" ? trace.cause(node).mark : "B") : "",
    rows: rows(trace, live, moment.generated - 1),
    says: "",
  };
  scene.says = says(scene, state, best ?? node, moment.answers);
  return scene;
}

/** @param {string} text */
const shortened = (text) => (text.length > 120 ? `${text.slice(0, 60)}…` : text);

/** @param {Trace} trace @param {number[]} live @param {number} newest the last node generated @returns {Row[]} */
function rows(trace, live, newest) {
  return live.filter((node) => trace.fate[node] === "L").map((parent, level) => {
    const nodes = trace.children(parent).filter((child) => child <= newest);
    const chosen = live[level + 1] ?? -1;
    return { nodes, chosen, tried: nodes.filter((each) => each !== chosen).map((each) => trace.value[each]) };
  });
}

/** @param {Scene} scene @param {Readonly<State>} state @param {number} node @param {number} answers so far */
function says({ trace, language, state, x }, { description }, node, answers) {
  const isBest = trace.goal === "best";
  // A text of several lines, Sudoku's, is what the picture shows anyhow.
  const told = description?.answers[trace.answers.indexOf(node)]?.[language] ?? "";
  const text = told && !told.includes("\n") ? told : shortened(vectorText(x));
  if (state === "refused" || (state === "answer" && isBest && !told)) return trace.why(node, language);
  if (state === "answer")
    return word(isBest ? "page.board.best" : "page.board.answer", language, { text, number: answers });
  if (state !== "over") return "";
  if (trace.outcome !== "complete") return word(`watch.stopped.${trace.outcome}`, language, { answers });
  if (isBest && answers) return word("page.board.over.best", language, { text });
  return word("page.board.over", language, { answers: grouped(answers) });
}
