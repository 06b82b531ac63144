// @ts-check
/** `<mf-notices>`: in a game over days, be told when it is your turn: by e-mail or on this device. Shown only where the server sends any. */

import { el } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { errorWords } from "../core/names.js";
import { endNotices, lastMail, noticed, noticeKinds, tellByMail, tellByPush, tellOfThisToo } from "../core/notices.js";
import { Panel } from "./panel.js";

/** @import { Noticed, NoticeKinds } from "../core/messages.js" */
/** @import { State } from "../core/state.js" */

class NoticesElement extends Panel {
  constructor() {
    super();
    /** @type {NoticeKinds | null} */
    this.kinds = null;
    /** @type {Noticed | null} */
    this.noticed = null;
    this.game = "";
    this.error = el("p", { role: "alert", class: "warning", hidden: true });
  }

  /** @param {State} state */
  update(state) {
    const isOffered = state.tempo.kind === "days" && !state.isWatching && state.position.phase !== "over";
    if (isOffered && this.game !== state.key) this.load(state);
    if (!isOffered) this.hidden = true;
    super.update(state);
  }

  /** @param {State} state */
  async load(state) {
    this.game = state.key;
    [this.kinds, this.noticed] = await Promise.all([noticeKinds().catch(() => null), noticed()]);
    if (this.noticed) await tellOfThisToo(state.key);
    this.redraw();
  }

  /** @param {State} state @returns {Node[]} */
  content(state) {
    const { kinds } = this;
    this.hidden = !kinds || (!kinds.mail && !kinds.push) || state.tempo.kind !== "days" || state.isWatching || state.position.phase === "over";
    if (this.hidden || !kinds) return [];
    return [this.folding("notices", false, t("notices.title"), el("p", { class: "hint" }, t("notices.words")), ...(this.noticed ? this.now(this.noticed) : this.ways(kinds, state)), this.error)];
  }

  /** @param {Noticed} found */
  now({ kind, is_confirmed }) {
    return [
      el("p", { role: "status" }, is_confirmed ? t(`notices.on.${kind}`) : t("notices.unconfirmed")),
      el("button", { type: "button", "data-focus": "stop", click: () => this.tryTo(async () => (await endNotices(), null)) }, t("notices.stop")),
    ];
  }

  /** @param {NoticeKinds} kinds @param {State} state */
  ways(kinds, state) {
    const input = el("input", { type: "email", required: true, autocomplete: "email", value: lastMail(), "aria-label": t("notices.mail"), placeholder: t("notices.mail") });
    const send = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.tryTo(() => tellByMail(state.key, input.value.trim()));
    };
    const canPush = kinds.push && "PushManager" in window && "serviceWorker" in navigator;
    return [
      kinds.mail ? el("form", { class: "row", submit: send }, input, el("button", { type: "submit", "data-focus": "mail" }, t("notices.mail.add"))) : "",
      canPush ? el("button", { type: "button", "data-focus": "push", click: () => this.tryTo(() => tellByPush(state.key, kinds.push)) }, t("notices.push.add")) : "",
    ].filter((part) => part instanceof Node);
  }

  /** @param {() => Promise<Noticed | null>} work */
  async tryTo(work) {
    this.error.hidden = true;
    try {
      this.noticed = await work();
      this.redraw();
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      this.error.textContent = message === "denied" ? t("notices.push.denied") : errorWords(/** @type {any} */ (error));
      this.error.hidden = false;
    }
  }
}

customElements.define("mf-notices", NoticesElement);
