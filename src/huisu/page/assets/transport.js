// How does one move through a search? The bar below: steps, jumps, the slider,
// playing at any speed, and where playing stops. Read keys.js next.

import { numbers } from "huisu/address";
import { el, svg } from "huisu/dom";
import { menu } from "huisu/menu";
import { SPEEDS, STEPS_A_SECOND } from "huisu/store";
import { lowerBound } from "huisu/trace";
import { word } from "huisu/words";

/** @typedef {import("huisu/store").State} State */
/** @typedef {import("huisu/store").Store} Store */
/** @typedef {import("huisu/replay").Kind} Kind */

const LONGEST = 1000; // milliseconds that one frame may make up for

/** Shapes on a square of 24 by 24. */
const ICONS = {
  first: "M21 5v14l-8-7zM13 5v14l-8-7zM2 5h3v14H2z", back: "M18 5v14L8 12zM5 5h2v14H5z",
  play: "M7 4l13 8-13 8z", pause: "M6 5h4v14H6zM14 5h4v14h-4z",
  forward: "M6 5v14l10-7zM17 5h2v14h-2z", last: "M3 5v14l8-7zM11 5v14l8-7zM19 5h3v14h-3z",
  earlier: "M16 5v14L7 12z", later: "M8 5v14l9-7z",
};

/** Go to a position, and play no further. @param {Store} store @param {number|null} position */
export function go(store, position) {
  if (position !== null) store.set({ position: Math.max(0, position), playing: false });
}

/** Go to the next (1) or previous (-1) step at which something of a kind happens.
 * @param {Store} store @param {Kind} kind @param {1|-1} way */
export function jump(store, kind, way) {
  go(store, target(store.state, kind, way));
}

/** @param {Readonly<State>} state @param {Kind} kind @param {1|-1} way */
function target({ replay, position }, kind, way) {
  return replay && (way > 0 ? replay.next(kind, position) : replay.previous(kind, position));
}

/** Play from here, from the start if all is over; or pause. @param {Store} store */
export function togglePlay(store) {
  const { replay, position, playing } = store.state;
  if (replay) store.set({ playing: !playing, position: !playing && position >= replay.length ? 0 : position });
}

/** Play faster (1) or slower (-1). @param {Store} store @param {1|-1} way */
export function changeSpeed(store, way) {
  const speed = SPEEDS[SPEEDS.indexOf(store.state.speed) + way];
  if (speed) store.set({ speed });
}

/**
 * Return the steps at which playing stops, in order.
 * @param {Readonly<State>} state
 */
export function stops({ replay, trace, breakLevels, breakNodes }) {
  if (!replay || !trace || !(breakLevels.size + breakNodes.size)) return [];
  return [0, ...replay.steps.generated].filter((step) => {
    const node = replay.nodes[step];
    return breakLevels.has(trace.level[node]) || breakNodes.has(node);
  });
}

/**
 * Move the position on while the state says that the search is played. Positions
 * that no frame has time for are passed over; whoever else moves it ends playing.
 * @param {Store} store
 */
function runClock(store) {
  let frame = 0, last = 0, owed = 0, reached = 0;
  /** @type {number[]} */
  let halts = [];
  /** @param {number} now */
  const tick = (now) => {
    const { playing, position, replay, speed } = store.state;
    frame = 0;
    if (!playing || !replay) return;
    if (position !== reached) return store.set({ playing: false });
    owed += (Math.min(Math.max(0, now - last), LONGEST) / 1000) * STEPS_A_SECOND * speed;
    last = now;
    const halt = halts[lowerBound(halts, position + 1)] ?? Infinity;
    reached = Math.min(position + Math.floor(owed), halt, replay.length);
    owed %= 1;
    frame = requestAnimationFrame(tick);
    if (reached !== position) store.set({ position: reached, playing: reached < Math.min(halt, replay.length) });
  };
  store.subscribe((state, changed) => {
    if (["replay", "breakLevels", "breakNodes"].some((each) => changed.has(/** @type {keyof State} */ (each))))
      halts = stops(state);
    if (!state.playing || frame || !changed.has("playing")) return;
    [last, owed, reached] = [performance.now(), 1, state.position];
    frame = requestAnimationFrame(tick);
  });
}

/** @param {keyof typeof ICONS} name @param {string} key @param {() => void} onclick */
function button(name, key, onclick) {
  const shape = svg("path", { d: ICONS[name] });
  const icon = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, shape);
  return el("button", { type: "button", class: `icon ${name}`, "data-label": key, onclick }, icon);
}

/**
 * Build the bar.
 * @param {HTMLElement} host
 * @param {import("huisu/main").Page} page
 */
