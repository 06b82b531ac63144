// @ts-check
/**
 * `<mf-puzzle>`: one puzzle on the game's own screen; beside the board the teacher asks for the best turn, and afterwards says what
 * the other actions cost and why. Set `.name`, `.theme` and `.list`.
 */

import { get, post } from "../core/api.js";
import { actionWords } from "../core/actions.js";
import { el, seatIcon } from "../core/dom.js";
import { decimal, onLanguage, signed, t } from "../core/i18n.js";
import { LessonLine } from "../core/lessons.js";
import { cardName, errorWords } from "../core/names.js";
import { nextPuzzle, noteResult, progress } from "../core/puzzles.js";
import { whyWords } from "../core/review-words.js";
import { analysisPath, go, puzzlesPath } from "../core/router.js";
import "./game.js";

/** @import { Listeners } from "../core/connection.js" */
/** @import { PuzzleList, PuzzleOther, PuzzleTried, ShownPuzzle } from "../core/messages.js" */

class PuzzleElement extends HTMLElement {
  constructor() {
    super();
    this.name = "";
    this.theme = "";
    /** @type {PuzzleList} */
    this.list = { puzzles: [], today: "", date: "" };
    /** @type {ShownPuzzle | null} */
    this.puzzle = null;
    /** @type {PuzzleTried | null} what the last attempt brought */
    this.tried = null;
    /** @type {PuzzleTried | null} the attempt that is explained: the last one that was the solver's own */
    this.judged = null;
    this.change = 0; // of the rating, by this puzzle
    this.isShown = false; // the answer is played by itself
    this.teacher = el("section", { class: "teacher panel", "aria-live": "polite" });
    /** @type {any} */
    this.game = Object.assign(document.createElement("mf-game"), { connect: (/** @type {string} */ _, /** @type {Listeners} */ ...listeners) => this.line(listeners) });
  }

  async connectedCallback() {
    try {
      this.puzzle = await get(`api/puzzles/${encodeURIComponent(this.name)}`);
    } catch (error) {
      return this.replaceChildren(el("div", { class: "notice" }, el("p", { role: "alert" }, errorWords(/** @type {Error} */ (error))), el("p", {}, el("a", { href: puzzlesPath() }, t("puzzles.list")))));
    }
    if (!this.isConnected) return; // somebody went on meanwhile
    this.stop = onLanguage(() => this.render());
    this.game.classList.add("lesson");
    this.game.addEventListener("shown", () => this.render());
    this.replaceChildren(this.game);
    this.game.append(this.teacher);
    this.begin();
  }

  disconnectedCallback() {
    this.stop?.();
  }

  get isFirst() {
    return !(this.name in progress().results);
  }

  /** @param {Listeners} listeners */
  line(listeners) {
    const { mu, sigma } = progress().skill;
    const skill = this.isFirst && !this.isShown ? { mu, sigma } : null;
    const attempt = (/** @type {number[]} */ actions) => post(`api/puzzles/${this.name}`, { actions, skill });
    return new LessonLine(/** @type {ShownPuzzle} */ (this.puzzle).welcome, attempt, (tried) => this.note(/** @type {any} */ (tried)), listeners);
  }

  /** @param {PuzzleTried} tried */
  note(tried) {
    this.tried = tried;
    if (tried.verdict === "open" || this.isShown) return;
    this.judged = tried;
    if (!this.isFirst) return;
    this.change = tried.skill ? tried.skill.rating - progress().skill.rating : 0;
    noteResult(this.name, tried.verdict === "reached", tried.skill, this.name === this.list.today ? this.list.date : "");
  }

  /** From the beginning. */
  begin(isShown = false) {
    this.isShown = isShown;
    this.tried = null;
    const { display, hand } = /** @type {ShownPuzzle} */ (this.puzzle).welcome.position;
    this.game.classList.toggle("no-display", display.length === 0);
    this.game.classList.toggle("no-hand", hand.length === 0);
    this.game.enter("");
    this.render();
  }

  /** Let the answer be played on the board. */
  async showAnswer() {
    const answer = this.judged?.answer ?? [];
    this.begin(true);
    await new Promise((resolve) => this.game.addEventListener("shown", resolve, { once: true }));
    await this.game.state.requests.decide(...answer).catch((/** @type {Error} */ error) => this.game.complain(error));
  }

  render() {
    if (!this.puzzle) return;
    const verdict = this.game.isShowing ? "open" : (this.tried?.verdict ?? "open");
    this.game.classList.toggle("settled", verdict !== "open");
    const focused = this.teacher.contains(document.activeElement) || verdict !== "open";
    this.teacher.replaceChildren(this.heading(this.puzzle), ...(verdict === "open" ? this.task(this.puzzle) : this.feedback(verdict)), this.buttons(verdict));
    if (focused) /** @type {HTMLElement | null} */ (this.teacher.querySelector(".primary"))?.focus({ preventScroll: true });
  }

