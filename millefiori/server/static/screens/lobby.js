// @ts-check
/** `<mf-lobby>`: the start page: a game against a bot with one button, an own table, games to continue, a record to replay. */

import { emptyBoard, wordmark } from "../board/drawing.js";
import { post } from "../core/api.js";
import { el, seatIcon } from "../core/dom.js";
import { differences, editionName } from "../core/editions.js";
import { editionOf, facts } from "../core/facts.js";
import { myGame, myGames, rememberOpened } from "../core/games.js";
import { has, t } from "../core/i18n.js";
import { botName, errorWords } from "../core/names.js";
import { hasHall, knownPlayer, playerKey } from "../core/player.js";
import { analysisPath, dailyPath, duplicatePath, go, HALL, learnPath, playerPath, puzzlesPath, replayPath, rulesPath } from "../core/router.js";
import { settings } from "../core/settings.js";
import { results } from "../core/statistics.js";
import { Translated } from "../core/translated.js";
import { courseOfGame } from "../panels/course.js";
import { emblemIcon, loadEmblems } from "../panels/emblems.js";
import "../panels/games.js";
import "../panels/preparing.js";
import { radioBar } from "../panels/radio-bar.js";
import { recordField } from "../panels/record.js";
import "../panels/settings.js";
import { delayField } from "../panels/delay-field.js";
import { talkField } from "../panels/talk-field.js";
import { tempoPart } from "../panels/tempo.js";

/** @import { Game } from "../core/games.js" */
/** @import { Opened, SeatWanted, Tempo } from "../core/messages.js" */
/** @import { TalkMode } from "../panels/talk-field.js" */
/** @typedef {Required<SeatWanted>} Seat */
/** @typedef {{edition: string, tactical: boolean, start: string, seats: Seat[], hints?: boolean, tempo?: Tempo, standIn?: string, talk?: TalkMode, delay?: number}} Wanted */

const STORE = "millefiori.table";
const LEVEL_STORE = "millefiori.level"; // the last opponent

/** The last table that was set up, or a game against a bot. @returns {Wanted} */
function lastTable() {
  /** @type {Wanted} */
  const plain = { edition: editionOf().name, tactical: false, start: "", seats: [seat("here"), seat("bot")] };
  try {
    return { ...plain, ...JSON.parse(localStorage.getItem(STORE) ?? "{}") };
  } catch {
    return plain;
  }
}

/** The last opponent; for a first game the gentlest. */
function lastLevel() {
  const level = localStorage.getItem(LEVEL_STORE) ?? "";
  return facts.levels.includes(level) ? level : facts.levels[0];
}

/** @param {Seat["kind"]} kind @param {string} [level] @returns {Seat} */
function seat(kind, level = lastLevel()) {
  return { kind, name: "", level: kind === "bot" ? level : "" };
}

/** Programs that play as bots, if the operator of the server has named some. */
function namedPrograms() {
  return (document.body.dataset.programs ?? "").split(" ").filter(Boolean);
}

/** One line about a bot. @param {string} level */
function strengthOf(level) {
  return has(`lobby.level.${level}.line`) ? t(`lobby.level.${level}.line`) : t("lobby.program.line");
}

class LobbyElement extends Translated {
  constructor() {
    super();
    this.settings = document.createElement("mf-settings"); // made once: its dialog stays open when the language changes
    this.preparing = document.createElement("mf-preparing");
    this.wanted = lastTable();
    this.level = lastLevel();
    this.isBusy = false;
    /** @type {Game | null} a game whose links are shown instead of the form */
    this.sharing = null;
  }

  get edition() {
    return editionOf(this.wanted.edition);
  }

  /** Draw everything again, and leave the focus where it was. */
  render() {
    const focused = this.contains(document.activeElement) ? document.activeElement?.id : "";
    const isOpen = /** @type {any} */ (this.querySelector("#own-table"))?.open ?? false;
    const games = el(/** @type {any} */ ("mf-games"), { links: (/** @type {any} */ event) => this.share(event.detail) });
    const picture = el("div", { class: "lobby-board", "aria-hidden": "true" }, emptyBoard());
    const table = this.sharing ? this.sharePanel() : [this.quickStart(), this.learnEntry(), this.peopleEntry(), games, this.ownTable(isOpen), this.practiceEntry(), this.coursePart(), this.statistics(), this.recordPanel()];
    this.replaceChildren(el("div", { class: "lobby" }, this.heading(), el("p", { class: "error", role: "alert" }), this.preparing, ...table, this.footer(), picture));
    if (focused) document.getElementById(focused)?.focus();
  }

