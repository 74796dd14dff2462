// How does the page come to life? The state is read from the address, the panels
// are put in their places, and the search asked for is opened. Read store.js next.

import { addressOf, nodesOf, parameters, searchOf, stateOf, watchAddress } from "huisu/address";
import { buildChooser } from "huisu/chooser";
import { el } from "huisu/dom";
import { listenToKeys } from "huisu/keys";
import { buildModes } from "huisu/modes";
import { boardPanel } from "huisu/panels/board";
import { codePanel } from "huisu/panels/code";
import { countsPanel } from "huisu/panels/counts";
import { solutionsPanel } from "huisu/panels/solutions";
import { treePanel } from "huisu/panels/tree";
import { wordsPanel } from "huisu/panels/words";
import { Replay } from "huisu/replay";
import { Refusal, Unreachable } from "huisu/server";
import { ask, carried, pageData } from "huisu/source";
import { Store } from "huisu/store";
import { applyTheme } from "huisu/theme";
import { Damaged, Trace } from "huisu/trace";
import { buildTransport } from "huisu/transport";
import { part } from "huisu/parts";
import { translate, useWords, word } from "huisu/words";

const PANELS = /** @type {const} */ ([
  ["words", wordsPanel], ["board", boardPanel], ["tree", treePanel],
  ["code", codePanel], ["counts", countsPanel], ["solutions", solutionsPanel],
]);

const data = pageData();
useWords(data.words, !data.server);
const exhibits = carried();
exhibits.forEach(({ description }, place) => (description.address = addressOf(description.address) || `exhibit=${place + 1}`));
// What the page was saved to begin with holds until the address says otherwise.
const begun = String(new URLSearchParams({ ...data.start, ...parameters(location.search) }));
const given = stateOf(begun);
export const store = new Store({ language: /** @type {any} */ (document.documentElement.lang.slice(0, 2)), ...given });

/**
 * What the parts around the panels are given.
 * @typedef {object} Page
 * @property {Store} store
 * @property {import("huisu/source").PageData} data
 * @property {import("huisu/source").Exhibit[]} exhibits the searches that the page carries
 * @property {typeof open} open
 * @property {typeof find} find
 * @property {typeof show} show
 * @property {typeof whyNot} whyNot
 * @property {typeof notice} notice
 * @property {Store|null} [driven] what the keys move, if not `store`; null for nothing
 */

let asked = 0; // searches so far: an answer that comes late gives way to a later question

/**
 * Show the search of an address; say why not where that cannot be, and leave what was shown.
 * @param {string} address its parameters
 * @param {number} [position]
 * @param {string} [search] an address that names nodes too
 */
export function open(address, position = 0, search = "") {
  return show(() => find(address), position, search);
}

/** @typedef {{description: import("huisu/source").Description, trace: Trace}} Found */

/**
 * Return a search: the one that is shown, one that the page carries, or one that the server records.
 * @param {string} address
 * @returns {Promise<Found>}
 */
async function find(address) {
  const { description, trace } = store.state;
  if (trace && description?.address === address) return { description, trace };
  const carried = exhibits.find((each) => each.description.address === address);
  if (address.startsWith("record=")) throw new Closed();
  if (!carried && !data.server) throw new Refusal(data.words["page.not_carried"]);
  const found = carried ?? (await ask(address));
  return { description: found.description, trace: new Trace(found.text) };
}

/**
 * Show what is found, unless something else is asked for meanwhile.
 * @param {() => Promise<Found>} finding
 * @param {number} [position]
 * @param {string} [search]
 * @returns {Promise<boolean>} false if it cannot be shown
 */
async function show(finding, position = 0, search = "") {
  const mine = ++asked;
  document.body.setAttribute("aria-busy", "true");
  try {
    const { description, trace } = await finding(), { state } = store;
    if (mine !== asked) return true;
    const replay = trace === state.trace ? state.replay : new Replay(trace);
    store.set({ description, trace, replay, position, playing: false, ...nodesOf(search, trace) });
    notice(() => "");
  } catch (error) {
    if (mine !== asked) return true;
    notice(() => whyNot(error, store.state.language));
    return false;
  } finally {
    if (mine === asked) document.body.removeAttribute("aria-busy");
  }
  return true;
}

