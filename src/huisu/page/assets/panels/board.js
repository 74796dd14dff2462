// What does the search look like in its own problem? The board of n queens, the
// knapsack filling, the graph being coloured; for any other search its solution
// vector. Read ../pictures/scene.js next, which says what there is to show.

import { el, svg } from "huisu/dom";
import { bitRows, picture as queens } from "huisu/pictures/board";
import { sceneAt } from "huisu/pictures/scene";
import { part } from "huisu/parts";
import { translate, word } from "huisu/words";

/** @typedef {import("huisu/store").State} State */
/** @typedef {import("huisu/pictures/shared").Picture} Picture */
/** @typedef {import("huisu/pictures/scene").Scene} Scene */

const SIGNS = { refused: "✗", answer: "✓", over: "■", "": "" };

/** The pictures loaded so far, by the names of their problems. @type {Map<string, Picture>} */
const loaded = new Map([["queens", queens]]);

/** @param {HTMLElement} host @param {import("huisu/store").Store} store */
export function boardPanel(host, store) {
  const shading = el("button", { type: "button", "data-word": "page.board.shading", onclick: () => store.set({ shading: !store.state.shading }) });
  const tools = el("div", { class: "tools" }, shading);
  const place = el("div", { class: "place" });
  const status = el("p", { class: "status" }), says = el("p", { class: "says" });
  const bits = el("table"), more = el("details", {}, el("summary", { "data-word": "page.board.lines" }), el("p", { "data-word": "page.board.strips" }), bits);
  host.append(tools, place, status, says, more);
  translate(host, store.state.language);

  /** @returns {void} */
  const show = () => {
    const { state } = store, name = nameOf(state), data = state.description?.instance;
    if (!state.replay) return;
    const draw = loaded.get(name);
    if (!draw) return void load(name).then(show);
    const scene = sceneAt(state), drawn = draw(scene, { ...data, shading: state.shading });
    place.classList.toggle("large", data?.n > 16);
    place.replaceChildren(described(drawn.picture, state, `${drawn.says} ${scene.says}`));
    status.dataset.state = scene.state;
    status.toggleAttribute("data-cut", scene.isCut);
    status.replaceChildren(el("b", {}, `${SIGNS[scene.state]} ${scene.mark}`), ` ${scene.says}`);
    says.textContent = drawn.says;
    // Whoever sees the board, or a picture with headings, need not read it again.
    says.classList.toggle("unseen", name === "queens" || Boolean(drawn.picture.querySelector(".heading")));
    if (name === "queens") fillBits(bits, scene, data);
  };
  store.subscribe((state, changed) => {
    if (changed.has("description") || changed.has("trace")) head(host, [tools, more], state);
    if (changed.has("shading")) shading.setAttribute("aria-pressed", state.shading);
    if (["replay", "position", "language", "shading", "description"].some((each) => changed.has(/** @type {any} */ (each)))) show();
  });
}

/** Return the name of a search's picture. @param {Readonly<State>} state */
const nameOf = ({ description }) => description?.classic ?? "vector";

/** Load a picture; where there is none of a problem, its solution vector is drawn. @param {string} name */
async function load(name) {
  const found = await part(import(`huisu/pictures/${name}`).catch(() => import("huisu/pictures/vector")));
  loaded.set(name, found.picture);
}

/** Name the panel, and hide what is for queens only. @param {HTMLElement} host @param {HTMLElement[]} parts @param {Readonly<State>} state */
function head(host, parts, state) {
  const isQueens = nameOf(state) === "queens";
  for (const part of parts) part.hidden = !isQueens;
  const title = /** @type {HTMLElement} */ (host.querySelector("h2"));
  title.dataset.word = isQueens ? "page.panel.board" : "page.board.picture";
  translate(host, state.language);
}

/** @param {SVGElement} picture @param {Readonly<State>} state @param {string} text */
function described(picture, { description, language }, text) {
  picture.setAttribute("role", "img");
  picture.setAttribute("xml:lang", language);
  picture.prepend(svg("title", {}, description?.title[language] ?? ""), svg("desc", {}, text.trim()));
  return picture;
}

/** @param {HTMLElement} table @param {Scene} scene @param {any} data */
function fillBits(table, scene, data) {
  const found = bitRows(scene, data), { language } = scene;
  const rows = Object.entries(found ?? {}).map(([name, bits]) =>
    el("tr", {}, el("th", { scope: "row" }, word(`page.board.bits.${name}`, language)), el("td", {}, bits.map(Number).join(""))));
  const key = found ? "page.board.bits" : "page.board.bits.none";
  table.replaceChildren(el("caption", {}, word(key, language, { row: scene.x.length + 1 })), ...rows);
}