  heading() {
    return el("header", { class: "lobby-head" },
      el("div", {}, el("h1", {}, wordmark()), el("p", { class: "subtitle" }, t("lobby.subtitle"))),
      this.settings);
  }

  /** One button starts a game. */
  quickStart() {
    const levels = facts.levels.map((level) => /** @type {[string, string]} */ ([level, t(`level.${level}`)]));
    const strength = el("p", { class: "strength", id: "strength" }, t(`lobby.level.${this.level}.line`));
    const bar = radioBar(t("lobby.quick.against"), "quick-level", levels, this.level, (level) => {
      this.level = level;
      strength.textContent = t(`lobby.level.${level}.line`);
    });
    return el("section", { class: "panel quick", "aria-labelledby": "quick-title" },
      el("h2", { id: "quick-title" }, t("lobby.quick.title")), bar, strength,
      el("button", { type: "button", id: "play", class: "primary huge", click: () => this.playNow() }, t("lobby.quick.play")),
      el("p", { class: "hint" }, [t("lobby.edition") + t("colon") + editionName(this.wanted.edition), this.wanted.tactical ? t("tactical") : ""].filter(Boolean).join(" · ")));
  }

  /** To the lessons. */
  learnEntry() {
    return el("nav", { class: "panel learn-entry", "aria-labelledby": "learn-title" },
      el("h2", { id: "learn-title" }, t("learn.entry")),
      el("a", { class: "button primary", id: "learn-start", href: learnPath("start") }, t("learn.entry.start")),
      el("a", { id: "learn-more", href: learnPath() }, t("learn.entry.more")),
      el("a", { id: "learn-rules", href: rulesPath() }, t("rules.link")));
  }

  /** What one can do beside games. */
  practiceEntry() {
    return el("nav", { class: "panel learn-entry", "aria-labelledby": "practice-title" },
      el("h2", { id: "practice-title" }, t("practice.entry")),
      el("a", { id: "to-puzzles", href: puzzlesPath() }, t("puzzles.entry")),
      el("a", { id: "to-daily", href: dailyPath() }, t("daily.title")),
      el("a", { id: "to-duplicate", href: duplicatePath() }, t("duplicate.title")),
      el("a", { id: "to-analysis", href: analysisPath() }, t("analysis.title")));
  }

  /** To the others, where the server has a hall. */
  peopleEntry() {
    if (!hasHall()) return null;
    const known = knownPlayer();
    loadEmblems();
    return el("nav", { class: "panel people people-entry", "aria-labelledby": "hall-title" },
      el("div", {}, el("h2", { id: "hall-title" }, t("hall.title")), el("p", { class: "hint" }, t("hall.line"))),
      el("a", { class: "button primary big", id: "to-hall", href: HALL }, t("hall.go")),
      el("a", { class: "button player-chip", id: "to-player", href: playerPath() }, known ? emblemIcon(known.emblem) : null, known?.name ?? t("player.here")));
  }

  /** For newcomers it is unfolded. */
  coursePart() {
    const isOpen = /** @type {any} */ (this.querySelector("#course"))?.open ?? myGames().length === 0;
    return el("details", { class: "panel", id: "course", open: isOpen }, el("summary", {}, el("h2", {}, t("course.title"))), courseOfGame());
  }

  /** Your own games, once there are some. */
  statistics() {
    if (results().length === 0) return null;
    import("../panels/statistics.js");
    return document.createElement("mf-statistics");
  }

  playNow() {
    localStorage.setItem(LEVEL_STORE, this.level);
    const seats = [{ ...seat("here"), name: settings.values.name || t("lobby.player", { n: 1 }) }, seat("bot", this.level)];
    const edition = this.edition.players.includes(2) ? this.edition.name : editionOf().name;
    this.open({ edition, tactical: this.wanted.tactical, start: "", seats });
  }

  /** @param {boolean} isOpen */
  ownTable(isOpen) {
    const form = el("form", { submit: (/** @type {Event} */ event) => this.submit(event) },
      this.seatsPart(), this.editionPart(), this.morePart(),
      el("button", { type: "submit", id: "open", class: "primary big", disabled: this.isBusy }, t("lobby.open")));
    return el("details", { class: "panel", id: "own-table", open: isOpen },
      el("summary", {}, el("h2", {}, t("lobby.table")), el("span", { class: "hint" }, t("lobby.table.hint"))), form);
  }

