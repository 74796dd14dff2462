// What has just happened, in words? One sentence, and on demand the whole search
// as text. Read panels/board.js next.

import { download, el } from "huisu/dom";
import { translate } from "huisu/words";

/** @typedef {import("huisu/store").State} State */
/** @typedef {import("huisu/store").Store} Store */
/** @typedef {import("huisu/replay").Replay} Replay */

const SPOKEN_EVERY = 1000; // milliseconds between two sentences while playing
const MOST_LINES = 20_000; // more steps than these are shown in part
const AROUND = 200; // lines before and after the position, where not all are shown

/**
 * @param {HTMLElement} host
 * @param {Store} store
 */
export function wordsPanel(host, store) {
  const sentence = el("p", { class: "sentence", "aria-hidden": "true" });
  const spoken = el("p", { class: "unseen", "aria-live": "polite" });
  const say = throttled(spoken);
  host.append(sentence, spoken, text(store));
  store.subscribe(({ replay, position, language, playing }, changed) => {
    if (!replay || !["replay", "position", "language", "playing"].some((each) => changed.has(/** @type {keyof State} */ (each)))) return;
    const said = replay.sentence(position, language);
    sentence.textContent = said;
    say(said, playing ? SPOKEN_EVERY : 0);
  });
}

/** Return a function that changes the text of an element, no sooner than some time after the last change.
 * @param {HTMLElement} element */
function throttled(element) {
  let timer = 0, last = 0, next = "";
  const write = () => {
    [timer, last] = [0, Date.now()];
    if (element.textContent !== next) element.textContent = next;
  };
  return (/** @type {string} */ said, /** @type {number} */ every) => {
    next = said;
    if (every && timer) return;
    clearTimeout(timer);
    const wait = last + every - Date.now();
    if (every && wait > 0) timer = setTimeout(write, wait);
    else write();
  };
}

/**
 * Return the part that opens to show the search as `huisu watch --plain` writes it.
 * @param {Store} store
 */
function text(store) {
  const lines = el("pre", { tabindex: "0", "data-label": "page.words.lines", role: "region" });
  const save = el("button", { type: "button", "data-word": "page.words.save" });
  const details = el("details", {}, el("summary", { "data-word": "page.words.text" }), lines, el("p", {}, save));
  save.addEventListener("click", () => {
    const { replay, language } = store.state;
    if (replay) download("huisu.txt", new Blob([replay.text(language)], { type: "text/plain" }));
  });
  lines.addEventListener("click", (/** @type {MouseEvent} */ { target }) => {
    const step = /** @type {Element} */ (target).closest("[data-step]")?.getAttribute("data-step");
    if (step) store.set({ position: Number(step), playing: false });
  });
  const list = new Lines(lines);
  const show = () => details.open && list.show(store.state);
  details.addEventListener("toggle", show);
  store.subscribe((state, changed) => {
    if (changed.has("language")) translate(details, state.language);
    show();
  });
  return details;
}

/** The lines of a search in a box: all of them, or those around the position. */
class Lines {
  /** @param {HTMLElement} box */
  constructor(box) {
    this.box = box;
    this.begin = this.end = 0;
    /** @type {Replay|null} */
    this.replay = null;
    this.language = "";
    /** @type {HTMLElement|null} */
    this.current = null;
  }

  /** @param {Readonly<State>} state */
  show({ replay, position, language }) {
    if (!replay) return;
    const isOther = replay !== this.replay || language !== this.language;
    if (isOther || !this.holds(position, replay)) this.fill(replay, position, language);
    this.mark(position, replay);
  }

  /** @param {number} position @param {Replay} replay */
  holds(position, replay) {
    return (position >= this.begin && position < this.end) || (position >= replay.length && this.end === replay.length);
  }

  /** @param {Replay} replay @param {number} position @param {"en"|"zh"} language */
  fill(replay, position, language) {
    const isWhole = replay.length <= MOST_LINES, width = String(replay.length - 1).length;
    this.begin = isWhole ? 0 : Math.max(0, position - AROUND);
    this.end = isWhole ? replay.length : Math.min(replay.length, position + AROUND);
    Object.assign(this, { replay, language });
    const lines = Array.from({ length: this.end - this.begin }, (_, at) => {
      const step = this.begin + at;
      return el("span", { "data-step": step }, `${String(step).padStart(width)}  ${replay.sentence(step, language)}\n`);
    });
    if (this.end === replay.length) {
      const end = ["", ...replay.summary(language), ""].join("\n");
      lines.push(el("span", { "data-step": replay.length }, end));
    }
    this.box.replaceChildren(...lines);
  }

  /** Mark the line of a position, and bring it into the middle of the box. @param {number} position @param {Replay} replay */
  mark(position, replay) {
    const line = /** @type {HTMLElement} */ (this.box.children[Math.min(position, replay.length) - this.begin]);
    if (line === this.current) return;
    this.current?.removeAttribute("aria-current");
    line.setAttribute("aria-current", "step");
    this.current = line;
    this.box.scrollTop = line.offsetTop - (this.box.clientHeight - line.offsetHeight) / 2;
  }
}
