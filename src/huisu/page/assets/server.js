// How is the server asked? It answers, or refuses in both languages, or is gone.
// Read source.js next, which asks for searches.

/** @typedef {{en: string, zh: string}} Texts */

/** What the page may not, or cannot, show; says why in both languages. */
export class Refusal extends Error {
  /** @param {Texts} texts */
  constructor(texts) {
    super(texts.en);
    this.texts = texts;
  }
}

/** Nobody answers: the server has ended, or the network. */
export class Unreachable extends Error {}

/**
 * Return what the server answers; throws a Refusal with its reason, or Unreachable.
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<string>}
 */
export async function answered(path, options) {
  const answer = await reached(fetch(path, options)), text = await reached(answer.text());
  if (!answer.ok) throw new Refusal(reason(text));
  return text;
}

/**
 * Return what was waited for; whatever comes from a server fails only where there is none.
 * @template Found
 * @param {Promise<Found>} waiting
 * @returns {Promise<Found>}
 */
export function reached(waiting) {
  return waiting.catch((error) => {
    throw new Unreachable(error.message);
  });
}

/** @param {string} text @returns {Texts} */
function reason(text) {
  try {
    const { error } = JSON.parse(text);
    if (error) return error;
  } catch {
    // What stands between us and the server may say something of its own.
  }
  return { en: text, zh: text };
}
