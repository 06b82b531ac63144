// @ts-check
/** `<mf-player>`: the own page of a player: name and emblem, games, numbers, devices, and the way to take everything along or to delete it. */

import { wordmark } from "../board/drawing.js";
import { el } from "../core/dom.js";
import { facts } from "../core/facts.js";
import { onLanguage, t } from "../core/i18n.js";
import { errorWords } from "../core/names.js";
import { addressFor, lookAtNetwork } from "../core/network.js";
import { addPasskey, changePlayer, createPlayer, deletePlayer, endDevice, exportPlayer, hasPasskeys, knownPlayer, loadGames, loadPlayer, newTicket, removePasskey, signIn, signInWithPasskey, takeSeat, unblockPlayer } from "../core/player.js";
import { go, HALL, HOME, playerPath, playPath, replayPath, wayBack } from "../core/router.js";
import { settings } from "../core/settings.js";
import { emblemChart, emblemIcon, loadEmblems, randomEmblem } from "../panels/emblems.js";
import { linkField } from "../panels/link-field.js";
import { gamesParts } from "../panels/player-games.js";
import "../panels/settings.js";

/** @import { Me, MyGames, Ticket } from "../core/messages.js" */

/** A day as the language writes it. @param {number} seconds since 1970 */
function day(seconds) {
  return new Intl.DateTimeFormat(document.documentElement.lang || undefined, { dateStyle: "medium" }).format(new Date(1000 * seconds));
}

class PlayerElement extends HTMLElement {
  constructor() {
    super();
    this.settings = document.createElement("mf-settings"); // made once: its dialog stays open when the language changes
    this.ticket = ""; // of another device; set by the router
    /** @type {Me | null} */
    this.me = null;
    this.isLoaded = false;
    this.emblem = randomEmblem();
    /** @type {Ticket | null} shown once */
    this.shownTicket = null;
    this.isEditing = false;
    this.isBusy = false;
    /** @type {MyGames | null} */
    this.games = null;
    this.page = 0;
  }

  async connectedCallback() {
    this.stop = onLanguage(() => this.render());
    await Promise.all([loadEmblems(), lookAtNetwork()]);
    if (!this.ticket) await this.tryTo(() => this.load());
    this.isLoaded = true;
    this.render();
  }

  disconnectedCallback() {
    this.stop?.();
  }

  async load() {
    this.me = await loadPlayer();
    this.emblem = this.me?.emblem ?? this.emblem;
    this.games = this.me ? await loadGames(0) : null;
  }

  /** The next page of finished games. */
  more() {
    return this.tryTo(async () => {
      const { games } = this;
      if (!games) return;
      this.page += 1;
      const { past, has_more } = await loadGames(this.page);
      this.games = { ...games, past: [...games.past, ...past], has_more };
      this.render();
    });
  }

  /** To the table, or to the replay, with a key of this device. @param {string} game @param {boolean} isOver */
  enter(game, isOver) {
    return this.tryTo(async () => {
      const key = await takeSeat(game);
      go(isOver ? replayPath(key) : playPath(key));
    });
  }

  render() {
    if (!this.isLoaded) return;
    const focused = this.contains(document.activeElement) ? document.activeElement?.id : "";
    const parts = this.ticket ? [this.arrival()] : this.me ? this.ownPage(this.me) : [this.newPlayer()];
    this.replaceChildren(el("div", { class: "lobby people" },
      el("header", { class: "lobby-head" }, el("h1", {}, el("a", { href: HOME }, wordmark())), this.settings),
      el("p", { class: "error", role: "alert" }), ...parts));
    if (focused) document.getElementById(focused)?.focus();
  }

  // --- Before there is a player

  newPlayer() {
    return el("section", { class: "panel", "aria-labelledby": "new-title" }, el("h2", { id: "new-title" }, t("player.new.title")),
      el("p", { class: "hint" }, t("player.new.words")),
      this.nameForm(settings.values.name, t("player.new.go"), (name) => createPlayer(name, this.emblem)),
      el("p", { class: "hint" }, t("player.new.known")),
      hasPasskeys() ? el("button", { type: "button", id: "use-passkey", click: () => this.usePasskey() }, t("player.passkey.use")) : null);
  }

  usePasskey() {
    return this.tryTo(async () => {
      await signInWithPasskey();
      await this.load();
      this.render();
    });
  }

