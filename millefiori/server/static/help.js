// @ts-check
// What each part of the board is for, in a few sentences; where editions differ, as this game is played.

import { el } from "./dom.js";
import { has, onLanguage, t } from "./i18n.js";
import { areaName, knownFacts } from "./sentences.js";

/** @typedef {{bonus_at_once: boolean, ship_may_stay: boolean, empty_display_points: number}} EditionFacts */

export const HELPED = ["workshops", "residences", "nobili", "populi", "trade", "harbor", "sea", "bonus", "extra"];
const PARTS = ["about", "place", "points", "bonus", "extra"];

/** @param {number | string} area @returns {string} */
function nameOf(area) {
  const number = Number(area);
  return Number.isInteger(number) && area !== "" ? knownFacts()?.areas[number] ?? "" : String(area);
}

/** What an edition adds to a part. @param {string} name @param {string} part @param {EditionFacts | undefined} edition @returns {string[]} */
function editionWords(name, part, edition) {
  if (!edition) return [];
  if (part === "bonus" || (name === "bonus" && part === "place")) return [t(edition.bonus_at_once ? "help.bonus.at_once" : "help.bonus.at_end")];
  if (name === "harbor" && part === "place") return [t(edition.ship_may_stay ? "help.ship.may" : "help.ship.must")];
  if (name !== "extra") return [];
  return [t(edition.empty_display_points ? "help.empty.points" : "help.empty", { count: edition.empty_display_points })];
}

/**
 * The help of an area, part by part: how to place, what it scores, the bonus, the extra card.
 * @param {number | string} area number or name; also "sea", "bonus" and "extra"
 * @param {EditionFacts} [edition]
 * @returns {{title: string, text: string}[]}
 */
export function helpParts(area, edition) {
  const name = nameOf(area);
  const isPyramid = name === "nobili" || name === "populi";
  const key = isPyramid ? "people" : name;
  const symbols = isPyramid ? t(`help.symbols.${name}`) : "";
  return PARTS.filter((part) => has(`help.${key}.${part}`)).map((part) => ({
    title: part === "about" ? "" : t(`help.title.${part}`),
    text: [t(`help.${key}.${part}`, { symbols }), ...editionWords(name, part, edition)].join(" "),
  }));
}

/** The same as one text. @param {number | string} area @param {EditionFacts} [edition] @returns {string} */
export function areaHelp(area, edition) {
  return helpParts(area, edition).map(({ title, text }) => (title ? `${title} ${text}` : text)).join("\n\n");
}

/** `<mf-help area="trade">`; `edition` is the entry of `facts.editions` that is played. */
export class HelpElement extends HTMLElement {
  static observedAttributes = ["area"];

  constructor() {
    super();
    /** @type {EditionFacts | undefined} */
    this.played = undefined;
  }

  connectedCallback() {
    this.stop = onLanguage(() => this.draw());
    this.draw();
  }

  disconnectedCallback() {
    this.stop?.();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.draw();
  }

  get edition() {
    return this.played;
  }

  set edition(edition) {
    this.played = edition;
    if (this.isConnected) this.draw();
  }

  draw() {
    const area = nameOf(this.getAttribute("area") ?? "");
    if (!area) return this.replaceChildren();
    const parts = helpParts(area, this.played).map(({ title, text }) => el("p", {}, title && el("b", {}, `${title} `), text));
    return this.replaceChildren(el("h2", {}, areaName(area)), ...parts);
  }
}

customElements.define("mf-help", HelpElement);
