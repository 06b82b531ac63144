// @ts-check
/** `<mf-settings>`: a button that opens the settings in a dialog. */

import { usePalette } from "../board/palette.js";
import { askPermission, permission } from "../core/attention.js";
import { el } from "../core/dom.js";
import { facts } from "../core/facts.js";
import { language, loadLanguage, onLanguage, t, wordsChanged } from "../core/i18n.js";
import { canInstall, install, onInstallable } from "../core/install.js";
import { CARD_SIZES, prefersStill, settings, SPEEDS, THEMES } from "../core/settings.js";
import { radioBar } from "./radio-bar.js";

class SettingsElement extends HTMLElement {
  connectedCallback() {
    this.stops = [onLanguage(() => this.render()), onInstallable(() => this.render())];
    this.render();
  }

  disconnectedCallback() {
    for (const stop of this.stops ?? []) stop();
  }

  render() {
    const wasOpen = this.querySelector("dialog")?.open ?? false;
    const dialog = this.dialog();
    this.replaceChildren(
      el("button", { type: "button", class: "settings-button", "aria-haspopup": "dialog", title: t("settings.title"), click: () => dialog.showModal() },
        el("span", { "aria-hidden": "true" }, "⚙"), el("span", { class: "words" }, t("settings.title"))),
      dialog);
    if (!wasOpen) return;
    dialog.showModal();
    /** @type {HTMLElement | null} */ (dialog.querySelector("input[name=language]:checked"))?.focus();
  }

  /** Names of spaces stand on the board and in many texts. @param {boolean} wanted */
  showCoordinates(wanted) {
    settings.set("coordinates", wanted);
    wordsChanged();
    /** @type {HTMLElement | null} */ (this.querySelector("input[name=coordinates]"))?.focus();
  }

  /** The browser is asked for its permission only when somebody wants notifications. */
  notifyPart() {
    const state = permission();
    const words = el("p", { class: "quiet", role: "status" }, state === "none" ? t("settings.notify.none") : state === "denied" ? t("settings.notify.denied") : null);
    const change = async (/** @type {any} */ { target }) => {
      const allowed = target.checked && (await askPermission());
      settings.set("notify", allowed);
      if (target.checked && !allowed) words.textContent = t("settings.notify.denied");
      target.checked = allowed;
    };
    const isOn = settings.values.notify && state === "granted";
    return el("div", {}, el("label", { class: "check" }, el("input", { type: "checkbox", name: "notify", checked: isOn, disabled: state === "none", change }), el("span", {}, t("settings.notify"))), words);
  }

  /** @returns {HTMLDialogElement} */
  dialog() {
    const { theme, speed, cards, confirm, coordinates, palette } = settings.values;
    /** @param {string} kind @param {string[]} values @returns {[string, string][]} */
    const named = (kind, values) => values.map((value) => [value, t(`settings.${kind}.${value}`)]);
    /** @type {HTMLDialogElement} */
    const dialog = el("dialog", { class: "settings", "aria-labelledby": "settings-title" },
      el("h2", { id: "settings-title" }, t("settings.title")),
      // Each language is named in itself, so that nobody gets lost in a foreign one.
      radioBar(t("settings.language"), "language", Object.entries(facts.languages), language(), loadLanguage),
      radioBar(t("settings.theme"), "theme", named("theme", THEMES), theme, (value) => settings.set("theme", value)),
      radioBar(t("settings.palette"), "palette", named("palette", Object.keys(facts.palettes)), palette, usePalette),
      radioBar(t("settings.cards"), "cards", named("cards", CARD_SIZES), cards, (value) => settings.set("cards", value)),
      radioBar(t("settings.speed"), "speed", named("speed", SPEEDS), speed, (value) => settings.set("speed", value)),
      prefersStill() ? el("p", { class: "quiet" }, t("settings.speed.still")) : null,
      this.notifyPart(),
      el("label", { class: "check" },
        el("input", { type: "checkbox", checked: confirm, change: (/** @type {any} */ event) => settings.set("confirm", event.target.checked) }),
        el("span", {}, t("settings.confirm"))),
      el("label", { class: "check" },
        el("input", { type: "checkbox", name: "coordinates", checked: coordinates, change: (/** @type {any} */ event) => this.showCoordinates(event.target.checked) }),
        el("span", {}, t("settings.coordinates"))),
      el("div", { class: "row end" },
        canInstall() ? el("button", { type: "button", "data-name": "install", title: t("settings.install.line"), click: install }, t("settings.install")) : null,
        el("button", { type: "button", class: "primary", click: () => dialog.close() }, t("settings.done"))));
    // A click beside the dialog closes it, as people expect; Escape works by itself.
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    return dialog;
  }
}

customElements.define("mf-settings", SettingsElement);
