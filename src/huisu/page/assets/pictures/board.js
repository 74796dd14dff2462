// How is a board with queens drawn? As src/huisu/views/svg.py draws one, with
// what a search adds: squares tried, a refusal, the lines in use. Read
// ../panels/board.js next, which shows it.
//
// A square is 60 units wide, (0, 0) the board's upper left corner, and squares
// are [row, column], counted from 1. A `pixel` is what a picture 480 pixels
// wide makes of units: letters and strips are measured in it.

import { svg } from "huisu/dom";
import { badge, framed, HALO, label, line, listed, shape } from "huisu/pictures/shared";
import { word } from "huisu/words";

/** @typedef {[number, number]} Square */
/** @typedef {"row"|"column"|"falling"|"rising"} Line */
/** @typedef {{line: Line, squares: Square[]}} Attack */

/**
 * @typedef {object} BoardOptions
 * @property {number} n
 * @property {Square[]} [queens] numbered in this order
 * @property {Square[]} [tried] squares given up, starred
 * @property {Square|null} [refused] where a queen was refused
 * @property {Square[]} [fixed]
 * @property {Square[]} [blocked]
 * @property {Attack[]} [attacks] lines of attack
 * @property {Square[]} [crosses] squares that somebody has marked with an X
 * @property {boolean} [counts] whether free squares tell how many queens attack them
 * @property {boolean} [strips] whether the columns and diagonals in use are shown
 * @property {number} [row] the row being filled
 * @property {boolean} [isAnswer]
 * @property {string} [mark] the sign of the refusal
 */

const CELL = 60, GUTTER = 30;

/** A crown of five points on a base, drawn round the middle of its square. */
const CROWN = "M-15 9-22-10-11-1-12-16-5-4 0-20 5-4 12-16 11-1 22-10 15 9 17 21H-17Z" +
  [[-22, -11], [-12, -17], [0, -21], [12, -17], [22, -11]].map(([x, y]) => `M${x - 4} ${y}a4 4 0 1 1 8 0a4 4 0 1 1-8 0Z`).join("");
const STAR = "M0-14v28M-12-7l24 14M-12 7l24-14", CROSS = "M-20-20l40 40M-20 20l40-40";
/** Boards of more rows have discs for queens, whose numbers stay legible. */
const MOST_CROWNS = 10;
/** Strips of larger boards have no numbers in them. */
const MOST_NUMBERED = 8;

/** @type {import("huisu/pictures/shared").Picture} */
export function picture(scene, data) {
  const { x, trial, language, rows } = scene;
  const queens = x.map((column, k) => /** @type {Square} */ ([k + 1, column]));
  const refused = /** @type {Square|null} */ (trial === undefined ? null : [x.length + 1, trial]);
  const names = queens.map(([row, column]) => word("page.board.square", language, { row, column }));
  const drawn = drawBoard({
    ...data, queens, refused, counts: data.shading, strips: data.n > 0, row: rows.length,
    tried: rows.flatMap((row, k) => row.tried.map((column) => /** @type {Square} */ ([k + 1, column]))),
    attacks: refused && !"#F".includes(scene.mark) ? firstAttack(queens, refused) : [],
    isAnswer: scene.isAnswer, mark: scene.mark,
  });
  return { picture: drawn, says: word("page.board.queens", language, { queens: listed(names, language) }) };
}

/** Return the attack on a square by the queen of the least row. @param {Square[]} queens @param {Square} square */
function firstAttack(queens, square) {
  const culprit = queens.find((queen) => lineOf(queen, square));
  return culprit ? [{ line: /** @type {Line} */ (lineOf(culprit, square)), squares: [culprit, square] }] : [];
}

/**
 * Return the line on which two queens attack each other, or null.
 * @param {Square} one @param {Square} other
 * @returns {Line|null}
 */
export function lineOf(one, other) {
  const down = other[0] - one[0], right = other[1] - one[1];
  if (!down && !right) return null;
  return !down ? "row" : !right ? "column" : down === right ? "falling" : down === -right ? "rising" : null;
}

/**
 * Return a board as SVG. Every square is a <rect data-square="row,column">.
 * @param {BoardOptions} options
 * @returns {SVGElement}
 */
export function drawBoard(options) {
  const { n } = options, side = n * CELL, wide = Math.max(side, CELL), pixel = wide / 480, gutter = GUTTER * pixel;
  const height = wide + (options.strips ? (3 * stripHeight(n) + 10) * pixel : 0);
  const edge = { width: side, height: side, class: "edge", "stroke-width": (options.isAnswer ? 7 : 2.5) * pixel };
  const sign = { isAnswer: Boolean(options.isAnswer), mark: options.mark ?? "" };
  return framed(
    `${-gutter} ${-gutter} ${wide + gutter + 5 * pixel} ${height + gutter + 5 * pixel}`,
    ...squares(options), ...blocked(options), ...counts(options),
    shape("rect", { ...edge, s: options.isAnswer ? "answer" : "ink" }),
    ...stars(options), ...queens(options), ...attacks(options, pixel), ...numbers(options, pixel),
    ...(options.strips ? strips(options, pixel) : []),
    badge(/** @type {any} */ (sign), -gutter + pixel, -gutter + pixel, gutter - 4 * pixel),
  );
}

