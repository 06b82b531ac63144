// @ts-check
/** What a device makes of its puzzles: days in a row, and which puzzle comes next. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { daysInARow, nextPuzzle } from "../../millefiori/server/static/core/puzzles.js";

test("days in a row count up to today, or to yesterday while today's puzzle is open", () => {
  assert.equal(daysInARow(["2027-03-01", "2027-02-28", "2027-02-26"], "2027-03-01"), 2);
  assert.equal(daysInARow(["2027-03-01", "2027-02-28"], "2027-03-02"), 2);
  assert.equal(daysInARow(["2027-02-28"], "2027-03-02"), 0);
});

test("the next puzzle was not tried yet, has the theme, and is about as hard as the solver is good", () => {
  const puzzle = (/** @type {string} */ name, /** @type {number} */ rating, /** @type {string} */ theme) => ({ name, rating, grade: 1, themes: [theme] });
  const puzzles = [puzzle("a", 1200, "chain"), puzzle("b", 1500, "chain"), puzzle("c", 1500, "top"), puzzle("d", 2000, "top")];
  const known = { results: { b: true }, skill: { mu: 25, sigma: 8, rating: 1500, doubt: 0 }, streak: 0, best: 0, daily: [] };
  assert.equal(nextPuzzle(puzzles, known, ""), "c");
  assert.equal(nextPuzzle(puzzles, known, "", "c"), "a");
  assert.equal(nextPuzzle(puzzles, known, "chain"), "a");
  assert.equal(nextPuzzle(puzzles, { ...known, results: { a: false, b: true } }, "chain"), "");
});
