// @ts-check
// What a person has set for this browser: theme, language, speed, confirmation. The dialog that changes it stands below.

import { el } from "./dom.js";
import { language, loadLanguage, onLanguage, t } from "./i18n.js";

/** @typedef {"auto" | "light" | "dark"} Theme */
/** @typedef {"slow" | "normal" | "fast" | "none"} Speed */
/** @typedef {{theme: Theme, speed: Speed, confirm: boolean, name: string}} Values */

export const THEMES = /** @type {Theme[]} */ (["auto", "light", "dark"]);
export const SPEEDS = /** @type {Speed[]} */ (["slow", "normal", "fast", "none"]);
// Each language is named in itself, so that whoever is lost in a foreign one finds the way back.
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français" };

const STORE = "millefiori.settings";
/** @type {Values} */
const DEFAULTS = { theme: "auto", speed: "normal", confirm: true, name: "" };

/** @returns {Values} */
function stored() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(STORE) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

/** The settings of this browser. `language` is kept by i18n.js and only passed through here. */
class Settings {
  constructor() {
    this.values = stored();
    /** @type {Set<(name: string, value: unknown) => void>} */
    this.listeners = new Set();
    this.applyTheme();
  }

  /** @param {"theme" | "speed" | "confirm" | "name" | "language"} name @returns {any} */
  get(name) {
    if (name === "language") return language();
    if (name === "speed" && prefersStill()) return "none";
    return this.values[name];
  }

  /** @param {"theme" | "speed" | "confirm" | "name" | "language"} name @param {any} value */
  set(name, value) {
    if (name === "language") {
      loadLanguage(value);
    } else {
      this.values = { ...this.values, [name]: value };
      this.store();
      if (name === "theme") this.applyTheme();
    }
    for (const listener of this.listeners) listener(name, value);
  }

  /** @param {(name: string, value: unknown) => void} listener @returns {() => void} ends the subscription */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  store() {
    try {
      localStorage.setItem(STORE, JSON.stringify(this.values));
    } catch {
      // A private window forgets them; everything works all the same.
    }
  }

  /** `data-theme` on the root decides; without it the style sheets follow the system. */
  applyTheme() {
    const root = document.documentElement;
    if (this.values.theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = this.values.theme;
  }
}

/** Who asks the system for less motion gets none, whatever the speed says. */
function prefersStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export const settings = new Settings();

/**
 * Buttons of which one is chosen: radio buttons, so arrow keys and screen readers know them.
 * @param {string} legend
 * @param {string} name
 * @param {[string, string][]} options values with their words
 * @param {string} chosen
 * @param {(value: string) => void} onchoose
 * @returns {HTMLFieldSetElement}
 */
export function choice(legend, name, options, chosen, onchoose) {
  const buttons = options.map(([value, words]) =>
    el("label", { class: "segment" },
      el("input", { type: "radio", name, value, checked: value === chosen, change: () => onchoose(value) }),
      el("span", {}, words)));
  return el("fieldset", { class: "choice" }, el("legend", {}, legend), el("div", { class: "segments" }, ...buttons));
}

/** A button that opens the settings in a dialog. */
export class SettingsElement extends HTMLElement {
  connectedCallback() {
    this.stop = onLanguage(() => this.render());
    this.render();
  }

  disconnectedCallback() {
    this.stop?.();
  }

  render() {
    const wasOpen = this.querySelector("dialog")?.open ?? false;
    const dialog = this.dialog();
    this.replaceChildren(
      el("button", { type: "button", class: "settings-button", "aria-haspopup": "dialog", title: t("lobby.settings"), click: () => dialog.showModal() },
        el("span", { "aria-hidden": "true" }, "⚙"), el("span", { class: "words" }, t("lobby.settings"))),
      dialog);
    if (!wasOpen) return;
    dialog.showModal();
    /** @type {HTMLElement | null} */ (dialog.querySelector("input[name=language]:checked"))?.focus();
  }

  /** @returns {HTMLDialogElement} */
  dialog() {
    /** @param {string} kind @param {string[]} values @returns {[string, string][]} */
    const named = (kind, values) => values.map((value) => [value, t(`lobby.settings.${kind}.${value}`)]);
    /** @type {any} */
    const dialog = el("dialog", { class: "settings", "aria-labelledby": "settings-title" },
      el("h2", { id: "settings-title" }, t("lobby.settings")),
      choice(t("lobby.settings.language"), "language", Object.entries(LANGUAGES), language(), (value) => settings.set("language", value)),
      choice(t("lobby.settings.theme"), "theme", named("theme", THEMES), settings.get("theme"), (value) => settings.set("theme", value)),
      choice(t("lobby.settings.speed"), "speed", named("speed", SPEEDS), settings.values.speed, (value) => settings.set("speed", value)),
      prefersStill() ? el("p", { class: "quiet" }, t("lobby.settings.speed.still")) : null,
      el("label", { class: "check" },
        el("input", { type: "checkbox", checked: settings.get("confirm"), change: (/** @type {any} */ event) => settings.set("confirm", event.target.checked) }),
        el("span", {}, t("lobby.settings.confirm"))),
      el("div", { class: "row end" }, el("button", { type: "button", class: "primary", click: () => dialog.close() }, t("lobby.settings.done"))));
    // A click beside the dialog closes it, as people expect; Escape does so by itself.
    dialog.addEventListener("click", (/** @type {MouseEvent} */ event) => event.target === dialog && dialog.close());
    return dialog;
  }
}

customElements.define("mf-settings", SettingsElement);
