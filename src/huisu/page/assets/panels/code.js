// Where is the program now? The current line of the recursive or the iterative
// program, its variables and its calls. Read programs.js next, which has the text.

import { button, el } from "huisu/dom";
import { program } from "huisu/panels/programs";
import { queensOf } from "huisu/panels/symmetry";
import { amountText, valueText } from "huisu/trace";
import { translate, word } from "huisu/words";

/** @typedef {import("huisu/store").Store} Store */
/** @typedef {import("huisu/store").State} State */
/** @typedef {import("huisu/replay").Replay} Replay */

const DRIVERS = /** @type {const} */ (["recursive", "iterative"]);
const MOST_CALLS = 8;

/** @param {HTMLElement} host @param {Store} store */
export function codePanel(host, store) {
  const buttons = DRIVERS.map((driver) => button(`page.code.${driver}`, () => store.set({ driver })));
  const choice = el("div", { class: "choice", role: "group", "data-label": "page.code.driver" }, ...buttons);
  const text = el("code"), variables = el("dl", { class: "variables" }), parts = el("dl", { class: "parts" });
  host.append(choice, el("pre", { class: "program" }, text), variables, parts);
  /** @type {Map<string, any>} the lines by their marks */
  let marked = new Map();
  /** @type {any} */
  let current = null;
  store.subscribe((state, changed) => {
    if (!state.replay) return;
    const isNew = changed.has("replay") || changed.has("driver") || changed.has("language");
    if (isNew) {
      buttons.forEach((button, at) => button.setAttribute("aria-pressed", String(DRIVERS[at] === state.driver)));
      marked = write(text, state);
      explain(parts, state);
      translate(choice, state.language);
    }
    if (!isNew && !changed.has("position")) return;
    if (current) mark(current, false);
    current = marked.get(markOf(state.replay, state.position)) ?? marked.get("answered");
    mark(current, true);
    show(variables, state, state.replay);
  });
}

/** @param {Element} line @param {boolean} isCurrent */
function mark(line, isCurrent) {
  line.classList.toggle("current", isCurrent);
  if (isCurrent) line.setAttribute("aria-current", "step");
  else line.removeAttribute("aria-current");
}

/**
 * Return the mark of the line at which the program stands.
 * @param {Replay} replay @param {number} position
 */
function markOf(replay, position) {
  if (position >= replay.length) return !replay.isDone(position) ? "over" : replay.trace.fate[0] === "A" ? "left" : "died";
  const kind = replay.kind(position);
  return kind === "expanded" && replay.node(position) === 0 ? "root" : kind;
}

/** Write the program; return its marked lines. @param {HTMLElement} text @param {State} state */
function write(text, state) {
  const marked = new Map();
  const lines = program(/** @type {any} */ (state.trace), queensOf(state), state.driver).map((each, at) => {
    const line = el("span", { class: "line", "data-line": at + 1 }, each.text);
    // What does not fit goes on further in than its line begins: indentation means something here.
    line.style.setProperty("--in", `${each.text.search(/\S|$/) + 8}ch`);
    if (each.mark) {
      line.append(el("span", { class: "comment" }, `  # ${word(`page.code.at.${each.mark}`, state.language)}`));
      marked.set(each.mark, line);
    }
    line.append("\n");
    return line;
  });
  text.replaceChildren(...lines);
  return marked;
}

/** Say what the parts of the program are that a problem fills in. @param {HTMLElement} parts @param {State} state */
function explain(parts, state) {
  const named = state.trace?.goal === "best" ? ["S", "constraint", "bound", "value"] : ["S", "constraint"];
  const shown = queensOf(state) ? [] : named;
  parts.replaceChildren(...shown.flatMap((name) => [
    el("dt", {}, name === "value" ? "value(x)" : `${name}(t)`),
    el("dd", {}, word(`page.code.part.${name}`, state.language)),
  ]));
}

/** @param {HTMLElement} variables @param {State} state @param {Replay} replay */
function show(variables, state, replay) {
  const { trace } = replay, { position, language, driver } = state, isDone = replay.isDone(position);
  const x = isDone ? [] : trace.vector(replay.node(position));
  const isDown = ["expanded", "answered"].includes(replay.kind(position));
  const t = isDone ? 0 : x.length + Number(isDown);
  const answers = replay.at(position).answers;
  const found = [
    ["t", driver === "recursive" && isDone ? "" : String(t)],
    ["x", `[${x.map(valueText).join(", ")}]`],
    trace.goal === "best" ? ["best", bestText(replay, answers)] : ["sum", String(answers)],
  ];
  if (driver === "recursive") found.push([word("page.code.calls", language), calls(t)]);
  variables.replaceChildren(...found.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value || "–")]));
}

/** @param {Replay} replay @param {number} answers how many have been found */
function bestText({ trace }, answers) {
  if (!answers) return trace.sense === "maximise" ? "-inf" : "inf";
  return amountText(trace.amount[trace.answers[answers - 1]] ?? null);
}

/** Return the calls that have not returned yet. @param {number} t */
function calls(t) {
  const all = Array.from({ length: t }, (_, at) => `backtrack(${at + 1})`);
  if (t > MOST_CALLS) all.splice(1, t - MOST_CALLS + 1, "…");
  return all.join(" → ");
}
