// @ts-check
/** `<mf-daily>`: the deal of the day: one try, then everybody's results and the bots'; days of the past to practise. Set `.day`. */

import { wordmark } from "../board/drawing.js";
import { get, post } from "../core/api.js";
import { deviceBearer } from "../core/device.js";
import { el } from "../core/dom.js";
import { myGame, rememberOpened } from "../core/games.js";
import { decimal, language, loadTexts, t } from "../core/i18n.js";
import { botName, errorWords } from "../core/names.js";
import { dailyPath, go, HOME, playPath, replayPath, reviewPath } from "../core/router.js";
import { settings } from "../core/settings.js";
import { Translated } from "../core/translated.js";
import "../panels/settings.js";

/** @import { Daily, DailyResult, Opened } from "../core/messages.js" */

const DAY = 86_400_000;

class DailyElement extends Translated {
  constructor() {
    super();
    this.day = ""; // set by the router
    this.settings = document.createElement("mf-settings");
    /** @type {Daily | null} */
    this.daily = null;
  }

  async connectedCallback() {
    try {
      const wanted = get(this.day ? `api/daily/${encodeURIComponent(this.day)}` : "api/daily", deviceBearer());
      [this.daily] = await Promise.all([wanted, loadTexts("puzzles")]);
      super.connectedCallback();
    } catch (error) {
      this.replaceChildren(el("p", { class: "error notice", role: "alert" }, errorWords(/** @type {Error} */ (error))));
    }
  }

  render() {
    const { daily } = this;
    if (!daily) return;
    const heading = el("header", { class: "lobby-head" },
      el("div", {}, el("h1", {}, el("a", { href: HOME }, wordmark())), el("p", { class: "subtitle" }, t("daily.title"))), this.settings);
    this.replaceChildren(el("div", { class: "lobby puzzles" }, heading, this.startPart(daily), daily.results.length ? this.resultsPart(daily) : null));
  }

  /** @param {Daily} daily */
  startPart(daily) {
    const { day, today, seats, opponents, tries, game, is_over } = daily;
    const isPast = day !== today;
    const own = myGame(game);
    const play = el("button", { type: "button", id: "daily-play", class: isPast ? "big" : "primary big", click: () => this.play(daily) }, t(isPast ? "daily.practise" : "daily.play"));
    const shown = new Intl.DateTimeFormat(language(), { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
    return el("section", { class: "panel puzzle-start", "aria-labelledby": "daily-title" },
      el("h2", { id: "daily-title" }, t("daily.heading", { day: shown })),
      el("p", {}, t("daily.line", { count: seats - 1, level: t(`level.${opponents}`) })),
      isPast ? el("p", { class: "hint" }, t("daily.practice.hint")) : null,
      el("div", { class: "row" }, isPast || !game ? play : null,
        game && !is_over && own?.key ? el("a", { class: "button primary big", id: "daily-continue", href: playPath(own.key) }, t("daily.continue")) : null,
        el("span", { class: "hint" }, t("daily.tries", { count: tries }))),
      game && !is_over && !isPast ? el("p", { class: "hint" }, t("daily.running")) : null,
      el("p", { class: "error", role: "alert" }),
      el("div", { class: "row" }, el("a", { id: "daily-before", href: dailyPath(moved(day, -1)) }, t("daily.before")),
        isPast ? el("a", { href: moved(day, 1) === today ? dailyPath() : dailyPath(moved(day, 1)) }, t("daily.after")) : null));
  }

  /** @param {Daily} daily */
  resultsPart({ results }) {
    return el("section", { class: "panel", "aria-labelledby": "results-title" }, el("h2", { id: "results-title" }, t("daily.results")),
      el("table", { class: "daily-results" },
        el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("daily.who")), el("th", { scope: "col" }, t("daily.margin")), el("th", { scope: "col" }, t("daily.points")), el("td", {}))),
        el("tbody", {}, ...results.map(resultRow))),
      el("p", { class: "hint" }, t("daily.margin.line")));
  }

  /** @param {Daily} daily */
  async play({ day, today }) {
    try {
      const name = settings.values.name || t("lobby.player", { n: 1 });
      /** @type {Opened} */
      const opened = await post("api/daily", { name, day: day === today ? null : day }, deviceBearer());
      const players = [{ name, kind: /** @type {const} */ ("here"), level: "" }, ...Array.from({ length: (this.daily?.seats ?? 2) - 1 }, () => ({ name: "", kind: /** @type {const} */ ("bot"), level: this.daily?.opponents ?? "" }))];
      go(rememberOpened(opened, { edition: this.daily?.edition ?? "", tactical: false, players }));
    } catch (error) {
      const place = this.querySelector(".error");
      if (place) place.textContent = errorWords(/** @type {any} */ (error));
    }
  }
}

/** @param {string} day @param {number} days */
function moved(day, days) {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
}

/** @param {DailyResult} result */
function resultRow({ name, level, scores, margin, is_you, share }) {
  return el("tr", { class: is_you ? "own" : level ? "bot" : "" },
    el("th", { scope: "row" }, level ? botName(level) : name, is_you ? ` (${t("daily.you")})` : ""), el("td", {}, decimal(margin)), el("td", {}, scores.join(" : ")),
    el("td", {}, share ? el("a", { href: reviewPath(share) }, t("daily.review")) : null, share ? " · " : null, share ? el("a", { href: replayPath(share) }, t("daily.replay")) : null));
}

customElements.define("mf-daily", DailyElement);
