// @ts-check
/** A decision in the making: card, then space, then look, then confirm. What is possible is what the server has listed. */

import { t } from "./i18n.js";
import { settings } from "./settings.js";
import { playWords } from "./sentences.js";
import { totals } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").CardPlays} CardPlays */
/** @typedef {import("./state.js").Play} Play */
/** @typedef {import("./state.js").Opinion} Opinion */
/** @typedef {import("./board.js").Target} Target */
/** @typedef {import("./cards.js").Shown} Shown */
/**
 * What is asked: draft (all keep a card), pick (tactical: card and space), play, extra (card of the display and space);
 * or nothing: wait, watch, over.
 * @typedef {"draft" | "pick" | "play" | "extra" | "wait" | "watch" | "over"} Mode
 */

/** @param {State} state @returns {Mode} */
export function modeOf({ position, seat, tactical }) {
  if (position.phase === "over") return "over";
  if (seat < 0) return "watch";
  if (position.cards.length === 0 && !position.can_decline) return "wait";
  if (position.phase === "keep") return tactical ? "pick" : "draft";
  return position.phase;
}

export class Turn {
  /**
   * @param {() => void} onChange
   * @param {(error: Error) => void} onError
   */
  constructor(onChange, onError) {
    this.onChange = onChange;
    this.onError = onError;
    /** @type {State | null} */
    this.state = null;
    /** @type {Mode} */
    this.mode = "wait";
    /** @type {number | null} */
    this.card = null;
    /** @type {Play | null} */
    this.play = null;
    /** @type {Play | null} under the pointer or in focus: to be looked at only */
    this.looked = null;
    this.declining = false;
    this.busy = false;
    /** @type {{card: number, action: number} | null} a space thought of while the cards are still being chosen */
    this.plan = null;
    /** @type {Opinion[]} */
    this.opinions = [];
  }

  /** A new position: what was selected stays so if it can still be done. @param {State} state */
  update(state) {
    const { mode, card, play } = this;
    this.state = state;
    this.mode = modeOf(state);
    if (this.mode !== mode) this.opinions = [];
    this.declining = false;
    this.select(this.mode === mode ? card : null, this.mode === mode ? (play?.action ?? null) : null);
    if (this.mode === "play") this.begin();
    if (this.mode === "draft" && this.card === null && state.position.chosen !== null) this.select(state.position.chosen, this.plan?.action ?? null);
  }

  /** The card in play needs no choosing, and neither does a play that was planned or is the only one. */
  begin() {
    const [offer] = this.offers;
    if (!offer) return;
    const planned = this.plan?.card === offer.card ? this.plan.action : null;
    const only = offer.plays.length === 1 ? offer.plays[0].action : null;
    if (this.card !== offer.card) this.select(offer.card, planned ?? only);
    this.plan = null;
  }

  get offers() {
    return this.state?.position.cards ?? [];
  }

  /** @returns {CardPlays | null} */
  get offer() {
    return this.offers.find((offer) => offer.card === this.card) ?? null;
  }

  get seats() {
    return this.state?.position.players.length ?? 0;
  }

  /** @param {Play} play the own points of it */
  points(play) {
    return totals(play.gains, this.seats)[this.state?.seat ?? 0] ?? 0;
  }

  /** The play that brings most at once: the server lists it first. @param {CardPlays | null} offer @returns {Play | null} */
  best(offer) {
    return offer?.plays[0] ?? null;
  }

  get sail() {
    return this.offer?.plays.find((play) => play.space === null) ?? null;
  }

  /** The same placement with the ship moving or staying, if there is such a choice. */
  get otherWay() {
    const { play } = this;
    if (!play || play.space === null) return null;
    return this.offer?.plays.find((other) => other.space === play.space && other.stay !== play.stay) ?? null;
  }

  /** Does this need a confirmation now? */
  get isReady() {
    if (this.declining) return true;
    if (this.mode === "draft") return this.card !== null && this.card !== this.state?.position.chosen;
    return this.play !== null;
  }

  /** @returns {{targets: Target[], selected: Target | null}} what the board lights up */
  get targets() {
    const { offer, state } = this;
    if (!offer || !state || this.declining) return { targets: [], selected: null };
    const hinted = new Set(this.opinions.slice(0, 1).map((opinion) => opinion.action));
    const shown = offer.plays.filter((play) => (play.space === null ? play.ship !== null : !play.stay || this.isAlone(play)));
    const targets = shown.map((play) => ({
      space: play.space, ship: play.ship, points: this.points(play), extra: play.extra_card, label: playWords(play, state), hinted: hinted.has(play.action),
    }));
    const selected = targets.find((target) => this.play && target.space === this.play.space) ?? null;
    return { targets, selected };
  }

  /** Is there no other play on the same space? @param {Play} play */
  isAlone(play) {
    return !this.offer?.plays.some((other) => other !== play && other.space === play.space);
  }