/** @param {Square} square */
const named = (square) => square.join(",");

/** Return a group round the middle of a square, which lets the square itself be clicked.
 * @param {Square} square @param {Record<string, any>} attributes @param {...Node} children */
function on([row, column], attributes, ...children) {
  const transform = `translate(${(column - 0.5) * CELL} ${(row - 0.5) * CELL})`;
  return svg("g", { transform, "pointer-events": "none", ...attributes }, ...children);
}

/** @param {BoardOptions} options */
function squares({ n }) {
  const all = Array.from({ length: n * n }, (_, k) => [Math.floor(k / n), k % n]);
  return all.map(([r, c]) => shape("rect", {
    "data-square": `${r + 1},${c + 1}`, x: c * CELL, y: r * CELL, width: CELL, height: CELL,
    f: (r + c) % 2 ? "square-dark" : "square-light",
  }));
}

/** @param {BoardOptions} options */
function blocked({ blocked = [] }) {
  return blocked.map((at) => on(at, { "data-blocked": named(at) },
    shape("rect", { x: -30, y: -30, width: CELL, height: CELL, f: "quiet" }),
    line("m-30-10l20-20m-20 40l40-40m-40 60l60-60m0 20l-40 40m20 0l20-20", "paper", 3)));
}

/** @param {BoardOptions} options */
function counts({ n, queens = [], refused, tried = [], blocked = [], counts }) {
  if (!counts) return [];
  const closed = new Set([...queens, ...blocked, ...(refused ? [refused] : [])].map(named)), starred = new Set(tried.map(named));
  return Array.from({ length: n * n }, (_, k) => /** @type {Square} */ ([Math.floor(k / n) + 1, (k % n) + 1])).flatMap((at) => {
    const number = closed.has(named(at)) ? 0 : queens.filter((queen) => lineOf(queen, at)).length;
    if (!number) return [];
    const found = on(at, { "data-attacked": named(at) }, shape("rect", { x: -30, y: -30, width: CELL, height: CELL, f: "killed", "fill-opacity": 0.22 }));
    if (n <= MOST_CROWNS) found.append(label(19, -18, number, 18));
    else if (!starred.has(named(at))) found.append(label(0, 0, number, 38));
    return [found];
  });
}

/** @param {BoardOptions} options */
function stars({ tried = [], refused, crosses = [] }) {
  const stars = tried.filter((at) => !refused || named(at) !== named(refused));
  return [
    ...stars.map((at) => on(at, { "data-tried": named(at) }, line(STAR, "paper", 11, { "stroke-linecap": "round", "stroke-opacity": 0.6 }), line(STAR, "tried", 6, { "stroke-linecap": "round" }))),
    ...crosses.map((at) => on(at, { "data-cross": named(at) }, line("M-12-12l24 24M-12 12l24-24", "quiet", 6))),
  ];
}

/** @param {BoardOptions} options */
function queens({ n, queens = [], fixed = [], refused }) {
  const fixedNames = new Set(fixed.map(named)), standing = new Set(queens.map(named));
  const waiting = fixed.filter((at) => !standing.has(named(at)));
  const found = [
    ...waiting.map((at) => on(at, { "data-fixed": named(at) }, body(n, true))),
    ...queens.map((at, k) => on(at, { "data-queen": named(at), "data-fixed": fixedNames.has(named(at)) && named(at) },
      body(n, fixedNames.has(named(at))), number(n, k + 1, fixedNames.has(named(at)) ? "queen" : "paper"))),
  ];
  if (refused)
    found.push(on(refused, { "data-refused": named(refused), "data-tried": named(refused) },
      body(n, true, "killed"), line(CROSS, "paper", 9), line(CROSS, "killed", 5)));
  return found;
}

/** Return a crown, or a disc; hollow or full. @param {number} n @param {boolean} isHollow @param {string} [colour] */
function body(n, isHollow, colour = "queen") {
  const look = isHollow
    ? { f: "paper", s: colour, "stroke-width": 6, "stroke-linejoin": "round", "paint-order": "stroke" }
    : { f: colour, s: "paper", "stroke-width": 4, "paint-order": "stroke" };
  return n > MOST_CROWNS ? shape("circle", { r: 28, ...look }) : shape("path", { d: CROWN, ...look });
}

