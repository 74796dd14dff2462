// Where do the searches that the page shows come from? A page saved as one file
// carries them; a served page asks its server. Read trace.js next.

import { answered } from "huisu/server";
import { recordText } from "huisu/trace";

/** @typedef {import("huisu/server").Texts} Texts */

/**
 * @typedef {object} Description
 * @property {string} address the parameters that name this search, as a query string
 * @property {string|null} classic the name of the textbook problem
 * @property {Texts} title
 * @property {any} instance its data, as people write them; null for a problem of one's own
 * @property {Texts[]} answers what the first answers say, for people
 */

/**
 * @typedef {object} PageData
 * @property {boolean} server whether there is a server to ask
 * @property {string} title what the page was called when it was saved; empty for nothing of its own
 * @property {Record<string, any>} words
 * @property {{name: string, title: Texts, goal: string}[]} classics
 * @property {string[]} kernels
 * @property {boolean} runs whether the server has runs to show
 * @property {Record<string, string>} start the parameters that the page begins with
 */

/** @typedef {{description: Description, text: string}} Exhibit */

/** @returns {PageData} */
export function pageData() {
  return JSON.parse(/** @type {HTMLElement} */ (document.getElementById("page-data")).textContent || "{}");
}

/**
 * Return the searches that this page carries.
 * @returns {Exhibit[]}
 */
export function carried() {
  return [...document.querySelectorAll("script.exhibit")].map((script) => exhibit(script.textContent || ""));
}

/**
 * Return an exhibit's two lines: what it is, and its record.
 * @param {string} text
 */
export function exhibit(text) {
  const [first, second] = text.trim().split("\n");
  return { description: /** @type {Description} */ (JSON.parse(recordText(first))), text: recordText(second) };
}

/** Ask the server for a search. @param {string} address */
export async function ask(address) {
  return exhibit(await answered(`/api/exhibit?${address}`));
}
