// @ts-check
/** Talk at the game screen: the button with the number of unread lines, and a voice for screen readers. The panel is loaded when it is opened. */

import { el, svg } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { lineWords, speakerTitle, TalkLog, visibleName } from "../core/talk.js";

/** @import { Message } from "../core/connection.js" */
/** @import { Line } from "../core/messages.js" */
/** @import { State } from "../core/state.js" */
/** @import { TalkElement } from "../panels/talk.js" */

const SAID_FOR = 6000; // milliseconds for which a speaker is marked
const REQUESTS = new Set(["say", "set_talk", "report", "appear"]);

/** A speech bubble. */
function bubble() {
  return svg("svg", { class: "bubble", viewBox: "-12 -11 24 22", "aria-hidden": "true" },
    svg("path", { d: "M-10-8H10V5H0L-6 10V5H-10Z" }));
}

export class Talking {
  /**
   * @param {() => State | null} stateOf the state of the game that is shown now
   * @param {(load: () => Promise<any>) => Promise<any>} load loads a part
   * @param {() => void} onSaid somebody has said something, or a while ago
   */
  constructor(stateOf, load, onSaid) {
    this.stateOf = stateOf;
    this.load = load;
    this.onSaid = onSaid;
    this.log = new TalkLog();
    /** @type {TalkElement | null} */
    this.panel = null;
    this.button = el("button", { type: "button", class: "quiet round talk-button", "aria-expanded": "false", hidden: true, click: () => this.toggle() });
    this.voice = el("p", { class: "unseen", role: "status" });
    /** @type {number[]} */
    this.timers = [];
    this.wasConnected = false;
  }

  get isOpen() {
    return Boolean(this.panel && !this.panel.hidden);
  }

  /** Is it a message for us? @param {Message} message */
  receive(message) {
    if (message.type === "talk") this.hear(message.lines);
    else if (message.type === "reported") this.panel?.note(t("talk.reported"));
    else if (message.type === "refused" && REQUESTS.has(message.request ?? "")) this.panel?.complain(message);
    else return false;
    return true;
  }

  /** @param {Line[]} lines */
  hear(lines) {
    const state = this.stateOf();
    if (!state) return;
    this.log.of(state.game);
    const isFirst = this.log.lines.length === 0 && lines.length > 1;
    const fresh = this.log.add(lines);
    const others = fresh.filter((line) => line.seat !== state.seat || line.seat < 0);
    if (!this.isOpen) this.log.unread += others.length;
    if (!isFirst) for (const line of fresh) this.mark(line, state);
    const last = others.at(-1);
    if (last && !isFirst) this.voice.textContent = speakerTitle(last, state) + t("colon") + lineWords(last);
    this.show(state);
    this.panel?.update(state);
  }

  /** For a moment the speaker is marked among the scores. @param {Line} line @param {State} state */
  mark(line, state) {
    if (line.seat < 0) return;
    const mark = line.kind === "emote" ? `emote-${line.text}` : "said";
    if (line.kind === "emote") this.load(() => import("../panels/emotes.js")).then((loaded) => loaded?.loadEmotes());
    state.said = { ...state.said, [line.seat]: mark };
    this.onSaid();
    this.timers.push(window.setTimeout(() => {
      if (state.said?.[line.seat] === mark) delete state.said[line.seat];
      this.onSaid();
    }, SAID_FOR));
  }

  /** The button: where there is somebody to talk to. @param {State} state */
  show(state) {
    const { button, log } = this;
    log.of(state.game);
    const hasCompany = (state.isWatching && state.seat < 0) || state.players.some(({ kind }) => kind === "friend");
    button.hidden = (!hasCompany && log.lines.length === 0) || (state.isWatching && state.seat >= 0); // a link to a seat only shows
    const words = log.unread ? `${t("talk.title")}${t("colon")}${t("talk.unread", { count: log.unread })}` : t("talk.title");
    if (button.title === words && button.firstChild) return;
    button.title = words;
    button.setAttribute("aria-label", words);
    button.replaceChildren(bubble(), ...(log.unread ? [el("span", { class: "unread", "aria-hidden": "true" }, log.unread > 99 ? "99+" : log.unread)] : []));
  }

  /** Connected, perhaps again: whoever watches and likes to be seen says so. @param {State} state @param {boolean} isConnected */
  connected(state, isConnected) {
    const isBack = isConnected && !this.wasConnected;
    this.wasConnected = isConnected;
    if (isBack && state.seat < 0 && visibleName()) state.requests.tell({ type: "appear", name: visibleName() });
  }

  async toggle() {
    if (this.isOpen) this.close();
    else await this.open();
  }

  async open() {
    const loaded = await this.load(() => import("../panels/talk.js"));
    const state = this.stateOf();
    if (!loaded || !state || !this.button.isConnected) return;
    if (!this.panel) {
      this.panel = loaded?.makeTalk(this.log, () => this.close());
      this.button.closest("mf-game")?.append(/** @type {TalkElement} */ (this.panel));
    }
    const panel = /** @type {TalkElement} */ (this.panel);
    panel.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    this.log.unread = 0;
    this.show(state);
    panel.update(state);
    panel.focusField();
  }

  close() {
    if (!this.panel) return;
    const hadFocus = this.panel.contains(document.activeElement);
    this.panel.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
    if (hadFocus) this.button.focus();
  }

  end() {
    for (const timer of this.timers) window.clearTimeout(timer);
  }
}
