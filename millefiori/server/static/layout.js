// @ts-check
/** The game screen's parts and where they stand; what is in them changes in game.js. */

import { el, seatIcon } from "./dom.js";
import { HELPED } from "./help.js";
import { t } from "./i18n.js";
import { areaName, errorWords, playerTitle } from "./sentences.js";
import { isAwaited } from "./state.js";
import { PARTS } from "./zoom.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./board.js").BoardElement} BoardElement */
/** @typedef {import("./cards.js").CardsElement} CardsElement */
/** @typedef {import("./preview.js").TurnElement} TurnElement */
/** @typedef {HTMLElement & {update: (state: State) => void}} Panel */
/** @typedef {ReturnType<typeof makeParts>} Parts */

/** @param {string} tag @returns {any} a custom element of this page */
const make = (tag) => document.createElement(tag);

export function makeParts() {
  const parts = {
    scores: el("ol", { class: "scores" }),
    track: /** @type {Panel} */ (make("mf-track")),
    board: /** @type {BoardElement} */ (make("mf-board")),
    zooms: el("div", { class: "zooms", role: "group" }),
    ticker: el("p", { class: "ticker" }),
    again: el("button", { type: "button", class: "quiet again" }),
    display: /** @type {CardsElement} */ (make("mf-cards")),
    displayTitle: el("h2", {}),
    hand: /** @type {CardsElement} */ (make("mf-cards")),
    handTitle: el("h2", {}),
    turn: /** @type {TurnElement} */ (make("mf-turn")),
    info: /** @type {Panel} */ (make("mf-info")),
    players: /** @type {Panel} */ (make("mf-players")),
    log: /** @type {Panel} */ (make("mf-log")),
    text: /** @type {Panel} */ (make("mf-text")),
    end: /** @type {Panel} */ (make("mf-end")),
    banner: el("p", { class: "banner", role: "alert", hidden: true }),
    toast: el("p", { class: "toast", role: "alert", hidden: true }),
    textButton: el("button", { type: "button", class: "quiet" }),
    helpButton: el("button", { type: "button", class: "quiet round" }, "?"),
    help: el("dialog", { class: "help" }),
    veil: el("div", { class: "veil", hidden: true }),
  };
  parts.end.hidden = true;
  parts.text.hidden = true;
  parts.turn.classList.add("panel");
  return parts;
}

/** Everything in its place. @param {Parts} parts @returns {Node[]} */
export function arrange(parts) {
  const bar = el("header", { class: "bar" },
    el("h1", { class: "brand" }, el("a", { href: "/", "data-link": "" }, "Mille Fiori")), el("span", { class: "spring" }),
    parts.textButton, parts.helpButton, make("mf-settings"));
  const middle = el("section", { class: "middle" }, parts.scores, parts.track, parts.end, parts.board, parts.zooms, el("div", { class: "told" }, parts.ticker, parts.again));
  const trays = el("div", { class: "trays" },
    el("section", { class: "tray display" }, parts.displayTitle, parts.display),
    el("section", { class: "tray hand" }, parts.handTitle, parts.hand));
  const right = el("section", { class: "right" }, el("div", { class: "dock" }, trays, parts.turn), parts.log);
  const left = el("aside", { class: "left" }, parts.info, parts.players);
  return [parts.banner, bar, el("div", { class: "table" }, left, middle, right, parts.text), parts.help, parts.toast, parts.veil];
}

/**
 * Do cards and panel lie over the lower edge of the board, as css/turn.css has it? Then a mere look must not let them
 * grow: they would come between a space and the finger on it, and the tap would be lost.
 */
export const isDocked = () => matchMedia("(max-width: 820px)").matches;

