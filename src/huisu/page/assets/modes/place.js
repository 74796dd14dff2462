// Where would you put the queens? An empty board to search by hand, which shows
// every clash and can say whether there is still a way. Read compare.js next.

import { button, el } from "huisu/dom";
import { drawBoard, lineOf } from "huisu/pictures/board";
import { word } from "huisu/words";

/** @typedef {import("huisu/main").Page} Page */
/** @typedef {import("huisu/pictures/board").Square} Square */
/** @typedef {{queens: Square[], crosses: Square[]}} Standing */

const [LEAST, MOST, USUAL] = [4, 12, 8];
const MOST_SAID = 4; // clashes
/** @type {Record<string, [number, number]>} */
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {Square} a @param {Square} b */
const isSame = (a, b) => a[0] === b[0] && a[1] === b[1];

/** @param {HTMLElement} host @param {Page} page */
export function placeMode(host, { store }) {
  const picture = el("div", { class: "picture-place" }), cells = el("div", { class: "cells", role: "grid", "data-label": "page.place.board" });
  const said = el("p", { class: "feedback", role: "status" }), clashes = el("ul", { class: "clashes" }), hint = el("p", { role: "status" });
  const size = el("select", { onchange: () => begin(Number(size.value)) },
    ...Array.from({ length: MOST - LEAST + 1 }, (_, at) => el("option", { value: LEAST + at }, String(LEAST + at))));
  const undo = button("page.place.undo", () => travel(-1)), redo = button("page.place.redo", () => travel(1));
  const marking = button("page.place.marks", () => marking.setAttribute("aria-pressed", String(!isMarking())), { "aria-pressed": "false" });
  const isMarking = () => marking.getAttribute("aria-pressed") === "true";
  const tools = el("div", { class: "choice" }, el("label", {}, "n = ", size), marking, undo, redo,
    button("page.place.clear", () => change({ queens: [], crosses: [] })), button("page.place.hint", tell));
  host.append(tools, el("div", { class: "field" }, el("div", { class: "table" }, picture, cells),
    el("div", { class: "says" }, said, clashes, hint, el("p", { class: "how", "data-word": "page.place.how" }))));

  /** @type {Standing[]} */
  let past = [];
  /** @type {Square} */
  let focused = [1, 1];
  let n = 0, now = 0;

  /** @param {number} side */
  function begin(side) {
    [n, past, now, focused] = [side, [{ queens: [], crosses: [] }], 0, [1, 1]];
    size.value = String(side);
    const row = (/** @type {number} */ r) => el("div", { role: "row" }, ...Array.from({ length: n }, (_, c) =>
      el("div", { role: "gridcell", tabindex: "-1", "data-at": `${r + 1},${c + 1}` })));
    cells.replaceChildren(...Array.from({ length: n }, (_, r) => row(r)));
    show();
  }
  /** @param {Standing} standing */
  function change(standing) {
    past = [...past.slice(0, now + 1), standing];
    now++;
    show();
  }
  /** @param {number} by */
  function travel(by) {
    now = Math.max(0, Math.min(past.length - 1, now + by));
    show();
  }
  /** Put something on a square, or take it away. @param {Square} at @param {"queens"|"crosses"} what */
  function toggle(at, what) {
    const standing = past[now], other = what === "queens" ? "crosses" : "queens";
    const without = standing[what].filter((each) => !isSame(each, at));
    const isThere = without.length < standing[what].length;
    const next = { ...standing, [what]: isThere ? without : [...without, at], [other]: standing[other].filter((each) => !isSame(each, at)) };
    change(next);
  }
  function show() {
    const { language } = store.state, { queens, crosses } = past[now], found = attacks(queens);
    const isAnswer = queens.length === n && !found.length;
    const drawn = drawBoard({ n, queens, crosses, attacks: found, isAnswer });
    drawn.setAttribute("aria-hidden", "true");
    picture.replaceChildren(drawn);
    nameCells();
    undo.disabled = now === 0;
    redo.disabled = now === past.length - 1;
    hint.textContent = "";
    said.dataset.right = isAnswer ? "true" : found.length ? "false" : "";
    said.textContent = isAnswer ? word("page.place.solution", language)
      : word(queens.length >= n ? "page.place.full" : "page.place.standing", language, { queens: queens.length, n, clashes: found.length });
    clashes.replaceChildren(...found.slice(0, MOST_SAID).map(({ line, squares: [a, b] }) =>
      el("li", {}, word(`page.place.clash.${line}`, language, { a: a.join(", "), b: b.join(", ") }))));
    if (found.length > MOST_SAID) clashes.append(el("li", {}, "…"));
  }
  function nameCells() {
    const { language } = store.state, { queens, crosses } = past[now];
    for (const cell of cells.querySelectorAll("[data-at]")) {
      const at = squareOf(cell), [row, column] = at;
      const what = queens.some((each) => isSame(each, at)) ? "queen" : crosses.some((each) => isSame(each, at)) ? "cross" : "empty";
      cell.setAttribute("aria-label", word(`page.place.${what}`, language, { row, column }));
      cell.tabIndex = isSame(at, focused) ? 0 : -1;
    }
  }
  function tell() {
    const { queens } = past[now], { language } = store.state;
    if (attacks(queens).length) hint.textContent = word("page.place.hint.clash", language);
    else hint.textContent = word(completes(n, queens) ? "page.place.hint.yes" : "page.place.hint.no", language);
  }

  cells.addEventListener("click", (/** @type {MouseEvent} */ event) => touch(event, isMarking() ? "crosses" : "queens"));
  cells.addEventListener("contextmenu", (/** @type {MouseEvent} */ event) => touch(event, "crosses"));
  /** @param {Event} event @param {"queens"|"crosses"} what */
  function touch(event, what) {
    const cell = event.target instanceof Element && event.target.closest("[data-at]");
    if (!cell) return;
    event.preventDefault();
    focus(squareOf(cell));
    toggle(focused, what);
  }
  /** @param {Square} at */
  function focus(at) {
    focused = at;
    nameCells();
    /** @type {HTMLElement} */ (cells.querySelector(`[data-at="${at}"]`)).focus();
  }
  host.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event, isCell = target instanceof Element && target.matches("[data-at]");
    if ((ctrlKey || metaKey) && "zy".includes(key.toLowerCase()) && key.length === 1) travel(key === "z" ? -1 : 1);
    else if (ctrlKey || metaKey || altKey || !isCell) return;
    else if (MOVES[key]) focus(/** @type {Square} */ (focused.map((each, way) => Math.max(1, Math.min(n, each + MOVES[key][way])))));
    else if (key === "Home" || key === "End") focus([focused[0], key === "Home" ? 1 : n]);
    else if (key === "Enter" || key === " ") toggle(focused, "queens");
    else if (key.toLowerCase() === "x") toggle(focused, "crosses");
    else return;
    event.preventDefault();
  });
  store.subscribe((state, changed) => {
    if (!n && state.mode === "place" && (state.trace || n)) begin(sideOf(state));
    else if (n && changed.has("language")) show();
  });
}

/** @param {import("huisu/store").State} state */
function sideOf({ description }) {
  const n = description?.classic === "queens" ? description.instance.n : USUAL;
  return Math.max(LEAST, Math.min(MOST, n));
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
