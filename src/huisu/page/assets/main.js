// How does the page come to life? The state is read from the address, the panels
// are put in their places, and the search asked for is opened. Read store.js next.

import { addressOf, stateOf, watchAddress } from "huisu/address";
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
import { Trace } from "huisu/trace";
import { buildTransport } from "huisu/transport";
import { translate, useWords, word } from "huisu/words";

const PANELS = /** @type {const} */ ([
  ["board", boardPanel], ["tree", treePanel], ["words", wordsPanel],
  ["code", codePanel], ["counts", countsPanel], ["solutions", solutionsPanel],
]);

const data = pageData();
useWords(data.words);
const exhibits = carried();
const given = stateOf(location.search);
export const store = new Store({ language: /** @type {any} */ (document.documentElement.lang.slice(0, 2)), ...given });

/**
 * Show a search: one that the page carries, or one that the server records.
 * Says why not where it cannot, and leaves what was shown.
 * @param {string} address its parameters
 * @param {number} [position]
 */
export async function open(address, position = 0) {
  document.body.setAttribute("aria-busy", "true");
  try {
    const found = exhibits.find((each) => each.description.address === address);
    if (!found && !data.server) return say("page.not_carried");
    const { description, trace } = opened(found ?? (await ask(address)));
    store.set({ description, trace, replay: new Replay(trace), position, playing: false });
    say("");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    notice(() => /** @type {any} */ (error).texts[store.state.language]);
  } finally {
    document.body.removeAttribute("aria-busy");
  }
}

/**
 * Show a record that a person at the page has read from a file.
 * @param {string} text
 */
export function openRecord(text) {
  const trace = new Trace(text);
  const title = { en: trace.problem, zh: trace.problem };
  const description = { address: "", classic: null, title, about: { en: "", zh: "" }, instance: null, answers: [] };
  store.set({ description, trace, replay: new Replay(trace), playing: false });
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
  const page = { store, data, exhibits, open, openRecord, notice, say };
  buildChooser(/** @type {HTMLElement} */ (document.getElementById("top")), page);
  const watch = el("div", { class: "panels", id: "play", tabindex: "-1" });
  main.append(watch);
  for (const [name, panel] of PANELS) {
    const host = el("section", { class: `panel ${name}`, id: name, "aria-labelledby": `${name}-title` });
    host.append(el("h2", { id: `${name}-title`, "data-word": `page.${name}` }));
    watch.append(host);
    panel(host, store);
  }
  if (data.server) buildJobs(watch);
  buildTransport(/** @type {HTMLElement} */ (document.getElementById("transport")), page);
  buildModes(main, page);
  listenToKeys(page);
}

/** @param {HTMLElement} watch */
async function buildJobs(watch) {
  const host = el("section", { class: "panel jobs", id: "jobs", "aria-labelledby": "jobs-title" });
  host.append(el("h2", { id: "jobs-title", "data-word": "page.jobs" }));
  watch.append(host);
  const { jobsPanel } = await import("huisu/panels/jobs");
  jobsPanel(host, store, data);
  translate(host, store.state.language);
}

build();
store.subscribe((state, changed) => {
  if (changed.has("theme")) applyTheme(state.theme);
  if (changed.has("language")) {
    document.documentElement.lang = state.language === "zh" ? "zh-CN" : "en";
    translate(document.body, state.language);
    notice(noticed);
  }
  if (changed.has("description") || changed.has("language"))
    document.title = `${state.description?.title[state.language] ?? ""} · ${word("page.title", state.language)}`;
});
watchAddress(store);
open(addressOf(location.search) || (exhibits[0]?.description.address ?? "p=queens&n=4"), given.position).finally(() => {
  document.body.dataset.ready = "yes"; // for scripts and tests: the first search is shown
});
