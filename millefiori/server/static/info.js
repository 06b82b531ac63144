// @ts-check
// Where the game stands, in a few lines: whose turn, round, order of play, the end that is near, the edition.

import { el, icon, seatIcon } from "./dom.js";
import { capital, listWords, onLanguage, t } from "./i18n.js";
import { seatName, useFacts } from "./sentences.js";
import { editionFacts, isAwaited } from "./state.js";

/** @typedef {import("./state.js").State} State */

/**
 * What all panels share: they draw only if something has changed, again when the language changes, and drawing
 * again closes no part that was open and loses no keyboard focus.
 */
export class Panel extends HTMLElement {
  constructor() {
    super();
    /** @type {State | null} */
    this.state = null;
    this.drawn = "";
    /** @type {unknown} */
    this.position = null;
    /** @type {Map<string, boolean>} */
    this.opened = new Map();
  }

  connectedCallback() {
    this.stop = onLanguage(() => this.redraw());
    this.redraw(); // the language may have changed while the panel was away
  }

  disconnectedCallback() {
    this.stop?.();
  }

  /** @param {State} state */
  update(state) {
    this.state = state;
    useFacts(state.facts);
    const names = state.players.map((player) => player.name).join();
    const signature = [state.key, state.n, state.seat, state.connected, state.presence, state.lastSeen, names].join("|");
    if (signature === this.drawn && state.position === this.position) return;
    this.drawn = signature;
    this.position = state.position;
    this.draw(state);
  }

  redraw() {
    this.drawn = "";
    if (this.state) this.update(this.state);
  }

  /** @param {State} state */
  draw(state) {
    const active = this.contains(document.activeElement) ? document.activeElement : null;
    const focused = active?.getAttribute("data-focus");
    this.replaceChildren(...this.content(state));
    if (!focused) return;
    const again = /** @type {HTMLElement | null} */ (this.querySelector(`[data-focus="${focused}"]`));
    if (!again) this.tabIndex = -1; // a button that is gone must not throw its reader back to the top of the page
    (again ?? this).focus({ preventScroll: !again });
  }

  /** What the panel shows. @param {State} _state @returns {Node[]} */
  content(_state) {
    return [];
  }

  /**
   * A part that can be folded away and stays as the reader left it.
   * @param {string} id
   * @param {boolean} isOpen at first
   * @param {Node | string} summary
   * @param {...Node} children
   */
  folding(id, isOpen, summary, ...children) {
    const open = this.opened.get(id) ?? isOpen;
    const part = el("details", { class: `fold fold-${id}`, open },
      el("summary", { "data-focus": `fold-${id}` }, summary), ...children);
    part.addEventListener("toggle", () => this.opened.set(id, part.open));
    return part;
  }
}

// --- Whose turn ------------------------------------------------------------------------------------------------------

/** Seats in the order of play of this round. @param {State} state */
export function orderOfPlay({ position, players }) {
  return players.map((_, place) => (position.start_player + place) % players.length);
}

/** What the game waits for, in a sentence. @param {State} state @returns {string} */
export function statusWords(state) {
  const { position, seat, tactical } = state;
  if (position.phase === "over") return winnersWords(state);
  if (position.phase === "keep" && !tactical) return choosingWords(state);
  const person = position.to_act === seat ? "you" : "they";
  const what = position.phase === "keep" ? "pick" : position.phase;
  return capital(t(`info.${what}.${person}`, { name: seatName(position.to_act, state) }));
}

/** @param {State} state */
function choosingWords(state) {
  if (state.seat >= 0 && isAwaited(state, state.seat)) return t("info.choose.you");
  const awaited = orderOfPlay(state).filter((seat) => isAwaited(state, seat));
  return t("info.choose.they", { names: listWords(awaited.map((seat) => seatName(seat, state))) });
}

/** @param {State} state */
function winnersWords(state) {
  const { winners } = state.position;
  if (winners.length === 1 && winners[0] === state.seat) return t("info.won.you");
  return t("info.won", { count: winners.length, names: capital(listWords(winners.map((seat) => seatName(seat, state)))) });
}

/** "Round 2 · turn 3 of 4 · 35 cards in the draw pile". @param {State} state @returns {string[]} */
export function progressWords({ position }) {
  return [
    t("info.round", { round: position.round }),
    t("info.turn", { turn: Math.min(position.turn + 1, position.turns), turns: position.turns }),
    t("info.deck", { count: position.deck }),
  ];
}

