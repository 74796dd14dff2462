// How is a thing said in English and in Chinese? The texts are those of the one
// catalogue, handed over with the page. Read store.js next.

import { answered } from "huisu/server";

/** @typedef {"en"|"zh"} Language */

/** @type {Record<string, Record<Language, string>>} */
let catalogue = {};

let isWhole = true;
/** @type {Promise<void>|null} */
let learning = null;

/**
 * Take the texts that the page carries. A served page brings only those that it
 * shows first, in one language.
 * @param {Record<string, Record<Language, string>>} words
 * @param {boolean} whole whether no others will be needed
 */
export function useWords(words, whole) {
  catalogue = words;
  isWhole = whole;
}

/** Ask the server for all other texts, once: before the language changes. */
export async function learn() {
  if (!isWhole) await (learning ??= learned().finally(() => (learning = null)));
}

async function learned() {
  catalogue = JSON.parse(await answered("/page/words.json"));
  isWhole = true;
}

/**
 * Return the text of a key with its placeholders filled in.
 * @param {string} key
 * @param {Language} language
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
export function word(key, language, values = {}) {
  const texts = catalogue[key];
  if (!texts) throw new Error(`no text for ${key}`);
  return texts[language].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/**
 * Fill every element that names its text: data-word its content, data-label
 * its accessible name and tooltip, data-hint its placeholder.
 * @param {ParentNode} root
 * @param {Language} language
 */
export function translate(root, language) {
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-word]")))
    each.textContent = word(/** @type {string} */ (each.dataset.word), language);
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-label]"))) {
    const text = word(/** @type {string} */ (each.dataset.label), language);
    each.setAttribute("aria-label", text);
    if (each.matches("button, input, select, summary")) each.title = text;
  }
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-hint]")))
    each.setAttribute("placeholder", word(/** @type {string} */ (each.dataset.hint), language));
}

/**
 * Return a whole number with a comma between each three digits.
 * @param {number|bigint|string} number
 */
export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}
