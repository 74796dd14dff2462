// Which answers have been found, and what are they? Small boards or sentences to
// jump to, and the answers as text. Read output.js next, which has that text.

import { button, el, svg } from "huisu/dom";
import { canonical, compare, images, queensOf } from "huisu/panels/symmetry";
import { part } from "huisu/parts";
import { amountText, lowerBound, vectorText } from "huisu/trace";
import { grouped, translate, word } from "huisu/words";

/** @typedef {import("huisu/store").Store} Store */
/** @typedef {import("huisu/store").State} State */
/** @typedef {import("huisu/panels/symmetry").Placement} Placement */

const WINDOW = 200;

/** @param {HTMLElement} host @param {Store} store */
export function solutionsPanel(host, store) {
  const said = el("p", { class: "said" });
  const thumbnails = new Thumbnails(store), keys = ["page.solutions.thumbnails", "page.solutions.output"];
  const shows = keys.map((key, at) => button(key, () => show(at)));
  /** The answers as text, once they have been asked for. @type {import("huisu/panels/output").Output|null} */
  let output = null;
  let found = 0; // answers
  host.append(el("div", { class: "choice", role: "group", "data-label": "page.solutions.show" }, ...shows), said, thumbnails.element);
  const views = () => [thumbnails, ...(output ? [output] : [])];

  /** @param {number} shown */
  async function show(shown) {
    shows.forEach((each, at) => each.setAttribute("aria-pressed", at === shown));
    thumbnails.element.hidden = shown !== 0;
    if (shown && !output) await open();
    if (!output) return;
    output.element.hidden = shown === 0;
    output.update(store.state, found);
  }

  async function open() {
    const { Output } = await part(import("huisu/panels/output"));
    if (output) return;
    output = new Output(store, WINDOW);
    host.append(output.element);
    if (store.state.replay) output.open(new Album(store.state));
    translate(output.element, store.state.language);
  }
  show(0);
  store.subscribe((state, changed) => {
    const { replay, position, language } = state, before = found;
    if (!replay) return;
    found = lowerBound(replay.steps.answered, position + 1);
    const isNew = changed.has("replay") || changed.has("language");
    if (isNew) {
      const album = new Album(state);
      for (const view of views()) view.open(album, found);
      translate(host, language);
    }
    const all = replay.steps.answered.length;
    said.textContent = word("page.solutions.found", language, { found: grouped(found), all: grouped(all) });
    if (isNew || found !== before || changed.has("layout") || changed.has("base"))
      for (const view of views()) view.update(state, found);
  });
}

/** Small boards, or the answers in words, a window at a time. */
class Thumbnails {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    this.isGrouped = false;
    this.first = this.found = 0;
    /** @type {Map<number, HTMLElement>} */
    this.shown = new Map();
    this.list = el("ul", { class: "thumbnails" });
    this.group = button("page.solutions.group", () => {
      [this.isGrouped, this.first] = [!this.isGrouped, 0];
      this.draw();
    });
    this.classes = el("span");
    this.grouping = el("div", { class: "choice" }, this.group, this.classes);
    this.back = button("page.solutions.back", () => this.turn(-1));
    this.on = button("page.solutions.on", () => this.turn(1));
    this.pages = el("span");
    this.paging = el("div", { class: "choice" }, this.back, this.pages, this.on);
    this.element = el("div", {}, this.grouping, this.list, this.paging);
  }

  /** @param {Album} album @param {number} found */
  open(album, found) {
    this.album = album;
    [this.found, this.first] = [found, 0];
    this.grouping.hidden = !this.album.isQueens;
    this.isGrouped &&= this.album.isQueens;
    this.list.classList.toggle("boards", this.album.isQueens);
    this.draw();
  }

  /** @param {number} by */
  turn(by) {
    this.first += by * WINDOW;
    this.draw();
  }

  draw() {
    const { album, first, isGrouped, store } = this, { language } = store.state;
    if (!album) return;
    const order = isGrouped ? album.classes().flat() : album.inOrder(), all = order.length;
    this.shown = new Map(order.slice(first, first + WINDOW).map((k) => [k, album.thumbnail(k, store)]));
    this.list.replaceChildren(...[...this.shown].flatMap(([k, thumb]) => {
      const heading = isGrouped ? album.heading(k, language) : "";
      return [...(heading ? [el("li", { class: "heading" }, heading)] : []), el("li", {}, thumb)];
    }));
    for (const [k, thumb] of this.shown) thumb.classList.toggle("later", k >= this.found);
    this.group.setAttribute("aria-pressed", isGrouped);
    this.classes.textContent = isGrouped ? word("page.solutions.classes", language, { classes: album.classes().length }) : "";
    this.paging.hidden = all <= WINDOW;
    this.back.disabled = first === 0;
    this.on.disabled = first + WINDOW >= all;
    const last = Math.min(all, first + WINDOW);
    this.pages.textContent = word("page.solutions.window", language, { first: first + 1, last, all: grouped(all) });
  }

  /** Show which answers have been found, and the window of the last one. @param {State} _ @param {number} found */
  update(_, found) {
    const window = Math.floor(Math.max(0, found - 1) / WINDOW) * WINDOW, isElsewhere = window !== this.first;
    const [low, high] = [Math.min(found, this.found), Math.max(found, this.found)];
    this.found = found;
    if (!this.isGrouped && low !== high && isElsewhere) {
      this.first = window;
      this.draw();
    } else for (let k = low; k < high; k++) this.shown.get(k)?.classList.toggle("later", k >= found);
  }
}

