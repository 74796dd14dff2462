// What can be taken along from the page? Pictures, a film, the record, texts, and
// the page itself, in the language it has. Read pictures.js next.

import { download, el } from "huisu/dom";
import { dot } from "huisu/exports/dot";
import { film } from "huisu/exports/film";
import { pageFile } from "huisu/exports/page-file";
import { boardText, text, treePng, treeSheet } from "huisu/exports/pictures";
import { translate, word } from "huisu/words";

/** @typedef {import("huisu/main").Page} Page */
/** @typedef {import("huisu/store").State} State */

/** @param {HTMLElement} host @param {Page} page */
export function buildExports(host, page) {
  const menu = new Menu(host, page);
  const width = el("input", { type: "number", min: 100, max: 8000, step: 1, value: 1600, "data-label": "page.export.png.width" });
  const board = menu.button("page.export.board", (state) =>
    menu.save(state, "-board.svg", "image/svg+xml", boardText(document.querySelector(".panel.board svg"))));
  host.append(
    el("h3", { "data-word": "page.export" }),
    menu.button("page.export.svg", (state) => menu.save(state, ".svg", "image/svg+xml", text(treeSheet(state)))),
    el("div", { class: "png" }, menu.button("page.export.png", async (state) =>
      menu.save(state, ".png", "image/png", await treePng(state, Number(width.value)))), width,
    el("span", { "data-word": "page.export.png.pixels" })),
    board,
    menu.button("page.export.gif", (state) => menu.film(state)),
    menu.button("page.export.trace", (state) => menu.save(null, ".json", "application/json", state.trace?.text ?? "")),
    menu.button("page.export.text", (state) => menu.save(null, ".txt", "text/plain", state.replay?.text(state.language) ?? "")),
    menu.button("page.export.graph", (state) => menu.save(state, ".dot", "text/vnd.graphviz", dot(state))),
    menu.button("page.export.page", async () => menu.save(null, ".html", "text/html", await pageFile(page))),
    menu.said, menu.cancel);
  translate(host, page.store.state.language);
}

class Menu {
  /** @param {HTMLElement} host @param {Page} page */
  constructor(host, page) {
    this.host = host;
    this.store = page.store;
    this.whyNot = page.whyNot;
    this.isCancelled = false;
    this.said = el("p", { class: "said", role: "status" });
    this.cancel = el("button", { type: "button", hidden: true, "data-word": "page.export.cancel", onclick: () => (this.isCancelled = true) });
  }

  /** @param {string} key @param {(state: Readonly<State>) => void|Promise<void>} make */
  button(key, make) {
    return el("button", { type: "button", "data-word": key, onclick: () => this.run(make) });
  }

  /** Make something; say why not where it cannot be made. @param {(state: Readonly<State>) => void|Promise<void>} make */
  async run(make) {
    const { state } = this.store;
    if (!state.replay || this.host.getAttribute("aria-busy")) return;
    this.host.setAttribute("aria-busy", "true");
    this.said.textContent = "";
    try {
      await make(state);
    } catch (error) {
      this.said.textContent = this.whyNot(error, state.language);
    } finally {
      this.host.removeAttribute("aria-busy");
      this.cancel.hidden = true;
    }
  }

  /**
   * @param {Readonly<State>|null} state whose step is part of the file's name; null if it is not
   * @param {string} suffix @param {string} type @param {string|Blob} content
   */
  save(state, suffix, type, content) {
    const name = nameOf(this.store.state) + (state ? stepOf(state) : "") + suffix;
    download(name, content instanceof Blob ? content : new Blob([content], { type: `${type};charset=utf-8` }));
    this.said.textContent = word("page.export.saved", this.store.state.language, { name });
  }

  /** @param {Readonly<State>} state */
  async film(state) {
    this.isCancelled = false;
    this.cancel.hidden = false;
    const made = await film(state, (frame, frames) => {
      this.said.textContent = word("page.export.frame", state.language, { frame, frames });
      return !this.isCancelled;
    });
    if (made) this.save(null, ".gif", "image/gif", made);
    else this.said.textContent = word("page.export.cancelled", state.language);
  }
}

/** Return the name of a search as the name of a file. @param {Readonly<State>} state */
function nameOf({ description, trace }) {
  const address = new URLSearchParams(description?.address), named = address.get("p") ? [...address] : [];
  const parts = named.filter(([key]) => ["p", "n", "tree", "goal"].includes(key)).map(([, value]) => value);
  const name = parts.join("-") || `${trace?.problem}-${trace?.depth}`;
  return name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 80);
}

/** @param {Readonly<State>} state */
function stepOf({ replay, position }) {
  return replay && position < replay.length ? `-step${position}` : "-end";
}
