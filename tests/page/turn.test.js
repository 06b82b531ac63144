import assert from "node:assert/strict";
import { test } from "node:test";
import { welcomed } from "../../millefiori/server/static/core/state.js";
import { Turn } from "../../millefiori/server/static/core/turn.js";
import { DECLINE, position, preview, SAIL, shown, welcome } from "./making.js";

/** A turn at a position, and what it sends. */
function turnAt(place, { asksFirst = true, seat = 0, refuse = null } = {}) {
  const sent = [];
  const errors = [];
  const request = (name) => (...values) => {
    sent.push([name, ...values]);
    return refuse ? Promise.reject(refuse) : Promise.resolve(name === "hint" ? [{ action: 8, margin: 1, win: 0.5 }] : undefined);
  };
  const requests = { decide: request("decide"), undo: request("undo"), hint: request("hint") };
  const turn = new Turn({ onChange: () => {}, onError: (error) => errors.push(error), asksFirst: () => asksFirst });
  const show = (found) => turn.update(welcomed("key", welcome({ position: position(found), seat }), requests));
  show(place);
  return { turn, sent, errors, show };
}

const KEEP = { phase: "keep", all_keep: true, hand: [7, 8, 8], cards: [shown(7, [preview(1, 2), preview(null)]), shown(8, [preview(2, 5)])] };
const TACTICAL = { ...KEEP, all_keep: false };
const PLAY = { phase: "play", kept: 7, cards: [shown(7, [preview(1, 2), preview(3), preview(null)], null)] };
const TAKE = { phase: "take", can_decline: true, display: [9, 8], cards: [shown(8, [preview(2, 5)]), shown(9, [preview(1), preview(null)])] };
const HARBOR = { phase: "play", cards: [shown(70, [preview(94, 4, { ship: 5 }), preview(94, 1, { stay: true, action: 183 }), preview(null)], null)] };

test("the mode says what is asked", () => {
  const modes = [KEEP, TACTICAL, PLAY, TAKE, { phase: "play" }, { phase: "over" }].map((place) => turnAt(place).turn.mode);
  assert.deepEqual(modes, ["keep", "keep-and-play", "play", "take", "wait", "over"]);
  assert.equal(turnAt(KEEP, { seat: -1 }).turn.mode, "watch");
});

test("an extra card can be declined even if no card is left", () => {
  assert.equal(turnAt({ phase: "take", can_decline: true }).turn.mode, "take");
});

test("keeping a card sends the action that obtains it", async () => {
  const { turn, sent } = turnAt(KEEP);
  assert.equal(turn.isReady, false);
  turn.selectCard(8);
  assert.equal(turn.isReady, true);
  await turn.confirm();
  assert.deepEqual(sent, [["decide", 8]]);
});

test("a kept card stays selected, needs no confirmation, and can be exchanged", () => {
  const { turn } = turnAt({ ...KEEP, kept: 8 });
  assert.deepEqual([turn.card, turn.isReady], [8, false]);
  assert.deepEqual(turn.handCards.map(({ card, tag }) => [card, tag]), [[7, undefined], [8, "kept"], [8, undefined]]);
  turn.selectCard(7);
  assert.equal(turn.isReady, true);
});

test("in the tactical variant a card is kept and played by one confirmation", async () => {
  const { turn, sent } = turnAt(TACTICAL);
  turn.selectCard(7);
  assert.equal(turn.isReady, false);
  turn.selectSpace(1);
  await turn.confirm();
  assert.deepEqual(sent, [["decide", 7, 75]]);
});

test("the card in play is selected at once", async () => {
  const { turn, sent } = turnAt(PLAY);
  assert.equal(turn.card, 7);
  assert.deepEqual(turn.handCards[0].tag, "in_play");
  turn.selectSpace(3);
  await turn.confirm();
  assert.deepEqual(sent, [["decide", 77]]);
});

test("the only possibility is selected at once", () => {
  assert.equal(turnAt({ ...PLAY, cards: [shown(7, [preview(null)], null)] }).turn.preview?.action, SAIL);
});

test("an extra card is taken and played by one confirmation", async () => {
  const { turn, sent } = turnAt(TAKE);
  turn.selectCard(9);
  turn.selectSpace(null);
  await turn.confirm();
  assert.deepEqual(sent, [["decide", 9, SAIL]]);
});

test("declining is selected, confirmed and can be cancelled", async () => {
  const { turn, sent } = turnAt(TAKE);
  turn.selectDecline();
  assert.deepEqual(turn.litSpaces, []);
  assert.equal(turn.cancel(), true);
  assert.equal(turn.isReady, false);
  turn.selectDecline();
  await turn.confirm();
  assert.deepEqual(sent, [["decide", DECLINE]]);
});

test("who wants no confirmation decides with the last click", async () => {
  const { turn, sent } = turnAt(TAKE, { asksFirst: false });
  turn.selectCard(9);
  assert.deepEqual(sent, []);
  await turn.selectSpace(1);
  const keeping = turnAt(KEEP, { asksFirst: false });
  await keeping.turn.selectCard(8);
  assert.deepEqual([sent, keeping.sent], [[["decide", 9, 75]], [["decide", 8]]]);
});

