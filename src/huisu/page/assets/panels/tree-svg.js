// How is a tree of up to 2,000 nodes drawn? As SVG, once; a step then touches only
// the nodes whose state it changes. Read tree-canvas.js next, for larger ones.

import { svg } from "huisu/dom";
import { nodeShapes, outlineWidth, ROUND } from "huisu/panels/tree-nodes";
import { ems, TreeSays } from "huisu/panels/tree-says";
import { word } from "huisu/words";

/** @typedef {import("huisu/words").Language} Language */
/** @typedef {import("huisu/replay").Replay} Replay */
/** @typedef {import("huisu/replay").Moment} Moment */
/** @typedef {import("huisu/tree").Layout} Layout */

const DROP = 66, LOW_DROP = 50, DEEP = 10; // from level to level; less where there are many
const TOP = ROUND / 2 + 8, BELOW = 30, VALUE = 0.62; // how far down its edge a value stands

export class TreeSvg {
  /** @param {Replay} replay @param {Layout} drawn @param {Language} language */
  constructor(replay, drawn, language) {
    this.replay = replay;
    this.drawn = drawn;
    this.language = language;
    this.says = new TreeSays(replay, drawn);
    /** @type {number|null} */
    this.position = null;
    /** @type {number[]} the places on the live path */
    this.path = [];
    /** @type {string[]} */
    this.shown = [];
    const places = drawn.node.map((_, place) => place), { says } = this;
    const digits = places.reduce((most, place) => Math.max(most, says.numberText(place).length), 0);
    const values = new Set(places.slice(1).map((place) => says.valueText(place)));
    this.outline = outlineWidth(digits, drawn.hidden.some(Boolean));
    this.pitch = Math.max(this.outline + 4, (11 * Math.max(0, ...[...values].map(ems)) + 5) / VALUE);
    this.depth = drawn.level.reduce((most, level) => Math.max(most, level), 0);
    this.drop = this.depth > DEEP ? LOW_DROP : DROP;
    this.left = 11 * ems(this.levelName(this.depth)) + 8;
    this.width = this.left + drawn.breadth * this.pitch + 8;
    this.height = TOP + this.depth * this.drop + BELOW;
    this.scale = 1;
    this.edges = places.slice(1).map((place) => this.edge(place));
    this.values = places.slice(1).map((place) => this.value(place));
    this.nodes = places.map((place) => svg("g", {
      class: "node", "data-node": drawn.number[place], transform: `translate(${this.x(place)} ${this.y(place)})`,
    }));
    this.titles = places.map(() => svg("title"));
    this.live = svg("path", { class: "path", d: "" });
    this.halo = svg("rect", { class: "halo", width: this.outline + 18, height: ROUND + 18, rx: 9, visibility: "hidden" });
    this.names = svg("g", { class: "names" }, ...this.sideNames());
    this.element = svg("svg", { class: "tree-picture", viewBox: `0 0 ${this.width} ${this.height}` },
      svg("g", {}, ...this.edges), this.live, svg("g", {}, ...this.values), this.halo,
      svg("g", {}, ...this.nodes), this.names);
  }

  /** @param {number} level */
  levelName(level) {
    return word("tree.level", this.language, { level: level + 1 });
  }

  /** @param {number} place */
  x(place) {
    return this.left + (this.drawn.x[place] + 0.5) * this.pitch;
  }

  /** @param {number} place */
  y(place) {
    return TOP + this.drawn.level[place] * this.drop;
  }

  /** @param {number} place */
  edge(place) {
    const above = this.drawn.parent[place];
    return svg("line", { class: "edge", x1: this.x(above), y1: this.y(above), x2: this.x(place), y2: this.y(place) });
  }

  /** @param {number} place */
  value(place) {
    const from = this.x(this.drawn.parent[place]);
    return svg("text", {
      class: "value", x: from + VALUE * (this.x(place) - from), y: this.y(place) - (1 - VALUE) * this.drop + 4,
    }, this.says.valueText(place));
  }

