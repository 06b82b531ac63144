// @ts-check
// The games of this browser: which seats it holds the keys of. They stay in localStorage, so closing the page loses nothing.

import { el, seatIcon } from "./dom.js";
import { onLanguage, t } from "./i18n.js";
import { playerTitle } from "./sentences.js";

/** @typedef {{name: string, kind: string, level?: string}} Player */
/**
 * One seat of one game; `seat` is -1 for somebody who watches. `invitations` (by seat) and `watch` are kept with the
 * seat of the host, so that the links can be shared again.
 * @typedef {{key: string, game: string, seat: number, edition?: string, tactical?: boolean, players?: Player[],
 *   watch?: string, invitations?: Record<string, string>, invitation?: string, over?: boolean, scores?: number[], at?: number}} Entry
 */
/**
 * A game with all seats that this browser holds.
 * @typedef {Entry & {seats: Entry[]}} Game
 */

const STORE = "millefiori.games";
const MOST_GAMES = 60; // older finished games are forgotten first, so the store cannot grow without end

/** @type {Entry[] | null} used when the browser does not let us store anything (private windows) */
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
 * Remember a seat, or more about one that is known already. May be called as often as you like.
 * @param {Entry} entry
 */
export function rememberGame(entry) {
  const entries = read();
  const old = entries.find((other) => other.key === entry.key);
  const merged = { ...old, ...entry, at: Date.now() };
  const others = entries.filter((other) => other.key !== entry.key);
  write(trimmed([merged, ...others]));
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
 * What is known about a key.
 * @param {string} key
 * @returns {Entry | undefined}
 */
export function gameOfKey(key) {
  return read().find((entry) => entry.key === key);
}

/**
 * The seat that was taken with an invitation, if it was taken here.
 * @param {string} invitation
 * @returns {Entry | undefined}
 */
export function gameOfInvitation(invitation) {
  return read().find((entry) => entry.invitation === invitation);
}

/**
 * All games, the last played first; each with the seats held here.
 * @returns {Game[]}
 */
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

/**
 * A point in time as people say it: "today, 14:05" or a date.
 * @param {number | undefined} at
 */
function when(at) {
  if (!at) return "";
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  /** @type {Intl.DateTimeFormatOptions} */
  const options = isToday ? { timeStyle: "short" } : { dateStyle: "medium" };
  const words = new Intl.DateTimeFormat(document.documentElement.lang || undefined, options).format(date);
  return isToday ? t("lobby.games.today", { time: words }) : words;
}

/** @param {Game} game "You · Ben · Casual bot 143 : 120" */
function playersLine(game) {
  const seats = new Set(game.seats.map((entry) => entry.seat));
  return playerNames(game.players ?? []).map((name, seat) =>
    el("li", { class: "seat-tag" },
      seatIcon(seat),
      el("span", {}, name),
      seats.has(seat) ? el("span", { class: "quiet" }, t("lobby.games.you")) : null,
      game.scores ? el("b", {}, String(game.scores[seat] ?? "")) : null,
    ));
}

/** The list of games to go on with. Fires `links` with a game whose links shall be shown. */
export class GamesElement extends HTMLElement {
  connectedCallback() {
    this.stop = onLanguage(() => this.render());
    this.render();
  }

  disconnectedCallback() {
    this.stop?.();
  }

  render() {
    const games = myGames();
    const running = games.filter((game) => !game.over);
    const finished = games.filter((game) => game.over);
    this.hidden = games.length === 0;
    this.replaceChildren(
      ...this.section("lobby.games.running", running, true),
      ...this.section("lobby.games.finished", finished, false),
    );
  }

  /**
   * @param {string} heading
   * @param {Game[]} games
   * @param {boolean} open
   */
  section(heading, games, open) {
    if (games.length === 0) return [];
    const list = el("ul", { class: "game-list" }, ...games.map((game) => this.item(game)));
    return [el("details", { class: "panel", open }, el("summary", {}, el("h2", {}, t(heading)), ` ${games.length}`), list)];
  }

  /** @param {Game} game */
  item(game) {
    const key = bestKey(game);
    const edition = t(`edition.${game.edition ?? "international"}`);
    const canShare = Boolean(game.watch) && !game.over;
    return el("li", { class: "game-item" },
      el("div", { class: "game-item-words" },
        el("ul", { class: "seat-tags" }, ...playersLine(game)),
        el("p", { class: "quiet" }, [edition, when(game.at)].filter(Boolean).join(" · "))),
      el("div", { class: "row" },
        el("a", { class: "button primary", href: `/play/${key}` }, t(game.over ? "lobby.games.result" : "lobby.games.continue")),
        game.over ? el("a", { class: "button", href: `/replay/${key}` }, t("lobby.games.replay")) : null,
        canShare ? el("button", { type: "button", click: () => this.showLinks(game) }, t("lobby.games.links")) : null,
        el("button", { type: "button", class: "plain", "aria-label": t("lobby.games.forget.label"), title: t("lobby.games.forget.label"),
          click: () => this.forget(game) }, "×")));
  }

  /** @param {Game} game */
  showLinks(game) {
    this.dispatchEvent(new CustomEvent("links", { detail: game }));
  }

  /** The key is the only way back to a seat, so ask before it is gone. @param {Game} game */
  forget(game) {
    if (!game.over && !confirm(t("lobby.games.forget.sure"))) return;
    forgetGame(game.game);
    this.render();
  }
}

customElements.define("mf-games", GamesElement);

/**
 * The name of a player as it is shown: bots are called by their level, friends who have not come yet "free seat".
 * @param {Player} player
 */
export function playerName(player) {
  return player.kind === "bot" || player.name ? playerTitle(0, { players: [player] }) : t("lobby.seat.open");
}

/** The names of a whole table; players of one name are numbered. @param {Player[]} players */
export function playerNames(players) {
  return players.map((player, seat) => (player.kind === "bot" || player.name ? playerTitle(seat, { players }) : t("lobby.seat.open")));
}
