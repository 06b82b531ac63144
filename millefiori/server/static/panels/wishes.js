// @ts-check
/** `<mf-wishes>`: in a game over days, what your seat would like to decide next. It is loaded with the first such game. */

import { get, post, remove } from "../core/api.js";
import { el } from "../core/dom.js";
import { loadTexts, t } from "../core/i18n.js";
import { cardName, errorWords } from "../core/names.js";
import { previewWords } from "../core/sentences.js";
import { Panel } from "./panel.js";

/** @import { Wishes } from "../core/messages.js" */
/** @import { State } from "../core/state.js" */

const MOST = 8;
const SOON = 65_000; // milliseconds after which wishes for a turn that has come are carried out or dropped

class WishesElement extends Panel {
  constructor() {
    super();
    /** @type {Wishes | null} */
    this.found = null;
    this.asked = "";
    this.timer = 0;
    /** @type {Map<number, string>} what was wished for, in words: later the server may list it no more */
    this.words = new Map();
    this.error = el("p", { role: "alert", class: "warning", hidden: true });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    window.clearTimeout(this.timer);
  }

  /** @param {State} state */
  update(state) {
    const isPossible = !state.isWatching && state.position.phase !== "over";
    const about = `${state.key} ${state.n}`;
    if (isPossible && this.asked !== about) this.load(state, about);
    super.update(state);
  }

  /** @param {State} state @param {string} about */
  async load(state, about) {
    this.asked = about;
    const [found] = await Promise.all([get("api/wishes", state.key).catch(() => null), loadTexts("days").catch(() => null)]);
    if (about === this.asked) this.show(found);
  }

  /** @param {Wishes | null} found */
  show(found) {
    const { state } = this;
    this.found = found;
    window.clearTimeout(this.timer);
    if (state && found?.actions.length && state.position.decides) this.timer = window.setTimeout(() => this.load(state, this.asked), SOON);
    this.redraw();
  }

  /** @param {State} state @returns {Node[]} */
  content(state) {
    const { found } = this;
    this.hidden = !found || state.isWatching || state.position.phase === "over" || !(found.was_dropped || found.actions.length || found.cards.length || found.uses.length);
    if (this.hidden || !found) return [];
    for (const use of found.uses) this.words.set(use.action, previewWords(use, state));
    for (const card of found.cards) this.words.set(card, cardName(card));
    const isOpen = found.was_dropped || found.actions.length > 0;
    const parts = [
      found.was_dropped && el("p", { role: "status" }, t("wishes.dropped")),
      el("p", { class: "hint" }, t(state.position.decides && found.actions.length ? "wishes.soon" : "wishes.words")),
      found.actions.length > 0 && el("ol", { "aria-label": t("wishes.list") }, ...found.actions.map((action) => this.wish(action, found.actions, state))),
      this.more(found, state), this.error,
    ];
    return [this.folding("wishes", isOpen, t("wishes.title"), ...parts.filter((part) => part instanceof Node))];
  }

  /** @param {number} action @param {number[]} actions @param {State} state */
  wish(action, actions, state) {
    const words = this.words.get(action) ?? t("wishes.wish");
    const withdraw = () => this.ask(state, actions.filter((other) => other !== action));
    return el("li", {}, el("div", { class: "wish" }, el("span", {}, words),
      el("button", { type: "button", class: "quiet", "data-focus": `wish-${action}`, title: t("wishes.withdraw"), "aria-label": `${t("wishes.withdraw")}${t("colon")}${words}`, click: withdraw }, "✕")));
  }

  /** One more, after the others. @param {Wishes} found @param {State} state */
  more(found, state) {
    const rest = [...found.cards, ...found.uses.map((use) => use.action)].filter((action) => !found.actions.includes(action));
    if (!rest.length || found.actions.length >= MOST) return null;
    const label = t(found.cards.length ? "wishes.card" : "wishes.use");
    const select = el("select", { "aria-label": label, "data-focus": "wish-more" },
      ...rest.map((action) => el("option", { value: String(action) }, this.words.get(action) ?? "")));
    const add = () => this.ask(state, [...found.actions, Number(select.value)]);
    return el("div", { class: "row" }, select, el("button", { type: "button", "data-focus": "wish-add", click: add }, t("wishes.add")));
  }

  /** Leave these wishes instead of the earlier ones. @param {State} state @param {number[]} actions */
  async ask(state, actions) {
    this.error.hidden = true;
    try {
      this.show(actions.length ? await post("api/wishes", { actions, at: state.n }, state.key) : await remove("api/wishes", state.key));
    } catch (error) {
      this.error.textContent = errorWords(/** @type {any} */ (error));
      this.error.hidden = false;
    }
  }
}

customElements.define("mf-wishes", WishesElement);
