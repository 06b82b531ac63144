// @ts-check
/** Lessons: which are finished on this device, and the line to the server that plays an attempt. It knows no rules. */

import { ApiError } from "./api.js";
import { t } from "./i18n.js";
import { settings } from "./settings.js";

/** @import { Listeners, Request } from "./connection.js" */
/** @import { Tried, Welcome } from "./messages.js" */

const STORE = "millefiori.lessons";

/** The names of the finished lessons. @returns {string[]} */
export function finishedLessons() {
  try {
    const names = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

/** @param {string[]} names */
function write(names) {
  try {
    localStorage.setItem(STORE, JSON.stringify(names));
  } catch {
    // A private window remembers nothing.
  }
}

/** @param {string} name */
export function finishLesson(name) {
  write([...new Set([...finishedLessons(), name])]);
}

export function forgetLessons() {
  write([]);
}

/** The learner has a name, as at a table. @param {Welcome} welcome @returns {Welcome} */
function named(welcome) {
  const players = welcome.players.map((player, seat) => (seat === welcome.seat ? { ...player, name: settings.values.name || t("learn.you") } : player));
  return { ...welcome, players };
}

/**
 * Takes the place of the connection to a table: the server plays all actions of an attempt from its beginning. What comes after an
 * attempt is decided, as the second action of a card that is taken and placed, is not sent.
 */
export class LessonLine {
  /**
   * @param {Welcome} welcome how it begins
   * @param {(actions: number[]) => Promise<Tried>} attempt
   * @param {(tried: Tried) => void} onTried
   * @param {Listeners} listeners
   */
  constructor(welcome, attempt, onTried, [onMessage, onStatus]) {
    this.attempt = attempt;
    this.onTried = onTried;
    this.onMessage = onMessage;
    this.closed = false;
    /** @type {number[]} */
    this.actions = [];
    this.shown = 0; // events
    this.settled = false;
    Promise.resolve().then(() => {
      if (this.closed) return;
      onStatus(true);
      onMessage(named(welcome));
    });
  }

  /** There is nobody to talk to. */
  tell() {
    return false;
  }

  /** @param {Request} request */
  async send(request) {
    if (request.type !== "decide") throw new ApiError("lesson", "A lesson only knows decisions.");
    if (this.settled) return;
    const actions = [...this.actions, request.action];
    const tried = await this.attempt(actions);
    if (this.closed) return;
    this.actions = actions;
    this.settled = tried.verdict !== "open";
    this.onTried(tried);
    for (const event of tried.events.slice(this.shown)) this.onMessage(event);
    this.shown = tried.events.length;
  }

  close() {
    this.closed = true;
  }
}
