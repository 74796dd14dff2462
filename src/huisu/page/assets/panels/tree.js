// Where is the search in its tree? The panel chooses what is drawn and how large,
// and leads from a node to its step. Read tree-svg.js next, which draws.

import { el, svg } from "huisu/dom";
import { nodeShapes, outlineWidth } from "huisu/panels/tree-nodes";
import { BOUNDED, countText } from "huisu/panels/tree-says";
import { TreeSvg } from "huisu/panels/tree-svg";
import { canBeWhole, layout, leadsToAnswer, MAX_WHOLE } from "huisu/tree";
import { part } from "huisu/parts";
import { grouped, translate, word } from "huisu/words";

/** @typedef {import("huisu/store").State} State */
/** @typedef {import("huisu/store").Store} Store */
/** @typedef {import("huisu/store").Form} Form */
/** @typedef {import("huisu/replay").Replay} Replay */
/** @typedef {import("huisu/trace").Trace} Trace */
/** @typedef {import("huisu/replay").Status} Status */
/** @typedef {import("huisu/tree").Layout} Layout */
/** @typedef {import("huisu/panels/tree-canvas").TreeCanvas} TreeCanvas */
/** @typedef {typeof TreeSvg|typeof import("huisu/panels/tree-canvas").TreeCanvas} Drawer */

/** @type {Form[]} */
const FORMS = ["whole", "generated", "collapsed"];
const WHOLE = 400; // nodes; so large a tree is drawn whole unless another form is asked for
const MAX_MARKS = 12, CLOSER = 1.5, FOOT = 100;

/** What draws trees of more than 2,000 nodes: loaded with the first of them.
 * @type {Drawer|null} */
let Canvas = null;

/** Return what draws a tree; null on a page that was saved for smaller ones only.
 * @param {Layout} drawn @returns {Drawer|null|Promise<Drawer|null>} */
export function drawerOf(drawn) {
  if (drawn.node.length <= MAX_WHOLE) return TreeSvg;
  return Canvas ?? part(import("huisu/panels/tree-canvas")).then((found) => (Canvas = found.TreeCanvas), () => null);
}

/** Return the form that a tree is drawn in, and whether another one was asked for.
 * @param {State} state @returns {{form: Form, isRefused: boolean}} */
export function formOf(state) {
  const trace = /** @type {Trace} */ (state.trace);
  const isSmall = canBeWhole(trace) && /** @type {bigint[]} */ (trace.sizes)[0] <= BigInt(WHOLE);
  const form = state.form ?? (isSmall ? "whole" : "generated");
  const isRefused = form === "whole" && !canBeWhole(trace);
  return { form: isRefused ? "generated" : form, isRefused };
}

/** @param {HTMLElement} host @param {Store} store */
export function treePanel(host, store) {
  const panel = new TreePanel(host, store);
  store.subscribe((state, changed) => panel.update(state, changed));
}

class TreePanel {
  /** @param {HTMLElement} host @param {Store} store */
  constructor(host, store) {
    this.store = store;
    /** @type {TreeSvg|TreeCanvas|null} */
    this.picture = null;
    /** @type {number|null} the scale chosen; null for the usual one */
    this.scale = null;
    this.high = 0;
    /** How wide the view was when the picture was last fitted to it. */
    this.room = this.begun = 0;
    /** A place whose sentence is shown, of a node never generated; -1 for none. */
    this.chosen = -1;
    this.form = el("select", { "data-label": "page.tree.form", onchange: () => store.set({ form: this.form.value }) },
      ...FORMS.map((form) => el("option", { value: form, "data-word": `page.tree.form.${form}` })));
    this.labels = this.button("page.tree.labels", () => store.set({ labels: !store.state.labels }));
    this.figures = el("p", { class: "figures" });
    this.refused = el("p", { class: "refused", role: "status", hidden: true });
    this.view = el("div", { class: "view", tabindex: 0, role: "group", "data-label": "page.tree.picture" });
    this.pointed = el("p", { class: "pointed" });
    this.path = el("p", { class: "unseen" });
    this.legend = el("ul", { class: "legend" });
    host.append(this.bar(), this.figures, this.refused, this.view, this.pointed, this.path, this.legend);
    this.listen();
  }

