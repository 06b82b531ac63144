// @ts-check
/**
 * `<mf-veil>`: between two people at one screen. It takes the place of the game's element, so nothing of the last seat is left on the
 * page, not even out of sight; the next seat gets an element of its own. Set `.last`, `.next` and `.canUndo`.
 */

import { Connection } from "../core/connection.js";
import { el, seatIcon } from "../core/dom.js";
import { onLanguage, t } from "../core/i18n.js";
import { errorWords } from "../core/names.js";
import { playPath } from "../core/router.js";

/** Somebody at this screen. @typedef {{key: string, seat: number, name: string}} Person */

class VeilElement extends HTMLElement {
  constructor() {
    super();
    /** @type {Person} */
    this.last = { key: "", seat: 0, name: "" };
    /** @type {Person} */
    this.next = this.last;
    this.canUndo = false;
    this.isUndoing = false;
  }

  connectedCallback() {
    // For the others at the table, the people at this screen stay connected. What arrives is not looked at.
    this.connection = new Connection(this.last.key, (message) => message.type === "welcome" && this.isUndoing && this.undo());
    this.stop = onLanguage(() => this.render());
    this.render();
    this.querySelector("button")?.focus();
  }

  disconnectedCallback() {
    this.connection?.close();
    this.stop?.();
  }

  render() {
    const { last, next } = this;
    const back = this.canUndo && el("button", { type: "button", class: "quiet", click: () => this.undo() }, t("game.veil.undo", { name: last.name }));
    this.replaceChildren(seatIcon(next.seat), el("h1", {}, next.name), el("p", {}, t("game.veil")),
      el("button", { type: "button", class: "primary big", click: () => this.seat(next.key) }, t("game.veil.ready", { name: next.name })), back || "",
      el("p", { class: "error", role: "alert" }));
  }

  /** Let somebody sit down. @param {string} key */
  seat(key) {
    history.replaceState(null, "", playPath(key));
    this.replaceWith(Object.assign(document.createElement("mf-game"), { key, isSeated: true }));
  }

  /** The last player takes back the last step, and is asked again. */
  async undo() {
    const { connection, last } = this;
    this.isUndoing = connection?.seat !== last.seat; // then the welcome is still to come
    if (this.isUndoing) return;
    try {
      await connection?.send({ type: "undo", whole_turn: false });
      this.seat(last.key);
    } catch (error) {
      this.querySelector(".error")?.replaceChildren(errorWords(/** @type {any} */ (error)));
    }
  }
}

customElements.define("mf-veil", VeilElement);
