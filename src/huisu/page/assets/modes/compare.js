// What difference does another tree, or another order, make? Two searches side by
// side under one bar. Read ../transport.js next, which moves them.

import { addressOf, ORDERS, parameters } from "huisu/address";
import { labelAmong, queensTitle } from "huisu/carried";
import { el, field } from "huisu/dom";
import { boardPanel } from "huisu/panels/board";
import { countsPanel } from "huisu/panels/counts";
import { treePanel } from "huisu/panels/tree";
import { Replay } from "huisu/replay";
import { Store } from "huisu/store";
import { buildTransport } from "huisu/transport";
import { grouped, translate, word } from "huisu/words";

/** @typedef {import("huisu/main").Page} Page */
/** @typedef {import("huisu/words").Language} Language */

const PANELS = /** @type {const} */ ([["board", boardPanel], ["tree", treePanel], ["counts", countsPanel]]);

/** @param {HTMLElement} host @param {Page} page */
export function compareMode(host, page) {
  const comparison = new Comparison(host, page);
  page.store.subscribe((state, changed) => {
    if (changed.has("mode")) comparison.clock.set({ playing: false });
    if (state.mode !== "compare" || !state.replay) return;
    page.driven = comparison.clock;
    comparison.update(state, changed);
  });
}

class Comparison {
  /** @param {HTMLElement} host @param {Page} page */
  constructor(host, page) {
    const { language } = page.store.state;
    this.page = page;
    this.sides = [1, 2].map(() => new Store({ language, form: "generated" }));
    this.clock = new Store({ language }); // runs as long as the longer search
    this.asked = 0; // searches so far: an answer that comes late gives way to a later question
    this.partner = el("select", { onchange: () => page.store.set({ other: this.partner.value }) });
    const ways = ["share", "step"].map((way) => el("option", { value: way, "data-word": `page.compare.${way}` }));
    this.way = el("select", { onchange: () => this.follow() }, ...ways);
    this.said = el("p", { role: "status" });
    this.head = this.sides.map(() => el("th", { scope: "col" }));
    this.body = el("tbody");
    const bar = el("div", { class: "transport" });
    this.parts = [bar, el("div", { class: "sides" }, ...this.sides.map((each) => side(each, page))), this.table()];
    host.append(el("div", { class: "choice" }, field("page.compare.with", this.partner), field("page.compare.way", this.way)), this.said, ...this.parts);
    buildTransport(bar, /** @type {any} */ ({ store: this.clock }));
    this.clock.subscribe((_, changed) => {
      if (changed.has("position") || changed.has("replay")) this.follow();
    });
  }

  table() {
    return el("table", { class: "differences" }, el("caption", { "data-word": "page.compare.table" }), el("thead", {}, el("tr", {},
      el("th", { scope: "col", "data-word": "page.counts.what" }), ...this.head, el("th", { scope: "col", "data-word": "page.compare.difference" }))), this.body);
  }

  /** @param {import("huisu/store").State} state @param {import("huisu/store").Changed} changed */
  update({ description, trace, replay, language }, changed) {
    const [left, right] = this.sides, isNew = left.state.replay !== replay;
    if (changed.has("language")) for (const each of [left, right, this.clock]) each.set({ language });
    if (isNew) left.set({ description, trace, replay });
    if (!isNew && !changed.has("other") && !changed.has("language")) return;
    const chosen = this.offer();
    if (chosen && chosen !== right.state.description?.address) this.load(chosen);
    else this.wind();
  }

  /** Offer what the search shown can be compared with; return which one it is. */
  offer() {
    const { description, language, other } = this.page.store.state, found = partners(this.page);
    const chosen = other && other !== description?.address ? other : found[0]?.address;
    this.partner.replaceChildren(...found.map((each) => el("option", { value: each.address }, nameOf(this.page, each, language))));
    if (chosen && !found.some(({ address }) => address === chosen)) this.partner.append(el("option", { value: chosen }, chosen));
    this.partner.value = chosen ?? "";
    this.said.textContent = chosen ? "" : word("page.compare.none", language);
    for (const part of this.parts) part.hidden = !chosen;
    return chosen;
  }

  /** @param {string} address */
  async load(address) {
    const mine = ++this.asked, { find, store, whyNot } = this.page;
    this.said.textContent = word("page.compare.loading", store.state.language);
    try {
      const { description, trace } = await find(address);
      if (mine !== this.asked) return;
      this.said.textContent = "";
      this.sides[1].set({ description, trace, replay: new Replay(trace) });
      this.wind();
    } catch (error) {
      if (mine === this.asked) this.said.textContent = whyNot(error, store.state.language);
    }
  }

