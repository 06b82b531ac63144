// @ts-check
/** What this device knows of its puzzles: which were tried, the solver's rating, the streak. The server stores nothing of it. */

/** @import { PuzzleEntry, SolverRating } from "./messages.js" */
/** `results` says by name whether the first attempt solved it; `daily` has the days whose puzzle was solved. */
/** @typedef {{results: Record<string, boolean>, skill: SolverRating, streak: number, best: number, daily: string[]}} Progress */

const STORE = "millefiori.puzzles";
const DAY = 86_400_000;
/** An unknown solver. @type {SolverRating} */
const NEWCOMER = { mu: 25, sigma: 25 / 3, rating: 1500, doubt: 0 };
const LONGEST = 400; // days that are remembered

/** @returns {Progress} */
export function progress() {
  /** @type {Progress} */
  const none = { results: {}, skill: NEWCOMER, streak: 0, best: 0, daily: [] };
  try {
    return { ...none, ...JSON.parse(localStorage.getItem(STORE) ?? "{}") };
  } catch {
    return none;
  }
}

/** @param {Progress} known */
function write(known) {
  try {
    localStorage.setItem(STORE, JSON.stringify(known));
  } catch {
    // A private window remembers nothing.
  }
}

/**
 * The first attempt at a puzzle is over: later ones do not count.
 * @param {string} name @param {boolean} isSolved @param {SolverRating | null} skill @param {string} day of which it is the puzzle, or ""
 */
export function noteResult(name, isSolved, skill, day) {
  const known = progress();
  if (name in known.results) return;
  const streak = isSolved ? known.streak + 1 : 0;
  const daily = day && isSolved ? [...known.daily, day].slice(-LONGEST) : known.daily;
  write({ results: { ...known.results, [name]: isSolved }, skill: skill ?? known.skill, streak, best: Math.max(streak, known.best), daily });
}

export function forgetPuzzles() {
  write({ ...progress(), results: {}, skill: NEWCOMER, streak: 0, best: 0, daily: [] });
}

/** How many days in a row, up to today or yesterday, the puzzle of the day was solved. @param {string[]} daily @param {string} today */
export function daysInARow(daily, today) {
  let day = Date.parse(today);
  if (!daily.includes(today)) day -= DAY;
  let count = 0;
  while (daily.includes(new Date(day).toISOString().slice(0, 10))) {
    count += 1;
    day -= DAY;
  }
  return count;
}

/**
 * The next puzzle: one that was not tried yet, of a theme if one is given, as hard as the solver is good; "" if there is none.
 * @param {PuzzleEntry[]} puzzles @param {Progress} known @param {string} theme @param {string} [not] the one that is open
 */
export function nextPuzzle(puzzles, { results, skill }, theme, not = "") {
  const open = puzzles.filter(({ name, themes }) => !(name in results) && name !== not && (!theme || themes.includes(theme)));
  const distance = (/** @type {PuzzleEntry} */ { rating }) => Math.abs(rating - skill.rating);
  return open.sort((one, other) => distance(one) - distance(other) || one.name.localeCompare(other.name))[0]?.name ?? "";
}
