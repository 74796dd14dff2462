// How does a whole search become a film? One frame a position: the board, the tree
// and the sentence. Read gif.js next, which writes the file.

import { el } from "huisu/dom";
import { Gif, palette } from "huisu/exports/gif";
import { treeStyle } from "huisu/exports/light";
import { heading, layoutOf, paint, refused, sheet, text, treePicture } from "huisu/exports/pictures";
import { boardPanel } from "huisu/panels/board";
import { Store } from "huisu/store";
import { grouped } from "huisu/words";

/** @typedef {import("huisu/store").State} State */

const MOST_FRAMES = 600, BOARD = 320, WIDEST = 1500; // pixels of a tree that can be read as it moves
const LAST = 300; // hundredths of a second

/**
 * Return a GIF of a search; at most 600 positions, since a longer one is not watched.
 * @param {Readonly<State>} state
 * @param {(frame: number, frames: number) => boolean} onProgress returns whether to go on
 * @returns {Promise<Blob|null>} null if it was given up
 */
export async function film(state, onProgress) {
  const last = /** @type {import("huisu/replay").Replay} */ (state.replay).length;
  if (last >= MOST_FRAMES) throw refused("page.export.long", { frames: grouped(last + 1), most: MOST_FRAMES });
  const camera = await Camera.of(state), delay = Math.max(2, Math.round(100 / state.speed));
  const samples = [];
  for (const share of [0, 0.3, 0.6, 0.9, 1]) samples.push((await camera.take(Math.round(last * share))).data);
  const gif = new Gif(camera.width, camera.height, palette(samples));
  for (let position = 0; position <= last; position++) {
    if (!onProgress(position + 1, last + 1)) return null;
    await new Promise((resolve) => setTimeout(resolve)); // the page shows how far it is, and hears a click
    gif.add((await camera.take(position)).data, position === last ? LAST : delay);
  }
  return gif.blob();
}

/** Takes pictures of a search, all of one size. */
class Camera {
  /** @param {Store} store @param {HTMLElement} host of the board */
  constructor(store, host) {
    this.store = store;
    this.host = host;
    this.tree = readable(store.state);
    this.style = treeStyle();
    this.canvas = el("canvas");
    this.width = this.height = 0;
  }

  /** @param {Readonly<State>} state */
  static async of(state) {
    const store = new Store({ ...state, position: 0, playing: false, selected: null });
    const host = el("section");
    host.append(el("h2"));
    boardPanel(host, store);
    for (let waits = 0; waits < 20 && !host.querySelector("svg"); waits++) await new Promise((resolve) => setTimeout(resolve, 50));
    return new Camera(store, host);
  }

  /** @param {number} position @returns {Promise<ImageData>} */
  async take(position) {
    this.store.set({ position });
    this.tree.show(position);
    const board = this.host.querySelector("svg"), parts = [];
    if (board) parts.push({ element: board, width: BOARD, height: BOARD * ratio(board) });
    const { width, height, element } = this.tree, share = Math.min(1, WIDEST / width);
    parts.push({ element, width: width * share, height: height * share });
    const drawn = sheet(heading(this.store.state), parts, { ...this.store.state, width: 900, style: this.style, rows: 3 });
    this.width ||= Number(drawn.getAttribute("width"));
    this.height ||= Number(drawn.getAttribute("height"));
    const pen = await paint(this.canvas, text(drawn), this.width, this.height);
    return pen.getImageData(0, 0, this.width, this.height);
  }
}

/** Return the tree as it is drawn on the page, or with fewer nodes if it is too wide. @param {Readonly<State>} state */
function readable(state) {
  const whole = treePicture(state), generated = whole.width > WIDEST ? treePicture(state, layoutOf({ ...state, form: "generated" })) : whole;
  return generated.width > WIDEST ? treePicture(state, layoutOf({ ...state, form: "collapsed" })) : generated;
}

/** @param {SVGElement} picture */
function ratio(picture) {
  const box = (picture.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
  return box[3] / box[2];
}
