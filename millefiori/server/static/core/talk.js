// @ts-check
/** What was said at a table: the lines that the page knows, who is muted here, and what is unread. */

import { t } from "./i18n.js";
import { playerTitle } from "./names.js";
import { settings } from "./settings.js";

/** @import { Line } from "./messages.js" */
/** @import { State } from "./state.js" */

const STORE = "millefiori.muted";
const VISIBLE_STORE = "millefiori.visible";
const MOST_LINES = 200;
const MOST_MUTED = 200;

/** @returns {string[]} */
function storedMutes() {
  try {
    const found = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return Array.isArray(found) ? found.map(String) : [];
  } catch {
    return [];
  }
}

/** The name of a line; a line that is sent again has the same. @param {Line} line */
export function lineName({ channel, n, at }) {
  return `${channel}-${n}-${at}`;
}

/** Who says it, within a game. @param {Line} line */
function speakerName({ seat, who }) {
  return seat >= 0 ? String(seat) : who;
}

/** Who says it, for people. @param {Line} line @param {State} state */
export function speakerTitle({ seat, name }, state) {
  return seat >= 0 ? playerTitle(seat, state) : name || t("talk.spectator");
}

/** What a line says in the reader's language. @param {Line} line */
export function lineWords({ kind, text }) {
  return kind === "text" ? text : kind === "phrase" ? t(`phrase.${text}`) : t(`emote.${text}`);
}

/** The name under which others see that I watch; "" if they shall not. */
export function visibleName() {
  return localStorage.getItem(VISIBLE_STORE) === "yes" ? settings.values.name : "";
}

/** @param {boolean} isVisible */
export function setVisible(isVisible) {
  localStorage.setItem(VISIBLE_STORE, isVisible ? "yes" : "no");
}

export class TalkLog {
  constructor() {
    this.game = "";
    /** @type {Line[]} */
    this.lines = [];
    this.unread = 0;
    this.muted = storedMutes();
  }

  /** Another table has other lines. @param {string} game */
  of(game) {
    if (game === this.game) return;
    this.game = game;
    this.lines = [];
    this.unread = 0;
  }

  /** Take in lines; returns those that are new and shall be shown. @param {Line[]} lines @returns {Line[]} */
  add(lines) {
    const known = new Set(this.lines.map(lineName));
    const fresh = lines.filter((line) => !known.has(lineName(line)));
    this.lines = [...this.lines, ...fresh].sort((a, b) => a.at - b.at || a.n - b.n).slice(-MOST_LINES);
    return fresh.filter((line) => !this.isMuted(line));
  }

  /** What is shown: nothing of those who are muted. */
  get shown() {
    return this.lines.filter((line) => !this.isMuted(line));
  }

  /** Those who are muted at this table, each with one of their lines. @returns {Line[]} */
  get mutedSpeakers() {
    /** @type {Map<string, Line>} */
    const found = new Map();
    for (const line of this.lines) if (this.isMuted(line)) found.set(speakerName(line), line);
    return [...found.values()];
  }

  /** @param {Line} line */
  isMuted(line) {
    return this.muted.includes(`${this.game} ${speakerName(line)}`);
  }

  /** Hear nothing more from somebody at this table, or hear it again. @param {Line} line @param {boolean} isMuted */
  mute(line, isMuted) {
    const name = `${this.game} ${speakerName(line)}`;
    this.muted = [...this.muted.filter((other) => other !== name), ...(isMuted ? [name] : [])].slice(-MOST_MUTED);
    try {
      localStorage.setItem(STORE, JSON.stringify(this.muted));
    } catch {
      // Forgotten when the window closes.
    }
  }
}
