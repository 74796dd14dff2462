// How does one node of the tree look? Its outline, its number and the sign for how
// it stands, as in src/huisu/views/tree_nodes.py. Read tree-svg.js next, the tree.

import { svg } from "huisu/dom";
import { ems } from "huisu/panels/tree-says";

/** @typedef {import("huisu/replay").Status} Status */

/** The height of an outline, and its least width. */
export const ROUND = 24;

/**
 * @typedef {object} Look what one node shows
 * @property {Status} status
 * @property {string} text the number in it
 * @property {string} mark
 * @property {boolean} isFolded whether nodes below it are not drawn
 * @property {number} hidden how many of these have been generated
 * @property {number} width of its outline
 */

/** Return the width of an outline with a number of so many digits in it.
 * @param {number} digits @param {boolean} isFolded */
export function outlineWidth(digits, isFolded) {
  return Math.max(ROUND, 6.7 * digits + (digits > 3 ? 12 : 8)) + (isFolded ? 12 : 0);
}

/** Return the elements of a node that stands at (0, 0). @param {Look} look */
export function nodeShapes(look) {
  const { status, mark, isFolded, width } = look, half = ROUND / 2;
  const shapes = [isFolded ? triangle(width / 2 + 2) : rounded("outline", width, 0, status === "answer" ? 1.5 : half)];
  if (status === "e-node") shapes.push(rounded("ring", width, 4.5, half + 4.5));
  if (status === "dead" && !isFolded)
    shapes.push(svg("path", { class: "cross", d: "M-8.4-8.4L8.4 8.4M-8.4 8.4L8.4-8.4" }));
  shapes.push(svg("text", { class: "number", y: isFolded ? 9 : 4.3 }, look.text));
  if (mark) shapes.push(...markShapes(mark, status, width / 2 - 5, half));
  if (look.hidden) shapes.push(svg("text", { class: "below", y: half + 11 }, `+${look.hidden}`));
  return shapes;
}

/** @param {string} name @param {number} width @param {number} beyond @param {number} radius */
function rounded(name, width, beyond, radius) {
  const w = width + 2 * beyond, h = ROUND + 2 * beyond;
  return svg("rect", { class: name, x: -w / 2, y: -h / 2, width: w, height: h, rx: radius });
}

/** @param {number} half */
function triangle(half) {
  return svg("path", { class: "outline", d: `M0 ${-ROUND / 2 - 2}L${half} ${ROUND / 2}H${-half}Z` });
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
