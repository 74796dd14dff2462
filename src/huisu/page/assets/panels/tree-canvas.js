// How is a tree of more than 2,000 nodes drawn? One band a level; a node is a circle
// where there is room, else a bar in its pixel column. Read tree.js next, the panel.

import { el } from "huisu/dom";
import { bar, BARS, gapsOf, LETTER, outlineWidth, ROUND } from "huisu/panels/tree-nodes";
import { ems, TreeSays } from "huisu/panels/tree-says";
import { lowerBound } from "huisu/trace";
import { word } from "huisu/words";

/** @typedef {import("huisu/words").Language} Language */
/** @typedef {import("huisu/replay").Replay} Replay */
/** @typedef {import("huisu/replay").Status} Status */
/** @typedef {import("huisu/tree").Layout} Layout */

const CODES = new Map(BARS.map(([status], code) => [status, code + 1]));
const LIVE = 5, ANSWER = 6;
/** @type {Record<string, number>} */
const FATES = { C: 3, K: 4, L: LIVE, A: ANSWER };
const CIRCLE = 14, CLICK = 12; // pixels: the room for a circle, and how near a click must be
const HEIGHT = 400, TOP = 20, RIGHT = 14;

/** @type {Record<Status, [string, string, string]>} line, ground and ink */
const INKS = {
  ungenerated: ["--none-line", "--paper", "--none"], live: ["--live", "--live-fill", "--ink"],
  "e-node": ["--live", "--live-fill", "--ink"], killed: ["--killed", "--killed-fill", "--killed"],
  cut: ["--cut", "--cut-fill", "--cut"], dead: ["--dead", "--dead-fill", "--ink"], answer: ["--answer", "--answer-fill", "--ink"],
};

export class TreeCanvas {
  /** @param {Replay} replay @param {Layout} drawn @param {Language} language */
  constructor(replay, drawn, language) {
    this.replay = replay;
    this.drawn = drawn;
    this.language = language;
    this.says = new TreeSays(replay, drawn);
    const levels = this.sorted();
    /** The places on each level, from the left, and where they are. */
    this.levels = levels;
    this.xs = levels.map((places) => Float64Array.from(places, (place) => drawn.x[place]));
    this.gap = gapsOf(drawn);
    this.fates = Uint8Array.from(replay.trace.fate, (fate) => FATES[fate]);
    this.band = Math.max(22, Math.min(46, HEIGHT / levels.length));
    this.left = LETTER * ems(this.levelName(levels.length - 1)) + 20;
    this.height = TOP * 2 + this.band * (levels.length - 1) + 8;
    this.position = 0;
    this.chosen = -1;
    this.isBare = false;
    this.scale = 0;
    /** @type {number|undefined} */
    this.waiting = undefined;
    /** Where its colours come from; the page, if it is null. @type {((name: string) => string)|null} */
    this.palette = null;
    this.canvas = el("canvas", { role: "img" });
    this.element = el("div", { class: "wide" }, this.canvas);
  }

  /** Return the bar of a status, for the legend. @param {Status} status */
  swatch(status) {
    return bar(status, 4, 24);
  }

  sorted() {
    const { level } = this.drawn;
    /** @type {number[]} */
    const sizes = [];
    for (const each of level) sizes[each] = (sizes[each] ?? 0) + 1;
    const found = sizes.map((size) => new Int32Array(size)), filled = new Int32Array(sizes.length);
    for (let place = 0; place < level.length; place++) found[level[place]][filled[level[place]]++] = place;
    return found;
  }

  /** @param {number} level */
  levelName(level) {
    return word("tree.level", this.language, { level: level + 1 });
  }

  /** @param {number} position */
  show(position) {
    this.position = position;
    this.canvas.setAttribute("aria-label", this.says.figures(this.replay.at(position), this.language));
    this.later();
  }

  /** @param {number} place */
  select(place) {
    this.chosen = place;
    this.later();
  }

