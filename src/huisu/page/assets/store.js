// What does the page show now? One state, changed in one place; panels are told
// what changed. Read main.js next, which brings state and panels together.

/** @typedef {import("huisu/words").Language} Language */
/** @typedef {import("huisu/replay").Replay} Replay */
/** @typedef {import("huisu/trace").Trace} Trace */
/** @typedef {import("huisu/source").Description} Description */
/** @typedef {"watch"|"predict"|"place"|"compare"} Mode */
/** @typedef {"whole"|"generated"|"collapsed"} Form */

/**
 * @typedef {object} State
 * @property {Description|null} description what is known of the search besides its record
 * @property {Trace|null} trace
 * @property {Replay|null} replay
 * @property {number} position a step, 0 to replay.length - 1; replay.length when all is over
 * @property {boolean} playing
 * @property {number} speed one of SPEEDS; at 1, STEPS_A_SECOND
 * @property {Language} language
 * @property {"auto"|"light"|"dark"} theme
 * @property {Mode} mode
 * @property {boolean} locked whether the mode and the search are not to be changed by the learner
 * @property {Form|null} form of the tree; null for what suits its size
 * @property {boolean} labels whether the tree shows numbers and values
 * @property {ReadonlySet<number>} folded nodes (indices of the trace) whose subtrees are hidden
 * @property {number|null} selected the node the learner has chosen in the tree
 * @property {ReadonlySet<number>} breakLevels levels on which playing stops
 * @property {ReadonlySet<number>} breakNodes nodes (indices) at which playing stops
 * @property {boolean} shading whether attacked squares are shaded
 * @property {"recursive"|"iterative"} driver which program the code panel shows
 * @property {string} layout the layout of the solutions' output
 * @property {0|1} base what the output counts from
 * @property {string|null} other the address of the search to compare with
 */

/** @typedef {Set<keyof State>} Changed */

/** How many times the usual speed a search can be played at. */
export const SPEEDS = [0.25, 0.5, 1, 2, 5, 10, 20, 50];
export const STEPS_A_SECOND = 2;

/** @type {State} */
export const INITIAL = {
  description: null, trace: null, replay: null, position: 0, playing: false, speed: 1,
  language: "en", theme: "auto", mode: "watch", locked: false, form: null, labels: true,
  folded: new Set(), selected: null, breakLevels: new Set(), breakNodes: new Set(),
  shading: false, driver: "recursive", layout: "digits", base: 1, other: null,
};

export class Store {
  /** @param {Partial<State>} [given] */
  constructor(given = {}) {
    /** @type {Readonly<State>} */
    this.state = { ...INITIAL, ...given };
    /** @type {Set<(state: Readonly<State>, changed: Changed) => void>} */
    this.listeners = new Set();
  }

  /**
   * Change parts of the state and tell everyone. A new record starts at its
   * first step unless a position comes with it; positions stay within the record.
   * @param {Partial<State>} patch
   */
  set(patch) {
    const next = { ...this.state, ...patch };
    if (patch.replay && patch.position === undefined) next.position = 0;
    if (patch.replay) {
      next.folded = patch.folded ?? new Set();
      next.selected = patch.selected ?? null;
      next.breakNodes = patch.breakNodes ?? new Set();
    }
    next.position = Math.max(0, Math.min(next.position || 0, next.replay ? next.replay.length : Infinity));
    /** @type {Changed} */
    const changed = new Set();
    for (const name of /** @type {(keyof State)[]} */ (Object.keys(next)))
      if (next[name] !== this.state[name]) changed.add(name);
    if (!changed.size) return;
    this.state = next;
    for (const listener of [...this.listeners]) listener(next, changed);
  }

  /**
   * Be told of every change from now on, and at once of the state as it is.
   * @param {(state: Readonly<State>, changed: Changed) => void} listener
   * @returns {() => void} ends it
   */
  subscribe(listener) {
    this.listeners.add(listener);
    listener(this.state, new Set(/** @type {(keyof State)[]} */ (Object.keys(this.state))));
    return () => this.listeners.delete(listener);
  }
}
