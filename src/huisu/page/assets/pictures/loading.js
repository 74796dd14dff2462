// How are the two ships loaded so far? Read batch.js next.

import { bar, canvas, heading, holder, sum, takenLook } from "huisu/pictures/shared";
import { word } from "huisu/words";

/** @type {import("huisu/pictures/shared").Picture} */
export function picture(scene, { weights, capacities }) {
  const unit = 440 / Math.max(1, sum(weights), ...capacities), { all, language } = scene;
  const parts = weights.map((/** @type {number} */ size, /** @type {number} */ k) => ({ size, look: takenLook(scene, k), text: `${k + 1}: ${size}`, ship: k < all.length ? 2 - all[k] : 0 }));
  const on = [1, 2, 0].map((ship) => parts.filter((/** @type {any} */ part) => part.ship === ship));
  const heads = on.map((held, k) => {
    const values = { number: k + 1, weight: sum(held.map((/** @type {any} */ { size }) => size)), capacity: capacities[k] };
    return word(k < 2 ? "page.board.ship" : "page.board.rest", language, values);
  });
  const rows = on.flatMap((held, k) => [heading(20 + 120 * k, heads[k]), ...bar(20, 46 + 120 * k, unit, held), ...(k < 2 ? holder(46 + 120 * k, capacities[k] * unit) : [])]);
  return { picture: canvas(scene, 360, ...rows), says: heads.join("; ") };
}
