// What will the search do next? The future is hidden, the learner says it, and is
// told why it is so. Read place.js next, where the learner searches.

import { viewOf } from "huisu/address";
import { copyText } from "huisu/clipboard";
import { button, el, field } from "huisu/dom";
import { valueText } from "huisu/trace";
import { canBeWhole } from "huisu/tree";
import { word } from "huisu/words";

/** @typedef {import("huisu/store").Store} Store */
/** @typedef {import("huisu/store").State} State */
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

/** @param {HTMLElement} host @param {import("huisu/main").Page} page */
export function predictMode(host, { store }) {
  const quiz = new Quiz(host, store);
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element && event.target.closest("#tree [data-node]");
    if (store.state.mode !== "predict" || !(target instanceof SVGElement)) return;
    event.stopPropagation();
    quiz.point(target.dataset.node ?? "");
  }, true);
  store.subscribe((state, changed) => {
    if (state.mode !== "predict" || !state.replay || !state.trace) return;
    // Other forms of the tree show a node only if it will be generated.
    const isWhole = canBeWhole(state.trace);
    document.body.toggleAttribute("data-blind", !isWhole);
    if (isWhole && state.form !== "whole") store.set({ form: "whole" });
    if (changed.has("mode") || changed.has("replay")) quiz.start(state.position);
    else if (changed.has("language")) quiz.show();
    // A node chosen in some other way is an answer too; the future stays hidden.
    if (state.position !== quiz.at) queueMicrotask(() => quiz.returnFrom(state.selected));
  });
}

class Quiz {
  /** @param {HTMLElement} host @param {Store} store */
  constructor(host, store) {
    this.store = store;
    this.at = this.asked = this.right = 0; // where the search stands, questions so far
    this.before = 0; // where it stood at the last question
    this.isRight = false;
    /** @type {Choice[]} */
    this.offered = [];
    this.question = el("p", { class: "question", "data-word": "page.predict.question" });
    this.buttons = Array.from({ length: MOST_CHOICES }, (_, at) => el("button", { type: "button", onclick: () => this.choose(at) }));
    this.said = el("p", { class: "feedback", role: "status" });
    this.score = el("p", { class: "score" });
    const options = LENGTHS.map((each) => el("option", { value: each, "data-word": each === Infinity && "page.predict.all" }, String(each)));
    this.length = el("select", { onchange: () => this.start(0) }, ...options);
    this.again = button("page.predict.again", () => this.start(0));
    // Three rows, so that the board and the tree are on the same screen.
    host.append(el("div", { class: "choice" }, this.question, this.score, field("page.predict.length", this.length), this.again, link(store)),
      el("div", { class: "choice", role: "group", "data-label": "page.predict.question" }, ...this.buttons), this.said);
  }

  get replay() {
    return /** @type {Replay} */ (this.store.state.replay);
  }

  /** @param {number} position */
  start(position) {
    this.asked = this.right = 0;
    this.go(position < this.replay.length ? position : 0);
  }

  /** Go to a position, and on to the next one at which there is something to ask. @param {number} position */
  go(position) {
    for (this.at = position; this.at + 1 < this.replay.length && IMPLIED.includes(this.replay.kind(this.at + 1)); ) this.at++;
    this.store.set({ position: this.at, playing: false, selected: null });
    this.show();
  }

  show() {
    const { replay, right, asked } = this, { language } = this.store.state;
    const isOver = this.at + 1 >= replay.length || asked >= Number(this.length.value);
    this.offered = isOver ? [] : choicesAt(replay, this.at);
    this.buttons.forEach((each, place) => {
      each.hidden = !this.offered[place];
      each.textContent = this.offered[place] ? saying(this.offered[place], replay.trace, language) : "";
    });
    const hadFocus = isOver && this.buttons.some((each) => each === document.activeElement);
    this.question.hidden = isOver;
    this.score.textContent = word(isOver ? "page.predict.end" : "page.predict.score", language, { right, asked });
    this.said.textContent = asked ? this.told(language) : "";
    this.said.dataset.right = asked ? String(this.isRight) : "";
    if (hadFocus) this.again.focus();
  }

  /** Return what has happened since the last question. @param {Language} language */
  told(language) {
    const steps = Array.from({ length: this.at - this.before }, (_, each) => this.before + 1 + each);
    const shown = steps.filter((step, each) => !each || this.replay.kind(step) === "answered");
    const told = shown.map((step) => this.replay.sentence(step, language)).join(language === "zh" ? "；" : "; ");
    return word(this.isRight ? "page.predict.right" : "page.predict.wrong", language, { told });
  }

  /** @param {number} place of a choice */
  choose(place) {
    const { kind, node } = next(this.replay, this.at);
    this.answer(this.offered[place].kind === kind && this.offered[place].node === node);
  }

  /** A node of the tree has been chosen. @param {string} number */
  point(number) {
    if (this.offered.length) this.answer(number === String(this.replay.trace.number(next(this.replay, this.at).node)));
  }

  /** @param {boolean} isRight */
  answer(isRight) {
    this.asked++;
    this.right += Number(isRight);
    [this.isRight, this.before] = [isRight, this.at];
    this.go(this.at + 1);
  }

  /** Go back to where the question stands. @param {number|null} selected the node that led away */
  returnFrom(selected) {
    if (this.store.state.mode !== "predict" || this.store.state.position === this.at) return;
    this.store.set({ position: this.at, selected: null });
    if (selected !== null) this.point(String(this.replay.trace.number(selected)));
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

/** A link for learners: it opens this mode and no other. @param {Store} store */
function link(store) {
  const shown = el("input", { type: "text", readonly: true, hidden: true, "data-label": "page.predict.link" });
  const said = el("span", { role: "status" });
  const copying = button("page.predict.link", async () => {
    const view = viewOf({ ...store.state, mode: "predict", locked: true, position: 0, selected: null, folded: new Set() });
    shown.value = `${location.href.split(/[?#]/)[0]}?${view}`;
    shown.hidden = false;
    said.textContent = (await copyText(shown.value)) ? word("page.predict.copied", store.state.language) : "";
  });
  const element = el("div", { class: "choice" }, copying, said, shown);
  store.subscribe((state) => {
    element.hidden = state.locked || !state.description?.address || location.protocol === "about:";
  });
  return element;
}
