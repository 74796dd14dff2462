// Where would you put the queens? An empty board to search by hand, which shows
// every clash and can say whether there is still a way. Read compare.js next.

import { button, el } from "huisu/dom";
import { drawBoard, lineOf } from "huisu/pictures/board";
import { word } from "huisu/words";

/** @typedef {import("huisu/pictures/board").Square} Square */
/** @typedef {{queens: Square[], crosses: Square[]}} Standing */

const [LEAST, MOST, USUAL] = [4, 12, 8];
const MOST_SAID = 4; // clashes
/** @type {Record<string, [number, number]>} */
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {HTMLElement} host @param {import("huisu/main").Page} page */
export function placeMode(host, { store }) {
  const board = new OwnBoard(host, store);
  store.subscribe(({ mode, description }, changed) => {
    if (!board.n && mode === "place" && description) board.begin(sideOf(description));
    else if (board.n && changed.has("language")) board.show();
  });
}

/** @param {import("huisu/store").Description} description */
function sideOf({ classic, instance }) {
  return Math.max(LEAST, Math.min(MOST, classic === "queens" ? instance.n : USUAL));
}

class OwnBoard {
  /** @param {HTMLElement} host @param {import("huisu/store").Store} store */
  constructor(host, store) {
    this.store = store;
    this.n = this.now = 0; // which of the standings is shown
    /** @type {Standing[]} */
    this.past = [];
    /** @type {Square} */
    this.focused = [1, 1];
    this.picture = el("div");
    this.cells = el("div", { class: "cells", role: "grid", "data-label": "page.place.board" });
    this.said = el("p", { class: "feedback", role: "status" });
    this.clashes = el("ul", { class: "clashes" });
    this.hint = el("p", { role: "status" });
    const says = el("div", {}, this.said, this.clashes, this.hint, el("p", { class: "how", "data-word": "page.place.how" }));
    host.append(this.tools(), el("div", { class: "field" }, el("div", { class: "table" }, this.picture, this.cells), says));
    this.cells.addEventListener("click", (/** @type {Event} */ event) => this.touch(event, this.isMarking() ? "crosses" : "queens"));
    this.cells.addEventListener("contextmenu", (/** @type {Event} */ event) => this.touch(event, "crosses"));
    host.addEventListener("keydown", (event) => {
      if (this.press(event)) event.preventDefault();
    });
  }

  tools() {
    const sizes = Array.from({ length: MOST - LEAST + 1 }, (_, at) => el("option", { value: LEAST + at }, String(LEAST + at)));
    this.size = el("select", { onchange: () => this.begin(Number(this.size.value)) }, ...sizes);
    this.marking = button("page.place.marks", () => this.marking.setAttribute("aria-pressed", !this.isMarking()), { "aria-pressed": "false" });
    this.undo = button("page.place.undo", () => this.travel(-1));
    this.redo = button("page.place.redo", () => this.travel(1));
    const clear = button("page.place.clear", () => this.change({ queens: [], crosses: [] }));
    return el("div", { class: "choice" }, el("label", {}, "n = ", this.size), this.marking, this.undo, this.redo,
      clear, button("page.place.hint", () => this.tell()));
  }

  isMarking() {
    return this.marking.getAttribute("aria-pressed") === "true";
  }

  /** @param {number} n */
  begin(n) {
    [this.n, this.past, this.now, this.focused] = [n, [{ queens: [], crosses: [] }], 0, [1, 1]];
    this.size.value = n;
    const numbers = Array.from({ length: n }, (_, at) => at + 1);
    this.cells.replaceChildren(...numbers.map((row) => el("div", { role: "row" },
      ...numbers.map((column) => el("div", { role: "gridcell", "data-at": `${row},${column}` })))));
    this.show();
  }

  /** @param {Standing} standing */
  change(standing) {
    this.past = [...this.past.slice(0, this.now + 1), standing];
    this.travel(1);
  }

  /** Go back to an earlier standing, or on to a later one. @param {number} by */
  travel(by) {
    this.now = Math.max(0, Math.min(this.past.length - 1, this.now + by));
    this.show();
  }

  /** Put something on a square, or take it away. @param {Square} at @param {"queens"|"crosses"} what */
  toggle(at, what) {
    const standing = this.past[this.now], isElsewhere = (/** @type {Square} */ each) => !isSame(each, at);
    const next = { queens: standing.queens.filter(isElsewhere), crosses: standing.crosses.filter(isElsewhere) };
    if (standing[what].every(isElsewhere)) next[what].push(at);
    this.change(next);
  }

