// What do the keys do, and what do the words mean? One dialog says both.
// Read panels/words.js next, which uses those words.

import { el } from "huisu/dom";
import { translate } from "huisu/words";

const KEYS = /** @type {const} */ ([
  ["← →", "step"], ["Shift ← →", "solution"], ["Space", "play"], ["Home End", "ends"], ["↑ ↓", "tree"],
  ["B", "backtrack"], ["R", "restart"], ["F U", "fold"], ["L", "labels"], ["+ −", "speed"], ["?", "help"],
]);
const TERMS = /** @type {const} */ ([
  "vector", "explicit", "implicit", "tree", "generate", "live", "e-node", "dead", "answer", "constraint",
  "bounding", "pruning", "backtrack", "permutation", "n-ary",
]);

/** @type {any} */
let dialog;

/** Show the help in the language of the page. @param {import("huisu/store").Store} store */
export function openHelp({ state }) {
  if (!dialog) document.body.append((dialog = made()));
  translate(dialog, state.language);
  dialog.showModal();
}

function made() {
  const close = el("button", { type: "button", "data-word": "page.help.close", onclick: () => dialog.close() });
  return el("dialog", { class: "help", "aria-labelledby": "help-title" },
    el("div", { class: "head" }, el("h2", { id: "help-title", "data-word": "page.help" }), close),
    el("h3", { "data-word": "page.help.keys" }), keys(),
    el("h3", { "data-word": "page.help.terms" }), terms());
}

function keys() {
  const entries = KEYS.flatMap(([shown, name]) => [
    el("dt", {}, ...shown.split(" ").flatMap((each) => [el("kbd", {}, each), " "])),
    el("dd", { "data-word": `page.key.${name}` }),
  ]);
  return el("dl", { class: "keys" }, ...entries);
}

function terms() {
  const entries = TERMS.flatMap((name) => [
    el("dt", { "data-word": `page.term.${name}` }),
    el("dd", { "data-word": `page.meaning.${name}` }),
  ]);
  return el("dl", {}, ...entries);
}
