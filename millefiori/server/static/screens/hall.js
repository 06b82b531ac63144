// @ts-check
/** `<mf-hall>`: where strangers meet: a quick match, tables that wait, games to watch and to replay. Live. */

import { wordmark } from "../board/drawing.js";
import { post } from "../core/api.js";
import { tempoWords } from "../core/clocks.js";
import { el } from "../core/dom.js";
import { editionName } from "../core/editions.js";
import { editionOf, facts } from "../core/facts.js";
import { HallConnection, HallState } from "../core/hall.js";
import { t } from "../core/i18n.js";
import { errorWords } from "../core/names.js";
import { knownPlayer, loadPlayer, playerKey, takeSeat } from "../core/player.js";
import { go, HALL, HOME, playerPath, playPath, replayPath } from "../core/router.js";
import { Translated } from "../core/translated.js";
import { emblemIcon, loadEmblems } from "../panels/emblems.js";
import { playerList, sitterList } from "../panels/people-list.js";
import { radioBar } from "../panels/radio-bar.js";
import "../panels/settings.js";
import { delayField } from "../panels/delay-field.js";
import { talkField } from "../panels/talk-field.js";
import { tempos } from "../panels/tempo.js";

/** @import { Gathered, Gathering, HallGame } from "../core/messages.js" */
/** @import { TalkMode } from "../panels/talk-field.js" */
/** @typedef {{edition: string, seats: string, tempo: string, rated: boolean, tactical: boolean, listed: boolean, talk: TalkMode, delay: number}} Wish */

const STORE = "millefiori.hall";

/** What was wanted last time. @returns {Wish} */
function lastWish() {
  const plain = { edition: editionOf().name, seats: "0", tempo: "none", rated: true, tactical: false, listed: true, talk: /** @type {TalkMode} */ ("all"), delay: 0 };
  try {
    return { ...plain, ...JSON.parse(localStorage.getItem(STORE) ?? "{}") };
  } catch {
    return plain;
  }
}

/** A tempo by its name in the list. @param {string} name */
function tempoOf(name) {
  return tempos().find(([known]) => known === name)?.[1] ?? { kind: "none" };
}

class HallElement extends Translated {
  constructor() {
    super();
    this.settings = document.createElement("mf-settings"); // made once: its dialog stays open when the language changes
    this.wish = lastWish();
    this.level = facts.levels[1];
    this.state = new HallState();
    this.isOnline = false;
    this.isBusy = false;
    this.isUnrated = false;
    /** @type {Map<string, string> | undefined} what the parts show */
    this.drawn = undefined;
    /** @type {HTMLElement | undefined} */
    this.head = undefined;
    /** @type {HTMLElement | undefined} */
    this.waits = undefined;
    /** @type {HTMLElement | undefined} */
    this.lists = undefined;
    /** @type {Set<string>} gatherings whose game this player shall see when it begins */
    this.mine = new Set();
    this.error = "";
  }

  async connectedCallback() {
    super.connectedCallback();
    await loadEmblems();
    const me = await loadPlayer().catch(() => null);
    if (!this.isConnected) return;
    this.isUnrated = me?.is_unrated ?? false;
    if (this.isUnrated) this.wish.rated = false;
    this.connection = new HallConnection(
      playerKey() ?? "",
      (state) => this.update(state),
      (isConnected) => this.note(isConnected),
      (refusal) => this.say(errorWords(refusal)));
    this.clock = window.setInterval(() => this.refresh(), 1000);
    this.render();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.connection?.close();
    window.clearInterval(this.clock);
  }

  get player() {
    return knownPlayer();
  }

  /** @param {HallState} state */
  update(state) {
    this.state = state;
    for (const { id } of state.waitingOf(this.player?.id ?? "")) this.mine.add(id);
    this.refresh();
    for (const gathering of this.mine) {
      const game = state.begun.get(gathering);
      if (game) this.enter(gathering, game);
    }
  }

  /** @param {boolean} isConnected */
  note(isConnected) {
    this.isOnline = isConnected;
    this.refresh();
  }

  /** The game has begun: to the table. @param {string} gathering @param {string} game */
  enter(gathering, game) {
    this.mine.delete(gathering);
    return this.tryTo(async () => go(playPath(await takeSeat(game, true))));
  }