  /** @param {string} value @param {string} button @param {(name: string) => Promise<Me>} save */
  nameForm(value, button, save) {
    const field = el("input", { id: "player-name", value, maxlength: facts.longest_name, autocomplete: "nickname", required: true });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.tryTo(async () => {
        this.me = await save(field.value.trim());
        if (wayBack()) return go(wayBack());
        this.games ??= await loadGames(0);
        this.isEditing = false;
        this.render();
      });
    };
    return el("form", { class: "player-form", submit },
      el("label", { class: "seat-name-field" }, el("span", {}, t("lobby.join.name")), field),
      emblemChart(this.emblem, (emblem) => (this.emblem = emblem)),
      el("button", { type: "submit", id: "save-player", class: "primary big" }, button));
  }

  /** Behind a link from another device. It is used when somebody presses the button: previews of links must not use it up. */
  arrival() {
    const known = knownPlayer();
    const enter = () => this.tryTo(async () => {
      await signIn(this.ticket);
      go(playerPath());
    });
    return el("section", { class: "panel", "aria-labelledby": "arrival-title" }, el("h2", { id: "arrival-title" }, t("player.arrival.title")),
      el("p", {}, t("player.arrival.words")),
      known ? el("p", { class: "warning" }, t("player.arrival.replaces", { name: known.name })) : null,
      el("div", { class: "row" },
        el("button", { type: "button", id: "sign-in", class: "primary big", click: enter }, t("player.arrival.go")),
        el("a", { class: "button", href: HOME }, t("lobby.back"))));
  }

  // --- The own page

  /** @param {Me} me */
  ownPage(me) {
    return [this.head(me), ...gamesParts(this), this.devices(me), this.passkeys(me), this.blocked(me), this.everything()];
  }

  /** @param {Me} me */
  head(me) {
    const edit = () => {
      this.isEditing = !this.isEditing;
      this.emblem = me.emblem;
      this.render();
    };
    const unrated = (/** @type {any} */ event) => this.tryTo(async () => {
      this.me = await changePlayer({ is_unrated: event.target.checked });
      this.render();
    });
    const save = (/** @type {string} */ name) => changePlayer({ name, emblem: this.emblem });
    return el("section", { class: "panel player-card", "aria-labelledby": "player-title" },
      el("div", { class: "player-line" }, emblemIcon(me.emblem),
        el("div", { class: "player-words" }, el("h2", { id: "player-title" }, me.name), el("p", { class: "hint" }, this.ratingWords(me))),
        el("a", { class: "button primary", id: "to-hall", href: HALL }, t("hall.go")),
        el("button", { type: "button", id: "edit-player", "aria-expanded": String(this.isEditing), click: edit }, t("player.edit"))),
      this.isEditing ? this.nameForm(me.name, t("player.save"), save) : null,
      el("label", { class: "check" },
        el("input", { type: "checkbox", id: "unrated", checked: me.is_unrated, change: unrated }),
        el("span", {}, el("b", {}, t("player.unrated")), " ", el("span", { class: "hint" }, t("player.unrated.line")))));
  }

  /** @param {Me} me */
  ratingWords({ rating }) {
    const words = t("player.rating", { rating: rating.rating, range: rating.plus_minus });
    return rating.games ? [words, t("player.rated.games", { count: rating.games })].join(" · ") : [words, t("player.rated.none")].join(" · ");
  }

  /** @param {Me} me */
  devices({ devices }) {
    return el("section", { class: "panel", "aria-labelledby": "devices-title" }, el("h2", { id: "devices-title" }, t("player.devices")),
      el("p", { class: "hint" }, t("player.devices.words")),
      el("ul", { class: "game-list" }, ...devices.map((device) => this.device(device))),
      this.shownTicket ? this.ticketPart(this.shownTicket) : el("button", { type: "button", id: "new-ticket", click: () => this.showTicket() }, t("player.ticket.show")));
  }

  /** @param {Me["devices"][number]} device */
  device({ id, name, seen, is_this: isThis }) {
    const shown = name || t("player.device.unnamed");
    const end = () => {
      if (!confirm(t(isThis ? "player.device.leave.sure" : "player.device.end.sure", { name: shown }))) return;
      this.tryTo(async () => {
        await endDevice(id, isThis);
        this.me = await loadPlayer();
        this.render();
      });
    };
    return el("li", { class: "game-item" },
      el("div", { class: "game-item-words" }, el("span", {}, shown), el("p", { class: "quiet" }, isThis ? t("player.device.this") : t("player.device.seen", { day: day(seen) }))),
      el("button", { type: "button", "aria-label": `${t(isThis ? "player.device.leave" : "player.device.end")}: ${shown}`, click: end }, t(isThis ? "player.device.leave" : "player.device.end")));
  }

  /** Passkeys, where server and browser can use them. @param {Me} me */
  passkeys({ passkeys }) {
    if (!hasPasskeys() && !passkeys.length) return null;
    const change = (/** @type {() => Promise<Me>} */ work) => this.tryTo(async () => {
      this.me = await work();
      this.render();
    });
    const items = passkeys.map(({ id, created }) => el("li", { class: "game-item" }, el("span", {}, t("player.passkey.made", { day: day(created) })),
      el("button", { type: "button", "aria-label": `${t("player.passkey.remove")}: ${day(created)}`, click: () => change(() => removePasskey(id)) }, t("player.passkey.remove"))));
    return el("section", { class: "panel", "aria-labelledby": "passkeys-title" }, el("h2", { id: "passkeys-title" }, t("player.passkeys")),
      el("p", { class: "hint" }, t("player.passkeys.words")), items.length ? el("ul", { class: "game-list" }, ...items) : null,
      hasPasskeys() ? el("button", { type: "button", id: "add-passkey", click: () => change(addPasskey) }, t("player.passkey.add")) : null);
  }

  /** Whom this player does not want to meet again. @param {Me} me */
  blocked({ blocked }) {
    if (!blocked.length) return null;
    const free = (/** @type {string} */ id) => this.tryTo(async () => {
      this.me = await unblockPlayer(id);
      this.render();
    });
    return el("section", { class: "panel", "aria-labelledby": "blocked-title" }, el("h2", { id: "blocked-title" }, t("player.blocked")),
      el("ul", { class: "game-list" }, ...blocked.map(({ id, name, emblem }) => el("li", { class: "game-item" }, emblemIcon(emblem), el("span", {}, name),
        el("button", { type: "button", "aria-label": `${t("player.unblock")}: ${name}`, click: () => free(id) }, t("player.unblock"))))));
  }

  showTicket() {
    return this.tryTo(async () => {
      this.shownTicket = await newTicket();
      this.render();
      this.querySelector(".ticket")?.scrollIntoView({ block: "nearest" });
    });
  }

  /** @param {Ticket} ticket */
  ticketPart({ ticket, seconds }) {
    const status = el("p", { class: "status", role: "status" });
    const label = t("player.ticket.link");
    return el("div", { class: "ticket" },
      el("p", {}, t("player.ticket.words", { minutes: Math.round(seconds / 60) })),
      linkField(label, addressFor(playerPath(ticket)), () => (status.textContent = t("lobby.share.copied", { label })), true), status);
  }

  /** To take along, or to delete. */
  everything() {
    const erase = () => {
      if (!confirm(t("player.delete.sure"))) return;
      this.tryTo(async () => {
        await deletePlayer();
        this.me = null;
        this.render();
      });
    };
    return el("section", { class: "panel", "aria-labelledby": "all-title" }, el("h2", { id: "all-title" }, t("player.all")),
      el("p", { class: "hint" }, t("player.all.words")),
      el("div", { class: "row" },
        el("button", { type: "button", id: "export-player", click: () => this.tryTo(exportPlayer) }, t("player.export")),
        el("button", { type: "button", id: "delete-player", click: erase }, t("player.delete"))));
  }

  /** Try something, one thing at a time; if it fails, say why. @param {() => Promise<void>} work */
  async tryTo(work) {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      await work();
      const place = this.querySelector(".error");
      if (place) place.textContent = "";
    } catch (error) {
      this.isLoaded = true;
      if (!this.firstElementChild) this.render();
      const place = this.querySelector(".error");
      const isStopped = /** @type {Error} */ (error).name === "NotAllowedError"; // the person has closed the browser's own dialog
      if (place) place.textContent = isStopped ? t("player.passkey.stopped") : errorWords(/** @type {Error} */ (error));
      place?.scrollIntoView({ block: "nearest" });
    } finally {
      this.isBusy = false;
    }
  }
}

customElements.define("mf-player", PlayerElement);
