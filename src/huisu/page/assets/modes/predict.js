// What will the search do next? The future is hidden, the learner says it, and is
// told why it is so. Read place.js next, where the learner searches.

import { viewOf } from "huisu/address";
import { copyText } from "huisu/clipboard";
import { button, el, field } from "huisu/dom";
import { valueText } from "huisu/trace";
import { canBeWhole } from "huisu/tree";
import { word } from "huisu/words";

/** @typedef {import("huisu/main").Page} Page */
/** @typedef {import("huisu/replay").Replay} Replay */
/** @typedef {import("huisu/words").Language} Language */

/**
 * Something that may happen next: a node is generated and lives, is killed or is
 * an answer, is generated again; the search goes back to a node, or ends (node -1).
 * @typedef {{kind: "lives"|"killed"|"answer"|"repeated"|"back"|"over", node: number}} Choice
 */

const MOST_CHOICES = 4;
const LENGTHS = [10, 20, Infinity];
/** What follows by itself is not asked. */
const IMPLIED = ["expanded", "answered", "left"];

/** @param {HTMLElement} host @param {Page} page */
export function predictMode(host, { store }) {
  const score = el("p", { class: "score" }), said = el("p", { class: "feedback", role: "status" });
  const question = el("p", { class: "question", "data-word": "page.predict.question" });
  const buttons = Array.from({ length: MOST_CHOICES }, (_, at) => el("button", { type: "button", onclick: () => take(at) }));
  const lengths = LENGTHS.map((each) => el("option", { value: each, ...(each < Infinity ? {} : { "data-word": "page.predict.all" }) }, String(each)));
  const length = el("select", { onchange: () => start(0) }, ...lengths);
  const again = button("page.predict.again", () => start(0));
  const choices = el("div", { class: "choice", role: "group", "data-label": "page.predict.question" }, ...buttons);
  host.append(question, choices, said, el("div", { class: "choice" }, score,
    field("page.predict.length", length), again, link(store)));

  /** @type {Choice[]} */
  let offered = [];
  let at = 0, asked = 0, right = 0, lastRight = false, lastSteps = [0, 0];

  /** @param {number} position */
  function start(position) {
    const { replay } = store.state;
    if (!replay) return;
    [asked, right] = [0, 0];
    go(position < replay.length ? position : 0);
  }
  /** @param {number} position */
  function go(position) {
    const replay = /** @type {Replay} */ (store.state.replay);
    for (at = position; at + 1 < replay.length && IMPLIED.includes(replay.kind(at + 1)); ) at++;
    lastSteps[1] = at;
    store.set({ position: at, playing: false, selected: null });
    show();
  }
  function show() {
    const { replay, language } = store.state;
    if (!replay) return;
    const isOver = at + 1 >= replay.length || asked >= Number(length.value);
    offered = isOver ? [] : choicesAt(replay, at);
    buttons.forEach((button, place) => {
      button.hidden = !offered[place];
      button.textContent = offered[place] ? saying(offered[place], replay.trace, language) : "";
    });
    question.hidden = isOver;
    score.textContent = word(isOver ? "page.predict.end" : "page.predict.score", language, { right, asked });
    said.textContent = asked ? word(lastRight ? "page.predict.right" : "page.predict.wrong", language, { told: told(replay, language) }) : "";
    said.dataset.right = asked ? String(lastRight) : "";
    if (isOver && host.contains(document.activeElement)) again.focus();
  }
  /** Return what has happened since the question. @param {Replay} replay @param {Language} language */
  function told(replay, language) {
    const steps = Array.from({ length: lastSteps[1] - lastSteps[0] }, (_, each) => lastSteps[0] + 1 + each);
    const shown = steps.filter((step, each) => !each || replay.kind(step) === "answered");
    return shown.map((step) => replay.sentence(step, language)).join(language === "zh" ? "；" : "; ");
  }
  /** @param {number} place */
  function take(place) {
    const replay = /** @type {Replay} */ (store.state.replay), happening = next(replay, at);
    answer(offered[place].kind === happening.kind && offered[place].node === happening.node);
  }
  /** A node of the tree has been chosen. @param {string} number */
  function point(number) {
    const { replay } = store.state;
    if (replay && offered.length) answer(number === String(replay.trace.number(next(replay, at).node)));
  }
  /** @param {boolean} isRight */
  function answer(isRight) {
    [asked, right, lastRight, lastSteps] = [asked + 1, right + Number(isRight), isRight, [at, at]];
    go(at + 1);
  }

  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element && event.target.closest("#tree [data-node]");
    if (store.state.mode !== "predict" || !(target instanceof SVGElement)) return;
    event.stopPropagation();
    point(target.dataset.node ?? "");
  }, true);
  store.subscribe((state, changed) => {
    if (state.mode !== "predict" || !state.replay || !state.trace) return;
    // Other forms of the tree show a node only if it will be generated.
    const isWhole = canBeWhole(state.trace);
    document.body.toggleAttribute("data-blind", !isWhole);
    if (isWhole && state.form !== "whole") store.set({ form: "whole" });
    if (changed.has("mode") || changed.has("replay")) start(state.position);
    else if (changed.has("language")) show();
    // A node chosen in some other way is an answer too; the future stays hidden.
    if (state.position !== at) queueMicrotask(() => moved(state.selected));
  });
  /** @param {number|null} selected */
  function moved(selected) {
    if (store.state.mode !== "predict" || store.state.position === at) return;
    store.set({ position: at, selected: null });
    if (selected !== null) point(String(store.state.trace?.number(selected)));
  }
}

