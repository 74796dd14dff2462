// How are large boards counted from the page? The server counts; this panel orders,
// follows and cancels. Read server.js next, how a server is asked.

import { share, time } from "huisu/amounts";
import { el } from "huisu/dom";
import { answered } from "huisu/server";
import { grouped, translate, word } from "huisu/words";

/** @typedef {import("huisu/words").Language} Language */
/** @typedef {import("huisu/store").Store} Store */
/** @typedef {(language: Language) => string} Said */

/**
 * @typedef {object} Count what the server tells of one; `event` is the number of the newest event
 * @property {string} id
 * @property {number} n
 * @property {boolean} fundamental
 * @property {string|null} kernel
 * @property {number} event
 * @property {"waiting"|"running"|"done"|"cancelled"|"failed"} state
 * @property {number} [position]
 * @property {number} [done]
 * @property {number} [found]
 * @property {number} [seconds]
 * @property {number|null} [left]
 * @property {number} [count]
 * @property {import("huisu/server").Texts} [error]
 */

/** @typedef {{count: Count, item: any, title: any, bar: any, text: any, stop: any, source: EventSource|null}} Row */

const COUNTS = "/api/counts";
const AGAIN = 2000; // milliseconds after which a stream that was refused is looked after

/** @param {HTMLElement} host @param {import("huisu/main").Page} page */
export function jobsPanel(host, page) {
  new Jobs(host, page);
}

class Jobs {
  /** @param {HTMLElement} host @param {import("huisu/main").Page} page */
  constructor(host, { store, data, whyNot }) {
    this.store = store;
    this.whyNot = whyNot;
    /** @type {Map<string, Row>} */
    this.rows = new Map();
    /** @type {Said} */
    this.said = () => "";
    /** @type {{n: number, counts: number, seconds: number}|null} */
    this.limits = null;
    this.build(host, data.kernels);
    store.subscribe((_, changed) => changed.has("language") && this.speak());
    // A page that nobody sees listens to nothing: a browser has few connections to one server.
    document.addEventListener("visibilitychange", () => (document.hidden ? this.deafen() : this.refresh()));
    this.refresh();
  }

  /** @param {HTMLElement} host @param {string[]} kernels */
  build(host, kernels) {
    this.n = el("input", { type: "number", min: 1, value: 16, required: true });
    this.kernel = el("select", {}, el("option", { value: "", "data-word": "page.jobs.fastest" }));
    this.kernel.append(...kernels.map((name) => el("option", { value: name }, name)));
    this.fundamental = el("input", { type: "checkbox" });
    this.form = el("form", { novalidate: true, onsubmit: (/** @type {Event} */ event) => this.start(event) },
      el("label", {}, el("span", { "data-word": "page.jobs.n" }), this.n),
      el("label", {}, el("span", { "data-word": "page.jobs.kernel" }), this.kernel),
      el("label", {}, this.fundamental, el("span", { "data-word": "page.jobs.fundamental" })),
      el("button", { "data-word": "page.jobs.start" }));
    this.bounds = el("p", { class: "bounds" });
    this.status = el("p", { class: "said", role: "status" });
    this.list = el("ul", { class: "list", "data-label": "page.jobs.list" });
    host.append(this.form, this.bounds, this.status, this.list);
    translate(host, this.store.state.language);
  }

  /** @param {Event} event */
  start(event) {
    event.preventDefault();
    const order = { n: Number(this.n.value), kernel: this.kernel.value || null, fundamental: this.fundamental.checked };
    return this.attempt(async () => {
      const headers = { "Content-Type": "application/json" };
      const count = await asked(COUNTS, { method: "POST", headers, body: JSON.stringify(order) });
      this.say((language) => word("page.jobs.started", language, { what: what(count, language) }));
      this.list.prepend(this.row(count).item);
      this.heard(count);
    });
  }

  /** Ask the server for all counts of this visitor, and follow those that go on. */
  refresh() {
    return this.attempt(async () => {
      const { limits, counts } = await asked(COUNTS);
      this.limits = limits;
      this.n.max = limits.n;
      const here = new Set(counts.map((/** @type {Count} */ each) => each.id));
      for (const [id, row] of this.rows) if (!here.has(id)) this.drop(id, row);
      this.list.append(...counts.map((/** @type {Count} */ each) => this.row(each).item));
      for (const each of counts) this.show(each);
      this.speak();
    });
  }

  /** @param {() => Promise<void>} work something done with the server; if it cannot be, say why */
  async attempt(work) {
    try {
      await work();
    } catch (error) {
      this.say((language) => this.whyNot(error, language), true);
    }
  }

