// @ts-check
/** `<mf-cards>`: a row of cards, some of which can be selected. The badge says what a card would bring; equal cards may lie in one pile. */

import { el, icon, renewRow } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { cardName } from "../core/names.js";
import { cardFace } from "./drawing.js";

/** @import { RowCard } from "../core/turn.js" */

const MANY = 14; // more cards than this take less room each

/** Fires `card` with the card's number. Arrow keys move within the row (screens/keyboard.js). */
export class CardsElement extends HTMLElement {
  constructor() {
    super();
    this.written = "";
    /** Do equal cards lie in one pile? */
    this.stacks = false;
    /** @type {RowCard[]} */
    this.cards = [];
    /** Which card was clicked last: of two equal cards only that one is shown as selected. */
    this.clicked = -1;
    this.addEventListener("click", (event) => this.onClick(event));
  }

  /**
   * @param {RowCard[]} cards
   * @param {string} label
   */
  show(cards, label) {
    if (this.stacks) cards = stacked(cards);
    const selected = this.selectedNumber(cards);
    const key = JSON.stringify([cards, selected, label, document.documentElement.lang]);
    if (key === this.written) return;
    this.written = key;
    this.cards = cards;
    this.classList.toggle("many", cards.length > MANY);
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", label);
    const focused = this.contains(document.activeElement) ? [...this.children].indexOf(/** @type {Element} */ (document.activeElement)) : -1;
    const buttons = cards.map((shown, number) => this.button({ ...shown, selected: number === selected }, number === Math.max(0, selected)));
    renewRow(this, buttons, (button) => button.getAttribute("data-card"));
    if (focused >= 0 && !this.contains(document.activeElement)) this.focusOn(Math.min(focused, cards.length - 1));
  }

  /** @param {number} number of a card in the row */
  focusOn(number) {
    /** @type {HTMLElement | undefined} */ (this.children[number])?.focus({ preventScroll: true });
  }

  /** Of equal cards one is shown as selected: the kept one, else the one that was clicked, else the first. @param {RowCard[]} cards */
  selectedNumber(cards) {
    const numbers = cards.flatMap((shown, number) => (shown.selected ? [number] : []));
    return numbers.find((number) => cards[number].tag) ?? numbers.find((number) => number === this.clicked) ?? numbers[0] ?? -1;
  }

  /** @param {RowCard} shown @param {boolean} isStop is it where Tab stops? */
  button(shown, isStop) {
    const classes = ["card", shown.enabled ? "" : "idle", shown.hinted ? "hinted" : "", shown.count ? "pile" : ""].filter(Boolean);
    return el("button", {
      type: "button", class: classes.join(" "), "data-card": shown.card, tabindex: isStop ? 0 : -1, "aria-label": cardLabel(shown),
      title: cardLabel(shown), "aria-pressed": shown.enabled ? String(Boolean(shown.selected)) : null, "aria-disabled": shown.enabled ? null : "true",
    }, cardFace(shown.card), badge(shown), shown.count && el("span", { class: "count", "aria-hidden": "true" }, `×${shown.count}`), shown.tag && el("span", { class: "tag" }, tagWords(shown)));
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

/** Equal cards as one, with their number. @param {RowCard[]} cards @returns {RowCard[]} */
function stacked(cards) {
  const kinds = [...new Set(cards.map(({ card }) => card))];
  return kinds.map((kind) => {
    const same = cards.filter(({ card }) => card === kind);
    return same.length > 1 ? { ...same[0], count: same.length } : same[0];
  });
}

/** What a card would bring at best now. @param {RowCard} shown */
function badge({ points, extra }) {
  if (points === null || points === undefined) return null;
  const more = extra && icon("extra-card", "-14 -14 28 28");
  return el("span", { class: "badge", "aria-hidden": "true" }, points >= 0 ? `+${points}` : points, more);
}

/** @param {RowCard} shown */
function tagWords({ tag }) {
  return t(`game.tag.${tag}`);
}

/** A card in a row, in words. @param {RowCard} shown */
function cardLabel(shown) {
  const parts = [cardName(shown.card)];
  if (shown.count) parts.push(t("game.card.count", { count: shown.count }));
  if (shown.points !== null && shown.points !== undefined) parts.push(t("game.card.best", { points: shown.points }));
  if (shown.extra) parts.push(t("game.extra_card"));
  if (shown.tag) parts.push(tagWords(shown));
  if (shown.hinted) parts.push(t("game.hinted"));
  return parts.join(", ");
}

customElements.define("mf-cards", CardsElement);
