// @ts-check
/** How late spectators see the game: a field of the forms that open a table. */

import { el } from "../core/dom.js";
import { t } from "../core/i18n.js";

/** Minutes that can be selected. */
const MINUTES = [0, 1, 5, 15];

/** @param {string} id @param {number} selected seconds @param {(delay: number) => void} change */
export function delayField(id, selected, change) {
  return el("label", { class: "seat-kind" }, el("span", {}, t("lobby.delay")),
    el("select", { id, change: (/** @type {any} */ event) => change(Number(event.target.value)) },
      ...MINUTES.map((minutes) => el("option", { value: 60 * minutes, selected: 60 * minutes === selected }, minutes ? t("lobby.delay.minutes", { count: minutes }) : t("lobby.delay.none")))));
}
