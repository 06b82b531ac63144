// @ts-check
/** `<mf-talk>`: what is said at the table. Texts are shown as they are: a link in them is only words. */

import { el, renew, seatIcon } from "../core/dom.js";
import { facts } from "../core/facts.js";
import { onLanguage, t } from "../core/i18n.js";
import { errorWords } from "../core/names.js";
import { blockPlayer, hasHall, playerKey } from "../core/player.js";
import { settings } from "../core/settings.js";
import { lineName, lineWords, setVisible, speakerTitle, visibleName } from "../core/talk.js";
import { emoteIcon, loadEmotes } from "./emotes.js";
import { TALK_MODES } from "./talk-field.js";

/** @import { Line, Refused } from "../core/messages.js" */
/** @import { State } from "../core/state.js" */
/** @import { TalkLog } from "../core/talk.js" */

const NEAR = 40; // pixels from the end: whoever reads there wants to see what comes next

/** @param {TalkLog} log @param {() => void} onClose */
export function makeTalk(log, onClose) {
  return Object.assign(/** @type {TalkElement} */ (document.createElement("mf-talk")), { log, onClose });
}

export class TalkElement extends HTMLElement {
  constructor() {
    super();
    this.onClose = () => {};
    /** @type {TalkLog | null} */
    this.log = null;
    /** @type {State | null} */
    this.state = null;
    this.asked = ""; // the line whose speaker is asked about
    this.lines = el("ol", { class: "talk-lines", tabindex: 0 });
    this.message = el("p", { class: "talk-message", role: "status", hidden: true });
    this.field = el("input", { type: "text", maxlength: facts.longest_line, autocomplete: "off", enterkeyhint: "send" });
    this.send = el("button", { type: "submit", class: "primary" });
    this.form = el("form", { class: "talk-form", submit: (/** @type {Event} */ event) => this.sayField(event) }, this.field, this.send);
    this.heading = el("h2", {});
    this.close = el("button", { type: "button", class: "quiet round", click: () => this.onClose() }, "×");
    this.mode = el("select", { id: "talk-mode", change: () => this.tell({ type: "set_talk", talk: this.mode.value }) });
    this.emotes = el("div", { class: "talk-emotes", role: "group" });
    this.phrases = el("div", { class: "talk-phrases", role: "group" });
    this.options = el("div", { class: "talk-options" });
    this.addEventListener("keydown", (event) => event.key === "Escape" && (event.stopPropagation(), this.onClose()));
  }

  connectedCallback() {
    this.setAttribute("role", "region");
    this.replaceChildren(el("header", {}, this.heading, this.mode, this.close), this.lines, this.message, this.emotes, this.phrases, this.form, this.options);
    this.stop = onLanguage(() => this.write());
    loadEmotes();
    this.write();
  }

  disconnectedCallback() {
    this.stop?.();
  }

  /** Where there is a keyboard, people can write at once; elsewhere one would cover half of the screen. */
  focusField() {
    const target = matchMedia("(hover: hover)").matches && !this.form.hidden ? this.field : this.close;
    target.focus({ preventScroll: true });
    this.lines.scrollTop = this.lines.scrollHeight;
  }

  /** Words that do not depend on the game. */
  write() {
    this.setAttribute("aria-label", t("talk.title"));
    this.heading.textContent = t("talk.title");
    this.lines.setAttribute("aria-label", t("talk.lines"));
    this.close.setAttribute("aria-label", t("game.close"));
    this.field.setAttribute("aria-label", t("talk.field"));
    this.field.placeholder = t("talk.field");
    this.send.textContent = t("talk.send");
    this.mode.setAttribute("aria-label", t("talk.mode"));
    this.mode.replaceChildren(...TALK_MODES.map((mode) => el("option", { value: mode }, t(`talk.mode.${mode}`))));
    this.emotes.setAttribute("aria-label", t("talk.emotes"));
    this.emotes.replaceChildren(...facts.emotes.map((name) =>
      el("button", { type: "button", class: "quiet", title: t(`emote.${name}`), "aria-label": t(`emote.${name}`), "data-emote": name, click: () => this.say(name, "emote") }, emoteIcon(name))));
    this.phrases.setAttribute("aria-label", t("talk.phrases"));
    this.phrases.replaceChildren(...facts.phrases.map((name) =>
      el("button", { type: "button", "data-phrase": name, click: () => this.say(name, "phrase") }, t(`phrase.${name}`))));
    if (this.state) this.update(this.state);
  }

  /** @param {State} state */
  update(state) {
    this.state = state;
    if (this.hidden || !this.isConnected) return;
    this.mode.hidden = !state.isHost;
    this.mode.value = state.talk;
    this.form.hidden = state.talk !== "all";
    this.emotes.hidden = this.phrases.hidden = state.talk === "none";
    const isAtEnd = this.lines.scrollHeight - this.lines.scrollTop - this.lines.clientHeight < NEAR;
    renew(this.lines, this.content(state));
    if (isAtEnd) this.lines.scrollTop = this.lines.scrollHeight;
    this.showOptions(state);
  }

  /** @param {State} state @returns {Node[]} */
  content(state) {
    const shown = this.log?.shown ?? [];
    const hint = state.talk === "none" ? t("talk.closed") : shown.length ? "" : t(state.seat < 0 ? "talk.empty.watching" : "talk.empty");
    return [...shown.map((line) => this.line(line, state)), ...(hint ? [el("li", { class: "hint" }, hint)] : [])];
  }