  sideNames() {
    const found = [svg("rect", { class: "ground", width: this.left, height: this.height })];
    for (let level = 0; level <= this.depth; level++) {
      const y = TOP + level * this.drop + 4;
      found.push(svg("text", { y }, this.levelName(level)));
      if (level) found.push(svg("text", { class: "component", y: y - (1 - VALUE) * this.drop }, `x${level}`));
    }
    return found;
  }

  /** Show the search at a position. @param {number} position */
  show(position) {
    const { replay } = this, before = this.position, moment = replay.at(position);
    const path = moment.live.map((node) => this.says.place[node]).filter((place) => place >= 0);
    const steps = before === null ? Infinity : Math.abs(position - before);
    const changed = steps > this.nodes.length ? this.nodes.keys() : this.touched(Number(before), position);
    const old = this.path;
    this.path = path;
    this.position = position;
    for (const place of new Set([...changed, ...old, ...path])) this.draw(place, moment);
    this.live.setAttribute("d", path.slice(1).map((place) => {
      const above = this.drawn.parent[place];
      return `M${this.x(above)} ${this.y(above)}L${this.x(place)} ${this.y(place)}`;
    }).join(""));
  }

  /** Return the places of the nodes to which something happens between two positions.
   * @param {number} one @param {number} other */
  touched(one, other) {
    const { replay } = this, found = new Set([0]);
    const last = Math.min(Math.max(one, other), replay.length - 1);
    for (let step = Math.min(one, other, last); step <= last; step++) found.add(this.says.placeOf(replay.nodes[step]));
    return found;
  }

  /** @param {number} place @param {Moment} moment */
  draw(place, moment) {
    const { drawn, says } = this, node = drawn.node[place];
    const status = this.replay.status(node, moment.position), hidden = says.hiddenNow(place, moment);
    const isNow = node === moment.node && !moment.over, key = `${status} ${hidden} ${isNow}`;
    this.titles[place].textContent = says.says(place, moment, this.language);
    if (this.shown[place] === key) return;
    this.shown[place] = key;
    const group = this.nodes[place], isNone = status === "ungenerated";
    group.setAttribute("class", `node ${status}${isNow ? " now" : ""}`);
    group.dataset.status = status;
    const look = { status, hidden, text: says.numberText(place), mark: says.mark(node, status), isFolded: drawn.hidden[place] > 0, width: this.outline };
    group.replaceChildren(this.titles[place], ...nodeShapes(look));
    if (!place) return;
    this.edges[place - 1].setAttribute("class", isNone ? "edge none" : "edge");
    this.values[place - 1].setAttribute("class", isNone ? "value none" : "value");
  }

  /** Return what the legend has besides the shape of a status. */
  swatch() {
    return "";
  }

  /** Put the halo around a place; around none for -1. @param {number} place */
  select(place) {
    this.halo.setAttribute("visibility", place < 0 ? "hidden" : "visible");
    if (place >= 0) this.halo.setAttribute("transform", `translate(${this.x(place) - this.outline / 2 - 9} ${this.y(place) - ROUND / 2 - 9})`);
  }

  /** Show numbers and values, or not. @param {boolean} isShown */
  label(isShown) {
    this.element.classList.toggle("bare", !isShown);
  }

  /** Return the least, the usual and the largest scale in a room so wide. @param {number} room */
  scales(room) {
    const fit = room / this.width, usual = Math.max(0.8, Math.min(fit, 1.6));
    return { least: Math.min(fit, usual), usual, most: 3 };
  }

  /** @param {number} scale */
  resize(scale) {
    this.scale = scale;
    this.element.setAttribute("width", this.width * scale);
    this.element.setAttribute("height", this.height * scale);
  }

  /** Keep the names of the levels in sight. @param {HTMLElement} view */
  scrolled(view) {
    this.names.setAttribute("transform", `translate(${view.scrollLeft / this.scale} 0)`);
  }

  /** Return where a place is, in pixels. @param {number} place */
  point(place) {
    return { x: this.x(place) * this.scale, y: this.y(place) * this.scale, left: this.left * this.scale };
  }

  /** Return the place at which the pointer is; -1 for none. @param {MouseEvent} event */
  at(event) {
    const group = /** @type {Element} */ (event.target).closest(".node");
    return group ? this.nodes.indexOf(group) : -1;
  }
}
