// How near is the sum to the target? The numbers not yet decided on follow those
// taken, so that one sees how far they reach. Read sudoku.js next.

import { bar, canvas, heading, line, sum, takenLook } from "huisu/pictures/shared";
import { word } from "huisu/words";

/** @type {import("huisu/pictures/shared").Picture} */
export function picture(scene, { numbers, target }) {
  const { all, language } = scene, unit = 440 / Math.max(1, sum(numbers), target), end = 20 + target * unit;
  const parts = numbers.map((/** @type {number} */ size, /** @type {number} */ k) => ({ size, look: takenLook(scene, k), text: size, taken: all[k] }));
  const [taken, free, left] = [1, undefined, 0].map((value) => parts.filter((/** @type {any} */ part) => part.taken === value));
  const total = (/** @type {any[]} */ some) => sum(some.map(({ size }) => size));
  const heads = [word("page.board.sum", language, { sum: total(taken), target, rest: total(free) }), left.length ? word("page.board.left", language) : ""];
  return {
    picture: canvas(scene, 270, heading(20, heads[0]), ...bar(20, 70, unit, [...taken, ...free]), line(`M${end} 46v24m0 56v24`, "ink", 6), line(`M${end} 70v56`, "ink"), heading(180, heads[1]), ...bar(20, 206, unit, left)),
    says: heads[0],
  };
}