  /** The own cards; the one that is kept or in play stands first. @returns {Shown[]} */
  get handCards() {
    const { hand, chosen } = /** @type {State} */ (this.state).position;
    const isChoosing = this.mode === "draft" || this.mode === "pick";
    const cards = hand.map((card) => (isChoosing ? this.shown(card) : { card }));
    if (chosen === null) return cards;
    if (this.mode !== "draft") {
      const tag = t(this.mode === "play" ? "game.tag.in_play" : "game.tag.kept");
      return [{ ...(this.mode === "play" ? this.shown(chosen) : { card: chosen }), tag }, ...cards];
    }
    const kept = hand.indexOf(chosen);
    return cards.map((shown, place) => (place === kept ? { ...shown, tag: t("game.tag.kept") } : shown));
  }

  /** A card with what it would bring, if it can be chosen now. @param {number} card @returns {Shown} */
  shown(card) {
    const offer = this.offers.find((found) => found.card === card) ?? null;
    const best = this.best(offer);
    const hinted = this.opinions[0]?.action === card && this.mode !== "play";
    return { card, enabled: offer !== null && !this.busy, selected: this.card === card, points: best ? this.points(best) : null, extra: best?.extra_card, hinted };
  }

  // --- Choosing

  /** @param {number | null} card @param {number | null} action */
  select(card, action) {
    this.looked = null;
    this.card = this.offers.some((offer) => offer.card === card) ? card : null;
    this.play = this.offer?.plays.find((play) => play.action === action) ?? null;
  }

  /** @param {number} card */
  pickCard(card) {
    this.declining = false;
    const again = card === this.card && this.mode !== "play";
    this.select(again ? null : card, null);
    if (this.mode !== "draft" && this.offer?.plays.length === 1) this.play = this.offer.plays[0];
    if (this.mode === "draft" && this.isReady && !settings.get("confirm")) return this.confirm();
    this.onChange();
  }

  /** @param {number | null} space null: the sea */
  pickSpace(space) {
    this.pickPlay(this.offer?.plays.find((play) => play.space === space && !play.stay) ?? this.offer?.plays.find((play) => play.space === space) ?? null);
  }

  /** @param {number | null | undefined} space null: the sea, undefined: nothing */
  look(space) {
    this.looked = this.offer?.plays.find((play) => play.space === space && (!play.stay || this.isAlone(play))) ?? null;
    return this;
  }

  /** @param {Play | null} play */
  pickPlay(play) {
    this.declining = false;
    this.play = play;
    if (this.mode === "draft") this.plan = play && this.card !== null ? { card: this.card, action: play.action } : null;
    else if (play && !settings.get("confirm") && !this.otherWay) return this.confirm();
    this.onChange();
  }

  pickDecline() {
    this.select(null, null);
    this.declining = true;
    if (!settings.get("confirm")) return this.confirm();
    this.onChange();
  }

  /** Do as a hint says, as far as looking at it. @param {number} action */
  pickAction(action) {
    const { sail, decline, place } = /** @type {State} */ (this.state).facts.actions;
    if (action === decline) return this.pickDecline();
    if (action < place) {
      this.select(null, null);
      return this.pickCard(action);
    }
    this.pickPlay(this.offer?.plays.find((play) => play.action === action) ?? (action === sail ? this.sail : null));
  }

  /** One step back: the space, then the card. @returns {boolean} was there anything to go back from? */
  cancel() {
    const had = this.declining || this.play !== null || (this.card !== null && this.mode !== "play");
    if (this.declining) this.declining = false;
    else if (this.play && this.mode !== "draft") this.play = null;
    else this.select(this.mode === "play" ? this.card : null, null);
    this.plan = null;
    this.onChange();
    return had;
  }

  /** Send it: one decision of the player may be two actions of the game (take a card, play it). */
  async confirm() {
    const { state, offer, play } = this;
    if (!state || !this.isReady || this.busy) return;
    this.busy = true;
    this.opinions = [];
    this.onChange();
    try {
      if (this.declining) await state.actions.act(state.facts.actions.decline);
      else if (this.mode === "draft") await state.actions.choose(/** @type {number} */ (this.card));
      else if (play && offer) await state.actions.act(...(offer.take === null || this.mode === "play" ? [] : [offer.take]), play.action);
    } catch (error) {
      this.onError(/** @type {Error} */ (error));
    } finally {
      this.busy = false;
      this.onChange();
    }
  }

  /** @param {boolean} whole */
  async undo(whole) {
    if (!this.state?.position.can_undo || this.busy) return;
    this.plan = null;
    await this.state.actions.undo(whole).catch(this.onError);
  }

  async hint() {
    if (!this.state || this.busy || !["draft", "pick", "play", "extra"].includes(this.mode)) return;
    this.busy = true;
    this.onChange();
    try {
      this.opinions = await this.state.actions.hint();
    } catch (error) {
      this.onError(/** @type {Error} */ (error));
    } finally {
      this.busy = false;
      this.onChange();
    }
  }
}
