// How does the page save itself? Served, it asks its server; a page in one file
// writes itself down as it was before anything was built. Read menu.js next.

import { refused } from "huisu/exports/pictures";
import { answered } from "huisu/server";

/** What of the document was there from the start, besides the head and the scripts. */
const EMPTY = ["header#top", "main#main", "footer#transport"];

/** @param {import("huisu/main").Page} page @returns {Promise<string>} */
export async function pageFile({ store: { state }, data }) {
  const address = state.description?.address;
  if (!data.server) return ownSource(state.language);
  if (!address || address.startsWith("exhibit=")) throw refused("page.export.page.none", {});
  return answered(`/page.html?${address}&lang=${state.language}`);
}

/** @param {string} language */
function ownSource(language) {
  const copy = /** @type {HTMLElement} */ (document.documentElement.cloneNode(true));
  for (const { name } of [...copy.attributes]) copy.removeAttribute(name);
  copy.lang = language === "zh" ? "zh-CN" : "en";
  const body = /** @type {HTMLElement} */ (copy.querySelector("body"));
  for (const { name } of [...body.attributes]) body.removeAttribute(name);
  for (const each of [...body.children])
    if (!each.matches(`.skip, script, ${EMPTY}`)) each.remove();
  for (const each of body.querySelectorAll(EMPTY.join())) keepFirst(each);
  return `<!doctype html>\n${copy.outerHTML}\n`;
}

/** Empty a part of the page but for what stood in it at first. @param {Element} part */
function keepFirst(part) {
  part.replaceChildren(...[...part.children].filter((each) => each.matches("#notice, noscript")));
  const notice = part.querySelector("#notice");
  if (!notice) return;
  notice.textContent = "";
  notice.setAttribute("hidden", "");
}
