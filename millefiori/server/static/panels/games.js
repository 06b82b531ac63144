// @ts-check
/** `<mf-games>`: the games of this browser, to continue or to look at. Fires `links` with a game whose links shall be shown. */

import { el, seatIcon } from "../core/dom.js";
import { editionName } from "../core/editions.js";
import { bestKey, forgetGame, myGames } from "../core/games.js";
import { t } from "../core/i18n.js";
import { playerNames } from "../core/names.js";
import { playPath, replayPath } from "../core/router.js";
import { Translated } from "../core/translated.js";

/** @import { Game } from "../core/games.js" */

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

class GamesElement extends Translated {
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
    const edition = editionName(game.edition);
    const canShare = Boolean(game.watch) && !game.over;
    return el("li", { class: "game-item" },
      el("div", { class: "game-item-words" },
        el("ul", { class: "seat-tags" }, ...playersLine(game)),
        el("p", { class: "quiet" }, [edition, when(game.at)].filter(Boolean).join(" · "))),
      el("div", { class: "row" },
        el("a", { class: "button primary", href: playPath(key) }, t(game.over ? "lobby.games.result" : "lobby.games.continue")),
        game.over ? el("a", { class: "button", href: replayPath(key) }, t("lobby.games.replay")) : null,
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
