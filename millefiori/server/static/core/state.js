// @ts-check
/** What the page knows of one game: the state object that all panels share, and how messages change it. It knows no rules. */

import { noteTime, setTime } from "./clocks.js";

/** @import { Telling } from "./connection.js" */
/** @import { Event, Player, Position, ShownGain, ShownOpinion, Tempo, Welcome } from "./messages.js" */
/**
 * What panels may request; every promise fails with an ApiError if the server refuses.
 * @typedef {{decide: (...actions: number[]) => Promise<void>, undo: (wholeTurn?: boolean) => Promise<void>,
 *   hint: () => Promise<ShownOpinion[]>, agree: (about: number) => Promise<void>, disagree: (about: number) => Promise<void>,
 *   back: () => Promise<void>, resign: () => Promise<void>, tell: (telling: Telling) => boolean}} Requests
 */
/**
 * `n` is the last event that is shown, `lastSeen` the last event of this seat's last finished turn: later ones are news.
 * `said` has a mark for each seat that has just said something. Whoever watches, perhaps with the eyes of a seat, cannot play;
 * `delay` is how many seconds late they see the game.
 * @typedef {{key: string, game: string, seat: number, edition: string, tactical: boolean, players: Player[], presence: boolean[],
 *   failing: number[], spectators: number, watching: string[], talk: "all" | "phrases" | "none", isHost: boolean, isWatching: boolean, delay: number, said?: Record<number, string>, hints: boolean, tempo: Tempo, standIn: string, replays: number, commitment: string, n: number, log: Event[], position: Position, connected: boolean, lastSeen: number, requests: Requests}} State
 */

/**
 * The state after a welcome.
 * @param {string} key
 * @param {Welcome} welcome
 * @param {Requests} requests
 * @returns {State}
 */
export function welcomed(key, welcome, requests) {
  const { game, seat, edition, tactical, players, n, log, position, presence, replays, hints, tempo, commitment } = welcome;
  setTime(welcome.now);
  const lastSeen = endOfLastTurn(welcome);
  return { key, game, seat, edition, tactical, players, presence, failing: [], spectators: 0, watching: [], talk: "all", isHost: welcome.is_host, isWatching: welcome.is_watching || seat < 0, delay: welcome.delay ?? 0, hints, tempo, standIn: welcome.stand_in, replays, commitment, n, log, position, connected: true, lastSeen, requests };
}

/**
 * An event has been shown: it now belongs to what the page knows.
 * @param {State} state
 * @param {Event} event
 */
export function advance(state, event) {
  const { position, ...logged } = event;
  state.log = [...state.log, logged];
  state.n = event.n;
  noteTime(event.at);
  if (position) state.position = position;
  state.lastSeen = endOfLastTurn(state);
}

/** @param {Pick<State, "log" | "seat" | "position">} state */
function endOfLastTurn({ log, seat, position }) {
  const inTurn = position.to_act === seat && (position.phase === "play" || position.phase === "take");
  const isNow = (/** @type {Event} */ event) => inTurn && event.round === position.round && event.turn === position.turn;
  return log.findLast((event) => event.seat === seat && event.kind !== "keep" && !isNow(event))?.n ?? -1;
}

/** Does the game wait for a decision of this seat? @param {State} state @param {number} seat */
export function isAwaited({ position }, seat) {
  return position.awaited.includes(seat);
}

/** The events that still count: without those that were taken back. @param {Event[]} log */
export function standing(log) {
  const takenBack = new Set(log.flatMap((event) => event.taken_back ?? []));
  return log.filter((event) => !takenBack.has(event.n));
}

/** The points of one seat. @param {ShownGain[]} gains @param {number} seat */
export function pointsOf(gains, seat) {
  return gains.reduce((sum, gain) => (gain.seat === seat ? sum + gain.points : sum), 0);
}

/** Seats in the order of play of this round. @param {State} state */
export function orderOfPlay({ position, players }) {
  return players.map((_, number) => (position.start_player + number) % players.length);
}
