// @ts-check
/** What never changes: the printed board, the cards, the editions, the page's limits. Loaded once, before anything is drawn. */

/** @import { EditionFacts, Facts } from "./messages.js" */

/** @type {Facts} */
export let facts;

/** @param {Facts} loaded */
export function useFacts(loaded) {
  facts = loaded;
}

/** The edition of this name; the first one is the usual one. @param {string} [name] @returns {EditionFacts} */
export function editionOf(name) {
  return facts.editions.find((edition) => edition.name === name) ?? facts.editions[0];
}

/** Does the action keep or take a card? @param {number} action */
export function isCard(action) {
  return action < facts.actions.place;
}

/** The number of an area, or of its set. @param {string} name */
export function areaOf(name) {
  return facts.areas.indexOf(name);
}

/** An edition's lists have an entry each for two, three and four players. @param {number[]} list @param {number} players */
export function forPlayers(list, players) {
  return list[players - 2];
}
