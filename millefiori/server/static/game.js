// @ts-check
/** The game screen: it listens to the line, shows one event after the other, and offers what can be decided. */

import "./board.js";
import "./cards.js";
import "./preview.js";
import "./info.js";
import "./players.js";
import "./log.js";
import "./track.js";
import "./textview.js";
import "./end.js";
import "./settings.js";
import { Stage } from "./animate.js";
import { Line } from "./api.js";
import { keysOfGame, rememberGame } from "./games.js";
import { onLanguage, t } from "./i18n.js";
import { listenToKeys } from "./keyboard.js";
import { arrange, isDocked, makeParts, refusedNotice, showHelp, showScores, showVeil, writeLabels } from "./layout.js";
import { errorWords, playerTitle, sentence } from "./sentences.js";
import { advance, editionFacts, isAwaited, welcomed } from "./state.js";
import { Turn } from "./turn.js";
import { PARTS, WHOLE } from "./zoom.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Event} Event */
/** @typedef {import("./state.js").Facts} Facts */
/** @typedef {import("./state.js").Position} Position */

const SMALL = "(max-width: 700px)";
const TEXT_STORE = "millefiori.text";

export class GameElement extends HTMLElement {
  constructor() {
    super();
    /** @type {Facts | null} */
    this.facts = null;
    this.key = "";
    /** @type {State | null} */
    this.state = null;
    /** @type {Line | null} */
    this.line = null;
    /** @type {Event[]} events that have arrived and are not yet shown */
    this.queue = [];
    this.isShowing = false;
    /** @type {{event: Event, before: Position}[]} what was shown lately, to be shown again */
    this.recent = [];
    this.parts = makeParts();
    this.turn = new Turn(() => this.showDecision(), (error) => this.complain(error));
    this.stage = new Stage(this.parts.board, (seat) => this.parts.scores.querySelector(`.score[data-seat="${seat}"]`));
    /** @type {(() => void)[]} */
    this.endings = [];
  }

  connectedCallback() {
    const { parts } = this;
    for (const element of [parts.board, parts.display, parts.hand]) element.facts = this.facts;
    this.replaceChildren(...arrange(parts));
    this.listen();
    this.showText(localStorage.getItem(TEXT_STORE) === "yes");
    this.enter(this.key);
  }

  disconnectedCallback() {
    this.line?.close();
    for (const end of this.endings) end();
    document.title = "Mille Fiori";
  }

  listen() {
    const { parts, turn } = this;
    parts.board.addEventListener("space", (event) => this.onSpace(/** @type {CustomEvent} */ (event).detail));
    parts.board.addEventListener("look", (event) => parts.turn.showLook(turn.look(isDocked() ? undefined : /** @type {CustomEvent} */ (event).detail.space)));
    parts.board.addEventListener("about", (event) => this.showHelp(/** @type {CustomEvent} */ (event).detail.area));
    parts.board.addEventListener("pointerdown", () => this.stage.skip());
    for (const row of [parts.display, parts.hand]) row.addEventListener("card", (event) => this.onCard(/** @type {CustomEvent} */ (event).detail));
    parts.helpButton.addEventListener("click", () => this.showHelp(""));
    parts.textButton.addEventListener("click", () => this.showText(parts.text.hidden));
    parts.again.addEventListener("click", () => this.showAgain());
    parts.help.addEventListener("click", (event) => event.target === parts.help && parts.help.close());
    const hands = {
      turn, rows: () => [parts.hand, parts.display], targets: () => [...parts.board.querySelectorAll(".target")], help: () => this.showHelp(""),
      skip: () => this.stage.isRunning && (this.stage.skip(), true),
    };
    this.endings = [listenToKeys(hands), onLanguage(() => this.writeWords())];
    this.writeWords();
  }

  writeWords() {
    writeLabels(this.parts, (part) => this.parts.board.zoom?.to(part ? PARTS[part] : WHOLE));
    this.render();
  }

  // --- The line

