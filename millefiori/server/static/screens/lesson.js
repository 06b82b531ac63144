// @ts-check
/**
 * `<mf-lesson>`: one lesson. The table itself is the game's screen, with another line to the server (core/lessons.js); beside the board
 * a teacher says what this is about, what an attempt brought, and why it was not enough. Set `.name` and `.lessons`.
 */

import { get, post } from "../core/api.js";
import { el } from "../core/dom.js";
import { has, listWords, onLanguage, t } from "../core/i18n.js";
import { finishLesson, LessonLine } from "../core/lessons.js";
import { errorWords, setName } from "../core/names.js";
import { go, learnPath } from "../core/router.js";
import { outcomeWords } from "../core/sentences.js";
import "./game.js";

/** @import { Listeners } from "../core/connection.js" */
/** @import { Goal, LessonEntry, LessonStep, ShownLesson, Tried } from "../core/messages.js" */

class LessonElement extends HTMLElement {
  constructor() {
    super();
    this.name = "";
    /** @type {LessonEntry[]} */
    this.lessons = [];
    /** @type {LessonStep[]} */
    this.steps = [];
    this.number = 0;
    /** @type {Tried | null} what the last attempt brought */
    this.tried = null;
    this.misses = 0;
    this.teacher = el("section", { class: "teacher panel", "aria-live": "polite" });
    /** @type {any} */
    this.game = Object.assign(document.createElement("mf-game"), { connect: (/** @type {string} */ _, /** @type {Listeners} */ ...listeners) => this.line(listeners) });
  }

  async connectedCallback() {
    try {
      /** @type {ShownLesson} */
      const lesson = await get(`api/lessons/${encodeURIComponent(this.name)}`);
      this.steps = lesson.steps;
    } catch (error) {
      return this.replaceChildren(el("div", { class: "notice" }, el("p", { role: "alert" }, errorWords(/** @type {Error} */ (error))), el("p", {}, el("a", { href: learnPath() }, t("learn.list")))));
    }
    if (!this.isConnected) return; // somebody went on meanwhile
    this.stop = onLanguage(() => this.render());
    this.game.classList.add("lesson");
    this.game.addEventListener("shown", () => this.render());
    this.replaceChildren(this.game);
    this.game.append(this.teacher);
    this.begin(0);
  }

  disconnectedCallback() {
    this.stop?.();
  }

  get step() {
    return this.steps[this.number];
  }

  /** @param {Listeners} listeners */
  line(listeners) {
    const onTried = (/** @type {Tried} */ tried) => {
      this.tried = tried;
      if (tried.verdict === "missed") this.misses += 1;
    };
    const path = `api/lessons/${this.name}/${this.number}`;
    return new LessonLine(this.step.welcome, (actions) => post(path, { actions }), onTried, listeners);
  }

  /** Show a step from its beginning. @param {number} number */
  begin(number) {
    this.misses = number === this.number ? this.misses : 0;
    this.number = number;
    this.tried = null;
    this.game.classList.toggle("reading", !this.step.goal);
    const { display, hand } = this.step.welcome.position;
    this.game.classList.toggle("no-display", display.length === 0);
    this.game.classList.toggle("no-hand", hand.length === 0);
    this.game.enter("");
    this.render();
    if (number === this.steps.length - 1 && !this.step.goal) finishLesson(this.name);
  }

  /** Let the solution be played, step by step. */
  async showSolution() {
    this.begin(this.number);
    await new Promise((resolve) => this.game.addEventListener("shown", resolve, { once: true }));
    const { state } = this.game;
    await state.requests.decide(...this.step.solution).catch((/** @type {Error} */ error) => this.game.complain(error));
  }

  render() {
    if (this.steps.length === 0) return;
    const verdict = this.game.isShowing ? "open" : (this.tried?.verdict ?? "open");
    this.game.classList.toggle("settled", verdict !== "open");
    const focused = this.teacher.contains(document.activeElement) || verdict !== "open";
    this.teacher.replaceChildren(this.heading(), ...(verdict === "open" ? this.task() : this.feedback(verdict)), this.buttons(verdict));
    if (verdict === "reached" && this.number === this.steps.length - 1) finishLesson(this.name);
    if (focused) /** @type {HTMLElement | null} */ (this.teacher.querySelector(".primary"))?.focus({ preventScroll: true });
  }

