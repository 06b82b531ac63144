// @ts-check
/** The score sheet of a position, by area and reason. */

import { el, seatIcon } from "../core/dom.js";
import { facts } from "../core/facts.js";
import { t } from "../core/i18n.js";
import { areaName, playerNames } from "../core/names.js";

/** @import { Player, Position } from "../core/messages.js" */

/** The rows: each area with the reasons for its points, as the board lies from the top left. */
export const AREAS = {
  workshops: ["group", "workshops_bonus"],
  residences: ["row", "residences_bonus"],
  nobili: ["nobili", "nobili_beneath", "nobili_bonus"],
  populi: ["populi", "populi_beneath", "populi_bonus"],
  trade: ["good", "trade_bonus"],
  harbor: ["fleet"],
  sea: ["sea"],
  empty_display: ["empty_display"],
};

/** A table of numbers by player; the most of a row is marked with a star, not by colour alone. */
class Sheet {
  /** @param {Position} position @param {Player[]} players */
  constructor(position, players) {
    this.position = position;
    this.players = players;
    /** @type {HTMLElement[]} */
    this.rows = [];
  }

  /** @param {string} reason @returns {number[]} */
  points(reason) {
    const number = facts.reasons.indexOf(reason);
    return this.position.players.map((player) => player.points[number]);
  }

  /** @param {string} label @param {number[]} values @param {string} [kind] */
  addRow(label, values, kind = "") {
    const most = Math.max(...values);
    const cells = values.map((value) => {
      const isMost = kind === "area" && value === most && most > 0;
      return el("td", { class: isMost ? "most" : null }, isMost ? el("span", { class: "star", role: "img", "aria-label": t("end.most"), title: t("end.most") }, "★") : null, value === 0 && kind === "reason" ? "–" : String(value));
    });
    this.rows.push(el("tr", { class: kind || null }, el("th", { scope: "row" }, label), ...cells));
  }

  /** @param {string} area @param {string[]} reasons */
  addArea(area, reasons) {
    const parts = reasons.map((reason) => /** @type {[string, number[]]} */ ([reason, this.points(reason)]));
    const brought = parts.filter(([, values]) => values.some((value) => value !== 0));
    if (brought.length === 0) return;
    const sums = this.players.map((_, seat) => parts.reduce((sum, [, values]) => sum + values[seat], 0));
    this.addRow(areaName(area), sums, "area");
    if (reasons.length > 1) for (const [reason, values] of brought) this.addRow(t(`end.reason.${reason}`), values, "reason");
  }

  table() {
    for (const [area, reasons] of Object.entries(AREAS)) this.addArea(area, reasons);
    this.addRow(t("end.total"), this.position.players.map((player) => player.score), "total");
    const heads = playerNames(this.players).map((name, seat) => el("th", { scope: "col" }, seatIcon(seat), el("span", { class: "name" }, name)));
    return el("div", { class: "sheet-scroll", tabindex: 0, role: "region", "aria-label": t("end.sheet") },
      el("table", { class: this.players.length > 2 ? "sheet many" : "sheet" }, el("caption", {}, t("end.sheet")), el("thead", {}, el("tr", {}, el("td", {}), ...heads)), el("tbody", {}, ...this.rows)));
  }
}

/** @param {Position} position @param {Player[]} players @returns {HTMLElement} */
export function scoreSheet(position, players) {
  return new Sheet(position, players).table();
}
