// Which key does what? The same keys as in `huisu watch`; none of them works
// while something is typed. Read help.js next, which lists them.

import { changeSpeed, go, jump, togglePlay } from "huisu/transport";
import { part } from "huisu/parts";

/** @typedef {import("huisu/store").Store} Store */

const TYPED = "textarea, select, [contenteditable], input:not([type=range], [type=checkbox], [type=button], [type=file])";
const PRESSED = "button, summary, a, input"; // what Space presses
const SLID = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]; // what a slider knows itself

/** @type {Record<string, (store: Store) => void>} */
const ACTIONS = {
  "ArrowRight": (store) => go(store, store.state.position + 1),
  "ArrowLeft": (store) => go(store, store.state.position - 1),
  "Shift+ArrowRight": (store) => jump(store, "answered", 1),
  "Shift+ArrowLeft": (store) => jump(store, "answered", -1),
  "ArrowUp": (store) => goToNode(store, (trace, node) => trace.parent[node]),
  "ArrowDown": (store) => goToNode(store, (trace, node) => trace.children(node)[0]),
  "Home": (store) => go(store, 0),
  "End": (store) => go(store, Infinity),
  " ": togglePlay,
  "B": (store) => jump(store, "died", 1),
  "Shift+B": (store) => jump(store, "died", -1),
  "R": (store) => go(store, 0),
  "F": fold,
  "U": (store) => store.set({ folded: new Set() }),
  "L": (store) => store.set({ labels: !store.state.labels }),
  "?": showHelp,
  "+": (store) => changeSpeed(store, 1),
  "=": (store) => changeSpeed(store, 1),
  "-": (store) => changeSpeed(store, -1),
};

/** Show the help, which comes with texts of its own. @param {Store} store */
export async function showHelp(store) {
  const { openHelp } = await part(import("huisu/help"), "dialog");
  openHelp(store);
}

/** @param {import("huisu/main").Page} page */
export function listenToKeys(page) {
  document.addEventListener("keydown", (event) => {
    const { key, target } = event, name = named(event), store = page.driven === undefined ? page.store : page.driven;
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || !ACTIONS[name]) return;
    if (!(target instanceof Element) || !store?.state.replay || target.closest(`dialog, ${TYPED}`)) return;
    if (key === " " && target.closest(PRESSED) && !target.matches("[type=range]")) return;
    if (SLID.includes(name) && target.matches("[type=range]")) return;
    event.preventDefault();
    ACTIONS[name](store);
  });
}

/** Return what a key is called above; Shift matters to letters and arrows only. @param {KeyboardEvent} event */
function named({ key, shiftKey }) {
  const name = /^[a-z]$/i.test(key) ? key.toUpperCase() : key;
  return shiftKey && (/^[A-Z]$/.test(name) || name.startsWith("Arrow")) ? `Shift+${name}` : name;
}

/**
 * Go to the step at which a neighbour of the current node was generated.
 * @param {Store} store
 * @param {(trace: import("huisu/trace").Trace, node: number) => number|undefined} neighbour
 */
function goToNode(store, neighbour) {
  const { replay, trace, position } = store.state;
  const node = replay && trace && neighbour(trace, replay.node(position));
  if (replay && node != null && node >= 0) store.set({ position: replay.born[node], selected: node, playing: false });
}

/**
 * Hide or show the subtree of a dead node: of the one chosen, of the current
 * one, or of the one that died last.
 * @param {Store} store
 */
function fold(store) {
  const { replay, position, selected, folded } = store.state;
  if (!replay) return;
  const died = replay.previous("died", position + 1);
  const candidates = [selected ?? -1, replay.node(position), died === null ? -1 : replay.node(died)];
  const node = candidates.find((each) => each >= 0 && (folded.has(each) || replay.status(each, position) === "dead"));
  if (node === undefined) return;
  const next = new Set(folded);
  if (!next.delete(node)) next.add(node);
  store.set({ folded: next });
}
