// Which answers have been found, and what are they? Small boards or sentences to
// jump to, and the answers as text. Read layouts.js next, which writes that text.

import { copyText } from "huisu/clipboard";
import { button, download, el, field, svg } from "huisu/dom";
import { counts, LAYOUTS, written } from "huisu/panels/layouts";
import { canonical, compare, images, queensOf } from "huisu/panels/symmetry";
import { amountText, lowerBound, vectorText } from "huisu/trace";
import { grouped, translate, word } from "huisu/words";

/** @typedef {import("huisu/store").Store} Store */
/** @typedef {import("huisu/store").State} State */
/** @typedef {import("huisu/panels/symmetry").Placement} Placement */

const WINDOW = 200;

/** @param {HTMLElement} host @param {Store} store */
export function solutionsPanel(host, store) {
  const said = el("p", { class: "said" });
  const thumbs = thumbnails(store), text = output(store);
  const shows = [button("page.solutions.thumbnails", () => show(0)), button("page.solutions.output", () => show(1))];
  const views = [thumbs.element, text.element];
  const choice = el("div", { class: "choice", role: "group", "data-label": "page.solutions.show" }, ...shows);
  /** @param {number} shown */
  function show(shown) {
    views.forEach((view, at) => (view.hidden = at !== shown));
    shows.forEach((each, at) => each.setAttribute("aria-pressed", String(at === shown)));
    text.update(store.state, found());
  }
  /** How many answers have been found. */
  const found = () => lowerBound(store.state.replay?.steps.answered ?? [], store.state.position + 1);
  host.append(choice, said, ...views);
  let before = -1;
  show(0);
  store.subscribe((state, changed) => {
    if (!state.replay || !state.trace) return;
    const isNew = changed.has("replay") || changed.has("language"), now = found();
    if (isNew) {
      thumbs.open(state, now);
      text.open(state);
      translate(host, state.language);
    }
    if (isNew || now !== before) {
      said.textContent = word("page.solutions.found", state.language, { found: grouped(now), all: grouped(state.trace.answers.length) });
      thumbs.update(now);
    }
    if (isNew || now !== before || changed.has("layout") || changed.has("base")) text.update(state, now);
    before = now;
  });
}

/** Small boards, or the answers in words, a window at a time. @param {Store} store */
function thumbnails(store) {
  const list = el("ul", { class: "thumbnails" });
  const group = button("page.solutions.group", () => regroup(), { "aria-pressed": "false" });
  const classes = el("span", { class: "classes" });
  const back = button("page.solutions.back", () => turn(-1)), on = button("page.solutions.on", () => turn(1));
  const pages = el("span"), paging = el("div", { class: "choice" }, back, pages, on);
  const element = el("div", {}, el("div", { class: "choice" }, group, classes), list, paging);
  /** @type {Album|null} */
  let album = null;
  let isGrouped = false, first = 0, found = 0;
  /** @type {Map<number, HTMLElement>} */
  let shown = new Map();

  function regroup() {
    isGrouped = !isGrouped;
    group.setAttribute("aria-pressed", String(isGrouped));
    first = 0;
    draw();
  }
  /** @param {number} by */
  function turn(by) {
    first += by * WINDOW;
    draw();
  }
  function draw() {
    if (!album) return;
    const { language } = store.state, from = album, order = isGrouped ? from.classes().flat() : from.inOrder();
    const size = order.length;
    shown = new Map(order.slice(first, first + WINDOW).map((k) => [k, from.thumbnail(k, store)]));
    list.replaceChildren(...[...shown].flatMap(([k, thumb]) => {
      const heading = isGrouped ? from.heading(k, language) : "";
      return [...(heading ? [el("li", { class: "heading" }, heading)] : []), el("li", {}, thumb)];
    }));
    paging.hidden = size <= WINDOW;
    back.disabled = first === 0;
    on.disabled = first + WINDOW >= size;
    pages.textContent = word("page.solutions.window", language, { first: first + 1, last: Math.min(size, first + WINDOW), all: grouped(size) });
    classes.textContent = isGrouped ? word("page.solutions.classes", language, { classes: album.classes().length }) : "";
    for (const [k, each] of shown) pale(each, k >= found);
  }
  return {
    element,
    /** @param {State} state @param {number} now */
    open(state, now) {
      album = new Album(state);
      found = now;
      first = 0;
      group.parentElement.hidden = !album.isQueens;
      if (!album.isQueens) isGrouped = false;
      list.classList.toggle("boards", album.isQueens);
      draw();
    },
    /** @param {number} now */
    update(now) {
      const page = Math.floor(Math.max(0, now - 1) / WINDOW) * WINDOW;
      const isElsewhere = !isGrouped && now !== found && page !== first;
      const [low, high] = [Math.min(now, found), Math.max(now, found)];
      found = now;
      if (isElsewhere) {
        first = page;
        draw();
      } else for (let k = low; k < high; k++) pale(shown.get(k), k >= now);
    },
  };
}

