// @ts-check
/**
 * A decision in the making: select a card, select a space, look at what that would bring, confirm. Selecting changes only
 * this page; confirming sends it. The server lists everything that is possible.
 */

import { facts, isCard } from "./facts.js";
import { pointsOf } from "./state.js";

/** @import { ShownCard, ShownOpinion, ShownPreview } from "./messages.js" */
/** @import { State } from "./state.js" */
/**
 * What is asked: keep (everybody keeps a card), keep-and-play (the tactical variant: a card of the hand and where it goes),
 * play (where the card in play goes), take (a card of the display and where it goes). Or nothing: wait, watch, over.
 * @typedef {"keep" | "keep-and-play" | "play" | "take" | "wait" | "watch" | "over"} Mode
 */
/**
 * A card in a row, or a pile of `count` equal ones. `points` and `extra` are what its best preview would bring now, null if it cannot be selected.
 * @typedef {{card: number, enabled?: boolean, selected?: boolean, tag?: "kept" | "in_play", points?: number | null, extra?: boolean,
 *   hinted?: boolean, count?: number}} RowCard
 */
/** A space that the board lights up, or the sea. @typedef {{preview: ShownPreview, points: number, selected: boolean, hinted: boolean}} LitSpace */
/**
 * What a turn needs of its screen. `asksFirst`: does the player want to confirm each decision?
 * @typedef {{onChange: () => void, onError: (error: Error) => void, asksFirst: () => boolean}} Screen
 */

const ASKING = new Set(["keep", "keep-and-play", "play", "take"]);

/** @param {Pick<State, "position" | "isWatching">} state @returns {Mode} */
function modeOf({ position, isWatching }) {
  if (position.phase === "over") return "over";
  if (isWatching) return "watch";
  if (position.cards.length === 0 && !position.can_decline) return "wait";
  if (position.phase === "keep") return position.all_keep ? "keep" : "keep-and-play";
  return position.phase;
}

export class Turn {
  /** @param {Screen} screen */
  constructor(screen) {
    this.screen = screen;
    /** @type {State | null} */
    this.state = null;
    /** @type {Mode} */
    this.mode = "wait";
    /** @type {number | null} the selected card */
    this.card = null;
    /** @type {ShownPreview | null} the selected way to play it */
    this.preview = null;
    /** @type {ShownPreview | null} under the pointer or in focus: only looked at */
    this.looked = null;
    this.declining = false;
    this.busy = false;
    this.isPast = false; // while an event is shown: what was asked is decided, and what comes is not yet there
    /** @type {{card: number, action: number} | null} where a card shall go, selected while everybody still keeps a card */
    this.plan = null;
    /** @type {ShownOpinion[]} */
    this.opinions = [];
  }

  /** A new position: what was selected stays selected if it is still possible. @param {State} state */
  update(state) {
    const { mode, card, preview } = this;
    this.state = state;
    this.isPast = false;
    this.mode = modeOf(state);
    if (this.mode !== mode) this.opinions = [];
    this.declining = false;
    const isSame = this.mode === mode;
    this.select(isSame ? card : null, isSame ? (preview?.action ?? null) : null);
    if (this.mode === "play") this.selectCardInPlay();
    const { kept } = state.position;
    if (this.mode === "keep" && this.card === null && kept !== null) this.select(kept, this.plan?.action ?? null);
  }

  /** The card in play is selected at once, and so is what was planned for it or is the only possibility. */
  selectCardInPlay() {
    const [inPlay] = this.cards;
    if (!inPlay) return;
    const planned = this.plan?.card === inPlay.card ? this.plan.action : null;
    const only = inPlay.previews.length === 1 ? inPlay.previews[0].action : null;
    if (this.card !== inPlay.card) this.select(inPlay.card, planned ?? only);
    this.plan = null;
  }

  // --- What is possible

  /** Does the game ask this seat for something? */
  get isAsked() {
    return ASKING.has(this.mode) && !this.isPast;
  }

  get cards() {
    return this.state?.position.cards ?? [];
  }

  /** The selected card with its previews. @returns {ShownCard | null} */
  get shownCard() {
    return this.cards.find((shown) => shown.card === this.card) ?? null;
  }

  get previews() {
    return this.shownCard?.previews ?? [];
  }

  /** The preview that brings most at once: the server lists it first. @param {ShownCard | null} shown @returns {ShownPreview | null} */
  best(shown) {
    return shown?.previews[0] ?? null;
  }

  get sail() {
    return this.previews.find((preview) => preview.space === null) ?? null;
  }

  /** The same placement with the ship moving or staying, if both are possible. */
  get otherWay() {
    const { preview } = this;
    if (!preview || preview.space === null) return null;
    return this.previews.find((other) => other.space === preview.space && other.stay !== preview.stay) ?? null;
  }

  /** What a space stands for: of two ways to place there, the one that moves the ship. @param {number | null | undefined} space null: the sea */
  previewOn(space) {
    const there = this.previews.filter((preview) => preview.space === space);
    return there.find((preview) => !preview.stay) ?? there[0] ?? null;
  }

  /** The own points of a preview. @param {ShownPreview} preview */
  points(preview) {
    return pointsOf(preview.gains, this.state?.seat ?? -1);
  }

  /** Can the selection be confirmed? */
  get isReady() {
    if (this.isPast) return false;
    if (this.declining) return true;
    if (this.mode === "keep") return this.card !== null && this.card !== this.state?.position.kept;
    return this.preview !== null;
  }

  /** Is nothing selected and nothing on its way? Then the page may be loaded again. */
  get isIdle() {
    const isSelecting = this.mode !== "play" && this.mode !== "keep" && this.card !== null;
    return !this.busy && !this.isReady && !isSelecting && this.plan === null;
  }

