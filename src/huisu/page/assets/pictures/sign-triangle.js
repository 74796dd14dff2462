// Which signs have grown below the first row so far? Read board.js next.

import { canvas, disc, lookOf } from "huisu/pictures/shared";
import { word } from "huisu/words";

/** @type {import("huisu/pictures/shared").Picture} */
export function picture(scene, { n }) {
  const { all, language } = scene, step = Math.min(64, 440 / n), high = step * 0.88;
  const number = { "+": 0, "-": 0 }, discs = [];
  let signs = /** @type {("+"|"-")[]} */ (all);
  for (let row = 0; row < n; row++) {
    for (let k = 0; k < n - row; k++) {
      if (signs[k]) number[signs[k]]++;
      const x = 240 + (k - (n - 1 - row) / 2) * step, text = signs[k]?.replace("-", "−") ?? "";
      discs.push(disc(x, 50 + step / 2 + row * high, step * 0.42, lookOf(scene, row + k), text));
    }
    signs = signs.slice(1).map((sign, k) => (sign === signs[k] ? "+" : "-"));
  }
  const values = { plus: number["+"], minus: number["-"], half: (n * (n + 1)) / 4 };
  return { picture: canvas(scene, 60 + step + (n - 1) * high, ...discs), says: word("page.board.signs", language, values) };
}