  /** @param {ShownPuzzle} puzzle */
  heading({ grade, rating }) {
    const grades = [1, 2, 3, 4, 5].map((number) => el("i", { class: number <= grade ? "past" : "" }));
    return el("header", { class: "row" },
      el("h2", {}, t(this.name === this.list.today ? "puzzles.today" : "puzzles.name")),
      el("span", { class: "dots", role: "img", title: t("puzzles.grade", { grade, rating }), "aria-label": t("puzzles.grade", { grade, rating }) }, ...grades),
      el("a", { class: "button quiet", id: "leave", href: puzzlesPath(), title: t("puzzles.list"), "aria-label": t("puzzles.list") }, "×"));
  }

  /** @param {ShownPuzzle} puzzle @returns {Node[]} */
  task({ welcome: { position, seat } }) {
    const card = position.in_play === null ? "" : cardName(position.in_play);
    const goes = this.tried?.verdict === "open" ? [el("p", { class: "verdict reached" }, t("puzzles.goes_on"))] : [];
    return [...goes, el("p", { class: "goal" }, seatIcon(seat), t(`puzzles.task.${position.phase}`, { card })), el("p", { class: "hint" }, t("puzzles.task.line"))];
  }

  /** What the attempt was worth, and what else there was. @param {"reached" | "missed"} verdict @returns {Node[]} */
  feedback(verdict) {
    const { judged, puzzle } = this;
    if (!judged || !puzzle) return [];
    const { phase } = puzzle.welcome.position;
    /** @type {HTMLElement[]} */
    const words = [el("p", { class: `verdict ${verdict}` }, t(this.isShown ? "puzzles.answer" : `puzzles.${verdict}`), this.changeWords())];
    const best = judged.answer.map((action, number) => actionWords(action, number === 0 ? phase : "take")).join(" → ");
    words.push(el("p", { class: "words best-turn" }, el("b", {}, t("puzzles.best_turn") + t("colon")), best));
    words.push(el("h3", {}, t("puzzles.why")), el("ol", { class: "others" }, ...judged.others.map((other, number) => this.other(other, judged, number))));
    words.push(el("p", { class: "hint themes" }, ...judged.themes.map((theme) => el("span", { class: "theme" }, t(`puzzles.theme.${theme}`)))));
    return words;
  }

  changeWords() {
    return this.change ? el("small", { class: "change" }, t("puzzles.change", { rating: progress().skill.rating, change: signed(this.change) })) : null;
  }

  /** An action that is not the best. @param {PuzzleOther} other @param {PuzzleTried} judged @param {number} number */
  other({ action, loss, why }, judged, number) {
    const isOwn = judged.verdict === "missed" && number === 0;
    const { phase } = this.phaseOf(judged);
    return el("li", { class: isOwn ? "own" : "" },
      el("p", {}, el("b", {}, actionWords(action, phase)), el("strong", {}, decimal(-loss)), isOwn ? el("small", {}, t("puzzles.yours")) : null), el("p", { class: "why" }, whyWords(why, this.game.state)));
  }

  /** In which phase the explained choice was made. @param {PuzzleTried} judged */
  phaseOf({ verdict, events }) {
    const before = verdict === "missed" ? events.at(-2)?.position : null;
    return before ?? /** @type {ShownPuzzle} */ (this.puzzle).welcome.position;
  }

  /** @param {"open" | "reached" | "missed"} verdict */
  buttons(verdict) {
    const row = el("div", { class: "buttons" });
    if (verdict === "open") return Object.assign(row, { hidden: true });
    const next = nextPuzzle(this.list.puzzles, progress(), this.theme, this.name);
    if (this.judged?.verdict === "missed" && !this.isShown) row.append(button("show", t("puzzles.show"), () => this.showAnswer(), "quiet"));
    row.append(button("again", t("learn.again"), () => this.begin(), next ? "quiet" : "primary"));
    row.append(el("a", { class: "button quiet", "data-name": "puzzle-analyse", href: analysisPath(`puzzle/${this.name}`) }, t("analysis.entry")));
    if (next) row.append(button("next", t("puzzles.next"), () => go(puzzlesPath(next, this.theme)), "primary"));
    return row;
  }
}

/** @param {string} name @param {string} words @param {() => void} click @param {string} look */
function button(name, words, click, look) {
  return el("button", { type: "button", "data-name": `puzzle-${name}`, class: look, click }, words);
}

customElements.define("mf-puzzle", PuzzleElement);
