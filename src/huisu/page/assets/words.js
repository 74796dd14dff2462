// How is a thing said in English and in Chinese? The texts are those of the one
// catalogue, handed over with the page. Read store.js next.

/** @typedef {"en"|"zh"} Language */

/** @type {Record<string, Record<Language, string>>} */
let catalogue = {};

/**
 * Take the catalogue that the page carries.
 * @param {Record<string, Record<Language, string>>} words
 */
export function useWords(words) {
  catalogue = words;
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
