// What is known of a recorded search? The lists of a trace, and what follows
// from them, as src/huisu/trace/data.py says it. Read replay.js next.

import { word } from "huisu/words";

/** @typedef {import("huisu/words").Language} Language */
/** @typedef {{mark: string, en: string, zh: string}} Cause */

const FORMAT = "huisu-trace", VERSION = 1;
const PARTS = [
  "problem", "depth", "goal", "sense", "order", "tree", "outcome", "level", "value", "place",
  "width", "fate", "amount", "domains", "cause", "caused",
];
const MAX_SIZE = 10n ** 1000n;

/** A text that is no record, or one that was changed. */
export class Damaged extends Error {}

/**
 * Return a text as it was before it was made safe to stand inside a script element.
 * @param {string} text
 */
export function recordText(text) {
  return text.replaceAll("\\u003c", "<");
}

export class Trace {
  /**
   * Read a record; throws Damaged with a word that names the place.
   * @param {string} text one JSON object, as src/huisu/trace/file.py writes it
   */
  constructor(text) {
    /** The record as it was read, so that it can be saved unchanged. */
    this.text = text.trim();
    const found = checked(this.text);
    /** @type {string} */
    this.problem = found.problem;
    /** @type {number} */
    this.depth = found.depth;
    /** @type {"all"|"best"} */
    this.goal = found.goal;
    /** @type {"maximise"|"minimise"} */
    this.sense = found.sense;
    /** @type {string} */
    this.order = found.order;
    /** @type {"permutation"|"n-ary"|"subset"|null} */
    this.tree = found.tree;
    /** @type {"complete"|"nodes"|"seconds"|"solutions"} */
    this.outcome = found.outcome;
    this.level = Int32Array.from(found.level);
    /** @type {(string|number|boolean|null)[]} */
    this.value = found.value;
    this.place = Int32Array.from(found.place);
    this.width = Int32Array.from(found.width);
    /** One letter a node: Live, Killed by the constraint function, Cut by the bound, Answer.
     * @type {string} */
    this.fate = found.fate;
    /** @type {Record<string, number|string>} */
    this.amount = found.amount;
    /** @type {(string|number)[][]} */
    this.domains = found.domains;
    /** @type {[string, string, string][]} */
    this.causes = found.cause;
    this.caused = Int32Array.from(found.caused);
    this.length = this.fate.length;
    this.parent = parents(this.level);
    /** The nodes of the whole tree below a node of each level, itself included; null if unknown.
     * @type {bigint[]|null} */
    this.sizes = sizes(this);
    /** @type {number[]} */
    this.answers = [];
    for (let node = 0; node < this.length; node++) if (this.fate[node] === "A") this.answers.push(node);
    this.numbers = numbers(this);
    this.unfinished = new Set(this.outcome === "complete" ? [] : this.path(this.length - 1));
    /** @type {Map<string, number>|null} */
    this.index = null;
    /** @type {number[][]|null} */
    this.below = null;
  }

  /** Return the number of a node in the depth-first order of the whole tree, from 1.
   * @param {number} node */
  number(node) {
    return this.numbers[node];
  }

  /** Return the node (an index) with a number, or -1. @param {string|number} number */
  nodeOf(number) {
    this.index ??= new Map(Array.from({ length: this.length }, (_, node) => [String(this.numbers[node]), node]));
    return this.index.get(String(number)) ?? -1;
  }

  /** Return the nodes from the root to a node, both included. @param {number} node */
  path(node) {
    const found = [];
    for (; node >= 0; node = this.parent[node]) found.push(node);
    return found.reverse();
  }

  /** Return the components on the path of a node. @param {number} node */
  vector(node) {
    return this.path(node).slice(1).map((each) => this.value[each]);
  }

  /** Return the children of a node that were generated, in their order. @param {number} node */
  children(node) {
    this.below ??= childrenOf(this.parent);
    return this.below[node];
  }

  /** Return why the constraint function killed a node. @param {number} node @returns {Cause} */
  cause(node) {
    const [mark, en, zh] = this.causes[this.caused[node]];
    return { mark, en, zh };
  }

  /** Return what became of a node, and why. @param {number} node @param {Language} language */
  why(node, language) {
    /** @type {Record<string, unknown>} */
    const values = {
      children: Math.max(0, this.width[node]), k: this.level[node] + 1, x: vectorText(this.vector(node)),
    };
    if (this.fate[node] === "K") values.cause = this.cause(node)[language];
    if (String(node) in this.amount) {
      values.amount = amountText(this.amount[node]);
      values.best = amountText(this.bestBefore(node));
    }
    return word(`why.${this.fateName(node)}`, language, values);
  }

  /** @param {number} node */
  fateName(node) {
    const fate = this.fate[node];
    if (fate === "C") return this.level[node] === this.depth ? "no_better" : `cut.${this.sense}`;
    if (fate === "L" && this.unfinished.has(node)) return "live";
    if (fate === "L") return this.width[node] > 0 ? "dead" : "dead.childless";
    if (fate === "A") return this.goal === "best" ? "better" : "answer";
    return "killed";
  }

