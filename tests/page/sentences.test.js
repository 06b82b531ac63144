import assert from "node:assert/strict";
import { test } from "node:test";
import { useFacts } from "../../millefiori/server/static/core/facts.js";
import { event } from "./making.js";

// The names of spaces depend on the settings, and those set the theme of the page.
Object.assign(globalThis, { document: { documentElement: { dataset: {} } } });
const { turnSentence, turnUpTo } = await import("../../millefiori/server/static/core/sentences.js");

// Without texts loaded, every text is its key.
useFacts(/** @type {any} */ ({
  areas: ["workshops", "trade"], symbols: ["quartz", "glasses"], spaces: [{ area: 0 }, { area: 1 }], cards: [{ symbol: 0, number: 3 }, { symbol: 1, number: 2 }],
}));

const PLAY = event(3, "place", { card: 0, space: 0, extra_card: true });
const TAKE = event(4, "take", { card: 1 });
const AGAIN = event(5, "place", { card: 1, space: 1, is_extra: true });

test("a turn is what its player did in it, without kept cards, others' turns and what was undone", () => {
  const log = [event(0, "keep"), event(1, "place", { seat: 1 }), event(2, "place", { turn: 3 }), PLAY, TAKE, event(5, "undo", { taken_back: [4] })];
  assert.deepEqual(turnUpTo(log, event(6, "decline")).map(({ n }) => n), [3, 6]);
});

test("the sentence grows with every extra card", () => {
  const reader = { seat: 0, players: [{ name: "Ada" }, { name: "Ben" }] };
  const pieces = (...events) => turnSentence(events, reader).split(" → ").length;
  assert.deepEqual([pieces(event(3, "place", { card: 0, space: 0 })), pieces(PLAY), pieces(PLAY, TAKE), pieces(PLAY, TAKE, AGAIN)], [1, 2, 2, 2]);
  assert.deepEqual([pieces(PLAY, event(4, "decline")), pieces(PLAY, TAKE, { ...AGAIN, extra_card: true })], [2, 3]);
});

test("there is no sentence before a card is played", () => {
  assert.equal(turnSentence([event(0, "keep")], { seat: 0, players: [] }), "");
});
