// @ts-check
/** The games on the own page of a player: what goes on, whose turn it is, what was played, and the numbers of it. */

import { tempoWords } from "../core/clocks.js";
import { el } from "../core/dom.js";
import { editionName } from "../core/editions.js";
import { decimal, percent, signed, t } from "../core/i18n.js";
import { botName, playerNames } from "../core/names.js";

/** @import { MyGame, MyGames, Numbers, PastGame } from "../core/messages.js" */
/** The screen around it. @typedef {{games: MyGames | null, enter: (game: string, isOver: boolean) => void, more: () => void}} Host */

/** @param {Host} host @returns {Node[]} */
export function gamesParts(host) {
  const { games } = host;
  return games ? [playing(games.playing, host), levels(games), past(games, host), numbers(games.numbers)].filter((part) => part !== null) : [];
}

/** @param {string} id @param {string} title @param {...(Node | null)} content */
function section(id, title, ...content) {
  return el("section", { class: "panel", "aria-labelledby": id }, el("h2", { id }, title), ...content);
}

/** @param {MyGame[]} games @param {Host} host */
function playing(games, host) {
  const items = games.map(({ game, seat, edition, players, tempo, is_my_turn: isMine, scores }) => {
    const names = playerNames(players).filter((_, number) => number !== seat).join(", ");
    return el("li", { class: isMine ? "game-item my-turn" : "game-item" },
      el("div", { class: "game-item-words" },
        el("span", {}, isMine ? el("b", { class: "turn-tag" }, t("player.turn.mine")) : el("span", { class: "quiet" }, t("player.turn.others")), " ", t("player.against", { names })),
        el("p", { class: "quiet" }, [editionName(edition), tempoWords(tempo), scores.join(" : ")].join(" · "))),
      el("button", { type: "button", class: isMine ? "primary" : "", "aria-label": `${t("lobby.games.continue")}: ${names}`, click: () => host.enter(game, false) }, t("lobby.games.continue")));
  });
  return section("playing-title", t("player.playing"), items.length ? el("ul", { class: "game-list" }, ...items) : el("p", { class: "hint" }, t("player.playing.none")));
}

/** What a rating means: the bots on the same scale. @param {MyGames} games */
function levels(games) {
  const rows = Object.entries(games.levels).map(([level, rating]) => el("li", {}, el("span", {}, t(`level.${level}`)), el("b", {}, String(rating))));
  return section("levels-title", t("player.levels"), el("p", { class: "hint" }, t("player.levels.words")), el("ul", { class: "level-list" }, ...rows));
}

/** @param {MyGames} games @param {Host} host */
function past({ past: games, has_more: hasMore }, host) {
  if (!games.length) return null;
  return section("past-title", t("player.past"), el("ul", { class: "game-list" }, ...games.map((game) => pastItem(game, host))),
    hasMore ? el("button", { type: "button", id: "more-games", click: () => host.more() }, t("player.past.more")) : null);
}

/** @param {PastGame} game @param {Host} host */
function pastItem({ game, seat, edition, ended, seats, rating, change, is_kept: isKept }, host) {
  const others = seats.filter((_, number) => number !== seat).map(({ name, level }) => (level ? botName(level) : name || t("hall.nobody"))).join(", ");
  const own = seats[seat];
  const day = new Intl.DateTimeFormat(document.documentElement.lang || undefined, { dateStyle: "medium" }).format(new Date(1000 * ended));
  const moved = change === null ? "" : t("player.past.rating", { rating: rating ?? 0, change: signed(change) });
  return el("li", { class: "game-item" },
    el("div", { class: "game-item-words" },
      el("span", {}, el("b", {}, own.place ? t("player.past.place", { place: own.place, count: seats.length }) : t("player.past.abandoned")), " ", t("player.against", { names: others })),
      el("p", { class: "quiet" }, [seats.map(({ score }) => score).join(" : "), editionName(edition), day, moved].filter(Boolean).join(" · "))),
    isKept ? el("button", { type: "button", "aria-label": `${t("lobby.games.replay")}: ${others}, ${day}`, click: () => host.enter(game, true) }, t("lobby.games.replay")) : null);
}

/** @param {Numbers[]} rows */
function numbers(rows) {
  if (!rows.length) return null;
  const head = ["statistics.edition", "statistics.players", "statistics.played", "statistics.won", "statistics.mean", "statistics.best", "statistics.place"].map((key) => el("th", { scope: "col" }, t(key)));
  const body = rows.map((row) => el("tr", {}, el("th", { scope: "row" }, editionName(row.edition)),
    ...[row.seats, row.games, percent(row.won / row.games), decimal(row.mean_score).replace("+", ""), row.best_score, decimal(row.mean_place).replace("+", "")].map((value) => el("td", {}, String(value)))));
  return section("numbers-title", t("player.numbers"), el("div", { class: "table-frame", tabindex: 0, role: "group", "aria-labelledby": "numbers-title" },
    el("table", { class: "numbers" }, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...body))));
}
