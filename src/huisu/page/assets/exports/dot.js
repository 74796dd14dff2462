// How is the tree written for Graphviz? As src/huisu/views/tree_dot.py writes it,
// letter for letter. Read menu.js next, which offers it.

import { lightColours } from "huisu/exports/light";
import { layoutOf, refused } from "huisu/exports/pictures";
import { shortened, TreeSays } from "huisu/panels/tree-says";
import { grouped, word } from "huisu/words";

/** @typedef {import("huisu/store").State} State */
/** @typedef {import("huisu/replay").Status} Status */

const MOST = 10_000;

/** @type {Record<Status, [string, string, string, string, string]>} look, line, ground, ink, edge */
const LOOKS = {
  ungenerated: ["shape=circle style=dashed", "--none-line", "--paper", "--none", "--edge"],
  live: ["shape=circle style=filled penwidth=3", "--live", "--live-fill", "--ink", "--live"],
  "e-node": ["shape=doublecircle style=filled penwidth=3", "--live", "--live-fill", "--ink", "--live"],
  killed: ["shape=circle", "--killed", "--killed-fill", "--killed", "--ink"],
  cut: ["shape=octagon", "--cut", "--cut-fill", "--cut", "--ink"],
  dead: ["shape=circle style=filled", "--ink", "--dead-fill", "--ink", "--ink"],
  answer: ["shape=square style=filled penwidth=2", "--answer", "--answer-fill", "--ink", "--ink"],
};

/** @param {Readonly<State>} state */
export function dot(state) {
  const drawn = layoutOf(state), size = drawn.node.length;
  if (size > MOST) throw refused("page.export.dot", { size: grouped(size), most: grouped(MOST) });
  const writer = new Writer(state, drawn);
  return [...writer.head(), ...writer.ranks(), ...writer.edges(), "}", ""].join("\n");
}

class Writer {
  /** @param {Readonly<State>} state @param {import("huisu/tree").Layout} drawn */
  constructor(state, drawn) {
    this.drawn = drawn;
    this.state = state;
    this.replay = /** @type {import("huisu/replay").Replay} */ (state.replay);
    this.moment = this.replay.at(state.position);
    this.says = new TreeSays(this.replay, drawn);
    this.colour = lightColours();
    this.status = drawn.node.map((node) => this.replay.status(node, state.position));
  }

  head() {
    const { trace } = this.replay, { language } = this.state, problem = shortened(trace.problem, 70);
    const name = word(`tree.name.${trace.tree ?? "unknown"}`, language, { problem });
    return [
      `digraph ${quoted(name)} {`,
      `graph [label=${quoted([name, ...this.caption()].join("\n"))} labelloc=t ordering=out ranksep=0.5 nodesep=0.15];`,
      "node [fixedsize=false margin=0.03 width=0.4 fontsize=11];",
      "edge [arrowhead=none fontsize=11];",
    ];
  }

  caption() {
    const { replay, moment, state: { language, position: step } } = this, figures = this.says.figures(moment, language);
    if (moment.over) return replay.trace.outcome === "complete" ? [figures] : [figures, word("tree.stopped", language)];
    return [figures, word("tree.step", language, { step, last: replay.length - 1, sentence: replay.sentence(step, language) })];
  }

  /** Return the nodes level by level, each level behind its name. */
  ranks() {
    /** @type {number[][]} */
    const levels = [];
    this.drawn.level.forEach((level, place) => (levels[level] ??= []).push(place));
    const found = levels.flatMap((places, level) => [
      `{ rank=same; level${level} [label=${quoted(word("tree.level", this.state.language, { level: level + 1 }))} shape=plaintext fontcolor="${this.colour("--quiet")}"];`,
      ...places.map((place) => this.node(place)), "}",
    ]);
    for (let level = 1; level < levels.length; level++)
      found.push(`level${level - 1} -> level${level} [label=${quoted(`x${level}`)} color=transparent];`);
    return found;
  }

  /** @param {number} place */
  node(place) {
    const { drawn, says } = this, [look, line, ground, ink] = LOOKS[this.status[place]];
    const shape = drawn.hidden[place] ? look.replace(/shape=\w+/, "shape=triangle") : look;
    const fill = shape.includes("filled") ? ` fillcolor="${this.colour(ground)}"` : "";
    const tooltip = quoted(says.says(place, this.moment, this.state.language));
    return `n${drawn.number[place]} [label=${quoted(this.label(place))} ${shape} color="${this.colour(line)}"${fill} fontcolor="${this.colour(ink)}" tooltip=${tooltip}];`;
  }

  /** @param {number} place */
  label(place) {
    const { drawn, says } = this, number = drawn.number[place], status = this.status[place];
    const hidden = says.hiddenNow(place, this.moment);
    if (drawn.hidden[place]) return `${number}\n${hidden ? `+${hidden}` : ""}`;
    const sign = status === "dead" ? "×" : says.mark(drawn.node[place], status);
    return sign ? `${number}\n${sign}` : String(number);
  }

  edges() {
    const { drawn, says } = this, path = new Set(this.moment.live);
    return drawn.node.slice(1).map((node, before) => {
      const place = before + 1, status = this.status[place], look = status === "ungenerated" ? " style=dashed" : "";
      const width = path.has(node) && ["live", "e-node", "answer"].includes(status) ? " penwidth=3" : "";
      const ends = `n${drawn.number[drawn.parent[place]]} -> n${drawn.number[place]}`;
      return `${ends} [label=${quoted(says.valueText(place))} color="${this.colour(LOOKS[status][4])}"${look}${width}];`;
    });
  }
}

/** Return a text as a DOT string. @param {string} text */
function quoted(text) {
  const lines = text.split("\n").map((line) => line.trim().split(/\s+/).join(" ").replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ""));
  return `"${lines.map((line) => line.replace(/\\/g, "\\\\").replace(/"/g, '\\"')).join("\\n")}"`;
}
