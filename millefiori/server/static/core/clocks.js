// @ts-check
/** The clocks of a game. The server says when each one runs out; the page counts down by itself, on the server's time. */

import { language, t } from "./i18n.js";

/** @import { Tempo } from "./messages.js" */
/** @import { State } from "./state.js" */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Own time left at which the page says so, calmly: in a fast game, and in one over days. */
const LOW = { real: [30 * SECOND, 10 * SECOND], days: [3 * HOUR, HOUR], none: [] };

let ahead = 0; // how far the server's clock is ahead of this one

/** A welcome says what time it is. @param {number} now */
export function setTime(now) {
  ahead = now - Date.now();
}

/** An event has come: it cannot have happened in the future. @param {number | undefined} at */
export function noteTime(at) {
  if (at) ahead = Math.max(ahead, at - Date.now());
}

/** The server's time. */
function serverTime() {
  return Date.now() + ahead;
}

/** Milliseconds that a seat has left: for its turn, or if it has none, for the next one; null without a clock. @param {State} state @param {number} seat */
export function timeLeft({ position, tempo, players }, seat) {
  const clock = position.clocks?.[seat];
  if (!clock || players[seat].kind === "bot" || position.stand_ins?.[seat]) return null;
  if (clock.until !== null) return Math.max(0, clock.until - serverTime());
  return tempo.kind === "real" ? clock.bank + (tempo.per_turn ?? 0) * SECOND : null;
}

/** Does the clock of a seat run? @param {State} state @param {number} seat */
export function isRunning({ position }, seat) {
  return position.phase !== "over" && (position.clocks?.[seat]?.until ?? null) !== null;
}

/** How urgent it is for a seat: 0 not at all, 1 soon, 2 very. @param {State} state @param {number} seat */
export function urgency(state, seat) {
  const left = timeLeft(state, seat);
  if (left === null || !isRunning(state, seat)) return 0;
  return LOW[state.tempo.kind ?? "none"].filter((limit) => left <= limit).length;
}

/** A time in few signs: "9:05", "75′", "23h", "6d". @param {number} left milliseconds @param {Tempo} tempo */
export function shortTime(left, tempo) {
  if (tempo.kind === "real") {
    const seconds = Math.ceil(left / SECOND);
    if (seconds >= 3600) return `${Math.floor(seconds / 60)}′`;
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
  return inUnits(left, "narrow");
}

/** The same for the ear: "9 minutes", "23 hours". @param {number} left milliseconds @param {Tempo} tempo */
export function longTime(left, tempo) {
  if (tempo.kind === "real" && left < 2 * MINUTE) return unit(Math.ceil(left / SECOND), "second", "long");
  return inUnits(left, "long");
}

/** @param {number} left @param {"narrow" | "long"} length */
function inUnits(left, length) {
  if (left >= 2 * DAY) return unit(Math.floor(left / DAY), "day", length);
  if (left >= 2 * HOUR) return unit(Math.floor(left / HOUR), "hour", length);
  return unit(Math.ceil(left / MINUTE), "minute", length);
}

/** @param {number} value @param {string} name @param {"narrow" | "long"} length */
function unit(value, name, length) {
  return new Intl.NumberFormat(language(), { style: "unit", unit: name, unitDisplay: length }).format(value);
}

/** A tempo in words: "10 minutes for the game and 20 seconds for each turn". @param {Tempo} tempo */
export function tempoWords(tempo) {
  if (tempo.kind === "real") {
    const bank = tempo.bank ?? 0;
    const whole = bank % 60 ? unit(bank, "second", "long") : unit(bank / 60, "minute", "long");
    return t("tempo.real.words", { bank: whole, turn: unit(tempo.per_turn ?? 0, "second", "long") });
  }
  if (tempo.kind !== "days") return t("tempo.none");
  const from = tempo.sleep_from ?? 0;
  const to = tempo.sleep_to ?? 0;
  const words = t("tempo.days.words", { days: unit(tempo.days ?? 0, "day", "long") });
  return from === to ? words : `${words} ${t("tempo.sleep.words", { from, to, zone: tempo.zone ?? "UTC" })}`;
}
