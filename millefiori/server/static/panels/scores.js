// @ts-check
/** Names and scores, always in sight: points fly here. */

import { el, icon, renew, seatIcon } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { playerTitle } from "../core/names.js";
import { isAwaited } from "../core/state.js";
import { clockPart } from "./clock.js";

/** @import { State } from "../core/state.js" */

const LONG = 12; // letters: longer names are set smaller, on two lines
const BROAD = 7; // letters: a longer word does not fit into the narrowest place for names

/** How much room a name needs: the style sheets leave it out where it does not fit. @param {string} name */
function nameClasses(name) {
  const isBroad = name.split(/[\s-]/).some((word) => word.length > BROAD);
  return ["name", name.length > LONG ? "long" : "", isBroad ? "broad" : ""].filter(Boolean).join(" ");
}

/** @param {HTMLElement} list @param {State} state */
export function showScores(list, state) {
  const { position, players, seat: own } = state;
  const chips = players.map((_, seat) => {
    const isOn = position.phase === "over" ? position.winners.includes(seat) : isAwaited(state, seat);
    const isReplaced = Boolean(position.stand_ins?.[seat]);
    const isAway = !isPresent(state, seat);
    const isFirst = seat === position.start_player && position.phase !== "over";
    const name = playerTitle(seat, state);
    const words = [isAway && t("game.away"), isReplaced && t("company.bot"), isFirst && t("status.starts"), isOn && position.phase !== "over" && t("game.decides")].filter(Boolean).join(", ");
    const classes = ["chip", `seat-${seat}`, isOn ? "on" : "", isAway ? "away" : "", isReplaced ? "replaced" : "", seat === own ? "own" : ""];
    return el("li", { class: classes.filter(Boolean).join(" "), title: [name, words].filter(Boolean).join(": ") },
      seatIcon(seat), saidPart(state, seat), el("span", { class: nameClasses(name) }, name), words ? el("span", { class: "unseen" }, words) : null,
      isFirst && el("span", { class: "cap" }, icon("cap")),
      el("span", { class: "tally" }, el("strong", { class: "score", "data-seat": seat }, position.players[seat].score), clockPart(state, seat)));
  });
  renew(list, chips); // animations may have counted up a score
  list.setAttribute("aria-label", t("game.scores"));
}

/** Who has just said something, and with which emote. @param {State} state @param {number} seat */
function saidPart({ said }, seat) {
  const mark = said?.[seat];
  return mark ? el("span", { class: "just-said", "aria-hidden": "true" }, mark === "said" ? "…" : icon(mark)) : null;
}

/** Bots always are; people at one screen share its connection: if one of them is connected, all are. @param {State} state @param {number} seat */
export function isPresent({ players, presence }, seat) {
  if (presence[seat]) return true;
  return players[seat].kind === "here" && players.some((player, other) => player.kind === "here" && presence[other]);
}
