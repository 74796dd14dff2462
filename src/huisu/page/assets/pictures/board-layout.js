// Which boards are in the slots so far, and how many wires run side by side? Read
// stamps.js next.

import { block, canvas, label, line, listed, lookOf, shape } from "huisu/pictures/shared";
import { word } from "huisu/words";

/** @type {import("huisu/pictures/shared").Picture} */
export function picture(scene, { boards, nets }) {
  const { all, language } = scene, wide = 370 / Math.max(1, boards), high = Math.min(34, 300 / Math.max(1, nets.length));
  const middle = (/** @type {number} */ slot) => 100 + (slot + 0.5) * wide;
  const slots = Array.from({ length: boards }, (_, k) => block(102 + k * wide, 80, wide - 4, 50, lookOf(scene, k), all[k] ?? ""));
  const wires = nets.map((/** @type {number[]} */ net, /** @type {number} */ k) => wire(net, all, 174 + k * high, high, middle));
  const between = all.map((_, k) => nets.filter((/** @type {number[]} */ net) => {
    const now = net.filter((board) => all.indexOf(board) >= 0 && all.indexOf(board) <= k).length;
    return now && now < net.length;
  }).length);
  const density = Math.max(0, ...between);
  const counts = between.slice(0, boards - 1).map((number, k) => label(100 + (k + 1) * wide, 62, number, 20, number === density ? { "font-weight": "bold" } : { f: "quiet" }));
  return {
    picture: canvas(scene, 180 + nets.length * high, label(92, 146, word("page.board.wires", language), 16, { "text-anchor": "end", f: "quiet" }), ...slots, ...wires, ...counts),
    says: word("page.board.layout", language, { boards: listed(all, language), density }),
  };
}

/** Return the wire of a net: from the first of its slots to the last, or on to where its other boards will be.
 * @param {number[]} net @param {any[]} all @param {number} y @param {number} high @param {(slot: number) => number} middle */
function wire(net, all, y, high, middle) {
  const slots = net.map((board) => all.indexOf(board)).filter((slot) => slot >= 0), isOpen = slots.length < net.length;
  const found = shape("g", { "data-net": net.join(",") }, label(92, y, net.join(", "), Math.min(18, high * 0.6), { "text-anchor": "end", f: "quiet" }));
  if (!slots.length) return found;
  const begin = middle(Math.min(...slots)), end = middle(Math.max(...slots)), open = middle(all.length - 0.5) + 10;
  found.append(line(`M${begin} ${y}H${end}`, "accent", 5));
  if (isOpen) found.append(line(`M${end} ${y}H${Math.max(open, end)}`, "accent", 5, { "stroke-dasharray": "6 5" }));
  found.append(...slots.map((slot) => shape("circle", { cx: middle(slot), cy: y, r: 7, f: "accent" })));
  return found;
}
