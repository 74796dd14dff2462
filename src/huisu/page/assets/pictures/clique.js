// Which vertices are in the clique so far? Read colouring.js next.

import { canvas, disc, line, listed, onCircle, takenLook } from "huisu/pictures/shared";
import { word } from "huisu/words";

/** @type {import("huisu/pictures/shared").Picture} */
export function picture(scene, { vertices, edges }) {
  const { at, r } = onCircle(vertices), { all, x, language } = scene;
  const joined = new Set(edges.map(String)), newest = all.length;
  const isIn = (/** @type {number} */ v) => all[v - 1] === 1;
  const way = (/** @type {number} */ a, /** @type {number} */ b) => `M${at[a - 1]}L${at[b - 1]}`;
  const drawn = edges.map((/** @type {number[]} */ [a, b]) =>
    isIn(a) && isIn(b) ? line(way(a, b), scene.isAnswer ? "answer" : "live", 6) : line(way(a, b), "edge"));
  const members = x.flatMap((value, k) => (value === 1 ? [k + 1] : []));
  if (newest > x.length && isIn(newest))
    for (const v of members) if (!joined.has(String([v, newest]))) drawn.push(line(way(v, newest), "killed", 4, { "stroke-dasharray": "10 8" }));
  const discs = at.map(([cx, cy], k) => disc(cx, cy, r, takenLook(scene, k), k + 1));
  return { picture: canvas(scene, 420, ...drawn, ...discs), says: word("page.board.clique", language, { vertices: listed(members, language) }) };
}
