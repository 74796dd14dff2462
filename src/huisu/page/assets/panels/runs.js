// How far are the durable counts whose ledgers the server shows? It is asked every
// two seconds while somebody looks. Read panels/jobs.js next, counts that are ordered here.

import { share, time } from "huisu/amounts";
import { el } from "huisu/dom";
import { answered } from "huisu/server";
import { grouped, word } from "huisu/words";

/** @typedef {import("huisu/words").Language} Language */

/**
 * @typedef {object} Run what the server tells of one
 * @property {string} ledger
 * @property {import("huisu/server").Texts} [error] why the ledger cannot be read; then nothing else is known
 * @property {number} run
 * @property {number} n
 * @property {string} plan
 * @property {string} kernel
 * @property {number} squares fixed and blocked ones
 * @property {"running"|"stopped"|"complete"|"parked"} state
 * @property {number} units
 * @property {number} done
 * @property {number} share of the expected work
 * @property {string} found all digits
 * @property {number} updated Unix time
 * @property {number|null} rate units a second
 * @property {number|null} left seconds
 * @property {number|null} left_error
 * @property {number} workers
 * @property {number} quarantined workers
 * @property {number} parked
 * @property {number} audits_done
 * @property {number} audits_planned
 * @property {number} mismatches
 * @property {"workers"|"scheduler"|"disk"|null} waiting_for
 */

const AGAIN = 2000; // milliseconds

/** @param {HTMLElement} host @param {import("huisu/main").Page} page */
export function runsPanel(host, { store, whyNot }) {
  const list = el("ul", { class: "list", "data-label": "page.runs.list" });
  const said = el("p", { class: "said", role: "status" });
  host.append(said, list);
  /** @type {Run[]|null} null before the first answer */
  let runs = null;
  /** @type {unknown} */
  let failed = null;
  let timer = 0;

  function show() {
    const { language } = store.state;
    list.replaceChildren(...(runs ?? []).map((run) => item(run, language)));
    said.textContent = failed ? whyNot(failed, language) : runs?.length === 0 ? word("page.runs.none", language) : "";
    said.classList.toggle("refused", failed !== null);
  }

  async function look() {
    clearTimeout(timer);
    if (document.hidden) return;
    try {
      ({ runs } = JSON.parse(await answered("/api/runs")));
      failed = null;
    } catch (error) {
      failed = error;
    }
    show();
    timer = setTimeout(look, AGAIN);
  }

  store.subscribe((_, changed) => changed.has("language") && show());
  document.addEventListener("visibilitychange", look);
  look();
}

/** @param {Run} run @param {Language} language */
function item(run, language) {
  if (run.error) return el("li", { class: "failed" }, el("strong", {}, run.ledger), el("p", {}, run.error[language]));
  const title = what(run, language);
  const bar = el("progress", { max: 1, value: run.share, "aria-label": word("page.jobs.progress", language, { what: title }) });
  bar.hidden = run.state === "complete";
  const looks = { complete: "done", parked: "failed", stopped: "cancelled", running: "running" };
  return el("li", { class: looks[run.state] }, el("strong", {}, title), el("span", {}, `${run.ledger} · ${run.run}`), bar,
    ...lines(run, language).map((line) => el("p", {}, line)));
}

/** @param {Run} run @param {Language} language: what is counted */
function what({ n, plan, squares }, language) {
  if (plan === "jobs") return word("page.runs.jobs", language, { n });
  return word(squares ? "page.runs.board" : "page.jobs.what", language, { n, squares });
}

/** @param {Run} run @param {Language} language: how it stands */
function lines(run, language) {
  const values = {
    ...run, done: grouped(run.done), units: grouped(run.units), found: grouped(run.found), share: share(run.share),
    ago: time(Math.max(0, Date.now() / 1000 - run.updated), language),
  };
  const said = [word(`page.runs.${run.state}`, language, values)];
  if (run.state === "running") said.push(pace(run, language));
  if (run.waiting_for) said.push(word(`page.runs.waiting_${run.waiting_for}`, language));
  if (run.audits_planned) said.push(word("page.runs.audits", language, values));
  if (run.mismatches) said.push(word("page.runs.mismatches", language, values));
  if (run.quarantined) said.push(word("page.runs.quarantined", language, values));
  if (run.parked) said.push(word("page.runs.parked_units", language, values));
  return said;
}

/** @param {Run} run @param {Language} language: who counts, how fast, and how long yet */
function pace({ workers, rate, left, left_error: error, kernel }, language) {
  const said = [word("page.runs.workers", language, { workers, kernel })];
  if (rate) said.push(word("page.runs.rate", language, { rate: rate < 10 ? rate.toPrecision(2) : grouped(Math.round(rate)) }));
  if (left !== null) said.push(word("page.runs.left", language, { time: time(left, language), error: time(error ?? 0, language) }));
  return said.join(word("page.runs.comma", language));
}