  /** @param {Line} line @param {State} state */
  line(line, state) {
    const name = lineName(line);
    const isMine = line.seat === state.seat && line.seat >= 0;
    const title = isMine ? t("talk.you") : speakerTitle(line, state);
    const speaker = isMine
      ? el("span", { class: "speaker" }, title)
      : el("button", { type: "button", class: "speaker quiet", "aria-expanded": String(this.asked === name), "data-line": name, click: (/** @type {any} */ event) => this.ask(event.currentTarget.dataset.line) }, title);
    const said = line.kind === "emote"
      ? el("span", { class: "said emote", role: "img", "aria-label": lineWords(line) }, emoteIcon(line.text))
      : el("span", { class: "said" }, lineWords(line));
    return el("li", { class: `line ${line.seat >= 0 ? `seat-${line.seat}` : "watching"}` },
      line.seat >= 0 ? seatIcon(line.seat) : null, speaker, line.seat < 0 ? el("span", { class: "unseen" }, t("talk.watching")) : null, said,
      this.asked === name ? this.actions(name) : null);
  }

  /** What can be done about a speaker. @param {string} name of the line */
  actions(name) {
    return el("span", { class: "talk-actions" },
      el("button", { type: "button", "data-line": name, "data-do": "mute", click: (/** @type {any} */ event) => this.mute(event.currentTarget.dataset.line) }, t("talk.mute")),
      hasHall() ? el("button", { type: "button", "data-line": name, "data-do": "report", click: (/** @type {any} */ event) => this.report(event.currentTarget.dataset.line) }, t("talk.report")) : null,
      this.canBlock(name) ? el("button", { type: "button", "data-line": name, "data-do": "block", click: (/** @type {any} */ event) => this.block(event.currentTarget.dataset.line) }, t("talk.block")) : null);
  }

  /** Those who are muted, and for spectators whether others see their name. @param {State} state */
  showOptions(state) {
    if (this.options.contains(document.activeElement)) return;
    const muted = (this.log?.mutedSpeakers ?? []).map((line) =>
      el("button", { type: "button", class: "quiet", click: () => this.unmute(line) }, t("talk.unmute", { name: speakerTitle(line, state) })));
    this.options.replaceChildren(...muted, ...(state.seat < 0 ? [this.visiblePart()] : []));
    this.options.hidden = this.options.childElementCount === 0;
  }

  /** Do others see who watches? */
  visiblePart() {
    const check = el("input", { type: "checkbox", name: "visible", checked: Boolean(visibleName()) });
    const name = el("input", { type: "text", name: "spectator", "aria-label": t("talk.name"), placeholder: t("talk.name"), value: settings.values.name, maxlength: facts.longest_name, autocomplete: "nickname" });
    const change = () => {
      settings.set("name", name.value.trim());
      setVisible(check.checked);
      this.tell({ type: "appear", name: visibleName() });
    };
    for (const part of [check, name]) part.addEventListener("change", change);
    return el("div", { class: "talk-visible" }, el("label", { class: "check" }, check, el("span", {}, t("talk.visible"))), name);
  }

  /** @param {string} name */
  lineNamed(name) {
    return this.log?.lines.find((line) => lineName(line) === name);
  }

  /** @param {string} name of a line: what about its speaker? */
  ask(name) {
    this.asked = this.asked === name ? "" : name;
    if (this.state) this.update(this.state);
  }

  /** @param {string} name */
  mute(name) {
    const line = this.lineNamed(name);
    if (line) this.log?.mute(line, true);
    this.asked = "";
    if (this.state) this.update(this.state);
    this.lines.focus();
  }

  /** Between players who are known to the server. @param {string} name */
  canBlock(name) {
    const seat = this.lineNamed(name)?.seat ?? -1;
    return hasHall() && Boolean(playerKey()) && seat >= 0 && !this.state?.isWatching && this.state?.players[seat].kind === "friend";
  }

  /** @param {string} name */
  async block(name) {
    const line = this.lineNamed(name);
    if (!line || !this.log) return;
    try {
      await blockPlayer(this.log.game, line.seat);
      this.mute(name);
      this.note(t("talk.blocked"));
    } catch (error) {
      this.note(errorWords(/** @type {any} */ (error)));
    }
  }

  /** @param {Line} line */
  unmute(line) {
    this.log?.mute(line, false);
    this.lines.focus();
    if (this.state) this.update(this.state);
  }

  /** @param {string} name */
  report(name) {
    const line = this.lineNamed(name);
    if (line) this.tell({ type: "report", channel: line.channel, n: line.n });
    this.ask("");
    this.lines.focus();
  }

  /** @param {Event} event */
  sayField(event) {
    event.preventDefault();
    const text = this.field.value.trim();
    if (text && this.say(text, "text")) this.field.value = "";
  }

  /** @param {string} text @param {"text" | "phrase" | "emote"} kind */
  say(text, kind) {
    this.lines.scrollTop = this.lines.scrollHeight;
    return this.tell({ type: "say", text, kind });
  }

  /** @param {any} request @returns {boolean} is it on its way? */
  tell(request) {
    this.message.hidden = true;
    const isSent = this.state?.requests.tell(request) ?? false;
    if (!isSent) this.note(t("error.offline"));
    return isSent;
  }

  /** @param {Refused} refused */
  complain(refused) {
    this.note(refused.code === "limit" ? t("talk.slow") : errorWords(refused));
    if (this.state) this.update(this.state);
  }

  /** @param {string} words */
  note(words) {
    this.message.textContent = words;
    this.message.hidden = false;
  }
}

customElements.define("mf-talk", TalkElement);
