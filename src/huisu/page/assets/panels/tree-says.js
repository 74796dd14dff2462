// What is said of a tree and of each of its nodes? The same as
// src/huisu/views/tree_picture.py says. Read tree-nodes.js next: how a node looks.

import { valueText } from "huisu/trace";
import { grouped, word } from "huisu/words";

/** @typedef {import("huisu/words").Language} Language */
/** @typedef {import("huisu/replay").Replay} Replay */
/** @typedef {import("huisu/replay").Moment} Moment */
/** @typedef {import("huisu/replay").Status} Status */
/** @typedef {import("huisu/tree").Layout} Layout */

/** The mark of a node that the bounding function killed. */
export const BOUNDED = "B";

/** Return a number of nodes as people write it; of a very large one only the size.
 * @param {number|bigint} number */
export function countText(number) {
  return number < 10n ** 18n ? grouped(number) : `10^${String(number).length - 1}`;
}

/** Return a text, or as much of it as fits and an ellipsis. @param {string} text @param {number} most */
export function shortened(text, most) {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join("").trimEnd()}…`;
}

/** Return about how wide a text is, for letters one unit high. @param {string} text */
export function ems(text) {
  return [...text].reduce((sum, letter) => sum + (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/.test(letter) ? 1 : 0.65), 0);
}

export class TreeSays {
  /** @param {Replay} replay @param {Layout} drawn */
  constructor(replay, drawn) {
    this.replay = replay;
    this.trace = replay.trace;
    this.drawn = drawn;
    /** The place of each node of the trace; -1 if it is not drawn. */
    this.place = new Int32Array(replay.trace.length).fill(-1);
    drawn.node.forEach((node, place) => node >= 0 && (this.place[node] = place));
  }

  /** Return the place of a node, or of the nearest one above it that is drawn. @param {number} node */
  placeOf(node) {
    while (this.place[node] < 0) node = this.trace.parent[node];
    return this.place[node];
  }

  /** Return the sign for what killed a node. @param {number} node @param {Status} status */
  mark(node, status) {
    if (status === "killed") return this.trace.cause(node).mark;
    return status === "cut" ? BOUNDED : "";
  }

  /** Return how many nodes below one that are not drawn have been generated.
   * @param {number} place @param {Moment} moment */
  hiddenNow(place, moment) {
    const hidden = this.drawn.hidden[place];
    return hidden ? Math.max(0, Math.min(hidden, moment.generated - 1 - this.drawn.node[place])) : 0;
  }

  /** Return the number as it stands in a node: of a very long one the last digits. @param {number} place */
  numberText(place) {
    const text = String(this.drawn.number[place]);
    return text.length <= 9 ? text : `…${text.slice(-6)}`;
  }

  /** Return the component as it stands on an edge. @param {number} place */
  valueText(place) {
    return shortened(valueText(this.drawn.value[place]), 9);
  }

  /** Return a sentence on a node: its number, its component, how it stands and why.
   * @param {number} place @param {Moment} moment @param {Language} language */
  says(place, moment, language) {
    const { drawn } = this, node = drawn.number[place];
    let state = this.why(drawn.node[place], moment, language);
    const hidden = this.hiddenNow(place, moment);
    if (hidden) state = word(hidden === 1 ? "tree.hidden.one" : "tree.hidden", language, { state, hidden: grouped(hidden) });
    if (!place) return word("tree.root", language, { node, state });
    return word("tree.node", language, { node, k: drawn.level[place], value: valueText(drawn.value[place]), state });
  }

  /** @param {number} node @param {Moment} moment @param {Language} language */
  why(node, moment, language) {
    const { trace } = this, status = this.replay.status(node, moment.position);
    if (status === "ungenerated") return word("tree.state.ungenerated", language);
    if (moment.over || !["live", "e-node"].includes(status)) return trace.why(node, language);
    const children = Math.max(0, trace.width[node]);
    if (status === "e-node") return word("tree.e-node", language, { children });
    if (moment.kind === "generated" && moment.node === node) return word("tree.live", language);
    return word("tree.live.children", language, { children });
  }

  /** Return how many nodes have been generated, and what became of them.
   * @param {Moment} moment @param {Language} language */
  figures(moment, language) {
    const { trace } = this, key = trace.sizes ? "tree.generated.of" : "tree.generated";
    const parts = [
      word(key, language, { generated: grouped(moment.generated), size: countText(trace.sizes?.[0] ?? 0) }),
      word("tree.killed", language, { number: grouped(moment.killed) }),
    ];
    if (moment.cut) parts.push(word("tree.cut", language, { number: grouped(moment.cut) }));
    return [...parts, word("tree.answers", language, { number: grouped(moment.answers) })].join(" · ");
  }

  /** Return the signs of the constraint function, each with the first node that has it.
   * @returns {Map<string, number>} */
  examples() {
    const { trace } = this, found = new Map(), seen = new Set();
    for (let node = 0; node < trace.length; node++) {
      if (trace.fate[node] !== "K" || seen.has(trace.caused[node])) continue;
      seen.add(trace.caused[node]);
      const { mark } = trace.cause(node);
      if (!found.has(mark)) found.set(mark, node);
    }
    return found;
  }
}
