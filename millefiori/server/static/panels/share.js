// @ts-check
/** `<mf-share>`: the links of a game for friends and spectators, with QR codes. Set `.game`; fires `back`. At a table, set `.atTable`. */

import { el } from "../core/dom.js";
import { bestKey } from "../core/games.js";
import { onLanguage, t } from "../core/i18n.js";
import { errorWords, playerNames } from "../core/names.js";
import { addressFor, lookAtNetwork, openNetwork } from "../core/network.js";
import { joinPath, playPath } from "../core/router.js";
import { linkField } from "./link-field.js";

/** @import { Game } from "../core/games.js" */
/** @import { Network } from "../core/messages.js" */

class ShareElement extends HTMLElement {
  constructor() {
    super();
    this.atTable = false;
    /** @type {Network | null} */
    this.network = null;
  }

  /** @param {Game} game */
  set game(game) {
    this.shown = game;
    this.render();
  }

  async connectedCallback() {
    this.stop = onLanguage(() => this.render());
    this.network = await lookAtNetwork();
    this.render();
  }

  disconnectedCallback() {
    this.stop?.();
  }

  render() {
    const game = this.shown;
    if (!game) return;
    const friends = Object.entries(game.invitations ?? {});
    const names = game.players ?? [];
    this.replaceChildren(el("div", { class: "share" },
      el("h2", { tabindex: -1 }, t(this.atTable ? "lobby.share.links" : "lobby.share.title")),
      ...this.reach(),
      friends.length ? el("p", {}, t("lobby.share.friends")) : null,
      ...friends.map(([seat, token]) => this.invitation(Number(seat), token)),
      game.watch ? this.link(t("lobby.share.watch"), playPath(game.watch)) : null,
      el("p", { class: "status", role: "status" }),
      el("p", { class: "hint" }, t("lobby.share.players", { names: playerNames(names).join(", ") })),
      this.atTable ? null : el("div", { class: "row" },
        el("a", { class: "button primary big", href: playPath(bestKey(game)) }, t("lobby.share.go")),
        el("button", { type: "button", click: () => this.dispatchEvent(new CustomEvent("back")) }, t("lobby.back")))));
  }

  /** Can others open the links? Only the person at the server's machine is asked, and can change it. @returns {Node[]} */
  reach() {
    const { network } = this;
    if (network?.address) return [el("p", { class: "hint" }, t("lobby.network.open", { address: network.address }))];
    if (!network?.is_private) return [];
    const open = async () => {
      try {
        this.network = await openNetwork();
        this.render();
      } catch (error) {
        const status = this.querySelector("[role=status]");
        if (status) status.textContent = errorWords(/** @type {any} */ (error));
      }
    };
    return [el("div", { class: "reach" }, el("p", {}, t(network.can_open ? "lobby.network.private" : "lobby.network.none")),
      network.can_open ? el("button", { type: "button", class: "primary", "data-name": "network", click: open }, t("lobby.network.let")) : null)];
  }

  /** A link, until somebody has used it. @param {number} seat @param {string} token */
  invitation(seat, token) {
    const name = this.shown?.players?.[seat]?.name;
    if (name) return el("p", { class: "taken" }, t("lobby.share.taken", { n: seat + 1, name }));
    return this.link(t("lobby.share.seat", { n: seat + 1 }), joinPath(token));
  }

  /** @param {string} label @param {string} path */
  link(label, path) {
    return linkField(label, addressFor(path), () => {
      const status = this.querySelector("[role=status]");
      if (status) status.textContent = t("lobby.share.copied", { label });
    });
  }
}

customElements.define("mf-share", ShareElement);
