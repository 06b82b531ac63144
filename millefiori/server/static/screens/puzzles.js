// @ts-check
/** `<mf-puzzles>`: all puzzles by theme, the one of the day and the solver's rating; or the puzzle that `.name` says. */

import { wordmark } from "../board/drawing.js";
import { get } from "../core/api.js";
import { el } from "../core/dom.js";
import { capital, loadTexts, percent, t } from "../core/i18n.js";
import { errorWords } from "../core/names.js";
import { daysInARow, forgetPuzzles, nextPuzzle, progress } from "../core/puzzles.js";
import { HOME, puzzlesPath } from "../core/router.js";
import { Translated } from "../core/translated.js";
import "../panels/settings.js";

/** @import { PuzzleEntry, PuzzleList } from "../core/messages.js" */

class PuzzlesElement extends Translated {
  constructor() {
    super();
    this.name = ""; // set by the router: a puzzle, or a theme after a slash
    this.settings = document.createElement("mf-settings");
    /** @type {PuzzleList | null} */
    this.list = null;
  }

  async connectedCallback() {
    try {
      const wanted = /** @type {Promise<PuzzleList>} */ (get("api/puzzles"));
      [this.list] = await Promise.all([wanted, loadTexts("learn"), loadTexts("puzzles"), loadTexts("review")]);
      if (this.name) return await this.showOne(this.list);
      super.connectedCallback();
    } catch (error) {
      this.replaceChildren(el("p", { class: "error notice", role: "alert" }, errorWords(/** @type {Error} */ (error))));
    }
  }

  /** @param {PuzzleList} list */
  async showOne(list) {
    await import("./puzzle.js");
    const [name, theme = ""] = this.name.split("/");
    this.replaceChildren(Object.assign(document.createElement("mf-puzzle"), { name, theme, list }));
  }

  render() {
    if (!this.list) return;
    const heading = el("header", { class: "lobby-head" },
      el("div", {}, el("h1", {}, el("a", { href: HOME }, wordmark())), el("p", { class: "subtitle" }, t("puzzles.title"))), this.settings);
    this.replaceChildren(el("div", { class: "lobby puzzles" }, heading, this.startPart(this.list), this.themesPart(this.list.puzzles)));
  }

  /** The puzzle of the day, the next one, and how the solver stands. @param {PuzzleList} list */
  startPart({ puzzles, today, date }) {
    const known = progress();
    const next = nextPuzzle(puzzles, known, "", today);
    const tried = Object.values(known.results);
    const figures = [
      [t("puzzles.rating"), tried.length ? known.skill.rating : "–", known.skill.doubt && tried.length ? `± ${known.skill.doubt}` : ""],
      [capital(t("puzzles.solved")), tried.filter(Boolean).length, tried.length ? percent(tried.filter(Boolean).length / tried.length) : ""],
      [t("puzzles.streak"), known.streak, known.best ? t("puzzles.best", { count: known.best }) : ""],
      [t("puzzles.days"), daysInARow(known.daily, date), ""],
    ];
    const state = today in known.results ? (known.results[today] ? "solved" : "missed") : "open";
    return el("section", { class: "panel puzzle-start", "aria-labelledby": "puzzles-title" },
      el("h2", { id: "puzzles-title" }, t("puzzles.heading")), el("p", { class: "hint" }, t("puzzles.line", { count: puzzles.length })),
      el("div", { class: "row" },
        el("a", { class: `button big primary daily ${state}`, id: "puzzle-today", href: puzzlesPath(today) }, t("puzzles.today"), state === "open" ? null : el("small", {}, t(`puzzles.${state}`))),
        next ? el("a", { class: "button big", id: "puzzle-next", href: puzzlesPath(next) }, t("puzzles.next")) : el("p", { class: "hint" }, t("puzzles.all_done"))),
      el("dl", { class: "figures" }, ...figures.map(([title, number, more]) => el("div", {}, el("dt", {}, title), el("dd", {}, number, el("small", {}, more))))),
      tried.length ? el("button", { type: "button", class: "quiet", id: "puzzles-forget", click: () => (forgetPuzzles(), this.render()) }, t("learn.forget")) : null);
  }

  /** @param {PuzzleEntry[]} puzzles */
  themesPart(puzzles) {
    const known = progress();
    const themes = [...new Set(puzzles.flatMap((puzzle) => puzzle.themes))].sort((one, other) => t(`puzzles.theme.${one}`).localeCompare(t(`puzzles.theme.${other}`)));
    return el("section", { class: "panel", "aria-labelledby": "themes-title" }, el("h2", { id: "themes-title" }, t("puzzles.themes")),
      el("ul", { class: "lesson-list" }, ...themes.map((theme) => {
        const all = puzzles.filter((puzzle) => puzzle.themes.includes(theme));
        const next = nextPuzzle(puzzles, known, theme) || all[0].name;
        const solved = all.filter(({ name }) => known.results[name]).length;
        return el("li", {}, el("a", { class: "lesson-card theme-card", href: puzzlesPath(next, theme) },
          el("span", { class: "lesson-words" }, el("b", {}, t(`puzzles.theme.${theme}`)), el("span", { class: "hint" }, t(`puzzles.theme.${theme}.line`))),
          el("span", { class: "hint lesson-time" }, t("puzzles.of", { count: solved, all: all.length }))));
      })));
  }
}

customElements.define("mf-puzzles", PuzzlesElement);
