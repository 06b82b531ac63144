// @ts-check
/** Editions in words, made from their options: a new edition explains itself. */

import { editionOf, forPlayers } from "./facts.js";
import { t } from "./i18n.js";

/** @import { EditionFacts } from "./messages.js" */

/** @param {string} [name] */
export function editionName(name) {
  return t(`edition.${editionOf(name).name}`);
}

/**
 * How an edition differs from the usual one, line by line.
 * @param {EditionFacts} edition
 * @returns {string[]}
 */
export function differences(edition) {
  const base = editionOf();
  /** @type {string[]} */
  const lines = [];
  /** @param {string} key @param {Record<string, any>} [values] */
  const say = (key, values = {}) => lines.push(t(`lobby.differs.${key}`, values));
  /** For each number of players that the edition allows. @param {number[]} list */
  const counts = (list) => edition.players.map((players) => forPlayers(list, players)).join(" / ");
  const { supply, reserve } = edition;
  if (edition.players.join() !== base.players.join()) say("players", { players: edition.players.join(", ") });
  if (edition.neutral !== base.neutral) say("neutral", { count: edition.neutral });
  if (supply !== base.supply || reserve !== base.reserve) say("supply", { supply, reserve, was: `${base.supply} + ${base.reserve}` });
  if (counts(edition.cards_played) !== counts(base.cards_played)) say("played", { cards: counts(edition.cards_played) });
  if (edition.opening_display.every((cards) => cards === 0) && base.opening_display.some(Boolean)) say("display.none");
  else if (counts(edition.opening_display) !== counts(base.opening_display)) say("display", { cards: counts(edition.opening_display) });
  if (edition.removed !== base.removed) say("removed", { count: edition.removed });
  if (edition.fresh_display !== base.fresh_display) say("fresh", { count: edition.fresh_display });
  if (edition.refill_display !== base.refill_display) say("refill", { count: edition.refill_display });
  if (edition.bonus_at_once !== base.bonus_at_once) say(edition.bonus_at_once ? "bonus.now" : "bonus.end");
  if (edition.empty_display_points !== base.empty_display_points) say("empty", { count: edition.empty_display_points });
  if (edition.ship_may_stay !== base.ship_may_stay) say(edition.ship_may_stay ? "ship.may" : "ship.must");
  if (edition.diamonds_break_ties !== base.diamonds_break_ties) say(edition.diamonds_break_ties ? "tie.diamonds" : "tie.shared");
  return lines;
}