  /** Sit down at a seat. @param {string} key */
  enter(key) {
    this.line?.close();
    this.key = key;
    this.state = null;
    this.queue = [];
    this.recent = [];
    this.line = new Line(key, (message) => this.hear(message), (connected) => this.showConnection(connected));
  }

  /** @param {any} message */
  hear(message) {
    if (message.type === "welcome") this.begin(message);
    else if (message.type === "event") this.queue.push(message);
    else if (message.type === "presence" && this.state) {
      Object.assign(this.state, { presence: message.presence, players: message.players });
      this.render();
    } else if (message.type === "refused" && this.line?.closed) this.replaceChildren(refusedNotice(message));
    this.drain();
  }

  /** @param {any} welcome */
  begin(welcome) {
    const ask = (/** @type {any} */ request) => /** @type {Line} */ (this.line).ask(request);
    this.queue = [];
    this.state = welcomed(/** @type {Facts} */ (this.facts), this.key, welcome, {
      choose: (card) => ask({ type: "choose", card }),
      act: async (...numbers) => {
        for (const action of numbers) await ask({ type: "act", action });
      },
      undo: (whole = false) => ask({ type: "undo", whole_turn: whole }),
      hint: async () => (await ask({ type: "hint" })).opinions,
    });
    this.turn.update(this.state);
    this.render();
    this.afterwards();
  }

  /** Show what has arrived, one event after the other. */
  async drain() {
    if (this.isShowing) return;
    while (this.queue.length && this.state) {
      this.isShowing = true;
      const event = /** @type {Event} */ (this.queue.shift());
      const { state } = this;
      if (event.n <= state.n) continue;
      this.showDecision();
      this.parts.ticker.textContent = sentence(event, state);
      if (event.position) this.recent = [...this.recent.slice(-40), { event, before: state.position }];
      await this.stage.play(event, state.seat);
      if (state !== this.state) continue; // somebody else has sat down meanwhile
      advance(state, event);
      this.turn.update(state);
      this.isShowing = this.queue.length > 0;
      this.render();
    }
    this.isShowing = false;
    this.afterwards();
  }

  /** When all is shown: remember the game, and ask the next person at this screen. */
  afterwards() {
    const { state } = this;
    if (!state) return;
    const { key, game, seat, edition, tactical, players, position } = state;
    const scores = position.players.map((player) => player.score);
    rememberGame({ key, game, seat, edition, tactical, players, over: position.phase === "over", scores });
    this.frame();
    const next = keysOfGame(game).find((entry) => isAwaited(state, entry.seat));
    if (next && seat >= 0 && !isAwaited(state, seat)) this.handOver(next);
  }

  // --- Showing

  render() {
    const { parts, state } = this;
    if (!state) return;
    const { position } = state;
    showScores(parts.scores, state);
    parts.board.show(position, { lastEvents: this.news(), seat: state.seat, names: state.players.map((_, seat) => playerTitle(seat, state)) });
    for (const panel of [parts.track, parts.info, parts.players, parts.log, parts.text]) panel.update(state);
    parts.end.hidden = position.phase !== "over";
    this.classList.toggle("over", position.phase === "over");
    if (position.phase === "over") parts.end.update(state);
    parts.again.hidden = !this.recent.some(({ event }) => event.n > state.lastSeen && (event.kind === "place" || event.kind === "sail"));
    document.title = position.decides ? `● ${t("game.title.turn")} – Mille Fiori` : "Mille Fiori";
    this.showDecision();
  }

  /** What was placed since the own last turn and still lies there. */
  news() {
    const { log, lastSeen } = /** @type {State} */ (this.state);
    const undone = new Set(log.flatMap((event) => event.taken_back ?? []));
    return log.filter((event) => event.kind === "place" && !undone.has(event.n)).filter((event) => event.n > lastSeen).slice(-12);
  }