  // --- Drawing

  /** Everything. Later the parts are drawn one by one, so that nothing moves under somebody's fingers. */
  render() {
    const focused = this.contains(document.activeElement) ? document.activeElement?.id : "";
    const isOpen = /** @type {any} */ (this.querySelector("#own-gathering"))?.open ?? false;
    this.drawn = new Map();
    this.head = el("div", { class: "hall-head" });
    this.waits = el("div", { class: "hall-waits" });
    this.lists = el("div", { class: "hall-lists" });
    this.replaceChildren(el("div", { class: "lobby people hall" }, this.head, el("p", { class: "error", role: "alert" }, this.error),
      el("div", { class: "hall-own" }, this.waits, this.quickPart(), this.ownPart(isOpen)), this.lists));
    this.refresh();
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  /** What the server tells. */
  refresh() {
    const { state, player } = this;
    const waiting = state.waitingOf(player?.id ?? "");
    const now = Math.round(Date.now() / 1000) - state.late;
    const ready = waiting.map(({ bots_at: at }) => now >= at);
    this.draw("head", [state.people, this.isOnline, player], () => [this.heading()]);
    this.draw("waits", [waiting, ready], () => waiting.map((gathering) => this.waitingPart(gathering)));
    this.draw("lists", [[...state.gatherings.values()], [...state.games.values()], player?.id], () => [this.tables(), this.running(), this.finished()]);
  }

  /** Draw a part again if what it shows has changed; the focus stays. @param {"head" | "waits" | "lists"} name @param {unknown} shows @param {() => Node[]} make */
  draw(name, shows, make) {
    const sign = JSON.stringify(shows);
    const part = this[name];
    if (!part || this.drawn?.get(name) === sign) return;
    this.drawn?.set(name, sign);
    const focused = part.contains(document.activeElement) ? document.activeElement?.id : "";
    part.replaceChildren(...make());
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  heading() {
    const { player } = this;
    const people = this.isOnline ? t("hall.people", { count: this.state.people }) : t("hall.connecting");
    return el("header", { class: "lobby-head" },
      el("div", {}, el("h1", {}, el("a", { href: HOME }, wordmark())), el("p", { class: "subtitle", role: "status" }, people)),
      el("div", { class: "hall-corner" },
        el("a", { class: "button player-chip", id: "to-player", href: playerPath() }, player ? emblemIcon(player.emblem) : null, player?.name ?? t("player.new.title")),
        this.settings));
  }

  quickPart() {
    const counts = /** @type {[string, string][]} */ ([["0", t("hall.seats.any")], ["2", "2"], ["3", "3"], ["4", "4"]]);
    const bar = radioBar(t("lobby.seats.count"), "hall-seats", counts, this.wish.seats, (seats) => this.want({ seats }));
    for (const input of bar.querySelectorAll("input")) input.id = `hall-seats-${input.value}`;
    return el("section", { class: "panel quick", "aria-labelledby": "hall-quick" },
      el("h2", { id: "hall-quick" }, t("hall.quick")), bar,
      el("div", { class: "hall-fields" }, this.tempoField("quick-tempo"), this.editionField("quick-edition")), this.ratedField("quick-rated"),
      el("button", { type: "button", id: "quick-match", class: "primary huge", click: () => this.quick() }, t("hall.quick.go")));
  }

  /** @param {string} id */
  tempoField(id) {
    const options = tempos().map(([name, tempo]) => el("option", { value: name, selected: name === this.wish.tempo }, tempoWords(tempo)));
    return el("label", { class: "seat-kind" }, el("span", {}, t("tempo.title")),
      el("select", { id, change: (/** @type {any} */ event) => this.want({ tempo: event.target.value }) }, ...options));
  }

  /** @param {string} id */
  editionField(id) {
    const options = facts.editions.map(({ name }) => el("option", { value: name, selected: name === this.wish.edition }, editionName(name)));
    return el("label", { class: "seat-kind" }, el("span", {}, t("lobby.edition")),
      el("select", { id, change: (/** @type {any} */ event) => this.want({ edition: event.target.value }) }, ...options));
  }

  /** @param {string} id */
  ratedField(id) {
    return this.check(id, "rated", t("hall.rated"), t(this.isUnrated ? "hall.rated.not" : "hall.rated.line"), this.isUnrated);
  }

  /** @param {string} id @param {"rated" | "tactical" | "listed"} name @param {string} words @param {string} line @param {boolean} [disabled] */
  check(id, name, words, line, disabled = false) {
    const change = (/** @type {any} */ event) => this.want({ [name]: event.target.checked });
    return el("label", { class: "check" }, el("input", { type: "checkbox", id, checked: this.wish[name], disabled, change }),
      el("span", {}, el("b", {}, words), " ", el("span", { class: "hint" }, line)));
  }

  /** A table of one's own. @param {boolean} isOpen */
  ownPart(isOpen) {
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.gather();
    };
    const players = editionOf(this.wish.edition).players;
    const seats = players.includes(Number(this.wish.seats)) ? this.wish.seats : String(players[0]);
    const bar = radioBar(t("lobby.seats.count"), "own-seats", players.map((count) => [String(count), t("players", { count })]), seats, (count) => this.want({ seats: count }));
    for (const input of bar.querySelectorAll("input")) input.id = `own-seats-${input.value}`;
    return el("details", { class: "panel", id: "own-gathering", open: isOpen },
      el("summary", {}, el("h2", {}, t("hall.open")), el("span", { class: "hint" }, t("hall.open.hint"))),
      el("form", { submit }, bar, el("div", { class: "hall-fields" }, this.tempoField("own-tempo"), this.editionField("own-edition"), talkField("own-talk", this.wish.talk, (talk) => this.want({ talk })), delayField("own-delay", this.wish.delay, (delay) => this.want({ delay }))), this.ratedField("own-rated"),
        this.check("own-tactical", "tactical", t("tactical"), t("tactical.summary")),
        this.check("own-listed", "listed", t("hall.listed"), t("hall.listed.line")),
        el("button", { type: "submit", id: "open-gathering", class: "primary big" }, t("lobby.open"))));
  }

  /** Where this player waits. @param {Gathering} gathering */
  waitingPart(gathering) {
    const now = Math.round(Date.now() / 1000) - this.state.late;
    return el("section", { class: "panel waiting", "aria-label": t("hall.waiting") },
      el("h2", {}, t("hall.waiting")), el("p", { class: "hint" }, this.rules(gathering)),
      sitterList(gathering.sitters, gathering.seats, Boolean(gathering.level)),
      now >= gathering.bots_at ? this.botsPart(gathering) : el("p", { class: "hint" }, t("hall.bots.soon")),
      el("button", { type: "button", id: `leave-${gathering.id}`, click: () => this.leave(gathering.id) }, t("hall.leave")));
  }

  /** Bots for the empty seats, if all who wait agree. @param {Gathering} gathering */
  botsPart({ id, level, seats, sitters }) {
    const own = sitters.find((sitter) => sitter.id === this.player?.id);
    const count = seats - sitters.length;
    if (level && own?.agrees) return el("p", { class: "hint" }, t("hall.bots.asked", { count, level: t(`level.${level}`) }));
    const levels = facts.levels.map((name) => el("option", { value: name, selected: name === (level || this.level) }, t(`level.${name}`)));
    const select = el("select", { id: `level-${id}`, change: () => (this.level = select.value) }, ...levels);
    return el("div", { class: "bots-part" },
      el("p", {}, level ? t("hall.bots.proposed", { count, level: t(`level.${level}`) }) : t("hall.bots.words", { count })),
      el("div", { class: "row" }, el("label", {}, el("span", { class: "unseen" }, t("hall.bots.level")), select),
        el("button", { type: "button", id: `bots-${id}`, class: "primary", click: () => this.agree(id, select.value) }, t(level ? "hall.bots.agree" : "hall.bots.go"))));
  }

  tables() {
    const own = new Set(this.state.waitingOf(this.player?.id ?? "").map(({ id }) => id));
    const open = [...this.state.gatherings.values()].filter(({ id }) => !own.has(id));
    return this.list("hall-tables", t("hall.tables"), t("hall.tables.none"), open.map((gathering) =>
      el("li", { class: "game-item" },
        el("div", { class: "game-item-words" }, sitterList(gathering.sitters, gathering.seats, false), el("p", { class: "quiet" }, this.rules(gathering))),
        el("button", { type: "button", class: "primary", id: `join-${gathering.id}`, "aria-label": t("hall.join.label", { names: gathering.sitters.map(({ name }) => name).join(", ") }), click: () => this.join(gathering.id) }, t("hall.join")))));
  }

  running() {
    return this.list("hall-running", t("hall.running"), t("hall.running.none"), this.state.running().map((game) => this.game(game, playPath(game.watch), t("hall.watch"))));
  }

  finished() {
    return this.list("hall-finished", t("hall.finished"), t("hall.finished.none"), this.state.finished().map((game) => this.game(game, replayPath(game.watch), t("lobby.games.replay"))));
  }

  /** @param {HallGame} game @param {string} path @param {string} words */
  game(game, path, words) {
    return el("li", { class: "game-item" },
      el("div", { class: "game-item-words" }, playerList(game.players, game.scores), el("p", { class: "quiet" }, this.rules(game))),
      el("a", { class: "button", href: path }, words));
  }

  /** @param {string} id @param {string} title @param {string} none @param {Node[]} items */
  list(id, title, none, items) {
    return el("section", { class: "panel", "aria-labelledby": id }, el("h2", { id }, title),
      items.length ? el("ul", { class: "game-list" }, ...items) : el("p", { class: "hint" }, none));
  }

  /** "International · tactical · 3 days per decision · rated". @param {Gathering | HallGame} table */
  rules({ edition, tactical, tempo, is_rated: isRated }) {
    return [editionName(edition), tactical ? t("tactical") : "", tempoWords(tempo), isRated ? t("hall.rated.short") : t("hall.unrated.short")].filter(Boolean).join(" · ");
  }

  // --- Doing

  /** @param {Partial<Wish>} changes */
  want(changes) {
    Object.assign(this.wish, changes);
    try {
      localStorage.setItem(STORE, JSON.stringify(this.wish));
    } catch {
      // Then the next visit begins with the defaults.
    }
    this.render();
  }

  quick() {
    const { edition, seats, tempo, rated } = this.wish;
    return this.ask("quick", { edition, seats: Number(seats), tempo: tempoOf(tempo), is_rated: rated });
  }

  gather() {
    const { edition, tempo, rated, tactical, listed, talk, delay } = this.wish;
    const seats = Number(/** @type {HTMLInputElement | null} */ (this.querySelector("[name=own-seats]:checked"))?.value ?? 2);
    return this.ask("gatherings", { edition, seats, tactical, tempo: tempoOf(tempo), is_rated: rated, is_listed: listed, talk, delay });
  }

  /** @param {string} gathering */
  join(gathering) {
    return this.ask("join", { gathering });
  }

  /** @param {string} gathering */
  leave(gathering) {
    this.mine.delete(gathering);
    return this.ask("leave", { gathering }, false);
  }

  /** @param {string} gathering @param {string} level */
  agree(gathering, level) {
    return this.ask("bots", { gathering, level });
  }

  /** Ask the server; without a player, people say first who they are. @param {string} what @param {unknown} body @param {boolean} [waits] */
  ask(what, body, waits = true) {
    if (!this.player) return go(playerPath(), HALL);
    return this.tryTo(async () => {
      /** @type {Gathered} */
      const { gathering, game } = await post(`api/hall/${what}`, body, playerKey());
      if (waits) this.mine.add(gathering);
      if (game && waits) {
        this.mine.delete(gathering);
        go(playPath(await takeSeat(game, true)));
      }
    });
  }

  /** @param {string} words */
  say(words) {
    this.error = words;
    const place = this.querySelector(".error");
    if (place) place.textContent = words;
    if (words) place?.scrollIntoView({ block: "nearest" });
  }

  /** Try something, one thing at a time; if it fails, say why. @param {() => Promise<void>} work */
  async tryTo(work) {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      await work();
      if (this.error) this.say("");
    } catch (error) {
      this.say(errorWords(/** @type {Error} */ (error)));
    } finally {
      this.isBusy = false;
    }
  }
}

customElements.define("mf-hall", HallElement);