// --- The edition -----------------------------------------------------------------------------------------------------

/** The options in which editions differ; each with its value in words, for a number of players. */
const OPTIONS = /** @type {Record<string, (edition: any, players: number) => string>} */ ({
  cards: (edition, players) => String(byPlayers(edition.cards_played, players)),
  supply: (edition) => `${edition.supply} + ${edition.reserve}`,
  display: (edition, players) => String(byPlayers(edition.opening_display, players)),
  fresh: (edition) => String(edition.fresh_display || "–"),
  refill: (edition) => String(edition.refill_display || "–"),
  removed: (edition) => String(edition.removed || "–"),
  bonus: (edition) => t(edition.bonus_at_once ? "info.option.at_once" : "info.option.at_end"),
  empty: (edition) => t("points", { count: edition.empty_display_points }),
  ship: (edition) => t(edition.ship_may_stay ? "info.option.may" : "info.option.must"),
  tie: (edition) => t(edition.diamonds_break_ties ? "info.option.fewer" : "info.option.shared"),
  neutral: (edition) => String(edition.neutral || "–"),
});

/** Lists of three are for two, three and four players. @param {number[]} list @param {number} players */
function byPlayers(list, players) {
  return list[players - 2];
}

/** How the others have it: "German: 25 + 5"; "" if all agree. @param {string} option @param {State} state */
function elsewhere(option, state) {
  const here = editionFacts(state);
  const words = OPTIONS[option];
  const count = state.players.length;
  /** @type {Map<string, string[]>} */
  const others = new Map();
  for (const edition of state.facts.editions) {
    if (!edition.players.includes(count)) continue;
    const value = words(edition, count);
    if (value !== words(here, count)) others.set(value, [...(others.get(value) ?? []), t(`edition.${edition.name}`)]);
  }
  return [...others].map(([value, names]) => names.join(", ") + t("colon") + value).join("; ");
}

/** @param {string} option @param {State} state */
function optionRow(option, state) {
  const value = OPTIONS[option](editionFacts(state), state.players.length);
  const others = elsewhere(option, state);
  return el("div", { class: others ? "differs" : null },
    el("dt", {}, t(`info.option.${option}`)),
    el("dd", {}, value, others && el("span", { class: "elsewhere" }, others)));
}

/** `<mf-info>` */
export class InfoElement extends Panel {
  /** @param {State} state @returns {Node[]} */
  content(state) {
    const { position } = state;
    const mine = position.decides && position.phase !== "over";
    return [
      el("h2", { class: mine ? "whose mine" : "whose" }, statusWords(state)),
      el("p", { class: "progress" }, ...progressWords(state).map((words) => el("span", {}, words))),
      this.order(state),
      position.last_turns && position.phase !== "over" ? el("p", { class: "warning" }, t("info.last")) : "",
      state.connected === false ? el("p", { class: "warning" }, t("error.offline")) : "",
      this.edition(state),
    ].filter((part) => part instanceof Node);
  }

  /** @param {State} state */
  order(state) {
    const { position } = state;
    const seats = orderOfPlay(state).map((seat) => {
      const acts = isAwaited(state, seat);
      const first = seat === position.start_player;
      return el("li", { class: `seat-${seat}${acts ? " acts" : ""}`, "aria-current": acts ? "step" : null },
        seatIcon(seat), el("span", { class: "name" }, capital(seatName(seat, state))),
        first && icon("cap"), first && el("span", { class: "unseen" }, ` (${t("info.starts")})`));
    });
    return el("ol", { class: "order", "aria-label": t("info.order") }, ...seats);
  }

  /** @param {State} state */
  edition(state) {
    const name = t(`edition.${state.edition}`);
    const title = t("info.edition", { name }) + (state.tactical ? ` · ${t("tactical")}` : "");
    return this.folding("edition", false, title,
      el("p", {}, t(`edition.${state.edition}.summary`)),
      state.tactical ? el("p", {}, t("tactical.summary")) : document.createDocumentFragment(),
      el("dl", { class: "options" }, ...Object.keys(OPTIONS).map((option) => optionRow(option, state))));
  }
}

customElements.define("mf-info", InfoElement);
