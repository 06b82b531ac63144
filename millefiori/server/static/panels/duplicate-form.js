// @ts-check
/** What a duplicate shall be: how many people, at which tables, how many deals, against which bots. */

import { el } from "../core/dom.js";
import { editionName } from "../core/editions.js";
import { editionOf, facts } from "../core/facts.js";
import { t } from "../core/i18n.js";
import { botName } from "../core/names.js";
import { settings } from "../core/settings.js";

/** @import { DuplicateTerms } from "../core/messages.js" */

const MOST_PEOPLE = 8;
const MOST_DEALS = 4;

/** What was selected last; it stays when the language changes. @type {Required<DuplicateTerms>} */
const wanted = { edition: "", seats: 2, people: 2, together: 1, deals: 2, level: "skilled", tactical: false, days: 7 };

/** How many people may sit at a table, so that they fill at least two tables alike. */
function possible() {
  return numbers(1, wanted.seats).filter((together) => wanted.people % together === 0 && wanted.people > together);
}

/** @param {number} first @param {number} last */
function numbers(first, last) {
  return Array.from({ length: last - first + 1 }, (_, number) => first + number);
}

/** @param {(terms: DuplicateTerms, name: string) => void} open @returns {HTMLFormElement} */
export function duplicateForm(open) {
  wanted.edition ||= editionOf().name;
  const edition = editionOf(wanted.edition);
  if (!edition.players.includes(wanted.seats)) wanted.seats = edition.players[0];
  if (!possible().includes(wanted.together)) wanted.together = 1;
  const { people, together, deals } = wanted;

  /**
   * @param {keyof DuplicateTerms} name
   * @param {[string | number, string][]} options
   */
  const field = (name, options) => {
    const change = (/** @type {any} */ event) => {
      const { value } = event.target;
      Object.assign(wanted, { [name]: typeof wanted[name] === "number" ? Number(value) : value });
      settings.set("name", nameOf(form));
      const again = duplicateForm(open);
      form.replaceWith(again);
      document.getElementById(`duplicate-${name}`)?.focus();
    };
    return el("label", { class: "seat-kind" }, el("span", {}, t(`duplicate.${name}`)),
      el("select", { id: `duplicate-${name}`, change }, ...options.map(([value, words]) => el("option", { value, selected: value === wanted[name] }, words))));
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    settings.set("name", nameOf(form));
    open({ ...wanted }, nameOf(form));
  };
  const form = el("form", { submit },
    el("label", { class: "seat-name-field" }, el("span", {}, t("lobby.join.name")),
      el("input", { id: "duplicate-name", value: settings.values.name, maxlength: facts.longest_name, autocomplete: "nickname", required: true })),
    el("div", { class: "fields" },
      field("people", numbers(2, MOST_PEOPLE).map((count) => [count, t("duplicate.people.count", { count })])),
      field("seats", edition.players.map((count) => [count, t("players", { count })])),
      field("together", possible().map((count) => [count, t("duplicate.together.count", { count })])),
      field("deals", numbers(1, MOST_DEALS).map((count) => [count, t("duplicate.deals.count", { count })])),
      field("level", facts.levels.map((level) => [level, botName(level)])),
      field("edition", facts.editions.map(({ name }) => [name, editionName(name)])),
      field("days", [1, 3, 7, 14].map((count) => [count, t("duplicate.days.count", { count })]))),
    el("p", { class: "hint", role: "status" }, t("duplicate.plan", { tables: people / together, count: deals })),
    el("button", { type: "submit", id: "duplicate-go", class: "primary big" }, t("duplicate.go.open")));
  return form;
}

/** @param {HTMLElement} form */
function nameOf(form) {
  return /** @type {HTMLInputElement} */ (form.querySelector("#duplicate-name")).value.trim();
}
