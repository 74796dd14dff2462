// What does the learner do: watch, predict, place queens, or compare? Every mode
// but the first is made when it is first chosen. Read modes/predict.js next.

import { el } from "huisu/dom";
import { part } from "huisu/parts";
import { translate } from "huisu/words";

/** @typedef {import("huisu/main").Page} Page */
/** @typedef {(host: HTMLElement, page: Page) => void} Build */

/** @type {Record<string, () => Promise<Build>>} */
const MODES = {
  predict: async () => (await part(import("huisu/modes/predict"), "modes")).predictMode,
  place: async () => (await part(import("huisu/modes/place"), "modes")).placeMode,
  compare: async () => (await part(import("huisu/modes/compare"), "modes")).compareMode,
};

/**
 * Show the section of the mode that the state names, before the panels; the style
 * sheet hides the panels that would give an answer away or are shown twice.
 * @param {HTMLElement} main
 * @param {Page} page
 */
export function buildModes(main, page) {
  /** @type {Map<string, HTMLElement>} */
  const hosts = new Map();
  let isMissing = false; // a mode that could not be had
  page.store.subscribe(({ mode }, changed) => {
    if (!changed.has("mode")) return;
    document.body.dataset.mode = mode;
    page.driven = mode === "watch" ? undefined : null;
    for (const [name, host] of hosts) host.hidden = name !== mode;
    if (!MODES[mode] || hosts.has(mode)) return;
    const title = el("h2", { id: `mode-${mode}-title`, "data-word": `page.mode.${mode}` });
    const host = el("section", { class: "panel mode", id: `mode-${mode}`, "aria-labelledby": title.id }, title);
    hosts.set(mode, host);
    main.querySelector("#play")?.before(host);
    MODES[mode]().then((build) => {
      build(host, page);
      translate(host, page.store.state.language);
      if (isMissing) page.notice(() => "");
      isMissing = false;
    }).catch((error) => {
      isMissing = true;
      hosts.delete(mode);
      host.remove();
      const { state } = page.store;
      // A locked page waits for its own mode to be loaded again: any other might tell too much.
      if (state.mode === mode && !state.locked) page.store.set({ mode: "watch" });
      throw error;
    });
  });
}
