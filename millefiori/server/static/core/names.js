// @ts-check
/** Names of cards, spaces, areas and players in the reader's language. */

import { areaOf, facts } from "./facts.js";
import { has, t } from "./i18n.js";
import { settings } from "./settings.js";

/** @import { KindFacts } from "./messages.js" */
/** @typedef {{name?: string, kind?: string, level?: string}} Named a Player, or what is known of one */
/** Who reads: the own seat is "you". A State will do. @typedef {{seat: number, players: Named[]}} Reader */

const LEVELS = ["bottom", "middle", "top"];

/** "quartz-3". @param {number} card */
export function cardName(card) {
  const { symbol, number } = facts.cards[card];
  return t("card.name", { symbol: symbolName(symbol), number });
}

/** Cards in one phrase, copies counted: "ash-2, quartz-3 ×2". @param {number[]} cards */
export function cardNames(cards) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return [...counts].map(([card, count]) => cardName(card) + (count > 1 ? ` ×${count}` : "")).join(", ");
}

/** "W2.5" if the board shows such names, else what lies there: "quartz in row 2". @param {number} space */
export function spaceName(space) {
  const { name, area, symbol } = facts.spaces[space];
  if (settings.values.coordinates) return name;
  const [row, number] = name.slice(1).split(".");
  if (!number) return t("space.short.line", { number: row });
  const what = symbolName(symbol);
  return isPyramid(area) ? t("space.short.level", { what, level: levelName(row) }) : t("space.short.row", { what, row });
}

/** A space for somebody who does not see it: "quartz, row 2, space 5". @param {number} space */
export function spaceWords(space) {
  const { name, area, symbol, value } = facts.spaces[space];
  const [row, number] = name.slice(1).split(".");
  const what = area === areaOf("residences") ? t("space.value", { value }) : symbolName(symbol);
  const words = placeWords(area, what, row, number);
  return settings.values.coordinates ? t("space.named", { name, words }) : words;
}

/** @param {number} area @param {string} what @param {string} row @param {string} [number] spaces of the line have none */
function placeWords(area, what, row, number) {
  if (!number) return t("space.line", { what, number: row });
  return isPyramid(area) ? t("space.level", { what, level: levelName(row), number }) : t("space.row", { what, row, number });
}

/** @param {number} area */
function isPyramid(area) {
  return area === areaOf("nobili") || area === areaOf("populi");
}

/** "middle", for a row of a pyramid. @param {string} row */
function levelName(row) {
  return t(`level.${LEVELS[Number(row) - 1]}`);
}

/** "Workshops"; takes an area's number or name, and also "sea", "bonus" and "extra". @param {number | string} area */
export function areaName(area) {
  return t(`area.${typeof area === "number" ? facts.areas[area] : area}`);
}

/** The set of a bonus diamond, within a sentence: "the workshops". @param {string} set */
export function setName(set) {
  return t(`set.${set}`);
}

/** "quartz"; takes a symbol's number or name. @param {number | string} symbol */
export function symbolName(symbol) {
  return t(`symbol.${typeof symbol === "number" ? facts.symbols[symbol] : symbol}`);
}

/** A kind of a set: a symbol, or the value of a residence. @param {KindFacts} kind */
export function kindName(kind) {
  return kind.value ? String(kind.value) : symbolName(kind.symbol);
}

/** Who sits there; the own seat is "you". @param {number} seat @param {Reader} reader */
export function seatName(seat, reader) {
  return seat === reader.seat ? t("you") : playerTitle(seat, reader);
}

/** A player's name; bots are named after their level, and players with the same name are numbered. @param {number} seat @param {Pick<Reader, "players">} reader */
export function playerTitle(seat, { players }) {
  const titles = players.map(titleOf);
  const same = titles.flatMap((title, number) => (title === titles[seat] ? [number] : []));
  return same.length > 1 ? `${titles[seat]} ${same.indexOf(seat) + 1}` : titles[seat];
}

/** @param {Named} player @param {number} seat */
function titleOf({ name, kind, level }, seat) {
  if (kind === "bot" && level) return botName(level);
  return name || t("seat.open", { number: seat + 1 });
}

/** @param {string} level */
export function botName(level) {
  return t("bot.name", { level: has(`level.${level}`) ? t(`level.${level}`) : level });
}

/** The names of a whole table before the game; friends who have not come yet are free seats. @param {Named[]} players */
export function playerNames(players) {
  return players.map((player, seat) => (player.kind === "bot" || player.name ? playerTitle(seat, { players }) : t("lobby.seat.open")));
}

/** A refusal in the reader's language, if we have words for it. @param {{code?: string, message?: string}} error */
export function errorWords(error) {
  if (error.code && has(`error.${error.code}`)) return t(`error.${error.code}`);
  return error.message || t("error.unknown");
}
