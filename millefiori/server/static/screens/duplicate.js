// @ts-check
/** `<mf-duplicate>`: the same deals at several tables. Without a link: open one. With `.link`: join, play, see who made more of the same cards. */

import { wordmark } from "../board/drawing.js";
import { post } from "../core/api.js";
import { deviceBearer, deviceSecret } from "../core/device.js";
import { el } from "../core/dom.js";
import { myDuplicates, rememberDuplicate } from "../core/duplicates.js";
import { facts } from "../core/facts.js";
import { rememberGame } from "../core/games.js";
import { listWords, loadTexts, t } from "../core/i18n.js";
import { botName, errorWords } from "../core/names.js";
import { duplicatePath, go, HOME, playPath } from "../core/router.js";
import { settings } from "../core/settings.js";
import { Translated } from "../core/translated.js";
import { comparison, ranking } from "../panels/comparison.js";
import { duplicateForm } from "../panels/duplicate-form.js";
import { linkField } from "../panels/link-field.js";
import "../panels/preparing.js";
import "../panels/settings.js";

/** @import { Duplicate, DuplicateOpened, DuplicateTerms, Joined } from "../core/messages.js" */

const PAUSE = 4000; // milliseconds between two looks, as long as something can change

class DuplicateElement extends Translated {
  constructor() {
    super();
    this.link = ""; // set by the router
    this.settings = document.createElement("mf-settings"); // made once: its dialog stays open when the language changes
    this.preparing = el(/** @type {any} */ ("mf-preparing"), { "table-only": true });
    this.bearer = deviceBearer();
    /** @type {Duplicate | null} */
    this.found = null;
    this.timer = 0;
    this.isBusy = false;
  }

