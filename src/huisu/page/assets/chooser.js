// What does the bar at the top offer? Which search is shown, in which mode, language
// and colours, and what can be taken along. Read search.js next, the search's own form.

import { viewOf } from "huisu/address";
import { el } from "huisu/dom";
import { showHelp } from "huisu/keys";
import { menu } from "huisu/menu";
import { part } from "huisu/parts";
import { learn, translate, word } from "huisu/words";

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
  const wide = matchMedia("(min-width: 60rem)"); // a phone has no room for a form that is always open
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

/** @param {Page} page */
function fileMenu(page) {
  const exports = el("div", { class: "exports" });
  // The browser's own field speaks the browser's language, so a button stands for it.
  const input = el("input", { type: "file", accept: ".json,.gz,application/json,application/gzip", hidden: true });
  const button = el("button", { type: "button", "data-word": "page.file.open", onclick: () => input.click() });
  input.addEventListener("change", () => openFile(page, input));
  const found = menu("page.file", el("h2", { class: "unseen", "data-word": "page.file" }), button, input, link(page), exports);
  found.addEventListener("toggle", () => addExports(exports, page), { once: true });
  return found;
}

/** @param {HTMLElement} host @param {Page} page */
async function addExports(host, page) {
  const { buildExports } = await part(import("huisu/exports/menu"), "exports");
  buildExports(host, page);
  translate(host, page.store.state.language);
}

/** Show a record from a file; one that is damaged leaves what was shown. @param {Page} page @param {any} input */
async function openFile({ openRecord, say }, input) {
  const [file] = input.files;
  if (!file) return;
  try {
    await openRecord(await unpacked(file));
  } catch {
    say("page.file.damaged");
  }
  input.value = ""; // so that the same file can be chosen again
}

/** Return the text of a file, which may be packed with gzip. @param {Blob} file */
async function unpacked(file) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return file.text();
  return new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

/** A link to what is shown now: copied where that is allowed, shown where it is not. @param {Page} page */
function link({ store }) {
  const shown = el("input", { type: "text", readonly: true, hidden: true, "data-label": "page.file.link" });
  const said = el("span", { role: "status" });
  const button = el("button", { type: "button", "data-word": "page.file.link" });
  button.addEventListener("click", async () => {
    shown.value = `${location.href.split(/[?#]/)[0]}?${viewOf(store.state)}`;
    try {
      await navigator.clipboard.writeText(shown.value);
      said.textContent = word("page.file.copied", store.state.language);
    } catch {
      shown.hidden = false;
      shown.select();
    }
  });
  store.subscribe(({ description }) => {
    button.hidden = !description?.address || location.protocol === "about:";
    said.textContent = "";
  });
  return el("div", { class: "link" }, button, said, shown);
}