/** The answers of one search, as they are found. */
export class Album {
  /** @param {State} state */
  constructor(state) {
    this.trace = /** @type {import("huisu/trace").Trace} */ (state.trace);
    this.replay = /** @type {import("huisu/replay").Replay} */ (state.replay);
    this.texts = state.description?.answers ?? [];
    this.isQueens = queensOf(state) !== null;
  }

  inOrder() {
    return this.trace.answers.map((_, k) => k);
  }

  /** @param {number} k @returns {Placement} */
  placement(k) {
    return this.trace.vector(this.trace.answers[k]).map((column) => Number(column) - 1);
  }

  /** @param {number} k */
  vector(k) {
    return vectorText(this.trace.vector(this.trace.answers[k]));
  }

  /** Return the answers of each symmetry class, the class found first at the beginning. */
  classes() {
    if (!this.found) {
      /** @type {Map<string, number[]>} */
      const found = new Map();
      for (const k of this.inOrder()) {
        const name = String(canonical(this.placement(k)));
        found.set(name, [...(found.get(name) ?? []), k]);
      }
      this.found = [...found.values()];
    }
    return this.found;
  }

  /** Return what stands above the first answer of a class; nothing above the others.
   * @param {number} k @param {import("huisu/words").Language} language */
  heading(k, language) {
    const at = this.classes().findIndex(([first]) => first === k);
    const size = new Set(images(this.placement(k)).map(String)).size;
    return at < 0 ? "" : word(size < 8 ? "page.solutions.class.symmetric" : "page.solutions.class", language, { k: at + 1, size });
  }

  /** @param {number} k @param {Store} store @returns {HTMLElement} */
  thumbnail(k, store) {
    const { trace, replay } = this, { language } = store.state, node = trace.answers[k], amount = trace.amount[node];
    const jump = () => store.set({ position: replay.steps.answered[k], selected: node, playing: false });
    const thumb = el("button", { type: "button", class: "thumbnail", "data-answer": k + 1, onclick: jump });
    if (this.isQueens) {
      const x = this.placement(k), isLeast = compare(canonical(x), x) === 0;
      thumb.setAttribute("aria-label", word("page.solutions.answer", language, { k: k + 1, x: this.vector(k), node: trace.number(node) }));
      thumb.append(small(x), el("span", {}, `${k + 1}${isLeast ? " ◆" : ""}`));
      return thumb;
    }
    thumb.append(el("span", {}, `${k + 1}`), el("span", {}, this.texts[k]?.[language] ?? ""), el("span", { class: "vector" }, this.vector(k)));
    if (amount !== undefined) thumb.append(el("b", {}, word("page.solutions.value", language, { amount: amountText(amount) })));
    return thumb;
  }
}

/** Return a small board. @param {Placement} x */
function small(x) {
  const n = x.length;
  let dark = "", queens = "";
  x.forEach((column, row) => {
    for (let each = (row + 1) % 2; each < n; each += 2) dark += `M${each} ${row}h1v1h-1z`;
    queens += `M${column + 0.15} ${row + 0.5}a.35 .35 0 1 1 .7 0a.35 .35 0 1 1 -.7 0`;
  });
  return svg("svg", { viewBox: `0 0 ${n} ${n}`, "aria-hidden": "true" },
    svg("path", { class: "light", d: `M0 0h${n}v${n}h${-n}z` }), svg("path", { class: "dark", d: dark }), svg("path", { class: "queens", d: queens }));
}
