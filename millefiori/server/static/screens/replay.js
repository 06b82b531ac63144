// @ts-check
/** `<mf-replay>`: a finished game step by step, with keys, buttons and a slider. Nothing of the future is shown. */

import "../board/board.js";
import { cardFace, wordmark } from "../board/drawing.js";
import { get } from "../core/api.js";
import { el, seatIcon, svg } from "../core/dom.js";
import { editionName } from "../core/editions.js";
import { onLanguage, t } from "../core/i18n.js";
import { cardName, errorWords, playerNames } from "../core/names.js";
import { analysisPath, go, HOME, replayPath, reviewPath } from "../core/router.js";
import { sentence } from "../core/sentences.js";
import { settings } from "../core/settings.js";
import "../panels/plot.js";
import { openedRecord, recordField, recordReview } from "../panels/record.js";
import "../panels/settings.js";
import { scoreSheet } from "../panels/sheet.js";

/** @import { BoardElement } from "../board/board.js" */
/** @import { Event, Position, Replay } from "../core/messages.js" */

// Milliseconds per step while the replay runs by itself.
const PAUSES = { slowest: 4000, slow: 2600, normal: 1500, fast: 700, none: 900 };

// The signs on the buttons as paths: not every font has them.
const SIGNS = {
  first: "M-8-8V8M8-8L-3 0L8 8",
  "round.back": "M0-8L-9 0L0 8M9-8L0 0L9 8",
  back: "M5-8L-5 0L5 8",
  on: "M-5-8L5 0L-5 8",
  "round.on": "M0-8L9 0L0 8M-9-8L0 0L-9 8",
  last: "M8-8V8M-8-8L3 0L-8 8",
};

class ReplayElement extends HTMLElement {
  constructor() {
    super();
    this.settings = document.createElement("mf-settings"); // made once: its dialog stays open when the language changes
    /** @type {Replay | null} */
    this.replay = null;
    this.board = /** @type {BoardElement} */ (document.createElement("mf-board"));
    this.at = 0;
    this.timer = 0;
    this.key = ""; // of the game; set by the router, empty for a record from a file
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.press(event);
  }

