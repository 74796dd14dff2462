// How much has the search done, level by level and cause by cause, and what would
// Knuth's random walks have foretold? Read replay.js next, which knows the steps.

import { button, el } from "huisu/dom";
import { lowerBound } from "huisu/trace";
import { grouped, translate, word } from "huisu/words";

/** @typedef {import("huisu/store").Store} Store */
/** @typedef {import("huisu/store").State} State */
/** @typedef {import("huisu/replay").Replay} Replay */
/** @typedef {import("huisu/trace").Trace} Trace */

const MOST_WALKS_SHOWN = 12;
const MOST_LEVELS = 12; // more are scrolled

/** @param {HTMLElement} host @param {Store} store */
export function countsPanel(host, store) {
  const totals = table("page.counts.what", "page.counts.number", "page.counts.share");
  const profile = table("page.counts.level", "page.counts.generated", "page.counts.feasible", "page.counts.bar");
  totals.element.className = "totals";
  profile.element.className = "profile";
  const walks = knuth(store), levels = el("div", { class: "levels", role: "group", "data-label": "page.counts.bar" }, profile.element);
  host.append(totals.element, levels, walks.element);
  /** @type {(state: State) => void} */
  let update = () => {};
  store.subscribe((state, changed) => {
    if (!state.replay) return;
    const isNew = changed.has("replay") || changed.has("language");
    if (isNew) {
      translate(host, state.language);
      const updates = [buildTotals(totals.body, state, state.replay), buildProfile(profile.body, state, state.replay)];
      update = (now) => updates.forEach((each) => each(now.position));
      levels.tabIndex = state.replay.trace.depth > MOST_LEVELS ? 0 : -1;
      walks.open(state.replay.trace, changed.has("replay"));
    }
    if (isNew || changed.has("position")) update(state);
  });
}

/** @param {...string} headings */
function table(...headings) {
  const body = el("tbody");
  const head = headings.map((key) => el("th", { scope: "col", "data-word": key }));
  return { element: el("table", {}, el("thead", {}, el("tr", {}, ...head)), body), body };
}

/** Return a share as a percentage with two digits. @param {number} part @param {number|bigint} whole */
function percent(part, whole) {
  const share = (100 * part) / Number(whole);
  return `${share >= 10 || share === 0 ? share.toFixed(0) : share.toPrecision(2)} %`;
}

/**
 * Return the steps at which each cause has killed, by its mark, with one cause as an example.
 * @param {Replay} replay
 */
function killings({ trace, born }) {
  /** @type {Map<string, {steps: number[], example: import("huisu/trace").Cause}>} */
  const found = new Map();
  for (let node = 0; node < trace.length; node++) {
    if (trace.fate[node] !== "K") continue;
    const cause = trace.causes[trace.caused[node]], mark = cause[0];
    if (!found.has(mark)) found.set(mark, { steps: [], example: trace.cause(node) });
    found.get(mark)?.steps.push(born[node]);
  }
  return found;
}

/**
 * Build the table of totals; return what brings it to a position.
 * @param {HTMLElement} body @param {State} state @param {Replay} replay
 */
function buildTotals(body, { language }, replay) {
  const { trace } = replay, size = trace.sizes?.[0];
  /** @type {[Element, Element, (at: import("huisu/replay").Moment) => number][]} */
  const rows = [];
  body.replaceChildren();
  /** @param {string} name @param {Node|string} said @param {(at: any) => number} count */
  const add = (name, said, count) => {
    const number = el("td"), share = el("td");
    body.append(el("tr", { "data-count": name }, el("th", { scope: "row" }, said), number, share));
    rows.push([number, share, count]);
  };
  add("generated", size ? word("page.counts.of", language, { size: grouped(size) }) : word("page.counts.generated", language), (at) => at.generated);
  add("live", word("page.counts.live", language), (at) => at.live.length);
  add("killed", word("page.counts.killed", language), (at) => at.killed);
  for (const [mark, { steps, example }] of killings(replay))
    add(`killed ${mark}`, cause(mark, example[language], language), ({ position }) => lowerBound(steps, position + 1));
  if (trace.goal === "best" || replay.refused.C.length) add("cut", word("page.counts.cut", language), (at) => at.cut);
  add("dead", word("page.counts.dead", language), (at) => at.backtracks + Number(at.eNode < 0 && trace.fate[0] === "L"));
  add("backtracks", word("page.counts.backtracks", language), (at) => at.backtracks);
  add("answers", word("page.counts.answers", language), (at) => at.answers);
  return (/** @type {number} */ position) => {
    const at = replay.at(position);
    rows.forEach(([number, share, count], row) => {
      const found = count(at), isFlow = row === rows.length - 2;
      number.textContent = grouped(found);
      if (row || size) share.textContent = isFlow ? "" : percent(found, row ? at.generated : /** @type {bigint} */ (size));
    });
  };
}

