// @ts-check
/** The emotes, drawn by the server. They are loaded when somebody talks. */

import { getText } from "../core/api.js";
import { icon, svg } from "../core/dom.js";
import { versioned } from "../core/version.js";

/** @type {Promise<void> | null} */
let loading = null;

/** @returns {Promise<void>} */
export function loadEmotes() {
  loading ??= load();
  return loading;
}

async function load() {
  try {
    const drawing = new DOMParser().parseFromString(await getText(versioned("emotes.svg")), "image/svg+xml").documentElement;
    document.body.append(svg("svg", { class: "unseen", "aria-hidden": "true" }, ...drawing.children));
  } catch {
    loading = null; // then the words say it; the next line tries again
  }
}

/** @param {string} name */
export function emoteIcon(name) {
  return icon(`emote-${name}`);
}
