// @ts-check
/** The notes of each sound. Only numbers: core/sound.js plays them. */

/** @typedef {"place" | "take" | "score" | "extra" | "bonus" | "deal" | "turn" | "end"} SoundName */
/** A note: frequency in hertz, start and length in seconds, loudness from 0 to 1. @typedef {[hertz: number, start: number, length: number, loudness: number]} Note */

/** Five notes of a scale: whatever sounds together sounds well. */
const SCALE = [0, 2, 4, 7, 9];

/** The frequency of a step of the scale above the A of 440 Hz. @param {number} step */
function hertz(step) {
  return 440 * 2 ** (Math.floor(step / SCALE.length) + SCALE[step % SCALE.length] / 12);
}

/** More points sound higher: every second point is a step, up to two octaves. @param {number} points */
function stepOfPoints(points) {
  return Math.min(10, Math.floor(Math.max(0, points) / 2));
}

/** The notes of a sound. @param {SoundName} name @param {number} [points] @returns {Note[]} */
export function notesOf(name, points = 0) {
  const run = (/** @type {number[]} */ steps, /** @type {number} */ gap, /** @type {number} */ length, /** @type {number} */ loudness) =>
    steps.map((step, number) => /** @type {Note} */ ([hertz(step), number * gap, length, loudness]));
  switch (name) {
    case "place":
      return [[1320, 0, 0.09, 0.6], [2640, 0, 0.05, 0.25]];
    case "take":
      return run([3, 5], 0.05, 0.12, 0.35);
    case "score":
      return run([stepOfPoints(points), stepOfPoints(points) + 2], 0.09, 0.32, 0.6);
    case "extra":
      return run([4, 6, 8], 0.07, 0.25, 0.5);
    case "bonus":
      return run([2, 5, 7, 10], 0.09, 0.5, 0.6);
    case "deal":
      return run([1, 0, 1], 0.06, 0.05, 0.3);
    case "turn":
      return run([2, 5], 0.14, 0.4, 0.8);
    case "end":
      return run([0, 2, 4, 5, 7, 10], 0.12, 0.9, 0.6);
  }
}
