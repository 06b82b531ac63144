import assert from "node:assert/strict";
import { test } from "node:test";
import { isShown, paceOf, planOf } from "../../millefiori/server/static/board/timing.js";
import { event } from "./making.js";

const gain = (reason, seat = 0, points = 4) => ({ seat, points, reason, facts: {}, spaces: [1, 2] });
const place = (more = {}) => event(0, "place", { card: 3, space: 1, gains: [gain("group")], ...more });
const steps = (found, options) => planOf(found, options).steps.map(({ what }) => what);

test("a bot's turn without extra cards takes less than two and a half seconds at normal speed", () => {
  assert.ok(planOf(place()).length * paceOf("normal", 0) < 2500);
  assert.ok(planOf(event(0, "sail", { card: 3, gains: [gain("sea")] }), { shipMoves: true }).length * paceOf("normal", 0) < 2600);
});

test("an own turn is shorter: the player knows the card", () => {
  assert.ok(planOf(place(), { isOwn: true }).length < planOf(place()).length);
});

test("the card comes first, then the diamond, then every reason in a scene of its own", () => {
  const gains = [gain("populi"), gain("populi_beneath"), gain("populi_beneath", 1)];
  const plan = planOf(place({ gains }));
  assert.deepEqual(plan.steps.map(({ what, gains: scored }) => [what, scored.length]), [["card", 0], ["drop", 0], ["scene", 1], ["scene", 2]]);
});

test("a ship sails after its fleet has scored and before the sea does", () => {
  assert.deepEqual(steps(place({ gains: [gain("sea"), gain("fleet")] }), { shipMoves: true }), ["card", "drop", "scene", "sail", "scene"]);
});

test("bonus diamond, extra card, passing and dealing are events of their own", () => {
  const bonus = { set: "trade", value: 20, waits: false, spaces: [1] };
  assert.deepEqual(steps(place({ gains: [gain("trade_bonus")], bonus, extra_card: true })), ["card", "drop", "bonus", "extra"]);
  assert.deepEqual(steps(place({ gains: [], passed: true })), ["card", "drop", "pass"]);
  assert.deepEqual(steps(place({ gains: [], new_round: 2 })), ["card", "drop", "deal"]);
  assert.deepEqual(steps(event(1, "take", { card: 4 })), ["take"]);
});

test("steps begin in their order, and the plan ends after the last one", () => {
  const { steps: all, length } = planOf(place({ extra_card: true, final: [gain("trade_bonus")] }));
  assert.deepEqual(all.map(({ at }) => at), all.map(({ at }) => at).sort((a, b) => a - b));
  assert.ok(all.every(({ at, time }) => at + time < length));
});

test("four speeds and none", () => {
  const paces = ["slowest", "slow", "normal", "fast", "none"].map((speed) => paceOf(speed, 0));
  assert.deepEqual(paces, [...paces].sort((a, b) => b - a));
  assert.equal(new Set(paces).size, 5);
  assert.equal(paces[4], 0);
});

test("a long queue makes everything faster, up to a limit", () => {
  assert.equal(paceOf("normal", 3), 1);
  assert.ok(paceOf("normal", 6) < paceOf("normal", 4));
  assert.equal(paceOf("normal", 1000), paceOf("normal", 2000));
  assert.ok(paceOf("normal", 1000) > 0);
});

test("keeping a card, declining and undoing show nothing", () => {
  assert.deepEqual(["place", "sail", "take", "keep", "decline", "undo"].filter((kind) => isShown(event(0, kind))), ["place", "sail", "take"]);
});
