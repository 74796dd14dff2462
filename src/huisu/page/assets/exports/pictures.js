// Which pictures of the search can be taken along? The tree, the board, and both
// with the sentence of a step. Read film.js next, which strings them together.

import { el, svg } from "huisu/dom";
import { lightColours, treeStyle } from "huisu/exports/light";
import { drawerOf, formOf } from "huisu/panels/tree";
import { shortened } from "huisu/panels/tree-says";
import { TreeSvg } from "huisu/panels/tree-svg";
import { Refusal } from "huisu/server";
import { layout, MAX_WHOLE } from "huisu/tree";
import { grouped, word } from "huisu/words";

/** @typedef {import("huisu/store").State} State */
/** @typedef {import("huisu/store").Language} Language */
/** @typedef {import("huisu/replay").Replay} Replay */
/** @typedef {import("huisu/trace").Trace} Trace */

const PAD = 16, TITLE = 19, LINE = 14, MOST_PIXELS = 8000, LEAST_PIXELS = 100, MOST_LINES = 3, LEAST_TREE = 1000;

/** Return a refusal in both languages. @param {string} key @param {Record<string, unknown>} values */
export function refused(key, values) {
  return new Refusal({ en: word(key, "en", values), zh: word(key, "zh", values) });
}

/** Return the tree as it is drawn on the page. @param {Readonly<State>} state */
export function layoutOf(state) {
  return layout(/** @type {Trace} */ (state.trace), formOf(state).form, state.folded);
}

/**
 * Return the tree with all its numbers, or as the page draws it in a room so wide.
 * @param {Readonly<State>} state @param {import("huisu/tree").Layout} [drawn] @param {number} [room]
 */
export function treePicture(state, drawn = layoutOf(state), room = Infinity) {
  const size = drawn.node.length;
  if (size > MAX_WHOLE) throw refused("page.export.large", { size: grouped(size), most: grouped(MAX_WHOLE) });
  const picture = new TreeSvg(/** @type {Replay} */ (state.replay), drawn, state.language);
  picture.label(state.labels);
  picture.resize(Math.min(1, picture.scales(room).usual));
  picture.show(state.position);
  return picture;
}

/** Return the title and the lines above a picture. @param {Readonly<State>} state */
export function heading(state) {
  const { position, language, description } = state, replay = /** @type {Replay} */ (state.replay);
  const last = replay.length - 1, title = description?.title[language] || replay.trace.problem;
  if (position > last) return [title, replay.summary(language).join(language === "zh" ? "；" : "; ")];
  return [title, word("tree.step", language, { step: position, last, sentence: replay.sentence(position, language) })];
}

/**
 * Return a document with lines of text above pictures that stand side by side.
 * @param {string[]} lines @param {{element: SVGElement, width: number, height: number}[]} parts
 * @param {{language: Language, width?: number, style?: string, rows?: number}} look in `rows` the rows of text
 *   that are kept free at least, so that the frames of a film are alike
 */
export function sheet(lines, parts, { language, width = 0, style = treeStyle(), rows = 0 }) {
  const gap = 24, inner = parts.reduce((sum, part) => sum + part.width + gap, -gap);
  const wide = Math.max(width, inner, 480) + 2 * PAD;
  const [title, ...others] = lines.map((text, at) => wrapped(text, at ? String(LINE) : `bold ${TITLE}`, wide - 2 * PAD));
  const shown = [title[0], ...others.flat()], top = PAD + TITLE + Math.max(rows, shown.length) * LINE * 1.5;
  const high = top + Math.max(...parts.map((part) => part.height)) + PAD;
  const texts = shown.map((text, at) => svg("text", {
    x: PAD, y: PAD + TITLE * 0.8 + at * LINE * 1.6, "font-size": at ? LINE : TITLE, fill: "var(--ink)", "font-weight": at ? null : "bold",
  }, text));
  let x = PAD;
  for (const { element, width: own, height } of parts) {
    for (const [name, value] of Object.entries({ x, y: top, width: own, height })) element.setAttribute(name, String(value));
    x += own + gap;
  }
  return svg("svg", {
    "xml:lang": language, width: Math.ceil(wide), height: Math.ceil(high), viewBox: `0 0 ${Math.ceil(wide)} ${Math.ceil(high)}`,
    "font-family": "var(--font)",
  }, svg("title", {}, lines[0]), svg("style", {}, style), svg("rect", { width: "100%", height: "100%", fill: "var(--paper)" }),
  ...texts, ...parts.map((part) => part.element));
}

