// @ts-check
/**
 * `<mf-attempt>`: find the better action yourself. The table is the game's screen as the seat saw it, with the line of a lesson; beside the
 * board the teacher says what an attempt would have been worth. Set `.key` and `.decisions`, which come one after the
 * other; fires `back`.
 */

import { get, post } from "../core/api.js";
import { el } from "../core/dom.js";
import { onLanguage, t } from "../core/i18n.js";
import { LessonLine } from "../core/lessons.js";
import { errorWords } from "../core/names.js";
import { doneWords, figuresWords, placeWords, whyWords } from "../core/review-words.js";
import "./game.js";

/** @import { Listeners } from "../core/connection.js" */
/** @import { Found, Moment, ShownDecision, Tried } from "../core/messages.js" */

class AttemptElement extends HTMLElement {
  constructor() {
    super();
    this.key = "";
    /** @type {ShownDecision[]} */
    this.decisions = [];
    this.number = 0;
    /** @type {Moment | null} */
    this.moment = null;
    /** @type {Found | null} */
    this.found = null;
    this.isShown = false; // the better action, because the learner has asked for it
    this.teacher = el("section", { class: "teacher panel", "aria-live": "polite" });
    /** @type {any} */
    this.game = Object.assign(document.createElement("mf-game"), { connect: (/** @type {string} */ _, /** @type {Listeners} */ ...listeners) => this.line(listeners) });
  }

  async connectedCallback() {
    this.stop = onLanguage(() => this.render());
    this.game.classList.add("lesson");
    this.game.addEventListener("shown", () => this.render());
    await this.open(0);
    if (!this.moment) return;
    this.replaceChildren(this.game);
    this.game.append(this.teacher);
    this.begin();
  }

  /** Go to a decision. @param {number} number */
  async open(number) {
    try {
      this.moment = await get(`api/review/moment/${this.decisions[number].step}`, this.key);
      this.number = number;
    } catch (error) {
      this.moment = null;
      this.replaceChildren(el("div", { class: "notice" }, el("p", { role: "alert" }, errorWords(/** @type {Error} */ (error))), this.button("back", t("review.leave"), () => this.leave(), "primary")));
    }
  }

  async next() {
    await this.open(this.number + 1);
    if (this.moment) this.begin();
  }

  get decision() {
    return this.decisions[this.number];
  }

  disconnectedCallback() {
    this.stop?.();
  }

  /** @param {Listeners} listeners */
  line(listeners) {
    const { welcome, step } = /** @type {Moment} */ (this.moment);
    /** @param {number[]} actions @returns {Promise<Tried>} */
    const attempt = async ([action]) => {
      this.found = /** @type {Found} */ (await post("api/review/try", { key: this.key, step, action }));
      return { verdict: this.found.verdict === "worse" ? "missed" : "reached", points: 0, events: [{ ...this.found.event, n: 0 }] };
    };
    return new LessonLine(welcome, attempt, () => {}, listeners);
  }

  begin() {
    this.found = null;
    this.isShown = false;
    const { display, hand } = /** @type {Moment} */ (this.moment).welcome.position;
    this.game.classList.toggle("no-display", display.length === 0);
    this.game.classList.toggle("no-hand", hand.length === 0);
    this.game.enter("");
    this.render();
  }

  leave() {
    this.dispatchEvent(new CustomEvent("back"));
  }

  get reader() {
    const { seat, players } = /** @type {Moment} */ (this.moment).welcome;
    return { seat, players };
  }

  render() {
    const { decision, found } = this;
    if (!decision || !this.moment) return;
    const isSettled = found !== null && !this.game.isShowing;
    this.game.classList.toggle("settled", isSettled);
    const words = isSettled ? this.feedback(found) : [el("p", { class: "words" }, t("review.find.task", { done: doneWords(decision.played, this.reader) }))];
    if (this.isShown && decision.better) words.push(el("p", { class: "goal" }, el("b", {}, t("review.better") + t("colon")), doneWords(decision.better, this.reader)));
    const buttons = el("div", { class: "buttons" });
    if (!this.isShown && found?.verdict !== "better") buttons.append(this.button("show", t("learn.show"), () => ((this.isShown = true), this.render()), "quiet"));
    if (isSettled && found?.verdict !== "better") buttons.append(this.button("again", t("learn.again"), () => this.begin(), ""));
    const isLast = this.number === this.decisions.length - 1;
    buttons.append(this.button("back", t("review.leave"), () => this.leave(), isSettled && isLast ? "primary" : "quiet"));
    if (isSettled && !isLast) buttons.append(this.button("next", t("learn.next"), () => this.next(), "primary"));
    this.teacher.replaceChildren(el("header", { class: "row" }, el("h2", {}, placeWords(decision)), this.decisions.length > 1 && el("span", { class: "hint" }, `${this.number + 1} / ${this.decisions.length}`)), ...words, buttons);
    if (isSettled) /** @type {HTMLElement | null} */ (buttons.querySelector(".primary"))?.focus({ preventScroll: true });
  }

  /** What an attempt would have been worth. @param {Found} found @returns {HTMLElement[]} */
  feedback({ verdict, loss }) {
    const words = [el("p", { class: `verdict ${verdict === "worse" ? "missed" : "reached"}` }, t(`review.find.${verdict}`))];
    if (loss && verdict === "worse") words.push(el("p", { class: "words" }, whyWords(loss.why, this.reader)));
    if (loss) words.push(el("p", { class: "hint" }, figuresWords(loss)));
    return words;
  }

  /** @param {string} name @param {string} words @param {() => void} click @param {string} look */
  button(name, words, click, look) {
    return el("button", { type: "button", "data-name": `attempt-${name}`, class: look, click }, words);
  }
}

customElements.define("mf-attempt", AttemptElement);
