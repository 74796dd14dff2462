// What can be opened and taken along? A record from a file, a link to what is
// shown, and all that exports/menu.js offers. Read that next.

import { viewOf } from "huisu/address";
import { queensTitle } from "huisu/carried";
import { button, el } from "huisu/dom";
import { buildExports } from "huisu/exports/menu";
import { refused } from "huisu/exports/pictures";
import { Trace } from "huisu/trace";
import { word } from "huisu/words";

/** @typedef {import("huisu/main").Page} Page */

/** @param {HTMLElement} host @param {Page} page */
export function buildFiles(host, page) {
  // The browser's own field speaks the browser's language, so a button stands for it.
  const input = el("input", { type: "file", accept: ".json,.gz,application/json,application/gzip", hidden: true });
  input.addEventListener("change", () => openFile(page, input));
  const exports = el("div", { class: "exports" });
  host.append(button("page.file.open", () => input.click()), input, link(page), exports);
  buildExports(exports, page);
}

/** Show a record from a file; one that is damaged leaves what was shown. @param {Page} page @param {any} input */
async function openFile({ show }, input) {
  const [file] = input.files;
  if (file) await show(() => recordOf(file));
  input.value = ""; // so that the same file can be chosen again
}

/** @param {Blob} file */
async function recordOf(file) {
  const trace = await unpacked(file).then((text) => new Trace(text)).catch(() => {
    throw refused("page.file.damaged", {});
  });
  return { description: described(trace), trace };
}

/** Return the text of a file, which may be packed with gzip. @param {Blob} file */
async function unpacked(file) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return file.text();
  return new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

/**
 * Return what a record says of itself, as `of_record` in src/huisu/page/exhibit.py does.
 * @param {Trace} trace
 * @returns {import("huisu/source").Description}
 */
function described(trace) {
  const { tree, depth: n, problem } = trace, known = { address: "", answers: [] };
  if (!tree || { queens: "permutation", "queens n-ary": "n-ary" }[problem] !== tree)
    return { ...known, classic: null, title: { en: problem, zh: problem }, instance: null };
  return { ...known, classic: "queens", title: queensTitle(tree, n), instance: { n, tree, fixed: [], blocked: [] } };
}

/** A link to what is shown now: copied where that is allowed, shown where it is not. @param {Page} page */
function link({ store }) {
  const shown = el("input", { type: "text", readonly: true, hidden: true, "data-label": "page.file.link" });
  const said = el("span", { role: "status" });
  const copying = button("page.file.link", async () => {
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
    copying.hidden = !description?.address || location.protocol === "about:";
    said.textContent = "";
  });
  return el("div", { class: "link" }, copying, said, shown);
}