/**
 * Return a text in lines that are not wider than some pixels; the third one ends in an ellipsis if it has to.
 * @param {string} text @param {string} font its weight and height @param {number} most
 */
function wrapped(text, font, most) {
  const pen = /** @type {CanvasRenderingContext2D} */ (el("canvas").getContext("2d"));
  pen.font = `${font}px ${lightColours()("--font")}`;
  // Where the text is seen the font may be another one, a little wider.
  const fits = (/** @type {string} */ line) => pen.measureText(line.trimEnd()).width * 1.05 <= most;
  const lines = [""];
  // Chinese is broken anywhere but before a stop.
  for (const piece of text.match(/[\u2e80-\u9fff][，。；：、）]*|[^\s\u2e80-\u9fff]+\s*|\s+/g) ?? []) {
    const longer = lines[lines.length - 1] + piece;
    if (lines[0] && !fits(longer)) lines.push(piece);
    else lines[lines.length - 1] = longer;
  }
  let last = lines.splice(MOST_LINES - 1).join("");
  for (let length = last.length; length && !fits(last); ) last = shortened(last, length--);
  return [...lines, ...(last ? [last] : [])].map((line) => line.trimEnd());
}

/** Return a picture as a document of its own, in the light colours. @param {Element} drawn */
export function text(drawn) {
  const colour = lightColours();
  return new XMLSerializer().serializeToString(drawn)
    .replace(/var\((--[\w-]+)\)/g, (_, name) => colour(name).replaceAll('"', "'"));
}

/** @param {Readonly<State>} state @param {number} [room] */
export function treeSheet(state, room) {
  return sheet(heading(state), [treePicture(state, undefined, room)], state);
}

/** Return the picture that the board panel shows. @param {SVGElement|null} shown */
export function boardText(shown) {
  if (!shown) throw refused("page.export.board.none", {});
  const copy = /** @type {SVGElement} */ (shown.cloneNode(true)), box = copy.getAttribute("viewBox")?.split(" ") ?? [];
  copy.setAttribute("width", box[2]);
  copy.setAttribute("height", box[3]);
  return text(copy);
}

/**
 * Return the tree as PNG, so many pixels wide.
 * @param {Readonly<State>} state @param {number} width
 * @returns {Promise<Blob>}
 */
export async function treePng(state, width) {
  const most = grouped(MOST_PIXELS);
  if (!(width >= LEAST_PIXELS && width <= MOST_PIXELS)) throw refused("page.export.width", { least: LEAST_PIXELS, most });
  const drawn = layoutOf(state), canvas = el("canvas");
  if (drawn.node.length > MAX_WHOLE) await paintLarge(canvas, state, drawn, width);
  else {
    const picture = treeSheet(state, Math.max(width, LEAST_TREE) - 2 * PAD), height = Math.round((picture.getAttribute("height") * width) / picture.getAttribute("width"));
    if (height > MOST_PIXELS) throw refused("page.export.height", { width: grouped(width), height: grouped(height), most });
    await paint(canvas, text(picture), width, height);
  }
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** @param {HTMLCanvasElement} canvas @param {Readonly<State>} state @param {import("huisu/tree").Layout} drawn @param {number} width */
async function paintLarge(canvas, state, drawn, width) {
  const TreeCanvas = /** @type {typeof import("huisu/panels/tree-canvas").TreeCanvas} */ (await drawerOf(drawn));
  const picture = new TreeCanvas(/** @type {Replay} */ (state.replay), drawn, state.language);
  picture.palette = lightColours();
  picture.position = state.position;
  picture.label(state.labels);
  picture.scale = picture.scales(width).least;
  picture.paintOn(canvas, width, 1, 0);
}

/**
 * Paint an SVG document on a canvas.
 * @param {HTMLCanvasElement} canvas @param {string} document @param {number} width @param {number} height
 */
export async function paint(canvas, document, width, height) {
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(document)}`;
  await image.decode();
  Object.assign(canvas, { width, height });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  pen.drawImage(image, 0, 0, width, height);
  return pen;
}
