// @ts-check
/** How long an event takes to show, step by step. Only numbers: board/animation.js moves things by this plan. */

/** @import { Event, ShownGain } from "../core/messages.js" */
/** @import { Speed } from "../core/settings.js" */
/**
 * `card`: the played card is shown and goes to its space; `take`: it comes from the display; `drop`: the diamond comes down;
 * `sail`: the ship moves; `scene`: spaces light up and points fly; `bonus`, `extra`, `pass`, `deal`: what they are called.
 * @typedef {"card" | "take" | "drop" | "sail" | "scene" | "bonus" | "extra" | "pass" | "deal"} StepKind
 */
/** A step with its start and length in milliseconds at normal speed. @typedef {{what: StepKind, at: number, time: number, gains: ShownGain[]}} Step */
/** @typedef {{steps: Step[], length: number}} Plan */

/** How much longer than normal. */
const FACTORS = { slowest: 2.6, slow: 1.6, normal: 1, fast: 0.5, none: 0 };

// Milliseconds of a step, and those after which the next one begins.
const CARD = [900, 760]; // time to read a card that nobody has seen yet
const OWN_CARD = [420, 280];
const EXTRA_CARD = [520, 380]; // it was read when it was taken
const TAKE = [620, 620];
const DROP = [320, 280];
const SAIL = [560, 420];
const SCENE = [1050, 680];
const BONUS = [1300, 950];
const EXTRA = [760, 620];
const PASS = [620, 560];
const DEAL = [1150, 1150];
const REST = 80;

/** Events that wait are no reason to hurry, up to this number; beyond it every further one makes all of them faster. */
const PATIENCE = 3;
const SHORTEST = 0.25;

/** By how much all times are multiplied; 0: show nothing. @param {Speed} speed @param {number} waiting events that have arrived already */
export function paceOf(speed, waiting) {
  return FACTORS[speed] * Math.max(SHORTEST, Math.min(1, PATIENCE / Math.max(1, waiting)));
}

/** Is there something to show? @param {Event} event */
export function isShown({ kind }) {
  return kind === "place" || kind === "sail" || kind === "take";
}

/** The gains of a reason belong together: they light the same spaces at the same time. @param {ShownGain[]} gains */
function scenes(gains) {
  /** @type {Map<string, ShownGain[]>} */
  const found = new Map();
  for (const gain of gains) found.set(gain.reason, [...(found.get(gain.reason) ?? []), gain]);
  return [...found.values()];
}

/**
 * When each part of an event is shown.
 * @param {Event} event
 * @param {{isOwn?: boolean, shipMoves?: boolean}} [options]
 * @returns {Plan}
 */
export function planOf(event, { isOwn = false, shipMoves = false } = {}) {
  /** @type {Step[]} */
  const steps = [];
  let at = 0;
  const add = (/** @type {StepKind} */ what, /** @type {number[]} */ [time, next], /** @type {ShownGain[]} */ gains = []) => {
    steps.push({ what, at, time, gains });
    at += next;
  };
  const { gains = [], final = [] } = event;
  const isBonus = (/** @type {ShownGain} */ gain) => gain.reason.endsWith("_bonus");
  if (event.kind === "take") add("take", TAKE);
  else {
    add("card", isOwn ? OWN_CARD : event.is_extra ? EXTRA_CARD : CARD);
    if (event.kind === "place") add("drop", DROP);
    for (const scene of scenes(gains.filter((gain) => !isBonus(gain) && gain.reason !== "sea"))) add("scene", SCENE, scene);
    if (shipMoves) add("sail", SAIL);
    for (const scene of scenes(gains.filter((gain) => gain.reason === "sea"))) add("scene", SCENE, scene);
    if (event.bonus) add("bonus", BONUS, gains.filter(isBonus));
    if (event.extra_card) add("extra", EXTRA);
  }
  for (const scene of scenes(final)) add("scene", SCENE, scene);
  if (event.passed) add("pass", PASS);
  if (event.new_round) add("deal", DEAL);
  return { steps, length: REST + Math.max(...steps.map((step) => step.at + step.time)) };
}