  /** @param {string} key @param {() => void} onclick */
  button(key, onclick) {
    return el("button", { type: "button", "data-word": key, onclick });
  }

  bar() {
    const [closer, farther] = ["+", "−"].map((sign, at) => el("button", {
      type: "button", "data-label": at ? "page.tree.farther" : "page.tree.closer",
      onclick: () => this.zoom(at ? 1 / CLOSER : CLOSER),
    }, sign));
    return el("div", { class: "bar" }, this.form, farther, closer,
      this.button("page.tree.all", () => this.zoom(0)),
      this.button("page.tree.fold", () => this.foldDead()),
      this.button("page.tree.unfold", () => this.store.set({ folded: new Set() })), this.labels);
  }

  listen() {
    const { view } = this;
    view.addEventListener("click", (/** @type {MouseEvent} */ event) => this.choose(this.picture?.at(event) ?? -1));
    view.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => this.say(this.picture?.at(event) ?? -1));
    view.addEventListener("pointerleave", () => this.say(-1));
    view.addEventListener("scroll", () => this.picture?.scrolled(view));
    view.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const { selected } = this.store.state;
      if (event.key === "Enter" && selected !== null) this.go(selected);
    });
    view.addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
      if (!event.ctrlKey) return; // as a pinch is told
      event.preventDefault();
      this.zoom(2 ** (-event.deltaY / 100), event.clientX - view.getBoundingClientRect().left);
    }, { passive: false });
    const sizes = new ResizeObserver(() => (view.clientWidth !== this.room || this.top() !== this.begun) && this.fit());
    for (const each of [view, document.body]) sizes.observe(each); // what stands above may grow
    addEventListener("resize", () => this.fit());
    const isDark = new MutationObserver(() => this.picture?.scrolled(view));
    isDark.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  }

  /** @param {Readonly<State>} state @param {import("huisu/store").Changed} changed */
  update(state, changed) {
    if (!state.replay || !state.trace) return;
    if (["replay", "form", "folded", "language"].some((name) => changed.has(/** @type {any} */ (name)))) this.draw(state);
    else if (changed.has("position")) this.move(state);
    if (changed.has("labels") || changed.has("replay")) {
      this.labels.setAttribute("aria-pressed", state.labels);
      this.picture?.label(state.labels);
    }
    if (changed.has("selected")) this.select(state);
    if (changed.has("mode")) requestAnimationFrame(() => this.fit()); // another mode leaves another height
  }

  /** Lay the tree out and draw it anew, at once if what draws it is there. @param {Readonly<State>} state */
  draw(state) {
    const { form, isRefused } = formOf(state), drawn = layout(/** @type {Trace} */ (state.trace), form, state.folded);
    if (this.drawn?.breadth !== drawn.breadth) this.scale = null;
    this.drawn = drawn;
    this.chosen = -1;
    this.form.value = form;
    this.refused.hidden = !isRefused;
    if (isRefused) this.refused.textContent = refusal(/** @type {Trace} */ (state.trace), state.language);
    const drawer = drawerOf(drawn);
    if (!(drawer instanceof Promise)) return this.drawWith(drawer);
    this.picture = null;
    drawer.then((found) => drawn === this.drawn && this.drawWith(found));
  }

  /** @param {Drawer|null} Picture */
  drawWith(Picture) {
    const { state } = this.store, drawn = /** @type {Layout} */ (this.drawn);
    this.picture = Picture && new Picture(/** @type {Replay} */ (state.replay), drawn, state.language);
    this.view.replaceChildren(...(this.picture ? [this.picture.element] : []));
    if (!this.picture) {
      this.refused.textContent = word("page.tree.large", state.language, { size: grouped(drawn.node.length), most: grouped(MAX_WHOLE) });
      this.refused.hidden = false;
      return;
    }
    this.picture.label(state.labels);
    translate(this.view.parentElement, state.language);
    this.fit();
    this.drawLegend(state);
    this.move(state);
    this.select(state);
  }

  /** Show the search at a position. @param {Readonly<State>} state */
  move(state) {
    const { picture } = this, replay = /** @type {Replay} */ (state.replay);
    if (!picture) return;
    const moment = replay.at(state.position);
    picture.show(state.position);
    if (this.asked()) this.fit();
    this.figures.textContent = picture.says.figures(moment, state.language);
    const nodes = moment.live.map((node) => replay.trace.number(node)).join(", ");
    this.path.textContent = word(nodes ? "page.tree.path" : "page.tree.path.none", state.language, { nodes });
    for (const example of this.legend.querySelectorAll("[data-born]"))
      example.style.visibility = Number(example.dataset.born) > state.position ? "hidden" : "visible";
    this.say(-1);
    this.keepInView(picture.says.placeOf(moment.node));
  }

  /** Say how a node stands; for none, the chosen one. @param {number} place */
  say(place) {
    const { state } = this.store, { picture } = this;
    if (!picture || !state.replay) return;
    if (place < 0) place = this.chosen;
    if (place < 0 && state.selected !== null) place = picture.says.place[state.selected];
    this.pointed.textContent = place < 0 ? "" : picture.says.says(place, state.replay.at(state.position), state.language);
  }

  /** Go to the step of a place that was clicked, or say only that it has none. @param {number} place */
  choose(place) {
    if (place < 0 || !this.drawn || !this.picture) return;
    const node = this.drawn.node[place];
    if (node >= 0) return this.go(node);
    this.store.set({ selected: null });
    this.chosen = place;
    this.picture.select(place);
    this.say(place);
  }

  /** @param {number} node */
  go(node) {
    const { replay } = this.store.state;
    this.store.set({ selected: node, position: replay?.born[node], playing: false });
  }

  /** @param {Readonly<State>} state */
  select(state) {
    this.chosen = -1;
    const place = state.selected === null ? -1 : this.picture?.says.place[state.selected] ?? -1;
    this.picture?.select(place);
    this.say(-1);
    if (place >= 0) this.keepInView(place);
  }

  /** Fold the topmost dead nodes that have no answer below them. */
  foldDead() {
    const { trace, replay, position } = this.store.state;
    if (!trace || !replay) return;
    const leads = leadsToAnswer(trace), folded = new Set();
    for (let node = 1; node < trace.length; node++)
      if (!leads[node] && replay.status(node, position) === "dead" && !isBelow(folded, trace.path(node))) folded.add(node);
    this.store.set({ folded });
  }

  /** Make the picture larger or smaller by a factor about a point; 0 for all of it.
   * @param {number} factor @param {number} [about] */
  zoom(factor, about = this.middle()) {
    const { picture, view } = this;
    if (!picture) return;
    const { least, most } = picture.scales(view.clientWidth), before = picture.scale;
    this.scale = Math.max(least, Math.min(before * factor, most));
    const middle = (view.scrollLeft + about - picture.left) / before;
    picture.resize(this.scale, this.high);
    view.scrollLeft = middle * this.scale + picture.left - about;
    picture.scrolled(view);
  }

  /** Return where in sight the node of the step is; the middle if it is not. */
  middle() {
    const { view, picture } = this, { replay, position } = this.store.state;
    if (!picture || !replay) return 0;
    const x = picture.point(picture.says.placeOf(replay.node(position))).x - view.scrollLeft;
    return x > 0 && x < view.clientWidth ? x : view.clientWidth / 2;
  }

  /** Return the scale at which one can read the nodes that a learner is asked about. */
  asked() {
    const { picture } = this, { mode, replay, position } = this.store.state;
    if (mode !== "predict" || !replay || !(picture instanceof TreeSvg)) return 0;
    return picture.legible(picture.says.placeOf(replay.eNode(position)));
  }

  /** How far down the page the picture begins. */
  top() {
    return Math.round(this.view.getBoundingClientRect().top + scrollY);
  }

  /** Draw the picture as large as the room wants it. */
  fit() {
    const { picture, view } = this;
    this.room = view.clientWidth;
    if (!picture || !this.room) return;
    const { least, usual, most } = picture.scales(this.room);
    // Down to the bar at the bottom.
    this.begun = this.top();
    this.high = Math.min(0.72 * innerHeight, innerHeight - this.begun - FOOT);
    picture.resize(this.scale === null ? Math.max(usual, this.asked()) : Math.max(least, Math.min(this.scale, most)), this.high);
    picture.scrolled(view);
    const { replay, position } = this.store.state;
    if (replay) this.keepInView(picture.says.placeOf(replay.node(position)));
  }

  /** Scroll, within the panel, to a place that is out of sight. @param {number} place */
  keepInView(place) {
    const { view } = this, { x, y, left } = /** @type {TreeSvg} */ (this.picture).point(place), edge = 24;
    if (this.asked() || x < view.scrollLeft + left + edge || x > view.scrollLeft + view.clientWidth - edge)
      view.scrollLeft = x - (view.clientWidth + left) / 2;
    if (y < view.scrollTop + edge || y > view.scrollTop + view.clientHeight - edge) view.scrollTop = y - view.clientHeight / 2;
  }

  /** @param {Readonly<State>} state */
  drawLegend(state) {
    const picture = /** @type {TreeSvg|TreeCanvas} */ (this.picture), { says } = picture, trace = says.trace, drawn = says.drawn;
    /** @type {Status[]} */
    const shapes = ["ungenerated", "live", "e-node", "killed"];
    if (trace.fate.includes("C")) shapes.push("cut");
    shapes.push("dead", ...(trace.answers.length ? [/** @type {Status} */ ("answer")] : []));
    const examples = [...says.examples()], signs = { killed: examples[0]?.[0] ?? "", cut: BOUNDED };
    const items = shapes.map((status) => legendItem(status, word(`tree.legend.${status}`, state.language), signs[/** @type {"cut"} */ (status)] ?? "", picture.swatch(status)));
    if (drawn.hidden.some(Boolean)) items.push(legendItem("dead", word("tree.legend.hidden", state.language), "", "", true));
    const marks = examples.slice(0, MAX_MARKS).map(([mark, node]) => {
      const text = word("tree.legend.mark", state.language, { node: trace.number(node), cause: trace.cause(node)[state.language] });
      return el("li", { "data-born": says.replay.born[node] }, el("b", {}, mark), text);
    });
    this.legend.replaceChildren(...items, ...marks);
  }
}

/** @param {Status} status @param {string} text @param {string} mark @param {Node|string} swatch */
function legendItem(status, text, mark, swatch, isFolded = false) {
  const look = { status, text: "", mark, isFolded, hidden: isFolded ? 3 : 0, width: outlineWidth(2, false) };
  const shape = svg("svg", { class: "tree-picture", width: 44, height: 38, viewBox: "-20 -18 44 38", "aria-hidden": "true" },
    svg("g", { class: status }, ...nodeShapes(look)), swatch);
  return el("li", {}, shape, text);
}

/** @param {Trace} trace @param {import("huisu/words").Language} language */
function refusal(trace, language) {
  const drawn = grouped(trace.length);
  if (trace.tree === null || trace.width[0] < 0) return word("page.tree.whole.unknown", language, { drawn });
  const size = trace.sizes ? countText(trace.sizes[0]) : ">10^1000";
  return word("page.tree.whole.large", language, { size, most: grouped(MAX_WHOLE), drawn });
}

/** @param {Set<number>} folded @param {number[]} path */
function isBelow(folded, path) {
  return path.slice(0, -1).some((node) => folded.has(node));
}
