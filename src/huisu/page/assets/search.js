// Which search is shown, and how is another one chosen? The form that writes a
// search's address. Read squares.js next: queens that stand, squares that are blocked.

import { NAMES, ORDERS, TREES, addressOf, parameters } from "huisu/address";
import { el } from "huisu/dom";
import { menu } from "huisu/menu";
import { squaresField } from "huisu/squares";
import { translate } from "huisu/words";

/** @typedef {import("huisu/main").Page} Page */
/** @typedef {import("huisu/store").Store} Store */
/** @typedef {import("huisu/store").Language} Language */

const TYPING = 500; // milliseconds of rest before what is typed or pressed is searched

/** Return the form, which asks the server. @param {Page} page */
export function searchForm(page) {
  const { store, data } = page, fields = made(page);
  const { problem, n, tree, goal, order, seed, squares, instance } = fields;
  const queens = el("span", { class: "fields" }, n.label, tree, squares.first);
  const form = el("form", { class: "fields" }, problem, queens, goal, order, seed, squares.details, instance.details);
  let timer = 0, pending = "";
  const show = async () => {
    const address = fields.address();
    if (!n.input.value || address === (pending || store.state.description?.address)) return;
    pending = address;
    await page.open(address);
    if (pending === address) pending = "";
  };
  form.addEventListener("input", (/** @type {Event} */ { target }) => {
    clearTimeout(timer);
    if ([n.input, seed, squares.grid].includes(target)) timer = setTimeout(show, TYPING);
  });
  form.addEventListener("change", (/** @type {Event} */ { target }) => {
    clearTimeout(timer);
    if (target === problem) fields.show({ p: problem.value });
    show();
  });
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    show();
  });
  store.subscribe(({ description, language }, changed) => {
    if (changed.has("language")) nameProblems(problem, data.classics, language);
    if (changed.has("description") && description?.address) {
      const given = parameters(description.address);
      fields.show(given);
      if (!pending) n.input.value = given.n ?? 4; // another search came, as by the browser's back button
    }
    else if (changed.has("language")) fields.show(parameters(fields.address()));
  });
  return form;
}

/** @param {any} select @param {Page["data"]["classics"]} classics @param {Language} language */
function nameProblems(select, classics, language) {
  const { value } = select, first = classics.filter(({ name }) => name === "queens");
  const sorted = [...first, ...classics.filter(({ name }) => name !== "queens")];
  select.replaceChildren(...sorted.map(({ name, title }) => el("option", { value: name }, title[language])));
  select.value = value || "queens";
}

/**
 * Make the fields, with how they are filled from an address and read as one.
 * @param {Page} page
 */
function made({ store, data }) {
  const problem = el("select", { "data-label": "page.search.problem" });
  const input = el("input", { type: "number", min: 0, max: 30, value: 4, "data-label": "page.search.n" });
  const n = { input, label: el("label", {}, "n = ", input) };
  const tree = choice("page.search.tree", TREES, (each) => `page.search.${each}`);
  const goal = el("select", { "data-label": "page.search.goal" });
  const order = choice("page.search.order", ORDERS, (each) => `page.search.${each}`);
  const seed = el("input", { type: "number", min: 0, value: 0, "data-label": "page.search.seed" });
  const squares = squaresField(store, () => Number(input.value)), instance = instanceField();
  order.addEventListener("change", () => (seed.hidden = order.value !== "random"));

  /** @param {Record<string, string>} given the parameters of an address */
  const show = (given) => {
    const name = given.p ?? "queens", isQueens = name === "queens";
    const classic = data.classics.find((each) => each.name === name);
    problem.value = name;
    n.label.parentElement?.toggleAttribute("hidden", !isQueens);
    fill(input, given.n ?? 4);
    tree.value = given.tree ?? "permutation";
    const goals = classic?.goal === "best" ? ["best"] : ["all", "one"];
    goal.replaceChildren(...goals.map((each) => el("option", { value: each, "data-word": `page.search.${each}` })));
    goal.value = given.goal ?? goals[0];
    order.value = given.order ?? "lexicographic";
    seed.hidden = order.value !== "random";
    fill(seed, given.seed ?? 0);
    squares.show(given, isQueens);
    instance.show(given.instance ?? "", isQueens ? null : instanceOf(store, given));
    translate(goal, store.state.language);
  };
  const address = () => {
    const isQueens = problem.value === "queens";
    /** @type {Record<string, string>} */
    const own = isQueens ? { n: input.value, tree: tree.value, ...squares.values() } : { instance: instance.value() };
    /** @type {Record<string, string>} */
    const seeds = order.value === "random" ? { seed: seed.value } : {};
    return addressOf(new URLSearchParams({ p: problem.value, goal: goal.value, order: order.value, ...seeds, ...own }).toString());
  };
  return { problem, n, tree, goal, order, seed, squares, instance, show, address };
}

/** Return the data of the search that is shown, if that is the one given. @param {Store} store @param {Record<string, string>} given */
function instanceOf({ state: { description } }, given) {
  const shown = parameters(description?.address ?? "");
  return NAMES.every((name) => shown[name] === given[name]) ? description?.instance : null;
}

/** Fill a field unless someone is typing in it. @param {any} field @param {unknown} value */
function fill(field, value) {
  if (document.activeElement !== field) field.value = value;
}

/** @param {string} label @param {readonly string[]} values @param {(value: string) => string} key */
function choice(label, values, key) {
  return el("select", { "data-label": label }, ...values.map((value) => el("option", { value, "data-word": key(value) })));
}

/** The data of a textbook problem as JSON, to be changed. */
function instanceField() {
  const text = el("textarea", { rows: 8, spellcheck: "false", "data-label": "page.search.instance" });
  const usual = el("button", { type: "button", "data-word": "page.search.instance.usual" });
  const details = menu("page.search.instance", text,
    el("div", {}, el("button", { "data-word": "page.search.show" }), " ", usual));
  let shown = "", raw = "";
  usual.addEventListener("click", () => {
    shown = raw = text.value = "";
    text.form.requestSubmit();
  });
  /** @param {string} written @param {any} instance null for none */
  const show = (written, instance) => {
    details.hidden = instance == null;
    [raw, shown] = [written, pretty(instance)];
    fill(text, shown);
  };
  return { details, show, value: () => (text.value === shown ? raw : text.value) };
}

/** Return JSON with a line for each part. @param {any} instance */
function pretty(instance) {
  const lines = Object.entries(instance ?? {}).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{\n${lines.join(",\n")}\n}`;
}
