// @ts-check
/** `<mf-discards>`: the card that was played last, and on demand the whole discard pile. */

import { cardFace } from "../board/drawing.js";
import { el, seatIcon } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { cardName, seatName } from "../core/names.js";
import { standing } from "../core/state.js";
import { LargePanel } from "./panel.js";

/** @import { State } from "../core/state.js" */

class DiscardsElement extends LargePanel {
  /** @param {State} state */
  content(state) {
    const { discarded } = state.position;
    const last = standing(state.log).findLast((event) => event.kind === "place" || event.kind === "sail");
    const title = t("discards.title", { count: discarded.length });
    return [this.folding("discards", false, title, ...(last?.card === undefined || last.card === null ? [] : [this.lastPlayed(last.card, last.seat, state)]), this.pile(discarded))];
  }

  /** @param {number} card @param {number} seat @param {State} state */
  lastPlayed(card, seat, state) {
    return el("p", { class: "last-played" }, cardFace(card),
      el("span", {}, seatIcon(seat), t("discards.last", { card: cardName(card), name: seatName(seat, state) })));
  }

  /** Equal cards lie on each other. @param {number[]} cards */
  pile(cards) {
    if (cards.length === 0) return el("p", { class: "quiet" }, t("discards.none"));
    const kinds = [...new Set(cards)];
    return el("ul", { class: "pile" }, ...kinds.map((card) => {
      const count = cards.filter((other) => other === card).length;
      return el("li", { title: cardName(card) }, cardFace(card), count > 1 ? el("b", { class: "count", "aria-hidden": "true" }, `×${count}`) : null,
        el("span", { class: "unseen" }, count > 1 ? `${count} × ${cardName(card)}` : cardName(card)));
    }));
  }
}

customElements.define("mf-discards", DiscardsElement);
