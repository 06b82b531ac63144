// @ts-check
/** The score track: a hundred points a lap, every player's marker on it, with the laps that are done. */

import { el, seatIcon } from "./dom.js";
import { t } from "./i18n.js";
import { playerTitle } from "./sentences.js";

/** @typedef {import("./state.js").State} State */

const LAP = 100;
const TENS = Array.from({ length: LAP / 10 + 1 }, (_, n) => 10 * n);

export class TrackElement extends HTMLElement {
  /** @param {State} state */
  update(state) {
    const scores = state.position.players.map((player) => player.score);
    const words = t("game.track", { scores: scores.map((score, seat) => `${playerTitle(seat, state)} ${score}`).join(", ") });
    if (this.getAttribute("aria-label") === words) return;
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", words);
    const marks = TENS.map((points) => el("span", { class: "ten", style: `left:${points}%` }, points));
    this.replaceChildren(...marks, ...scores.map((score, seat) => this.marker(score, seat, scores)));
  }

  /** Markers that would cover each other stand above each other. @param {number} score @param {number} seat @param {number[]} scores */
  marker(score, seat, scores) {
    const place = score % LAP;
    const below = scores.slice(0, seat).filter((other) => Math.abs((other % LAP) - place) < 7).length;
    const laps = Math.floor(score / LAP);
    return el("span", { class: "marker", style: `left:${place}%;bottom:${0.6 * below}rem` }, seatIcon(seat), laps ? el("small", {}, `×${laps}`) : null);
  }
}

customElements.define("mf-track", TrackElement);
