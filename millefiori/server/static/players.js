// @ts-check
// What everybody can see of the players, and what can be counted: goods, fleets, cards, hands that one has held.

import { el, icon, seatIcon } from "./dom.js";
import { capital, t } from "./i18n.js";
import { Panel } from "./info.js";
import { areaName, cardName, kindName, playerTitle, seatName, symbolName } from "./sentences.js";
import { isAwaited } from "./state.js";

/** @typedef {import("./state.js").State} State */

/** Words for readers of the screen only. @param {string} words */
function unseen(words) {
  return el("span", { class: "unseen" }, words);
}

/** A number with a picture; the words say what it counts. @param {SVGElement} picture @param {string} value @param {string} words */
function figure(picture, value, words) {
  return el("li", { title: words }, picture, el("span", { "aria-hidden": "true" }, value), unseen(words));
}

/** The back of a card, as a small picture. */
function cardBack() {
  const picture = icon();
  picture.innerHTML = '<rect x="-15" y="-21" width="30" height="42" rx="5" class="card-back"/><path d="M0-11L8 0L0 11L-8 0Z" class="card-back-mark"/>';
  return picture;
}

// --- Sets ------------------------------------------------------------------------------------------------------------

/** What a player has of a set, in words: "Workshops: has quartz; still without ash, lime. Next bonus 15." @param {State} state @param {number} seat @param {number} set */
export function setWords(state, seat, set) {
  const kinds = state.facts.sets[set];
  const { kinds: has, bonus } = state.position.players[seat];
  const own = kinds.filter((_, kind) => has[set][kind]).map(kindName);
  const missing = kinds.filter((_, kind) => !has[set][kind]).map(kindName);
  return areaName(set) + t("colon") + [
    own.length ? t("players.has", { kinds: own.join(", ") }) : "",
    missing.length ? t("players.lacks", { kinds: missing.join(", ") }) : "",
    bonusWords(state, bonus[set], set),
  ].filter(Boolean).join(" ");
}

/** @param {State} state @param {number} held @param {number} set */
function bonusWords(state, held, set) {
  if (held) return t("players.bonus.held", { value: held });
  const next = Math.max(0, ...state.position.bonus_left[set]);
  return next ? t("players.bonus.next", { value: next }) : t("players.bonus.gone");
}

/** @param {State} state @param {number} seat @param {number} set */
function setPicture(state, seat, set) {
  const player = state.position.players[seat];
  const held = player.bonus[set];
  const next = Math.max(0, ...state.position.bonus_left[set]);
  const words = setWords(state, seat, set);
  const kinds = state.facts.sets[set].map((kind, number) => {
    const drawn = kind.value ? el("b", {}, String(kind.value)) : icon(`symbol-${kind.symbol}`);
    return el("span", { class: player.kinds[set][number] ? "kind has" : "kind" }, drawn);
  });
  return el("li", { class: `set area-${set}`, title: words },
    el("span", { class: "kinds", "aria-hidden": "true" }, ...kinds),
    el("span", { class: held ? "bonus held" : "bonus", "aria-hidden": "true" }, held || next || "–"),
    unseen(words));
}

// --- Players ---------------------------------------------------------------------------------------------------------

/** Is somebody there? Bots always are. @param {State} state @param {number} seat */
function presenceMark(state, seat) {
  if (state.players[seat].kind === "bot") return null;
  const here = state.presence[seat];
  const words = t(here ? "players.here" : "players.away");
  return el("span", { class: here ? "presence here" : "presence", title: words }, unseen(words));
}

/** @param {State} state @param {number} seat */
function playerFigures(state, seat) {
  const player = state.position.players[seat];
  const left = player.reserve ? `${player.supply} + ${player.reserve}` : String(player.supply);
  const sea = state.facts.sea.points.length - 1;
  return el("ul", { class: "figures" },
    figure(icon(`diamond-${seat}`), left, t("players.supply", { supply: player.supply, reserve: player.reserve })),
    figure(icon(`ship-${seat}`), String(player.ship), t("players.ship", { space: player.ship, last: sea })),
    figure(cardBack(), String(player.cards), t("players.cards", { count: player.cards })));
}

