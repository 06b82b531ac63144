// @ts-check
/** How many people watch the game, who of them likes to be seen, and whether you are one of them. */

import { el, svg } from "../core/dom.js";
import { listWords, t } from "../core/i18n.js";
import { playerTitle } from "../core/names.js";

/** @import { State } from "../core/state.js" */

/** With whose eyes? @param {State} state */
function youWatch(state) {
  return state.seat < 0 ? t("spectators.you") : t("view.eyes", { name: playerTitle(state.seat, state) });
}

/** @param {HTMLElement} badge @param {State} state */
export function showSpectators(badge, state) {
  const { spectators, watching, isWatching, delay } = state;
  const names = watching.length ? t("colon") + listWords(watching) : "";
  const late = isWatching && delay ? t("spectators.late", { count: Math.max(1, Math.round(delay / 60)) }) : "";
  const words = [isWatching ? youWatch(state) : "", late, spectators > 0 ? t("spectators.count", { count: spectators }) + names : ""].filter(Boolean).join(" · ");
  badge.hidden = words === "";
  if (badge.title === words) return;
  badge.title = words;
  const eye = svg("svg", { class: "eye", viewBox: "-12 -9 24 18", "aria-hidden": "true" },
    svg("path", { d: "M-11 0Q0-13 11 0Q0 13-11 0Z" }), svg("circle", { r: 3.4 }));
  badge.replaceChildren(eye, el("span", { "aria-hidden": "true" }, String(Math.max(spectators, isWatching ? 1 : 0))), late ? el("span", { class: "late", "aria-hidden": "true" }, `· ${late}`) : "", el("span", { class: "unseen" }, words));
}
