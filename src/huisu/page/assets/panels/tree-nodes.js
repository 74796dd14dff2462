// How does one node of the tree look? Its outline, its number and the sign for how
// it stands, as in src/huisu/views/tree_nodes.py. Read tree-svg.js next, the tree.

import { svg } from "huisu/dom";
import { ems } from "huisu/panels/tree-says";

/** @typedef {import("huisu/replay").Status} Status */

/** The height of an outline, and its least width. */
export const ROUND = 24;
/** Letters so high are still read from the back of a room. */
export const LETTER = 13;
const DIGIT = 7.3, DOT = 7; // pixels: a digit, and the least circle

/**
 * A node without room for a circle is a bar from one part of its height to another, so that
 * states differ without colour. Of those in one pixel column the last of these is shown.
 * @type {[Status, number, number][]}
 */
export const BARS = [
  ["ungenerated", 0.46, 0.54], ["dead", 0.36, 0.64], ["cut", 0, 0.5], ["killed", 0.5, 1], ["live", 0.1, 0.9], ["answer", -0.15, 1.15],
];

/**
 * @typedef {object} Look what one node shows
 * @property {Status} status
 * @property {string} text the number in it
 * @property {string} mark
 * @property {boolean} isFolded whether nodes below it are not drawn
 * @property {number} hidden how many of these have been generated
 * @property {number} width of its outline
 * @property {number} [high]
 */

/** Return the width of an outline with a number of so many digits in it.
 * @param {number} digits @param {boolean} isFolded */
export function outlineWidth(digits, isFolded) {
  return Math.max(ROUND, roomFor(digits, false) + (digits > 3 ? 4 : 0)) + (isFolded ? 12 : 0);
}

/** Return how far apart nodes with so many digits must be at least. @param {number} digits @param {boolean} isFolded */
export function roomFor(digits, isFolded) {
  return Math.max(18, DIGIT * digits + 8) + (isFolded ? 12 : 0);
}

/** Return for each place how far its nearest neighbour on the level is.
 * @param {import("huisu/tree").Layout} drawn */
export function gapsOf({ x, level }) {
  const gap = new Float64Array(x.length).fill(Infinity);
  /** @type {number[]} */
  const last = [];
  x.forEach((here, place) => {
    const before = last[level[place]], room = here - x[before];
    if (before >= 0) {
      gap[place] = room;
      if (room < gap[before]) gap[before] = room;
    }
    last[level[place]] = place;
  });
  return gap;
}

/** Return the elements of a node that stands at (0, 0). @param {Look} look */
export function nodeShapes(look) {
  const { status, mark, isFolded, width, high = ROUND } = look, half = high / 2;
  const shapes = [isFolded ? triangle(width / 2 + 2) : rounded("outline", width, high, status === "answer" ? 1.5 : half)];
  if (status === "e-node") shapes.push(rounded("ring", width + 9, high + 9, half + 4.5));
  if (status === "dead" && !isFolded)
    shapes.push(svg("path", { class: "cross", d: "M-8.4-8.4L8.4 8.4M-8.4 8.4L8.4-8.4" }));
  shapes.push(svg("text", { class: "number", y: isFolded ? 9 : 4.6 }, look.text));
  if (mark) shapes.push(...markShapes(mark, status, width / 2 - 5, half));
  if (look.hidden) shapes.push(svg("text", { class: "below", y: half + 11 }, `+${look.hidden}`));
  return shapes;
}

/** Return whether a node that has so many pixels can only be a bar. @param {number} room */
export function isBar(room) {
  return room - 1.5 < DOT;
}

/** Return the elements of a node without its number.
 * @param {Status} status @param {number} room pixels from its neighbour @param {boolean} isFolded */
export function smallShapes(status, room, isFolded) {
  if (isBar(room)) return [bar(status, Math.max(1.2, 0.7 * room))];
  const wide = Math.min(room - 1.5, 16), half = wide / 2, arm = 0.7 * half;
  if (isFolded) return [triangle(half, wide)];
  // What the bounding function killed is flat, so that it differs by more than colour.
  const shapes = [rounded("outline", wide, status === "cut" ? half : wide, status === "answer" ? 1 : half)];
  if (status === "dead") shapes.push(svg("path", { class: "cross", d: `M${-arm}${-arm}L${arm} ${arm}M${-arm} ${arm}L${arm}${-arm}` }));
  return shapes;
}

/** @param {Status} status @param {number} width @param {number} [x] its middle */
export function bar(status, width, x = 0) {
  const [name, from, to] = BARS.find(([each]) => each === status) ?? BARS[4];
  const fill = `var(--${status === "ungenerated" ? "none-line" : name})`;
  return svg("rect", { x: x - width / 2, y: (from - 0.5) * ROUND, width, height: (to - from) * ROUND, fill });
}

/** @param {string} name @param {number} width @param {number} high @param {number} radius */
function rounded(name, width, high, radius) {
  return svg("rect", { class: name, x: -width / 2, y: -high / 2, width, height: high, rx: radius });
}

/** @param {number} half @param {number} [high] */
function triangle(half, high = ROUND) {
  return svg("path", { class: "outline", d: `M0 ${-high / 2 - 2}L${half} ${high / 2}H${-half}Z` });
}

/**
 * Return the sign for what killed a node, at its lower right; that of the
 * bounding function is on a ground.
 * @param {string} mark @param {Status} status @param {number} x @param {number} y
 */
function markShapes(mark, status, x, y) {
  const text = svg("text", { class: "mark", x, y: y + 4 }, mark), width = 12 * Math.max(1, ems(mark));
  if (status !== "cut") return [text];
  return [svg("rect", { class: "ground", x: x - width / 2, y: y - 6, width, height: 12, rx: 2 }), text];
}
