// @ts-check
/** The tempo of a new table: no clock, a fast one, or days; and who plays for somebody who is away. */

import { tempoWords } from "../core/clocks.js";
import { el } from "../core/dom.js";
import { facts } from "../core/facts.js";
import { t } from "../core/i18n.js";
import { botName } from "../core/names.js";

/** @import { Tempo } from "../core/messages.js" */

/** Minutes in the bank and seconds for each turn. */
const FAST = /** @type {const} */ ([[3, 15], [10, 20], [20, 30]]);
const DAYS = /** @type {const} */ ([1, 3, 7]);
/** The hours at night in which no time runs out. */
const NIGHT = { sleep_from: 22, sleep_to: 7 };

/** @returns {[string, Tempo][]} what can be selected, by name */
export function tempos() {
  const fast = FAST.map(([minutes, seconds]) => /** @type {[string, Tempo]} */ ([`real-${minutes}`, { kind: "real", bank: 60 * minutes, per_turn: seconds }]));
  const slow = DAYS.map((days) => /** @type {[string, Tempo]} */ ([`days-${days}`, { kind: "days", days }]));
  return [["none", { kind: "none" }], ...fast, ...slow];
}

/** The name of a tempo that the list has. @param {Tempo} tempo */
function nameOf({ kind, bank, days }) {
  return kind === "real" ? `real-${(bank ?? 0) / 60}` : kind === "days" ? `days-${days}` : "none";
}

/**
 * The part of a form. `change` gets what was selected.
 * @param {Tempo} tempo
 * @param {string} standIn
 * @param {(selected: {tempo?: Tempo, standIn?: string}) => void} change
 */
export function tempoPart(tempo, standIn, change) {
  const known = tempos();
  const option = (/** @type {string} */ name, /** @type {Tempo} */ found) => el("option", { value: name, selected: name === nameOf(tempo) }, tempoWords(found));
  const group = (/** @type {string} */ kind) => el("optgroup", { label: t(`tempo.kind.${kind}`) }, ...known.filter(([, found]) => found.kind === kind).map(([name, found]) => option(name, found)));
  const select = (/** @type {any} */ event) => {
    const found = /** @type {Tempo} */ (known.find(([name]) => name === event.target.value)?.[1]);
    change({ tempo: found.kind === "days" ? { ...found, ...NIGHT, zone: zone() } : found });
  };
  return el("div", { class: "tempo-part" },
    el("label", { class: "seat-kind" }, el("span", {}, t("tempo.title")),
      el("select", { id: "tempo", change: select }, option("none", { kind: "none" }), group("real"), group("days"))),
    tempo.kind === "days" ? nightPart(tempo, change) : null,
    el("label", { class: "seat-kind" }, el("span", {}, t("tempo.stand_in")),
      el("select", { id: "stand-in", change: (/** @type {any} */ event) => change({ standIn: event.target.value }) },
        ...facts.levels.map((level) => el("option", { value: level, selected: level === standIn }, botName(level))))));
}

/** Sleeping hours, in the time zone of this device. @param {Tempo} tempo @param {(selected: {tempo: Tempo}) => void} change */
function nightPart(tempo, change) {
  const has = (tempo.sleep_from ?? 0) !== (tempo.sleep_to ?? 0);
  const hours = (/** @type {"sleep_from" | "sleep_to"} */ field) =>
    el("select", { id: field, "aria-label": t(`tempo.${field}`), change: (/** @type {any} */ event) => change({ tempo: { ...tempo, [field]: Number(event.target.value) } }) },
      ...Array.from({ length: 24 }, (_, hour) => el("option", { value: hour, selected: hour === tempo[field] }, `${hour}:00`)));
  const toggle = (/** @type {any} */ event) => change({ tempo: { ...tempo, ...(event.target.checked ? NIGHT : { sleep_from: 0, sleep_to: 0 }), zone: zone() } });
  return el("div", { class: "row" },
    el("label", { class: "check" }, el("input", { type: "checkbox", id: "sleep", checked: has, change: toggle }), el("span", {}, t("tempo.sleep"))),
    has ? el("span", {}, hours("sleep_from"), " – ", hours("sleep_to"), " ", el("span", { class: "hint" }, zone())) : null);
}

/** The time zone of this device, like Europe/Rome. */
function zone() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}