  /** Set the clock to the longer search, and say what the difference is. */
  wind() {
    const [left, right] = this.sides.map((each) => each.state), { language } = this.page.store.state;
    const { description, trace, replay } = (right.replay?.length ?? 0) > (left.replay?.length ?? 0) ? right : left;
    const isShare = this.way.value === "share", long = replay?.length ?? 0, short = left.replay?.length || 1;
    const { position } = this.page.store.state; // so that the page's address names where both are
    this.clock.set({ description, trace, replay, position: isShare ? Math.round((position * long) / short) : position });
    this.follow();
    this.head.forEach((each, at) => (each.textContent = titleOf(this.page, this.sides[at].state)));
    if (left.replay && right.replay) this.body.replaceChildren(...rows(left.replay, right.replay, language));
  }

  /** Bring both sides to where the clock is. */
  follow() {
    const { position, replay } = this.clock.state, last = replay?.length || 1;
    for (const each of this.sides) {
      const own = each.state.replay?.length ?? 0;
      each.set({ position: this.way.value === "step" ? position : Math.round((position * own) / last) });
    }
    if (this.sides[0].state.replay) this.page.store.set({ position: this.sides[0].state.position });
  }
}

/** @param {Store} store @param {Page} page */
function side(store, page) {
  const title = el("h2", { class: "name" }), element = el("div", { class: "side-of" }, title);
  for (const [name, panel] of PANELS) {
    const section = el("div", { class: `panel ${name}` });
    section.append(el("h2", { "data-word": `page.panel.${name}` }));
    element.append(section);
    panel(section, store);
  }
  store.subscribe((state, changed) => {
    title.textContent = titleOf(page, state);
    if (changed.has("language")) translate(element, state.language);
  });
  return element;
}

/** Return what the list at the top calls a search. @param {Page} page @param {import("huisu/carried").Named} search @param {Language} language */
function nameOf({ exhibits }, search, language) {
  return labelAmong(exhibits.map((each) => each.description), search, language);
}

/** @param {Page} page @param {import("huisu/store").State} state */
function titleOf(page, { description, language }) {
  return description ? nameOf(page, description, language) : "";
}

/**
 * Return searches that it makes sense to compare with: those that the page carries,
 * or the same problem with another tree, order or goal.
 * @param {Page} page
 */
function partners({ store: { state: { description } }, exhibits, data }) {
  if (!description) return [];
  const carried = exhibits.map((each) => each.description).filter(({ address }) => address !== description.address);
  if (!data.server) return carried;
  if (!description.address) return []; // a record from a file: the server does not know it
  const own = parameters(description.address), tree = own.tree ?? "permutation";
  const changes = [
    ...(own.p === "queens" ? [{ tree: tree === "n-ary" ? "permutation" : "n-ary" }] : []),
    ...ORDERS.map((order) => ({ order })),
  ];
  const addresses = changes.map((change) => addressOf(new URLSearchParams({ ...own, ...change }).toString()));
  return addresses.filter((address) => address && address !== description.address).map((address) => {
    if (own.p !== "queens") return { address, title: description.title };
    const { n, tree = "permutation" } = parameters(address);
    return { address, title: queensTitle(tree, Number(n)) };
  });
}

/** Return the rows of the table of differences. @param {Replay} one @param {Replay} other @param {Language} language */
function rows(one, other, language) {
  const ends = [one, other].map((replay) => replay.at(replay.length));
  /** @type {[string, (number|null)[]][]} */
  const found = [
    ["page.compare.size", [one, other].map(({ trace }) => (trace.sizes ? Number(trace.sizes[0]) : null))],
    ["page.counts.generated", ends.map((end) => end.generated)],
    ["page.counts.killed", ends.map((end) => end.killed)],
    ["page.counts.cut", ends.map((end) => end.cut)],
    ["page.counts.backtracks", ends.map((end) => end.backtracks)],
    ["page.counts.answers", ends.map((end) => end.answers)],
    ["page.compare.first", [one, other].map((replay) => replay.steps.answered[0] ?? null)],
    ["page.compare.steps", [one.length, other.length]],
  ];
  /** @param {number|null} number */
  const said = (number) => (number === null ? "–" : number < 1e15 ? grouped(number) : number.toPrecision(3));
  return found.map(([key, [a, b]]) => {
    const difference = a === null || b === null ? "–" : (b > a ? "+" : b < a ? "−" : "") + said(Math.abs(b - a));
    return el("tr", {}, el("th", { scope: "row" }, word(key, language)), ...[said(a), said(b), difference].map((each) => el("td", {}, each)));
  });
}
