// @ts-check
/** People in a line: emblem, name and rating, for gatherings and games of the hall. */

import { el, svg } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { botName } from "../core/names.js";
import { emblemIcon } from "./emblems.js";

/** @import { HallPlayer, Sitter } from "../core/messages.js" */

/** @param {{name: string, emblem?: number | null, rating?: number | null, level?: string}} person @param {...(Node | string | null)} more */
function personTag({ name, emblem, rating, level }, ...more) {
  const title = level ? botName(level) : name || t("hall.nobody");
  return el("li", { class: "person" }, emblem === null || emblem === undefined ? emptySeat() : emblemIcon(emblem),
    el("span", { class: "person-name" }, title), rating ? el("span", { class: "quiet" }, String(rating)) : null, ...more);
}

function emptySeat() {
  return svg("svg", { class: "icon", viewBox: "-26 -26 52 52", "aria-hidden": "true" }, svg("circle", { class: "empty-seat", r: 22 }));
}

/** Those who wait, and the empty seats. @param {Sitter[]} sitters @param {number} seats @param {boolean} showsConsent */
export function sitterList(sitters, seats, showsConsent) {
  const count = Math.max(0, seats - sitters.length);
  const empty = count ? [el("li", { class: "person" }, ...Array.from({ length: count }, emptySeat), el("span", { class: "quiet" }, t("hall.free", { count })))] : [];
  return el("ul", { class: "people-list" },
    ...sitters.map((sitter) => personTag(sitter, showsConsent && sitter.agrees ? el("span", { class: "consent" }, t("hall.agrees")) : null)), ...empty);
}

/** The players of a game, with their scores when it is over. @param {HallPlayer[]} players @param {number[]} scores */
export function playerList(players, scores) {
  return el("ul", { class: "people-list" }, ...players.map((player, seat) => personTag(player, scores.length ? el("b", {}, String(scores[seat])) : null)));
}