  async connectedCallback() {
    try {
      await loadTexts("duplicate");
      if (this.link) await this.begin();
      super.connectedCallback();
    } catch (error) {
      this.replaceChildren(el("p", { class: "error notice", role: "alert" }, errorWords(/** @type {Error} */ (error))));
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    window.clearTimeout(this.timer);
  }

  /** Whoever has joined before this device had a player is known by the device. */
  async begin() {
    /** @type {Duplicate} */
    const first = await this.ask("/look");
    this.found = first;
    if (first.you < 0 && this.bearer !== deviceSecret()) {
      /** @type {Duplicate} */
      const found = await post("api/duplicate/look", { link: this.link }, deviceSecret());
      if (found.you >= 0) [this.found, this.bearer] = [found, deviceSecret()];
    }
    this.waitAndLook();
  }

  /** @param {string} what @param {object} [more] @returns {Promise<any>} */
  ask(what, more = {}) {
    return post(`api/duplicate${what}`, { link: this.link, ...more }, this.bearer);
  }

  /** Look again from time to time, and draw only what has changed. */
  waitAndLook() {
    const { found } = this;
    window.clearTimeout(this.timer);
    if (!found || (found.until && found.deals.every((deal) => deal.is_over))) return;
    this.timer = window.setTimeout(async () => {
      try {
        if (!document.hidden) this.show(await this.ask("/look"));
      } catch {
        // The server is away: the next look may succeed.
      }
      if (this.isConnected) this.waitAndLook();
    }, PAUSE);
  }

  /** @param {Duplicate} found */
  show(found) {
    if (JSON.stringify(found) === JSON.stringify(this.found)) return;
    this.found = found;
    if (found.you >= 0) rememberDuplicate(this.link, found.names.filter(Boolean));
    this.render();
  }

  /** Draw everything again, and leave the focus and a name that is being written where they were. */
  render() {
    const focused = this.contains(document.activeElement) ? document.activeElement?.id : "";
    const heading = el("header", { class: "lobby-head" },
      el("div", {}, el("h1", {}, el("a", { href: HOME }, wordmark())), el("p", { class: "subtitle" }, t("duplicate.title"))), this.settings);
    const parts = this.found ? this.standing(this.found) : [this.openPart(), this.minePart()];
    this.replaceChildren(el("div", { class: "lobby duplicate" }, heading, el("p", { class: "error", role: "alert" }), this.preparing, ...parts));
    if (focused) document.getElementById(focused)?.focus();
  }

  // --- Opening one

  openPart() {
    return el("section", { class: "panel", "aria-labelledby": "duplicate-open" },
      el("h2", { id: "duplicate-open" }, t("duplicate.open")), el("p", {}, t("duplicate.line")),
      duplicateForm((terms, name) => this.open(terms, name)));
  }

  minePart() {
    const known = myDuplicates();
    return known.length ? el("section", { class: "panel", "aria-labelledby": "duplicate-mine" }, el("h2", { id: "duplicate-mine" }, t("duplicate.mine")),
      el("ul", { class: "plain-list" }, ...known.map(({ link, names }) => el("li", {}, el("a", { href: duplicatePath(link) }, listWords(names)))))) : null;
  }

  /** @param {DuplicateTerms} terms @param {string} name */
  open(terms, name) {
    return this.tryTo(async () => {
      /** @type {DuplicateOpened} */
      const { link } = await post("api/duplicate", { terms, name }, this.bearer);
      rememberDuplicate(link, [name]);
      go(duplicatePath(link));
    });
  }

  // --- One that is there

  /** @param {Duplicate} found */
  standing(found) {
    if (!found.until) return [this.gathering(found)];
    if (found.you < 0) return [el("section", { class: "panel" }, el("h2", {}, t("duplicate.full")), el("p", {}, t("duplicate.full.line", { names: listWords(found.names) })))];
    return [ranking(found), ...found.deals.map((deal, number) => comparison(found, deal, number, () => this.sit(number)))];
  }

  /** As long as people are missing. @param {Duplicate} found */
  gathering(found) {
    const { names, you, terms } = found;
    const missing = names.filter((name) => !name).length;
    const address = new URL(duplicatePath(this.link), document.baseURI).href;
    const people = names.map((name, number) => el("li", {}, name || el("span", { class: "hint" }, t("lobby.seat.open")), number === you ? ` (${t("duplicate.you")})` : ""));
    return el("section", { class: "panel", "aria-labelledby": "duplicate-gathering" },
      el("h2", { id: "duplicate-gathering" }, t("duplicate.gathering")),
      el("p", {}, t("duplicate.plan", { tables: terms.people / (terms.together ?? 1), count: terms.deals ?? 2 }), " ", t("duplicate.bots", { bot: botName(terms.level ?? "") })),
      el("ol", {}, ...people),
      el("p", { role: "status" }, t("duplicate.missing", { count: missing })),
      you < 0 ? this.joinForm() : linkField(t("duplicate.link"), address, () => this.say(t("duplicate.copied"))),
      you < 0 ? null : el("div", { class: "row" }, el("button", { type: "button", id: "duplicate-leave", click: () => this.leave() }, t("duplicate.leave"))));
  }

  joinForm() {
    const known = /** @type {HTMLInputElement | null} */ (this.querySelector("#duplicate-name"));
    return el("form", { submit: (/** @type {Event} */ event) => this.join(event) },
      el("label", { class: "seat-name-field" }, el("span", {}, t("lobby.join.name")),
        el("input", { id: "duplicate-name", value: known?.value ?? settings.values.name, maxlength: facts.longest_name, autocomplete: "nickname", required: true })),
      el("p", { class: "hint" }, t("duplicate.agree")),
      el("button", { type: "submit", id: "duplicate-join", class: "primary big" }, t("duplicate.join")));
  }

  /** @param {Event} event */
  join(event) {
    event.preventDefault();
    const name = /** @type {HTMLInputElement} */ (this.querySelector("#duplicate-name")).value.trim();
    settings.set("name", name);
    return this.tryTo(async () => this.show(await this.ask("/join", { name })));
  }

  leave() {
    return this.tryTo(async () => this.show(await this.ask("/leave")));
  }

  /** To one's own table. @param {number} deal */
  sit(deal) {
    return this.tryTo(async () => {
      /** @type {Joined} */
      const { key, game, seat } = await this.ask("/seat", { deal });
      rememberGame({ key, game, seat, edition: this.found?.terms.edition, tactical: this.found?.terms.tactical ?? false, duplicate: this.link });
      go(playPath(key));
    });
  }

  /** @param {string} words */
  say(words) {
    const place = this.querySelector(".error");
    if (place) place.textContent = words;
    place?.scrollIntoView({ block: "nearest" });
  }

  /** Try something, one thing at a time; if it fails, say why. @param {() => Promise<void>} work */
  async tryTo(work) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.say("");
    try {
      await work();
    } catch (error) {
      this.say(errorWords(/** @type {any} */ (error)));
    } finally {
      this.isBusy = false;
    }
  }
}

customElements.define("mf-duplicate", DuplicateElement);
