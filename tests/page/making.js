/** Small positions, events and states, as the server would send them. */

import { useFacts } from "../../millefiori/server/static/core/facts.js";

export const SAIL = 198;
export const DECLINE = 199;

useFacts(/** @type {any} */ ({ actions: { place: 74, sail: SAIL, decline: DECLINE, names: [] } }));

/** A way to play a card on a space; null: sail. */
export function preview(space, points = 0, more = {}) {
  const gains = points ? [{ seat: 0, points, reason: "group", facts: {} }] : [];
  return { action: space === null ? SAIL : 74 + space, space, stay: false, gains, bonus: null, extra_card: false, ship: space === null ? 3 : null, ...more };
}

/** A card of the list of possible decisions; `obtain` is null for the card in play. */
export function shown(card, previews, obtain = card) {
  return { card, obtain, previews };
}

/** A position of two players, the own seat being 0. */
export function position(more = {}) {
  return {
    phase: "keep", all_keep: false, to_act: 0, round: 1, turn: 0, start_player: 0, hand: [], display: [], kept: null, awaited: [], cards: [],
    can_decline: false, can_undo: 0, players: [{ score: 0 }, { score: 0 }], ...more,
  };
}

/** A welcome to seat 0. */
export function welcome(more = {}) {
  const players = [{ name: "Ada", kind: "here", level: "" }, { name: "", kind: "bot", level: "casual" }];
  return {
    type: "welcome", game: "g", seat: 0, edition: "international", tactical: false, players, n: -1, log: [], position: position(),
    presence: [true, true], ...more,
  };
}

/** @param {number} n @param {string} kind */
export function event(n, kind, more = {}) {
  return { type: "event", n, kind, seat: 0, round: 1, turn: 0, ...more };
}
