// @ts-check
/** Cards as pictures, and rows of cards to choose from. What a card brings is told by the server and shown as a badge. */

import { el, svg, use } from "./dom.js";
import { cardName } from "./sentences.js";
import { t } from "./i18n.js";

/** @typedef {import("./state.js").Facts} Facts */
/**
 * A card in a row. `tag` is a word about it (kept, in play), `points` what its best play would bring now.
 * @typedef {{card: number, enabled?: boolean, selected?: boolean, tag?: string, points?: number | null, extra?: boolean,
 *   hinted?: boolean, fresh?: boolean}} Shown
 */

/**
 * The face of a card: the glass of its area, its symbol, its number in a ship's wheel, and its name.
 * @param {Facts} facts
 * @param {number} card
 */
export function cardFace(facts, card) {
  const { symbol, number, area } = facts.cards[card];
  const [deep, plain, soft] = facts.tints[area];
  const middle = { x: 50, "text-anchor": "middle", "dominant-baseline": "central", fill: deep };
  return svg("svg", { viewBox: "0 0 100 140", class: "face", "aria-hidden": "true" },
    svg("rect", { width: 100, height: 140, rx: 10, fill: plain }),
    svg("rect", { x: 1.2, y: 1.2, width: 97.6, height: 137.6, rx: 9, fill: "none", stroke: deep, "stroke-width": 2.4 }),
    svg("rect", { x: 5.5, y: 5.5, width: 89, height: 129, rx: 6, fill: `url(#tint-${area})`, stroke: "url(#gold)", "stroke-width": 1.6 }),
    svg("path", { d: "M50 34L84 74L50 114L16 74Z", fill: "#fff", "fill-opacity": 0.55, stroke: soft, "stroke-width": 2 }),
    use(`symbol-${symbol}`, { transform: "translate(50 74) scale(1.45)", fill: deep }),
    use("wheel", { transform: "translate(23 24) scale(1.15)", stroke: deep }),
    svg("text", { ...middle, x: 23, y: 24.5, "font-size": 21, "font-weight": "bold" }, number),
    nameOnCard(cardName(card), middle));
}

/** The name at the foot of the card, without its number and pressed together if it is long. @param {string} name @param {object} middle */
function nameOnCard(name, middle) {
  const word = name.replace(/[\s-]*\d+$/, "");
  const isLong = word.length > 11;
  return svg("text", { ...middle, y: 125, "font-size": isLong ? 12.5 : 14.5, textLength: isLong ? 84 : null, lengthAdjust: "spacingAndGlyphs" }, word);
}

/** A row of cards. Fires `card` with the card's number; arrow keys move within it (keyboard.js). */
export class CardsElement extends HTMLElement {
  constructor() {
    super();
    /** @type {Facts | null} */
    this.facts = null;
    this.written = "";
    /** @type {Shown[]} */
    this.cards = [];
    /** The place that was clicked last: of two equal cards only that one is shown as selected. */
    this.clicked = -1;
    this.addEventListener("click", (event) => this.onClick(event));
  }

  /**
   * @param {Shown[]} cards
   * @param {string} label
   */
  show(cards, label) {
    const selected = this.selectedPlace(cards);
    const key = JSON.stringify([cards, selected, label, document.documentElement.lang]);
    // The same row again would lose the focus and its animations for nothing.
    if (key === this.written || !this.facts) return;
    this.written = key;
    this.cards = cards;
    const focused = this.contains(document.activeElement) ? [...this.children].indexOf(/** @type {Element} */ (document.activeElement)) : -1;
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", label);
    this.replaceChildren(...cards.map((shown, place) => this.button({ ...shown, selected: place === selected }, place === Math.max(0, selected))));
    if (focused >= 0) /** @type {HTMLElement | undefined} */ (this.children[Math.min(focused, cards.length - 1)])?.focus();
  }

  /** Equal cards are one choice: the kept one of them stands for it, else the one that was clicked, else the first. @param {Shown[]} cards */
  selectedPlace(cards) {
    const places = cards.flatMap((shown, place) => (shown.selected ? [place] : []));
    return places.find((place) => cards[place].tag) ?? places.find((place) => place === this.clicked) ?? places[0] ?? -1;
  }

  /** @param {Shown} shown @param {boolean} isStop is it where Tab stops? */
  button(shown, isStop) {
    const classes = ["card", shown.enabled ? "" : "idle", shown.hinted ? "hinted" : "", shown.fresh ? "fresh" : ""].filter(Boolean);
    return el("button", {
      type: "button", class: classes.join(" "), "data-card": shown.card, tabindex: isStop ? 0 : -1, "aria-label": cardLabel(shown),
      title: cardLabel(shown), "aria-pressed": shown.enabled ? String(Boolean(shown.selected)) : null, "aria-disabled": shown.enabled ? null : "true",
    }, cardFace(/** @type {Facts} */ (this.facts), shown.card), badge(shown), shown.tag && el("span", { class: "tag" }, shown.tag));
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const button = /** @type {Element} */ (event.target).closest("button.card");
    if (!(button instanceof HTMLElement) || button.ariaDisabled === "true") return;
    const card = Number(button.dataset.card);
    const twin = this.querySelector(`[data-card="${card}"][aria-pressed=true]`);
    this.clicked = [...this.children].indexOf(button);
    if (twin && twin !== button) return this.show(this.cards, this.ariaLabel ?? "");
    this.dispatchEvent(new CustomEvent("card", { detail: { card, byKeyboard: event.detail === 0 } }));
  }
}

/** The best that a card brings now, as a small seal on it. @param {Shown} shown */
function badge({ points, extra }) {
  if (points === null || points === undefined) return null;
  const more = extra && svg("svg", { class: "icon", viewBox: "-14 -14 28 28", "aria-hidden": "true" }, use("extra-card"));
  return el("span", { class: "badge", "aria-hidden": "true" }, points >= 0 ? `+${points}` : points, more);
}

/** All that is to be said of a card in a row. @param {Shown} shown */
function cardLabel(shown) {
  const parts = [cardName(shown.card)];
  if (shown.points !== null && shown.points !== undefined) parts.push(t("game.card.best", { points: shown.points }));
  if (shown.extra) parts.push(t("game.extra_card"));
  if (shown.tag) parts.push(shown.tag);
  if (shown.hinted) parts.push(t("game.hinted"));
  return parts.join(", ");
}

customElements.define("mf-cards", CardsElement);
