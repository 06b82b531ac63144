// @ts-check
/** What may be said at a table: a field of the forms that open one. */

import { el } from "../core/dom.js";
import { t } from "../core/i18n.js";

/** @typedef {"all" | "phrases" | "none"} TalkMode */

export const TALK_MODES = /** @type {TalkMode[]} */ (["all", "phrases", "none"]);

/** @param {string} id @param {TalkMode} selected @param {(mode: TalkMode) => void} change */
export function talkField(id, selected, change) {
  return el("label", { class: "seat-kind" }, el("span", {}, t("lobby.talk")),
    el("select", { id, change: (/** @type {any} */ event) => change(event.target.value) },
      ...TALK_MODES.map((mode) => el("option", { value: mode, selected: mode === selected }, t(`talk.mode.${mode}`)))));
}