/** Words that stand still while the game goes on. @param {Parts} parts @param {(part: string | null) => void} zoom */
export function writeLabels(parts, zoom) {
  parts.textButton.textContent = t("game.as_text");
  parts.helpButton.setAttribute("aria-label", t("game.help"));
  parts.helpButton.title = t("game.help");
  parts.again.textContent = t("game.again");
  parts.log.setAttribute("role", "region"); // it scrolls: the keyboard must be able to reach it
  parts.log.setAttribute("aria-label", t("log.title"));
  parts.log.tabIndex = 0;
  parts.zooms.setAttribute("aria-label", t("game.zoom"));
  const button = (/** @type {string | null} */ part, /** @type {string} */ key) =>
    el("button", { type: "button", "data-part": part ?? "", click: () => zoom(part) }, t(key));
  parts.zooms.replaceChildren(button(null, "game.zoom.whole"), ...Object.keys(PARTS).map((part) => button(part, `game.zoom.${part}`)));
}

/** Names and scores, always in sight: points fly here. @param {HTMLElement} list @param {State} state */
export function showScores(list, state) {
  const { position, players, presence, seat: own } = state;
  const chips = players.map((_, seat) => {
    const isOn = position.phase === "over" ? position.winners.includes(seat) : isAwaited(state, seat);
    const isAway = !presence[seat] && !isHereToo(state, seat);
    const words = [isAway && t("game.away"), isOn && position.phase !== "over" && t("game.decides")].filter(Boolean).join(", ");
    const classes = ["chip", `seat-${seat}`, isOn ? "on" : "", isAway ? "away" : "", seat === own ? "own" : ""];
    return el("li", { class: classes.filter(Boolean).join(" "), title: words || null },
      seatIcon(seat), el("span", { class: "name" }, playerTitle(seat, state)), words ? el("span", { class: "unseen" }, words) : null,
      el("strong", { class: "score", "data-seat": seat }, position.players[seat].score));
  });
  list.replaceChildren(...chips);
  list.setAttribute("aria-label", t("game.scores"));
}

/** People at one screen take turns with the line: if one of them is there, all are. @param {State} state @param {number} seat */
function isHereToo({ players, presence }, seat) {
  return players[seat].kind === "here" && players.some((player, other) => player.kind === "here" && presence[other]);
}

/**
 * The help of one area, or of all of them with the keys.
 * @param {HTMLDialogElement} dialog
 * @param {string} area "" for all
 * @param {any} edition
 */
export function showHelp(dialog, area, edition) {
  const texts = (area ? [area] : HELPED).map((name) => {
    const text = make("mf-help");
    text.edition = edition ?? undefined;
    text.setAttribute("area", name);
    return area ? text : el("details", {}, el("summary", {}, areaName(name)), text);
  });
  const keys = area ? [] : [el("h2", {}, t("game.keys.title")), el("p", { class: "keys" }, t("game.keys"))];
  const close = el("button", { type: "button", class: "primary", click: () => dialog.close() }, t("game.close"));
  dialog.replaceChildren(...(area ? [] : [el("h2", {}, t("game.help.title"))]), ...texts, ...keys, close);
  dialog.showModal();
}

/**
 * Nothing is shown until only the next player looks.
 * @param {HTMLElement} veil
 * @param {State} state
 * @param {number} next
 * @param {{ready: () => void, undo: () => void}} answers
 */
export function showVeil(veil, state, next, { ready, undo }) {
  const name = playerTitle(next, state);
  const begin = el("button", { type: "button", class: "primary", click: ready }, t("game.veil.ready", { name }));
  const back = state.position.can_undo > 0 && el("button", { type: "button", class: "quiet", click: undo }, t("game.veil.undo", { name: playerTitle(state.seat, state) }));
  veil.replaceChildren(seatIcon(next), el("h1", {}, name), el("p", {}, t("game.veil")), begin, back || "");
  veil.hidden = false;
  begin.focus();
}

/** This key opens nothing, or the page is too old. @param {{code: string, message: string}} refused */
export function refusedNotice(refused) {
  const reload = el("button", { type: "button", class: "primary", click: () => location.reload() }, t("game.reload"));
  return el("div", { class: "notice" }, el("h1", {}, "Mille Fiori"), el("p", {}, errorWords(refused)),
    refused.code === "protocol" && reload, el("p", {}, el("a", { href: "/" }, t("game.home"))));
}
