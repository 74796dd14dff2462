// Where has the tour come to? Read circles.js next.

import { canvas, disc, HALO, label, line, lookOf, onCircle, shape, sum } from "huisu/pictures/shared";
import { word } from "huisu/words";

/** @type {import("huisu/pictures/shared").Picture} */
export function picture(scene, { costs }) {
  const n = costs.length, { at, r } = onCircle(n), { all, language } = scene;
  const drawn = [], labels = [];
  const isClosed = all.length === n - 1 && n > 1, tour = [1, ...all, ...(isClosed ? [1] : [])];
  for (let a = 0; a < n; a++)
    for (let b = a + 1; b < n; b++) {
      const [there, back] = [costs[a][b] ?? "–", costs[b][a] ?? "–"];
      if (there === "–" && back === "–") continue;
      drawn.push(line(`M${at[a]}L${at[b]}`, "edge", 2));
      if (n <= 7) labels.push(label(...part(at[a], at[b], 0.34), there === back ? there : `${there}/${back}`, 18, HALO));
    }
  const steps = tour.slice(1).map((to, k) => step(at[tour[k] - 1], at[to - 1], lookOf(scene, Math.min(k, all.length - 1)), r));
  const looks = at.map((_, k) => (k ? (all.includes(k + 1) ? lookOf(scene, all.indexOf(k + 1)) : "free") : scene.isAnswer ? "answer" : "chosen"));
  const discs = at.map(([x, y], k) => disc(x, y, r, looks[k], k + 1));
  const length = sum(tour.slice(1).map((to, k) => costs[tour[k] - 1][to - 1] ?? 0));
  return { picture: canvas(scene, 420, ...drawn, ...steps, ...labels, ...discs), says: word("page.board.tour", language, { tour: tour.join("-"), length }) };
}

/** @param {[number, number]} from @param {[number, number]} to @param {number} share @returns {[number, number]} */
const part = (from, to, share) => [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];

/** Return a step of the tour with an arrowhead. @param {[number, number]} from @param {[number, number]} to @param {import("huisu/pictures/shared").Look} look @param {number} r */
function step(from, to, look, r) {
  const s = look === "refused" ? "killed" : look === "answer" ? "answer" : "live", [x, y] = part(from, to, 0.8);
  const turn = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
  return shape("g", {}, line(`M${from}L${to}`, s, 5, { "stroke-dasharray": look === "refused" && "10 8" }),
    shape("path", { f: s, d: `M${r / 2} 0L${-r / 2} ${-r / 2}V${r / 2}Z`, transform: `translate(${x} ${y}) rotate(${turn})` }));
}
