// @ts-check
/** The clocks beside the scores. They count down between the server's messages, and say calmly when little time is left. */

import { isRunning, longTime, shortTime, timeLeft, urgency } from "../core/clocks.js";
import { el } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { seatName } from "../core/names.js";

/** @import { State } from "../core/state.js" */

const STEP = 250; // milliseconds between two looks: a second never seems to last two

/** A clock for a seat; `Ticking` keeps it right. @param {State} state @param {number} seat */
export function clockPart(state, seat) {
  if (timeLeft(state, seat) === null || state.position.phase === "over") return null;
  const part = el("time", { class: "clock", "data-clock": seat });
  showTime(part, state);
  return part;
}

/** The time of a seat in words, for the text view: "Ben: 9 minutes left"; "" without a clock. @param {State} state @param {number} seat */
export function clockWords(state, seat) {
  const left = timeLeft(state, seat);
  return left === null || state.position.phase === "over" ? "" : t("clock.left", { time: longTime(left, state.tempo) });
}

/** @param {HTMLElement} part @param {State} state */
function showTime(part, state) {
  const seat = Number(part.dataset.clock);
  const left = timeLeft(state, seat);
  if (left === null) return;
  const words = shortTime(left, state.tempo);
  if (part.textContent !== words) part.textContent = words;
  const classes = ["clock", isRunning(state, seat) ? "runs" : "", ["", "low", "low lowest"][urgency(state, seat)]].filter(Boolean).join(" ");
  if (part.className !== classes) part.className = classes;
  part.title = clockWords(state, seat);
}

export class Ticking {
  /** @param {() => State | null} stateOf the state of the game that is shown now */
  constructor(stateOf) {
    this.stateOf = stateOf;
    this.warned = 0;
    this.turn = "";
    this.voice = el("p", { class: "unseen", role: "status" }); // only what is new is read aloud: two sentences in a turn at most
    this.timer = window.setInterval(() => this.tick(), STEP);
  }

  tick() {
    const state = this.stateOf();
    if (!state || state.tempo.kind === "none" || state.position.phase === "over") return;
    for (const part of document.querySelectorAll("[data-clock]")) showTime(/** @type {HTMLElement} */ (part), state);
    this.warn(state);
  }

  /** @param {State} state */
  warn(state) {
    const { seat, position, tempo } = state;
    const turn = [state.key, position.round, position.turn, position.phase === "keep"].join();
    if (turn !== this.turn) this.warned = 0;
    this.turn = turn;
    const level = seat < 0 ? 0 : urgency(state, seat);
    if (level <= this.warned) return;
    this.warned = level;
    this.voice.textContent = t("clock.warning", { time: longTime(timeLeft(state, seat) ?? 0, tempo), name: seatName(seat, state) });
  }

  end() {
    window.clearInterval(this.timer);
  }
}