/** @param {State} state @param {number} seat */
function playerCard(state, seat) {
  const { position } = state;
  const player = position.players[seat];
  const acts = isAwaited(state, seat);
  const hasChosen = position.phase === "keep" && player.has_chosen;
  const isMine = seat === state.seat;
  return el("li", { class: `player seat-${seat}${acts ? " acts" : ""}${isMine ? " mine" : ""}` },
    el("h3", {},
      seatIcon(seat),
      el("span", { class: "name" }, playerTitle(seat, state)),
      isMine && el("span", { class: "tag" }, t("you")),
      presenceMark(state, seat),
      hasChosen && el("span", { class: "tag chosen" }, t("players.chosen")),
      el("span", { class: "score" }, el("span", { "aria-hidden": "true" }, player.score), unseen(t("points", { count: player.score })))),
    playerFigures(state, seat),
    el("ul", { class: "sets" }, ...state.facts.sets.map((_, set) => setPicture(state, seat, set))));
}

// --- Goods, fleets, cards --------------------------------------------------------------------------------------------

/** @param {State} state */
function goods(state) {
  const trade = state.facts.areas.indexOf("trade");
  const items = state.facts.sets[trade].map((kind, good) => {
    const name = capital(symbolName(kind.symbol));
    return el("li", { title: name }, icon(`symbol-${kind.symbol}`), unseen(name + t("colon")), el("b", {}, state.position.goods[good]));
  });
  return [el("h4", {}, t("players.goods")), el("ul", { class: "goods" }, ...items)];
}

/** @param {State} state */
function fleets(state) {
  /** @param {string} row how many spaces the board has in it */
  const size = (row) => state.facts.spaces.filter((space) => space.name.startsWith(`${row}.`)).length;
  const rows = state.position.fleets.map(([ships, cargo, points], row) =>
    el("tr", {}, el("th", { scope: "row" }, `H${row + 1}`), el("td", {}, `${ships}/${size(`H${row + 1}`)}`),
      el("td", {}, `${cargo}/${size(`T${row + 1}`)}`), el("td", {}, el("b", {}, points))));
  const heads = ["row", "ships", "cargo", "points"].map((name) => el("th", { scope: "col" }, t(`players.fleets.${name}`)));
  return el("table", { class: "fleets" }, el("caption", {}, t("players.fleets")),
    el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows));
}

/** How many cards of a symbol there are at all. @param {State} state @param {number} symbol */
function copies(state, symbol) {
  return state.facts.cards.filter((card) => card.symbol === symbol).reduce((sum, card) => sum + card.copies, 0);
}

/** @param {State} state */
function cardCounts(state) {
  const { gone, unseen: hidden } = state.position;
  const items = state.facts.symbols.map((name, symbol) => {
    const counts = { name: capital(symbolName(name)), gone: gone[symbol], unseen: hidden[symbol], all: copies(state, symbol) };
    return el("li", { class: `area-${state.facts.symbol_area[symbol]}`, title: t("players.counts.words", counts) },
      icon(`symbol-${symbol}`), unseen(t("players.counts.words", counts)),
      el("span", { "aria-hidden": "true" }, el("b", {}, counts.unseen), el("i", {}, ` ${counts.gone}/${counts.all}`)));
  });
  return [el("p", { class: "hint", "aria-hidden": "true" }, t("players.counts.hint")), el("ul", { class: "counts" }, ...items)];
}

/** @param {State} state @param {number[]} cards */
function cardChips(state, cards) {
  const chips = cards.map((card) =>
    el("li", { class: `card-chip area-${state.facts.cards[card].area}` }, icon(`symbol-${state.facts.cards[card].symbol}`), cardName(card)));
  return el("ul", { class: "chips" }, ...chips);
}

/** @param {State} state */
function knownHands(state) {
  return Object.entries(state.position.known).map(([seat, cards]) =>
    el("div", { class: "known" }, el("h4", {}, seatIcon(Number(seat)), capital(seatName(Number(seat), state))), cardChips(state, cards)));
}

/** `<mf-players>` */
export class PlayersElement extends Panel {
  /** @param {State} state @returns {Node[]} */
  content(state) {
    const known = knownHands(state);
    const parts = [
      el("h2", { class: "unseen" }, t("players.title")),
      el("ul", { class: "players" }, ...state.players.map((_, seat) => playerCard(state, seat))),
      this.folding("trade", true, t("players.trade"), ...goods(state), fleets(state)),
      this.folding("counts", false, t("players.counts"), ...cardCounts(state)),
    ];
    if (known.length) parts.push(this.folding("known", false, t("players.known"), el("p", { class: "hint" }, t("players.known.hint")), ...known));
    return parts;
  }
}

customElements.define("mf-players", PlayersElement);
