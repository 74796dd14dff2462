// What does the bar at the top offer? Which search is shown, in which mode, language
// and colours, and what can be taken along. Read search.js next, the search's own form.

import { el } from "huisu/dom";
import { showHelp } from "huisu/keys";
import { menu } from "huisu/menu";
import { part } from "huisu/parts";
import { learn, translate } from "huisu/words";

/** @typedef {import("huisu/main").Page} Page */
/** @typedef {import("huisu/store").Store} Store */
/** @typedef {import("huisu/store").Mode} Mode */

const MODES = /** @type {const} */ (["watch", "predict", "place", "compare"]);
const THEMES = /** @type {const} */ (["auto", "light", "dark"]);

/**
 * Build the bar; a locked page offers no more than how it looks and reads.
 * @param {HTMLElement} host
 * @param {Page} page
 */
export function buildChooser(host, page) {
  const { store } = page, [search, mode, file] = [searches(page), modes(store), fileMenu(page)];
  const looks = el("div", { class: "looks" }, file, language(store), theme(store), help(store));
  host.append(el("h1", { "data-word": page.data.title ? null : "page.name" }, page.data.title), search, el("div", { class: "side" }, mode, looks));
  store.subscribe(({ locked }, changed) => {
    if (changed.has("locked")) for (const each of [search, mode, file]) each.hidden = locked;
  });
}

/** What can be searched: all that a server records, or what the page carries. @param {Page} page */
function searches(page) {
  const { store, data } = page, title = el("summary", {});
  const details = el("details", { class: "search" }, title);
  store.subscribe(({ description, language }) => (title.textContent = description?.title[language] ?? ""));
  const wide = matchMedia("(min-width: 60rem) and (min-height: 30rem)"); // a phone has no room for a form that is always open
  const fit = () => (details.open = wide.matches);
  wide.addEventListener("change", fit);
  fit();
  if (data.server) addForm(details, page);
  else addCarried(details, page);
  return details;
}

/** @param {HTMLElement} host @param {Page} page */
async function addForm(host, page) {
  const { searchForm } = await import("huisu/search");
  host.append(searchForm(page));
  translate(host, page.store.state.language);
}

/** @param {HTMLElement} host @param {Page} page */
async function addCarried(host, page) {
  const { carriedSearches } = await import("huisu/carried");
  host.append(carriedSearches(page));
  translate(host, page.store.state.language);
}

/** @param {Store} store */
function modes(store) {
  const buttons = MODES.map((mode) =>
    el("button", { type: "button", "data-word": `page.mode.${mode}`, onclick: () => store.set({ mode, playing: false }) }));
  store.subscribe(({ mode }, changed) => {
    if (changed.has("mode")) buttons.forEach((each, at) => each.setAttribute("aria-pressed", MODES[at] === mode));
  });
  return el("div", { class: "modes", role: "group", "data-label": "page.mode" }, ...buttons);
}

/** The button says the other language in that language. @param {Store} store */
function language(store) {
  const button = el("button", { type: "button", onclick: () => learn().then(() => store.set({ language: other() })) });
  const other = () => (store.state.language === "en" ? "zh" : "en");
  store.subscribe(() => {
    button.lang = other() === "zh" ? "zh-CN" : "en";
    button.textContent = other() === "zh" ? "中文" : "English";
  });
  return button;
}

/** @param {Store} store */
function theme(store) {
  const options = THEMES.map((each) => el("option", { value: each, "data-word": `page.theme.${each}` }));
  const select = el("select", { "data-label": "page.theme" }, ...options);
  select.addEventListener("change", () => store.set({ theme: select.value }));
  store.subscribe((state) => (select.value = state.theme));
  return select;
}

/** @param {Store} store */
function help(store) {
  return el("button", { type: "button", "data-label": "page.help", onclick: () => showHelp(store) }, "?");
}

/** What is in it comes when it is opened. @param {Page} page */
function fileMenu(page) {
  const files = el("div", { class: "files" });
  const found = menu("page.files", el("h2", { class: "unseen", "data-word": "page.files" }), files);
  found.addEventListener("toggle", () => addFiles(files, page), { once: true });
  return found;
}

/** @param {HTMLElement} host @param {Page} page */
async function addFiles(host, page) {
  const { buildFiles } = await part(import("huisu/files"), "exports");
  buildFiles(host, page);
  translate(host, page.store.state.language);
}
