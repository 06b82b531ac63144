// @ts-check
/** `<mf-counts>`: what can be counted: the goods, the fleets, the cards, and what is left of the hands already seen. */

import { el, icon, seatIcon } from "../core/dom.js";
import { areaOf, facts } from "../core/facts.js";
import { capital, t } from "../core/i18n.js";
import { cardName, seatName, symbolName } from "../core/names.js";
import { settings } from "../core/settings.js";
import { LargePanel, unseen } from "./panel.js";

/** @import { State } from "../core/state.js" */

/** @param {State} state */
function goods(state) {
  const trade = areaOf("trade");
  const items = facts.sets[trade].map((kind, good) => {
    const name = capital(symbolName(kind.symbol));
    return el("li", { title: name }, icon(`symbol-${kind.symbol}`), unseen(name + t("colon")), el("b", {}, state.position.goods[good]));
  });
  return [el("h3", {}, t("players.goods")), el("ul", { class: `goods area-${trade}` }, ...items)];
}

/** @param {State} state */
function fleets(state) {
  /** @param {string} row how many spaces the board has in it */
  const size = (row) => facts.spaces.filter((space) => space.name.startsWith(`${row}.`)).length;
  const rows = state.position.fleets.map(([ships, cargo, points], row) =>
    el("tr", {}, el("th", { scope: "row" }, settings.values.coordinates ? `H${row + 1}` : row + 1), el("td", {}, `${ships}/${size(`H${row + 1}`)}`),
      el("td", {}, `${cargo}/${size(`T${row + 1}`)}`), el("td", {}, el("b", {}, points))));
  const heads = ["row", "ships", "cargo", "points"].map((name) => el("th", { scope: "col" }, t(`players.fleets.${name}`)));
  return el("table", { class: "fleets" }, el("caption", {}, t("players.fleets")),
    el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows));
}

/** How many cards of a symbol there are in total. @param {number} symbol */
function copies(symbol) {
  return facts.cards.filter((card) => card.symbol === symbol).reduce((sum, card) => sum + card.copies, 0);
}

/** @param {State} state */
function cardCounts(state) {
  const { gone, unseen: hidden } = state.position;
  const items = facts.symbols.map((name, symbol) => {
    const counts = { name: capital(symbolName(name)), gone: gone[symbol], unseen: hidden[symbol], all: copies(symbol) };
    return el("li", { class: `area-${facts.symbol_area[symbol]}`, title: t("players.counts.words", counts) },
      icon(`symbol-${symbol}`), unseen(t("players.counts.words", counts)),
      el("span", { "aria-hidden": "true" }, el("b", {}, counts.unseen), el("i", {}, ` ${counts.gone}/${counts.all}`)));
  });
  return [el("p", { class: "hint", "aria-hidden": "true" }, t("players.counts.hint")), el("ul", { class: "counts" }, ...items)];
}

/** @param {number[]} cards */
function cardChips(cards) {
  const chips = cards.map((card) =>
    el("li", { class: `card-chip area-${facts.cards[card].area}` }, icon(`symbol-${facts.cards[card].symbol}`), cardName(card)));
  return el("ul", { class: "chips" }, ...chips);
}

/** @param {State} state */
function knownHands(state) {
  return Object.entries(state.position.known).map(([seat, cards]) =>
    el("div", { class: "known" }, el("h3", {}, seatIcon(Number(seat)), capital(seatName(Number(seat), state))), cardChips(cards)));
}

class CountsElement extends LargePanel {
  /** @param {State} state @returns {Node[]} */
  content(state) {
    const known = knownHands(state);
    const parts = [
      el("h2", { class: "unseen" }, t("side.details")),
      this.folding("trade", true, t("players.trade"), ...goods(state), fleets(state)),
      this.folding("counts", false, t("players.counts"), ...cardCounts(state)),
    ];
    if (known.length) parts.push(this.folding("known", false, t("players.known"), el("p", { class: "hint" }, t("players.known.hint")), ...known));
    return parts;
  }
}

customElements.define("mf-counts", CountsElement);
