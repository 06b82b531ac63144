// @ts-check
// The page behind an invitation: which game it is, who is there already, a name, and one button to take the seat.

import { get, post } from "./api.js";
import { el, seatIcon } from "./dom.js";
import { differences } from "./editions.js";
import { gameOfInvitation, playerNames, rememberGame } from "./games.js";
import { onLanguage, t } from "./i18n.js";
import { errorWords } from "./sentences.js";
import { settings } from "./settings.js";
import { go } from "./share.js";

/** @typedef {{edition: string, tactical: boolean, players: import("./games.js").Player[], seat: number}} Invitation */

const LONGEST_NAME = 24;

/** The token at the end of the address. */
function tokenOfAddress() {
  return decodeURIComponent(location.pathname.split("/")[2] ?? "");
}

/** `<mf-join>` */
export class JoinElement extends HTMLElement {
  constructor() {
    super();
    this.settings = document.createElement("mf-settings"); // one for good: its dialog stays open when the words change
    this.invitation = ""; // its token; set by the router
    /** @type {Invitation | null} what it is for */
    this.offer = null;
    /** @type {any} */
    this.facts = null;
    /** @type {any} why the invitation cannot be used */
    this.trouble = null;
  }

  async connectedCallback() {
    this.token = this.invitation || tokenOfAddress();
    this.stop = onLanguage(() => this.render());
    const mine = gameOfInvitation(this.token);
    if (mine) {
      go(`/play/${mine.key}`); // the seat was taken in this browser before: the link simply leads back to it
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
      [this.offer, this.facts] = await Promise.all([get(`/api/invitation/${encodeURIComponent(this.token ?? "")}`), this.facts ?? get("/api/facts")]);
    } catch (error) {
      this.trouble = error;
    }
    this.render();
  }

  render() {
    const content = this.trouble ? this.sorry() : this.offer ? this.form(this.offer) : [el("p", { role: "status" }, t("lobby.join.wait"))];
    this.replaceChildren(el("div", { class: "lobby join" },
      el("header", { class: "lobby-head" }, el("h1", {}, el("a", { href: "/" }, "Mille Fiori")), this.settings),
      el("section", { class: "panel" }, ...content)));
  }

  /** The server says the same for a wrong and for a used invitation, so that nobody can try out links. */
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
        el("a", { class: "button primary", href: "/" }, t("lobby.join.home"))),
    ];
  }

  /** @param {Invitation} invitation */
  form(invitation) {
    const host = invitation.players.find((player, seat) => player.kind === "here" && seat !== invitation.seat);
    return [
      el("h2", {}, host?.name ? t("lobby.join.from", { name: host.name }) : t("lobby.join.title")),
      this.table(invitation),
      ...this.editionLines(invitation),
      el("form", { submit: (/** @type {Event} */ event) => this.join(event) },
        el("label", { class: "seat-name-field" }, el("span", {}, t("lobby.join.name")),
          el("input", { id: "join-name", value: settings.get("name"), maxlength: LONGEST_NAME, autocomplete: "nickname", autofocus: true, required: true })),
        el("p", { class: "error", role: "alert" }),
        el("button", { type: "submit", class: "primary huge" }, t("lobby.join.go"))),
    ];
  }

  /** Who sits where. @param {Invitation} invitation */
  table(invitation) {
    return el("ol", { class: "seat-tags" }, ...playerNames(invitation.players).map((name, seat) =>
      el("li", { class: "seat-tag" }, seatIcon(seat), el("span", {}, seat === invitation.seat ? t("lobby.join.yours") : name))));
  }

  /** The rules that will be played, as far as they are not the usual ones. @param {Invitation} invitation */
  editionLines(invitation) {
    const [base] = this.facts.editions;
    const edition = this.facts.editions.find((/** @type {any} */ found) => found.name === invitation.edition) ?? base;
    const lines = differences(edition, base);
    if (invitation.tactical) lines.push(`${t("tactical")}: ${t("tactical.summary")}`);
    return [
      el("p", {}, `${t("lobby.edition")}: `, el("b", {}, t(`edition.${edition.name}`))),
      lines.length ? el("ul", { class: "hint" }, ...lines.map((line) => el("li", {}, line))) : "",
    ];
  }

  /** @param {Event} event */
  async join(event) {
    event.preventDefault();
    if (this.isBusy || !this.offer || !this.token) return;
    this.isBusy = true;
    const name = /** @type {HTMLInputElement} */ (this.querySelector("#join-name")).value.trim();
    settings.set("name", name);
    try {
      const { key, game, seat } = await post("/api/join", { invitation: this.token, name });
      const { edition, tactical, players } = this.offer;
      const named = players.map((player, number) => (number === seat ? { ...player, name } : player));
      rememberGame({ key, game, seat, edition, tactical, players: named, invitation: this.token });
      go(`/play/${key}`);
    } catch (error) {
      this.trouble = error;
      this.render();
    } finally {
      this.isBusy = false;
    }
  }
}

customElements.define("mf-join", JoinElement);
