// @ts-check
/** `<mf-log>`: the story of the game in sentences, from the beginning down to the latest event, which stays in sight. */

import { el, seatIcon } from "../core/dom.js";
import { capital, signed, t } from "../core/i18n.js";
import { seatName } from "../core/names.js";
import { eventWords, newsWords, outcomeParts, sentence } from "../core/sentences.js";
import { pointsOf, standing } from "../core/state.js";
import { LargePanel } from "./panel.js";
import { statusWords } from "./status.js";

/** @import { Event } from "../core/messages.js" */
/** @import { State } from "../core/state.js" */

// A kept card is no news until it is played, and an extra card appears with its play.
const SHOWN = new Set(["place", "sail", "decline", "absent", "back", "resign", "agree", "disagree", "close"]);

/** The events that the log shows. @param {Event[]} log */
export function shownEvents(log) {
  return standing(log).filter((event) => SHOWN.has(event.kind));
}

/** What the events brought to each seat. @param {Event[]} events @param {number} seats @returns {number[]} */
function broughtBy(events, seats) {
  const gains = events.flatMap((event) => [...(event.gains ?? []), ...(event.final ?? [])]);
  return Array.from({ length: seats }, (_, seat) => pointsOf(gains, seat));
}

/** Points of a seat as a small label; the own ones stand out. @param {number} seat @param {number} points @param {State} state */
function pointsLabel(seat, points, state) {
  const isMine = seat === state.seat;
  return el("span", { class: isMine ? "points mine" : "points" }, signed(points));
}

/** One event. @param {Event} event @param {State} state */
function entry(event, state) {
  const { points, own, others } = outcomeParts(event, event.seat);
  const helped = others.map((other) =>
    el("li", {}, seatIcon(other.seat), el("span", {}, `${capital(seatName(other.seat, state))} `, pointsLabel(other.seat, other.points, state), ` ${other.why}`)));
  return el("li", { class: event.n > state.lastSeen && event.seat !== state.seat ? "entry new" : "entry" },
    event.kind === "close" ? el("span", {}) : seatIcon(event.seat),
    el("div", {},
      el("p", {}, eventWords(event, state), " ", points ? pointsLabel(event.seat, points, state) : "",
        own.length ? el("span", { class: "why" }, ` ${own.join(", ")}`) : ""),
      helped.length ? el("ul", { class: "helped" }, ...helped) : ""));
}

/** A new round, new cards, the final scoring: after the event that brought them. @param {Event} event @param {State} state */
function news(event, state) {
  const words = newsWords(event, state).join(" ");
  return words ? [el("li", { class: "news" }, words)] : [];
}

/** Events of one turn, which begin with one heading. @param {Event[]} events @returns {Event[][]} */
function byTurn(events) {
  /** @type {Event[][]} */
  const turns = [];
  for (const event of events) {
    const last = turns.at(-1);
    if (last && last[0].round === event.round && last[0].turn === event.turn) last.push(event);
    else turns.push([event]);
  }
  return turns;
}

class LogElement extends LargePanel {
  constructor() {
    super();
    this.lastSpoken = -1;
    this.asked = "";
    this.isAtEnd = true;
    this.game = "";
    /** @type {Map<string, {signature: string, element: HTMLElement}>} */
    this.turns = new Map();
    this.heading = el("h2", { class: "unseen" });
    // Screen readers read new entries from here. It belongs to the page itself: the log may be hidden.
    this.voice = el("div", { class: "unseen", role: "log", "aria-live": "polite" });
  }

  connectedCallback() {
    super.connectedCallback();
    const place = /** @type {HTMLElement} */ (this.parentElement);
    place.addEventListener("scroll", () => (this.isAtEnd = place.scrollTop + place.clientHeight >= place.scrollHeight - 40));
    this.watcher = new ResizeObserver(() => this.isAtEnd && this.showEnd());
    this.watcher.observe(place);
    document.body.append(this.voice);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.watcher?.disconnect();
    this.voice.remove();
  }

  redraw() {
    this.turns.clear();
    super.redraw();
  }

  /** Reads aloud out of sight, too. @param {State} state */
  update(state) {
    this.speak(shownEvents(state.log), state);
    super.update(state);
  }

  /** @param {State} state @returns {Node[]} */
  content(state) {
    const events = shownEvents(state.log);
    const turns = byTurn(events).map((turn) => this.turn(turn, state));
    const empty = el("p", { class: "hint" }, t("log.empty"));
    this.heading.textContent = t("log.title");
    return [this.heading, ...(turns.length ? turns : [empty]), ...this.since(events, state)];
  }

  /** Turns that have not changed stay. @param {Node[]} content */
  put(content) {
    const first = content.findIndex((node, number) => node !== this.childNodes[number]);
    for (const old of [...this.childNodes].slice(first)) old.remove();
    this.append(...content.slice(first));
  }

  /** Keep the latest event in sight, unless somebody reads further up. @param {State} state */
  draw(state) {
    super.draw(state);
    if (this.isAtEnd) this.showEnd();
  }

  showEnd() {
    const place = this.parentElement;
    if (place) place.scrollTop = place.scrollHeight;
  }

  /** Read new entries aloud, and what is asked; but not the whole story to a newcomer. @param {Event[]} events @param {State} state */
  speak(events, state) {
    const isSame = this.game === state.key;
    const fresh = isSame ? events.filter((event) => event.n > this.lastSpoken) : [];
    this.game = state.key;
    this.lastSpoken = state.n;
    const words = fresh.map((event) => sentence(event, state));
    const { decides, phase, round, turn } = state.position;
    const asked = decides ? [phase, round, turn].join() : "";
    if (isSame && asked && asked !== this.asked) words.push(statusWords(state));
    this.asked = asked;
    if (words.length) this.voice.replaceChildren(...words.map((line) => el("p", {}, line)));
  }

  /** What happened since the own last turn, as a sum. @param {Event[]} events @param {State} state @returns {Node[]} */
  since(events, state) {
    const fresh = events.filter((event) => event.n > state.lastSeen && event.seat !== state.seat);
    if (state.seat < 0 || state.lastSeen < 0 || !fresh.length) return [];
    const points = broughtBy(fresh, state.players.length);
    const seats = points.map((_, seat) => seat).filter((seat) => points[seat] || seat === state.seat);
    const sums = seats.map((seat) => el("li", { class: seat === state.seat ? "mine" : null },
      seatIcon(seat), `${capital(seatName(seat, state))} `, pointsLabel(seat, points[seat], state)));
    return [el("section", { class: "since" }, el("h3", {}, t("log.since")), el("ul", {}, ...sums))];
  }

  /** A turn of all players; drawn again only if something in it has changed. @param {Event[]} events @param {State} state */
  turn(events, state) {
    const { round, turn } = events[0];
    const key = `${round}.${turn}`;
    const names = state.players.map((player) => player.name).join();
    const signature = [state.key, names, events.map((event) => `${event.n}${event.n > state.lastSeen ? "!" : ""}`)].join("|");
    const known = this.turns.get(key);
    if (known?.signature === signature) return known.element;
    const element = el("section", { class: "turn" },
      el("h3", {}, t("log.turn", { round, turn: turn + 1 })),
      el("ol", {}, ...events.flatMap((event) => [entry(event, state), ...news(event, state)])));
    this.turns.set(key, { signature, element });
    return element;
  }
}

customElements.define("mf-log", LogElement);
