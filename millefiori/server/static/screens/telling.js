// @ts-check
/** What happened last, in words beside the decision. */

import { t } from "../core/i18n.js";
import { sentence, turnSentence, turnUpTo } from "../core/sentences.js";
import { standing } from "../core/state.js";

/** @import { Event } from "../core/messages.js" */
/** @import { State } from "../core/state.js" */

/**
 * A turn as a sentence that grows with its extra cards. That somebody has kept a card is no news worth hiding the last turn for: the
 * players' panel shows it.
 * @param {HTMLElement} ticker @param {Event} event @param {State} state
 */
export function tell(ticker, event, state) {
  const isDone = event.seat === state.seat && ticker.textContent === t("game.prompt.first");
  if (event.kind === "keep" && ticker.textContent && !isDone) return;
  ticker.textContent = turnSentence(turnUpTo(state.log.filter((other) => other.n < event.n), event), state) || sentence(event, state);
}

/** The last turn; before the first one, how to begin. @param {HTMLElement} ticker @param {State} state @param {boolean} isAsked to keep a card */
export function tellLatest(ticker, state, isAsked) {
  const latest = standing(state.log).findLast(({ kind }) => kind === "place" || kind === "sail");
  if (latest) tell(ticker, latest, state);
  else ticker.textContent = isAsked ? t("game.prompt.first") : "";
}
