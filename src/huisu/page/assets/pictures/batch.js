// When are the two machines busy with which job? Read sign-triangle.js next.

import { bar, block, canvas, heading, label, line, lookOf, sum } from "huisu/pictures/shared";
import { word } from "huisu/words";

/** @type {import("huisu/pictures/shared").Picture} */
export function picture(scene, { jobs }) {
  const { all, language } = scene, unit = 440 / Math.max(1, sum(jobs.flat()));
  const drawn = [];
  let first = 0, second = 0, total = 0;
  for (const [k, job] of all.entries()) {
    const [on1, on2] = jobs[job - 1], look = lookOf(scene, k), begin = Math.max(second, first + on1);
    drawn.push(block(20 + first * unit, 40, on1 * unit, 56, look, job), block(20 + begin * unit, 140, on2 * unit, 56, look, job));
    first += on1;
    second = begin + on2;
    total += second;
    drawn.push(line(`M${20 + second * unit} 196v12`, "ink"), label(20 + second * unit, 220, second, 18));
  }
  const left = jobs.flatMap((/** @type {number[]} */ [on1, on2], /** @type {number} */ k) =>
    all.includes(k + 1) ? [] : [{ size: on1 + on2, look: "free", text: `${k + 1}: ${on1} + ${on2}` }]);
  const heads = [
    word("page.board.machine", language, { number: 1, time: first }), word("page.board.machine", language, { number: 2, time: second }),
    word("page.board.finish", language, { total }),
  ];
  const rest = left.length ? word("page.board.jobs", language) : "";
  return {
    picture: canvas(scene, 370, line("M20 200H460", "edge"), ...drawn, ...[...heads, rest].map((text, k) => heading([20, 120, 254, 290][k], text)), ...bar(20, 310, unit, left)),
    says: heads.join("; "),
  };
}
