// How wide is the row of circles so far? Read board-layout.js next.

import { canvas, disc, heading, label, line, listed, lookOf, sum } from "huisu/pictures/shared";
import { amountText } from "huisu/trace";
import { word } from "huisu/words";

/** @type {import("huisu/pictures/shared").Picture} */
export function picture(scene, { radii }) {
  const { all, language } = scene, largest = Math.max(0, ...radii), unit = largest ? Math.min(220 / sum(radii), 70 / largest) : 0;
  const high = 2 * unit * largest, floor = 50 + high, r = all.map((circle) => radii[circle - 1]);
  /** @type {number[]} */
  const centres = [];
  // Each circle touches one of those before it, as far right as any of them makes it.
  r.forEach((own, k) => centres.push(Math.max(k ? -Infinity : 0, ...centres.map((centre, j) => centre + 2 * Math.sqrt(r[j] * own)))));
  const left = Math.min(0, ...centres.map((centre, k) => centre - r[k])), right = Math.max(left, ...centres.map((centre, k) => centre + r[k]));
  const at = (/** @type {number} */ place) => 20 + (place - left) * unit;
  const drawn = r.map((own, k) => disc(at(centres[k]), floor - own * unit, own * unit, lookOf(scene, k), all[k]));
  const rest = [...radii.keys()].filter((k) => !all.includes(k + 1));
  let x = 20;
  const waiting = rest.map((k) => disc((x += 2 * radii[k] * unit) - radii[k] * unit, floor + 120 + high / 2, radii[k] * unit, "free", k + 1));
  const width = amountText(right - left), end = at(right);
  const ruler = all.length ? [line(`M20 ${floor + 8}v24M20 ${floor + 20}H${end}M${end} ${floor + 8}v24`, "ink"), label((20 + end) / 2, floor + 42, width)] : [];
  const picture = canvas(scene, floor + 125 + high, line(`M10 ${floor}H470`, "ink", 3), ...drawn, ...ruler, heading(floor + 95, rest.length ? word("page.board.circles.rest", language) : ""), ...waiting);
  return { picture, says: word("page.board.circles", language, { circles: listed(all, language), width }) };
}
