// @ts-check
/** The things that move over the table: cards, diamonds, signs with points, lit spaces. Each is a layer of its own. */

import { el, svg, use } from "../core/dom.js";
import { facts } from "../core/facts.js";
import { cardFace } from "./drawing.js";

/** @import { BoardElement, Spot } from "./board.js" */

/** A card, face up, with the colour of the seat that plays it. @param {number} card @param {number} seat */
export function shownCard(card, seat) {
  return el("div", { class: `shown-card seat-${seat}` }, cardFace(card));
}

/** A card, face down. */
export function cardBack() {
  return el("div", { class: "card-back" });
}

/** Points with their reason beside them. @param {number} seat @param {string} points @param {string} why */
export function sign(seat, points, why) {
  return el("div", { class: `sign seat-${seat}` }, points ? el("b", {}, points) : null, why ? el("span", {}, why) : null);
}

/** An extra card as a sign. @param {number} seat @param {string} words */
export function extraSign(seat, words) {
  const picture = svg("svg", { class: "icon", viewBox: "-14 -14 28 28" }, use("extra-card"));
  return el("div", { class: `sign extra seat-${seat}` }, picture, el("span", {}, words));
}

/** The number of a round, large. @param {string} words */
export function roundSign(words) {
  return el("div", { class: "round-sign" }, words);
}

/** A piece of a seat, as large as on the board. @param {BoardElement} board @param {"diamond" | "ship"} piece @param {number} seat @param {Spot} [spot] */
export function stone(board, piece, seat, spot = "") {
  const scale = Number(board.spots.get(spot)?.dataset.diamondScale ?? 1) * (board.drawn.getScreenCTM()?.a ?? 1);
  const element = el("div", { class: "moving-piece" }, svg("svg", { viewBox: "-32 -32 64 64" }, use(`${piece}-${seat}`)));
  element.style.width = `${(64 * scale).toFixed(1)}px`;
  return element;
}

/**
 * Spaces that light up, in a picture over the board of the same size.
 * @param {BoardElement} board
 * @param {number[]} spaces
 * @param {number[]} owners by space
 */
export function glow(board, spaces, owners) {
  const box = board.drawn.getBoundingClientRect();
  const outlines = spaces.map((space) => {
    const [x, y] = facts.spaces[space].xy;
    return svg("g", { class: `seat-${owners[space]}`, "data-space": space, transform: `translate(${x} ${y})` }, board.outline(space, { class: "halo" }), board.outline(space, { class: "rim" }));
  });
  const picture = svg("svg", { class: "glow", viewBox: board.drawn.getAttribute("viewBox") }, ...outlines);
  Object.assign(picture.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` });
  return picture;
}
