// In which layouts is a solution written? Byte for byte as
// src/huisu/formats/boards.py writes them. Read solutions.js next, which shows them.

import { compare, transposed } from "huisu/panels/symmetry";
import { word } from "huisu/words";

/** @typedef {import("huisu/panels/symmetry").Placement} Placement */
/** @typedef {import("huisu/words").Language} Language */

/**
 * @typedef {object} Wish
 * @property {string} layout
 * @property {0|1} base what rows and columns are counted from, where they are numbers
 * @property {boolean} byColumn whether rows and columns change places
 * @property {Language} language
 */

/** @param {Placement} x @param {string} queen @param {string} empty */
function rows(x, queen, empty) {
  return x.map((column) => empty.repeat(column) + queen + empty.repeat(x.length - 1 - column));
}

/** @param {Placement} x @param {string} queen @param {string} empty */
function drawn(x, queen, empty) {
  return rows(x, queen, empty).map((row) => `${row}\n`).join("") + "\n";
}

/** @type {Record<string, (x: Placement, k: number, wish: Wish) => string>} */
export const LAYOUTS = {
  digits: (x, _, { base }) => `${x.map((column) => column + base).join(x.length < 10 ? "" : " ")}\n`,
  dots: (x) => drawn(x, "Q", "."),
  bits: (x) => drawn(x, "1 ", "0 ").replaceAll(" \n", "\n"),
  fen: (x) => `${x.map((column) => `${column || ""}Q${x.length - 1 - column || ""}`).join("/")}\n`,
  numbered: (x, k, { language }) => `${word("format.numbered.heading", language, { k })}\n${drawn(x, "⊙ ", "× ")}`,
  letters: (x) => drawn(x, "Q", "#"),
  pairs: (x, _, { base }) => `${transposed(x).map((row, column) => `(${column + base},${row + base})`).join(" ")}\n`,
};

/** Return whether a layout writes rows and columns as numbers. @param {string} layout */
export function counts(layout) {
  return layout === "digits" || layout === "pairs";
}

/**
 * Return the text of some solutions in the order of their layout.
 * @param {Placement[]} solutions
 * @param {Wish} wish
 */
export function written(solutions, wish) {
  const write = LAYOUTS[wish.layout] ?? LAYOUTS.digits;
  const turned = wish.byColumn ? solutions.map(transposed) : [...solutions];
  if (wish.layout === "pairs") turned.sort((a, b) => compare(transposed(a), transposed(b)));
  const footer = wish.layout === "letters" ? `${turned.length}\n` : "";
  return turned.map((x, at) => write(x, at + 1, wish)).join("") + footer;
}
