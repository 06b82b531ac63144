// @ts-check
/** `<mf-text>`: the whole game as text, with every possible decision as a plain button. It needs neither eyes nor a mouse. */

import { el } from "../core/dom.js";
import { areaOf, facts, isCard } from "../core/facts.js";
import { capital, decimal, listWords, percent, t } from "../core/i18n.js";
import { areaName, cardName, cardNames, errorWords, seatName, spaceWords, symbolName } from "../core/names.js";
import { previewWords, sentence } from "../core/sentences.js";
import { orderOfPlay } from "../core/state.js";
import { clockWords } from "./clock.js";
import { canReturn, standInWords } from "./company.js";
import { shownEvents } from "./log.js";
import { LargePanel } from "./panel.js";
import { setWords } from "./players.js";
import { progressWords, statusWords } from "./status.js";

/** @import { ShownCard } from "../core/messages.js" */
/** @import { State } from "../core/state.js" */

const MOST_RECENT = 16; // more is in the log

/** @param {string[]} sentences */
function list(sentences) {
  return el("ul", {}, ...sentences.map((words) => el("li", {}, words)));
}

/** @param {string} id @param {string} title @param {...Node} content */
function section(id, title, ...content) {
  return el("section", { "aria-labelledby": `text-${id}` }, el("h3", { id: `text-${id}` }, title), ...content);
}

// --- What can be seen ------------------------------------------------------------------------------------------------

/** @param {State} state @param {number} seat */
function playerWords(state, seat) {
  const player = state.position.players[seat];
  const sea = facts.sea.points.length - 1;
  return el("li", {},
    el("b", {}, `${capital(seatName(seat, state))}${t("colon")}${t("points", { count: player.score })}. `),
    [standInWords(state, seat), clockWords(state, seat)].filter(Boolean).map((words) => `${capital(words)}. `).join(""),
    [t("players.supply", { supply: player.supply, reserve: player.reserve }), t("players.ship", { space: player.ship, last: sea }),
      t("players.cards", { count: player.cards })].map((words) => `${capital(words)}.`).join(" "),
    list(facts.sets.map((_, set) => setWords(state, seat, set))));
}

/** Diamonds of an area by owner, then what is free. @param {State} state @param {number} area @returns {string[]} */
function areaWords(state, area) {
  const { owners } = state.position;
  const spaces = facts.spaces.map((_, space) => space).filter((space) => facts.spaces[space].area === area);
  const found = [...new Set(spaces.map((space) => owners[space]))].filter((owner) => owner >= 0).sort();
  const taken = found.map((owner) => {
    const name = owner < state.players.length ? capital(seatName(owner, state)) : t("text.neutral");
    return name + t("colon") + spaces.filter((space) => owners[space] === owner).map((space) => spaceWords(space)).join("; ");
  });
  const free = spaces.filter((space) => owners[space] < 0);
  return [...taken, free.length ? t("text.free", { spaces: free.map((space) => spaceWords(space)).join("; ") }) : t("text.full")];
}

/** @param {State} state @returns {string[]} */
function marketWords({ position }) {
  const trade = areaOf("trade");
  const goods = facts.sets[trade].map((kind, good) => `${symbolName(kind.symbol)} ${position.goods[good]}`);
  const fleets = position.fleets.map(([ships, cargo, points], row) => t("text.fleet", { row: row + 1, ships, cargo, points: t("points", { count: points }) }));
  return [t("text.goods", { goods: goods.join(", ") }), ...fleets];
}

/** @param {State} state @returns {string[]} */
function cardsWords(state) {
  const { display, hand, known } = state.position;
  const lines = [t("text.display", { cards: display.length ? cardNames(display) : t("text.none") })];
  if (state.seat >= 0) lines.unshift(t("text.hand", { cards: hand.length ? cardNames(hand) : t("text.none") }));
  for (const [seat, cards] of Object.entries(known)) {
    lines.push(t("text.known", { name: seatName(Number(seat), state), cards: cardNames(cards) }));
  }
  return lines;
}

class TextElement extends LargePanel {
  constructor() {
    super();
    this.error = el("p", { role: "alert", class: "warning", hidden: true });
    this.advice = el("div", { role: "status" });
    this.busy = false;
    this.advisedAt = -1;
  }

  /** @param {State} state @returns {Node[]} */
  content(state) {
    this.error.hidden = true;
    if (this.advisedAt !== state.n) this.advice.replaceChildren();
    const recent = shownEvents(state.log).filter((event) => event.n >= state.lastSeen).slice(-MOST_RECENT).map((event) => sentence(event, state));
    return [
      el("h2", {}, t("text.title")),
      el("p", { class: "whose" }, statusWords(state)),
      el("p", {}, `${progressWords(state).join(", ")}. ${t("text.order", { names: listWords(orderOfPlay(state).map((seat) => seatName(seat, state))) })}`),
      state.position.last_turns ? el("p", {}, t("status.last")) : document.createDocumentFragment(),
      section("decisions", t("text.decisions"), this.error, ...this.decisions(state), this.advice),
      section("cards", t("text.cards"), list(cardsWords(state))),
      section("recent", t("text.recent"), recent.length ? list(recent) : el("p", {}, t("log.empty"))),
      section("players", t("players.title"), el("ul", {}, ...state.players.map((_, seat) => playerWords(state, seat)))),
      section("market", t("players.trade"), list(marketWords(state))),
      section("board", t("text.board"), ...facts.areas.flatMap((_, area) => [el("h4", {}, areaName(area)), list(areaWords(state, area))])),
    ];
  }

