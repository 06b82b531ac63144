// @ts-check
// What happened and what could happen, in sentences. The server says everything as numbers and facts; here are the words.

import { capital, has, listWords, signed, t } from "./i18n.js";

/** @typedef {{seat: number, points: number, reason: string, facts: Record<string, any>}} Gain */
/** @typedef {{set: string, value: number, waits: boolean}} Bonus */
/**
 * An event as the wire has it. What has its default value is left out there, hence all the question marks.
 * @typedef {{n: number, kind: string, seat: number, round: number, turn: number, card?: number | null,
 *   space?: number | null, stay?: boolean, is_extra?: boolean, gains?: Gain[], bonus?: Bonus | null,
 *   extra_card?: boolean, taken_back?: number[], new_round?: number, display?: number[], final?: Gain[],
 *   position?: any}} Event
 */
/** @typedef {{action: number, space: number | null, stay: boolean, gains: Gain[], bonus: Bonus | null, extra_card: boolean, ship: number | null}} Play */
/** @typedef {{facts: any, seat: number, players: {name: string, kind?: string, level?: string}[]}} Told what is needed to tell a story: a State will do */

/** @type {any} */
let facts = null;

/** Names of cards and spaces need the facts: call this once they are loaded. What gets a state uses its own. @param {any} found */
export function useFacts(found) {
  facts = found;
}

/** The facts that were loaded, if they were. */
export function knownFacts() {
  return facts;
}

// --- Names -----------------------------------------------------------------------------------------------------------

/** "quartz-3"; takes the card's number, or the name that the server has for it. @param {number | string} card */
export function cardName(card) {
  const name = typeof card === "number" ? facts?.cards[card]?.name : card;
  if (!name) return String(card);
  const [symbol, number] = name.split("-");
  return t("card.name", { symbol: symbolName(symbol), number });
}

/** Cards in one phrase, copies counted: "ash-2, quartz-3 ×2". @param {number[]} cards */
export function cardNames(cards) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return [...counts].map(([card, count]) => cardName(card) + (count > 1 ? ` ×${count}` : "")).join(", ");
}

/** "W2.5", as on the board. @param {number} space */
export function spaceName(space) {
  return facts?.spaces[space]?.name ?? String(space);
}

/** A space for somebody who does not see it: "W2.5, quartz, row 2, place 5". @param {number} space */
export function spaceWords(space) {
  const { name, area, symbol, value } = facts.spaces[space];
  const [row, place] = name.slice(1).split(".");
  const what = value && area === 1 ? t("space.value", { value }) : symbolName(symbol);
  const level = facts.areas[area] === "nobili" || facts.areas[area] === "populi";
  if (!place) return t("space.line", { name, what, place: row });
  if (level) return t("space.level", { name, what, level: t(`level.${["bottom", "middle", "top"][Number(row) - 1]}`), place });
  return t("space.row", { name, what, row, place });
}

/** "Workshops"; takes an area's number or name, and also "sea", "bonus" and "extra". @param {number | string} area */
export function areaName(area) {
  return t(`area.${typeof area === "number" ? facts?.areas[area] : area}`);
}

/** The set of a bonus diamond, within a sentence: "the workshops". @param {number | string} name */
export function setName(name) {
  return t(`set.${typeof name === "number" ? facts?.areas[name] : name}`);
}

/** "quartz"; takes a symbol's number or name. @param {number | string} symbol */
export function symbolName(symbol) {
  return t(`symbol.${typeof symbol === "number" ? facts?.symbols[symbol] : symbol}`);
}

/** A kind of a set: a symbol, or the value of a residence. @param {{symbol: number, value: number}} kind */
export function kindName(kind) {
  return kind.value ? String(kind.value) : symbolName(kind.symbol);
}

/** The heading of a reason's column in a score sheet. @param {number | string} reason */
export function reasonName(reason) {
  return t(`reason.${typeof reason === "number" ? facts?.reasons[reason] : reason}`);
}

/** Who sits there; the own seat is "you". @param {number} seat @param {Told} state */
export function seatName(seat, state) {
  return seat === state.seat ? t("you") : playerTitle(seat, state);
}

/** A player's name; bots are called by their level, and players of one name are numbered. @param {number} seat @param {Pick<Told, "players">} state */
export function playerTitle(seat, state) {
  const titles = state.players.map((player, number) => titleOf(player, number));
  const same = titles.flatMap((title, number) => (title === titles[seat] ? [number] : []));
  return same.length > 1 ? `${titles[seat]} ${same.indexOf(seat) + 1}` : titles[seat];
}

/** @param {{name: string, kind?: string, level?: string}} player @param {number} seat */
function titleOf({ name, kind, level }, seat) {
  if (kind === "bot" && level) return t("bot.name", { level: has(`level.${level}`) ? t(`level.${level}`) : level });
  return name || t("seat.open", { number: seat + 1 });
}

/** "1 diamond", "4 diamonds". @param {number} count */
export function diamonds(count) {
  return t("diamonds", { count });
}

/** An error of the server in the reader's language, if we know it. @param {{code?: string, message?: string}} error */
export function errorWords(error) {
  if (error.code && has(`error.${error.code}`)) return t(`error.${error.code}`);
  return error.message || t("error.unknown");
}

// --- Points ----------------------------------------------------------------------------------------------------------

