import assert from "node:assert/strict";
import { test } from "node:test";
import { advance, isAwaited, orderOfPlay, pointsOf, standing, welcomed } from "../../millefiori/server/static/core/state.js";
import { event, position, welcome } from "./making.js";

const state = (more = {}) => welcomed("key", welcome(more), {});

test("a welcome becomes the state, with the key that opened it", () => {
  const { key, seat, n, connected, lastSeen } = state({ n: 4, seat: 1 });
  assert.deepEqual({ key, seat, n, connected, lastSeen }, { key: "key", seat: 1, n: 4, connected: true, lastSeen: -1 });
});

test("an event is logged without its position, which becomes the new one", () => {
  const known = state();
  const next = position({ round: 2 });
  advance(known, event(0, "place", { position: next }));
  assert.equal(known.n, 0);
  assert.equal(known.position, next);
  assert.deepEqual(known.log, [event(0, "place")]);
});

test("an event without a position leaves the position as it is", () => {
  const known = state();
  const before = known.position;
  advance(known, event(0, "keep"));
  assert.equal(known.position, before);
});

test("news begin after the last event of the own last turn", () => {
  const log = [event(0, "place"), event(1, "place", { seat: 1 }), event(2, "keep", { turn: 1 }), event(3, "place", { seat: 1, turn: 1 })];
  assert.equal(state({ log, n: 3, position: position({ turn: 1, to_act: 1, phase: "play" }) }).lastSeen, 0);
});

test("the turn that is being played is not over yet", () => {
  const log = [event(0, "place"), event(1, "place", { turn: 1 })];
  assert.equal(state({ log, position: position({ turn: 1, phase: "take" }) }).lastSeen, 0);
  assert.equal(state({ log, position: position({ turn: 1, phase: "play", to_act: 1 }) }).lastSeen, 1);
});

test("spectators have no last turn", () => {
  assert.equal(state({ seat: -1, log: [event(0, "place")] }).lastSeen, -1);
});

test("events that were taken back do not stand", () => {
  const log = [event(0, "place"), event(1, "take"), event(2, "place"), event(3, "undo", { taken_back: [2] }), event(4, "decline")];
  assert.deepEqual(standing(log).map(({ n }) => n), [0, 1, 3, 4]);
});

test("points are counted for one seat", () => {
  const gains = [{ seat: 0, points: 3 }, { seat: 1, points: 5 }, { seat: 0, points: 1 }];
  assert.deepEqual([0, 1, 2].map((seat) => pointsOf(gains, seat)), [4, 5, 0]);
});

test("the start player comes first in the order of play", () => {
  const players = [0, 1, 2].map((seat) => ({ name: `P${seat}`, kind: "here", level: "" }));
  assert.deepEqual(orderOfPlay(state({ players, position: position({ start_player: 2 }) })), [2, 0, 1]);
});

test("the game waits for the seats that the position names", () => {
  const known = state({ position: position({ awaited: [1] }) });
  assert.deepEqual([isAwaited(known, 0), isAwaited(known, 1)], [false, true]);
});
