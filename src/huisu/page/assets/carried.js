// Which of the searches that a page carries is shown? A page in one file offers
// them by names that tell them apart. Read source.js next, which finds them.

import { parameters } from "huisu/address";
import { el } from "huisu/dom";
import { word } from "huisu/words";

/** @typedef {import("huisu/words").Language} Language */
/** @typedef {{address: string, title: import("huisu/source").Texts}} Named */

/** Return the field that chooses among them. @param {import("huisu/main").Page} page */
export function carriedSearches({ store, exhibits, open }) {
  const select = el("select", { "data-label": "page.search.problem" });
  select.addEventListener("change", () => open(select.value));
  store.subscribe(({ description, language }, changed) => {
    if (changed.has("language")) {
      const all = exhibits.map((each) => each.description);
      select.replaceChildren(...all.map((each) => el("option", { value: each.address }, labelAmong(all, each, language))));
    }
    select.value = description?.address ?? "";
  });
  return el("div", { class: "fields" }, select);
}

/** Return the title of a search for n queens, as `_title` in src/huisu/page/exhibit.py has it. @param {string} tree @param {number} n */
export function queensTitle(tree, n) {
  const key = `page.queens.${tree}${n === 1 ? ".one" : ""}`;
  return { en: word(key, "en", { n }), zh: word(key, "zh", { n }) };
}

/**
 * Return what names a search; where another one of them is called the same, with its place.
 * @param {Named[]} searches
 * @param {Named} search
 * @param {Language} language
 */
export function labelAmong(searches, search, language) {
  const names = searches.map((each) => label(each, language)), name = label(search, language), place = searches.indexOf(search);
  return place < 0 || names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${place + 1})`;
}

/** Return what names a search: its title, and what is not as usual. @param {Named} search @param {Language} language */
function label({ address, title }, language) {
  const { order, seed, goal, fix, block, instance } = parameters(address);
  /** @param {string} squares "1,1;2,4" */
  const listed = (squares) => squares.split(";").map((each) => `(${each})`).join(" ");
  return [
    title[language],
    order && word(`page.search.${order}`, language),
    order === "random" && word("page.label.seed", language, { seed: seed ?? 0 }),
    goal === "one" && word("page.search.one", language),
    fix && word("page.label.fix", language, { squares: listed(fix) }),
    block && word("page.label.block", language, { squares: listed(block) }),
    instance && word("page.label.instance", language),
  ].filter(Boolean).join(" · ");
}
