import assert from "node:assert/strict";
import { test } from "node:test";
import { Connection } from "../../millefiori/server/static/core/connection.js";
import { event, welcome } from "./making.js";

const pauses = [];
const nothing = () => {};
Object.assign(globalThis, {
  window: { addEventListener: nothing, removeEventListener: nothing, clearTimeout: nothing, setTimeout: (_, pause) => pauses.push(pause) },
  document: { addEventListener: nothing, removeEventListener: nothing },
  location: { href: "http://localhost/play", protocol: "http:" },
  WebSocket: class {
    close() {}
    /** The server sends a message. */
    tell(message) {
      this.onmessage({ data: JSON.stringify(message) });
    }
  },
});

/** A connection, and the statuses that it has shown. */
function connection() {
  const statuses = [];
  pauses.length = 0;
  return { statuses, made: new Connection("key", nothing, (connected, refused) => statuses.push(refused?.code ?? connected)) };
}

const refused = (code) => ({ type: "refused", code, message: "" });

test("a client refused at the door learns why, and tries again less and less often", () => {
  const { made, statuses } = connection();
  for (let time = 0; time < 3; time += 1) {
    made.socket.tell(refused("limit"));
    made.socket.onclose();
    made.open();
  }
  assert.deepEqual(new Set(statuses), new Set(["limit"]));
  assert.ok(pauses[0] < pauses[1] && pauses[1] < pauses[2]);
});

test("who is in and refused something stays in", () => {
  const { made, statuses } = connection();
  made.socket.tell({ type: "welcome", ...welcome() });
  made.socket.tell(refused("illegal"));
  made.socket.tell({ type: "event", ...event(0, "place") });
  assert.deepEqual(statuses, [true, true, true]);
  assert.equal(made.closed, false);
});

test("who comes back after a while in the game comes back soon", () => {
  const { made } = connection();
  for (const message of [refused("limit"), { type: "welcome", ...welcome() }]) {
    made.socket.onclose();
    made.open();
    made.socket.tell(message);
  }
  made.socket.onclose();
  assert.equal(pauses.at(-1), pauses[0]);
});

test("a key that opens nothing is not tried again", () => {
  const { made } = connection();
  made.socket.tell(refused("key"));
  made.socket.onclose();
  assert.equal(made.closed, true);
  assert.deepEqual(pauses, []);
});
