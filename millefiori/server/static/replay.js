// @ts-check
// A finished game step by step: forwards and backwards by keys, buttons and a slider. Nothing of the future is shown.

import { ApiError, get, post } from "./api.js";
import "./board.js";
import { cardFace } from "./cards.js";
import { el, seatIcon, svg } from "./dom.js";
import { scoreSheet } from "./end.js";
import { playerNames } from "./games.js";
import { onLanguage, t } from "./i18n.js";
import { cardName, errorWords, sentence, useFacts } from "./sentences.js";
import { settings } from "./settings.js";
import { go } from "./share.js";

/** @typedef {import("./state.js").Position} Position */
/** @typedef {import("./state.js").Event} Event */
/** @typedef {{event: Event | null, position: Position}} Frame */
/** @typedef {{edition: string, tactical: boolean, players: import("./state.js").Player[], frames: Frame[]}} Replay */

// Milliseconds for a step when the replay runs by itself.
const PAUSES = { slow: 2600, normal: 1500, fast: 700, none: 900 };

// The signs on the buttons as paths: not every font has them.
const SIGNS = {
  first: "M-8-8V8M8-8L-3 0L8 8",
  "round.back": "M0-8L-9 0L0 8M9-8L0 0L9 8",
  back: "M5-8L-5 0L5 8",
  on: "M-5-8L5 0L-5 8",
  "round.on": "M0-8L9 0L0 8M-9-8L0 0L-9 8",
  last: "M8-8V8M-8-8L3 0L-8 8",
};

/** @type {Replay | null} the record that was opened last; `/replay` shows it */
let opened = null;

/**
 * Read a record from a file and let the server replay it. Of a file with several records, one a line, the first is taken.
 * @param {File} file
 */
export async function openRecord(file) {
  const text = (await file.text()).replace(/^\uFEFF/, "").trim();
  let record;
  try {
    record = JSON.parse(text);
  } catch {
    try {
      record = JSON.parse(text.split("\n")[0]);
    } catch {
      throw new ApiError("", t("lobby.record.unreadable"));
    }
  }
  try {
    opened = await post("/api/replay", record);
  } catch (error) {
    const { code, message } = /** @type {ApiError} */ (error);
    throw code === "record" ? new ApiError("", t("lobby.record.wrong", { message })) : error;
  }
}

/** `<mf-replay>` */
export class ReplayElement extends HTMLElement {
  constructor() {
    super();
    this.settings = document.createElement("mf-settings"); // one for good: its dialog stays open when the words change
    /** @type {Replay | null} */
    this.replay = null;
    /** @type {any} */
    this.facts = null;
    /** @type {any} */
    this.board = null;
    this.at = 0;
    this.timer = 0;
    this.key = ""; // of the game; set by the router, empty for a record from a file
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.press(event);
  }

  async connectedCallback() {
    document.addEventListener("keydown", this.onKey);
    this.stopWords = onLanguage(() => this.render());
    try {
      this.facts ??= await get("/api/facts");
      useFacts(this.facts);
      this.replay = this.key ? await get(`/api/replay/${encodeURIComponent(this.key)}`) : opened;
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
    const speed = /** @type {keyof typeof PAUSES} */ (settings.values.speed);
    this.timer = window.setInterval(() => this.show(this.at + 1), PAUSES[speed] ?? PAUSES.normal);
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
    if (event.key === " " && target.matches("button, a, summary")) return; // the space bar belongs to the button
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
      el("div", {}, el("h1", {}, el("a", { href: "/" }, "Mille Fiori")), el("p", { class: "subtitle" }, t("end.replay"))),
      this.settings);
  }

  filePart() {
    const change = async (/** @type {any} */ event) => {
      const [file] = event.target.files;
      if (!file) return;
      try {
        await openRecord(file);
        this.replay = opened;
        this.at = 0;
        if (this.key) go("/replay");
        else this.render();
      } catch (error) {
        this.sorry(/** @type {any} */ (error));
      }
    };
    return el("label", { class: "file" }, el("span", {}, t("lobby.record.line")),
      el("input", { type: "file", accept: ".json,.jsonl,application/json", change }));
  }

