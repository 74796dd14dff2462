// Which colours does the page wear? Those asked for, or those of the device.
// Read base.css next: both sets of colours.

/** @typedef {import("huisu/store").State} State */

const device = matchMedia("(prefers-color-scheme: dark)");
/** @type {State["theme"]} */
let asked = "auto";

device.addEventListener("change", () => applyTheme(asked));

/**
 * Show the page in light or dark colours; "auto" follows the device, also later.
 * @param {State["theme"]} theme
 */
export function applyTheme(theme) {
  asked = theme;
  document.documentElement.dataset.theme = theme === "auto" ? (device.matches ? "dark" : "light") : theme;
}
