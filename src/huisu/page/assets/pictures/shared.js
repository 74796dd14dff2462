// What do the pictures have in common? Colours, boxes, discs, texts, and the
// vertices of a graph on a circle. Read board.js next, the first of the pictures.
//
// Pictures are 480 units wide. Their colours are those of base.css, by name, and
// follow the page's; exports/pictures.js fills in the light ones for a file.

import { svg } from "huisu/dom";
import { word } from "huisu/words";

/** @typedef {import("huisu/pictures/scene").Scene} Scene */
/** @typedef {{picture: SVGElement, says: string}} Drawn the picture, and in words what it shows */
/** @typedef {(scene: Scene, data: any) => Drawn} Picture `data` is the instance, as people write it */
/** @typedef {"chosen"|"answer"|"refused"|"free"|"left"} Look left: decided against */

const WIDTH = 480;

/** @type {Record<Look, Record<string, any>>} */
const LOOKS = {
  chosen: { f: "live-fill", s: "live", "stroke-width": 2.5 },
  answer: { f: "answer-fill", s: "answer", "stroke-width": 4 },
  refused: { f: "killed-fill", s: "killed", "stroke-width": 2.5, "stroke-dasharray": "6 4" },
  free: { f: "paper", s: "none-line", "stroke-width": 1.5, "stroke-dasharray": "2 4" },
  left: { f: "dead-fill", s: "none-line", "stroke-width": 1.5 },
};

/**
 * Return an SVG element; `f` and `s` name the colours of its fill and its stroke.
 * @param {string} name
 * @param {Record<string, any>} attributes
 * @param {...(Node|string)} children
 * @returns {any}
 */
export function shape(name, { f, s, ...others }, ...children) {
  return svg(name, { fill: f ? `var(--${f})` : "none", stroke: s && `var(--${s})`, ...others }, ...children);
}

/**
 * Return a text, its middle at a place.
 * @param {number} x @param {number} y @param {unknown} text @param {number} [size]
 * @param {Record<string, any>} [others]
 */
export function label(x, y, text, size = 20, others = {}) {
  const place = { x, y: y + size * 0.35, "font-size": size, "text-anchor": "middle" };
  return shape("text", { f: "ink", ...place, ...others }, String(text));
}

/** Attributes of a text that stands on lines or signs. */
export const HALO = { s: "paper", "stroke-width": 5, "paint-order": "stroke" };

/** Return a line along a path. @param {string} d @param {string} s @param {number} [width] @param {Record<string, any>} [others] */
export function line(d, s, width = 2, others = {}) {
  return shape("path", { d, s, "stroke-width": width, ...others });
}

/**
 * Return a box with a text in it; what is refused is dashed and crossed out.
 * @param {number} x @param {number} y @param {number} width @param {number} height
 * @param {Look} look @param {unknown} [text] @param {Record<string, any>} [others]
 */
export function block(x, y, width, height, look, text = "", others = {}) {
  const box = svg("g", { "data-look": look, ...others }, shape("rect", { x, y, width, height, ...LOOKS[look] }));
  if (look === "refused") box.append(line(`M${x} ${y}l${width} ${height}m0 ${-height}l${-width} ${height}`, "killed", 1.5));
  const size = Math.min(22, height * 0.7, (1.6 * width) / Math.max(1, String(text).length));
  if (text !== "" && size >= 6) box.append(label(x + width / 2, y + height / 2, text, size, look === "refused" ? HALO : {}));
  return box;
}

/**
 * Return a disc with a text in it, as `block` does.
 * @param {number} x @param {number} y @param {number} r
 * @param {Look} look @param {unknown} [text] @param {Record<string, any>} [others]
 */
export function disc(x, y, r, look, text = "", others = {}) {
  const found = svg("g", { "data-look": look, ...others }, shape("circle", { cx: x, cy: y, r, ...LOOKS[look] }));
  const reach = r * 0.7;
  if (look === "refused")
    found.append(line(`M${x - reach} ${y - reach}L${x + reach} ${y + reach}M${x - reach} ${y + reach}L${x + reach} ${y - reach}`, "killed", 1.5));
  found.append(label(x, y, text, Math.min(28, r), look === "refused" ? HALO : {}));
  return found;
}