  async connectedCallback() {
    document.addEventListener("keydown", this.onKey);
    this.stopWords = onLanguage(() => this.render());
    try {
      this.replay = this.key ? await get("api/replay", this.key) : await openedRecord();
      this.render();
    } catch (error) {
      this.sorry(/** @type {any} */ (error));
    }
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.onKey);
    this.stopWords?.();
    this.pause();
  }

  // --- Steps

  get last() {
    return (this.replay?.frames.length ?? 1) - 1;
  }

  /** @param {number} at */
  show(at) {
    const before = this.at;
    this.at = Math.min(this.last, Math.max(0, at));
    if (this.at === this.last) this.pause();
    if (this.at !== before) this.update();
  }

  /** The next step in a direction that lies in another round. @param {1 | -1} direction */
  roundStep(direction) {
    const frames = this.replay?.frames ?? [];
    const roundOf = (/** @type {number} */ at) => frames[at].position.round;
    let at = this.at + direction;
    while (at > 0 && at < this.last && roundOf(at) === roundOf(this.at)) at += direction;
    // Backwards leads to the beginning of the round before, not to its end.
    if (direction < 0) while (at > 0 && roundOf(at - 1) === roundOf(at)) at -= 1;
    this.show(at);
  }

  get isRunning() {
    return this.timer !== 0;
  }

  run() {
    if (this.at === this.last) this.show(0);
    this.timer = window.setInterval(() => this.show(this.at + 1), PAUSES[settings.values.speed]);
    this.drawRunning();
  }

  pause() {
    window.clearInterval(this.timer);
    this.timer = 0;
    this.drawRunning();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!this.replay || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (target.matches("input:not([type=range]), select, textarea")) return;
    if (event.key === " " && target.matches("button, a, summary")) return; // then the space bar presses the button
    const steps = {
      ArrowRight: () => (event.shiftKey ? this.roundStep(1) : this.show(this.at + 1)),
      ArrowLeft: () => (event.shiftKey ? this.roundStep(-1) : this.show(this.at - 1)),
      PageDown: () => this.roundStep(1),
      PageUp: () => this.roundStep(-1),
      Home: () => this.show(0),
      End: () => this.show(this.last),
      " ": () => (this.isRunning ? this.pause() : this.run()),
    };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (!step) return;
    event.preventDefault();
    step();
  }

  // --- Drawing

  /** @param {{code?: string, message?: string}} error */
  sorry(error) {
    const words = error.code === "running" ? t("end.replay.running") : errorWords(error);
    this.replaceChildren(el("div", { class: "lobby" }, this.heading(), el("section", { class: "panel" },
      el("p", { role: "alert" }, words), this.filePart())));
  }

  heading() {
    return el("header", { class: "lobby-head" },
      el("div", {}, el("h1", {}, el("a", { href: HOME }, wordmark())), el("p", { class: "subtitle" }, t("end.replay"))),
      this.settings);
  }

  filePart() {
    const onOpened = async () => {
      this.replay = await openedRecord();
      this.at = 0;
      if (this.key) go(replayPath());
      else this.render();
    };
    return recordField(onOpened, (error) => this.sorry(error));
  }

  render() {
    if (!this.replay) {
      this.replaceChildren(el("div", { class: "lobby" }, this.heading(), el("section", { class: "panel" }, el("h2", {}, t("lobby.record")), this.filePart())));
      return;
    }
    const part = (/** @type {string} */ name, /** @type {string} */ tag = "div") => el(/** @type {any} */ (tag), { class: name });
    this.plot = /** @type {any} */ (document.createElement("mf-plot"));
    this.plot.addEventListener("step", (/** @type {any} */ event) => this.show(event.detail));
    this.slider = /** @type {HTMLInputElement} */ (el("input", { type: "range", id: "replay-step", min: 0, max: this.last, value: this.at, input: () => this.show(Number(this.slider?.value)) }));
    this.replaceChildren(el("div", { class: "replay" }, this.heading(),
      el("div", { class: "replay-board" }, this.board),
      el("div", { class: "replay-side" },
        el("div", { class: "panel replay-control" },
          el("p", { class: "replay-words", "aria-live": "polite" }), this.sliderPart(), this.buttonsPart(),
          el("div", { class: "row replay-more" }, el("p", { class: "hint keys" }, t("end.replay.keys")), this.reviewButton(), this.key ? el("a", { class: "button quiet", href: analysisPath(`game/${this.key}`) }, t("analysis.entry")) : null), el("p", { class: "error", role: "alert" })),
        part("panel replay-scores", "ul"),
        el("details", { class: "panel", open: true }, el("summary", {}, el("h2", {}, t("end.replay.cards"))), part("replay-cards")),
        el("div", { class: "panel" }, el("h2", {}, t("end.plot")), this.plot),
        el("details", { class: "panel" }, el("summary", {}, el("h2", {}, t("end.sheet"))), part("replay-sheet")))));
    this.update();
  }

  sliderPart() {
    return el("div", { class: "replay-slider" }, el("label", { for: "replay-step" }, t("end.replay.step")), this.slider, el("output", { for: "replay-step" }));
  }

  buttonsPart() {
    /** @param {keyof typeof SIGNS} key @param {() => void} click */
    const button = (key, click) => el("button", { type: "button", click, "aria-label": t(`end.replay.${key}`), title: t(`end.replay.${key}`) },
      svg("svg", { viewBox: "-12 -12 24 24", class: "step-sign", "aria-hidden": "true" }, svg("path", { d: SIGNS[key] })));
    this.runButton = el("button", { type: "button", class: "primary run", click: () => (this.isRunning ? this.pause() : this.run()) });
    return el("div", { class: "row replay-buttons", role: "group", "aria-label": t("end.replay.step") },
      button("first", () => this.show(0)), button("round.back", () => this.roundStep(-1)), button("back", () => this.show(this.at - 1)),
      this.runButton, button("on", () => this.show(this.at + 1)), button("round.on", () => this.roundStep(1)), button("last", () => this.show(this.last)));
  }

  /** Only a game that is over can be reviewed. */
  reviewButton() {
    const { position } = /** @type {Replay} */ (this.replay).frames[this.last];
    if (position.phase !== "over" || position.abandoned) return null;
    const open = async () => {
      try {
        go(reviewPath(this.key || (await recordReview())));
      } catch (error) {
        this.put(".replay-control .error", errorWords(/** @type {any} */ (error)));
      }
    };
    return el("button", { type: "button", "data-name": "review", title: t("end.review.line"), click: open }, t("end.review"));
  }

  drawRunning() {
    if (this.runButton) this.runButton.textContent = t(this.isRunning ? "end.replay.pause" : "end.replay.run");
  }

  /** All that depends on the step. */
  update() {
    const { replay } = this;
    if (!replay) return;
    const { event, position } = replay.frames[this.at];
    const names = playerNames(replay.players);
    this.board.show(position, { lastEvents: event ? [event] : [], names });
    this.put(".replay-words", event ? sentence(event, { seat: -1, players: replay.players }) : t("end.replay.start", { edition: editionName(replay.edition) }));
    if (this.slider) {
      this.slider.value = String(this.at);
      this.slider.setAttribute("aria-valuetext", `${this.at} / ${this.last}, ${t("end.round")} ${position.round}`);
    }
    this.put("output", `${this.at} / ${this.last} · ${t("end.round")} ${position.round}`);
    this.put(".replay-scores", ...names.map((name, seat) => this.score(name, seat, position, event?.seat === seat)));
    this.put(".replay-cards", ...this.cards(names, position, event));
    this.put(".replay-sheet", scoreSheet(position, replay.players));
    const steps = replay.frames.map((frame) => ({ scores: frame.position.players.map((player) => player.score), round: frame.event?.round ?? 1 }));
    this.plot.plot = { steps, names, at: this.at };
    this.drawRunning();
  }

  /** @param {string} selector @param {...(Node | string)} content */
  put(selector, ...content) {
    this.querySelector(selector)?.replaceChildren(...content);
  }

  /** A player at this step; whoever has just acted stands out. @param {string} name @param {number} seat @param {Position} position @param {boolean} acted */
  score(name, seat, position, acted) {
    const { score, supply, reserve, ship } = position.players[seat];
    const wins = position.winners.includes(seat) ? " ♛" : "";
    return el("li", { class: acted ? "acted" : null, "aria-current": acted ? "step" : null }, seatIcon(seat), el("span", { class: "name" }, name + wins),
      el("b", {}, String(score)), el("span", { class: "hint" }, t("end.replay.has", { diamonds: reserve ? t("players.supply", { supply, reserve }) : t("end.left", { count: supply }), ship })));
  }

  /** The open hands and the display; the card of the step stands out. @param {string[]} names @param {Position} position @param {Event | null} event */
  cards(names, position, event) {
    const rows = names.map((name, seat) => this.cardRow([seatIcon(seat), name], position.known[String(seat)] ?? [], event?.seat === seat ? event.card : null));
    return [...rows, this.cardRow([t("end.replay.display")], position.display, event?.kind === "take" ? event.card : null)];
  }

  /** @param {(Node | string)[]} label @param {number[]} cards @param {number | null | undefined} marked */
  cardRow(label, cards, marked) {
    const faces = cards.map((card) => el("li", { class: card === marked ? "marked" : null }, cardFace(card), el("span", { class: "unseen" }, cardName(card))));
    return el("div", { class: "card-row" }, el("span", { class: "card-row-name" }, ...label), el("ul", {}, ...faces));
  }
}

customElements.define("mf-replay", ReplayElement);
