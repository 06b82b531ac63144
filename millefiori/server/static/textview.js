// @ts-check
// The whole game as text: where it stands, what happened, and every possible move as a plain button. Nothing here
// needs eyes or a mouse; a whole game can be played from it.

import { el } from "./dom.js";
import { capital, decimal, listWords, percent, t } from "./i18n.js";
import { Panel, orderOfPlay, progressWords, statusWords } from "./info.js";
import { toldEvents } from "./log.js";
import { setWords } from "./players.js";
import { areaName, cardName, cardNames, errorWords, playWords, seatName, sentence, spaceName, spaceWords, symbolName, totalOf } from "./sentences.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Play} Play */
/** @typedef {import("./state.js").CardPlays} CardPlays */

const MOST_RECENT = 16; // more is in the log

/** @param {string[]} sentences */
function list(sentences) {
  return el("ul", {}, ...sentences.map((words) => el("li", {}, words)));
}

/** @param {string} id @param {string} title @param {...Node} content */
function section(id, title, ...content) {
  return el("section", { "aria-labelledby": `text-${id}` }, el("h3", { id: `text-${id}` }, title), ...content);
}

/** The plays that bring the seat most come first. @param {Play[]} plays @param {number} seat */
function bestFirst(plays, seat) {
  return [...plays].sort((a, b) => totalOf(b.gains, seat) - totalOf(a.gains, seat));
}

// --- What can be seen ------------------------------------------------------------------------------------------------

/** @param {State} state @param {number} seat */
function playerWords(state, seat) {
  const player = state.position.players[seat];
  const sea = state.facts.sea.points.length - 1;
  return el("li", {},
    el("b", {}, `${capital(seatName(seat, state))}${t("colon")}${t("points", { count: player.score })}. `),
    [t("players.supply", { supply: player.supply, reserve: player.reserve }), t("players.ship", { space: player.ship, last: sea }),
      t("players.cards", { count: player.cards })].map((words) => `${capital(words)}.`).join(" "),
    list(state.facts.sets.map((_, set) => setWords(state, seat, set))));
}

/** Diamonds of an area by owner, then what is free. @param {State} state @param {number} area @returns {string[]} */
function areaWords(state, area) {
  const { owners } = state.position;
  const spaces = state.facts.spaces.map((_, space) => space).filter((space) => state.facts.spaces[space].area === area);
  const found = [...new Set(spaces.map((space) => owners[space]))].filter((owner) => owner >= 0).sort();
  const taken = found.map((owner) => {
    const name = owner < state.players.length ? capital(seatName(owner, state)) : t("text.neutral");
    return name + t("colon") + spaces.filter((space) => owners[space] === owner).map((space) => shortWords(state, space)).join(", ");
  });
  const free = spaces.filter((space) => owners[space] < 0);
  return [...taken, free.length ? t("text.free", { spaces: free.map((space) => shortWords(state, space)).join(", ") }) : t("text.full")];
}

/** "W2.5 quartz", "R7 (3)". @param {State} state @param {number} space */
function shortWords(state, space) {
  const { symbol, value, area } = state.facts.spaces[space];
  const name = state.facts.areas[area];
  if (name === "harbor") return spaceName(space);
  return name === "residences" ? `${spaceName(space)} (${value})` : `${spaceName(space)} ${symbolName(symbol)}`;
}