  /** @param {boolean} isShown */
  label(isShown) {
    this.isBare = !isShown;
    this.later();
  }

  /** @param {number} room */
  scales(room) {
    const fit = Math.max(1, room - this.left - RIGHT) / this.drawn.breadth;
    return { least: fit, usual: fit, most: Math.max(fit, outlineWidth(String(this.drawn.number[this.drawn.number.length - 1]).length, false) + 6) };
  }

  /** @param {number} scale */
  resize(scale) {
    this.scale = scale;
    this.element.style.width = `${this.left + this.drawn.breadth * scale + RIGHT - 1}px`;
    this.element.style.height = `${this.height}px`;
    this.later();
  }

  scrolled() {
    this.later();
  }

  /** Paint once before the next frame, whatever changes until then. */
  later() {
    this.waiting ??= requestAnimationFrame(() => this.paint());
  }

  /** Return where a place is, in pixels of the whole width. @param {number} place */
  point(place) {
    return { x: this.left + (this.drawn.x[place] + 0.5) * this.scale, y: TOP + this.drawn.level[place] * this.band, left: this.left };
  }

  paint() {
    this.waiting = undefined;
    const view = this.element.parentElement, width = view?.clientWidth ?? 0;
    if (width) this.paintOn(this.canvas, width, window.devicePixelRatio || 1, view.scrollLeft);
  }

  /**
   * Paint a part of the tree.
   * @param {HTMLCanvasElement} canvas @param {number} width of what is seen @param {number} dots a pixel
   * @param {number} from where the part begins
   */
  paintOn(canvas, width, dots, from) {
    canvas.width = Math.round(width * dots);
    canvas.height = Math.round(this.height * dots);
    canvas.style.width = `${width}px`;
    const pen = this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    pen.setTransform(dots, 0, 0, dots, 0, 0);
    this.from = from;
    this.room = width;
    this.readColours();
    pen.fillStyle = this.colour("--paper");
    pen.fillRect(0, 0, width, this.height);
    const circles = this.levels.flatMap((_, level) => this.paintLevel(level, dots));
    for (const place of circles) if (place) this.paintEdge(place);
    for (const place of circles) this.paintNode(place);
    this.paintPath();
    this.paintNames();
  }

  readColours() {
    const style = getComputedStyle(this.canvas), palette = this.palette ?? ((/** @type {string} */ name) => style.getPropertyValue(name));
    const names = [...Object.values(INKS).flat(), "--quiet", "--dead-cross", "--focus"];
    this.colours = new Map(names.map((name) => [name, palette(name)]));
    this.font = palette("--font");
  }

  /** @param {string} name */
  colour(name) {
    return this.colours?.get(name) || "#000";
  }

  /** Return how a node stands, as a place in BARS, from 1. @param {number} place */
  code(place) {
    const { position, replay } = this, node = this.drawn.node[place];
    if (node <= 0) return node < 0 ? 1 : CODES.get(replay.status(0, position)) ?? LIVE;
    if (replay.born[node] > position) return 1;
    const fate = this.fates[node];
    if (fate === ANSWER) return position > replay.born[node] ? ANSWER : LIVE;
    return fate === LIVE && replay.ended[node] && replay.ended[node] <= position ? 2 : fate;
  }

  /**
   * Paint the bars of a level and return the places that have room for a circle.
   * @param {number} level @param {number} dots
   */
  paintLevel(level, dots) {
    const places = this.levels[level], x = this.xs[level], { scale, room } = this;
    const from = Number(this.from) - this.left, columns = Math.round(Number(room) * dots);
    const best = new Uint8Array(columns), wide = Math.max(1, Math.round(Math.min(scale * 0.7, 8) * dots));
    /** @type {number[]} */
    const circles = [];
    const last = lowerBound(x, (from + Number(room)) / scale + 0.5);
    for (let at = lowerBound(x, from / scale - 1.5); at < last; at++) {
      const place = places[at];
      if (this.gap[place] * scale >= CIRCLE) circles.push(place);
      else {
        const code = this.code(place), begin = Math.round(((x[at] + 0.5) * scale - from) * dots - wide / 2);
        const end = Math.min(columns, begin + (code === ANSWER ? Math.max(wide, 2 * dots) : wide));
        for (let column = Math.max(0, begin); column < end; column++) if (code > best[column]) best[column] = code;
      }
    }
    this.paintBars(best, level, dots);
    return circles;
  }

