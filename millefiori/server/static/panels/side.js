// @ts-check
/** `<mf-side>`: the panels beside the board, one at a time or all if there is room; on small screens a drawer. The choice is remembered. */

import { el } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { LargePanel } from "./panel.js";

const STORE = "millefiori.panel";
const NAMES = /** @type {const} */ (["players", "log", "details"]);

/** @typedef {typeof NAMES[number]} Name */

export class SideElement extends HTMLElement {
  constructor() {
    super();
    this.opener = el("button", { type: "button", class: "quiet round opener", "aria-expanded": "false", click: () => this.open(!this.isOpen) }, "☰");
    this.close = el("button", { type: "button", class: "quiet round close", click: () => this.open(false) }, "×");
    this.buttons = NAMES.map((name) => el("button", { type: "button", class: "quiet", "data-name": name, click: () => this.show(name) }));
    this.switch = el("div", { class: "switch", role: "group" }, ...this.buttons, this.close);
    // Panels may be longer than their place: the keyboard must be able to scroll them.
    this.panes = NAMES.map((name) => el("section", { class: "pane", "data-pane": name, role: "region", tabindex: 0 }));
    this.addEventListener("keydown", (event) => event.key === "Escape" && this.isOpen && (event.stopPropagation(), this.open(false)));
  }

  connectedCallback() {
    this.replaceChildren(this.switch, ...this.panes);
    const stored = NAMES.find((name) => name === localStorage.getItem(STORE));
    this.show(stored ?? "players");
    this.open(false);
  }

  /** What each pane holds. @param {Record<Name, Node[]>} panels */
  hold(panels) {
    NAMES.forEach((name, number) => this.panes[number].replaceChildren(...panels[name]));
  }

  /** @param {Name} name */
  show(name) {
    this.dataset.shown = name;
    this.buttons.forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.name === name)));
    localStorage.setItem(STORE, name);
    this.dispatchEvent(new CustomEvent("shown"));
  }

  get isOpen() {
    return this.hasAttribute("open");
  }

  /** As a drawer; where there is room for the panels this changes nothing. @param {boolean} isOpen */
  open(isOpen) {
    const had = this.isOpen;
    this.toggleAttribute("open", isOpen);
    this.opener.setAttribute("aria-expanded", String(isOpen));
    // Panels in a closed drawer are not drawn (panels/panel.js).
    for (const part of this.querySelectorAll(".pane > *")) if (part instanceof LargePanel) part.comeInSight();
    if (isOpen) this.close.focus();
    else if (had) this.opener.focus();
  }

  writeLabels() {
    const words = { players: t("players.title"), log: t("side.log"), details: t("side.details") };
    this.opener.setAttribute("aria-label", t("side.title"));
    this.opener.title = t("side.title");
    this.close.setAttribute("aria-label", t("game.close"));
    this.switch.setAttribute("aria-label", t("side.title"));
    NAMES.forEach((name, number) => {
      this.buttons[number].textContent = words[name];
      this.panes[number].setAttribute("aria-label", words[name]);
    });
  }
}

customElements.define("mf-side", SideElement);
