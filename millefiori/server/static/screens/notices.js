// @ts-check
/** `<mf-confirmation>`: behind the links of a letter: confirm the address, or end it. A button, so that programs that look into letters press nothing. */

import { wordmark } from "../board/drawing.js";
import { post } from "../core/api.js";
import { el } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { errorWords } from "../core/names.js";
import { HOME } from "../core/router.js";
import { Translated } from "../core/translated.js";
import "../panels/settings.js";

const END = "end.";

class ConfirmationElement extends Translated {
  constructor() {
    super();
    this.settings = document.createElement("mf-settings");
    this.token = ""; // set by the router
    this.done = "";
  }

  render() {
    const isEnd = this.token.startsWith(END);
    const asks = [
      el("p", {}, t(isEnd ? "notices.end.words" : "notices.confirm.words")),
      el("p", { class: "error", role: "alert" }),
      el("button", { type: "button", class: "primary huge", click: () => this.use(isEnd) }, t(isEnd ? "notices.stop" : "notices.confirm")),
    ];
    this.replaceChildren(el("div", { class: "lobby join" },
      el("header", { class: "lobby-head" }, el("h1", {}, el("a", { href: HOME }, wordmark())), this.settings),
      el("section", { class: "panel" }, el("h2", {}, t("notices.confirm.title")), ...(this.done ? [el("p", { role: "status" }, t(this.done === "end" ? "notices.ended" : "notices.confirmed"))] : asks))));
  }

  /** @param {boolean} isEnd */
  async use(isEnd) {
    try {
      await post(isEnd ? "api/notices/end" : "api/notices/confirm", { token: isEnd ? this.token.slice(END.length) : this.token });
      this.done = isEnd ? "end" : "confirm";
      this.render();
    } catch (error) {
      const place = this.querySelector(".error");
      if (place) place.textContent = errorWords(/** @type {any} */ (error));
    }
  }
}

customElements.define("mf-confirmation", ConfirmationElement);
