// @ts-check
/** `<mf-plot>`: scores over time. Set `.plot`; it draws itself at its own width, so its words stay legible on a phone. */

import { svg, use } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { standing } from "../core/state.js";

/** @import { Event, TurningPoint } from "../core/messages.js" */
/** Where the scores stood after something happened; `n` is the event's number. @typedef {{scores: number[], round: number, n?: number}} Step */
/** `at` is the step of a replay: nothing after it is drawn. `marks` are turns that stand out, numbered; `label`, `most` and `unit` are for other things than scores. @typedef {{steps: Step[], names: string[], at?: number, marks?: Pick<TurningPoint, "events">[], label?: string, most?: number, unit?: string}} Plot */

/**
 * The scores after each event that changed them.
 * @param {Event[]} log
 * @param {number} seats
 * @returns {Step[]}
 */
export function stepsOfLog(log, seats) {
  const scores = Array(seats).fill(0);
  /** @type {Step[]} */
  const steps = [{ scores: [...scores], round: 1 }];
  for (const event of standing(log)) {
    const gains = [...(event.gains ?? []), ...(event.final ?? [])];
    for (const gain of gains) scores[gain.seat] += gain.points;
    if (event.kind === "place" || event.kind === "sail") steps.push({ scores: [...scores], round: event.round, n: event.n });
  }
  return steps;
}

/**
 * A round step for the scale of the scores: 10, 20, 50, 100 ...
 * @param {number} most
 */
function gridStep(most) {
  const wanted = Math.max(most, 10) / 5;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= wanted) ?? power;
}

/**
 * Where the names at the right end stand: beside their lines, but never over each other.
 * @param {number[]} heights
 * @param {number} gap
 * @param {number} bottom
 */
function spreadOut(heights, gap, bottom) {
  const order = heights.map((_, seat) => seat).sort((a, b) => heights[a] - heights[b]);
  const spread = [...heights];
  order.forEach((seat, index) => {
    if (index > 0) spread[seat] = Math.max(spread[seat], spread[order[index - 1]] + gap);
  });
  order.reverse().forEach((seat, index) => {
    const limit = index === 0 ? bottom : spread[order[index - 1]] - gap;
    spread[seat] = Math.min(spread[seat], limit);
  });
  return spread;
}

/** The number of a turn that stands out. @param {number} number @param {number} x @param {number} y */
function markNumber(number, x, y) {
  return svg("g", { class: "mark-sign", transform: `translate(${x} ${y})` }, svg("circle", { r: 9 }), svg("text", { dy: ".36em", "text-anchor": "middle" }, String(number)));
}

class PlotElement extends HTMLElement {
  constructor() {
    super();
    /** @type {Plot | null} */
    this.shown = null;
    this.watcher = new ResizeObserver(() => this.draw());
    this.width = 0;
    this.addEventListener("click", (event) => this.jump(event));
  }

  /** @param {Plot} plot */
  set plot(plot) {
    this.shown = plot;
    this.width = 0;
    this.draw();
  }

  connectedCallback() {
    this.watcher.observe(this);
  }

  disconnectedCallback() {
    this.watcher.disconnect();
  }

  /** A click jumps to that step: fires `step` with its number. @param {MouseEvent} event */
  jump(event) {
    if (!this.shown || !this.frame) return;
    const { left, right } = this.frame;
    const share = (event.clientX - this.getBoundingClientRect().left - left) / (right - left);
    const step = Math.round(Math.min(1, Math.max(0, share)) * (this.shown.steps.length - 1));
    this.dispatchEvent(new CustomEvent("step", { detail: step }));
  }

