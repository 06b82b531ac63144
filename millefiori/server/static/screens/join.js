// @ts-check
/** `<mf-join>`: behind an invitation: which game it is, who is there already, a name, and a button to take the seat. */

import { wordmark } from "../board/drawing.js";
import { get, post } from "../core/api.js";
import { tempoWords } from "../core/clocks.js";
import { el, seatIcon } from "../core/dom.js";
import { differences, editionName } from "../core/editions.js";
import { editionOf, facts } from "../core/facts.js";
import { gameOfInvitation, proofFor, rememberGame } from "../core/games.js";
import { onLanguage, t } from "../core/i18n.js";
import { botName, errorWords, playerNames } from "../core/names.js";
import { playerKey } from "../core/player.js";
import { go, HOME, playPath } from "../core/router.js";
import { settings } from "../core/settings.js";
import "../panels/preparing.js";
import "../panels/settings.js";

/** @import { Invited, Joined } from "../core/messages.js" */

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8000; // milliseconds between two attempts

/** A secret of 128 bits. */
function newToken() {
  const bytes = window.crypto.getRandomValues(new Uint8Array(16));
  return window.btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

class JoinElement extends HTMLElement {
  constructor() {
    super();
    this.settings = document.createElement("mf-settings"); // made once: its dialog stays open when the language changes
    this.preparing = el(/** @type {any} */ ("mf-preparing"), { "table-only": true });
    this.token = ""; // the invitation's; set by the router
    this.wished = newToken(); // the key that the seat shall have
    /** @type {Invited | null} */
    this.invited = null;
    /** @type {any} why the invitation cannot be used */
    this.trouble = null;
  }

  async connectedCallback() {
    this.stop = onLanguage(() => this.render());
    const mine = gameOfInvitation(this.token);
    if (mine) {
      go(playPath(mine.key)); // this browser has taken the seat before
      return;
    }
    await this.load();
  }

  disconnectedCallback() {
    this.stop?.();
  }

  async load() {
    this.trouble = null;
    try {
      this.invited = await get("api/invitation", this.token);
    } catch (error) {
      this.trouble = error;
    }
    this.render();
  }

  render() {
    const content = this.trouble ? this.sorry() : this.invited ? this.form(this.invited) : [el("p", { role: "status" }, t("lobby.join.wait")), this.preparing];
    this.replaceChildren(el("div", { class: "lobby join" },
      el("header", { class: "lobby-head" }, el("h1", {}, el("a", { href: HOME }, wordmark())), this.settings),
      el("section", { class: "panel" }, ...content)));
  }

  /** The server answers a wrong and a used invitation alike, so that nobody can guess links. */
  sorry() {
    const isOffline = this.trouble.code === "unreachable";
    const isUnknown = this.trouble.code === "invitation" || [404, 409, 410].includes(this.trouble.status);
    const words = isUnknown ? t("lobby.join.used") : isOffline ? t("lobby.join.offline") : errorWords(this.trouble);
    return [
      el("h2", {}, t(isOffline ? "lobby.join.offline.title" : "lobby.join.used.title")),
      el("p", { role: "alert" }, words),
      isUnknown ? el("p", { class: "hint" }, t("lobby.join.used.help")) : "",
      el("div", { class: "row" },
        el("button", { type: "button", click: () => this.load() }, t("lobby.join.retry")),
        el("a", { class: "button primary", href: HOME }, t("lobby.join.home"))),
    ];
  }

  /** @param {Invited} invited */
  form(invited) {
    const host = invited.players.find((player, seat) => player.kind === "here" && seat !== invited.seat);
    return [
      el("h2", {}, host?.name ? t("lobby.join.from", { name: host.name }) : t("lobby.join.title")),
      this.table(invited),
      ...this.editionLines(invited),
      invited.tempo.kind && invited.tempo.kind !== "none" ? el("p", {}, t("tempo.title") + t("colon"), el("b", {}, tempoWords(invited.tempo)), " ",
        t("tempo.stand_in.words", { bot: botName(invited.stand_in) })) : "",
      el("p", { class: "hint" }, t(invited.hints ? "lobby.join.hints" : "lobby.join.hints.none")),
      invited.replays ? el("p", { class: "warning" }, t("fair.replayed", { count: invited.replays })) : "",
      el("form", { submit: (/** @type {Event} */ event) => this.join(event) },
        el("label", { class: "seat-name-field" }, el("span", {}, t("lobby.join.name")),
          el("input", { id: "join-name", value: settings.values.name, maxlength: facts.longest_name, autocomplete: "nickname", autofocus: true, required: true })),
        el("p", { class: "error", role: "alert" }),
        el("button", { type: "submit", class: "primary huge" }, t("lobby.join.go"))),
    ];
  }

  /** Who sits where. @param {Invited} invited */
  table(invited) {
    return el("ol", { class: "seat-tags" }, ...playerNames(invited.players).map((name, seat) =>
      el("li", { class: "seat-tag" }, seatIcon(seat), el("span", {}, seat === invited.seat ? t("lobby.join.yours") : name))));
  }

  /** The edition, and how it differs from the usual one. @param {Invited} invited */
  editionLines(invited) {
    const lines = differences(editionOf(invited.edition));
    if (invited.tactical) lines.push(t("tactical") + t("colon") + t("tactical.summary"));
    return [
      el("p", {}, t("lobby.edition") + t("colon"), el("b", {}, editionName(invited.edition))),
      lines.length ? el("ul", { class: "hint" }, ...lines.map((line) => el("li", {}, line))) : "",
    ];
  }

  /** The key is drawn here, so that we can ask again if no answer arrives: the seat is ours. @param {any} wanted @returns {Promise<Joined>} */
  async accept(wanted) {
    for (let pause = FIRST_PAUSE; ; pause *= 2) {
      try {
        return await post("api/join", wanted, playerKey());
      } catch (error) {
        const { code, status } = /** @type {any} */ (error);
        if ((code !== "unreachable" && status < 500) || pause > LONGEST_PAUSE) throw error;
        await new Promise((resolve) => window.setTimeout(resolve, pause));
      }
    }
  }

  /** @param {Event} event */
  async join(event) {
    event.preventDefault();
    if (this.isBusy || !this.invited) return;
    this.isBusy = true;
    const name = /** @type {HTMLInputElement} */ (this.querySelector("#join-name")).value.trim();
    settings.set("name", name);
    try {
      /** @type {Joined} */
      const { key, game, seat } = await this.accept({ invitation: this.token, token: this.wished, name, proof: proofFor(this.invited) });
      const { edition, tactical, players } = this.invited;
      const named = players.map((player, number) => (number === seat ? { ...player, name } : player));
      rememberGame({ key, game, seat, edition, tactical, players: named, invitation: this.token });
      go(playPath(key));
    } catch (error) {
      this.trouble = error;
      this.render();
    } finally {
      this.isBusy = false;
    }
  }
}

customElements.define("mf-join", JoinElement);
