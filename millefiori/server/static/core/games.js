// @ts-check
/** The games of this browser, with the keys of their seats. They stay in localStorage, so closing the page loses nothing. */

import { playPath } from "./router.js";

/** @import { Invited, Opened } from "./messages.js" */
/** @import { State } from "./state.js" */
/** @typedef {{name: string, kind: string, level?: string}} Player */
/**
 * One seat of one game; `seat` is -1 for a spectator. `invitations` (by seat) and `watch` stay with the host's seat, so that
 * the links can be shared again. A `duplicate` is known by its link.
 * @typedef {{key: string, game: string, seat: number, edition?: string, tactical?: boolean, players?: Player[],
 *   watch?: string, invitations?: Record<string, string>, invitation?: string, hall?: boolean, duplicate?: string, over?: boolean, scores?: number[], at?: number}} Entry
 */
/**
 * A game with all seats that this browser holds.
 * @typedef {Entry & {seats: Entry[]}} Game
 */

const STORE = "millefiori.games";
const MOST_GAMES = 60; // older finished games are forgotten first, so the store cannot grow without end

/** @type {Entry[] | null} used if the browser stores nothing (private windows) */
let inMemory = null;

/** @returns {Entry[]} */
function read() {
  if (inMemory) return inMemory;
  try {
    const entries = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return Array.isArray(entries) ? entries.filter((entry) => entry?.key && entry?.game) : [];
  } catch {
    return [];
  }
}

/** @param {Entry[]} entries */
function write(entries) {
  try {
    localStorage.setItem(STORE, JSON.stringify(entries));
    inMemory = null;
  } catch {
    inMemory = entries;
  }
}

/**
 * Remember a seat, or more about a seat that is known already.
 * @param {Entry} entry
 */
export function rememberGame(entry) {
  const entries = read();
  const old = entries.find((other) => other.key === entry.key);
  const merged = { ...old, ...entry, at: Date.now() };
  const others = entries.filter((other) => other.key !== entry.key);
  write(trimmed([merged, ...others]));
}

/** Remember how a game stands. @param {State} state */
export function rememberState({ key, game, seat, edition, tactical, players, position }) {
  const scores = position.players.map((player) => player.score);
  rememberGame({ key, game, seat, edition, tactical, players, over: position.phase === "over", scores });
}

/**
 * Remember the seats of a new game that are played at this screen; if there are none, the link to watch it.
 * @param {Opened} opened
 * @param {{edition: string, tactical: boolean, players: Player[]}} about
 * @returns {string} the path to the game
 */
export function rememberOpened(opened, about) {
  const { game, keys, invitations, watch } = opened;
  const seats = Object.entries(keys);
  for (const [seat, key] of seats) rememberGame({ ...about, game, key, seat: Number(seat), invitations, watch });
  if (seats.length === 0) rememberGame({ ...about, game, key: watch, seat: -1, invitations, watch });
  return playPath(seats[0]?.[1] ?? watch);
}

/**
 * Drop the oldest entries beyond the limit; finished games go before running ones.
 * @param {Entry[]} entries
 */
function trimmed(entries) {
  const kept = [...entries];
  while (kept.length > MOST_GAMES) {
    const finished = kept.findLastIndex((entry) => entry.over);
    kept.splice(finished > 0 ? finished : kept.length - 1, 1);
  }
  return kept;
}

/** @param {string} game forget all seats of a game */
export function forgetGame(game) {
  write(read().filter((entry) => entry.game !== game && entry.key !== game));
}

/**
 * The seats of a game that are played at this screen, in order.
 * @param {string} game
 * @returns {Entry[]}
 */
export function keysOfGame(game) {
  return read()
    .filter((entry) => entry.game === game && entry.seat >= 0)
    .sort((a, b) => a.seat - b.seat);
}

/**
 * The key that proves who sat where when a deal was played first; null for a new deal, or if it was not played here.
 * @param {Invited} invited
 * @returns {string | null}
 */
export function proofFor({ first, seat, replays, players }) {
  const before = (seat - replays + players.length * replays) % players.length;
  return read().find((entry) => entry.game === first && entry.seat === before)?.key ?? null;
}

/**
 * The seat that was taken with an invitation, if it was taken here.
 * @param {string} invitation
 * @returns {Entry | undefined}
 */
export function gameOfInvitation(invitation) {
  return read().find((entry) => entry.invitation === invitation);
}

/** All games, the last played first, each with the seats held here. @returns {Game[]} */
export function myGames() {
  /** @type {Map<string, Game>} */
  const games = new Map();
  for (const entry of read()) {
    const game = games.get(entry.game) ?? { ...entry, seats: [] };
    game.seats.push(entry);
    game.watch ??= entry.watch;
    game.invitations ??= entry.invitations;
    game.over ||= entry.over;
    game.scores ??= entry.scores;
    game.at = Math.max(game.at ?? 0, entry.at ?? 0);
    games.set(entry.game, game);
  }
  for (const game of games.values()) game.seats.sort((a, b) => a.seat - b.seat);
  return [...games.values()].sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
}

/**
 * The key to open a game with: a seat before watching.
 * @param {Game} game
 */
export function bestKey(game) {
  return (game.seats.find((entry) => entry.seat >= 0) ?? game.seats[0]).key;
}

/** A game by its name. @param {string} game */
export function myGame(game) {
  return myGames().find((found) => found.game === game) ?? null;
}