  draw() {
    const width = Math.round(this.clientWidth);
    if (!this.shown || width === 0 || width === this.width) return;
    this.width = width;
    const { steps, names, at, marks = [] } = this.shown;
    const height = Math.round(Math.min(360, Math.max(220, width * 0.45)));
    const most = this.shown.most ?? Math.max(10, ...steps.flatMap((step) => step.scores));
    this.frame = { left: this.shown.unit ? 48 : 34, right: width - Math.min(150, width * 0.26), top: 14, bottom: height - 26 };
    const { left, right, top, bottom } = this.frame;
    this.x = (/** @type {number} */ index) => left + ((right - left) * index) / Math.max(1, steps.length - 1);
    this.y = (/** @type {number} */ score) => bottom - ((bottom - top) * score) / most;
    const seen = at === undefined ? steps : steps.slice(0, at + 1);
    const label = (this.shown.label ?? t("end.plot")) + t("colon") + names.map((name, seat) => `${name} ${this.figure(seen[seen.length - 1].scores[seat])}`).join(", ");
    const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label },
      ...this.scale(most), ...this.rounds(steps), ...marks.map((mark) => this.turn(mark, steps)));
    names.forEach((_, seat) => picture.append(...this.line(seen, seat)));
    picture.append(...this.ends(seen, names));
    let [lastX, lastY] = [-100, top];
    marks.forEach((mark, number) => {
      const { from, to } = this.reach(mark, steps);
      const x = (from + to) / 2;
      lastY = x - lastX < 19 ? lastY + 19 : top; // one below the other where they are close
      lastX = x;
      picture.append(markNumber(number + 1, x, lastY));
    });
    if (at !== undefined) picture.append(svg("line", { class: "cursor", x1: this.x(at), x2: this.x(at), y1: top, y2: bottom }));
    this.replaceChildren(picture);
  }

  /** A number with its unit. @param {number} number */
  figure(number) {
    return `${number}${this.shown?.unit ?? ""}`;
  }

  /** From where to where a turn reaches. @param {Pick<TurningPoint, "events">} mark @param {Step[]} steps */
  reach({ events }, steps) {
    const inside = steps.flatMap(({ n = -1 }, index) => (events.includes(n) ? [index] : []));
    return { from: this.x?.(Math.max(0, (inside[0] ?? 1) - 1)) ?? 0, to: this.x?.(inside.at(-1) ?? 0) ?? 0 };
  }

  /** A turn that stands out: a band behind the lines. @param {Pick<TurningPoint, "events">} mark @param {Step[]} steps */
  turn(mark, steps) {
    const { top, bottom } = /** @type {any} */ (this.frame);
    const { from, to } = this.reach(mark, steps);
    return svg("rect", { class: "turn-mark", x: from, y: top, width: Math.max(3, to - from), height: bottom - top });
  }

  /** @param {number} most */
  scale(most) {
    const { left, right } = /** @type {any} */ (this.frame);
    const lines = [];
    for (let score = 0; score <= most; score += gridStep(most)) {
      const y = this.y?.(score) ?? 0;
      lines.push(svg("line", { class: "grid", x1: left, x2: right, y1: y, y2: y }),
        svg("text", { class: "scale", x: left - 6, y, dy: ".35em", "text-anchor": "end" }, this.figure(score)));
    }
    return lines;
  }

  /** The number of each round below its first step. @param {Step[]} steps */
  rounds(steps) {
    const { top, bottom } = /** @type {any} */ (this.frame);
    const starts = steps.flatMap((step, index) => (index > 0 && step.round !== steps[index - 1].round ? [index] : []));
    const first = `${t("end.round")} 1`;
    const words = [svg("text", { class: "scale", x: this.x?.(0), y: bottom + 17 }, first)];
    let free = (this.x?.(0) ?? 0) + first.length * 8; // no number where the one before still stands
    for (const index of starts) {
      const x = this.x?.(index - 1) ?? 0;
      words.push(svg("line", { class: "grid round", x1: x, x2: x, y1: top, y2: bottom }));
      if (x + 3 < free) continue;
      words.push(svg("text", { class: "scale", x: x + 3, y: bottom + 17 }, String(steps[index].round)));
      free = x + 24;
    }
    return words;
  }

  /** A stepped line, with the mark of its seat at the end of each round. @param {Step[]} steps @param {number} seat */
  line(steps, seat) {
    const points = steps.map((step, index) => `${this.x?.(index).toFixed(1)} ${this.y?.(step.scores[seat]).toFixed(1)}`);
    const parts = [svg("path", { class: "score-line", "data-seat": seat, d: `M${points.join("L")}` })];
    steps.forEach((step, index) => {
      const isRoundEnd = index === steps.length - 1 || steps[index + 1].round !== step.round;
      if (index === 0 || !isRoundEnd) return;
      const transform = `translate(${this.x?.(index)} ${this.y?.(step.scores[seat])}) scale(.5)`;
      parts.push(use(`mark-${seat}`, { class: "score-mark", "data-seat": seat, transform }));
    });
    return parts;
  }

  /** Names and scores beside the ends of the lines. @param {Step[]} steps @param {string[]} names */
  ends(steps, names) {
    const { bottom } = /** @type {any} */ (this.frame);
    const last = steps[steps.length - 1];
    const x = (this.x?.(steps.length - 1) ?? 0) + 10;
    const heights = spreadOut(last.scores.map((score) => this.y?.(score) ?? 0), 16, bottom);
    const room = Math.max(4, Math.floor((this.width - x) / 8) - 4);
    return names.map((name, seat) => {
      const short = name.length > room ? `${name.slice(0, room - 1)}…` : name;
      return svg("text", { class: "score-name", "data-seat": seat, x, y: heights[seat], dy: ".35em" }, `${this.figure(last.scores[seat])} ${short}`);
    });
  }
}

customElements.define("mf-plot", PlotElement);
