// What does the address of the page say? It names the search, as src/huisu/page/asked.py
// reads it, and how it is shown; a copied link opens the same view. Read store.js next.

import { INITIAL, SPEEDS } from "huisu/store";
import { learn } from "huisu/words";

/** @typedef {import("huisu/store").State} State */
/** @typedef {import("huisu/store").Store} Store */
/** @typedef {import("huisu/trace").Trace} Trace */

/** The parameters that name a search, in the order in which they are written. */
export const NAMES = ["p", "n", "tree", "goal", "order", "seed", "fix", "block", "instance"];

/** Kinds of tree and orders of values. */
export const TREES = ["permutation", "n-ary"], ORDERS = ["lexicographic", "reverse", "centre-out", "random"];

/** Values that go without saying. @type {Record<string, string[]>} */
const USUAL = { tree: ["permutation"], goal: ["all", "best"], order: ["lexicographic"], seed: ["0"] };

/** Names a search of a page in one file that has no other name, by its place from 1. */
const EXHIBIT = "exhibit";

const WRITE_EVERY = 500; // milliseconds; browsers refuse more than some writes a second
const MOST_NODES = 1000; // folded subtrees that an address still names

/**
 * Return the parameters that name the search of an address, as asked.py writes
 * them; empty if there are none.
 * @param {string} search
 */
export function addressOf(search) {
  const given = parameters(search);
  if (!NAMES.some((name) => given[name])) return given[EXHIBIT] ? written({ [EXHIBIT]: given[EXHIBIT] }) : "";
  /** @type {Record<string, string>} */
  const kept = { p: "queens" };
  for (const name of NAMES)
    if (given[name] && !USUAL[name]?.includes(given[name])) kept[name] = given[name];
  if (kept.p === "queens" && !kept.n) return addressOf(written({ ...kept, n: "4" }));
  return written(kept);
}

/**
 * Return the search that an address asks for; a record opened from a file has a name
 * there, so that nobody takes another search's steps for its own, but cannot be opened by it.
 * @param {string} search
 */
export function searchOf(search) {
  const { record } = parameters(search);
  return addressOf(search) || (record === undefined ? "" : written({ record }));
}

/** Return what names the search that is shown. @param {Readonly<State>} state */
function nameOf({ description, trace }) {
  return description && (description.address || written({ record: trace?.problem ?? "" }));
}

/** Return the parameters of an address; of equal names the last. @param {string} search */
export function parameters(search) {
  /** @type {Record<string, string>} */
  const found = {};
  for (const [name, value] of new URLSearchParams(search)) found[name] = value;
  return found;
}

/**
 * Return parameters as Python's `urlencode(…, safe=",;")` writes them.
 * @param {Record<string, string>} values
 */
function written(values) {
  return Object.entries(values).map(([name, value]) => `${name}=${quoted(value)}`).join("&");
}

