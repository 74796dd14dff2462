// What difference does another tree, or another order, make? Two searches side by
// side under one bar. Read ../transport.js next, which moves them.

import { addressOf, parameters } from "huisu/address";
import { el, field } from "huisu/dom";
import { boardPanel } from "huisu/panels/board";
import { countsPanel } from "huisu/panels/counts";
import { treePanel } from "huisu/panels/tree";
import { Replay } from "huisu/replay";
import { ask, opened, Refusal } from "huisu/source";
import { Store } from "huisu/store";
import { buildTransport } from "huisu/transport";
import { grouped, translate, word } from "huisu/words";

/** @typedef {import("huisu/main").Page} Page */
/** @typedef {import("huisu/words").Language} Language */

const PANELS = /** @type {const} */ ([["board", boardPanel], ["tree", treePanel], ["counts", countsPanel]]);
const ORDERS = ["lexicographic", "reverse", "centre-out", "random"];

/** @param {HTMLElement} host @param {Page} page */
export function compareMode(host, page) {
  const main = page.store, { language } = main.state;
  const [left, right, clock] = [new Store({ language }), new Store({ language }), new Store({ language })];
  const partner = el("select", { onchange: () => main.set({ other: partner.value }) });
  const ways = ["share", "step"].map((way) => el("option", { value: way, "data-word": `page.compare.${way}` }));
  const way = el("select", { onchange: () => follow() }, ...ways);
  const said = el("p", { role: "status" }), body = el("tbody"), head = [el("th", { scope: "col" }), el("th", { scope: "col" })];
  const table = el("table", { class: "differences" }, el("caption", { "data-word": "page.compare.table" }), el("thead", {}, el("tr", {},
    el("th", { scope: "col", "data-word": "page.counts.what" }), ...head, el("th", { scope: "col", "data-word": "page.compare.difference" }))), body);
  const bar = el("div", { class: "transport" }), sides = el("div", { class: "sides" }, side(left), side(right));
  host.append(el("div", { class: "choice" }, field("page.compare.with", partner),
    field("page.compare.way", way)), said, bar, sides, table);
  buildTransport(bar, /** @type {any} */ ({ store: clock }));

  /** Bring both sides to where the clock is. */
  function follow() {
    const { position, replay } = clock.state, last = replay?.length || 1;
    for (const each of [left, right]) {
      const own = each.state.replay?.length ?? 0;
      each.set({ position: way.value === "step" ? position : Math.round((position * own) / last) });
    }
  }
  clock.subscribe((_, changed) => {
    if (changed.has("position") || changed.has("replay")) follow();
  });

  let asked = 0;
  /** @param {string} address */
  async function load(address) {
    const mine = ++asked;
    said.textContent = word("page.compare.loading", main.state.language);
    try {
      const found = page.exhibits.find((each) => each.description.address === address);
      const { description, trace } = opened(found ?? (await ask(address)));
      if (mine !== asked) return;
      said.textContent = "";
      right.set({ description, trace, replay: new Replay(trace) });
      wind();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (mine === asked) said.textContent = error.texts[main.state.language];
    }
  }
  /** The clock runs as long as the longer search. */
  function wind() {
    const longer = (right.state.replay?.length ?? 0) > (left.state.replay?.length ?? 0) ? right : left;
    const { description, trace, replay } = longer.state;
    clock.set({ description, trace, replay, position: Math.min(clock.state.position, replay?.length ?? 0) });
    follow();
    differ();
  }
  function differ() {
    const { language } = main.state, replays = [left.state.replay, right.state.replay];
    [left, right].forEach(({ state: { description } }, at) => (head[at].textContent = description ? label(description, language) : ""));
    if (replays[0] && replays[1]) body.replaceChildren(...rows(replays[0], replays[1], language));
  }
  /** Offer what the search shown can be compared with. */
  function offer() {
    const { description, language, other } = main.state, found = partners(page);
    partner.replaceChildren(...found.map((each) => el("option", { value: each.address }, label(each, language))));
    const chosen = other && other !== description?.address ? other : found[0]?.address;
    said.textContent = chosen ? "" : word("page.compare.none", language);
    for (const part of [bar, sides, table]) part.hidden = !chosen;
    if (chosen && !found.some(({ address }) => address === chosen)) partner.append(el("option", { value: chosen }, chosen));
    partner.value = chosen ?? "";
    return chosen;
  }
  main.subscribe((state, changed) => {
    if (changed.has("mode")) clock.set({ playing: false });
    if (state.mode !== "compare" || !state.replay) return;
    page.driven = clock;
    if (changed.has("language")) for (const each of [left, right, clock]) each.set({ language: state.language });
    const isNew = left.state.replay !== state.replay;
    if (isNew) left.set({ description: state.description, trace: state.trace, replay: state.replay });
    const chosen = isNew || changed.has("other") || changed.has("language") ? offer() : undefined;
    if (chosen && chosen !== right.state.description?.address) load(chosen);
    else if (isNew) wind();
    if (changed.has("language")) differ();
  });
}

/** @param {Store} store */
function side(store) {
  const title = el("h2", { class: "name" }), element = el("div", { class: "side-of" }, title);
  for (const [name, panel] of PANELS) {
    const section = el("div", { class: `panel ${name}` });
    section.append(el("h2", { "data-word": `page.panel.${name}` }));
    element.append(section);
    panel(section, store);
  }
  store.subscribe(({ description, language }) => {
    title.textContent = description ? label(description, language) : "";
    translate(element, language);
  });
  return element;
}

/**
 * Return what names a search, its order and goal too.
 * @param {{address: string, title: import("huisu/source").Texts}} description @param {Language} language
 */
function label({ address, title }, language) {
  const { order, goal } = parameters(address), more = [order, goal === "one" ? goal : ""].filter(Boolean);
  return [title[language], ...more.map((each) => word(`page.search.${each}`, language))].join(" · ");
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
  const own = parameters(description.address), tree = own.tree ?? "permutation";
  const changes = [
    ...(own.p === "queens" ? [{ tree: tree === "n-ary" ? "permutation" : "n-ary" }] : []),
    ...ORDERS.map((order) => ({ order })),
  ];
  const addresses = changes.map((change) => addressOf(new URLSearchParams({ ...own, ...change }).toString()));
  return addresses.filter((address) => address && address !== description.address).map((address) => {
    const { n, tree = "permutation" } = parameters(address);
    const title = own.p === "queens" ? data.words[`page.queens.${tree}`] : description.title;
    return { address, title: { en: title.en.replace("{n}", n), zh: title.zh.replace("{n}", n) } };
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
