// @ts-check
// The start page: a game against a bot with one button, a table of one's own, the games to go on with, a record to look at.

import { get, post } from "./api.js";
import { el, seatIcon } from "./dom.js";
import { differences } from "./editions.js";
import { myGames } from "./games.js";
import { onLanguage, t } from "./i18n.js";
import { openRecord } from "./replay.js";
import { errorWords } from "./sentences.js";
import { choice, settings } from "./settings.js";
import { go, rememberOpened } from "./share.js";

/** @typedef {{kind: "here" | "friend" | "bot", name: string, level: string}} Seat */
/** @typedef {{edition: string, tactical: boolean, start: string, seats: Seat[]}} Wanted */
/** @typedef {import("./editions.js").Edition} Edition */

const STORE = "millefiori.table";
const LONGEST_NAME = 24;
const DEFAULT_LEVEL = "casual";

/** The last table that was set up, or a game against a bot. @returns {Wanted} */
function lastTable() {
  /** @type {Wanted} */
  const plain = { edition: "international", tactical: false, start: "", seats: [seat("here"), seat("bot")] };
  try {
    return { ...plain, ...JSON.parse(localStorage.getItem(STORE) ?? "{}") };
  } catch {
    return plain;
  }
}

/** @param {Seat["kind"]} kind @param {string} [level] @returns {Seat} */
function seat(kind, level = DEFAULT_LEVEL) {
  return { kind, name: "", level: kind === "bot" ? level : "" };
}

/** `<mf-lobby>` */
export class LobbyElement extends HTMLElement {
  constructor() {
    super();
    this.settings = document.createElement("mf-settings"); // one for good: its dialog stays open when the words change
    this.wanted = lastTable();
    this.level = this.wanted.seats.find((found) => found.kind === "bot")?.level ?? DEFAULT_LEVEL;
    /** @type {any} */
    this.facts = null;
    this.isBusy = false;
    /** @type {any} a game whose links are shown instead of the form */
    this.sharing = null;
  }

  async connectedCallback() {
    this.stop = onLanguage(() => this.render());
    try {
      this.facts ??= await get("/api/facts");
      this.render();
    } catch (error) {
      this.replaceChildren(el("p", { class: "error", role: "alert" }, errorWords(/** @type {any} */ (error))));
    }
  }

  disconnectedCallback() {
    this.stop?.();
  }

  /** @returns {Edition} */
  get edition() {
    const editions = this.facts.editions;
    return editions.find((/** @type {Edition} */ found) => found.name === this.wanted.edition) ?? editions[0];
  }

  /** Draw everything anew, and leave the focus where it was. */
  render() {
    if (!this.facts) return;
    const focused = this.contains(document.activeElement) ? document.activeElement?.id : "";
    const isOpen = /** @type {any} */ (this.querySelector("#own-table"))?.open ?? false;
    const games = el(/** @type {any} */ ("mf-games"), { links: (/** @type {any} */ event) => this.share(event.detail) });
    const picture = el("img", { class: "lobby-board", src: "/board.svg", alt: "", loading: "lazy" });
    const table = this.sharing ? this.sharePanel() : [this.quickStart(), games, this.ownTable(isOpen), this.recordPanel()];
    this.replaceChildren(el("div", { class: "lobby" }, this.heading(), el("p", { class: "error", role: "alert" }), ...table, this.footer(), picture));
    if (focused) document.getElementById(focused)?.focus();
  }

  heading() {
    return el("header", { class: "lobby-head" },
      el("div", {}, el("h1", {}, "Mille Fiori"), el("p", { class: "subtitle" }, t("lobby.subtitle"))),
      this.settings);
  }