/** @param {string} text */
function quoted(text) {
  const whole = encodeURIComponent(text).replace(/%20/g, "+").replace(/%2C/g, ",").replace(/%3B/g, ";");
  return whole.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * How each part of the state is written: the name it has in an address, how a
 * text is read (undefined for one that says nothing), and how it is written.
 * @type {[keyof State, string, (text: string) => any, (value: any) => string][]}
 */
export const PARTS = [
  ["position", "step", (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined), String],
  ["language", "lang", oneOf("en", "zh"), String],
  ["theme", "theme", oneOf("auto", "light", "dark"), String],
  ["mode", "mode", oneOf("watch", "predict", "place", "compare"), String],
  ["locked", "lock", (text) => ({ 0: false, 1: true })[text], (value) => String(Number(value))],
  ["form", "form", oneOf("whole", "generated", "collapsed"), String],
  ["labels", "labels", (text) => ({ 0: false, 1: true })[text], (value) => String(Number(value))],
  ["speed", "speed", (text) => SPEEDS.find((speed) => String(speed) === text), String],
  ["breakLevels", "levels", (text) => new Set(numbers(text).map(Number)), (value) => [...value].join()],
  ["shading", "shade", (text) => ({ 0: false, 1: true })[text], (value) => String(Number(value))],
  ["driver", "code", oneOf("recursive", "iterative"), String],
  ["layout", "layout", (text) => text.match(/^[\w-]{1,20}$/)?.[0], String],
  ["base", "base", (text) => ({ 0: 0, 1: 1 })[text], String],
  ["other", "with", (text) => addressOf(text) || undefined, String],
];

/** @param {...string} texts */
function oneOf(...texts) {
  return (/** @type {string} */ text) => (texts.includes(text) ? text : undefined);
}

/** Return the whole numbers of a text such as "2,13"; what is none is passed over. @param {string} text */
export function numbers(text) {
  return text.split(/[\s,;，；、]+/).filter((each) => /^\d{1,400}$/.test(each));
}

/**
 * Return what an address says of the view; what it says wrongly is passed over.
 * @param {string} search
 * @returns {Partial<State>}
 */
export function stateOf(search) {
  const given = parameters(search);
  /** @type {Record<string, unknown>} */
  const found = {};
  for (const [part, name, read] of PARTS) {
    const value = given[name] && read(given[name]);
    if (value !== undefined && value !== "") found[part] = value;
  }
  return found;
}

/**
 * Return what an address says of single nodes, named by their numbers in the tree.
 * @param {string} search
 * @param {Trace} trace
 * @returns {{folded: Set<number>, breakNodes: Set<number>, selected: number|null}}
 */
export function nodesOf(search, trace) {
  const given = parameters(search);
  /** @param {string} name */
  const nodes = (name) => numbers(given[name] ?? "").map((each) => trace.nodeOf(each)).filter((node) => node >= 0);
  return { folded: new Set(nodes("fold")), breakNodes: new Set(nodes("nodes")), selected: nodes("node")[0] ?? null };
}

/**
 * Return the address, without a "?", that opens what is shown now.
 * @param {Readonly<State>} state
 */
export function viewOf(state) {
  /** @type {Record<string, string>} */
  const view = {};
  for (const [part, name, , write] of PARTS) {
    const value = state[part] === null ? "" : write(state[part]);
    if (part === "language" || value !== (INITIAL[part] === null ? "" : write(INITIAL[part]))) view[name] = value;
  }
  const { trace } = state;
  /** @param {Iterable<number>} nodes */
  const named = (nodes) => trace ? [...nodes].slice(0, MOST_NODES).map((node) => trace.number(node)).join() : "";
  const nodes = { fold: named(state.folded), nodes: named(state.breakNodes), node: state.selected === null ? "" : named([state.selected]) };
  for (const [name, text] of Object.entries(nodes)) if (text) view[name] = text;
  return [nameOf(state), written(view)].filter(Boolean).join("&");
}

/**
 * Keep the address of the page in step with its state, both ways: each search
 * shown is one entry of the browser's history.
 * @param {Store} store
 * @param {(address: string, position?: number, search?: string) => unknown} open
 */
export function watchAddress(store, open) {
  let timer = 0, last = 0, now = location.search.slice(1), address = "";
  const write = () => {
    clearTimeout(timer);
    timer = 0;
    const { state } = store, view = viewOf(state);
    if (!state.replay || view === now) return;
    const name = nameOf(state) ?? "", isOther = address !== "" && address !== name;
    [last, now, address] = [Date.now(), view, name];
    try {
      history[isOther ? "pushState" : "replaceState"](null, "", `?${view}${location.hash}`);
    } catch {
      // A frame without an address of its own, or too many writes: the next one says it all.
    }
  };
  const read = () => {
    if (location.search.slice(1) !== now) apply(store, (now = location.search.slice(1)), open);
  };
  store.subscribe(() => (timer ||= setTimeout(write, Math.max(0, last + WRITE_EVERY - Date.now()))));
  addEventListener("pagehide", write);
  addEventListener("popstate", read);
  addEventListener("hashchange", read);
}

/**
 * @param {Store} store
 * @param {string} search
 * @param {(address: string, position?: number, search?: string) => unknown} open
 */
async function apply(store, search, open) {
  await learn(); // it may be another language's
  /** @type {Record<string, unknown>} */
  const usual = {};
  for (const [part] of PARTS) if (part !== "language") usual[part] = INITIAL[part];
  const { position, ...rest } = /** @type {State} */ ({ ...usual, ...stateOf(search), playing: false });
  store.set(rest);
  return open(searchOf(search) || (store.state.description?.address ?? ""), position, search);
}