  /** @param {Uint8Array} best the state in each column @param {number} level @param {number} dots */
  paintBars(best, level, dots) {
    const pen = /** @type {CanvasRenderingContext2D} */ (this.pen);
    const high = Math.min(ROUND, this.band - 8), top = TOP + level * this.band - high / 2;
    for (let column = 0, end; column < best.length; column = end) {
      const code = best[column];
      for (end = column + 1; end < best.length && best[end] === code; ) end++;
      if (!code) continue;
      const [status, from, to] = BARS[code - 1];
      pen.fillStyle = this.colour(INKS[status][0]);
      pen.fillRect(column / dots, top + from * high, (end - column) / dots, (to - from) * high);
    }
  }

  /** Return where a place is on the canvas. @param {number} place */
  on(place) {
    const { x, y } = this.point(place);
    return { x: x - Number(this.from), y };
  }

  /** Paint a node, its number if there is room, and the edge above it. @param {number} place */
  paintNode(place, isOnPath = false) {
    const { drawn, says, replay } = this, pen = /** @type {CanvasRenderingContext2D} */ (this.pen);
    const node = drawn.node[place], status = replay.status(node, this.position), { x, y } = this.on(place);
    // On the path a node is drawn where others have no room; it hides as little as may be.
    const room = Math.max(isOnPath ? CIRCLE + 3 : 0, this.gap[place] * this.scale), text = says.numberText(place);
    const wide = outlineWidth(text.length, false), hasText = !this.isBare && wide + 3 <= room && this.band > ROUND;
    const half = Math.min(ROUND, hasText ? ROUND : 16, room - 3, this.band - 8) / 2;
    this.outline(x, y, hasText ? wide / 2 : half, half, status, drawn.hidden[place] > 0);
    if (!hasText) return;
    pen.fillStyle = this.colour(INKS[status][2]);
    pen.font = `${status === "answer" || status === "e-node" ? "bold " : ""}${LETTER}px ${this.font}`;
    pen.textAlign = "center";
    pen.fillText(text, x, y + (drawn.hidden[place] ? 9 : 4.3));
    const mark = says.mark(node, status);
    pen.font = `bold 13px ${this.font}`;
    if (mark) pen.fillText(mark, x + wide / 2 - 3, y + half + 5);
  }

  /** @param {number} x @param {number} y @param {number} wide @param {number} half @param {Status} status @param {boolean} isFolded */
  outline(x, y, wide, half, status, isFolded) {
    const pen = /** @type {CanvasRenderingContext2D} */ (this.pen), [line, ground] = INKS[status], isLive = status === "live" || status === "e-node";
    pen.strokeStyle = this.colour(line);
    pen.fillStyle = this.colour(ground);
    pen.lineWidth = isLive ? 3 : status === "answer" ? 2.4 : 1.2;
    pen.setLineDash(status === "ungenerated" ? [3, 2.5] : []);
    pen.beginPath();
    if (isFolded) {
      pen.moveTo(x, y - half - 2);
      pen.lineTo(x + wide + 2, y + half);
      pen.lineTo(x - wide - 2, y + half);
      pen.closePath();
    } else pen.roundRect(x - wide, y - half, 2 * wide, 2 * half, status === "answer" ? 1.5 : half);
    pen.fill();
    pen.stroke();
    pen.lineWidth = 1.4;
    pen.beginPath();
    if (status === "e-node") pen.roundRect(x - wide - 4.5, y - half - 4.5, 2 * wide + 9, 2 * half + 9, half + 4.5);
    else if (status === "dead" && !isFolded) cross(pen, x, y, 0.7 * half);
    if (status === "dead") pen.strokeStyle = this.colour("--dead-cross");
    pen.stroke();
    pen.setLineDash([]);
  }

