// @ts-check
// After a game was opened: its keys are remembered, and its links shown for friends and onlookers.

import { el } from "./dom.js";
import { bestKey, playerNames, rememberGame } from "./games.js";
import { onLanguage, t } from "./i18n.js";

/** @typedef {import("./games.js").Game} Game */
/** @typedef {import("./games.js").Player} Player */
/** @typedef {{game: string, keys: Record<string, string>, invitations: Record<string, string>, watch: string}} Opened */

/** Go to another screen of the page without loading it anew. @param {string} path */
export function go(path) {
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}

/**
 * Remember the seats of a new game that are played at this screen; if there is none, the link to watch it.
 * @param {Opened} opened
 * @param {{edition: string, tactical: boolean, players: Player[]}} about
 * @returns {string} the path to the game
 */
export function rememberOpened(opened, about) {
  const { game, keys, invitations, watch } = opened;
  const seats = Object.entries(keys);
  for (const [seat, key] of seats) rememberGame({ ...about, game, key, seat: Number(seat), invitations, watch });
  if (seats.length === 0) rememberGame({ ...about, game, key: watch, seat: -1, invitations, watch });
  return `/play/${seats[0]?.[1] ?? watch}`;
}

/** @param {string} path the whole address, for somebody else's browser */
function address(path) {
  return new URL(path, location.href).href;
}

/** Copy to the clipboard; pages without https have to do it the old way. @param {HTMLInputElement} field */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    document.execCommand("copy");
  }
}

/** `<mf-share>`: the links of a game for friends and onlookers. Set `.game`; fires `back`. */
export class ShareElement extends HTMLElement {
  /** @param {Game} game */
  set game(game) {
    this.shown = game;
    this.render();
  }

  connectedCallback() {
    this.stop = onLanguage(() => this.render());
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
      el("h2", { tabindex: -1 }, t("lobby.share.title")),
      friends.length ? el("p", {}, t("lobby.share.friends")) : null,
      ...friends.map(([seat, token]) =>
        this.link(t("lobby.share.seat", { n: Number(seat) + 1, name: names[Number(seat)]?.name ?? "" }), `/join/${token}`)),
      game.watch ? this.link(t("lobby.share.watch"), `/play/${game.watch}`) : null,
      el("p", { class: "status", role: "status" }),
      el("p", { class: "hint" }, t("lobby.share.players", { names: playerNames(names).join(", ") })),
      el("div", { class: "row" },
        el("a", { class: "button primary big", href: `/play/${bestKey(game)}` }, t("lobby.share.go")),
        el("button", { type: "button", click: () => this.dispatchEvent(new CustomEvent("back")) }, t("lobby.back")))));
  }

  /** @param {string} label @param {string} path */
  link(label, path) {
    const field = el("input", { type: "url", readonly: true, value: address(path), focus: () => field.select() });
    const canShare = typeof navigator.share === "function";
    const done = async () => {
      await copy(field);
      const status = this.querySelector("[role=status]");
      if (status) status.textContent = t("lobby.share.copied", { label });
    };
    return el("div", { class: "share-link" },
      el("label", {}, el("span", {}, label), field),
      el("button", { type: "button", class: "primary", click: done, "aria-label": `${t("lobby.share.copy")}: ${label}` }, t("lobby.share.copy")),
      canShare ? el("button", { type: "button", click: () => navigator.share({ title: "Mille Fiori", url: field.value }).catch(() => {}) }, t("lobby.share.send")) : null);
  }
}

customElements.define("mf-share", ShareElement);
