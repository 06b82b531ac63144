// @ts-check
/** `<mf-away>`: the server is away. It asks again by itself, and continues where the address leads. */

import { el } from "../core/dom.js";
import { onLanguage, t } from "../core/i18n.js";
import { askVersion } from "../core/version.js";

const PAUSE = 3000;
/** For a page that has no words yet: even they come from the server. */
const PLAIN = { "away.title": "The server is away", "away.words": "The server cannot be reached.", "away.retry": "Try again" };

/** @param {keyof typeof PLAIN} key */
function words(key) {
  const text = t(key);
  return text === key ? PLAIN[key] : text;
}

class AwayElement extends HTMLElement {
  connectedCallback() {
    this.stop = onLanguage(() => this.render());
    this.timer = window.setInterval(() => this.ask(), PAUSE);
    this.render();
  }

  disconnectedCallback() {
    this.stop?.();
    window.clearInterval(this.timer);
  }

  async ask() {
    if (await askVersion()) location.reload();
  }

  render() {
    this.replaceChildren(el("div", { class: "notice" },
      el("img", { src: new URL("../icon.svg", import.meta.url).href, alt: "", width: 112, height: 112 }), el("h1", {}, "Mille Fiori"), el("div", { role: "alert" }, el("h2", {}, words("away.title")), el("p", {}, words("away.words"))),
      el("p", {}, el("button", { type: "button", class: "primary", click: () => location.reload() }, words("away.retry")))));
  }
}

customElements.define("mf-away", AwayElement);
