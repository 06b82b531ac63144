// @ts-check
/** The results of your own games, kept on this device and nowhere else. */

import { facts } from "./facts.js";
import { keysOfGame } from "./games.js";
import { settings } from "./settings.js";

/** @import { State } from "./state.js" */
/**
 * One finished game, as you played it; `points` by reason, `place` from 1.
 * @typedef {{game: string, at: number, edition: string, tactical: boolean, players: number, score: number, best: number,
 *   place: number, won: boolean, points: Record<string, number>}} Result
 */

const STORE = "millefiori.statistics";
const MOST = 1000; // the oldest go first

/** All results, the last one first. @returns {Result[]} */
export function results() {
  try {
    const found = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return Array.isArray(found) ? found.filter((result) => result?.game && result.points) : [];
  } catch {
    return [];
  }
}

/** @param {Result[]} found */
function write(found) {
  try {
    localStorage.setItem(STORE, JSON.stringify(found.slice(0, MOST)));
  } catch {
    // A private window counts nothing.
  }
}

/** Your seat: the only one at this screen, else the one with your name, else the first. @param {State} state */
function ownSeat({ game, players, seat }) {
  const seats = keysOfGame(game).map((entry) => entry.seat);
  if (seats.length < 2) return seat;
  return seats.find((found) => players[found].name === settings.values.name) ?? seats[0];
}

/** A game has ended: count it, once. @param {State} state */
export function countResult(state) {
  const { position, game, edition, tactical } = state;
  if (position.phase !== "over" || position.abandoned || state.isWatching) return;
  const found = results();
  if (found.some((result) => result.game === game)) return;
  const seat = ownSeat(state);
  const scores = position.players.map((player) => player.score);
  const { score, points } = position.players[seat];
  write([{
    game, at: Date.now(), edition, tactical, players: scores.length, score, best: Math.max(...scores),
    place: 1 + scores.filter((other) => other > score).length, won: position.winners.includes(seat),
    points: Object.fromEntries(facts.reasons.map((reason, number) => [reason, points[number]])),
  }, ...found]);
}

export function forgetResults() {
  write([]);
}
