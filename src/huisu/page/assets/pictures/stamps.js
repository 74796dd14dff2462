// Which postages can be made with the stamps so far? Read subset-sum.js next.

import { block, canvas, label, listed, lookOf, shape } from "huisu/pictures/shared";
import { word } from "huisu/words";

/** @type {import("huisu/pictures/shared").Picture} */
export function picture(scene, { stamps, most }) {
  const { all, trace, language } = scene, wide = Math.min(80, 430 / stamps);
  const album = Array.from({ length: stamps }, (_, k) => block(20 + k * wide, 10, wide - 8, 56, lookOf(scene, k), all[k] ?? ""));
  const can = postages(all, most);
  let run = 0;
  while (can.has(run + 1)) run++;
  // As many as the best answer reaches, and some more: the picture keeps its size.
  const best = trace.answers.map((node) => Number(trace.amount[node])), shown = Math.min(200, Math.ceil((Math.max(9, ...best) + 10) / 10) * 10);
  const cells = Array.from({ length: shown }, (_, k) => {
    const postage = k + 1, x = 20 + (k % 10) * 44, y = 90 + Math.floor(k / 10) * 34, isMade = can.has(postage);
    const f = postage <= run ? "live-fill" : "paper", look = { s: isMade ? "live" : "none-line", "stroke-width": isMade ? 2 : 1, "stroke-dasharray": !isMade && "2 4" };
    return shape("g", { "data-postage": postage, "data-made": isMade }, shape("rect", { x, y, width: 40, height: 30, f, ...look }),
      label(x + 20, y + 15, postage, 17, isMade ? { "font-weight": "bold" } : { f: "none" }));
  });
  const says = word("page.board.stamps", language, { stamps: listed(all, language), run, most });
  return { picture: canvas(scene, 95 + Math.ceil(shown / 10) * 34, ...album, ...cells), says };
}

/** Return the sums of at most so many stamps. @param {number[]} stamps @param {number} most */
function postages(stamps, most) {
  let found = new Set([0]);
  for (let k = 0; k < most; k++) found = new Set([...found].flatMap((postage) => [postage, ...stamps.map((stamp) => postage + stamp)]));
  return found;
}