  /** Cards, lit spaces and the panel with the preview. */
  showDecision() {
    const { parts, state, turn } = this;
    if (!state) return;
    const { position } = state;
    this.dataset.mode = turn.mode;
    this.toggleAttribute("data-ready", turn.isReady);
    parts.displayTitle.textContent = t("game.display", { count: position.display.length });
    parts.handTitle.textContent = t("game.hand");
    const fromDisplay = turn.mode === "extra" && !this.isShowing;
    parts.display.show(position.display.map((card) => (fromDisplay ? turn.shown(card) : { card })), t("game.display.label"));
    parts.hand.show(turn.handCards, t("game.hand"));
    parts.hand.parentElement?.classList.toggle("none", state.seat < 0);
    const { targets, selected } = this.isShowing ? { targets: [], selected: null } : turn.targets;
    parts.board.offer(targets, selected, state.seat);
    parts.turn.show(turn);
  }

  /** @param {boolean} connected */
  showConnection(connected) {
    if (this.state) this.state.connected = connected;
    this.parts.banner.hidden = connected;
    this.parts.banner.textContent = connected ? "" : t("game.reconnecting");
  }

  /** @param {Error} error */
  complain(error) {
    const { toast } = this.parts;
    toast.textContent = errorWords(error);
    toast.hidden = false;
    window.setTimeout(() => (toast.hidden = true), 5000);
  }

  /** @param {string} area "" for all */
  showHelp(area) {
    showHelp(this.parts.help, area, this.state && editionFacts(this.state));
  }

  /** The board or the text view; both play the same game. @param {boolean} asText */
  showText(asText) {
    this.parts.text.hidden = !asText;
    this.parts.textButton.setAttribute("aria-pressed", String(asText));
    this.classList.toggle("as-text", asText);
    localStorage.setItem(TEXT_STORE, asText ? "yes" : "no");
  }

  /** Play everything since the own last turn once more. */
  async showAgain() {
    const { state, parts } = this;
    if (!state || this.isShowing) return;
    this.isShowing = true;
    for (const { event, before } of this.recent.filter((found) => found.event.n > state.lastSeen)) {
      parts.board.show(before);
      showScores(parts.scores, { ...state, position: before });
      parts.ticker.textContent = sentence(event, state);
      await this.stage.play(event, -1);
    }
    this.isShowing = false;
    this.render();
    this.drain();
  }

  // --- Choosing

  /** @param {{card: number, byKeyboard: boolean}} chosen */
  onCard({ card, byKeyboard }) {
    this.turn.pickCard(card);
    const { board, turn } = this.parts;
    if (byKeyboard) this.turn.mode === "draft" ? turn.focusOn("confirm") : /** @type {SVGElement | null} */ (board.querySelector('.target[tabindex="0"]'))?.focus();
    this.frame();
  }

  /** @param {{space: number | null, byKeyboard: boolean}} chosen */
  onSpace({ space, byKeyboard }) {
    this.turn.pickSpace(space);
    if (byKeyboard) this.parts.turn.focusOn("confirm");
  }

  /** On a small screen the board comes closer to what can be chosen, and goes back when all is done. */
  frame() {
    const { zoom } = this.parts.board;
    if (!zoom || !matchMedia(SMALL).matches) return;
    const isPlacing = this.turn.mode !== "draft" && !this.isShowing;
    const spaces = isPlacing ? this.turn.targets.targets.flatMap((target) => (target.space === null ? [] : [target.space])) : [];
    zoom.around(spaces.map((space) => /** @type {Facts} */ (this.facts).spaces[space].xy));
  }

  /** Somebody else at this screen has to decide. @param {{key: string, seat: number}} next */
  handOver(next) {
    this.classList.add("veiled");
    const unveil = () => {
      this.classList.remove("veiled");
      this.parts.veil.hidden = true;
    };
    const ready = () => {
      unveil();
      history.replaceState(null, "", `/play/${next.key}`);
      this.enter(next.key);
    };
    const undo = () => {
      unveil();
      this.turn.undo(false);
    };
    showVeil(this.parts.veil, /** @type {State} */ (this.state), next.seat, { ready, undo });
  }
}

customElements.define("mf-game", GameElement);
