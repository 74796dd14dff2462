// What are the answers as text, in the layout of an online judge? To be copied, or
// saved. Read layouts.js next, which writes each of them.

import { copyText } from "huisu/clipboard";
import { button, download, el, field } from "huisu/dom";
import { counts, LAYOUTS, written } from "huisu/panels/layouts";
import { word } from "huisu/words";

/** @typedef {import("huisu/store").Store} Store */
/** @typedef {import("huisu/store").State} State */
/** @typedef {import("huisu/panels/solutions").Album} Album */

/** The answers found so far as text, to copy and to save. */
export class Output {
  /** @param {Store} store @param {number} most how many answers are shown; all are copied and saved */
  constructor(store, most) {
    this.store = store;
    this.most = most;
    /** @type {Album|null} */ this.album = null;
    this.found = 0;
    this.layout = select(Object.keys(LAYOUTS), () => store.set({ layout: this.layout.value }));
    this.base = select(["0", "1"], () => store.set({ base: /** @type {0|1} */ (Number(this.base.value)) }));
    this.way = select(["row", "column"], () => this.update(store.state, this.found));
    for (const option of this.way.children) option.dataset.word = `page.solutions.by.${option.value}`;
    this.forQueens = el("div", { class: "choice" }, field("page.solutions.layout", this.layout),
      field("page.solutions.base", this.base), field("page.solutions.orientation", this.way));
    this.about = el("p", { class: "about" });
    this.area = el("textarea", { readonly: true, rows: 12, "data-label": "page.solutions.output" });
    this.done = el("span", { role: "status" });
    const copy = button("page.solutions.copy", () => this.copy());
    const save = button("page.solutions.save", () => download("solutions.txt", new Blob([this.text(Infinity)], { type: "text/plain" })));
    this.element = el("div", {}, this.forQueens, this.about, this.area, el("div", { class: "choice" }, copy, save, this.done));
  }

  /** @param {Album} album */
  open(album) {
    this.album = album;
    this.forQueens.hidden = !this.album.isQueens;
  }

  /** @param {State} state @param {number} found */
  update({ layout, base, language }, found) {
    this.found = found;
    if (this.element.hidden || !this.album) return;
    this.layout.value = layout in LAYOUTS ? layout : "digits";
    this.base.value = base;
    this.base.disabled = !counts(this.layout.value);
    this.done.textContent = "";
    this.area.value = this.text(this.most);
    const about = this.album.isQueens ? word(`format.${this.layout.value}`, language) : "";
    this.about.textContent = `${about} ${found > this.most ? word("page.solutions.cut", language, { most: this.most }) : ""}`;
  }

  /** Return the first answers found so far. @param {number} most */
  text(most) {
    const album = /** @type {Album} */ (this.album), some = album.inOrder().slice(0, Math.min(this.found, most));
    if (!album.isQueens) return some.map((k) => `${album.vector(k)}\n`).join("");
    const { layout, base, language } = this.store.state;
    return written(some.map((k) => album.placement(k)), { layout, base, byColumn: this.way.value === "column", language });
  }

  async copy() {
    const isCopied = await copyText(this.text(Infinity));
    this.done.textContent = isCopied ? word("page.solutions.copied", this.store.state.language) : "";
  }
}

/** @param {string[]} values @param {() => void} onchange */
function select(values, onchange) {
  return el("select", { onchange }, ...values.map((value) => el("option", { value }, value)));
}