  show() {
    const { n } = this, { queens, crosses } = this.past[this.now], found = attacks(queens);
    const isAnswer = queens.length === n && !found.length;
    const drawn = drawBoard({ n, queens, crosses, attacks: found, isAnswer });
    drawn.setAttribute("aria-hidden", "true"); // the cells say it
    this.picture.replaceChildren(drawn);
    this.nameCells();
    this.undo.disabled = this.now === 0;
    this.redo.disabled = this.now === this.past.length - 1;
    this.hint.textContent = "";
    this.judge(queens.length, found, isAnswer);
  }

  /** @param {number} queens @param {ReturnType<typeof attacks>} found @param {boolean} isAnswer */
  judge(queens, found, isAnswer) {
    const { language } = this.store.state, values = { queens, n: this.n, clashes: found.length };
    const key = isAnswer ? "page.place.solution" : queens >= this.n ? "page.place.full" : "page.place.standing";
    this.said.dataset.right = isAnswer ? "true" : found.length ? "false" : "";
    this.said.textContent = word(key, language, values);
    const texts = found.slice(0, MOST_SAID).map(({ line, squares: [a, b] }) =>
      word(`page.place.clash.${line}`, language, { a: a.join(", "), b: b.join(", ") }));
    if (found.length > MOST_SAID) texts.push("…");
    this.clashes.replaceChildren(...texts.map((text) => el("li", {}, text)));
  }

  nameCells() {
    const { language } = this.store.state, { queens, crosses } = this.past[this.now];
    for (const cell of this.cells.querySelectorAll("[data-at]")) {
      const at = squareOf(cell), isHere = (/** @type {Square} */ each) => isSame(each, at);
      const what = queens.some(isHere) ? "queen" : crosses.some(isHere) ? "cross" : "empty";
      cell.setAttribute("aria-label", word(`page.place.${what}`, language, { row: at[0], column: at[1] }));
      cell.tabIndex = isHere(this.focused) ? 0 : -1;
    }
  }

  tell() {
    const { queens } = this.past[this.now];
    const answer = attacks(queens).length ? "clash" : completes(this.n, queens) ? "yes" : "no";
    this.hint.textContent = word(`page.place.hint.${answer}`, this.store.state.language);
  }

  /** @param {Event} event @param {"queens"|"crosses"} what */
  touch(event, what) {
    const cell = event.target instanceof Element && event.target.closest("[data-at]");
    if (!cell) return;
    event.preventDefault();
    this.focus(squareOf(cell));
    this.toggle(this.focused, what);
  }

  /** @param {Square} at */
  focus(at) {
    this.focused = at;
    this.nameCells();
    this.cells.querySelector(`[data-at="${at}"]`).focus();
  }

  /** Do what a key asks for; return whether there was something to do. @param {KeyboardEvent} event */
  press({ key, ctrlKey, metaKey, altKey, target }) {
    const isCell = target instanceof Element && target.matches("[data-at]"), letter = key.toLowerCase(), [row, column] = this.focused;
    if ((ctrlKey || metaKey) && (letter === "z" || letter === "y")) this.travel(letter === "z" ? -1 : 1);
    else if (ctrlKey || metaKey || altKey || !isCell) return false;
    else if (MOVES[key]) this.focus([this.within(row + MOVES[key][0]), this.within(column + MOVES[key][1])]);
    else if (key === "Home" || key === "End") this.focus([row, key === "Home" ? 1 : this.n]);
    else if (key === "Enter" || key === " ") this.toggle(this.focused, "queens");
    else if (letter === "x") this.toggle(this.focused, "crosses");
    else return false;
    return true;
  }

  /** @param {number} at */
  within(at) {
    return Math.max(1, Math.min(this.n, at));
  }
}

/** @param {Square} a @param {Square} b */
function isSame(a, b) {
  return a[0] === b[0] && a[1] === b[1];
}

/** @param {Element} cell @returns {Square} */
function squareOf(cell) {
  return /** @type {any} */ ((cell.getAttribute("data-at") ?? "").split(",").map(Number));
}

/** Return all the clashes. @param {Square[]} queens */
function attacks(queens) {
  return queens.flatMap((a, at) => queens.slice(at + 1).flatMap((b) => {
    const line = lineOf(a, b);
    return line ? [{ line, squares: [a, b] }] : [];
  }));
}

/**
 * Return whether queens that do not attack each other can be completed to n.
 * @param {number} n @param {Square[]} queens
 */
function completes(n, queens) {
  const own = new Map(queens);
  /** @param {number} row @param {Square[]} standing @returns {boolean} */
  const search = (row, standing) => {
    if (row > n) return true;
    if (own.has(row)) return search(row + 1, standing);
    return Array.from({ length: n }, (_, c) => /** @type {Square} */ ([row, c + 1]))
      .some((at) => standing.every((each) => !lineOf(each, at)) && search(row + 1, [...standing, at]));
  };
  return search(1, queens);
}
