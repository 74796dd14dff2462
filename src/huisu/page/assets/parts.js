// How does a part of the page come that is not there from the start? With its
// texts and its style sheet. Read words.js next.

import { el } from "huisu/dom";
import { reached } from "huisu/server";
import { learn } from "huisu/words";

/**
 * Return a module that is asked for only now, when all that it needs is there too.
 * @template Part
 * @param {Promise<Part>} loading
 * @param {string} [sheet] the name of its style sheet, if it has one of its own
 * @returns {Promise<Part>}
 */
export async function part(loading, sheet) {
  const [loaded] = await Promise.all([reached(loading), learn(), sheet && styled(sheet)]);
  return loaded;
}

/** Add a style sheet; a page in one file has them all. @param {string} sheet */
function styled(sheet) {
  const href = `/page/${sheet}.css`, isServed = document.querySelector("link[rel=stylesheet]");
  if (!isServed || document.querySelector(`link[href="${href}"]`)) return null;
  return new Promise((done) => {
    const link = el("link", { rel: "stylesheet", href, onload: done, onerror: () => done(link.remove()) }); // to be asked for again
    document.head.append(link);
  });
}