  /** @param {Node[]} content */
  put(content) {
    this.replaceChildren(...content);
  }

  // --- What can be done

  /** @param {State} state @returns {Node[]} */
  decisions(state) {
    const { position, isWatching, requests } = state;
    if (isWatching) return [el("p", {}, t("text.watching"))];
    const parts = [];
    if (canReturn(state)) parts.push(this.button("back", t("company.back"), () => requests.back()));
    if (position.all_keep && position.cards.length) parts.push(this.cardsToKeep(state));
    else if (!position.cards.length) parts.push(el("p", {}, t("text.nothing")));
    else parts.push(...position.cards.map((shown, number) => this.previews(state, shown, number === 0)));
    if (position.can_decline) parts.push(this.button("decline", t("text.decline"), () => requests.decide(facts.actions.decline)));
    if (position.can_undo) parts.push(this.button("undo", t("text.undo"), () => requests.undo(false)));
    if (position.can_undo > 1) parts.push(this.button("reset", t("text.undo.turn"), () => requests.undo(true)));
    if (position.decides && state.hints) parts.push(this.button("hint", t("text.hint"), () => this.showHint(state)));
    return parts;
  }

  /** A button for each card, and what the card would bring if it were played now. @param {State} state */
  cardsToKeep(state) {
    const { cards, kept } = state.position;
    const items = cards.map(({ card, obtain, previews }) => {
      const isKept = card === kept;
      const name = cardName(card);
      return el("li", {},
        this.button(`keep-${card}`, t(isKept ? "text.kept" : "text.keep", { card: name }), () => state.requests.decide(/** @type {number} */ (obtain)), isKept),
        this.folding(`card-${card}`, false, t("text.would", { card: name, count: previews.length }),
          list(previews.map((preview) => previewWords(preview, state)))));
    });
    return el("ul", { class: "decisions" }, ...items);
  }

  /** A card with a button for each way to play it; the same button keeps or takes it first, if need be. @param {State} state @param {ShownCard} shown @param {boolean} isOpen */
  previews(state, { card, obtain, previews }, isOpen) {
    const first = obtain === null ? [] : [obtain];
    const items = previews.map((preview) => {
      const decide = () => state.requests.decide(...first, preview.action);
      return el("li", {}, this.button(`play-${card}-${preview.action}`, previewWords(preview, state), decide));
    });
    const title = state.position.phase === "take" ? "text.take" : "text.play";
    return this.folding(`play-${card}`, isOpen, t(title, { card: cardName(card) }), el("ul", { class: "decisions" }, ...items));
  }

  /** @param {string} id @param {string} words @param {() => Promise<unknown>} request @param {boolean} [pressed] */
  button(id, words, request, pressed) {
    return el("button", { type: "button", "data-focus": id, "aria-pressed": pressed === undefined ? null : String(pressed), click: () => this.perform(request) }, words);
  }

  /** One request at a time; a refusal appears beside the buttons. @param {() => Promise<unknown>} request */
  async perform(request) {
    if (this.busy) return;
    this.busy = true;
    this.error.hidden = true;
    try {
      await request();
    } catch (error) {
      this.error.textContent = errorWords(/** @type {any} */ (error));
      this.error.hidden = false;
    } finally {
      this.busy = false;
    }
  }

  /** @param {State} state */
  async showHint(state) {
    this.advice.textContent = t("text.hint.thinking");
    const opinions = await state.requests.hint();
    this.advisedAt = state.n;
    const words = opinions.slice(0, 3).map(({ action, margin, win }) => win === null || margin === null ? t("text.hint.only", { action: actionWords(state, action) })
      : t("text.hint.words", { action: actionWords(state, action), margin: decimal(margin), win: percent(win) }));
    this.advice.replaceChildren(words.length ? list(words) : t("text.hint.none"));
  }
}

/** An action in a few words: a card, a space, to sail, to decline. @param {State} state @param {number} action */
function actionWords(state, action) {
  const { sail, decline } = facts.actions;
  if (isCard(action)) return cardName(action);
  if (action === sail) return t("text.sail");
  if (action === decline) return t("text.decline");
  const preview = state.position.cards.flatMap((shown) => shown.previews).find((found) => found.action === action);
  return typeof preview?.space === "number" ? spaceWords(preview.space) : facts.actions.names[action];
}

customElements.define("mf-text", TextElement);