/** Return what happens after a position. @param {Replay} replay @param {number} position @returns {Choice} */
function next({ trace, nodes, born }, position) {
  const node = nodes[position + 1];
  if (born[node] !== position + 1) return { kind: "back", node: trace.parent[node] };
  const kind = { L: "lives", A: "answer", K: "killed", C: "killed" }[trace.fate[node]];
  return { kind: /** @type {any} */ (kind), node };
}

/** Return what may be thought to happen next, always in the same order.
 * @param {Replay} replay @param {number} position @returns {Choice[]} */
function choicesAt(replay, position) {
  const { trace } = replay, happening = next(replay, position), eNode = replay.eNode(position);
  const above = trace.parent[eNode], children = trace.children(eNode);
  const leaving = { kind: above < 0 ? "over" : "back", node: above };
  if (happening.kind === "back") {
    const anew = children.slice(0, 1).map((node) => ({ kind: "repeated", node }));
    return sorted([...anew, leaving, ...(above ? [{ kind: "back", node: 0 }] : []), { kind: "over", node: -1 }]);
  }
  const good = trace.level[eNode] + 1 === trace.depth ? "answer" : "lives", at = children.indexOf(happening.node);
  const beside = children.slice(at + 1, at + 2).map((node) => ({ kind: good, node }));
  return sorted([{ kind: good, node: happening.node }, { kind: "killed", node: happening.node }, ...beside, leaving]);
}

/** @param {any[]} choices @returns {Choice[]} */
function sorted(choices) {
  const order = ["lives", "answer", "killed", "repeated", "back", "over"];
  return choices.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || a.node - b.node);
}

/** @param {Choice} choice @param {import("huisu/trace").Trace} trace @param {Language} language */
function saying({ kind, node }, trace, language) {
  const values = node < 0 ? {} : { node: trace.number(node), k: trace.level[node], value: valueText(trace.value[node]) };
  return word(`page.predict.${kind}`, language, values);
}

/** A link for learners: it opens this mode and no other. @param {import("huisu/store").Store} store */
function link(store) {
  const shown = el("input", { type: "text", readonly: true, hidden: true, "data-label": "page.predict.link" });
  const said = el("span", { role: "status" });
  const copying = button("page.predict.link", async () => {
    const view = viewOf({ ...store.state, mode: "predict", locked: true, position: 0, selected: null, folded: new Set() });
    shown.value = `${location.href.split(/[?#]/)[0]}?${view}`;
    const isCopied = await copyText(shown.value);
    said.textContent = isCopied ? word("page.predict.copied", store.state.language) : "";
    shown.hidden = false;
  });
  const element = el("div", { class: "choice" }, copying, said, shown);
  store.subscribe((state) => {
    element.hidden = state.locked || !state.description?.address || location.protocol === "about:";
  });
  return element;
}
