// What did a recorded search look like at any step? The steps of a trace, as
// src/huisu/trace/replay.py unrolls them. Read tree.js next.
//
// A position is a step, 0 to length - 1, or `length`: the search is over, and
// the root of a complete search is dead too.

import { amountText, lowerBound, valueText, vectorText } from "huisu/trace";
import { grouped, word } from "huisu/words";

/** @typedef {import("huisu/words").Language} Language */
/** @typedef {import("huisu/trace").Trace} Trace */
/** @typedef {"generated"|"expanded"|"died"|"answered"|"left"} Kind */
/** @typedef {"ungenerated"|"live"|"e-node"|"killed"|"cut"|"dead"|"answer"} Status */

/** @type {Kind[]} */
export const KINDS = ["generated", "expanded", "died", "answered", "left"];

/**
 * @typedef {object} Moment
 * @property {number} position
 * @property {boolean} over whether the search has ended
 * @property {Kind} kind what has just happened
 * @property {number} node the node it happened to
 * @property {number} eNode the E-node; -1 when a complete search is over
 * @property {number[]} live the live nodes from the root down; last, an answer not yet left
 * @property {number} generated
 * @property {number} killed
 * @property {number} cut
 * @property {number} backtracks
 * @property {number} answers
 */

export class Replay {
  /** @param {Trace} trace */
  constructor(trace) {
    this.trace = trace;
    /** The step of each node's generation; 0 for the root. */
    this.born = new Int32Array(trace.length);
    /** The step of each node's death or leaving; 0 for none. */
    this.ended = new Int32Array(trace.length);
    /** @type {number[]} */
    const kinds = [];
    /** @type {number[]} */
    const nodes = [];
    this.unroll(kinds, nodes);
    this.kinds = Uint8Array.from(kinds);
    this.nodes = Int32Array.from(nodes);
    this.length = kinds.length;
    /** @type {Record<Kind, number[]>} */
    this.steps = { generated: [], expanded: [], died: [], answered: [], left: [] };
    kinds.forEach((kind, step) => this.steps[KINDS[kind]].push(step));
    /** @type {Record<"K"|"C", number[]>} */
    this.refused = { K: [], C: [] };
    for (let node = 0; node < trace.length; node++) {
      const fate = trace.fate[node];
      if (fate === "K" || fate === "C") this.refused[fate].push(this.born[node]);
    }
  }

  /** @param {number[]} kinds @param {number[]} nodes */
  unroll(kinds, nodes) {
    const { trace } = this, isComplete = trace.outcome === "complete";
    /** @type {number[]} */
    const path = [];
    /** @param {Kind} kind @param {number} node */
    const happen = (kind, node) => {
      if (kind === "generated") this.born[node] = kinds.length;
      else if (kind === "died" || kind === "left") this.ended[node] = kinds.length;
      kinds.push(KINDS.indexOf(kind));
      nodes.push(node);
    };
    for (let node = 0; node < trace.length; node++) {
      while (path.length > trace.level[node]) happen("died", /** @type {number} */ (path.pop()));
      if (node) happen("generated", node);
      if (trace.fate[node] === "L") {
        happen("expanded", node);
        path.push(node);
      } else if (trace.fate[node] === "A") {
        happen("answered", node);
        if (node && (node + 1 < trace.length || isComplete)) happen("left", node);
      }
    }
    while (isComplete && path.length > 1) happen("died", /** @type {number} */ (path.pop()));
  }

  /** @param {number} position */
  step(position) {
    return Math.min(position, this.length - 1);
  }

  /** @param {number} position @returns {Kind} */
  kind(position) {
    return KINDS[this.kinds[this.step(position)]];
  }

  /** @param {number} position */
  node(position) {
    return this.nodes[this.step(position)];
  }

  /** Return whether a position is the end of a complete search. @param {number} position */
  isDone(position) {
    return position >= this.length && this.trace.outcome === "complete";
  }

  /** @param {number} position */
  eNode(position) {
    if (this.isDone(position)) return -1;
    const node = this.node(position);
    return this.kind(position) === "expanded" ? node : Math.max(0, this.trace.parent[node]);
  }

