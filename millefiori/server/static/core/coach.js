// @ts-check
/** What the coach of a first game has explained already, on this device. */

const STORE = "millefiori.coach";

/** `game` is the coached one, `known` are the situations. @typedef {{game: string, known: string[]}} Coached */

/** @returns {Coached} */
function read() {
  try {
    const { game, known } = JSON.parse(localStorage.getItem(STORE) ?? "{}");
    return { game: String(game ?? ""), known: Array.isArray(known) ? known : [] };
  } catch {
    return { game: "", known: [] };
  }
}

/** @param {Coached} coached */
function write(coached) {
  try {
    localStorage.setItem(STORE, JSON.stringify(coached));
  } catch {
    // A private window explains everything again.
  }
}

/** A game begins in which everything is explained. @param {string} game */
export function beginCoaching(game) {
  write({ game, known: [] });
}

/** @param {string} game */
export function isCoached(game) {
  return Boolean(game) && read().game === game;
}

/** The first of these situations that were not explained yet. @param {string[]} situations @param {number} most */
export function unknown(situations, most) {
  const { known } = read();
  return situations.filter((name) => !known.includes(name)).slice(0, most);
}

/** @param {string[]} situations */
export function explained(situations) {
  const { game, known } = read();
  write({ game, known: [...new Set([...known, ...situations])] });
}
