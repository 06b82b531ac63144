// @ts-check
/** `<mf-rules>`: the rules of an edition on one page, with a worked example for each part of the board, played and drawn by the server. */

import { wordmark } from "../board/drawing.js";
import { get } from "../core/api.js";
import { el } from "../core/dom.js";
import { differences, editionName } from "../core/editions.js";
import { editionOf, facts } from "../core/facts.js";
import { either, loadTexts, t } from "../core/i18n.js";
import { areaName, errorWords } from "../core/names.js";
import { HOME, learnPath, rulesPath } from "../core/router.js";
import { sentence } from "../core/sentences.js";
import { Translated } from "../core/translated.js";
import { courseOfGame } from "../panels/course.js";
import { AREAS, areaHelp } from "../panels/help.js";
import "../panels/settings.js";

/** @import { Rules } from "../core/messages.js" */

/** A number that depends on how many play: "3", or "3 (2 players), 4 (3 or 4 players)". @param {number[]} players @param {number[]} list */
function byPlayers(players, list) {
  const values = [...new Set(players.map((count) => list[count - 2]))];
  if (values.length === 1) return String(values[0]);
  const counts = (/** @type {number} */ value) => either(players.filter((count) => list[count - 2] === value).map(String));
  return values.map((value) => `${value} (${t("players", { count: counts(value) })})`).join(", ");
}

class RulesElement extends Translated {
  constructor() {
    super();
    this.edition = ""; // set by the router
    this.settings = document.createElement("mf-settings");
    /** @type {Rules | null} */
    this.rules = null;
  }

  async connectedCallback() {
    try {
      const edition = editionOf(this.edition).name;
      [this.rules] = await Promise.all([get(`api/rules/${edition}`), loadTexts("learn")]);
      super.connectedCallback();
    } catch (error) {
      this.replaceChildren(el("p", { class: "error notice", role: "alert" }, errorWords(/** @type {Error} */ (error))));
    }
  }

  render() {
    const { rules } = this;
    if (!rules) return;
    const edition = editionOf(rules.edition);
    const heading = el("header", { class: "lobby-head" },
      el("div", {}, el("h1", {}, el("a", { href: HOME }, wordmark())), el("p", { class: "subtitle" }, t("rules.title"))), this.settings);
    const others = facts.editions.map(({ name }) => el("a", { class: "button quiet", href: rulesPath(name), "aria-current": name === edition.name ? "page" : null }, editionName(name)));
    this.replaceChildren(el("div", { class: "lobby rules" }, heading,
      el("nav", { class: "row rules-editions", "aria-label": t("rules.editions") }, ...others),
      el("section", { class: "panel" }, el("h2", {}, t("course.title")), courseOfGame()),
      this.setup(),
      ...AREAS.map((name) => this.area(name)),
      this.end(),
      el("p", { class: "row" }, el("a", { class: "button primary", href: learnPath() }, t("rules.lessons")), el("a", { class: "button", href: HOME }, t("end.home")))));
  }

  /** How the game begins, and what is particular about the edition. */
  setup() {
    const edition = editionOf(this.rules?.edition);
    const counts = (/** @type {number[]} */ list) => byPlayers(edition.players, list);
    const lines = [
      t("rules.diamonds", { supply: edition.supply, reserve: edition.reserve }),
      t("rules.deal", { cards: counts(edition.cards_played) }),
      t("rules.display", { cards: counts(edition.opening_display) }),
    ];
    const special = differences(edition);
    return el("section", { class: "panel rules-part" }, el("div", {}, el("h2", {}, t("rules.setup")), ...lines.map((line) => el("p", {}, line)),
      special.length ? el("p", {}, el("b", {}, t("rules.differs") + t("colon"))) : null, special.length ? el("ul", {}, ...special.map((line) => el("li", {}, line))) : null),
    this.picture("setup", t("rules.setup.picture", { edition: editionName(edition.name) })));
  }

  /** An area in words, and its example. @param {string} name */
  area(name) {
    const example = this.rules?.examples.find((found) => found.name === name);
    const reader = { seat: -1, players: this.rules?.players ?? [] };
    return el("section", { class: "panel rules-part", id: `rules-${name}` }, areaHelp(name, editionOf(this.rules?.edition)),
      example ? this.picture(name, `${t("rules.example")}${t("colon")}${sentence({ ...example.event, display: [], new_round: 0 }, reader)}`, areaName(name)) : null);
  }

  end() {
    const edition = editionOf(this.rules?.edition);
    return el("section", { class: "panel" }, el("h2", {}, t("rules.end")), el("p", {}, t("rules.end.words")),
      el("p", {}, t(edition.diamonds_break_ties ? "rules.tie.diamonds" : "rules.tie.shared")));
  }

  /** @param {string} name @param {string} caption @param {string} [alt] */
  picture(name, caption, alt = caption) {
    return el("figure", { class: "rules-picture" }, el("img", { src: `api/rules/${this.rules?.edition}/${name}.svg`, alt, loading: "lazy" }), el("figcaption", {}, caption));
  }
}

customElements.define("mf-rules", RulesElement);
