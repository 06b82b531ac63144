// @ts-check
/** The drawings of board.svg, which the server makes: loaded once, then used and copied by everything on the page. */

import { getText } from "../core/api.js";
import { svg, use } from "../core/dom.js";
import { facts } from "../core/facts.js";
import { symbolName } from "../core/names.js";
import { versioned } from "../core/version.js";

/** How wide a letter is, by its size, and the size of the name on a card if it is short. */
const LETTER = 0.62;
const NAME_SIZE = 17;
const ROOM = 900; // around the board, in windows that are wider or higher than it

/** @type {Element | null} the board without its definitions */
let board = null;

/** Its definitions go into the document, where cards and panels use them, too. */
export async function loadDrawing() {
  board ??= parsed(await getText(versioned("board.svg")));
  const definitions = board.querySelector("defs");
  if (definitions) document.body.append(svg("svg", { id: "drawings", "aria-hidden": "true" }, definitions));
}

/** @param {string} text */
function parsed(text) {
  return new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
}

/** The empty board, to lay diamonds on. @returns {SVGSVGElement} */
export function emptyBoard() {
  return /** @type {any} */ (document.importNode(/** @type {Element} */ (board), true));
}

/** @param {string} id */
function definition(id) {
  return /** @type {SVGElement} */ (document.querySelector(`#${id}`));
}

/** A copy of a drawing that has a number, a name or both to fill in. @param {string} id @param {Record<string, unknown>} texts by class */
function copyOf(id, texts) {
  const copy = /** @type {SVGElement} */ (definition(id).cloneNode(true));
  copy.removeAttribute("id");
  for (const [name, text] of Object.entries(texts)) part(copy, name).textContent = String(text);
  return copy;
}

/** The name of the game, in the colour of the text around it. */
export function wordmark() {
  const [, , width, height] = definition("wordmark").getAttribute("viewBox")?.split(" ") ?? [];
  return svg("svg", { class: "wordmark", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "Mille Fiori" }, use("wordmark"));
}

/** A part of a drawing by the class that the drawing gives it. @param {Element} drawing @param {string} name */
export function part(drawing, name) {
  return /** @type {SVGElement} */ (drawing.querySelector(`.${name}`));
}

/** A diamond with the number of its space on it. @param {number} owner @param {number} number */
export function numberedDiamond(owner, number) {
  return copyOf(`numbered-${owner}`, { number });
}

/** Where ships lie beside a space of the sea. @param {number} space @returns {number[]} */
export function mooring(space) {
  const { x, y } = definition(`mooring-${space}`).dataset;
  return [Number(x), Number(y)];
}

/** Where a ship lies among so many at a mooring, as a transform. @param {number} ships @param {number} number */
export function berth(ships, number) {
  return definition(`berth-${Math.min(ships, 3)}-${number}`).getAttribute("transform");
}

/** A shade over the whole board with openings: shapes of spaces with their middles. @param {[string, number[]][]} openings */
export function scrim(openings) {
  const holes = openings.map(([shape, [x, y]]) => hole(shape, x, y));
  return svg("path", { d: `M${-ROOM} ${-ROOM}H${1000 + ROOM}V${1000 + ROOM}H${-ROOM}Z${holes.join("")}`, "fill-rule": "evenodd" });
}

/** The outline of a space at its place. @param {string} shape @param {number} x @param {number} y */
function hole(shape, x, y) {
  if (shape === "buoy") return `M${x - 25} ${y}a25 25 0 0 0 50 0a25 25 0 0 0 -50 0Z`;
  const corners = definition(shape).querySelector("path")?.getAttribute("d")?.slice(1, -1).split("L") ?? [];
  return `M${corners.map((corner) => corner.split(" ").map((at, axis) => Number(at) + [x, y][axis]).join(" ")).join("L")}Z`;
}

/** A card, face up, with its name in the reader's language, in smaller letters if it is long. @param {number} card */
export function cardFace(card) {
  const { symbol, number } = facts.cards[card];
  const name = symbolName(symbol);
  const face = copyOf(`card-${symbol}`, { number, name });
  const text = part(face, "name");
  const width = Number(text.dataset.width);
  text.setAttribute("font-size", Math.min(NAME_SIZE, width / (LETTER * name.length)).toFixed(1));
  return svg("svg", { viewBox: face.getAttribute("viewBox"), class: "face", "aria-hidden": "true" }, ...face.childNodes);
}