export function buildTransport(host, { store }) {
  const steps = el("div", { class: "steps" },
    button("first", "page.transport.first", () => go(store, 0)),
    button("back", "page.transport.back", () => go(store, store.state.position - 1)),
    button("play", "page.transport.play", () => togglePlay(store)),
    button("forward", "page.transport.forward", () => go(store, store.state.position + 1)),
    button("last", "page.transport.last", () => go(store, Infinity)),
  );
  const solutions = jumps(store, "answered", "page.transport.solution");
  const backtracks = jumps(store, "died", "page.transport.backtrack");
  host.append(steps, breakpoints(store), solutions, backtracks, speed(store), slider(store), place(store));
  showPlaying(store, steps.querySelector(".play"));
  runClock(store);
}

/** @param {Store} store @param {Kind} kind @param {string} key */
function jumps(store, kind, key) {
  const buttons = /** @type {const} */ ([-1, 1]).map((way) =>
    button(way < 0 ? "earlier" : "later", `${key}.${way < 0 ? "previous" : "next"}`, () => jump(store, kind, way)));
  store.subscribe((state, changed) => {
    if (!changed.has("position") && !changed.has("replay")) return;
    buttons.forEach((each, at) => each.setAttribute("aria-disabled", target(state, kind, at ? 1 : -1) === null));
  });
  return el("div", { class: "jumps" }, buttons[0], el("span", { "data-word": key }), buttons[1]);
}

/** @param {Store} store @param {HTMLElement} play */
function showPlaying(store, play) {
  store.subscribe(({ playing, language }, changed) => {
    if (!changed.has("playing")) return;
    play.dataset.label = playing ? "page.transport.pause" : "page.transport.play";
    play.setAttribute("aria-label", (play.title = word(play.dataset.label, language)));
    play.querySelector("path")?.setAttribute("d", ICONS[playing ? "pause" : "play"]);
  });
}

/** @param {Store} store */
function slider(store) {
  const marks = svg("path", {}), track = svg("svg", { class: "marks", preserveAspectRatio: "none", "aria-hidden": "true" }, marks);
  const range = el("input", { type: "range", min: 0, value: 0, "data-label": "page.transport.position" });
  range.addEventListener("input", () => go(store, Number(range.value)));
  store.subscribe(({ replay, position, language }, changed) => {
    if (!replay) return;
    if (changed.has("replay")) {
      range.max = replay.length;
      track.setAttribute("viewBox", `0 0 ${replay.length || 1} 1`);
      marks.setAttribute("d", replay.steps.answered.map((step) => `M${step} 0V1`).join(""));
    }
    range.value = position;
    range.setAttribute("aria-valuetext", word("page.transport.at", language, { position, last: replay.length }));
  });
  return el("div", { class: "slider" }, range, track);
}

/** @param {Store} store */
function place(store) {
  const input = el("input", { type: "number", min: 0, "data-label": "page.transport.step" }), last = el("span");
  const show = () => {
    input.value = store.state.position;
  };
  input.addEventListener("change", () => {
    if (input.value !== "") go(store, Math.floor(Number(input.value)));
    show();
  });
  input.addEventListener("blur", show);
  store.subscribe(({ replay }) => {
    if (document.activeElement !== input) show();
    last.textContent = replay ? `/ ${replay.length}` : "";
    input.max = replay?.length ?? 0;
  });
  return el("div", { class: "place" }, input, last);
}

/** @param {Store} store */
function speed(store) {
  const options = SPEEDS.map((each) => el("option", { value: each }, `${each}×`));
  const select = el("select", { "data-label": "page.transport.speed" }, ...options);
  select.addEventListener("change", () => store.set({ speed: Number(select.value) }));
  store.subscribe((state) => (select.value = String(state.speed)));
  return select;
}

/** @param {Store} store */
function breakpoints(store) {
  const levels = el("input", { type: "text", inputmode: "numeric", placeholder: "2" });
  const nodes = el("input", { type: "text", inputmode: "numeric", placeholder: "13, 31" });
  levels.addEventListener("change", () => store.set({ breakLevels: new Set(numbers(levels.value).map(Number)) }));
  nodes.addEventListener("change", () => {
    const { trace } = store.state;
    const found = numbers(nodes.value).map((number) => trace?.nodeOf(number) ?? -1);
    store.set({ breakNodes: new Set(found.filter((node) => node >= 0)) });
  });
  const details = menu("page.transport.stop",
    el("label", {}, el("span", { "data-word": "page.transport.stop.level" }), levels),
    el("label", {}, el("span", { "data-word": "page.transport.stop.node" }), nodes));
  const count = el("span", { class: "count" });
  details.firstChild.append(count);
  store.subscribe(({ breakLevels, breakNodes, trace }, changed) => {
    if (!changed.has("breakLevels") && !changed.has("breakNodes")) return;
    levels.value = [...breakLevels].join(", ");
    nodes.value = [...breakNodes].map((node) => trace?.number(node)).join(", ");
    count.textContent = [levels.value && `≡ ${levels.value}`, nodes.value && `# ${nodes.value}`].filter(Boolean).join("  ");
  });
  return details;
}