  /** @param {number} place */
  paintEdge(place) {
    const above = this.on(this.drawn.parent[place]), here = this.on(place), pen = /** @type {CanvasRenderingContext2D} */ (this.pen);
    pen.strokeStyle = this.colour(this.code(place) === 1 ? "--none-line" : "--dead");
    pen.lineWidth = 1;
    line(pen, [above, here]);
  }

  /** Paint the live path, the node of the step, and the chosen one over all others. */
  paintPath() {
    const { says, replay } = this, moment = replay.at(this.position), pen = /** @type {CanvasRenderingContext2D} */ (this.pen);
    this.path = [...moment.live, ...(moment.over || moment.live.includes(moment.node) ? [] : [moment.node])]
      .map((node) => says.place[node]).filter((place) => place >= 0);
    pen.strokeStyle = this.colour("--live");
    pen.lineWidth = 3.5;
    line(pen, moment.live.filter((node) => says.place[node] >= 0).map((node) => this.on(says.place[node])));
    for (const place of this.path) this.paintNode(place, true);
    if (this.chosen < 0) return;
    const { x, y } = this.on(this.chosen);
    pen.strokeStyle = this.colour("--focus");
    pen.lineWidth = 2;
    pen.setLineDash([5, 3]);
    pen.strokeRect(x - ROUND, y - ROUND / 2 - 7, 2 * ROUND, ROUND + 14);
    pen.setLineDash([]);
  }

  paintNames() {
    const pen = /** @type {CanvasRenderingContext2D} */ (this.pen);
    pen.fillStyle = this.colour("--paper");
    pen.fillRect(0, 0, this.left - 13, this.height);
    pen.fillStyle = this.colour("--quiet");
    pen.font = `${LETTER}px ${this.font}`;
    pen.textAlign = "left";
    this.levels.forEach((_, level) => pen.fillText(this.levelName(level), 0, TOP + level * this.band + 4));
  }

  /** Return the place at which the pointer is: in its column the one that is seen, else the nearest.
   * @param {MouseEvent} event */
  at(event) {
    const box = this.canvas.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
    const level = Math.round((y - TOP) / this.band), onPath = this.path?.find((place) => this.drawn.level[place] === level);
    if (!this.levels[level] || x < this.left - CLICK) return -1;
    if (onPath !== undefined && Math.abs(this.on(onPath).x - x) <= CIRCLE / 2) return onPath;
    const xs = this.xs[level], middle = (x + Number(this.from) - this.left) / this.scale - 0.5;
    let found = -1, best = 0;
    for (let at = lowerBound(xs, middle - CLICK / this.scale); xs[at] <= middle + CLICK / this.scale; at++) {
      const place = this.levels[level][at], away = Math.abs(xs[at] - middle) * this.scale;
      const merit = away <= 1 ? 2 + this.code(place) - away : 1 / (1 + away);
      if (merit > best) [found, best] = [place, merit];
    }
    return found;
  }
}

/** @param {CanvasRenderingContext2D} pen @param {{x: number, y: number}[]} points */
function line(pen, points) {
  pen.beginPath();
  points.forEach(({ x, y }, at) => (at ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.stroke();
}

/** @param {CanvasRenderingContext2D} pen @param {number} x @param {number} y @param {number} arm */
function cross(pen, x, y, arm) {
  pen.moveTo(x - arm, y - arm);
  pen.lineTo(x + arm, y + arm);
  pen.moveTo(x - arm, y + arm);
  pen.lineTo(x + arm, y - arm);
}