test("without confirmation, a placement with two ways still asks which", () => {
  const { turn, sent } = turnAt(HARBOR, { asksFirst: false });
  turn.selectSpace(94);
  assert.deepEqual(sent, []);
  assert.equal(turn.otherWay?.stay, true);
});

test("a space with two ways to place is lit once, with the one that moves the ship", () => {
  const { turn } = turnAt(HARBOR);
  assert.deepEqual(turn.litSpaces.map(({ preview: { action }, points }) => [action, points]), [[168, 4], [SAIL, 0]]);
  turn.selectPreview(turn.previews[1]);
  assert.deepEqual(turn.litSpaces.map(({ selected }) => selected), [true, false]);
});

test("the sea is not lit if the ship is at its end", () => {
  const { turn } = turnAt({ ...PLAY, cards: [shown(7, [preview(1), preview(null, 0, { ship: null })], null)] });
  assert.deepEqual(turn.litSpaces.map(({ preview: { space } }) => space), [1]);
  assert.notEqual(turn.sail, null);
});

test("a card shows what its best preview would bring", () => {
  const { turn } = turnAt(KEEP);
  const [first, second] = turn.handCards;
  assert.deepEqual([first.points, second.points, first.enabled], [2, 5, true]);
  assert.deepEqual(turnAt(TAKE).turn.displayCards.map(({ points }) => points), [0, 5]);
});

test("looking at a space selects nothing", () => {
  const { turn } = turnAt(PLAY);
  turn.look(3);
  assert.deepEqual([turn.looked?.space, turn.preview], [3, null]);
  turn.look(undefined);
  assert.equal(turn.looked, null);
});

test("cancelling goes back from the space to the card, and from the card to nothing", () => {
  const { turn } = turnAt(TAKE);
  turn.selectCard(9);
  turn.selectSpace(1);
  assert.deepEqual([turn.cancel(), turn.card, turn.preview], [true, 9, null]);
  assert.deepEqual([turn.cancel(), turn.card], [true, null]);
  assert.equal(turn.cancel(), false);
});

test("selecting a card twice puts it back", () => {
  const { turn } = turnAt(KEEP);
  turn.selectCard(7);
  turn.selectCard(7);
  assert.equal(turn.card, null);
});

test("a space selected while everybody keeps a card is remembered for the play", () => {
  const { turn, show } = turnAt(KEEP);
  turn.selectCard(7);
  turn.selectSpace(1);
  show({ ...KEEP, kept: 7 });
  show({ phase: "play", to_act: 1 });
  show(PLAY);
  assert.equal(turn.preview?.space, 1);
});

test("a plan for another card is forgotten", () => {
  const { turn, show } = turnAt(KEEP);
  turn.selectCard(8);
  turn.selectSpace(2);
  show(PLAY);
  assert.deepEqual([turn.preview, turn.plan], [null, null]);
});

test("a selection survives a new position if it is still possible", () => {
  const { turn, show } = turnAt(TAKE);
  turn.selectCard(9);
  turn.selectSpace(1);
  show(TAKE);
  assert.deepEqual([turn.card, turn.preview?.space], [9, 1]);
  show({ ...TAKE, cards: [shown(8, [preview(2, 5)])] });
  assert.deepEqual([turn.card, turn.preview], [null, null]);
});

test("a refusal is reported and nothing stays busy", async () => {
  const refusal = new Error("no");
  const { turn, errors } = turnAt(KEEP, { refuse: refusal });
  turn.selectCard(7);
  await turn.confirm();
  assert.deepEqual([errors, turn.busy], [[refusal], false]);
});

test("only one request is sent at a time", async () => {
  const { turn, sent } = turnAt(KEEP);
  turn.selectCard(7);
  const first = turn.confirm();
  await turn.confirm();
  await first;
  assert.equal(sent.length, 1);
});

test("a hint is shown on its card and can be selected", async () => {
  const { turn } = turnAt(TAKE);
  await turn.hint();
  assert.deepEqual(turn.displayCards.map(({ hinted }) => hinted), [false, true]);
  turn.selectAction(8);
  assert.deepEqual([turn.card, turn.preview?.space], [8, 2]);
  turn.selectAction(DECLINE);
  assert.equal(turn.declining, true);
});

test("a hint is not asked for when there is nothing to decide", async () => {
  const { turn, sent } = turnAt({ phase: "play" });
  await turn.hint();
  assert.deepEqual(sent, []);
});

test("undo is sent only if there is something to undo", async () => {
  const none = turnAt(PLAY);
  await none.turn.undo(false);
  const some = turnAt({ ...PLAY, can_undo: 2 });
  await some.turn.undo(true);
  assert.deepEqual([none.sent, some.sent], [[], [["undo", true]]]);
});

test("while what was decided is shown nothing is asked, and nothing can be sent again", async () => {
  const { turn, sent, show } = turnAt(PLAY);
  turn.selectSpace(1);
  turn.isPast = true;
  await turn.confirm();
  assert.deepEqual([turn.isReady, turn.isAsked, sent], [false, false, []]);
  show(PLAY);
  assert.equal(turn.isAsked, true);
});