  /** @param {number} position @returns {Moment} */
  at(position) {
    const step = this.step(position), node = this.node(position), eNode = this.eNode(position);
    const live = eNode < 0 ? [] : this.trace.path(eNode);
    if (eNode >= 0 && node !== eNode && this.stands(node, step)) live.push(node);
    /** @param {number[]} steps */
    const soFar = (steps) => lowerBound(steps, step + 1);
    return {
      position, over: position >= this.length, kind: this.kind(position), node, eNode, live,
      generated: 1 + soFar(this.steps.generated),
      killed: soFar(this.refused.K),
      cut: soFar(this.refused.C),
      backtracks: soFar(this.steps.died),
      answers: soFar(this.steps.answered),
    };
  }

  /** @param {number} node @param {number} step */
  stands(node, step) {
    const over = this.ended[node];
    return "LA".includes(this.trace.fate[node]) && !(over && over <= step);
  }

  /** @param {number} node @param {number} position @returns {Status} */
  status(node, position) {
    if (node < 0 || (node && this.born[node] > position)) return "ungenerated";
    const fate = this.trace.fate[node];
    if (fate === "K") return "killed";
    if (fate === "C") return "cut";
    if (fate === "A") return node === 0 || position > this.born[node] ? "answer" : "live";
    if (!this.stands(node, this.step(position)) || (node === 0 && this.isDone(position))) return "dead";
    return node === this.eNode(position) ? "e-node" : "live";
  }

  /** Return the first step after a position at which something of a kind happens, or null.
   * @param {Kind} kind @param {number} position */
  next(kind, position) {
    const steps = this.steps[kind];
    return steps[lowerBound(steps, position + 1)] ?? null;
  }

  /** Return the last step before a position at which something of a kind happens, or null.
   * @param {Kind} kind @param {number} position */
  previous(kind, position) {
    const steps = this.steps[kind];
    return steps[lowerBound(steps, position) - 1] ?? null;
  }

  /** Return what happened at a position in words; at the end, what the search came to.
   * @param {number} position @param {Language} language */
  sentence(position, language) {
    const { trace } = this;
    if (position >= this.length) return this.summary(language).join("; ");
    const node = this.node(position), kind = this.kind(position);
    if (node === 0) return word(kind === "expanded" ? "step.root" : "step.root.answer", language);
    const values = {
      node: trace.number(node), k: trace.level[node], value: valueText(trace.value[node]),
      x: vectorText(trace.vector(node)), parent: trace.number(trace.parent[node]),
    };
    if (kind === "answered" && trace.goal === "best")
      return word("step.answered.best", language, { ...values, amount: amountText(trace.amount[node] ?? null) });
    const said = word(`step.${kind}`, language, values);
    if (kind === "generated" && "KC".includes(trace.fate[node]))
      return word("step.refused", language, { generated: said, why: trace.why(node, language) });
    return said;
  }

  /** Return what the search came to, line by line. @param {Language} language */
  summary(language) {
    const { trace } = this, end = this.at(this.length - 1);
    const size = trace.sizes ? grouped(trace.sizes[0]) : "";
    const lines = [
      word(trace.sizes ? "watch.generated.of" : "watch.generated", language, { generated: grouped(end.generated), size }),
      word("watch.counts", language, {
        killed: grouped(end.killed), cut: grouped(end.cut),
        backtracks: grouped(end.backtracks), answers: grouped(end.answers),
      }),
    ];
    if (trace.outcome !== "complete")
      lines.push(word(`watch.stopped.${trace.outcome}`, language, { answers: grouped(end.answers) }));
    return lines;
  }

  /** Return the whole search as numbered text, the same as `huisu watch --plain` writes.
   * @param {Language} language */
  text(language) {
    const width = String(this.length - 1).length, lines = [];
    for (let step = 0; step < this.length; step++)
      lines.push(`${String(step).padStart(width)}  ${this.sentence(step, language)}`);
    return [...lines, "", ...this.summary(language), ""].join("\n");
  }
}
