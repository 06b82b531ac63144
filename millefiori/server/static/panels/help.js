// @ts-check
/** What each part of the board is for, in a few sentences; where editions differ, as this game is played. */

import { el } from "../core/dom.js";
import { has, t } from "../core/i18n.js";
import { areaName } from "../core/names.js";
import { rulesPath } from "../core/router.js";
import { courseOfGame } from "./course.js";

/** @import { EditionFacts } from "../core/messages.js" */

/** Everything that has help, as the board lies from the top left. */
export const AREAS = ["workshops", "residences", "nobili", "populi", "trade", "harbor", "sea", "bonus", "extra"];
const PARTS = ["about", "place", "points", "bonus", "extra"];

/** What an edition adds to a part. @param {string} name @param {string} part @param {EditionFacts} edition @returns {string[]} */
function editionWords(name, part, edition) {
  if (part === "bonus" || (name === "bonus" && part === "place")) return [t(edition.bonus_at_once ? "help.bonus.at_once" : "help.bonus.at_end")];
  if (name === "harbor" && part === "place") return [t(edition.ship_may_stay ? "help.ship.may" : "help.ship.must")];
  if (name !== "extra") return [];
  return [t(edition.empty_display_points ? "help.empty.points" : "help.empty", { count: edition.empty_display_points })];
}

/**
 * How to place there, what it scores, the bonus, the extra card.
 * @param {string} name
 * @param {EditionFacts} edition
 */
export function areaHelp(name, edition) {
  const isPyramid = name === "nobili" || name === "populi";
  const key = isPyramid ? "people" : name;
  const symbols = isPyramid ? t(`help.symbols.${name}`) : "";
  const parts = PARTS.filter((part) => has(`help.${key}.${part}`)).map((part) => {
    const title = part === "about" ? null : el("b", {}, `${t(`help.title.${part}`)} `);
    return el("p", {}, title, [t(`help.${key}.${part}`, { symbols }), ...editionWords(name, part, edition)].join(" "));
  });
  return el("section", { class: "area-help" }, el("h2", {}, areaName(name)), ...parts);
}

/**
 * Open the help of one area, or of all of them with the keys.
 * @param {HTMLDialogElement} dialog
 * @param {string} area "" for all
 * @param {EditionFacts} edition
 */
export function openHelp(dialog, area, edition) {
  const one = () => [areaHelp(area, edition)];
  const all = () => [
    el("h2", { tabindex: -1, autofocus: true }, t("course.title")), courseOfGame(),
    el("h2", {}, t("game.help.title")),
    ...AREAS.map((name) => el("details", {}, el("summary", {}, areaName(name)), areaHelp(name, edition))),
    el("p", {}, el("a", { href: rulesPath(edition.name), target: "_blank" }, t("rules.link"))), el("h2", {}, t("game.keys.title")), el("p", { class: "keys" }, t("game.keys")),
  ];
  const close = el("button", { type: "button", class: "primary", click: () => dialog.close() }, t("game.close"));
  dialog.replaceChildren(...(area ? one() : all()), el("div", { class: "row" }, close));
  dialog.showModal();
}
