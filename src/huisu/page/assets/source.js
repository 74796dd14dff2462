// Where do the searches that the page shows come from? A page saved as one file
// carries them; a served page asks its server. Read trace.js next.

import { Trace, recordText } from "huisu/trace";

/** @typedef {{en: string, zh: string}} Texts */

/**
 * @typedef {object} Description
 * @property {string} address the parameters that name this search, as a query string
 * @property {string|null} classic the name of the textbook problem
 * @property {Texts} title
 * @property {Texts} about
 * @property {any} instance its data, as people write them; null for a problem of one's own
 * @property {Texts[]} answers what the first answers say, for people
 */

/**
 * @typedef {object} PageData
 * @property {boolean} server whether there is a server to ask
 * @property {string} title what the page was called when it was saved; empty for nothing of its own
 * @property {Record<string, any>} words
 * @property {{name: string, title: Texts, goal: string}[]} classics
 * @property {{nodes: number, whole: number, drawn: number, pixels: number}} limits
 * @property {string[]} kernels
 * @property {Record<string, string>} start the parameters that the page begins with
 */

/** @typedef {{description: Description, text: string}} Exhibit */

/** A search that the page may not, or cannot, show; says why in both languages. */
export class Refusal extends Error {
  /** @param {Texts} texts */
  constructor(texts) {
    super(texts.en);
    this.texts = texts;
  }
}

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

/**
 * Ask the server for a search; throws a Refusal with the server's reason.
 * @param {string} address
 */
export async function ask(address) {
  const answer = await fetch(`/api/exhibit?${address}`);
  const text = await answer.text();
  if (!answer.ok) throw new Refusal(reason(text));
  return exhibit(text);
}

/** @param {string} text @returns {Texts} */
export function reason(text) {
  try {
    return JSON.parse(text).error;
  } catch {
    return { en: text, zh: text };
  }
}

/**
 * @param {Exhibit} found
 * @returns {{description: Description, trace: Trace}}
 */
export function opened(found) {
  return { description: found.description, trace: new Trace(found.text) };
}
