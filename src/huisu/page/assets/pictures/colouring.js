// Which colours have the vertices so far? A colour is a number and a pattern, too.
// Read salesman.js next.

import { canvas, disc, label, line, listed, onCircle, shape } from "huisu/pictures/shared";
import { word } from "huisu/words";

const COLOURS = ["live", "tried", "cut", "answer", "quiet"];

/** @type {import("huisu/pictures/shared").Picture} */
export function picture(scene, { vertices, edges }) {
  const { at, r } = onCircle(vertices), { all, x, language } = scene, newest = all.length;
  const drawn = edges.map((/** @type {number[]} */ [a, b]) => {
    const isClash = newest > x.length && b === newest && all[a - 1] === all[b - 1];
    return line(`M${at[a - 1]}L${at[b - 1]}`, isClash ? "killed" : "edge", isClash ? 6 : 2);
  });
  const discs = at.flatMap(([cx, cy], k) => {
    const out = label(cx + (cx - 240) * (r + 16) / 160, cy + (cy - 210) * (r + 16) / 160, k + 1, 20);
    if (k >= x.length) return [out, disc(cx, cy, r, k < newest ? "refused" : "free", all[k] ?? "")];
    return [out, coloured(cx, cy, r, x[k], scene.isAnswer)];
  });
  const colours = listed(x.map((colour, k) => `${k + 1}: ${colour}`), language);
  return { picture: canvas(scene, 420, ...drawn, ...discs), says: word("page.board.colours", language, { colours }) };
}

/** @param {number} x @param {number} y @param {number} r @param {number} colour @param {boolean} isAnswer */
function coloured(x, y, r, colour, isAnswer) {
  const f = COLOURS[(colour - 1) % COLOURS.length], look = isAnswer ? "answer" : "chosen";
  return shape("g", { "data-look": look, "data-colour": colour },
    shape("circle", { cx: x, cy: y, r, f, s: isAnswer ? "answer" : "ink", "stroke-width": isAnswer ? 6 : 2 }),
    shape("g", { transform: `translate(${x} ${y}) rotate(${(colour * 45) % 180})` }, line(chords(r - 2, 3 + 4 * Math.ceil(colour / 4)), "paper", 1.5)),
    shape("circle", { cx: x, cy: y, r: r * 0.55, f: "paper" }), label(x, y, colour, r * 0.8, { "font-weight": "bold" }));
}

/** Return parallel lines across a disc. @param {number} r @param {number} number */
function chords(r, number) {
  return Array.from({ length: number }, (_, k) => {
    const y = ((2 * (k + 1)) / (number + 1) - 1) * r, half = Math.sqrt(r * r - y * y);
    return `M${-half} ${y}h${2 * half}`;
  }).join("");
}