  /** One button, and a game is on. */
  quickStart() {
    const levels = this.facts.levels.map((/** @type {string} */ level) => [level, t(`level.${level}`)]);
    const strength = el("p", { class: "strength", id: "strength" }, t(`lobby.level.${this.level}.line`));
    const pick = choice(t("lobby.quick.against"), "quick-level", levels, this.level, (level) => {
      this.level = level;
      strength.textContent = t(`lobby.level.${level}.line`);
    });
    return el("section", { class: "panel quick", "aria-labelledby": "quick-title" },
      el("h2", { id: "quick-title" }, t("lobby.quick.title")), pick, strength,
      el("button", { type: "button", id: "play", class: "primary huge", click: () => this.playNow() }, t("lobby.quick.play")),
      el("p", { class: "hint" }, [`${t("lobby.edition")}: ${t(`edition.${this.edition.name}`)}`, this.wanted.tactical ? t("tactical") : ""].filter(Boolean).join(" · ")));
  }

  playNow() {
    const seats = [{ ...seat("here"), name: settings.get("name") || t("lobby.player", { n: 1 }) }, seat("bot", this.level)];
    const edition = this.edition.players.includes(2) ? this.edition.name : this.facts.editions[0].name;
    this.open({ edition, tactical: this.wanted.tactical, start: "", seats });
  }

  /** @param {boolean} isOpen */
  ownTable(isOpen) {
    const form = el("form", { submit: (/** @type {Event} */ event) => this.submit(event) },
      this.seatsPart(), this.editionPart(), this.variantPart(),
      el("button", { type: "submit", id: "open", class: "primary big", disabled: this.isBusy }, t("lobby.open")));
    return el("details", { class: "panel", id: "own-table", open: isOpen },
      el("summary", {}, el("h2", {}, t("lobby.table")), el("span", { class: "hint" }, t("lobby.table.hint"))), form);
  }

  editionPart() {
    const [base] = this.facts.editions;
    const options = this.facts.editions.map((/** @type {Edition} */ edition) => this.editionOption(edition, base));
    return el("fieldset", { class: "editions" }, el("legend", {}, t("lobby.edition")), ...options);
  }

  /** @param {Edition} edition @param {Edition} base */
  editionOption(edition, base) {
    const id = `edition-${edition.name}`;
    const lines = edition === base ? [t("lobby.edition.base")] : differences(edition, base);
    const change = () => {
      this.wanted.edition = edition.name;
      const most = Math.max(...edition.players);
      this.wanted.seats = this.wanted.seats.slice(0, most);
      this.render();
    };
    return el("label", { class: "edition", for: id },
      el("input", { type: "radio", name: "edition", id, value: edition.name, checked: edition === this.edition, change }),
      el("span", { class: "edition-words" }, el("b", {}, t(`edition.${edition.name}`)),
        el("span", { class: "edition-lines" }, ...lines.map((line) => el("span", {}, line)))));
  }

  seatsPart() {
    const { seats } = this.wanted;
    const counts = this.edition.players.map((count) => /** @type {[string, string]} */ ([String(count), t("players", { count })]));
    const pick = choice(t("lobby.seats.count"), "seat-count", counts, String(seats.length), (count) => this.setCount(Number(count)));
    for (const input of pick.querySelectorAll("input")) input.id = `count-${input.value}`;
    return el("fieldset", { class: "seats" }, el("legend", {}, t("lobby.seats")), pick, ...seats.map((_, number) => this.seatPart(number)));
  }

  /** @param {number} count */
  setCount(count) {
    const { seats } = this.wanted;
    while (seats.length < count) seats.push(seat("bot", this.level));
    seats.length = count;
    if (Number(this.wanted.start) >= count) this.wanted.start = "";
    this.render();
  }

  /** Who sits at a seat: one list with all that is possible, so that nobody has to search twice. @param {number} number */
  seatPart(number) {
    const wanted = this.wanted.seats[number];
    const chosen = wanted.kind === "bot" ? `bot:${wanted.level}` : wanted.kind;
    /** @param {string} value @param {string} words */
    const option = (value, words) => el("option", { value, selected: value === chosen }, words);
    const bots = this.facts.levels.map((/** @type {string} */ level) => option(`bot:${level}`, t("bot.name", { level: t(`level.${level}`) })));
    const change = (/** @type {any} */ event) => {
      const [kind, level] = event.target.value.split(":");
      this.wanted.seats[number] = { kind, name: wanted.name, level: level ?? "" };
      this.render();
    };
    return el("div", { class: "seat-row" }, seatIcon(number),
      el("label", { class: "seat-kind" }, el("span", {}, t("lobby.seat", { n: number + 1 })),
        el("select", { id: `seat-${number}`, change }, option("here", t("lobby.seat.here")), option("friend", t("lobby.seat.friend")),
          el("optgroup", { label: t("lobby.seat.bots") }, ...bots))),
      wanted.kind === "here" ? this.nameField(number) : el("p", { class: "strength" }, t(wanted.kind === "bot" ? `lobby.level.${wanted.level}.line` : "lobby.seat.friend.line")));
  }

