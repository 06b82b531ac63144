// @ts-check
/** Quiet sounds of glass, made by the browser: no files. Silent until the first gesture, as browsers demand, and in a hidden page. */

import { notesOf } from "./notes.js";
import { settings } from "./settings.js";

/** @import { Note, SoundName } from "./notes.js" */

const VOLUME = 0.09;
const MOST_VOICES = 6;
const GAP = 70; // milliseconds between two sounds of the same name

class Sound {
  constructor() {
    /** @type {AudioContext | null} */
    this.context = null;
    this.voices = 0;
    /** @type {Map<SoundName, number>} */
    this.last = new Map();
    for (const gesture of ["pointerdown", "keydown"]) window.addEventListener(gesture, () => this.wake(), { capture: true });
  }

  /** Browsers allow sound after a gesture only. */
  wake() {
    if (!settings.values.sound) return;
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") this.context.resume().catch(() => {});
  }

  /** @param {SoundName} name @param {number} [points] */
  play(name, points = 0) {
    const { context } = this;
    if (!settings.values.sound || context?.state !== "running" || (document.hidden && name !== "turn")) return;
    const now = performance.now();
    if (now - (this.last.get(name) ?? -GAP) < GAP) return;
    this.last.set(name, now);
    for (const note of notesOf(name, points)) this.ring(context, note);
  }

  /** One note: a soft sine that fades away. @param {AudioContext} context @param {Note} note */
  ring(context, [frequency, start, length, loudness]) {
    if (this.voices >= MOST_VOICES) return;
    this.voices += 1;
    const from = context.currentTime + start;
    const voice = new OscillatorNode(context, { type: "sine", frequency });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(VOLUME * loudness, from + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0001, from + length);
    voice.connect(volume).connect(context.destination);
    voice.onended = () => (this.voices -= 1);
    voice.start(from);
    voice.stop(from + length + 0.02);
  }
}

export const sound = new Sound();
