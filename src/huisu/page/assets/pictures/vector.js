// What does a search look like of which nothing is known but its record? As the
// solution vector, a row for each component. Read scene.js next.

import { block, canvas, label, lookOf } from "huisu/pictures/shared";
import { valueText } from "huisu/trace";
import { word } from "huisu/words";

/** @typedef {import("huisu/pictures/scene").Scene} Scene */
/** @typedef {{text: string, look: import("huisu/pictures/shared").Look}} Cell */

const ROWS = 9, ROOM = 402, HIGH = 44, LONGEST = 12;

/** @type {import("huisu/pictures/shared").Picture} */
export function picture(scene) {
  const { trace, all, x, language } = scene, now = Math.max(0, all.length - 1);
  const first = Math.max(0, Math.min(now - ROWS + 4, trace.depth - ROWS)), last = Math.min(trace.depth, first + ROWS);
  const rows = Array.from({ length: last - first }, (_, k) => cells(scene, first + k));
  const width = 14 + 10 * Math.max(2, ...rows.flat().map(({ text }) => text.length));
  const drawn = rows.flatMap((row, k) => [
    label(28, k * HIGH + 63, `x${first + k + 1}`, 18, first + k === now ? { "font-weight": "bold" } : { f: "quiet" }),
    ...across(row, k * HIGH + 44, width),
  ]);
  if (first > 0) drawn.push(label(28, 26, "⋮"));
  if (last < trace.depth) drawn.push(label(28, rows.length * HIGH + 54, "⋮"));
  const said = x.map((value, k) => `x${k + 1} = ${valueText(value)}`);
  const says = (said.length > 6 ? ["…"] : []).concat(said.slice(-6)).join(", ");
  return { picture: canvas(scene, rows.length * HIGH + 66, ...drawn), says: says || word("page.board.empty", language) };
}

/** Return the values of a component: those generated, then the others that are known. @param {Scene} scene @param {number} k @returns {Cell[]} */
function cells(scene, k) {
  const { trace, rows, all, state } = scene, { nodes, chosen } = rows[k] ?? { nodes: [], chosen: -1 };
  const isNewest = state === "refused" && k === all.length - 1, newest = nodes[nodes.length - 1];
  const known = nodes.map((node) => {
    const look = node === chosen ? lookOf(scene, k) : isNewest && node === newest ? "refused" : "left";
    return { text: (node === chosen ? "" : "*") + text(trace.value[node]), look };
  });
  const later = nodes.length ? trace.children(trace.parent[newest]).slice(nodes.length).map((node) => trace.value[node]) : [];
  const met = new Set([...nodes.map((node) => trace.value[node]), ...later, ...(trace.tree === "permutation" ? all.slice(0, k) : [])].map(String));
  const domain = trace.tree ? trace.domains[Math.min(k, trace.domains.length - 1)] ?? [] : [];
  const others = [...later, ...domain.filter((value) => !met.has(String(value)))];
  return /** @type {Cell[]} */ ([...known, ...others.map((value) => ({ text: text(value), look: "free" }))]);
}

/** @param {unknown} value */
function text(value) {
  const said = valueText(value);
  return said.length > LONGEST ? `${said.slice(0, LONGEST - 1)}…` : said;
}

/** Return the boxes of a row, or as many as there is room for round the one to be seen. @param {Cell[]} row @param {number} y @param {number} width */
function across(row, y, width) {
  const fit = Math.max(1, Math.floor(ROOM / width)), focus = row.findIndex(({ look }) => look !== "left");
  const from = Math.max(0, Math.min((focus < 0 ? row.length : focus) - fit + 2, row.length - fit));
  const shown = row.slice(from, from + fit).map(({ look, text }, k) => block(66 + k * width, y, width - 6, HIGH - 8, look, text));
  if (from > 0) shown.push(label(59, y + 16, "…", 14));
  if (from + fit < row.length) shown.push(label(68 + fit * width, y + 16, "…", 14));
  return shown;
}
