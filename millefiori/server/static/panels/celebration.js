// @ts-check
/** Glass for the winner: some shards in the winner's colour and in all others rain over the page once. Nothing if the system asks for less motion. */

import { el } from "../core/dom.js";
import { settings } from "../core/settings.js";
import { sound } from "../core/sound.js";

const SHARDS = 42;
const LONGEST = 2600; // milliseconds
const SHAPES = ["rhomb", "hexagon", "triangle"];

/** A number between two, as random as it looks. @param {number} from @param {number} to */
const any = (from, to) => from + Math.random() * (to - from);

/** @param {number[]} winners seats */
export function celebrate(winners) {
  sound.play("end");
  if (settings.speed === "none" || document.hidden || !winners.length) return;
  const layer = el("div", { class: "celebration", "aria-hidden": "true" });
  const { innerWidth: width, innerHeight: height } = window;
  document.body.append(layer);
  for (let number = 0; number < SHARDS; number += 1) {
    // Two of three shards have the colour of a winner.
    const seat = number % 3 ? winners[number % winners.length] : number % 4;
    const shard = el("span", { class: `shard ${SHAPES[number % SHAPES.length]} seat-${seat}` });
    layer.append(shard);
    const [x, drift, turn] = [any(0, width), any(-90, 90), any(-540, 540)];
    const at = (/** @type {number} */ part, /** @type {number} */ scale) => `translate(${x + drift * part}px, ${-40 + (height * 0.95 + 40) * part}px) rotate3d(1, .6, .3, ${turn * part}deg) scale(${scale})`;
    shard.animate([{ transform: at(0, 0.6), opacity: 0 }, { transform: at(0.15, 1), opacity: 1, offset: 0.12 }, { transform: at(0.8, 1), opacity: 1, offset: 0.75 }, { transform: at(1, 0.7), opacity: 0 }],
      { duration: any(1500, LONGEST - 500), delay: any(0, 500), easing: "cubic-bezier(.3,.2,.7,.9)", fill: "both" });
  }
  window.setTimeout(() => layer.remove(), LONGEST + 100);
}