  /** The edition with one line about it. */
  editionPart() {
    const change = (/** @type {any} */ event) => {
      this.wanted.edition = event.target.value;
      this.wanted.seats.length = Math.min(this.wanted.seats.length, Math.max(...this.edition.players));
      this.render();
    };
    const options = facts.editions.map(({ name }) => el("option", { value: name, selected: name === this.edition.name }, editionName(name)));
    return el("div", { class: "edition" },
      el("label", { class: "seat-kind", for: "edition" }, el("span", {}, t("lobby.edition")), el("select", { id: "edition", change, "aria-describedby": "edition-line" }, ...options)),
      el("p", { class: "hint", id: "edition-line" }, t(`edition.${this.edition.name}.summary`)));
  }

  /** What few people change. */
  morePart() {
    const isOpen = /** @type {any} */ (this.querySelector("#more"))?.open ?? (this.wanted.tactical || this.wanted.start !== "" || Boolean(this.wanted.tempo));
    const lines = differences(this.edition);
    return el("details", { class: "more", id: "more", open: isOpen }, el("summary", {}, t("lobby.more")), this.variantPart(), this.tempoPart(), this.talkPart(),
      lines.length ? el("ul", { class: "hint" }, ...lines.map((line) => el("li", {}, line))) : null);
  }

  seatsPart() {
    const { seats } = this.wanted;
    const counts = this.edition.players.map((count) => /** @type {[string, string]} */ ([String(count), t("players", { count })]));
    const bar = radioBar(t("lobby.seats.count"), "seat-count", counts, String(seats.length), (count) => this.setCount(Number(count)));
    for (const input of bar.querySelectorAll("input")) input.id = `count-${input.value}`;
    return el("fieldset", { class: "seats" }, el("legend", {}, t("lobby.seats")), bar,
      el("div", { class: "seat-rows" }, ...seats.map((_, number) => this.seatPart(number))));
  }

  /** @param {number} count */
  setCount(count) {
    const { seats } = this.wanted;
    while (seats.length < count) seats.push(seat("bot", this.level));
    seats.length = count;
    if (Number(this.wanted.start) >= count) this.wanted.start = "";
    this.render();
  }

  /** Who sits at a seat: one list of all possibilities. @param {number} number */
  seatPart(number) {
    const wanted = this.wanted.seats[number];
    const selected = wanted.kind === "bot" ? `bot:${wanted.level}` : wanted.kind;
    /** @param {string} value @param {string} words */
    const option = (value, words) => el("option", { value, selected: value === selected }, words);
    const bots = [...facts.levels, ...namedPrograms()].map((level) => option(`bot:${level}`, botName(level)));
    const change = (/** @type {any} */ event) => {
      const [kind, level] = event.target.value.split(":");
      this.wanted.seats[number] = { kind, name: wanted.name, level: level ?? "" };
      delete this.wanted.hints; // with friends at the table, the question is another
      this.render();
    };
    return el("div", { class: "seat-row" }, seatIcon(number),
      el("label", { class: "seat-kind" }, el("span", { class: "unseen" }, t("lobby.seat", { n: number + 1 })),
        el("select", { id: `seat-${number}`, change }, option("here", t("lobby.seat.here")), option("friend", t("lobby.seat.friend")),
          el("optgroup", { label: t("lobby.seat.bots") }, ...bots))),
      wanted.kind === "here" ? this.nameField(number) : el("p", { class: "strength" }, wanted.kind === "bot" ? strengthOf(wanted.level) : t("lobby.seat.friend.line")));
  }

  /** @param {number} number */
  nameField(number) {
    const wanted = this.wanted.seats[number];
    const isFirst = this.wanted.seats.findIndex((found) => found.kind === "here") === number;
    const input = (/** @type {any} */ event) => {
      wanted.name = event.target.value;
      if (isFirst) settings.set("name", wanted.name.trim());
    };
    const value = wanted.name || (isFirst ? settings.values.name : "");
    return el("label", { class: "seat-name-field" }, el("span", { class: "unseen" }, t("lobby.name")),
      el("input", { id: `name-${number}`, value, maxlength: facts.longest_name, autocomplete: isFirst ? "nickname" : "off", placeholder: t("lobby.player", { n: number + 1 }), input }));
  }

  variantPart() {
    const { wanted } = this;
    const starters = wanted.seats.map((found, number) =>
      el("option", { value: String(number), selected: wanted.start === String(number) }, t("lobby.seat", { n: number + 1 }) + (found.kind === "here" && found.name ? t("colon") + found.name : "")));
    return el("div", { class: "variants" },
      el("label", { class: "seat-kind" }, el("span", {}, t("lobby.start")),
        el("select", { id: "start", change: (/** @type {any} */ event) => (wanted.start = event.target.value) }, el("option", { value: "" }, t("lobby.start.random")), ...starters)),
      el("label", { class: "check" },
        el("input", { type: "checkbox", id: "tactical", checked: wanted.tactical, change: (/** @type {any} */ event) => this.setTactical(event.target.checked) }),
        el("span", {}, el("b", {}, t("tactical")), " ", el("span", { class: "hint" }, t("tactical.summary")))),
      this.hintsPart());
  }

