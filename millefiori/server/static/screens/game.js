// @ts-check
/** `<mf-game>`: the game screen. It receives events, shows one after the other, and sends decisions. */

import { Stage } from "../board/animation.js";
import { isShown } from "../board/timing.js";
import { ApiError } from "../core/api.js";
import { attention } from "../core/attention.js";
import { isCoached } from "../core/coach.js";
import { Connection } from "../core/connection.js";
import { el, nextFrame } from "../core/dom.js";
import { editionOf } from "../core/facts.js";
import { keysOfGame, rememberState } from "../core/games.js";
import { onLanguage, t } from "../core/i18n.js";
import { errorWords, playerTitle } from "../core/names.js";
import { previewWords } from "../core/sentences.js";
import { settings } from "../core/settings.js";
import { advance, isAwaited, standing, welcomed } from "../core/state.js";
import { countResult } from "../core/statistics.js";
import { Turn } from "../core/turn.js";
import { noticeVersion } from "../core/version.js";
import { Ticking } from "../panels/clock.js";
import "../panels/preparing.js";
import { showScores } from "../panels/scores.js";
import { showSpectators } from "../panels/spectators.js";
import { showProgress } from "../panels/status.js";
import { keepFocus } from "./focus.js";
import { Framing } from "./framing.js";
import { arrange, makeParts, placesOf, refusedNotice, writeLabels } from "./game-parts.js";
import { listenToKeys } from "./keyboard.js";
import { Talking } from "./talking.js";
import { tell, tellLatest } from "./telling.js";

/** @import { Listeners, Line } from "../core/connection.js" */
/** @import { Message } from "../core/connection.js" */
/** @import { Event, Position, Refused, Welcome } from "../core/messages.js" */
/** @import { State } from "../core/state.js" */

const TEXT_STORE = "millefiori.text";

class GameElement extends HTMLElement {
  constructor() {
    super();
    this.key = ""; // set by the router
    /** @type {(key: string, ...listeners: Listeners) => Line} a lesson brings its own */
    this.connect = (key, onMessage, onStatus) => new Connection(key, onMessage, onStatus);
    this.isSeated = false; // set by the veil: somebody has sat down, and continues at the turn
    /** @type {State | null} */
    this.state = null;
    /** @type {Line | null} */
    this.connection = null;
    /** @type {Event[]} events that have arrived and are not yet shown */
    this.queue = [];
    this.isShowing = false;
    this.rendering = 0; // counts how often the panels were drawn
    /** @type {{event: Event, before: Position}[]} what was shown lately, to show it again */
    this.recent = [];
    this.parts = makeParts();
    this.talking = new Talking(() => this.state, (load) => this.load(load), () => this.state && showScores(this.parts.scores, this.state));
    this.turn = new Turn({
      onChange: () => {
        this.showDecision();
        this.framing.follow(this.isShowing);
      },
      onError: (error) => this.complain(error),
      asksFirst: () => settings.values.confirm,
    });
    this.framing = new Framing(this.parts.board, this.turn);
    this.stage = new Stage(this.parts.board, placesOf(this.parts));
    /** @type {(() => void)[]} */
    this.endings = [];
  }

  connectedCallback() {
    const { parts } = this;
    this.replaceChildren(...arrange(parts), this.talking.voice, el(/** @type {any} */ ("mf-preparing"), { "table-only": true }));
    parts.menu.prepend(this.talking.button);
    this.listen();
    this.showText(localStorage.getItem(TEXT_STORE) === "yes");
    this.enter(this.key);
  }

  disconnectedCallback() {
    this.connection?.close();
    for (const end of this.endings) end();
    this.stage.skip();
    attention.show(false);
  }