/** Why there are points, without the points themselves: "group of 4 on pigments". @param {Gain} gain */
export function gainWords(gain) {
  const { facts: why, reason } = gain;
  if (reason.endsWith("_bonus")) return t("gain.bonus", { set: setName(why.set) });
  if (reason.endsWith("_beneath")) return t("gain.beneath", { count: why.diamonds });
  if (reason === "nobili" || reason === "populi") return levelWords(gain);
  if (reason === "group") return t(why.pigments ? "gain.group.pigments" : "gain.group", { size: why.diamonds });
  if (reason === "row") return t(String(why.values).includes("+") ? "gain.row" : "gain.residence", { values: why.values });
  if (reason === "good") return t("gain.good", { diamonds: diamonds(why.diamonds), good: symbolName(why.good), value: why.value });
  if (reason === "fleet") return t("gain.fleet", { diamonds: diamonds(why.diamonds), goods: t("goods", { count: why.goods }) });
  return t(`gain.${reason}`, why);
}

/** @param {Gain} gain */
function levelWords(gain) {
  const words = t("gain.level", { pyramid: areaName(gain.facts.pyramid), level: t(`level.${gain.facts.level}`) });
  return gain.facts.matches ? `${words}, ${t("gain.matches")}` : words;
}

/** The points of one seat. @param {Gain[]} gains @param {number} seat */
export function totalOf(gains, seat) {
  return gains.filter((gain) => gain.seat === seat).reduce((sum, gain) => sum + gain.points, 0);
}

/**
 * What a play or an event brings, in pieces, so that a panel can set them as it likes. `own` are the reasons of the
 * acting seat, bonus and extra card included; `others` what the other seats gain by it.
 * @param {{gains?: Gain[], bonus?: Bonus | null, extra_card?: boolean}} brought
 * @param {number} seat who acts
 * @returns {{points: number, own: string[], others: {seat: number, points: number, why: string}[]}}
 */
export function broughtParts(brought, seat) {
  const gains = brought.gains ?? [];
  const mine = gains.filter((gain) => gain.seat === seat);
  const own = mine.map((gain) => (mine.length > 1 ? `${gainWords(gain)} ${signed(gain.points)}` : gainWords(gain)));
  if (brought.bonus?.waits) own.push(t("gain.bonus.waits", { set: setName(brought.bonus.set), value: brought.bonus.value }));
  if (brought.extra_card) own.push(t("gain.extra"));
  const seats = [...new Set(gains.map((gain) => gain.seat))].filter((other) => other !== seat);
  const others = seats.map((other) => ({ seat: other, points: totalOf(gains, other), why: whyOf(gains, other) }));
  return { points: totalOf(gains, seat), own, others };
}

/** @param {Gain[]} gains @param {number} seat */
function whyOf(gains, seat) {
  return gains.filter((gain) => gain.seat === seat).map(gainWords).join(", ");
}

/**
 * The same as one phrase: "+8, group of 4 on pigments; Ada +3 (1 diamond beneath)"; "" if it brings nothing.
 * @param {{gains?: Gain[], bonus?: Bonus | null, extra_card?: boolean}} brought
 * @param {number} seat
 * @param {Told} state
 */
export function broughtWords(brought, seat, state) {
  const { points, own, others } = broughtParts(brought, seat);
  const mine = [points ? signed(points) : "", ...own].filter(Boolean).join(", ");
  const rest = others.map((other) => `${seatName(other.seat, state)} ${signed(other.points)} (${other.why})`);
  return [mine, ...rest].filter(Boolean).join("; ");
}

/** One way to play a card, with what it brings: "Place on W2.5: +8, group of 4". @param {Play} play @param {Told} state */
export function playWords(play, state) {
  facts = state.facts;
  const brought = broughtWords(play, state.seat, state);
  return playName(play) + t("colon") + (brought || t("play.nothing"));
}

/** @param {Play} play */
function playName(play) {
  if (play.space === null || play.space === undefined) return play.ship === null ? t("play.sail.none") : t("play.sail", { to: play.ship });
  const space = spaceWords(play.space);
  if (play.stay) return t("play.stay", { space });
  return play.ship === null || play.ship === undefined ? t("play.place", { space }) : t("play.ship", { space, to: play.ship });
}

// --- Events ----------------------------------------------------------------------------------------------------------

/** Who did what, without what it brought: "Ben places quartz-3 on W2.5". @param {Event} event @param {Told} state */
export function didWords(event, state) {
  facts = state.facts;
  const person = event.seat === state.seat ? "you" : "they";
  const card = typeof event.card === "number" ? cardName(event.card) : "";
  const space = typeof event.space === "number" ? spaceName(event.space) : "";
  const params = { name: seatName(event.seat, state), card, space, count: event.taken_back?.length ?? 0 };
  const hidden = !card && (event.kind === "choose" || event.kind === "keep");
  const words = t(`say.${event.kind}${hidden ? ".hidden" : ""}${event.stay ? ".stay" : ""}.${person}`, params);
  return event.is_extra ? t("say.extra", { words }) : capital(words);
}

/** What everybody learns besides: a new round, the final scoring. @param {Event} event @param {Told} state @returns {string[]} */
export function newsWords(event, state) {
  facts = state.facts;
  const news = [];
  if (event.new_round) news.push(t("say.round", { round: event.new_round }));
  if (event.display?.length) news.push(t("say.display", { cards: cardNames(event.display) }));
  const final = event.final ?? [];
  for (const seat of new Set(final.map((gain) => gain.seat))) {
    const why = final.filter((gain) => gain.seat === seat).map((gain) => `${gainWords(gain)} ${signed(gain.points)}`);
    news.push(t("say.final", { name: seatName(seat, state), points: signed(totalOf(final, seat)), why: listWords(why) }));
  }
  return news;
}

/** A whole event: "Ben places quartz-3 on W2.5: +8, group of 4; Ada +3 (1 diamond beneath)". @param {Event} event @param {Told} state */
export function sentence(event, state) {
  const did = didWords(event, state);
  const brought = broughtWords(event, event.seat, state);
  const news = newsWords(event, state).join(" ");
  return `${did}${brought ? t("colon") + brought : ""}${news ? `. ${news}` : ""}`;
}
