// @ts-check
/** Where the keyboard goes when what had the focus is gone: to what is asked next, else to the panel that will ask. */

/** @import { Turn } from "../core/turn.js" */
/** @import { Parts } from "./game-parts.js" */
/** @typedef {HTMLElement & {parts: Parts, turn: Turn, isShowing: boolean}} Game */

/** Draw something anew without losing the focus. @param {Game} game @param {() => void} draw */
export function keepFocus(game, draw) {
  const before = document.activeElement;
  const isMine = before !== null && before !== document.body && game.contains(before);
  const byKeyboard = isMine && before.matches(":focus-visible");
  const { mode } = game.dataset;
  draw();
  if (isMine && isLost(game, game.dataset.mode !== mode)) (next(game, byKeyboard) ?? game.parts.turn).focus({ preventScroll: true });
}

/** Is the focus nowhere, on the waiting panel, or still on a card though something else is asked now? @param {Game} game @param {boolean} isNew */
function isLost({ parts, turn }, isNew) {
  const active = document.activeElement;
  if (active === null || active === document.body || active === parts.turn) return true;
  return isNew && turn.isAsked && !turn.busy && [parts.hand, parts.display].some((row) => row.contains(active));
}

/** A pointer needs no focus; the keyboard continues with a card or a lit space. @param {Game} game @param {boolean} byKeyboard */
function next({ parts, turn, isShowing }, byKeyboard) {
  if (turn.mode === "over") return /** @type {HTMLElement | null} */ (parts.end.querySelector("h2"));
  if (!byKeyboard || isShowing || turn.busy || !turn.state?.position.decides) return null;
  const place = turn.mode === "play" ? parts.board : turn.mode === "take" ? parts.display : parts.hand;
  const found = turn.isReady ? parts.turn.querySelector("[data-name=confirm]") : place.querySelector(".lit[tabindex='0'], button.card:not(.idle)");
  return /** @type {HTMLElement | SVGElement | null} */ (found);
}
