// @ts-check
/** `<mf-track>`: the score track, a hundred points per lap, with every player's marker and its finished laps. */

import { el, seatIcon } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { playerTitle } from "../core/names.js";

/** @import { State } from "../core/state.js" */

const LAP = 100;
const NEAR = 7; // points: markers as near as this stand above each other
const STEP = 0.85; // rem
const TENS = Array.from({ length: LAP / 10 + 1 }, (_, n) => 10 * n);

/** Put a mark where it belongs. The page's policy allows no `style` attribute. @param {number} points @param {HTMLElement} mark */
function at(points, mark) {
  mark.style.left = `${points}%`;
  return mark;
}

class TrackElement extends HTMLElement {
  /** @param {State} state */
  update(state) {
    const scores = state.position.players.map((player) => player.score);
    const words = t("game.track", { scores: scores.map((score, seat) => `${playerTitle(seat, state)} ${score}`).join(", ") });
    if (this.getAttribute("aria-label") === words) return;
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", words);
    const marks = TENS.map((points) => at(points, el("span", { class: "ten" }, points)));
    const below = scores.map((score, seat) => scores.slice(0, seat).filter((other) => Math.abs((other % LAP) - (score % LAP)) < NEAR).length);
    this.style.height = `${1.2 + STEP * Math.max(0, ...below)}rem`;
    this.replaceChildren(...marks, ...scores.map((score, seat) => this.marker(score, seat, below[seat])));
  }

  /** Markers that would cover each other stand above each other. @param {number} score @param {number} seat @param {number} below how many */
  marker(score, seat, below) {
    const laps = Math.floor(score / LAP);
    const marker = at(score % LAP, el("span", { class: "marker" }, seatIcon(seat), laps ? el("small", {}, `×${laps}`) : null));
    marker.style.bottom = `${STEP * below}rem`;
    return marker;
  }
}

customElements.define("mf-track", TrackElement);
