// Which queens stand already, and which squares take none? Chosen on a small board
// or written as in the address: row,column;row,column. Read transport.js next.

import { el } from "huisu/dom";
import { menu } from "huisu/menu";
import { word } from "huisu/words";

/** @typedef {import("huisu/store").Store} Store */
/** @typedef {[number, number]} Square */

const MOST = 12; // columns of a board that can be pressed
const STATES = /** @type {const} */ (["empty", "queen", "blocked"]);
const SIGNS = ["", "♛", "×"];

/** Return the squares of a text, "1,1;2,4"; what is none is passed over. @param {string} text @returns {Square[]} */
function squaresOf(text) {
  return [...text.replace(/，/g, ",").matchAll(/(\d+)\s*,\s*(\d+)/g)].map(([, row, column]) => [Number(row), Number(column)]);
}

/** @param {Square[]} squares */
function textOf(squares) {
  return squares.map((square) => square.join()).sort((a, b) => parseInt(a) - parseInt(b)).join(";");
}

/**
 * Make the fields of fixed queens and blocked squares; all of them write the two texts.
 * @param {Store} store
 * @param {() => number} side of the board
 */
export function squaresField(store, side) {
  const first = el("select", { "data-label": "page.search.first" });
  const fix = el("input", { type: "text", placeholder: "1,2; 3,1" });
  const block = el("input", { type: "text", placeholder: "4,4" });
  const grid = el("div", { class: "grid", role: "group", "data-label": "page.search.grid" });
  const how = el("small", { "data-word": "page.search.grid" });
  const details = menu("page.search.squares", how, grid,
    el("label", {}, el("span", { "data-word": "page.search.fix" }), fix),
    el("label", {}, el("span", { "data-word": "page.search.block" }), block));
  const show = () => {
    how.hidden = side() > MOST;
    fillFirst(first, side(), squaresOf(fix.value), store);
    fillGrid(grid, side(), squaresOf(fix.value), squaresOf(block.value), store);
  };
  first.addEventListener("change", () => {
    const others = squaresOf(fix.value).filter(([row]) => row !== 1);
    fix.value = textOf(first.value ? [[1, Number(first.value)], ...others] : others);
  });
  grid.addEventListener("click", (/** @type {MouseEvent} */ { target }) => {
    const square = /** @type {any} */ (target).closest("button")?.dataset.at;
    if (!square) return;
    press(square, fix, block);
    show();
    grid.dispatchEvent(new Event("input", { bubbles: true }));
  });
  grid.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => walk(event, grid, side()));
  return {
    first, details, grid,
    /** @param {Record<string, string>} given @param {boolean} isQueens */
    show: (given, isQueens) => {
      details.hidden = !isQueens;
      for (const [field, text] of [[fix, given.fix], [block, given.block]])
        if (document.activeElement !== field) field.value = text ?? "";
      show();
    },
    values: () => ({ fix: within(fix.value, side()), block: within(block.value, side()) }),
  };
}

/** Return a text of squares without those that a smaller board has lost. @param {string} text @param {number} n */
function within(text, n) {
  const squares = squaresOf(text);
  if (!squares.length) return text.replace(/\s/g, ""); // empty, or wrong, which the server says
  return textOf(squares.filter((square) => square.every((part) => part <= n)));
}

/** @param {any} select @param {number} n @param {Square[]} fixed @param {Store} store */
function fillFirst(select, n, fixed, { state: { language } }) {
  const columns = fixed.filter(([row]) => row === 1).map(([, column]) => column);
  const options = Array.from({ length: n }, (_, at) =>
    el("option", { value: at + 1 }, word("page.search.first.at", language, { column: at + 1 })));
  select.replaceChildren(el("option", { value: "" }, word("page.search.first.free", language)), ...options);
  select.value = columns.length === 1 ? columns[0] : "";
}

/** An empty square gets a queen, one with a queen is blocked, a blocked one is empty again.
 * @param {string} square @param {any} fix @param {any} block */
function press(square, fix, block) {
  const fixed = squaresOf(fix.value).map(String), blocked = squaresOf(block.value).map(String);
  /** @param {string[]} texts @param {boolean} add */
  const changed = (texts, add) => textOf(squaresOf([...texts.filter((each) => each !== square), add ? square : ""].join(";")));
  const isFixed = fixed.includes(square);
  fix.value = changed(fixed, !isFixed && !blocked.includes(square));
  block.value = changed(blocked, isFixed);
}

/** @param {any} grid @param {number} n @param {Square[]} fixed @param {Square[]} blocked @param {Store} store */
function fillGrid(grid, n, fixed, blocked, { state: { language } }) {
  grid.hidden = n > MOST;
  const count = grid.hidden ? 0 : n * n;
  if (grid.children.length !== count) {
    grid.style.gridTemplateColumns = `repeat(${n}, 2.25rem)`;
    grid.replaceChildren(...Array.from({ length: count }, (_, at) =>
      el("button", { type: "button", tabindex: at ? -1 : 0, "data-at": `${Math.floor(at / n) + 1},${(at % n) + 1}` })));
  }
  const texts = [fixed.map(String), blocked.map(String)];
  for (const button of grid.children) {
    const [row, column] = button.dataset.at.split(",");
    const state = 1 + texts.findIndex((squares) => squares.includes(button.dataset.at));
    button.textContent = SIGNS[state];
    button.className = STATES[state];
    button.setAttribute("aria-label", word(`page.search.square.${STATES[state]}`, language, { row, column }));
  }
}

/** Move from square to square with the arrow keys. @param {KeyboardEvent} event @param {HTMLElement} grid @param {number} n */
function walk(event, grid, n) {
  const buttons = /** @type {HTMLElement[]} */ ([...grid.children]);
  const at = buttons.indexOf(/** @type {HTMLElement} */ (event.target));
  const way = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -n, ArrowDown: n }[event.key];
  if (!way || at < 0) return;
  event.preventDefault();
  const next = buttons[at + way];
  if (!next || (Math.abs(way) === 1 && Math.floor((at + way) / n) !== Math.floor(at / n))) return;
  buttons[at].tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
