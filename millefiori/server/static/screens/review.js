// @ts-check
/**
 * `<mf-review>`: the review of a finished game: what decided it, every decision with what was better and why, luck and skill. The server
 * makes it in the background; the page asks again until it is done. Set `.key`.
 */

import "../board/board.js";
import { cardFace, wordmark } from "../board/drawing.js";
import { get, post } from "../core/api.js";
import { el, seatIcon } from "../core/dom.js";
import { rememberOpened } from "../core/games.js";
import { loadTexts, onLanguage, t } from "../core/i18n.js";
import { botName, cardName, errorWords, playerNames } from "../core/names.js";
import { doneWords, figuresWords, placeWords, stageWords, whyWords } from "../core/review-words.js";
import { go, HOME, replayPath } from "../core/router.js";
import { settings } from "../core/settings.js";
import "../panels/plot.js";
import { accuracyPart, chancesPart, decisionsPart, luckPart, momentsPart } from "../panels/review.js";
import "../panels/settings.js";
import { shareReview } from "../panels/share-replay.js";

/** @import { BoardElement } from "../board/board.js" */
/** @import { Replay, ShownDecision, ShownReview } from "../core/messages.js" */
/** @import { Reader } from "../core/names.js" */

const PAUSE = 1500; // milliseconds between two questions
const LEVELS = ["gentle", "casual", "skilled", "master"];

class ReviewElement extends HTMLElement {
  constructor() {
    super();
    this.key = ""; // set by the router
    this.settings = document.createElement("mf-settings");
    this.board = /** @type {BoardElement} */ (document.createElement("mf-board"));
    /** @type {ShownReview | null} */
    this.review = null;
    /** @type {Replay | null} */
    this.game = null;
    this.step = -1; // of the decision that is shown; -1: the first mistake, as soon as there is one
    this.seat = 0; // whose decisions are listed
    this.all = false; // those that were sound, too
    this.hindsight = false;
    this.drawn = "";
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.press(event);
  }

  async connectedCallback() {
    document.addEventListener("keydown", this.onKey);
    this.endings = [onLanguage(() => this.render()), () => document.removeEventListener("keydown", this.onKey)];
    try {
      await loadTexts("review");
      [this.review, this.game] = await Promise.all([post("api/review", { key: this.key }), get("api/review/game", this.key)]);
      const { seat, winners } = /** @type {ShownReview} */ (this.review);
      this.seat = seat >= 0 ? seat : (winners[0] ?? 0);
      this.render();
      this.follow();
    } catch (error) {
      this.sorry(/** @type {any} */ (error));
    }
  }

  disconnectedCallback() {
    for (const end of this.endings ?? []) end();
    window.clearTimeout(this.timer);
  }

  /** Ask again until the review is done; one that has stopped, as when the server was started anew, is continued. */
  follow() {
    if (!this.isConnected || this.review?.stage === "done") return;
    this.timer = window.setTimeout(async () => {
      try {
        this.review = this.review?.working ? await get("api/review", this.key) : await post("api/review", { key: this.key });
        this.renew();
      } catch (error) {
        console.info("the review cannot be read:", error); // the server may be away for a moment
      }
      this.follow();
    }, PAUSE);
  }

  // --- What is shown

  /** @returns {Reader} */
  get reader() {
    return { seat: this.review?.seat ?? -1, players: this.review?.players ?? [] };
  }

  /** The decisions in the list. */
  get listed() {
    const { decisions = [] } = this.review ?? {};
    return decisions.filter((decision) => decision.seat === this.seat && (this.all || isBlamed(decision)));
  }

  /** @returns {ShownDecision | undefined} */
  get decision() {
    return this.review?.decisions.find(({ step }) => step === this.step);
  }

  /** Show a decision. @param {number} step */
  show(step) {
    this.step = step;
    this.update();
  }