/** @param {HTMLElement|undefined} thumb @param {boolean} isLater */
function pale(thumb, isLater) {
  thumb?.classList.toggle("later", isLater);
}

/** The answers of one search, as they are found. */
class Album {
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
    const { trace, replay } = this, { language } = store.state, node = trace.answers[k];
    const values = { k: k + 1, x: vectorText(trace.vector(node)), node: trace.number(node) };
    const jump = () => store.set({ position: replay.steps.answered[k], selected: node, playing: false });
    const thumb = el("button", { type: "button", class: "thumbnail", "data-answer": k + 1, onclick: jump });
    if (this.isQueens) {
      thumb.setAttribute("aria-label", word("page.solutions.answer", language, values));
      const isLeast = compare(canonical(this.placement(k)), this.placement(k)) === 0;
      thumb.append(small(this.placement(k)), el("span", {}, `${k + 1}${isLeast ? " ◆" : ""}`));
      return thumb;
    }
    const said = this.texts[k]?.[language] ?? "";
    const amount = trace.amount[node];
    thumb.append(el("span", {}, `${k + 1}`), el("span", {}, said), el("span", { class: "vector" }, values.x));
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

/** The answers found so far as text, to copy and to save. @param {Store} store */
function output(store) {
  const area = el("textarea", { readonly: true, rows: 12, "data-label": "page.solutions.output", spellcheck: "false" });
  const layouts = Object.keys(LAYOUTS).map((name) => el("option", { value: name }, name));
  const layout = el("select", { onchange: () => store.set({ layout: layout.value }) }, ...layouts);
  const bases = ["0", "1"].map((base) => el("option", { value: base }, base));
  const base = el("select", { onchange: () => store.set({ base: /** @type {any} */ (Number(base.value)) }) }, ...bases);
  const ways = ["row", "column"].map((way) => el("option", { value: way, "data-word": `page.solutions.by.${way}` }));
  const by = el("select", { onchange: () => update(store.state, now) }, ...ways);
  const forQueens = el("div", { class: "choice" }, field("page.solutions.layout", layout),
    field("page.solutions.base", base), field("page.solutions.orientation", by));
  const about = el("p", { class: "about" }), done = el("span", { role: "status" });
  const buttons = el("div", { class: "choice" }, button("page.solutions.copy", copy), button("page.solutions.save", save), done);
  const element = el("div", {}, forQueens, about, area, buttons);
  let now = 0;

  /** @param {State} state @param {number} most */
  function text(state, most) {
    const album = new Album(state), some = album.inOrder().slice(0, Math.min(now, most));
    if (!album.isQueens) return some.map((k) => `${vectorText(album.trace.vector(album.trace.answers[k]))}\n`).join("");
    const wish = { layout: state.layout, base: state.base, byColumn: by.value === "column", language: state.language };
    return written(some.map((k) => album.placement(k)), wish);
  }
  async function copy() {
    const isCopied = await copyText(text(store.state, Infinity));
    done.textContent = isCopied ? word("page.solutions.copied", store.state.language) : "";
  }
  function save() {
    download("solutions.txt", new Blob([text(store.state, Infinity)], { type: "text/plain" }));
  }
  /** @param {State} state @param {number} found */
  function update(state, found) {
    now = found;
    if (element.hidden || !state.replay) return;
    layout.value = state.layout in LAYOUTS ? state.layout : "digits";
    base.value = String(state.base);
    base.disabled = !counts(layout.value);
    done.textContent = "";
    area.value = text(state, WINDOW);
    const cut = found > WINDOW ? word("page.solutions.cut", state.language, { most: WINDOW }) : "";
    about.textContent = `${forQueens.hidden ? "" : word(`format.${layout.value}`, state.language)} ${cut}`.trim();
  }
  /** @param {State} state */
  function open(state) {
    forQueens.hidden = queensOf(state) === null;
  }
  return { element, update, open };
}