/** Return how a component chosen, or the one refused, looks. @param {Scene} scene @param {number} k @returns {Look} */
export function lookOf(scene, k) {
  if (k >= scene.x.length) return k < scene.all.length ? "refused" : "free";
  return scene.isAnswer ? "answer" : "chosen";
}

/** Return how an object of a subset tree looks; `left` if it is not taken. @param {Scene} scene @param {number} k @returns {Look} */
export function takenLook(scene, k) {
  const look = lookOf(scene, k);
  return look !== "free" && look !== "refused" && scene.all[k] !== 1 ? "left" : look;
}

/** Return the sign of the state: a tick, or the mark of the refusal; its upper left corner is given.
 * @param {Scene} scene @param {number} x @param {number} y @param {number} size */
export function badge({ isAnswer, isCut, mark }, x, y, size) {
  if (!isAnswer && !mark) return svg("g");
  const middle = [x + size / 2, y + size / 2], step = size / 6;
  if (!isAnswer)
    return svg("g", { class: "badge" }, shape("rect", { x, y, width: size, height: size, f: isCut ? "cut" : "killed" }),
      label(middle[0], middle[1], mark, size * 0.6, { f: "paper", "font-weight": "bold" }));
  return svg("g", { class: "badge" }, shape("circle", { cx: middle[0], cy: middle[1], r: size / 2, f: "answer" }),
    line(`M${x + 1.6 * step} ${y + 3 * step}l${step} ${1.2 * step}l${1.8 * step} ${-2.4 * step}`, "paper", size / 9));
}

/** Return a picture with the sign of the state in its upper right corner.
 * @param {Scene} scene @param {number} height @param {...(Node|string)} children @returns {SVGElement} */
export function canvas(scene, height, ...children) {
  return framed(`0 0 ${WIDTH} ${height}`, ...children, badge(scene, WIDTH - 38, 2, 36));
}

/** @param {string} viewBox @param {...(Node|string)} children @returns {SVGElement} */
export function framed(viewBox, ...children) {
  return svg("svg", { class: "picture", viewBox, "font-family": "var(--font)" }, ...children);
}

/** Return the word for a list of things, "none" if there are none. @param {unknown[]} things @param {import("huisu/words").Language} language */
export function listed(things, language) {
  return things.join(language === "zh" ? "、" : ", ") || word("page.board.none", language);
}

/** @param {number[]} numbers */
export const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/**
 * Return where the vertices of a graph stand, the first at the top, and how large they are.
 * @param {number} n
 * @returns {{at: [number, number][], r: number}}
 */
export function onCircle(n) {
  const around = Array.from({ length: n }, (_, k) => (2 * Math.PI * k) / n);
  const at = around.map((angle) => /** @type {[number, number]} */ ([240 + 160 * Math.sin(angle), 210 - 160 * Math.cos(angle)]));
  return { at, r: Math.max(6, Math.min(28, 400 / n)) };
}

/**
 * Return boxes side by side, as wide as their sizes.
 * @param {number} x @param {number} y @param {number} unit
 * @param {{size: number, look: Look, text: unknown, data?: Record<string, any>}[]} parts
 */
export function bar(x, y, unit, parts) {
  return parts.map(({ size, look, text, data }) => {
    const width = Math.max(size * unit, 8);
    x += width;
    return block(x - width, y, width, 56, look, text, data);
  });
}

/** Return a heading of a part of a picture. @param {number} y @param {string} text */
export const heading = (y, text) => label(20, y, text, 20, { class: "heading", "text-anchor": "start" });

/** Return the frame of what holds no more than a limit. @param {number} y @param {number} width */
export function holder(y, width) {
  return [shape("rect", { x: 20, y: y - 6, width, height: 68, s: "ink", "stroke-width": 3 }), line(`M${20 + width} ${y - 14}v84`, "ink", 6)];
}