  /** @param {Said} said @param {boolean} [refused] */
  say(said, refused = false) {
    this.said = said;
    this.status.classList.toggle("refused", refused);
    this.status.textContent = said(this.store.state.language);
  }

  /** Say everything in the language that was chosen. */
  speak() {
    const { language } = this.store.state;
    this.status.textContent = this.said(language);
    if (this.limits)
      this.bounds.textContent = word("page.jobs.bounds", language, { ...this.limits, minutes: this.limits.seconds / 60 });
    for (const row of this.rows.values()) this.tell(row);
  }

  /** @param {Count} count @returns {Row} its row, made if there is none yet */
  row(count) {
    const found = this.rows.get(count.id);
    if (found) return found;
    const title = el("strong");
    const bar = el("progress", { max: 1, value: 0 });
    const text = el("p");
    const stop = el("button", { type: "button", onclick: () => this.cancel(count.id) });
    const item = el("li", { "data-id": count.id, tabindex: -1 }, title, stop, bar, text);
    const row = { count, item, title, bar, text, stop, source: null };
    this.rows.set(count.id, row);
    return row;
  }

  /** @param {Count} count as the server tells of it: show it, and say aloud when it has ended */
  heard(count) {
    const before = this.rows.get(count.id)?.count.state;
    this.show(count);
    if (ended(count) && before && before !== count.state)
      this.say((language) => `${what(count, language)}${word("page.jobs.colon", language)}${told(count, language)}`, count.state === "failed");
  }

  /** @param {Count} count */
  show(count) {
    const row = this.row(count);
    if (count.event < row.count.event) return; // older than what is shown
    row.count = count;
    this.tell(row);
    if (ended(count)) this.close(row);
    else if (!row.source && !document.hidden) this.follow(row);
  }

  /** @param {Row} row */
  tell({ count, item, title, bar, text, stop }) {
    const { language } = this.store.state;
    item.className = count.state;
    title.textContent = what(count, language);
    text.textContent = told(count, language);
    bar.value = count.done ?? 0;
    bar.hidden = stop.hidden = ended(count);
    bar.setAttribute("aria-label", word("page.jobs.progress", language, { what: what(count, language) }));
    stop.textContent = word("page.jobs.cancel", language);
    stop.setAttribute("aria-label", word("page.jobs.cancel_one", language, { what: what(count, language) }));
  }

  /** @param {Row} row: listen from the event after the one that is shown */
  follow(row) {
    const source = new EventSource(`${COUNTS}/${row.count.id}/events?after=${row.count.event}`);
    row.source = source;
    for (const name of ["waiting", "progress", "done", "cancelled", "failed"])
      source.addEventListener(name, (event) => this.heard(JSON.parse(/** @type {MessageEvent} */ (event).data)));
    source.addEventListener("error", () => {
      if (source.readyState !== EventSource.CLOSED || row.source !== source) return; // else the browser asks again
      row.source = null;
      setTimeout(() => this.refresh(), AGAIN);
    });
  }

  /** @param {string} id */
  cancel(id) {
    return this.attempt(async () => {
      this.rows.get(id)?.item.focus(); // the button is about to go
      this.heard(await asked(`${COUNTS}/${id}`, { method: "DELETE" }));
    });
  }

  deafen() {
    for (const row of this.rows.values()) this.close(row);
  }

  /** @param {Row} row */
  close(row) {
    row.source?.close();
    row.source = null;
  }

  /** @param {string} id @param {Row} row */
  drop(id, row) {
    this.close(row);
    row.item.remove();
    this.rows.delete(id);
  }
}

/** @param {string} path @param {RequestInit} [options] */
async function asked(path, options) {
  return JSON.parse(await answered(path, options));
}

/** @param {Count} count */
function ended({ state }) {
  return state !== "waiting" && state !== "running";
}

/** @param {Count} count @param {Language} language: what is counted */
function what({ n, fundamental }, language) {
  return word(fundamental ? "page.jobs.what_fundamental" : "page.jobs.what", language, { n });
}

/** @param {Count} count @param {Language} language: how far it is, or what came out */
function told(count, language) {
  if (count.state === "failed") return count.error?.[language] ?? "";
  const values = {
    position: count.position,
    share: share(count.done ?? 0),
    found: grouped(count.found ?? 0),
    count: grouped(count.count ?? 0),
    time: time(count.seconds ?? 0, language),
    left: count.left == null ? "" : word("page.jobs.left", language, { time: time(count.left, language) }),
    kernel: count.kernel ?? word("page.jobs.fastest", language),
  };
  return word(`page.jobs.${count.state}`, language, values);
}
