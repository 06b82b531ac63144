import assert from "node:assert/strict";
import { test } from "node:test";
import { notesOf } from "../../millefiori/server/static/core/notes.js";

const NAMES = ["place", "take", "score", "extra", "bonus", "deal", "turn", "end"];

test("more points sound higher, up to a limit", () => {
  const pitch = (points) => notesOf("score", points)[0][0];
  assert.ok(pitch(2) < pitch(8) && pitch(8) < pitch(20));
  assert.equal(pitch(40), pitch(400));
});

test("every sound is short, quiet and has few voices", () => {
  for (const name of NAMES) {
    const notes = notesOf(name, 30);
    assert.ok(notes.length >= 1 && notes.length <= 6, name);
    for (const [hertz, start, length, loudness] of notes) assert.ok(hertz > 100 && hertz < 4000 && start + length < 2 && loudness <= 1, name);
  }
});