/** @param {number} n @param {number} text @param {string} colour */
function number(n, text, colour) {
  const [y, size] = n > MOST_CROWNS ? [0, text < 10 ? 44 : 40] : [10, text < 10 ? 23 : 20];
  return label(0, y, text, size, { f: colour, "font-weight": "bold" });
}

/** @param {BoardOptions} options @param {number} pixel */
function attacks({ attacks = [] }, pixel) {
  return attacks.flatMap(({ line: kind, squares }) => {
    const d = squares.slice(1).map((to, k) => between(squares[k], to)).join("");
    const data = { "data-attack": kind, "data-squares": squares.map(named).join(" "), "pointer-events": "none" };
    return [line(d, "paper", 11 * pixel, { "pointer-events": "none" }), line(d, "killed", 6 * pixel, data)];
  });
}

/** Return the way from the edge of one queen to that of another. @param {Square} from @param {Square} to */
function between(from, to) {
  const [y, x, toY, toX] = [...from, ...to].map((each) => (each - 0.5) * CELL);
  const share = 22 / Math.hypot(toX - x, toY - y), dx = (toX - x) * share, dy = (toY - y) * share;
  return `M${x + dx} ${y + dy}L${toX - dx} ${toY - dy}`;
}

/** @param {BoardOptions} options @param {number} pixel */
function numbers({ n, row }, pixel) {
  const size = Math.min(19 * pixel, 40), off = (GUTTER / 2) * pixel;
  return Array.from({ length: n }, (_, k) => {
    const middle = (k + 0.5) * CELL, isNow = row === k + 1;
    return svg("g", {},
      label(middle, -off, k + 1, size, { f: "quiet" }),
      label(-off, middle, k + 1, size, isNow ? { "font-weight": "bold", "text-decoration": "underline" } : { f: "quiet" }));
  });
}

/** Return how many pixels a strip takes; those of small boards hold numbers. @param {number} n */
const stripHeight = (n) => (n <= MOST_NUMBERED ? 32 : 22);

/** Return which columns (a), rising diagonals (b) and falling ones (c) have a queen.
 * @param {BoardOptions} options @param {number} pixel */
function strips({ n, queens = [] }, pixel) {
  /** @type {[string, number, number, number[]][]} */
  const kinds = [
    ["a", 1, n, queens.map(([, column]) => column)],
    ["b", 2, 2 * n - 1, queens.map(([row, column]) => row + column)],
    ["c", 1 - n, 2 * n - 1, queens.map(([row, column]) => row - column)],
  ];
  return kinds.map(([name, first, length, used], k) => {
    const width = (n * CELL) / length, y = n * CELL + (10 + k * stripHeight(n)) * pixel, height = (stripHeight(n) - 7) * pixel;
    const cells = Array.from({ length: Math.max(0, length) }, (_, at) => {
      const index = first + at, isUsed = used.includes(index), place = { x: at * width + pixel, y, width: width - 2 * pixel, height };
      const cell = svg("g", { "data-strip": name, "data-index": index, "data-used": isUsed },
        shape("rect", { ...place, f: isUsed ? "accent" : "paper", s: isUsed ? "accent" : "none-line", "stroke-width": 1.5 * pixel }));
      if (n <= MOST_NUMBERED) cell.append(label(place.x + place.width / 2, y + height / 2, String(index).replace("-", "−"), 15 * pixel, isUsed ? { f: "paper", "font-weight": "bold" } : { f: "quiet" }));
      return cell;
    });
    return svg("g", {}, label((-GUTTER / 2) * pixel, y + height / 2, name, 19 * pixel, { "font-weight": "bold", ...HALO }), ...cells);
  });
}

/**
 * Return the rows of bits that the recursion with bit masks holds before the next row:
 * what the queens attack in it, and the squares left open. The first bit is column 1.
 * @param {import("huisu/pictures/scene").Scene} scene
 * @param {any} data
 * @returns {Record<"columns"|"falling"|"rising"|"open", boolean[]>|null} null if no row is left
 */
export function bitRows({ x }, { n, fixed = [], blocked = [] }) {
  const row = x.length + 1;
  if (row > n) return null;
  const closed = new Set(blocked.map(named));
  const own = fixed.find((/** @type {Square} */ [r]) => r === row)?.[1];
  /** @param {Line} kind */
  const hit = (kind) => Array.from({ length: n }, (_, c) => x.some((column, k) => lineOf([k + 1, column], [row, c + 1]) === kind));
  const columns = hit("column"), falling = hit("falling"), rising = hit("rising");
  const open = columns.map((isHit, c) => !(isHit || falling[c] || rising[c] || closed.has(`${row},${c + 1}`) || (own && own !== c + 1)));
  return { columns, falling, rising, open };
}