/** @param {string} mark @param {string} example @param {import("huisu/words").Language} language */
function cause(mark, example, language) {
  const said = el("span", { class: "cause" }, el("span", { class: "mark" }, mark));
  said.append(" ", el("span", {}, word("page.counts.example", language, { cause: example })));
  return said;
}

/**
 * Build the profile of the tree; return what brings it to a position.
 * @param {HTMLElement} body @param {State} state @param {Replay} replay
 */
function buildProfile(body, { language }, replay) {
  const levels = profileSteps(replay);
  const most = Math.max(...levels.map(({ generated }) => generated.length));
  body.replaceChildren();
  const rows = levels.map((steps, level) => {
    const [generated, feasible, all, good] = [el("td"), el("td"), el("span", { class: "all" }), el("span", { class: "good" })];
    const name = word("tree.level", language, { level: level + 1 });
    body.append(el("tr", {}, el("th", { scope: "row" }, name), generated, feasible, el("td", { class: "bar" }, good, all)));
    return { steps, generated, feasible, all, good };
  });
  return (/** @type {number} */ position) => {
    for (const { steps, generated, feasible, all, good } of rows) {
      const made = lowerBound(steps.generated, position + 1), kept = lowerBound(steps.feasible, position + 1);
      generated.textContent = grouped(made);
      feasible.textContent = grouped(kept);
      good.style.width = `${(100 * kept) / most}%`;
      all.style.width = `${(100 * (made - kept)) / most}%`;
    }
  };
}

/** Return the steps at which the nodes of each level were generated. @param {Replay} replay */
function profileSteps({ trace, born }) {
  const levels = Array.from({ length: trace.depth + 1 }, () => ({
    generated: /** @type {number[]} */ ([]), feasible: /** @type {number[]} */ ([]),
  }));
  for (let node = 0; node < trace.length; node++) {
    const { generated, feasible } = levels[trace.level[node]];
    generated.push(born[node]);
    if ("LA".includes(trace.fate[node])) feasible.push(born[node]);
  }
  return levels;
}

/**
 * Knuth's estimate of a recorded tree: where nothing stopped the search and no
 * bound cut it, a random walk down can be made on the record.
 * @param {Store} store
 */
function knuth(store) {
  const said = el("p", { role: "status" }), list = el("p", { class: "walks" });
  const element = el("details", { class: "knuth" },
    el("summary", { "data-word": "page.counts.knuth" }), el("p", { "data-word": "page.counts.knuth.how" }),
    el("div", { class: "choice" }, button("page.counts.walk.one", () => take(1)), button("page.counts.walk.many", () => take(100))), list, said);
  /** @type {number[]} */
  let values = [];
  /** @type {Trace|null} */
  let trace = null;
  let feasible = 0;
  const show = () => {
    const { language } = store.state, shown = values.slice(-MOST_WALKS_SHOWN);
    list.textContent = values.length ? (values.length > shown.length ? "… " : "") + shown.map(grouped).join(", ") : "";
    said.textContent = values.length ? word("page.counts.walks", language, summary(values, feasible)) : "";
  };
  /** @param {number} times */
  function take(times) {
    for (let each = 0; trace && each < times; each++) values.push(randomWalk(trace));
    show();
  }
  /** @param {Trace} record @param {boolean} isNew */
  function open(record, isNew) {
    element.hidden = record.outcome !== "complete" || record.goal !== "all" || record.fate.includes("C");
    if (isNew) [values, trace, feasible] = [[], record, record.fate.replace(/[^LA]/g, "").length];
    show();
  }
  return { element, open };
}

/** @param {number[]} values @param {number} feasible */
function summary(values, feasible) {
  const m = values.length, mean = values.reduce((sum, each) => sum + each, 0) / m;
  const square = values.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const error = m > 1 ? Math.sqrt(square / (m - 1) / m).toPrecision(3) : "–";
  return { walks: grouped(m), mean: grouped(mean.toFixed(mean < 1000 ? 1 : 0)), error, feasible: grouped(feasible) };
}

/** Return what one random walk takes for the number of nodes: 1 + d1 + d1 d2 + …
 * @param {Trace} trace */
function randomWalk(trace) {
  let size = 1, product = 1;
  for (let live = liveChildren(trace, 0); live.length; ) {
    product *= live.length;
    size += product;
    live = liveChildren(trace, live[Math.floor(Math.random() * live.length)]);
  }
  return size;
}

/** @param {Trace} trace @param {number} node */
function liveChildren(trace, node) {
  return trace.children(node).filter((each) => "LA".includes(trace.fate[each]));
}
