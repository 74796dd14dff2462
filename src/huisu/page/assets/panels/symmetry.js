// What do the 8 symmetries of the square do to a placement of queens? As
// src/huisu/queens/symmetry.py says it. Read layouts.js next, which writes placements.

/** @typedef {number[]} Placement the column of each row's queen, from 0 */

/** Where the square (r, c) goes on a board whose last row is m.
 * @type {((m: number, r: number, c: number) => [number, number])[]} */
const SYMMETRIES = [
  (_, r, c) => [r, c],
  (m, r, c) => [r, m - c],
  (m, r, c) => [m - r, c],
  (m, r, c) => [m - r, m - c],
  (_, r, c) => [c, r],
  (m, r, c) => [c, m - r],
  (m, r, c) => [m - c, r],
  (m, r, c) => [m - c, m - r],
];

/** @param {Placement} x @param {(m: number, r: number, c: number) => [number, number]} move */
function image(x, move) {
  const moved = new Array(x.length).fill(0);
  x.forEach((column, row) => {
    const [toRow, toColumn] = move(x.length - 1, row, column);
    moved[toRow] = toColumn;
  });
  return moved;
}

/** Return the 8 images of a placement, itself first. @param {Placement} x @returns {Placement[]} */
export function images(x) {
  return SYMMETRIES.map((move) => image(x, move));
}

/** Return a placement with rows and columns exchanged. @param {Placement} x @returns {Placement} */
export function transposed(x) {
  return image(x, SYMMETRIES[4]);
}

/** @param {Placement} a @param {Placement} b */
export function compare(a, b) {
  const at = a.findIndex((column, row) => column !== b[row]);
  return at < 0 ? 0 : a[at] - b[at];
}

/** Return the least image, which stands for the class of a placement. @param {Placement} x @returns {Placement} */
export function canonical(x) {
  return images(x).reduce((least, each) => (compare(each, least) < 0 ? each : least));
}

/**
 * Return the data of the n queens that are searched for; null for any other problem.
 * @param {import("huisu/store").State} state
 */
export function queensOf({ description, trace }) {
  if (description?.classic === "queens") return description.instance;
  return description?.classic || !/^queens( n-ary)?$/.test(trace?.problem ?? "") ? null : { n: trace?.depth };
}