  /** The next decision of the list in a direction. @param {1 | -1} direction */
  move(direction) {
    const { listed } = this;
    const next = direction > 0 ? listed.find(({ step }) => step > this.step) : listed.findLast(({ step }) => step < this.step);
    if (next) this.show(next.step);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!this.review || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || target.matches("input:not([type=checkbox]), select, textarea")) return;
    if (event.key === "ArrowRight") this.move(1);
    else if (event.key === "ArrowLeft") this.move(-1);
    else return;
    event.preventDefault();
  }

  // --- Drawing

  /** @param {{code?: string, message?: string}} error */
  sorry(error) {
    this.replaceChildren(el("div", { class: "lobby" }, this.heading(), el("section", { class: "panel" }, el("p", { role: "alert" }, errorWords(error)))));
  }

  heading() {
    return el("header", { class: "lobby-head" },
      el("div", {}, el("h1", {}, el("a", { href: HOME }, wordmark())), el("p", { class: "subtitle" }, t("review.title"))), this.settings);
  }

  render() {
    if (!this.review || !this.game) return;
    const part = (/** @type {string} */ name) => el("section", { class: `panel ${name}` });
    this.replaceChildren(el("div", { class: "replay review" }, this.heading(),
      el("div", { class: "replay-board" }, this.board, el("div", { class: "review-cards replay-cards" })),
      el("div", { class: "replay-side" }, part("review-summary"), part("review-decision"), part("review-moments"), part("review-chances"), part("review-list"), part("review-luck"), part("review-accuracy"))));
    this.drawn = "";
    this.renew();
  }

  /** There is something new, or everything is. */
  renew() {
    const { review } = this;
    if (!review) return;
    if (!this.decision) this.step = this.firstStep(review);
    const first = el("div", { class: "row review-head" }, el("h2", {}, scoresWords(review)), ...shareReview(this.key, review.seat >= 0), el("a", { class: "button quiet", href: replayPath(this.key), hidden: this.key.startsWith("record-") }, t("end.replay")));
    const progress = review.stage === "done" ? null : el("div", { class: "review-progress", role: "status" }, el("span", {}, stageWords(review)), el("progress", { max: 1, value: review.progress, "aria-label": t("review.progress") }));
    this.put(".review-summary", first, progress ?? "");
    this.update();
  }

  /** Where to look first: the weightiest moment of the own seat, else the first mistake. @param {ShownReview} review */
  firstStep({ moments, decisions }) {
    const own = moments.filter(({ is_deal, seat }) => !is_deal && seat === this.seat);
    const [worst] = own.sort((one, other) => one.win - other.win);
    return worst?.step ?? decisions.find((decision) => decision.seat === this.seat && isBlamed(decision))?.step ?? -1;
  }

  /** All that depends on the decision and on the lists. */
  update() {
    const { review, game, reader } = this;
    if (!review || !game) return;
    const show = (/** @type {number} */ step) => this.show(step);
    this.put(".review-moments", ...momentsPart(review, reader, this.step, show));
    this.put(".review-chances", ...chancesPart(review, show));
    this.put(".review-list", ...decisionsPart(review, reader, { seat: this.seat, all: this.all, step: this.step }, show, (seat, all) => this.list(seat, all), (decisions) => this.find(decisions)));
    this.put(".review-luck", ...luckPart(review, reader));
    this.put(".review-accuracy", ...accuracyPart(review, reader, this.seat));
    this.put(".review-decision", ...this.decisionPart());
    this.showBoard();
  }

  /** @param {number} seat @param {boolean} all */
  list(seat, all) {
    this.seat = seat;
    this.all = all;
    this.update();
  }

  showBoard() {
    const { decision, game, review } = this;
    const { frames } = /** @type {Replay} */ (game);
    const { position } = frames[decision ? decision.step : frames.length - 1];
    const names = playerNames(review?.players ?? []);
    this.board.show(position, { names });
    const marks = [];
    if (decision?.better) marks.push({ kind: "better", space: decision.better.space ?? null, ship: decision.better_ship ?? null, label: t("review.better") });
    if (decision) marks.push({ kind: "played", space: decision.played.space ?? null, ship: decision.played_ship ?? null, label: t("review.played") });
    this.board.point(marks, decision?.seat ?? -1);
    this.put(".review-cards", ...this.cardsPart());
  }

  /** The cards that the decision was about: the hand or the display, and which were played and better. */
  cardsPart() {
    const { decision, game } = this;
    if (!decision || decision.phase === "play") return [];
    const { position } = /** @type {Replay} */ (game).frames[decision.step];
    const cards = decision.phase === "take" ? position.display : (position.known[String(decision.seat)] ?? []);
    const marks = cards.map((card, number) => (cards.indexOf(card) < number ? null : card === decision.better?.card ? "better" : card === decision.played.card ? "played" : null));
    const faces = cards.map((card, number) => el("li", { class: marks[number] }, cardFace(card), el("span", { class: "unseen" }, cardName(card)), marks[number] ? el("small", {}, t(`review.${marks[number]}`)) : null));
    return [el("div", { class: "card-row" }, el("span", { class: "card-row-name" }, t(decision.phase === "take" ? "end.replay.display" : "game.hand")), el("ul", {}, ...faces))];
  }

  // --- A decision

  /** @returns {Node[]} */
  decisionPart() {
    const { decision, reader, review } = this;
    if (!decision) return [el("h2", {}, t("review.decision")), el("p", {}, t(review?.stage === "done" ? "review.none" : "review.soon"))];
    const loss = this.hindsight && decision.hindsight ? decision.hindsight : decision.loss;
    const heading = el("div", { class: "row review-head" }, seatIcon(decision.seat), el("h2", {}, placeWords(decision)), el("span", { class: `verdict-badge ${decision.verdict}` }, t(`review.verdict.${decision.verdict}`)));
    const words = [el("p", { class: "played" }, el("b", {}, t("review.played") + t("colon")), doneWords(decision.played, reader))];
    if (decision.better) words.push(el("p", { class: "better" }, el("b", {}, t("review.better") + t("colon")), doneWords(decision.better, reader)));
    if (loss && loss.why.whole > 0) words.push(el("p", { class: "why" }, whyWords(loss.why, reader)));
    if (loss) words.push(el("p", { class: "hint" }, figuresWords(loss)));
    else words.push(el("p", { class: "hint" }, t("review.nothing_better")));
    return [heading, ...words, this.hindsightSwitch(decision), this.decisionButtons(decision), el("p", { class: "error", role: "alert" })];
  }

  /** @param {ShownDecision} decision */
  hindsightSwitch(decision) {
    const change = (/** @type {any} */ event) => {
      this.hindsight = event.target.checked;
      this.update();
    };
    return el("label", { class: "hindsight", hidden: !decision.hindsight }, el("input", { type: "checkbox", checked: this.hindsight, change }), el("span", {}, t("review.hindsight"), el("small", { class: "hint" }, ` ${t("review.hindsight.line")}`)));
  }

  /** @param {ShownDecision} decision */
  decisionButtons(decision) {
    const level = el("select", { "aria-label": t("review.level") }, ...LEVELS.map((name) => el("option", { value: name, selected: name === "skilled" }, botName(name))));
    return el("div", { class: "buttons" },
      el("span", { class: "row" },
        el("button", { type: "button", class: "quiet", "data-name": "review-back", title: t("review.back"), "aria-label": t("review.back"), click: () => this.move(-1) }, "‹"),
        el("button", { type: "button", class: "quiet", "data-name": "review-on", title: t("review.on"), "aria-label": t("review.on"), click: () => this.move(1) }, "›")),
      decision.better ? el("button", { type: "button", class: "primary", "data-name": "find", click: () => this.find([decision]) }, t("review.find")) : null,
      el("span", { class: "row" }, el("button", { type: "button", "data-name": "play-on", click: () => this.playOn(decision, level.value) }, t("review.play_on")), level));
  }

  /** Let the reader find the better actions. @param {ShownDecision[]} decisions */
  async find(decisions) {
    await this.tryTo(async () => {
      await Promise.all([import("./attempt.js"), loadTexts("learn")]);
      const attempt = Object.assign(document.createElement("mf-attempt"), { key: this.key, decisions });
      attempt.addEventListener("back", () => attempt.replaceWith(this), { once: true });
      this.replaceWith(attempt);
    });
  }

  /** A new game from here, against bots. @param {ShownDecision} decision @param {string} level */
  async playOn({ step, seat }, level) {
    await this.tryTo(async () => {
      const opened = await post("api/review/play", { key: this.key, step, seat, level, name: settings.values.name });
      const { edition, tactical, players } = /** @type {ShownReview} */ (this.review);
      const seats = players.map((_, number) => (number === seat ? { name: settings.values.name, kind: "here" } : { name: "", kind: "bot", level }));
      go(rememberOpened(opened, { edition, tactical, players: seats }));
    });
  }

  /** @param {() => Promise<void>} work */
  async tryTo(work) {
    try {
      await work();
    } catch (error) {
      this.put(".review-decision .error", errorWords(/** @type {any} */ (error)));
    }
  }

  /** @param {string} selector @param {...(Node | string)} content */
  put(selector, ...content) {
    const place = this.querySelector(selector);
    if (!place) return;
    const focused = place.contains(document.activeElement) ? document.activeElement?.getAttribute("data-name") : null;
    place.replaceChildren(...content);
    if (focused) /** @type {HTMLElement | null} */ (place.querySelector(`[data-name="${focused}"]`))?.focus({ preventScroll: true });
  }
}

/** @param {ShownDecision} decision */
function isBlamed({ verdict }) {
  return verdict === "slip" || verdict === "mistake";
}

/** "Ada 93 · Ben 81". @param {ShownReview} review */
function scoresWords({ players, scores, winners }) {
  return playerNames(players).map((name, seat) => `${name} ${scores[seat]}${winners.includes(seat) ? " ♛" : ""}`).join(" · ");
}

customElements.define("mf-review", ReviewElement);