  render() {
    if (!this.facts) return;
    if (!this.replay) {
      this.replaceChildren(el("div", { class: "lobby" }, this.heading(), el("section", { class: "panel" }, el("h2", {}, t("lobby.record")), this.filePart())));
      return;
    }
    this.board ??= /** @type {any} */ (Object.assign(document.createElement("mf-board"), { facts: this.facts }));
    const part = (/** @type {string} */ name, /** @type {string} */ tag = "div") => el(/** @type {any} */ (tag), { class: name });
    this.plot = /** @type {any} */ (document.createElement("mf-plot"));
    this.plot.addEventListener("step", (/** @type {any} */ event) => this.show(event.detail));
    this.slider = /** @type {HTMLInputElement} */ (el("input", { type: "range", id: "replay-step", min: 0, max: this.last, value: this.at, input: () => this.show(Number(this.slider?.value)) }));
    this.replaceChildren(el("div", { class: "replay" }, this.heading(),
      el("div", { class: "replay-board" }, this.board),
      el("div", { class: "replay-side" },
        el("div", { class: "panel replay-control" },
          el("p", { class: "replay-words", "aria-live": "polite" }), this.sliderPart(), this.buttonsPart(),
          el("p", { class: "hint keys" }, t("end.replay.keys"))),
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
      svg("svg", { viewBox: "-12 -12 24 24", class: "sign", "aria-hidden": "true" }, svg("path", { d: SIGNS[key] })));
    this.runButton = el("button", { type: "button", class: "primary run", click: () => (this.isRunning ? this.pause() : this.run()) });
    return el("div", { class: "row replay-buttons", role: "group", "aria-label": t("end.replay.step") },
      button("first", () => this.show(0)), button("round.back", () => this.roundStep(-1)), button("back", () => this.show(this.at - 1)),
      this.runButton, button("on", () => this.show(this.at + 1)), button("round.on", () => this.roundStep(1)), button("last", () => this.show(this.last)));
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
    const told = { facts: this.facts, seat: -1, players: replay.players };
    this.board?.show(position, { lastEvents: event ? [event] : [], seat: -1, names });
    this.put(".replay-words", event ? sentence(event, told) : t("end.replay.start", { edition: t(`edition.${replay.edition}`) }));
    if (this.slider) {
      this.slider.value = String(this.at);
      this.slider.setAttribute("aria-valuetext", `${this.at} / ${this.last}, ${t("end.round")} ${position.round}`);
    }
    this.put("output", `${this.at} / ${this.last} · ${t("end.round")} ${position.round}`);
    this.put(".replay-scores", ...names.map((name, seat) => this.score(name, seat, position)));
    this.put(".replay-cards", ...this.cards(names, position, event));
    this.put(".replay-sheet", scoreSheet({ facts: this.facts, position, players: replay.players }));
    const steps = replay.frames.map((frame) => ({ scores: frame.position.players.map((player) => player.score), round: frame.event?.round ?? 1 }));
    this.plot.data = { steps, names, at: this.at, roundWord: t("end.round"), label: `${t("end.plot")}: ${names.map((name, seat) => `${name} ${position.players[seat].score}`).join(", ")}` };
    this.drawRunning();
  }

  /** @param {string} selector @param {...(Node | string)} content */
  put(selector, ...content) {
    this.querySelector(selector)?.replaceChildren(...content);
  }

  /** @param {string} name @param {number} seat @param {Position} position */
  score(name, seat, position) {
    const { score, supply, reserve, ship } = position.players[seat];
    const wins = position.winners.includes(seat) ? " ♛" : "";
    return el("li", { class: position.to_act === seat && position.phase !== "over" ? "acts" : null }, seatIcon(seat), el("span", { class: "name" }, name + wins),
      el("b", {}, String(score)), el("span", { class: "hint" }, t("end.replay.has", { diamonds: t("end.left", { count: supply + reserve }), ship })));
  }

  /** The open hands and the display; the card of the step stands out. @param {string[]} names @param {Position} position @param {Event | null} event */
  cards(names, position, event) {
    const rows = names.map((name, seat) => this.cardRow([seatIcon(seat), name], position.known[String(seat)] ?? [], event?.seat === seat ? event.card : null));
    return [...rows, this.cardRow([t("end.replay.display")], position.display, event?.kind === "take" ? event.card : null)];
  }

  /** @param {(Node | string)[]} label @param {number[]} cards @param {number | null | undefined} marked */
  cardRow(label, cards, marked) {
    const faces = cards.map((card) => el("li", { class: card === marked ? "marked" : null }, cardFace(this.facts, card), el("span", { class: "unseen" }, cardName(card))));
    return el("div", { class: "card-row" }, el("span", { class: "card-row-name" }, ...label), el("ul", {}, ...faces));
  }
}

customElements.define("mf-replay", ReplayElement);