  heading() {
    const dots = this.steps.map((_, number) => el("i", { class: number < this.number ? "past" : number === this.number ? "current" : "" }));
    return el("header", { class: "row" },
      el("h2", {}, t(`lesson.${this.name}`)),
      this.number > 0 && el("button", { type: "button", class: "quiet", "data-name": "lesson-back", title: t("learn.back"), "aria-label": t("learn.back"), click: () => this.begin(this.number - 1) }, "‹"),
      el("span", { class: "dots", role: "img", "aria-label": t("learn.step", { n: this.number + 1, all: this.steps.length }) }, ...dots),
      el("a", { class: "button quiet", id: "leave", href: learnPath(), title: t("learn.list"), "aria-label": t("learn.list") }, "×"));
  }

  /** What this is about, and what to do. @returns {Node[]} */
  task() {
    const { name, goal } = this.step;
    const words = el("p", { class: "words" }, t(`lesson.${this.name}.${name}`));
    if (!goal) return [words];
    return [words, el("p", { class: "goal" }, el("b", {}, t("learn.goal") + t("colon")), listWords(goalWords(goal)))];
  }

  /** What the attempt brought, and why it was enough or not. @param {"reached" | "missed"} verdict @returns {Node[]} */
  feedback(verdict) {
    const { tried, game, step } = this;
    const key = `lesson.${this.name}.${step.name}.${verdict === "reached" ? "done" : "hint"}`;
    const own = (tried?.events ?? []).filter((event) => event.seat === 0 && (event.kind === "place" || event.kind === "sail"));
    const why = own.map((event) => outcomeWords({ ...event, extra_card: false }, 0, game.state)).filter(Boolean).join(" → ");
    const brought = own.length === 0 ? null : el("p", { class: "brought" }, t("learn.brought", { count: tried?.points ?? 0 }), why ? el("small", {}, why) : null);
    return [el("p", { class: `verdict ${verdict}` }, t(`learn.${verdict}`)), ...(brought ? [brought] : []), ...(has(key) ? [el("p", { class: "words" }, t(key))] : [])];
  }

  /** @param {"open" | "reached" | "missed"} verdict */
  buttons(verdict) {
    const isLast = this.number === this.steps.length - 1;
    const row = el("div", { class: "buttons" });
    if (this.step.goal && verdict !== "reached" && this.misses > 0) row.append(button("show", t("learn.show"), () => this.showSolution(), "quiet"));
    if (verdict === "missed") row.append(button("again", t("learn.again"), () => this.begin(this.number), "primary"));
    else if (verdict === "reached" || !this.step.goal) row.append(isLast ? this.onward() : button("next", t("learn.next"), () => this.begin(this.number + 1), "primary"));
    row.hidden = row.childElementCount === 0;
    return row;
  }

  /** After the last step. */
  onward() {
    const next = this.lessons[this.lessons.findIndex(({ name }) => name === this.name) + 1];
    if (!next || this.name === "start") return button("finish", t("learn.finish"), () => go(learnPath()), "primary");
    return button("finish", t("learn.next_lesson", { name: t(`lesson.${next.name}`) }), () => go(learnPath(next.name)), "primary");
  }
}

/** The goal in words, part by part. @param {Goal} goal */
function goalWords(goal) {
  const { points, lead, cards, extra_card, bonus, ship, place, keep, last_turns } = goal;
  const words = [];
  if (bonus) words.push(t("learn.goal.bonus", { set: setName(bonus) }));
  if (points) words.push(t("learn.goal.points", { count: points }));
  if (typeof lead === "number") words.push(lead > 0 ? t("learn.goal.lead", { count: lead }) : t("learn.goal.level"));
  if (cards) words.push(t("learn.goal.cards", { count: cards }));
  if (extra_card) words.push(t("learn.goal.extra_card"));
  if (ship) words.push(t("learn.goal.ship", { count: ship }));
  if (keep?.length) words.push(t("learn.goal.keep"));
  if (place?.length && !ship) words.push(t("learn.goal.place"));
  if (last_turns) words.push(t("learn.goal.last_turns"));
  return words;
}

/** @param {string} name @param {string} words @param {() => void} click @param {string} look */
function button(name, words, click, look) {
  return el("button", { type: "button", "data-name": `lesson-${name}`, class: look, click }, words);
}

customElements.define("mf-lesson", LessonElement);
