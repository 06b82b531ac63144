// @ts-check
/** `<mf-preparing>`: how far the first compilation of a new version is. Out of sight when there is nothing to wait for. */

import { get } from "../core/api.js";
import { el } from "../core/dom.js";
import { onLanguage, t } from "../core/i18n.js";

/** @import { Progress } from "../core/messages.js" */

// Milliseconds between two looks: at a table that is waited for, and at bots that play already.
const SOON = 500;
const LATER = 2500;

class PreparingElement extends HTMLElement {
  constructor() {
    super();
    /** @type {Progress | null} */
    this.progress = null;
    this.timer = 0;
  }

  connectedCallback() {
    this.hidden = true;
    this.stop = onLanguage(() => this.render());
    this.look();
  }

  disconnectedCallback() {
    window.clearTimeout(this.timer);
    this.stop?.();
  }

  async look() {
    window.clearTimeout(this.timer);
    this.progress = await get("api/progress").catch(() => null);
    if (!this.isConnected) return;
    this.render();
    if (this.progress && this.progress.bots < 1) this.timer = window.setTimeout(() => this.look(), this.progress.table < 1 ? SOON : LATER);
  }

  render() {
    const { table = 1, bots = 1 } = this.progress ?? {};
    const done = table < 1 ? table : bots;
    this.hidden = done >= 1 || (table >= 1 && this.hasAttribute("table-only"));
    if (this.hidden) return;
    const percent = Math.round(done * 100);
    this.replaceChildren(
      el("p", {}, t(table < 1 ? "lobby.preparing.table" : "lobby.preparing.bots", { percent })),
      el("progress", { max: 100, value: percent, "aria-label": t("lobby.preparing.label") }));
  }
}

customElements.define("mf-preparing", PreparingElement);
