// @ts-check
/** Where the game stands, in words; `<mf-status>`: whether the end is near, the edition, the fair deal. */

import { tempoWords } from "../core/clocks.js";
import { el, renew } from "../core/dom.js";
import { editionName } from "../core/editions.js";
import { editionOf, facts, forPlayers } from "../core/facts.js";
import { capital, listWords, t } from "../core/i18n.js";
import { botName, seatName } from "../core/names.js";
import { isAwaited, orderOfPlay } from "../core/state.js";
import { LargePanel } from "./panel.js";

/** @import { EditionFacts } from "../core/messages.js" */
/** @import { State } from "../core/state.js" */

// --- Whose turn ------------------------------------------------------------------------------------------------------

/** What the game waits for, in a sentence. @param {State} state @returns {string} */
export function statusWords(state) {
  const { position, seat } = state;
  if (position.abandoned) return t(position.closed ? "status.closed" : "status.abandoned");
  if (position.phase === "over") return winnersWords(state);
  if (position.all_keep) return keepersWords(state);
  const person = position.to_act === seat ? "you" : "they";
  return capital(t(`status.${position.phase}.${person}`, { name: seatName(position.to_act, state) }));
}

/** While everybody keeps a card. @param {State} state */
function keepersWords(state) {
  if (isAwaited(state, state.seat)) return t("status.all_keep.you");
  const awaited = orderOfPlay(state).filter((seat) => isAwaited(state, seat));
  return t("status.all_keep.they", { names: listWords(awaited.map((seat) => seatName(seat, state))) });
}

/** @param {State} state */
function winnersWords(state) {
  const { winners } = state.position;
  if (winners.length === 1 && winners[0] === state.seat) return t("status.won.you");
  return t("status.won", { count: winners.length, names: capital(listWords(winners.map((seat) => seatName(seat, state)))) });
}

/** "Round 2 · turn 3 of 4 · 35 cards in the deck". @param {State} state @returns {string[]} */
export function progressWords({ position }) {
  return [
    t("status.round", { round: position.round }),
    t("status.turn", { turn: Math.min(position.turn + 1, position.turns), turns: position.turns }),
    t("status.deck", { count: position.deck }),
  ];
}

// --- The edition -----------------------------------------------------------------------------------------------------

/** The options in which editions differ; each with its value in words, for a number of players. */
const OPTIONS = /** @type {Record<string, (edition: EditionFacts, players: number) => string>} */ ({
  cards: (edition, players) => String(forPlayers(edition.cards_played, players)),
  supply: (edition) => `${edition.supply} + ${edition.reserve}`,
  display: (edition, players) => String(forPlayers(edition.opening_display, players)),
  fresh: (edition) => String(edition.fresh_display || "–"),
  refill: (edition) => String(edition.refill_display || "–"),
  removed: (edition) => String(edition.removed || "–"),
  bonus: (edition) => t(edition.bonus_at_once ? "status.option.at_once" : "status.option.at_end"),
  empty: (edition) => t("points", { count: edition.empty_display_points }),
  ship: (edition) => t(edition.ship_may_stay ? "status.option.may" : "status.option.must"),
  tie: (edition) => t(edition.diamonds_break_ties ? "status.option.fewer" : "status.option.shared"),
  neutral: (edition) => String(edition.neutral || "–"),
});

/** The other editions: "German: 25 + 5"; "" if all agree. @param {string} option @param {State} state */
function elsewhere(option, state) {
  const here = editionOf(state.edition);
  const words = OPTIONS[option];
  const count = state.players.length;
  /** @type {Map<string, string[]>} */
  const others = new Map();
  for (const edition of facts.editions) {
    if (!edition.players.includes(count)) continue;
    const value = words(edition, count);
    if (value !== words(here, count)) others.set(value, [...(others.get(value) ?? []), editionName(edition.name)]);
  }
  return [...others].map(([value, names]) => names.join(", ") + t("colon") + value).join("; ");
}

/** @param {string} option @param {State} state */
function optionRow(option, state) {
  const value = OPTIONS[option](editionOf(state.edition), state.players.length);
  const others = elsewhere(option, state);
  return el("div", { class: others ? "differs" : null },
    el("dt", {}, t(`status.option.${option}`)),
    el("dd", {}, value, others && el("span", { class: "elsewhere" }, others)));
}

/** Round and turn in the bar; the last turns are announced there. @param {HTMLElement} place @param {State} state */
export function showProgress(place, state) {
  const { phase, last_turns } = state.position;
  const isLast = last_turns && phase !== "over";
  const [round, turn] = progressWords(state);
  renew(place, [el("span", {}, round), el("span", {}, turn), ...(isLast ? [el("b", { title: t("status.last") }, t("status.last.short"))] : [])]);
}

class StatusElement extends LargePanel {
  /** @param {State} state @returns {Node[]} */
  content(state) {
    const { position } = state;
    return [
      position.last_turns && position.phase !== "over" ? el("p", { class: "warning" }, t("status.last")) : "",
      state.replays ? el("p", { class: "warning" }, t("fair.replayed", { count: state.replays })) : "",
      this.edition(state),
      this.tempo(state),
      this.fairness(state),
    ].filter((part) => part instanceof Node);
  }

  /** How much time there is, and who plays for somebody who is away. @param {State} state */
  tempo({ tempo, standIn }) {
    return this.folding("tempo", false, t("tempo.title"), el("p", {}, tempoWords(tempo)), el("p", {}, t("tempo.stand_in.words", { bot: botName(standIn) })));
  }

  /** The hash that commits to the deck: everybody can compare it with the record's. @param {State} state */
  fairness({ commitment }) {
    if (!commitment) return "";
    return this.folding("fairness", false, t("fair.title"), el("p", {}, t("fair.summary")), el("code", { class: "commitment" }, commitment));
  }

  /** @param {State} state */
  edition(state) {
    const name = editionName(state.edition);
    const title = t("status.edition", { name }) + (state.tactical ? ` · ${t("tactical")}` : "");
    return this.folding("edition", false, title,
      el("p", {}, t(`edition.${state.edition}.summary`)),
      state.tactical ? el("p", {}, t("tactical.summary")) : document.createDocumentFragment(),
      el("dl", { class: "options" }, ...Object.keys(OPTIONS).map((option) => optionRow(option, state))));
  }
}

customElements.define("mf-status", StatusElement);