  /** Return the value of the best answer before a node; null when there was none.
   * @param {number} node */
  bestBefore(node) {
    const before = lowerBound(this.answers, node);
    return before ? this.amount[this.answers[before - 1]] : null;
  }
}

/**
 * Return a solution vector, or a prefix of one, as people write it.
 * @param {unknown[]} x
 */
export function vectorText(x) {
  return `(${x.map(valueText).join(", ")})`;
}

/** Return a component as Python writes it. @param {unknown} value */
export function valueText(value) {
  if (value === true) return "True";
  if (value === false) return "False";
  return value === null ? "None" : String(value);
}

/**
 * Return a value or bound with six significant digits, as Python's format "g" does.
 * @param {number|string|null} amount
 */
export function amountText(amount) {
  if (typeof amount !== "number") return valueText(amount);
  if (Number.isInteger(amount)) return String(amount);
  const size = Math.floor(Math.log10(Math.abs(Number(amount.toPrecision(6)))));
  if (size >= -5 && size < 6) return String(Number(amount.toPrecision(6)));
  const [digits, power] = amount.toExponential(5).split("e");
  return `${String(Number(digits))}e${power[0]}${power.slice(1).padStart(2, "0")}`;
}

/**
 * Return how many entries of a sorted list are less than a number.
 * @param {ArrayLike<number>} sorted
 * @param {number} number
 */
export function lowerBound(sorted, number) {
  let low = 0, high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param {Int32Array} level */
function parents(level) {
  const found = new Int32Array(level.length).fill(-1);
  /** @type {number[]} */
  const path = [0];
  for (let node = 1; node < level.length; node++) {
    found[node] = path[level[node] - 1];
    path[level[node]] = node;
  }
  return found;
}

/** @param {Int32Array} parent @returns {number[][]} */
function childrenOf(parent) {
  /** @type {number[][]} */
  const found = Array.from(parent, () => []);
  for (let node = 1; node < parent.length; node++) found[parent[node]].push(node);
  return found;
}

/** @param {Trace} trace @param {number} level */
export function childrenOfKind(trace, level) {
  return trace.tree === "permutation" ? Math.max(0, trace.width[0] - level) : trace.width[0];
}

/** @param {Trace} trace */
function sizes(trace) {
  if (trace.tree === null || (trace.depth && trace.width[0] < 0)) return null;
  const below = [1n];
  for (let level = trace.depth - 1; level >= 0; level--) {
    below.push(1n + BigInt(childrenOfKind(trace, level)) * below[below.length - 1]);
    if (below[below.length - 1] >= MAX_SIZE) return null;
  }
  return below.reverse();
}

/** @param {Trace} trace @returns {ArrayLike<number|bigint>} */
function numbers(trace) {
  if (!trace.sizes) return Float64Array.from({ length: trace.length }, (_, node) => node + 1);
  const isSmall = trace.sizes[0] <= BigInt(Number.MAX_SAFE_INTEGER);
  const size = isSmall ? trace.sizes.map(Number) : trace.sizes;
  /** @type {any} */
  const found = isSmall ? new Float64Array(trace.length) : new Array(trace.length);
  found[0] = isSmall ? 1 : 1n;
  for (let node = 1; node < trace.length; node++) {
    const place = isSmall ? trace.place[node] : BigInt(trace.place[node]);
    /** @type {any} */
    const [one, step] = [found[0], size[trace.level[node]]];
    found[node] = found[trace.parent[node]] + one + /** @type {any} */ (place) * step;
  }
  return found;
}

/**
 * Return the object of a record if all its parts are there and unchanged.
 * @param {string} text
 */
function checked(text) {
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    throw new Damaged("JSON");
  }
  if (found?.format !== FORMAT) throw new Damaged("format");
  if (found.version !== VERSION) throw new Damaged("version");
  const raw = parts(text);
  for (const name of PARTS)
    if (!(name in found) || crc32(raw.get(name) ?? "") !== found.check?.[name]) throw new Damaged(name);
  return found;
}

/**
 * Return the text of each part of a JSON object, whose check sum is that of the text.
 * @param {string} text
 */
function parts(text) {
  /** @type {Map<string, string>} */
  const found = new Map();
  const token = /"(?:[^"\\]|\\.)*"|[[\]{},:]/g;
  let depth = 0, begin = 0, name = "", isName = true;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const sign = match[0];
    if (depth === 1 && (sign === "," || sign === "}")) {
      found.set(name, text.slice(begin, match.index).trim());
      isName = true;
    } else if (depth === 1 && sign === ":" && isName) {
      begin = match.index + 1;
      isName = false;
    } else if (depth === 1 && isName && sign[0] === '"') name = JSON.parse(sign);
    if (sign === "[" || sign === "{") depth++;
    if (sign === "]" || sign === "}") depth--;
  }
  return found;
}

/** @type {Uint32Array|undefined} */
let table;

/** @param {string} text of ASCII characters */
function crc32(text) {
  table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
    return byte;
  });
  let sum = 0xffffffff;
  for (let at = 0; at < text.length; at++) sum = table[(sum ^ text.charCodeAt(at)) & 255] ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}
