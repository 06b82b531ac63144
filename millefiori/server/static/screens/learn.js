// @ts-check
/** `<mf-learn>`: all lessons, or the one that `.name` says. */

import { wordmark } from "../board/drawing.js";
import { get, post } from "../core/api.js";
import { beginCoaching } from "../core/coach.js";
import { el } from "../core/dom.js";
import { facts } from "../core/facts.js";
import { rememberOpened } from "../core/games.js";
import { loadTexts, t } from "../core/i18n.js";
import { finishedLessons, forgetLessons } from "../core/lessons.js";
import { errorWords } from "../core/names.js";
import { playerKey } from "../core/player.js";
import { go, HOME, learnPath, rulesPath } from "../core/router.js";
import { settings } from "../core/settings.js";
import { Translated } from "../core/translated.js";
import "../panels/settings.js";

/** @import { LessonEntry, LessonList } from "../core/messages.js" */

class LearnElement extends Translated {
  constructor() {
    super();
    this.name = ""; // set by the router
    this.settings = document.createElement("mf-settings");
    /** @type {LessonEntry[] | null} */
    this.lessons = null;
  }

  async connectedCallback() {
    try {
      const [list] = await Promise.all([/** @type {Promise<LessonList>} */ (get("api/lessons")), loadTexts("learn")]);
      this.lessons = list.lessons;
      if (this.name) return await this.showOne(list.lessons);
      super.connectedCallback();
    } catch (error) {
      this.replaceChildren(el("p", { class: "error notice", role: "alert" }, errorWords(/** @type {Error} */ (error))));
    }
  }

  /** A lesson. @param {LessonEntry[]} lessons */
  async showOne(lessons) {
    await import("./lesson.js");
    this.replaceChildren(Object.assign(document.createElement("mf-lesson"), { name: this.name, lessons }));
  }

  render() {
    if (!this.lessons) return;
    const heading = el("header", { class: "lobby-head" },
      el("div", {}, el("h1", {}, el("a", { href: HOME }, wordmark())), el("p", { class: "subtitle" }, t("learn.title"))), this.settings);
    this.replaceChildren(el("div", { class: "lobby learn" }, heading, ...this.parts(this.lessons), el("p", { class: "row" }, el("a", { href: rulesPath() }, t("rules.link")))));
  }

  /** Whoever knows how a turn goes finds the first game at the top. @param {LessonEntry[]} lessons */
  parts(lessons) {
    const parts = [this.lessonsPart(lessons), this.coachPart()];
    return finishedLessons().includes("start") ? parts.reverse() : parts;
  }

  /** A first game, for whoever knows how a turn goes. */
  coachPart() {
    const begin = el("button", { type: "button", class: finishedLessons().includes("start") ? "primary" : "", "data-name": "coach", click: () => this.begin() }, t("coach.begin"));
    return el("section", { class: "panel", "aria-labelledby": "coach-title" }, el("h2", { id: "coach-title" }, t("coach.start")),
      el("p", {}, t("coach.start.line")), el("div", { class: "row" }, begin), el("p", { class: "error", role: "alert" }));
  }

  /** Open a game with a coach. */
  async begin() {
    try {
      const name = settings.values.name || t("lobby.player", { n: 1 });
      const seats = [{ kind: "here", name }, { kind: "bot", level: "gentle" }];
      const opened = await post("api/games", { edition: facts.editions[0].name, seats, hints: true }, playerKey());
      beginCoaching(opened.game);
      go(rememberOpened(opened, { edition: facts.editions[0].name, tactical: false, players: seats.map((seat) => ({ name: "", ...seat })) }));
    } catch (error) {
      this.querySelector(".error")?.replaceChildren(errorWords(/** @type {Error} */ (error)));
    }
  }

  /** @param {LessonEntry[]} lessons */
  lessonsPart(lessons) {
    const finished = finishedLessons();
    const done = lessons.filter(({ name }) => finished.includes(name)).length;
    const next = lessons.find(({ name }) => !finished.includes(name));
    const again = el("button", { type: "button", class: "quiet", click: () => (forgetLessons(), this.render()) }, t("learn.forget"));
    return el("section", { class: "panel", "aria-labelledby": "lessons-title" },
      el("div", { class: "row learn-head" }, el("h2", { id: "lessons-title" }, t("learn.lessons")), el("span", { class: "hint" }, t("learn.progress", { done, all: lessons.length })), done ? again : null),
      el("ol", { class: "lesson-list" }, ...lessons.map((lesson, number) => lessonEntry(lesson, number, finished.includes(lesson.name), lesson === next))));
  }
}

/** @param {LessonEntry} lesson @param {number} number @param {boolean} isFinished @param {boolean} isNext */
function lessonEntry({ name, minutes }, number, isFinished, isNext) {
  return el("li", {}, el("a", { class: `lesson-card ${isFinished ? "finished" : ""} ${isNext ? "next" : ""}`, id: `lesson-${name}`, href: learnPath(name) },
    el("span", { class: "lesson-number", "aria-hidden": "true" }, isFinished ? "✓" : number + 1),
    el("span", { class: "lesson-words" }, el("b", {}, t(`lesson.${name}`)), el("span", { class: "hint" }, t(`lesson.${name}.line`))),
    el("span", { class: "hint lesson-time" }, isFinished ? t("learn.finished") : t("learn.minutes", { count: minutes }))));
}

customElements.define("mf-learn", LearnElement);
