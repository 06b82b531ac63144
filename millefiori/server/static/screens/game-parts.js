// @ts-check
/** The parts of the game screen and where they stand. game.js fills them. */

import "../board/board.js";
import "../board/cards.js";
import { wordmark } from "../board/drawing.js";
import "../board/track.js";
import { el } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { errorWords } from "../core/names.js";
import { HOME } from "../core/router.js";
import "../panels/company.js";
import "../panels/counts.js";
import "../panels/discards.js";
import "../panels/links.js";
import "../panels/log.js";
import "../panels/notices.js";
import "../panels/players.js";
import "../panels/settings.js";
import "../panels/side.js";
import "../panels/sound.js";
import "../panels/status.js";
import "../panels/turn.js";
import "./veil.js";

/** @import { Places } from "../board/animation.js" */
/** @import { BoardElement } from "../board/board.js" */
/** @import { CardsElement } from "../board/cards.js" */
/** @import { Refused } from "../core/messages.js" */
/** @import { State } from "../core/state.js" */
/** @import { SideElement } from "../panels/side.js" */
/** @import { TurnElement } from "../panels/turn.js" */
/** @typedef {HTMLElement & {update: (state: State) => void}} Panel */
/** @typedef {ReturnType<typeof makeParts>} Parts */

/** @param {string} tag @returns {any} a custom element of this page */
const make = (tag) => document.createElement(tag);

export function makeParts() {
  const parts = {
    scores: el("ol", { class: "scores" }),
    now: el("p", { class: "now" }),
    track: /** @type {Panel} */ (make("mf-track")),
    board: /** @type {BoardElement} */ (make("mf-board")),
    whole: el("button", { type: "button", class: "whole round" }, "⤢"),
    ticker: el("p", { class: "ticker" }),
    again: el("button", { type: "button", class: "quiet again" }),
    display: /** @type {CardsElement} */ (make("mf-cards")),
    displayTitle: el("h2", {}),
    hand: /** @type {CardsElement} */ (make("mf-cards")),
    handTitle: el("h2", {}),
    turn: /** @type {TurnElement} */ (make("mf-turn")),
    status: /** @type {Panel} */ (make("mf-status")),
    players: /** @type {Panel} */ (make("mf-players")),
    company: /** @type {Panel} */ (make("mf-company")),
    notices: /** @type {Panel} */ (make("mf-notices")),
    wishes: /** @type {Panel} */ (make("mf-wishes")),
    proposals: /** @type {Panel} */ (make("mf-proposals")),
    links: /** @type {Panel} */ (make("mf-links")),
    counts: /** @type {Panel} */ (make("mf-counts")),
    discards: /** @type {Panel} */ (make("mf-discards")),
    spectators: el("p", { class: "spectators", role: "status", hidden: true }),
    log: /** @type {Panel & {showEnd: () => void}} */ (make("mf-log")),
    text: /** @type {Panel} */ (make("mf-text")),
    end: /** @type {Panel} */ (make("mf-end")),
    banner: el("p", { class: "banner", role: "alert", hidden: true }),
    toast: el("p", { class: "toast", role: "alert", hidden: true }),
    side: /** @type {SideElement} */ (make("mf-side")),
    textButton: el("button", { type: "button", class: "quiet" }),
    helpButton: el("button", { type: "button", class: "quiet round" }, "?"),
    help: el("dialog", { class: "help" }),
    menu: el("div", { class: "menu" }),
  };
  parts.end.hidden = true;
  parts.proposals.hidden = true;
  parts.notices.hidden = true;
  parts.wishes.hidden = true;
  parts.text.hidden = true;
  parts.turn.classList.add("panel");
  parts.display.stacks = true;
  return parts;
}

/** Where the animations find things on the screen. @param {Parts} parts @returns {Places} */
export function placesOf({ scores, hand, display }) {
  return {
    score: (seat) => scores.querySelector(`.score[data-seat="${seat}"]`),
    hand: () => hand,
    display: () => display,
    card: (card) => hand.querySelector(`[data-card="${card}"]`) ?? display.querySelector(`[data-card="${card}"]`),
  };
}

/** Everything in its place; where that is depends on the window (css/game.css, css/widths.css). @param {Parts} parts @returns {Node[]} */
export function arrange(parts) {
  const bar = el("header", { class: "bar" },
    el("h1", { class: "brand" }, el("a", { href: HOME }, wordmark())), parts.now, parts.scores,
    parts.menu);
  parts.menu.append(parts.spectators, parts.side.opener, parts.textButton, parts.helpButton, make("mf-sound"), make("mf-settings"));
  const stage = el("section", { class: "stage" }, parts.board, parts.whole);
  const display = el("section", { class: "tray display" }, parts.displayTitle, parts.display);
  const hand = el("section", { class: "tray hand" }, parts.handTitle, parts.hand);
  const dock = el("section", { class: "dock" }, hand, parts.turn);
  parts.turn.latest.append(parts.ticker, parts.again);
  parts.side.hold({ players: [parts.players, parts.company, parts.wishes, parts.notices, parts.links], log: [parts.log], details: [parts.track, parts.counts, parts.discards, parts.status] });
  parts.side.addEventListener("shown", () => parts.log.showEnd());
  return [parts.banner, bar, stage, parts.side, display, dock, parts.text, parts.end, parts.help, parts.proposals, parts.toast];
}

/** A property that the style sheets set for some widths of the window. @param {string} name */
const isSet = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim() === "yes";

/** Is the board so small that it should zoom in on the lit spaces? */
export const isSmall = () => isSet("--small");

/** Words that do not depend on the position. @param {Parts} parts */
export function writeLabels(parts) {
  parts.textButton.replaceChildren(el("span", { class: "glyph", "aria-hidden": "true" }, "¶"), el("span", { class: "words" }, t("game.as_text")));
  parts.textButton.title = t("game.as_text");
  parts.side.writeLabels();
  parts.helpButton.setAttribute("aria-label", t("game.help"));
  parts.helpButton.title = t("game.help");
  parts.again.textContent = t("game.again");
  parts.whole.title = t("game.zoom.whole");
  parts.whole.setAttribute("aria-label", t("game.zoom.whole"));
}

/** The key opens no game, or the page is out of date. @param {Refused} refused */
export function refusedNotice(refused) {
  const reload = el("button", { type: "button", class: "primary", click: () => location.reload() }, t("game.reload"));
  const picture = el("img", { src: new URL("../icon.svg", import.meta.url).href, alt: "", width: 112, height: 112 });
  return el("div", { class: "notice" }, picture, el("h1", {}, "Mille Fiori"), el("p", {}, errorWords(refused)),
    el("p", {}, refused.code === "protocol" ? reload : el("a", { class: "button primary", href: HOME }, t("game.home"))));
}
