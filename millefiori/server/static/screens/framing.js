// @ts-check
/** Where the board is small it comes closer to what can be selected: the lit spaces, or the way of the ship; and back afterwards. */

import { WHOLE } from "../board/zoom.js";
import { facts } from "../core/facts.js";
import { isSmall } from "./game-parts.js";

/** @import { BoardElement } from "../board/board.js" */
/** @import { Event } from "../core/messages.js" */
/** @import { Turn } from "../core/turn.js" */

export class Framing {
  /** @param {BoardElement} board @param {Turn} turn */
  constructor(board, turn) {
    this.board = board;
    this.turn = turn;
    this.isAtSea = false; // is sailing selected?
    /** @type {boolean | null} null: not known for this window */
    this.small = null;
  }

  /** Is the board small? The style sheets know, and asking them lays out the page: once for each size of the window. */
  get isSmall() {
    return (this.small ??= isSmall());
  }

  /** @param {boolean} isShowing is something moving on the board? */
  frame(isShowing) {
    if (!this.isSmall) return;
    const lit = this.turn.mode === "keep" || isShowing ? [] : this.turn.litSpaces;
    this.board.zoom.around(this.shipsWay() ?? lit.flatMap(({ preview: { space } }) => (space === null ? [] : [facts.spaces[space].xy])));
  }

  /** After another selection: if sailing is selected now, or no longer, the frame moves. @param {boolean} isShowing */
  follow(isShowing) {
    const wasAtSea = this.isAtSea;
    this.isAtSea = this.turn.preview?.space === null;
    if (this.isAtSea !== wasAtSea) this.frame(isShowing);
  }

  /** Before an event is shown: a placed diamond may move a ship, which is elsewhere. @param {Event} event */
  before(event) {
    if (event.kind === "place" && event.gains?.some(({ reason }) => reason === "sea")) this.whole();
  }

  /** @param {boolean} [still] */
  whole(still = false) {
    this.board.zoom.to(WHOLE, still);
  }

  /** The window has another size. @param {boolean} isShowing */
  resized(isShowing) {
    this.small = null;
    if (this.isSmall) this.frame(isShowing);
    else this.whole(true);
  }

  /** Where the own ship lies and would sail to, if that is selected. */
  shipsWay() {
    const { state, preview } = this.turn;
    if (!state || preview?.space !== null || typeof preview.ship !== "number") return null;
    return [state.position.players[state.seat].ship, preview.ship].map((space) => facts.sea.xy[space]);
  }
}
