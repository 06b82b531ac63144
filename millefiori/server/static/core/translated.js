// @ts-check
/** An element with words: it draws itself when it comes onto the page, and again when the language changes. */

import { onLanguage } from "./i18n.js";

export class Translated extends HTMLElement {
  connectedCallback() {
    if (!this.isConnected) return; // what it waited for has come too late: somebody went on
    this.stop = onLanguage(() => this.render());
    this.render();
  }

  disconnectedCallback() {
    this.stop?.();
  }

  render() {}
}