/** A record that was opened from a file, and is no longer there. */
class Closed extends Error {}

/** Return why something cannot be shown. @param {unknown} error @param {import("huisu/store").Language} language */
function whyNot(error, language) {
  if (error instanceof Refusal) return error.texts[language];
  if (error instanceof Damaged) return word("page.damaged", language);
  if (error instanceof Closed) return word("page.closed", language);
  if (error instanceof Unreachable) return word("page.unreachable", language);
  throw error;
}

let noticed = () => "";

/** Say something above all else, in whatever language. @param {() => string} text */
function notice(text) {
  noticed = text;
  const place = /** @type {HTMLElement} */ (document.getElementById("notice"));
  place.textContent = text();
  place.hidden = !place.textContent;
}

function build() {
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  /** @type {Page} */
  const page = { store, data, exhibits, open, find, show, whyNot, notice };
  buildChooser(/** @type {HTMLElement} */ (document.getElementById("top")), page);
  const watch = el("div", { class: "panels", id: "play", tabindex: "-1" });
  main.append(watch);
  for (const [name, panel] of PANELS) {
    const host = el("section", { class: `panel ${name}`, id: name, "aria-labelledby": `${name}-title` });
    host.append(el("h2", { id: `${name}-title`, "data-word": `page.panel.${name}` }));
    watch.append(host);
    panel(host, store);
  }
  const jobs = async () => (await part(import("huisu/panels/jobs"), "jobs")).jobsPanel;
  const runs = async () => (await part(import("huisu/panels/runs"), "jobs")).runsPanel;
  if (data.server) later.push(buildLater(watch, page, "jobs", jobs));
  if (data.runs) later.push(buildLater(watch, page, "runs", runs));
  buildTransport(/** @type {HTMLElement} */ (document.getElementById("transport")), page);
  buildModes(main, page);
  listenToKeys(page);
}

/** Make a place for a panel of counts, which comes when it is scrolled to; return what begins to wait for that.
 * @param {HTMLElement} watch @param {Page} page @param {string} name
 * @param {() => Promise<(host: HTMLElement, page: Page) => void>} load */
function buildLater(watch, page, name, load) {
  const host = el("section", { class: "panel jobs", id: name, "aria-labelledby": `${name}-title` });
  host.append(el("h2", { id: `${name}-title`, "data-word": `page.panel.${name}` }));
  watch.append(host);
  const observer = new IntersectionObserver(async (seen) => {
    if (!seen.some((each) => each.isIntersecting)) return;
    observer.disconnect();
    (await load())(host, page);
    translate(host, store.state.language);
  });
  return () => observer.observe(host);
}

/** @type {(() => void)[]} */
const later = [];
build();
store.subscribe((state, changed) => {
  if (changed.has("theme")) applyTheme(state.theme);
  if (changed.has("language")) {
    document.documentElement.lang = state.language === "zh" ? "zh-CN" : "en";
    translate(document.body, state.language);
    notice(noticed);
  }
  if (changed.has("description") || changed.has("language"))
    document.title = `${state.description?.title[state.language] ?? ""} · ${data.title || word("page.title", state.language)}`;
});
watchAddress(store, open);
// A part of the page that cannot be fetched, whoever asked for it: a text, a mode, a picture.
addEventListener("unhandledrejection", (event) => {
  if (!(event.reason instanceof Unreachable)) return;
  event.preventDefault();
  notice(() => whyNot(event.reason, store.state.language));
});
start();

/** Open what the address asks for; where that cannot be shown, say so above what can. */
async function start() {
  const usual = exhibits[0]?.description.address ?? "p=queens&n=4";
  if (!(await open(searchOf(begun) || usual, given.position, begun))) {
    const why = noticed;
    if (await open(usual)) notice(why);
  }
  document.body.dataset.ready = "yes";
  for (const wait of later) wait(); // only now are they where they will stay
}
