// How does the page come to life? The state is read from the address, the panels
// are put in their places, and the search asked for is opened. Read store.js next.

import { addressOf, nodesOf, parameters, stateOf, watchAddress } from "huisu/address";
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
import { ask, carried, opened, pageData, Refusal } from "huisu/source";
import { Store } from "huisu/store";
import { applyTheme } from "huisu/theme";
import { Damaged, Trace } from "huisu/trace";
import { buildTransport } from "huisu/transport";
import { part } from "huisu/parts";
import { learn, translate, useWords, word } from "huisu/words";

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
 * @property {typeof openRecord} openRecord
 * @property {typeof notice} notice
 * @property {typeof say} say
 * @property {Store|null} [driven] what the keys move, if not `store`; null for nothing
 */

let asked = 0; // searches so far: an answer that comes late gives way to a later question

/**
 * Show a search: one that the page carries, or one that the server records.
 * Says why not where it cannot, and leaves what was shown.
 * @param {string} address its parameters
 * @param {number} [position]
 * @param {string} [search] an address that names nodes too
 * @returns {Promise<boolean>} whether it is shown
 */
export async function open(address, position = 0, search = "") {
  const mine = ++asked;
  document.body.setAttribute("aria-busy", "true");
  try {
    const found = exhibits.find((each) => each.description.address === address);
    if (!found && !data.server) throw new Refusal(data.words["page.not_carried"]);
    const { description, trace } = opened(found ?? (await ask(address)));
    if (mine !== asked) return true;
    store.set({ description, trace, replay: new Replay(trace), position, playing: false, ...nodesOf(search, trace) });
    say("");
    return true;
  } catch (error) {
    if (mine === asked) notice(() => whyNot(error, store.state.language));
    return false;
  } finally {
    if (mine === asked) document.body.removeAttribute("aria-busy");
  }
}

/** @param {unknown} error @param {import("huisu/store").Language} language */
function whyNot(error, language) {
  if (error instanceof Refusal) return error.texts[language];
  if (error instanceof Damaged) return word("page.damaged", language);
  if (error instanceof TypeError && data.server) return word("page.unreachable", language);
  throw error;
}

/**
 * Show a record that a person at the page has read from a file; throws Damaged.
 * @param {string} text
 */
export async function openRecord(text) {
  const trace = new Trace(text);
  await learn();
  store.set({ description: described(trace), trace, replay: new Replay(trace), playing: false });
  say("");
}

/**
 * Return what a record says of itself, as `of_record` in src/huisu/page/exhibit.py does.
 * @param {Trace} trace
 * @returns {import("huisu/source").Description}
 */
function described(trace) {
  const { tree, depth: n, problem } = trace, known = { address: "", about: { en: "", zh: "" }, answers: [] };
  if (!tree || { queens: "permutation", "queens n-ary": "n-ary" }[problem] !== tree)
    return { ...known, classic: null, title: { en: problem, zh: problem }, instance: null };
  /** @param {import("huisu/store").Language} language */
  const title = (language) => word(`page.queens.${tree}`, language, { n });
  return {
    ...known, classic: "queens", title: { en: title("en"), zh: title("zh") },
    instance: { n, tree, fixed: [], blocked: [] },
  };
}

let noticed = () => "";

/** @param {string} key of the catalogue; empty for nothing to say */
export function say(key) {
  notice(() => key && word(key, store.state.language));
}

/** @param {() => string} text */
export function notice(text) {
  noticed = text;
  const place = /** @type {HTMLElement} */ (document.getElementById("notice"));
  place.textContent = text();
  place.hidden = !place.textContent;
}

function build() {
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  /** @type {Page} */
  const page = { store, data, exhibits, open, openRecord, notice, say };
  buildChooser(/** @type {HTMLElement} */ (document.getElementById("top")), page);
  const watch = el("div", { class: "panels", id: "play", tabindex: "-1" });
  main.append(watch);
  for (const [name, panel] of PANELS) {
    const host = el("section", { class: `panel ${name}`, id: name, "aria-labelledby": `${name}-title` });
    host.append(el("h2", { id: `${name}-title`, "data-word": `page.panel.${name}` }));
    watch.append(host);
    panel(host, store);
  }
  if (data.server) jobs = buildJobs(watch);
  buildTransport(/** @type {HTMLElement} */ (document.getElementById("transport")), page);
  buildModes(main, page);
  listenToKeys(page);
}

/** Make a place for the panel of counts, which comes when it is scrolled to. @param {HTMLElement} watch */
function buildJobs(watch) {
  const host = el("section", { class: "panel jobs", id: "jobs", "aria-labelledby": "jobs-title" });
  host.append(el("h2", { id: "jobs-title", "data-word": "page.panel.jobs" }));
  watch.append(host);
  const observer = new IntersectionObserver(async ([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    observer.disconnect();
    const { jobsPanel } = await part(import("huisu/panels/jobs"), "jobs");
    jobsPanel(host, store, data);
    translate(host, store.state.language);
  });
  return () => observer.observe(host);
}

let jobs = () => {};
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
start();

/** Open what the address asks for; where that cannot be shown, say so above what can. */
async function start() {
  const usual = exhibits[0]?.description.address ?? "p=queens&n=4";
  if (!(await open(addressOf(begun) || usual, given.position, begun))) {
    const why = noticed;
    if (await open(usual)) notice(why);
  }
  document.body.dataset.ready = "yes";
  jobs(); // only now is the place where it will stay
}