  /** How much time there is, and who plays for somebody who is away. */
  tempoPart() {
    const { wanted } = this;
    return tempoPart(wanted.tempo ?? { kind: "none" }, wanted.standIn ?? "skilled", (selected) => {
      Object.assign(wanted, selected);
      this.render();
    });
  }

  /** What may be said, and how late spectators see it, where somebody comes by a link. */
  talkPart() {
    const { wanted } = this;
    if (!wanted.seats.some((found) => found.kind === "friend")) return null;
    return el("div", { class: "variants" },
      talkField("talk", wanted.talk ?? "all", (talk) => (wanted.talk = talk)),
      delayField("delay", wanted.delay ?? 0, (delay) => (wanted.delay = delay)));
  }

  /** Hints are an agreement: with friends there are none unless the table says so, and then the invitation says so, too. */
  hintsPart() {
    const { wanted } = this;
    const hasFriends = wanted.seats.some((found) => found.kind === "friend");
    return el("label", { class: "check" },
      el("input", { type: "checkbox", id: "hints", checked: wanted.hints ?? !hasFriends, change: (/** @type {any} */ event) => (wanted.hints = event.target.checked) }),
      el("span", {}, el("b", {}, t("hints.allow")), " ", el("span", { class: "hint" }, t(hasFriends ? "hints.friends" : "hints.summary"))));
  }

  /** @param {boolean} tactical */
  setTactical(tactical) {
    this.wanted.tactical = tactical;
    this.render(); // the quick game says what it will play
  }

  recordPanel() {
    const onOpened = () => go(replayPath());
    const onError = (/** @type {Error} */ error) => this.say(errorWords(error));
    return el("section", { class: "panel" }, el("h2", {}, t("lobby.record")), recordField(onOpened, onError));
  }

  footer() {
    return el("footer", { class: "hint" }, t("lobby.credit"));
  }

  // --- Opening a game

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    try {
      localStorage.setItem(STORE, JSON.stringify(this.wanted));
    } catch {
      // Then the next visit begins with the defaults.
    }
    const seats = this.wanted.seats.map((found, number) => ({ ...found, name: this.nameOf(found, number) }));
    this.open({ ...this.wanted, seats });
  }

  /** @param {Seat} wanted @param {number} number */
  nameOf(wanted, number) {
    if (wanted.kind !== "here") return "";
    const field = /** @type {HTMLInputElement | null} */ (this.querySelector(`#name-${number}`));
    return field?.value.trim() || t("lobby.player", { n: number + 1 });
  }

  /** @param {Wanted} wanted */
  async open(wanted) {
    const { edition, tactical, seats, hints, tempo, standIn, talk, delay } = wanted;
    const start_player = wanted.start === "" ? null : Number(wanted.start);
    await this.tryTo(async () => {
      /** @type {Opened} */
      const opened = await post("api/games", { edition, tactical, seats, start_player, hints, tempo, stand_in: standIn, talk, delay }, playerKey());
      const path = rememberOpened(opened, { edition, tactical, players: seats });
      if (Object.keys(opened.invitations).length) this.share(myGame(opened.game));
      else go(path);
    });
  }

  /** @param {string} words */
  say(words) {
    const place = this.querySelector(".error");
    if (place) place.textContent = words;
    place?.scrollIntoView({ block: "nearest" });
  }

  /** Try something, one thing at a time; if it fails, say why. @param {() => Promise<void>} work */
  async tryTo(work) {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      await work();
    } catch (error) {
      this.say(errorWords(/** @type {Error} */ (error)));
    } finally {
      this.isBusy = false;
    }
  }

  // --- Sharing links

  /** @param {Game | null} game null: back to the start page */
  async share(game) {
    if (game) await import("../panels/share.js");
    this.sharing = game;
    this.render();
    if (game) this.querySelector("h2")?.focus();
  }

  sharePanel() {
    const links = Object.assign(document.createElement("mf-share"), { game: this.sharing });
    links.addEventListener("back", () => this.share(null));
    return [el("section", { class: "panel" }, links)];
  }
}

customElements.define("mf-lobby", LobbyElement);
