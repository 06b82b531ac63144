// @ts-check
/** The emblems of players: flowers of glass, drawn by the server. They are loaded when a screen shows people. */

import { getText } from "../core/api.js";
import { el, icon, svg } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { versioned } from "../core/version.js";

const EMBLEMS = 48;

/** @type {Promise<void> | null} */
let loading = null;

/** @returns {Promise<void>} */
export function loadEmblems() {
  loading ??= load();
  return loading;
}

async function load() {
  try {
    const drawing = new DOMParser().parseFromString(await getText(versioned("emblems.svg")), "image/svg+xml").documentElement;
    document.body.append(svg("svg", { class: "unseen", "aria-hidden": "true" }, ...drawing.children));
  } catch {
    loading = null; // then people are known by their names alone; the next screen tries again
  }
}

export function randomEmblem() {
  return Math.floor(Math.random() * EMBLEMS);
}

/** @param {number} emblem */
export function emblemIcon(emblem) {
  return icon(`emblem-${emblem}`);
}

/** All emblems to select from. @param {number} selected @param {(emblem: number) => void} onSelect */
export function emblemChart(selected, onSelect) {
  const emblems = Array.from({ length: EMBLEMS }, (_, emblem) =>
    el("label", { class: "emblem-option" },
      el("input", { type: "radio", name: "emblem", value: emblem, checked: emblem === selected, "aria-label": t("player.emblem.number", { number: emblem + 1 }), change: () => onSelect(emblem) }),
      emblemIcon(emblem)));
  return el("fieldset", { class: "emblem-chart" }, el("legend", {}, t("player.emblem")), ...emblems);
}