/** @param {State} state @returns {string[]} */
function marketWords({ position, facts }) {
  const trade = facts.areas.indexOf("trade");
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

/** `<mf-text>` */
export class TextElement extends Panel {
  constructor() {
    super();
    this.error = el("p", { role: "alert", class: "warning", hidden: true });
    this.hinted = el("div", { role: "status" });
    this.busy = false;
    this.hintedAt = -1;
  }

  /** @param {State} state @returns {Node[]} */
  content(state) {
    this.error.hidden = true;
    if (this.hintedAt !== state.n) this.hinted.replaceChildren();
    const { facts } = state;
    const recent = toldEvents(state.log).filter((event) => event.n >= state.lastSeen).slice(-MOST_RECENT).map((event) => sentence(event, state));
    return [
      el("h2", {}, t("text.title")),
      el("p", { class: "whose" }, statusWords(state)),
      el("p", {}, `${progressWords(state).join(", ")}. ${t("text.order", { names: listWords(orderOfPlay(state).map((seat) => seatName(seat, state))) })}`),
      state.position.last_turns ? el("p", {}, t("info.last")) : document.createDocumentFragment(),
      section("moves", t("text.moves"), this.error, ...this.moves(state), this.hinted),
      section("cards", t("text.cards"), list(cardsWords(state))),
      section("recent", t("text.recent"), recent.length ? list(recent) : el("p", {}, t("log.empty"))),
      section("players", t("players.title"), el("ul", {}, ...state.players.map((_, seat) => playerWords(state, seat)))),
      section("market", t("players.trade"), list(marketWords(state))),
      section("board", t("text.board"), ...facts.areas.flatMap((_, area) => [el("h4", {}, areaName(area)), list(areaWords(state, area))])),
    ];
  }

  // --- What can be done

  /** @param {State} state @returns {Node[]} */
  moves(state) {
    const { position, seat, tactical } = state;
    if (seat < 0) return [el("p", {}, t("text.watching"))];
    const parts = [];
    if (position.phase === "keep" && !tactical) parts.push(this.choices(state));
    else if (!position.cards.length) parts.push(el("p", {}, t("text.nothing")));
    else parts.push(...position.cards.map((found, place) => this.plays(state, found, place)));
    if (position.can_decline) parts.push(this.button("decline", t("text.decline"), () => state.actions.act(state.facts.actions.decline)));
    if (position.can_undo) parts.push(this.button("undo", t("text.undo"), () => state.actions.undo(false)));
    if (position.can_undo > 1) parts.push(this.button("reset", t("text.undo.turn"), () => state.actions.undo(true)));
    if (position.decides) parts.push(this.button("hint", t("text.hint"), () => this.showHint(state)));
    return parts;
  }

  /** The draft: a button for each card, and what the card would bring if it were played now. @param {State} state */
  choices(state) {
    const { cards, chosen } = state.position;
    const items = cards.map(({ card, plays }) => {
      const isChosen = card === chosen;
      const name = cardName(card);
      const words = isChosen ? t("text.chosen", { card: name }) : t("text.choose", { card: name });
      return el("li", {},
        this.button(`choose-${card}`, words, () => state.actions.choose(card), isChosen),
        this.folding(`card-${card}`, false, t("text.would", { card: name, count: plays.length }),
          list(bestFirst(plays, state.seat).map((play) => playWords(play, state)))));
    });
    return el("ul", { class: "moves" }, ...items);
  }

  /** A card with a button for each way to play it; a card that must be taken first is taken by the same button. @param {State} state @param {CardPlays} found @param {number} place */
  plays(state, found, place) {
    const { card, take, plays } = found;
    const items = bestFirst(plays, state.seat).map((play) => {
      const numbers = take === null || take === undefined ? [play.action] : [take, play.action];
      return el("li", {}, this.button(`play-${card}-${play.action}`, playWords(play, state), () => state.actions.act(...numbers)));
    });
    const title = take === null || take === undefined ? t("text.play", { card: cardName(card) }) : t("text.take", { card: cardName(card) });
    const isOnly = state.position.cards.length === 1;
    return this.folding(`plays-${card}`, isOnly || place === 0, title, el("ul", { class: "moves" }, ...items));
  }

  /** @param {string} id @param {string} words @param {() => Promise<unknown>} act @param {boolean} [pressed] */
  button(id, words, act, pressed) {
    return el("button", { type: "button", "data-focus": id, "aria-pressed": pressed === undefined ? null : String(pressed), click: () => this.perform(act) }, words);
  }

  /** One request at a time; a refusal is told beside the buttons. @param {() => Promise<unknown>} act */
  async perform(act) {
    if (this.busy) return;
    this.busy = true;
    this.error.hidden = true;
    try {
      await act();
    } catch (error) {
      this.error.textContent = errorWords(/** @type {any} */ (error));
      this.error.hidden = false;
    } finally {
      this.busy = false;
    }
  }

  /** @param {State} state */
  async showHint(state) {
    this.hinted.textContent = t("text.hint.thinking");
    const opinions = await state.actions.hint();
    this.hintedAt = state.n;
    const words = (opinions ?? []).slice(0, 3).map(({ action, margin, win }) => win === null || margin === null ? t("text.hint.only", { action: actionWords(state, action) })
      : t("text.hint.words", { action: actionWords(state, action), margin: decimal(margin), win: percent(win) }));
    this.hinted.replaceChildren(words.length ? list(words) : t("text.hint.none"));
  }
}

/** An action in a few words: a card, a space, to sail, to decline. @param {State} state @param {number} action */
function actionWords(state, action) {
  const { place, sail, decline } = state.facts.actions;
  if (action < place) return cardName(action);
  if (action === sail) return t("text.sail");
  if (action === decline) return t("text.decline");
  const play = state.position.cards.flatMap((found) => found.plays).find((found) => found.action === action);
  return play?.space !== null && play?.space !== undefined ? spaceWords(play.space) : state.facts.actions.names[action];
}

customElements.define("mf-text", TextElement);