  /** The selection as actions: a card that is not in play yet is kept or taken first. */
  get actions() {
    if (this.declining) return [facts.actions.decline];
    const obtain = this.shownCard?.obtain ?? null;
    const first = obtain === null ? [] : [obtain];
    if (this.mode === "keep") return first;
    return this.preview ? [...first, this.preview.action] : [];
  }

  // --- What is shown

  /** What the board lights up for the selected card, each space once. @returns {LitSpace[]} */
  get litSpaces() {
    if (this.declining) return [];
    const hinted = this.opinions[0]?.action;
    const shown = this.previews.filter((preview) => (preview.space === null ? preview.ship !== null : preview === this.previewOn(preview.space)));
    return shown.map((preview) => ({
      preview, points: this.points(preview), selected: this.preview !== null && preview.space === this.preview.space, hinted: preview.action === hinted,
    }));
  }

  /** The own cards; the one that is kept or in play comes first. @returns {RowCard[]} */
  get handCards() {
    const { hand, kept, all_keep } = /** @type {State} */ (this.state).position;
    const isFromHand = this.mode === "keep" || this.mode === "keep-and-play";
    const cards = hand.map((card) => (isFromHand ? this.rowCard(card) : { card }));
    if (kept === null) return cards;
    if (all_keep) {
      const index = hand.indexOf(kept);
      return cards.map((card, number) => (number === index ? { ...card, tag: "kept" } : card));
    }
    if (this.mode === "play") return [{ ...this.rowCard(kept), tag: "in_play" }, ...cards];
    return [{ card: kept, tag: "kept" }, ...cards];
  }

  /** The display. @returns {RowCard[]} */
  get displayCards() {
    const { display } = /** @type {State} */ (this.state).position;
    return display.map((card) => (this.mode === "take" ? this.rowCard(card) : { card }));
  }

  /** A card with what it would bring, if it can be selected now. @param {number} card @returns {RowCard} */
  rowCard(card) {
    const shown = this.cards.find((found) => found.card === card) ?? null;
    const best = this.best(shown);
    const hinted = this.opinions[0]?.action === card && this.mode !== "play";
    return { card, enabled: shown !== null && !this.busy, selected: this.card === card, points: best ? this.points(best) : null, extra: best?.extra_card, hinted };
  }

  // --- Selecting

  /** @param {number | null} card @param {number | null} action */
  select(card, action) {
    this.looked = null;
    this.card = this.cards.some((shown) => shown.card === card) ? card : null;
    this.preview = this.previews.find((preview) => preview.action === action) ?? null;
  }

  /** Selecting the selected card again puts it back. @param {number} card */
  selectCard(card) {
    this.declining = false;
    const again = card === this.card && this.mode !== "play";
    this.select(again ? null : card, null);
    if (this.mode !== "keep" && this.previews.length === 1) this.preview = this.previews[0];
    if (this.mode === "keep" && this.isReady && !this.screen.asksFirst()) return this.confirm();
    this.screen.onChange();
  }

  /** @param {number | null} space null: the sea */
  selectSpace(space) {
    this.selectPreview(this.previewOn(space));
  }

  /** @param {number | null | undefined} space null: the sea, undefined: nothing */
  look(space) {
    this.looked = this.previewOn(space);
  }

  /** @param {ShownPreview | null} preview */
  selectPreview(preview) {
    this.declining = false;
    this.preview = preview;
    if (this.mode === "keep") this.plan = preview && this.card !== null ? { card: this.card, action: preview.action } : null;
    else if (preview && !this.screen.asksFirst() && !this.otherWay) return this.confirm();
    this.screen.onChange();
  }

  selectDecline() {
    this.select(null, null);
    this.declining = true;
    if (!this.screen.asksFirst()) return this.confirm();
    this.screen.onChange();
  }

  /** Select what a hint advises. @param {number} action */
  selectAction(action) {
    if (action === facts.actions.decline) return this.selectDecline();
    if (!isCard(action)) return this.selectPreview(this.previews.find((preview) => preview.action === action) ?? null);
    this.select(null, null);
    this.selectCard(action);
  }

  /** One step back: the space, then the card. @returns {boolean} was anything selected? */
  cancel() {
    const had = this.declining || this.preview !== null || (this.card !== null && this.mode !== "play");
    if (this.declining) this.declining = false;
    else if (this.preview && this.mode !== "keep") this.preview = null;
    else this.select(this.mode === "play" ? this.card : null, null);
    this.plan = null;
    this.screen.onChange();
    return had;
  }

  // --- Asking the server

  async confirm() {
    const { state, actions } = this;
    if (!state || !this.isReady || this.busy) return;
    this.opinions = [];
    await this.wait(() => state.requests.decide(...actions));
  }

  /** @param {boolean} wholeTurn */
  async undo(wholeTurn) {
    const { state } = this;
    if (!state?.position.can_undo || this.busy) return;
    this.plan = null;
    await state.requests.undo(wholeTurn).catch(this.screen.onError);
  }

  /** Take over again from the bot that plays here. */
  async comeBack() {
    await this.wait(() => /** @type {State} */ (this.state).requests.back());
  }

  async hint() {
    const { state } = this;
    if (!state || !this.isAsked || this.busy) return;
    await this.wait(async () => {
      this.opinions = await state.requests.hint();
    });
  }

  /** One request at a time. @param {() => Promise<void>} request */
  async wait(request) {
    this.busy = true;
    this.screen.onChange();
    try {
      await request();
    } catch (error) {
      this.screen.onError(/** @type {Error} */ (error));
    } finally {
      this.busy = false;
      this.screen.onChange();
    }
  }
}
