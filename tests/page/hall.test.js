import assert from "node:assert/strict";
import { test } from "node:test";
import { HallState } from "../../millefiori/server/static/core/hall.js";

const gathering = (id, ...names) => ({ id, seats: 3, sitters: names.map((name) => ({ id: name, name })) });
const game = (id, began, ended = null) => ({ game: id, began, ended });
const hall = (more = {}) => ({ n: 4, now: 0, people: 1, gatherings: [], begun: {}, running: [], finished: [], ...more });
const changes = (n, more = {}) => ({ n, now: 0, people: 2, gatherings: [], gone: [], begun: {}, games: [], dropped: [], ...more });

test("the hall begins with everything and goes on with what changes", () => {
  const state = new HallState();
  state.begin(hall({ gatherings: [gathering("a", "Ada"), gathering("b", "Ben")], running: [game("g", 5)] }));
  assert.ok(state.apply(changes(5, { gatherings: [gathering("a", "Ada", "Cleo")], gone: ["b"], begun: { b: "h" }, games: [game("h", 7), game("g", 5, 9)] })));
  assert.deepEqual([...state.gatherings.values()], [gathering("a", "Ada", "Cleo")]);
  assert.deepEqual(state.running(), [game("h", 7)]);
  assert.deepEqual(state.finished(), [game("g", 5, 9)]);
  assert.equal(state.begun.get("b"), "h");
  assert.equal(state.people, 2);
});

test("after a gap nothing is applied", () => {
  const state = new HallState();
  state.begin(hall());
  assert.equal(state.apply(changes(6, { gatherings: [gathering("a", "Ada")] })), false);
  assert.equal(state.gatherings.size, 0);
  assert.equal(state.n, 4);
});

test("it knows where a player waits, the latest games come first, and what is dropped is gone", () => {
  const state = new HallState();
  state.begin(hall({ gatherings: [gathering("a", "Ada"), gathering("b", "Ben", "Ada")], running: [game("g", 5), game("h", 8)] }));
  assert.deepEqual(state.waitingOf("Ada").map(({ id }) => id), ["a", "b"]);
  assert.deepEqual(state.waitingOf(""), []);
  assert.deepEqual(state.running().map((each) => each.game), ["h", "g"]);
  state.apply(changes(5, { dropped: ["h"] }));
  assert.deepEqual(state.running(), [game("g", 5)]);
});
