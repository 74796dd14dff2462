// What is in the knapsack so far, and what is it worth? Read clique.js next.

import { bar, canvas, heading, holder, sum, takenLook } from "huisu/pictures/shared";
import { word } from "huisu/words";

/** @type {import("huisu/pictures/shared").Picture} */
export function picture(scene, { weights, values, capacity }) {
  const { all, language } = scene, unit = 440 / Math.max(1, sum(weights), capacity);
  // The search decides on the objects in this order: by value per weight.
  const order = [...weights.keys()].sort((a, b) => Number(weights[a] > 0) - Number(weights[b] > 0) || values[b] * weights[a] - values[a] * weights[b] || a - b);
  const objects = order.map((i, k) => ({ size: weights[i], value: values[i], look: takenLook(scene, k), text: `${i + 1}: ${weights[i]}, ${values[i]}`, taken: all[k] }));
  const taken = objects.filter((each) => each.taken === 1);
  const heads = [
    word("page.board.sack", language, { weight: sum(taken.map(({ size }) => size)), capacity, value: sum(taken.map(({ value }) => value)) }),
    word("page.board.left", language), word("page.board.objects", language),
  ];
  const rows = [taken, objects.filter((each) => each.taken === 0), objects.filter((each) => each.taken === undefined)];
  return {
    picture: canvas(scene, 360, ...rows.flatMap((row, k) => [heading(20 + 120 * k, k && !row.length ? "" : heads[k]), ...bar(20, 46 + 120 * k, unit, row)]), ...holder(46, capacity * unit)),
    says: heads[0],
  };
}
