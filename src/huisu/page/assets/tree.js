// What does the state-space tree look like? Which nodes are drawn and where each
// one stands, as src/huisu/tree.py lays them out. Read panels/tree.js next.

import { childrenOfKind } from "huisu/trace";

/** @typedef {import("huisu/trace").Trace} Trace */
/** @typedef {import("huisu/store").Form} Form */

/** Nodes of a tree that can be drawn whole. */
export const MAX_WHOLE = 2000;

/**
 * One entry for each node drawn, the root first, depth first. `x` counts leaves
 * from the left, from 0; a parent stands in the middle of its first and last child.
 * @typedef {object} Layout
 * @property {Form} form
 * @property {number[]} node its index in the trace; -1 if it was never generated
 * @property {(number|bigint)[]} number in the depth-first order of the whole tree, from 1
 * @property {number[]} parent its place in these lists; -1 for the root
 * @property {number[]} level
 * @property {(string|number|boolean|null)[]} value
 * @property {number[]} hidden how many generated nodes below it are not drawn
 * @property {number[]} x
 * @property {number} breadth how many leaves are drawn
 */

/** Return whether a tree can be drawn whole. @param {Trace} trace */
export function canBeWhole(trace) {
  return trace.sizes !== null && trace.sizes[0] <= BigInt(MAX_WHOLE);
}

/**
 * Return the tree of a recorded search, laid out; nodes below a folded one are left out.
 * @param {Trace} trace
 * @param {Form} form
 * @param {ReadonlySet<number>} [folded]
 * @returns {Layout}
 */
export function layout(trace, form, folded = new Set()) {
  /** @type {Layout} */
  const drawn = { form, node: [], number: [], parent: [], level: [], value: [], hidden: [], x: [], breadth: 0 };
  if (form === "whole") addAll(trace, drawn, folded);
  else addGenerated(trace, drawn, folded);
  placeNodes(drawn);
  return drawn;
}

/**
 * @param {Layout} drawn @param {number} node @param {number|bigint} number
 * @param {number} parent @param {any} value @param {number} hidden
 */
function add(drawn, node, number, parent, value, hidden = 0) {
  drawn.node.push(node);
  drawn.number.push(number);
  drawn.parent.push(parent);
  drawn.level.push(parent < 0 ? 0 : drawn.level[parent] + 1);
  drawn.value.push(value);
  drawn.hidden.push(hidden);
  return drawn.node.length - 1;
}

/** @param {Trace} trace @param {Layout} drawn @param {ReadonlySet<number>} folded */
function addGenerated(trace, drawn, folded) {
  const leads = leadsToAnswer(trace), below = generatedBelow(trace);
  const at = new Int32Array(trace.length).fill(-1);
  for (const node of treeOrder(trace)) {
    const above = trace.parent[node];
    const isShown = node === 0 || (at[above] >= 0 && !folded.has(above) && (drawn.form === "generated" || leads[above]));
    if (!isShown) continue;
    const isCollapsed = folded.has(node) || (drawn.form === "collapsed" && !leads[node]);
    at[node] = add(drawn, node, trace.number(node), node ? at[above] : -1, trace.value[node], isCollapsed ? below[node] : 0);
  }
}

/** Return the nodes by their numbers; they were generated in that order, or nearly.
 * @param {Trace} trace */
function treeOrder(trace) {
  const order = Array.from({ length: trace.length }, (_, node) => node);
  if (trace.order === "lexicographic") return order;
  return order.sort((a, b) => (trace.number(a) < trace.number(b) ? -1 : 1));
}

/** @param {Trace} trace */
export function leadsToAnswer(trace) {
  const leads = new Uint8Array(trace.length);
  for (const answer of trace.answers) leads[answer] = 1;
  for (let node = trace.length - 1; node > 0; node--) if (leads[node]) leads[trace.parent[node]] = 1;
  leads[0] = 1;
  return leads;
}

/** Return for each node how many were generated below it. @param {Trace} trace */
function generatedBelow(trace) {
  const below = new Int32Array(trace.length);
  for (let node = trace.length - 1; node > 0; node--) below[trace.parent[node]] += 1 + below[node];
  return below;
}

/** @param {Trace} trace @param {Layout} drawn @param {ReadonlySet<number>} folded */
function addAll(trace, drawn, folded) {
  /** @type {{node: number, number: number, above: number, x: any[]}[]} */
  const waiting = [{ node: 0, number: 1, above: -1, x: [] }];
  const below = generatedBelow(trace);
  const sizes = (trace.sizes ?? []).map(Number);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, number, above, x } = next;
    const isFolded = node >= 0 && folded.has(node);
    const here = add(drawn, node, number, above, x.length ? x[x.length - 1] : null, isFolded ? below[node] : 0);
    if (isFolded) continue;
    /** @type {Map<number, number>} */
    const own = new Map((node < 0 ? [] : trace.children(node)).map((child) => [trace.place[child], child]));
    const children = values(trace, x, own).map((value, place) => ({
      node: own.get(place) ?? -1, number: number + 1 + place * sizes[x.length + 1], above: here, x: [...x, value],
    }));
    waiting.push(...children.reverse());
  }
}

/**
 * Return the values that may follow a path; an empty text for one that nobody knows.
 * @param {Trace} trace @param {any[]} x @param {Map<number, number>} own
 */
function values(trace, x, own) {
  if (x.length === trace.depth) return [];
  const places = Array.from({ length: childrenOfKind(trace, x.length) }, (_, place) => place);
  /** @param {number} place */
  const known = (place) => trace.value[/** @type {number} */ (own.get(place))];
  if (trace.tree !== "permutation") {
    const domain = trace.domains[Math.min(x.length, trace.domains.length - 1)] ?? [];
    return places.map((place) => (own.has(place) ? known(place) : domain[place] ?? ""));
  }
  const used = new Set([...x, ...[...own.keys()].map(known)].map(String));
  const others = (trace.domains[0] ?? []).filter((value) => !used.has(String(value)));
  return places.map((place) => (own.has(place) ? known(place) : others.shift() ?? ""));
}

/** @param {Layout} drawn */
function placeNodes(drawn) {
  const size = drawn.node.length;
  const first = new Int32Array(size).fill(-1), last = new Int32Array(size).fill(-1);
  for (let each = 1; each < size; each++) {
    const parent = drawn.parent[each];
    if (first[parent] < 0) first[parent] = each;
    last[parent] = each;
  }
  for (let each = 0; each < size; each++) drawn.x.push(first[each] < 0 ? drawn.breadth++ : 0);
  for (let each = size - 1; each >= 0; each--)
    if (first[each] >= 0) drawn.x[each] = (drawn.x[first[each]] + drawn.x[last[each]]) / 2;
}
