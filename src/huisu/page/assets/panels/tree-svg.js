// How is a tree of up to 2,000 nodes drawn? As SVG, once; a step then touches only
// the nodes whose state it changes. Read tree-canvas.js next, for larger ones.
//
// All of its width is in sight at first: from the back of a room one sees where the
// search is, though not every number. Letters keep their size on the screen, so a
// number and a component stand only where they have room; nodes without are small
// circles, or bars. Those on the live path, and the one of the step, are always
// drawn large, over their neighbours: they are what is being spoken about.

import { svg } from "huisu/dom";
import { bar, gapsOf, isBar, LETTER, nodeShapes, outlineWidth, roomFor, ROUND, smallShapes } from "huisu/panels/tree-nodes";
import { ems, TreeSays } from "huisu/panels/tree-says";
import { word } from "huisu/words";

/** @typedef {import("huisu/words").Language} Language */
/** @typedef {import("huisu/replay").Replay} Replay */
/** @typedef {import("huisu/replay").Moment} Moment */
/** @typedef {import("huisu/replay").Status} Status */
/** @typedef {import("huisu/tree").Layout} Layout */

const DROP = 66, LOW_DROP = 40, DEEP = 10, MOST_DROP = 120; // from level to level; less where there are many
const TOP = ROUND / 2 + 8, BELOW = 26, VALUE = 0.62; // how far down its edge a value stands
const LARGEST = 3, USUAL = 1.6, CLICK = 12; // pixels: how near to a small node a click must be

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
    const places = drawn.node.map((_, place) => place), below = places.slice(1), { says } = this;
    /** @type {number[]} of the longest number on each level */
    this.digits = [];
    for (const place of places) this.digits[drawn.level[place]] = Math.max(this.digits[drawn.level[place]] ?? 0, says.numberText(place).length);
    this.gap = gapsOf(drawn);
    this.ems = places.map((place) => ems(says.valueText(place)));
    this.outline = outlineWidth(Math.max(...this.digits), drawn.hidden.some(Boolean));
    /** From leaf to leaf at scale 1: everything has room. */
    this.pitch = Math.max(this.outline + 4, this.valueRoom(below.reduce((most, place) => Math.max(most, this.ems[place]), 0)));
    this.depth = drawn.level.reduce((most, level) => Math.max(most, level), 0);
    this.side = Math.min(30, this.outline / 2); // so that no large node is cut off
    this.nameWidth = LETTER * ems(this.levelName(this.depth)) + 4;
    this.left = this.nameWidth + this.side;
    this.scale = this.zoom = 1;
    this.width = this.height = this.drop = 0;
    this.edges = below.map(() => svg("line", { class: "edge" }));
    this.values = below.map((place) => svg("text", { class: "value" }, says.valueText(place)));
    this.nodes = places.map((place) => svg("g", { class: "node", "data-node": drawn.number[place] }));
    this.titles = places.map(() => svg("title"));
    this.live = svg("path", { class: "path", d: "" });
    this.over = svg("g", { class: "over" });
    this.halo = svg("rect", {
      class: "halo", x: -this.outline / 2 - 9, y: -ROUND / 2 - 9, width: this.outline + 18, height: ROUND + 18, rx: 9, visibility: "hidden",
    });
    this.chosen = -1;
    this.names = svg("g", { class: "names" });
    this.element = svg("svg", { class: "tree-picture" },
      svg("g", {}, ...this.edges), this.live, svg("g", {}, ...this.values), svg("g", {}, ...this.nodes), this.over, this.halo, this.names);
  }

  /** @param {number} level */
  levelName(level) {
    return word("tree.level", this.language, { level: level + 1 });
  }

  /** Return how far apart siblings must be for their components. @param {number} wide in ems */
  valueRoom(wide) {
    return (LETTER * wide + 5) / VALUE;
  }

  /** @param {number} place */
  x(place) {
    return this.left + (this.drawn.x[place] + 0.5) * this.pitch * this.scale;
  }

  /** @param {number} place */
  y(place) {
    return TOP * this.zoom + this.drawn.level[place] * this.drop;
  }

  /** Return how a thing stands at a point. @param {number} x @param {number} y */
  stands(x, y) {
    return `translate(${x} ${y}) scale(${this.zoom})`;
  }

  /** Return how far away the next node is, in units of a node. @param {number} place */
  room(place) {
    return (this.gap[place] * this.pitch * this.scale) / this.zoom;
  }

  /** @param {number} place */
  hasNumber(place) {
    return this.room(place) >= this.needed(place);
  }

  /** Return how far from the next node a number has room. @param {number} place */
  needed(place) {
    return roomFor(this.digits[this.drawn.level[place]], this.drawn.hidden[place] > 0);
  }

  /** Return the scale at which the children of a place have numbers. @param {number} place */
  legible(place) {
    const children = this.drawn.parent.flatMap((above, child) => (above === place ? [child] : []));
    return Math.min(1, Math.max(0, ...children.map((child) => this.needed(child) / (this.gap[child] * this.pitch))) + 0.01);
  }

  /** Put everything where it stands. */
  put() {
    this.nodes.forEach((group, place) => {
      group.setAttribute("transform", this.stands(this.x(place), this.y(place)));
      if (!place) return;
      const above = this.drawn.parent[place], from = this.x(above), to = this.x(place), y = this.y(place);
      for (const [name, value] of Object.entries({ x1: from, y1: this.y(above), x2: to, y2: y })) this.edges[place - 1].setAttribute(name, value);
      this.values[place - 1].setAttribute("transform", this.stands(from + VALUE * (to - from), y - (1 - VALUE) * this.drop + 4));
    });
    this.names.replaceChildren(...this.sideNames());
  }

  sideNames() {
    const found = [svg("rect", { class: "ground", width: this.nameWidth, height: this.height })];
    for (let level = 0; level <= this.depth; level++) {
      const y = TOP * this.zoom + level * this.drop + 4;
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
    const now = moment.over ? [] : [this.says.placeOf(moment.node)];
    this.over.replaceChildren(...[...new Set([...path, ...now])].filter((place) => !this.hasNumber(place)).map((place) => this.large(place, moment)));
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
    const isNow = node === moment.node && !moment.over, isOnPath = this.path.includes(place);
    const key = `${status} ${hidden} ${isNow} ${isOnPath}`;
    this.titles[place].textContent = says.says(place, moment, this.language);
    if (this.shown[place] === key) return;
    this.shown[place] = key;
    const group = this.nodes[place], isNone = status === "ungenerated" ? " none" : "", hasNumber = this.hasNumber(place);
    group.setAttribute("class", `node ${status}${isNow ? " now" : ""}${hasNumber ? "" : " small"}`);
    group.dataset.status = status;
    group.replaceChildren(this.titles[place], ...(hasNumber ? this.shapes(place, status, hidden)
      : smallShapes(status, this.room(place), drawn.hidden[place] > 0)));
    if (!place) return;
    this.edges[place - 1].setAttribute("class", `edge${isNone}`);
    const isShown = isOnPath || this.room(place) >= this.valueRoom(this.ems[place]);
    this.values[place - 1].setAttribute("class", `value${isNone}${isShown ? "" : " hidden"}`);
  }

  /** Return the shapes of a node with its number. @param {number} place @param {Status} status @param {number} hidden */
  shapes(place, status, hidden) {
    const { drawn, says } = this, text = says.numberText(place), isFolded = drawn.hidden[place] > 0;
    const room = this.hasNumber(place) ? this.room(place) - 3 : Infinity, width = Math.min(outlineWidth(this.digits[drawn.level[place]], isFolded), room);
    return nodeShapes({ status, hidden, text, mark: says.mark(drawn.node[place], status), isFolded, width, high: Math.min(ROUND, width) });
  }

  /** Return a node that is drawn over its neighbours. @param {number} place @param {Moment} moment */
  large(place, moment) {
    const status = this.replay.status(this.drawn.node[place], moment.position);
    return svg("g", { class: status, transform: this.stands(this.x(place), this.y(place)) }, ...this.shapes(place, status, 0));
  }

  /** Return what the legend has besides the shape of a status. @param {Status} status */
  swatch(status) {
    return this.gap.some((_, place) => isBar(this.room(place))) ? bar(status, 4, 24) : "";
  }

  /** Put the halo around a place; around none for -1. @param {number} place */
  select(place) {
    this.chosen = place;
    this.halo.setAttribute("visibility", place < 0 ? "hidden" : "visible");
    if (place >= 0) this.halo.setAttribute("transform", this.stands(this.x(place), this.y(place)));
  }

  /** Show numbers and values, or not. @param {boolean} isShown */
  label(isShown) {
    this.element.classList.toggle("bare", !isShown);
  }

  /** Return the least, the usual and the largest scale in a room so wide. @param {number} room */
  scales(room) {
    const fit = Math.max(1, room - this.left - this.side) / (this.drawn.breadth * this.pitch);
    return { least: Math.min(fit, USUAL), usual: Math.min(fit, USUAL), most: LARGEST };
  }

  /** @param {number} scale @param {number} [high] how much room there is from top to bottom */
  resize(scale, high = 0) {
    this.scale = scale;
    this.zoom = Math.max(1, scale);
    const least = (this.depth > DEEP || high ? LOW_DROP : DROP) * this.zoom, ends = (TOP + BELOW) * this.zoom;
    this.drop = Math.max(least, Math.min((high - ends) / this.depth, Math.max(MOST_DROP, least)));
    this.width = this.left + this.drawn.breadth * this.pitch * scale + this.side;
    this.height = ends + this.depth * this.drop;
    for (const [name, value] of Object.entries({ width: this.width, height: this.height, viewBox: `0 0 ${this.width} ${this.height}` }))
      this.element.setAttribute(name, value);
    this.put();
    this.select(this.chosen);
    const { position } = this;
    this.shown = [];
    this.position = null;
    if (position !== null) this.show(position);
  }

  /** Keep the names of the levels in sight. @param {HTMLElement} view */
  scrolled(view) {
    this.names.setAttribute("transform", `translate(${view.scrollLeft} 0)`);
  }

  /** Return where a place is, in pixels. @param {number} place */
  point(place) {
    return { x: this.x(place), y: this.y(place), left: this.nameWidth };
  }

  /** Return the place at or near the pointer; -1 for none. @param {MouseEvent} event */
  at(event) {
    const group = /** @type {Element} */ (event.target).closest(".node");
    if (group) return this.nodes.indexOf(group);
    const box = this.element.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
    let found = -1, best = CLICK;
    for (let place = 0; place < this.nodes.length; place++) {
      const away = Math.hypot(this.x(place) - x, this.y(place) - y);
      if (away < best) [found, best] = [place, away];
    }
    return found;
  }
}