  listen() {
    const { parts, turn } = this;
    parts.board.addEventListener("space", (event) => this.onSpace(/** @type {CustomEvent} */ (event).detail));
    parts.board.addEventListener("look", (event) => this.onLook(/** @type {CustomEvent} */ (event).detail));
    parts.board.addEventListener("about", (event) => this.showHelp(/** @type {CustomEvent} */ (event).detail.area));
    parts.board.addEventListener("pointerdown", () => this.stage.skip());
    for (const row of [parts.display, parts.hand]) row.addEventListener("card", (event) => this.onCard(/** @type {CustomEvent} */ (event).detail));
    parts.helpButton.addEventListener("click", () => this.showHelp(""));
    parts.textButton.addEventListener("click", () => this.showText(parts.text.hidden));
    parts.whole.addEventListener("click", () => this.framing.whole());
    parts.again.addEventListener("click", () => this.showAgain());
    parts.help.addEventListener("click", (event) => event.target === parts.help && parts.help.close());
    const controls = {
      turn, rows: () => [parts.hand, parts.display], litSpaces: () => [...parts.board.querySelectorAll(".lit")],
      infos: () => [...parts.board.querySelectorAll(".info")], help: () => this.showHelp(""), talk: () => this.talking.toggle(),
      skip: () => this.stage.isRunning && (this.stage.skip(), true),
    };
    const onResize = () => this.framing.resized(this.isShowing);
    window.addEventListener("resize", onResize);
    const ticking = new Ticking(() => this.state);
    this.append(ticking.voice);
    this.endings = [() => ticking.end(), () => this.talking.end(), listenToKeys(controls), onLanguage(() => this.writeWords()), () => window.removeEventListener("resize", onResize)];
    this.writeWords();
  }

  writeWords() {
    writeLabels(this.parts);
    if (this.state && !this.isShowing) tellLatest(this.parts.ticker, this.state, this.turn.mode === "keep");
    this.render();
  }

  // --- The connection

  /** Sit down at a seat. @param {string} key */
  enter(key) {
    this.connection?.close();
    this.key = key;
    this.state = null;
    this.queue = [];
    this.recent = [];
    this.connection = this.connect(key, (message) => this.receive(message), (connected, refused) => this.showConnection(connected, refused));
  }

  /** Can the page be loaded again without disturbing anybody? */
  get isQuiet() {
    return this.turn.isIdle && !this.isShowing && this.queue.length === 0;
  }

  /** @param {Message} message */
  receive(message) {
    if (message.type === "presence") noticeVersion(message.version);
    if (this.talking.receive(message)) return;
    if (message.type === "welcome") this.begin(message);
    else if (message.type === "event") this.queue.push(message);
    else if (message.type === "presence" && this.state) {
      Object.assign(this.state, { presence: message.presence, players: message.players, failing: message.failing, spectators: message.spectators, watching: message.watching, talk: message.talk });
      this.render();
    } else if (message.type === "refused" && this.connection?.closed) this.replaceChildren(refusedNotice(message));
    this.drain();
  }

