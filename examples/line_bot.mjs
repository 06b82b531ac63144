#!/usr/bin/env node
// A bot in JavaScript that speaks the line protocol (docs/line-protocol.md):
// millefiori arena --bots "line:node examples/line_bot.mjs,random"
//
// Like its sister in Python it adds up the points of an action. It also knows that an extra card is worth less when the
// display is poor, and that no diamond of its own should be left when the game ends.

import { createInterface } from "node:readline";

/** The points of an action for a seat, less the mean of the others. */
function margin({ points }, seat) {
  const others = points.filter((_, other) => other !== seat);
  return points[seat] - others.reduce((sum, each) => sum + each, 0) / others.length;
}

/** What an extra card of this display may bring: a wide choice holds a better one. */
function hope({ display }) {
  return Math.min(8, 2 + new Set(display).size / 2);
}

function worth(action, view) {
  const sails = action.words.startsWith("sail") ? 1 : 0; // a diamond that stays in the supply
  return margin(action, view.seat) + (action.extra_card ? hope(view) : 0) - sails;
}

function answer({ type, view, legal }) {
  if (type === "hello") return { type: "ready" };
  const best = legal.reduce((one, other) => (worth(other, view) > worth(one, view) ? other : one));
  return { type: "action", action: best.action };
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
}