  /** @param {number} number */
  nameField(number) {
    const wanted = this.wanted.seats[number];
    const isFirst = this.wanted.seats.findIndex((found) => found.kind === "here") === number;
    const input = (/** @type {any} */ event) => {
      wanted.name = event.target.value;
      if (isFirst) settings.set("name", wanted.name.trim());
    };
    const value = wanted.name || (isFirst ? settings.get("name") : "");
    return el("label", { class: "seat-name-field" }, el("span", {}, t("lobby.name")),
      el("input", { id: `name-${number}`, value, maxlength: LONGEST_NAME, autocomplete: isFirst ? "nickname" : "off", placeholder: t("lobby.player", { n: number + 1 }), input }));
  }

  variantPart() {
    const { wanted } = this;
    const starters = wanted.seats.map((found, number) =>
      el("option", { value: String(number), selected: wanted.start === String(number) }, `${t("lobby.seat", { n: number + 1 })}${found.kind === "here" && found.name ? `: ${found.name}` : ""}`));
    return el("div", { class: "variants" },
      el("label", { class: "seat-kind" }, el("span", {}, t("lobby.start")),
        el("select", { id: "start", change: (/** @type {any} */ event) => (wanted.start = event.target.value) }, el("option", { value: "" }, t("lobby.start.random")), ...starters)),
      el("label", { class: "check" },
        el("input", { type: "checkbox", id: "tactical", checked: wanted.tactical, change: (/** @type {any} */ event) => this.setTactical(event.target.checked) }),
        el("span", {}, el("b", {}, t("tactical")), " ", el("span", { class: "hint" }, t("tactical.summary")))));
  }

  /** @param {boolean} tactical */
  setTactical(tactical) {
    this.wanted.tactical = tactical;
    this.render(); // the quick game says what it will play
  }

  recordPanel() {
    const change = async (/** @type {any} */ event) => {
      const [file] = event.target.files;
      if (file && (await this.tryTo(() => openRecord(file)))) go("/replay");
    };
    return el("section", { class: "panel record" }, el("h2", {}, t("lobby.record")),
      el("label", { class: "file" }, el("span", {}, t("lobby.record.line")), el("input", { type: "file", id: "record", accept: ".json,.jsonl,application/json", change })));
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
    const { edition, tactical, seats } = wanted;
    const start_player = wanted.start === "" ? null : Number(wanted.start);
    await this.tryTo(async () => {
      const opened = await post("/api/games", { edition, tactical, seats, start_player });
      const path = rememberOpened(opened, { edition, tactical, players: seats });
      if (Object.keys(opened.invitations).length) this.share(myGames().find((found) => found.game === opened.game));
      else go(path);
    });
  }

  /** @param {string} words */
  say(words) {
    const place = this.querySelector(".error");
    if (place) place.textContent = words;
    place?.scrollIntoView({ block: "nearest" });
  }

  /** Do something that may fail, once at a time; says why if it does. @param {() => Promise<any>} work */
  async tryTo(work) {
    if (this.isBusy) return false;
    this.isBusy = true;
    // The very first game waits for a compiler; whoever looks at the page should know.
    const patience = window.setTimeout(() => this.say(t("lobby.preparing")), 1500);
    try {
      await work();
      return true;
    } catch (error) {
      this.say(errorWords(/** @type {any} */ (error)));
      return false;
    } finally {
      window.clearTimeout(patience);
      this.isBusy = false;
    }
  }

  // --- Sharing links

  /** @param {any} game null to go back to the start page */
  share(game) {
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
