// Which program makes the search that is shown? The textbook's two programs in
// real Python, fitted to the problem. Read code.js next, which walks through them.
//
// A mark such as #:died says at which step of a search its line is the current
// one; the page shows a word in its place.

/** @typedef {"recursive"|"iterative"} Driver */
/** @typedef {{text: string, mark: string}} Line */

const START = `n, sum = 4, 0
x = [None] * (n + 1)
`;

const UNUSED = `def S(t):
    return [c for c in range(1, n + 1) if c not in x[1:t]]
`;

const EVERY = `def S(t):
    return range(1, n + 1)
`;

const PLACE = `def place(k):
    for j in range(1, k):
        if x[j] == x[k] or abs(x[j] - x[k]) == k - j:
            return False
    return True
`;

const GIVEN = `    if (k, x[k]) in blocked or fixed.get(k, x[k]) != x[k]:
        return False
`;

const RECURSIVE = `def backtrack(t):
    global sum
    if t > n:
        sum += 1  #:answered
        print(x[1:])
        return  #:left
    for x[t] in S(t):
        if constraint(t):  #:generated
            backtrack(t + 1)  #:expanded
    return  #:died

backtrack(1)  #:root
`;

const ITERATIVE = `t, s = 1, {1: iter(S(1))}  #:root
while t > 0:
    if t > n:
        sum += 1  #:answered
        print(x[1:])
        t -= 1  #:left
        continue
    x[t] = next(s[t], None)
    if x[t] is None:
        t -= 1  #:died
    elif constraint(t):  #:generated
        t += 1  #:expanded
        s[t] = iter(S(t))
`;

/**
 * Return the lines of the program that makes a search.
 * @param {import("huisu/trace").Trace} trace
 * @param {any} queens the data of n queens; null for any other problem
 * @param {Driver} driver
 * @returns {Line[]}
 */
export function program(trace, queens, driver) {
  let text = driver === "recursive" ? RECURSIVE : ITERATIVE;
  if (trace.outcome === "solutions") text = stopping(text);
  text = trace.goal === "best" ? forBest(text, trace.sense) : START + (queens ? forQueens(text, trace, queens) : `\n${text}`);
  return text.trim().replace("= 4,", `= ${trace.depth},`).split("\n").map(line);
}

/** One answer is enough. @param {string} text */
function stopping(text) {
  return text.replace("return  #:left", "raise SystemExit  #:over").replace(/t -= 1 {2}#:left\n *continue/, "break  #:over");
}

/** @param {string} text @param {"maximise"|"minimise"} sense */
function forBest(text, sense) {
  const [worst, better] = sense === "maximise" ? ["-inf", ">"] : ["inf", "<"];
  const found = text
    .replace("global sum", "global best, bestx")
    .replace("sum += 1", "best, bestx = value(x[1:]), x[1:]")
    .replace(/ +print.*\n/, "")
    .replace("constraint(t)", `constraint(t) and bound(t) ${better} best`);
  return `n, best = 4, float("${worst}")\nx = [None] * (n + 1)\n\n${found}`;
}

/** @param {string} text @param {import("huisu/trace").Trace} trace @param {any} queens */
function forQueens(text, trace, queens) {
  const isPermutation = trace.tree === "permutation";
  let given = "", place = isPermutation ? PLACE.replace("x[j] == x[k] or ", "") : PLACE;
  if (queens.fixed?.length || queens.blocked?.length) {
    given = `fixed, blocked = ${pairs("{}", queens.fixed, ": ")}, ${pairs("[]", queens.blocked, ", ")}\n`;
    place = place.replace(":\n", `:\n${GIVEN}`);
  }
  return `${given}\n${isPermutation ? UNUSED : EVERY}\n${place}\n${text.replace("constraint", "place")}`;
}

/**
 * Return squares as Python writes a dictionary of columns by row, or a list of squares.
 * @param {"{}"|"[]"} brackets @param {number[][]} squares @param {string} sign
 */
function pairs([open, close], squares, sign) {
  const said = squares.map((square) => (open === "{" ? square.join(sign) : `(${square.join(sign)})`));
  return open + said.join(", ") + close;
}

/** @param {string} written @returns {Line} */
function line(written) {
  const [text, mark = ""] = written.split("  #:");
  return { text, mark };
}
