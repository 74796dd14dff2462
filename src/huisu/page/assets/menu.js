// How does something rarely needed stay out of the way? In a sheet that opens
// below or above its button. Read chooser.js next, the bar that has most of them.

import { el } from "huisu/dom";

/**
 * Return a button that opens a sheet; Escape and a click elsewhere close it.
 * @param {string} key the text of the button
 * @param {...(Node|string)} children what the sheet shows
 */
export function menu(key, ...children) {
  const summary = el("summary", {}, el("span", { "data-word": key }));
  const details = el("details", { class: "menu" }, summary, el("div", { class: "sheet" }, ...children));
  details.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || !details.open) return;
    event.preventDefault();
    details.open = false;
    summary.focus();
  });
  document.addEventListener("click", ({ target }) => {
    if (!details.contains(/** @type {Node} */ (target))) details.open = false;
  });
  return details;
}
