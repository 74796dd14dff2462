// Which digits are in the grid so far? Read vector.js next, for any other search.

import { canvas, label, line, shape } from "huisu/pictures/shared";
import { word } from "huisu/words";

/** @type {import("huisu/pictures/shared").Picture} */
export function picture(scene, { rows }) {
  const { x, all, trial, language } = scene, side = rows.length, box = Math.sqrt(side), wide = 400 / side, newest = all.length - 1;
  const given = [...rows.join("")], holds = given.map((sign, k) => x[k] ?? (sign === "." ? "" : sign));
  const places = given.map((_, k) => [Math.floor(k / side), k % side]);
  const cells = places.flatMap(([row, column], k) => {
    const left = 20 + column * wide, top = 10 + row * wide, isGiven = given[k] !== ".", isNow = k === newest && !scene.isAnswer;
    const f = isNow ? (trial === undefined ? "live-fill" : "killed-fill") : isGiven ? "dead-fill" : "paper";
    const found = [shape("rect", { x: left, y: top, width: wide, height: wide, f, s: "edge", "data-cell": `${row + 1},${column + 1}` })];
    const look = isGiven ? { "font-weight": "bold" } : { f: scene.isAnswer ? "answer" : "live" };
    found.push(label(left + wide / 2, top + wide / 2, isNow && trial !== undefined ? trial : holds[k], wide * 0.6, isNow && trial !== undefined ? { f: "killed", "data-refused": trial } : look));
    if (isNow && trial !== undefined) found.push(line(`M${left + 5} ${top + wide - 5}l${wide - 10} ${10 - wide}`, "killed", 3));
    return found;
  });
  const grid = Array.from({ length: box + 1 }, (_, k) => line(`M20 ${10 + k * box * wide}h400M${20 + k * box * wide} 10v400`, "ink", 3));
  const culprit = trial === undefined ? -1 : clash(places, holds, newest, trial, box);
  if (culprit >= 0) grid.push(shape("circle", { cx: 20 + (places[culprit][1] + 0.5) * wide, cy: 10 + (places[culprit][0] + 0.5) * wide, r: wide * 0.42, s: "killed", "stroke-width": 4, "data-culprit": places[culprit].map((each) => each + 1) }));
  const filled = holds.filter((digit) => digit !== "").length;
  const now = places.slice(Math.max(0, newest), newest + 1).map(([row, column]) => word("page.board.square", language, { row: row + 1, column: column + 1 }));
  return { picture: canvas(scene, 420, ...cells, ...grid), says: [word("page.board.sudoku", language, { filled, cells: side * side }), ...now].join("; ") };
}

/** Return the first cell of the same row, else column, else box, that has a digit already.
 * @param {number[][]} places @param {any[]} holds @param {number} k @param {number} digit @param {number} box */
function clash(places, holds, k, digit, box) {
  const of = (/** @type {number[]} */ [r, c]) => [r, c, Math.floor(r / box) * box + Math.floor(c / box)];
  const own = of(places[k]);
  for (let kind = 0; kind < 3; kind++) {
    const found = places.findIndex((place, j) => j !== k && String(holds[j]) === String(digit) && of(place)[kind] === own[kind]);
    if (found >= 0) return found;
  }
  return -1;
}