  /** @param {Welcome} welcome */
  begin(welcome) {
    const connection = /** @type {Line} */ (this.connection);
    const isFirst = !this.state;
    this.queue = [];
    this.state = welcomed(this.key, welcome, {
      decide: async (...actions) => {
        for (const action of actions) await connection.send({ type: "decide", action });
      },
      undo: (wholeTurn = false) => connection.send({ type: "undo", whole_turn: wholeTurn }),
      hint: async () => (await connection.send({ type: "hint" })).opinions,
      agree: (about) => connection.send({ type: "agree", about }),
      disagree: (about) => connection.send({ type: "disagree", about }),
      back: () => connection.send({ type: "back" }),
      resign: () => connection.send({ type: "resign" }),
      tell: (telling) => connection.tell(telling),
    });
    if (isFirst && isCoached(welcome.game)) this.callCoach();
    const isOpened = isFirst && !this.isSeated && !this.state.isWatching && welcome.position.phase !== "over";
    if (isOpened && keysOfGame(welcome.game).length > 1) return this.handOver(this.nextHere() ?? { key: this.key, seat: welcome.seat });
    this.turn.update(this.state);
    tellLatest(this.parts.ticker, this.state, this.turn.mode === "keep");
    this.render();
    if (this.isSeated && isFirst) this.parts.turn.focus({ preventScroll: true });
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
      this.turn.isPast = isShown(event);
      this.showDecision();
      tell(this.parts.ticker, event, state);
      if (event.position) this.recent = [...this.recent.slice(-40), { event, before: state.position }];
      this.framing.before(event);
      if (this.turn.isPast && settings.speed !== "none") await nextFrame(); // what was drawn until here has a frame of its own
      if (state !== this.state) continue;
      await this.stage.play(event, state.seat, this.queue.length);
      if (state !== this.state) continue; // somebody else has sat down in the meantime
      advance(state, event);
      this.turn.update(state);
      this.isShowing = this.queue.length > 0;
      this.render();
      if (state.position.phase === "over" && !state.position.abandoned) this.celebrate(state.position.winners);
      if (this.queue.length && settings.speed !== "none") await nextFrame(); // the next event has frames of its own
    }
    this.isShowing = false;
    this.afterwards();
  }

  /** When all is shown: remember the game, and ask the next person at this screen. */
  afterwards() {
    const { state } = this;
    if (!state || !this.isConnected) return;
    if (this.key && !(state.isWatching && state.seat >= 0)) {
      rememberState(state);
      countResult(state);
    }
    this.frame();
    this.dispatchEvent(new CustomEvent("shown"));
    const next = this.nextHere();
    if (next && !state.isWatching && next.seat !== state.seat) this.handOver(next);
  }

  /** Who at this screen is asked, the person who sits there first. */
  nextHere() {
    const { state } = this;
    if (!state) return null;
    const asked = keysOfGame(state.game).filter((entry) => isAwaited(state, entry.seat));
    return asked.find((entry) => entry.seat === state.seat) ?? asked.find((entry) => !state.position.stand_ins?.[entry.seat]) ?? null;
  }

  // --- Showing

  render() {
    const { parts, state } = this;
    if (!state) return;
    const { position } = state;
    showScores(parts.scores, state);
    showSpectators(parts.spectators, state);
    this.talking.show(state);
    this.talking.panel?.update(state);
    showProgress(parts.now, state);
    parts.board.show(position, { lastEvents: this.news(), names: state.players.map((_, seat) => playerTitle(seat, state)) });
    parts.end.hidden = position.phase !== "over";
    this.classList.toggle("over", position.phase === "over");
    if (position.phase === "over") this.showEnd(state);
    parts.again.hidden = !this.recent.some(({ event }) => event.n > state.lastSeen && (event.kind === "place" || event.kind === "sail"));
    attention.show(position.decides && !this.isShowing);
    this.showDecision();
    this.renderPanels();
  }

  /** The panels, some at a time: where things move, each group has a frame of its own. */
  async renderPanels() {
    const { parts } = this;
    const number = (this.rendering += 1);
    const groups = [[parts.proposals, parts.notices], [parts.players, parts.company, parts.links], [parts.log], [parts.track, parts.counts, parts.discards, parts.status]];
    for (const group of groups) {
      if (settings.speed !== "none") await nextFrame();
      if (!this.state || !this.isConnected || number !== this.rendering) return; // there is something newer to show
      for (const panel of group) panel.update(this.state);
    }
    if (!parts.text.hidden) this.updateText();
    if (this.state?.tempo.kind === "days" && !this.state.isWatching) this.updateWishes();
  }

  /** Wishes are loaded with the first game over days. */
  async updateWishes() {
    await this.load(() => import("../panels/wishes.js"));
    if (this.state) this.parts.wishes.update?.(this.state);
  }

  /** The end is loaded when it comes: nobody needs it before. @param {State} state */
  async showEnd(state) {
    await this.load(() => import("./end.js"));
    if (state === this.state) this.parts.end.update?.(state);
  }

  /** Somebody who explains a first game. */
  async callCoach() {
    const loaded = await this.load(() => import("./coach.js"));
    loaded?.coach(this);
  }

  /** @param {number[]} winners seats */
  async celebrate(winners) {
    const loaded = await this.load(() => import("../panels/celebration.js"));
    if (this.isConnected) loaded?.celebrate(winners);
  }

  /**
   * Load what only some need. It fails if the server is away or has another version by now.
   * @template T
   * @param {() => Promise<T>} load
   * @returns {Promise<T | null>}
   */
  async load(load) {
    try {
      return await load();
    } catch (error) {
      console.info("a part cannot be loaded:", error);
      this.complain(new ApiError(this.state?.connected ? "protocol" : "offline", ""));
      return null;
    }
  }

  /** What was placed since the own last turn and still lies there. */
  news() {
    const { log, lastSeen } = /** @type {State} */ (this.state);
    return standing(log).filter((event) => event.kind === "place" && event.n > lastSeen).slice(-12);
  }

  showDecision() {
    keepFocus(this, () => this.drawDecision());
  }

  /** Cards, lit spaces and the panel with the preview. */
  drawDecision() {
    const { parts, state, turn } = this;
    if (!state) return;
    const { position } = state;
    this.dataset.mode = turn.mode;
    this.dataset.players = String(state.players.length);
    this.toggleAttribute("data-ready", turn.isReady);
    parts.displayTitle.textContent = `${t("game.display", { count: position.display.length })} · ${t("status.deck", { count: position.deck })}`;
    parts.handTitle.textContent = t("game.hand");
    parts.display.show(this.isShowing ? position.display.map((card) => ({ card })) : turn.displayCards, t("game.display.label"));
    parts.hand.show(turn.handCards, t("game.hand"));
    parts.hand.parentElement?.classList.toggle("none", state.seat < 0);
    const litSpaces = this.isShowing ? [] : turn.litSpaces;
    parts.board.light(litSpaces.map((lit) => ({ ...lit, label: previewWords(lit.preview, state) })), state.seat);
    parts.turn.show(turn);
  }

  /** @param {boolean} connected @param {Refused} [refused] why the server does not let us in */
  showConnection(connected, refused) {
    if (this.state) {
      this.state.connected = connected;
      this.talking.connected(this.state, connected);
    }
    this.parts.banner.hidden = connected;
    const words = refused ? errorWords(refused) : t("game.reconnecting");
    this.parts.banner.textContent = connected ? "" : words;
  }

  /** @param {Error} error */
  complain(error) {
    const { toast } = this.parts;
    toast.textContent = errorWords(error);
    toast.hidden = false;
    window.setTimeout(() => (toast.hidden = true), 5000);
  }

  /** @param {string} area "" for all */
  async showHelp(area) {
    const loaded = await this.load(() => import("../panels/help.js"));
    if (this.isConnected && !this.parts.help.open) loaded?.openHelp(this.parts.help, area, editionOf(this.state?.edition));
  }

  /** The board or the text view. @param {boolean} asText */
  showText(asText) {
    this.parts.text.hidden = !asText;
    this.parts.textButton.setAttribute("aria-pressed", String(asText));
    this.classList.toggle("as-text", asText);
    localStorage.setItem(TEXT_STORE, asText ? "yes" : "no");
    if (asText) this.updateText();
  }

  /** The text view is loaded when somebody wants it. */
  async updateText() {
    await this.load(() => import("../panels/text.js"));
    if (this.state) this.parts.text.update?.(this.state);
  }

  /** Show everything since the own last turn once more. */
  async showAgain() {
    const { state, parts } = this;
    if (!state || this.isShowing) return;
    this.isShowing = true;
    for (const { event, before } of this.recent.filter((found) => found.event.n > state.lastSeen)) {
      parts.board.show(before);
      showScores(parts.scores, { ...state, position: before });
      tell(this.parts.ticker, event, state);
      await this.stage.play(event, -1);
    }
    this.isShowing = false;
    this.render();
    this.drain();
  }

  // --- Selecting

  /** @param {{card: number, byKeyboard: boolean}} selected */
  onCard({ card, byKeyboard }) {
    this.turn.selectCard(card);
    const { board, turn } = this.parts;
    if (byKeyboard && this.turn.isReady) turn.focusOn("confirm");
    else if (byKeyboard) /** @type {SVGElement | null} */ (board.querySelector('.lit[tabindex="0"]'))?.focus({ preventScroll: true });
    this.frame();
  }

  /** @param {{space: number | null | undefined}} looked */
  onLook({ space }) {
    this.turn.look(space);
    this.parts.turn.showPreview(this.turn);
  }

  /** @param {{space: number | null, byKeyboard: boolean}} selected */
  onSpace({ space, byKeyboard }) {
    this.turn.selectSpace(space);
    if (byKeyboard) this.parts.turn.focusOn("confirm");
  }

  /** What can be selected comes closer, where the board is small. */
  frame() {
    this.framing.frame(this.isShowing);
  }

  /** Of several people at this screen one has to decide: the veil takes this element's place, and everything in it goes. @param {{key: string, seat: number}} next */
  handOver(next) {
    const { key, seat, position } = /** @type {State} */ (this.state);
    const person = (/** @type {{key: string, seat: number}} */ found) => ({ ...found, name: playerTitle(found.seat, /** @type {State} */ (this.state)) });
    const veil = document.createElement("mf-veil");
    this.replaceWith(Object.assign(veil, { last: person({ key, seat }), next: person(next), canUndo: next.seat !== seat && position.can_undo > 0 }));
  }
}

customElements.define("mf-game", GameElement);
