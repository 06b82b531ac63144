// @ts-check
/** A closer look at the board: the frame glides to the lit spaces, one finger drags it, two stretch it, a double tap comes nearer or goes back. */

import { prefersStill } from "../core/settings.js";

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/** @type {Box} */
export const WHOLE = { x: -10, y: -8, width: 1020, height: 1010 };
const NARROWEST = 440;
const NEAREST = 260; // with two fingers

export class Zoom {
  /** @param {SVGSVGElement} drawing */
  constructor(drawing) {
    this.drawing = drawing;
    this.box = WHOLE;
    this.running = 0;
    /** @type {Map<number, DOMPoint>} where the fingers are */
    this.fingers = new Map();
    /** @type {{from: DOMPoint[], box: Box, scale: number} | null} where they were when they began to move */
    this.grip = null;
    this.write(WHOLE);
    drawing.addEventListener("pointerdown", (event) => this.grab(event));
    drawing.addEventListener("pointermove", (event) => this.drag(event));
    drawing.addEventListener("dblclick", (event) => this.comeNearer(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) drawing.addEventListener(end, (event) => this.release(/** @type {PointerEvent} */ (event)));
  }

  get isWhole() {
    return this.box === WHOLE;
  }

  /** @param {Box} box @param {boolean} [still] */
  to(box, still = false) {
    if (!still && isSame(box, this.box)) return; // it is there or on its way: each step would lay out the whole drawing
    cancelAnimationFrame(this.running);
    const from = this.box;
    this.box = box;
    for (const element of [this.drawing, this.drawing.parentElement]) element?.classList.toggle("zoomed", box !== WHOLE);
    if (still || prefersStill()) return this.write(box);
    const start = performance.now();
    const step = (/** @type {number} */ now) => {
      const part = Math.min(1, Math.max(0, (now - start) / 260)); // a frame may have begun before `start`
      const eased = 1 - (1 - part) ** 3;
      this.write(between(from, box, eased));
      if (part < 1) this.running = requestAnimationFrame(step);
    };
    this.running = requestAnimationFrame(step);
  }

  /** A frame around all these points. @param {number[][]} points */
  around(points) {
    if (points.length === 0) return this.to(WHOLE);
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    const width = Math.max(NARROWEST, Math.max(...xs) - Math.min(...xs) + 110);
    const height = Math.max(NARROWEST, Math.max(...ys) - Math.min(...ys) + 120);
    const x = (Math.max(...xs) + Math.min(...xs) - width) / 2;
    const y = (Math.max(...ys) + Math.min(...ys) - height) / 2;
    this.to(inside({ x, y, width, height }));
  }

  /** @param {Box} box */
  write({ x, y, width, height }) {
    this.drawing.setAttribute("viewBox", [x, y, width, height].map((n) => n.toFixed(1)).join(" "));
  }

  /** @param {PointerEvent} event */
  grab(event) {
    this.fingers.set(event.pointerId, new DOMPoint(event.clientX, event.clientY));
    this.hold();
  }

  /** @param {PointerEvent} event */
  release(event) {
    this.fingers.delete(event.pointerId);
    this.hold();
  }

  /** From here on the fingers move the frame. The whole board lies still under one finger. */
  hold() {
    const from = [...this.fingers.values()];
    const scale = this.drawing.getScreenCTM()?.a ?? 0;
    const moves = from.length === 2 || (from.length === 1 && !this.isWhole);
    this.grip = moves && scale ? { from, box: this.box, scale } : null;
  }

  /** @param {PointerEvent} event */
  drag(event) {
    if (!this.fingers.has(event.pointerId)) return;
    this.fingers.set(event.pointerId, new DOMPoint(event.clientX, event.clientY));
    if (!this.grip) return;
    const { from, box, scale } = this.grip;
    const to = [...this.fingers.values()];
    const size = from.length === 2 ? spread(from) / Math.max(1, spread(to)) : 1;
    const width = Math.min(WHOLE.width, Math.max(NEAREST, box.width * size));
    const height = (box.height * width) / box.width;
    const [before, after] = [middle(from), middle(to)];
    // What lay under the middle of the fingers stays under it.
    const x = box.x + (box.width - width) / 2 - (after.x - before.x) / scale;
    const y = box.y + (box.height - height) / 2 - (after.y - before.y) / scale;
    this.to(width >= WHOLE.width * 0.98 ? WHOLE : inside({ x, y, width, height }), true);
  }

  /** @param {MouseEvent} event */
  comeNearer(event) {
    const matrix = this.drawing.getScreenCTM();
    if (!matrix || /** @type {Element} */ (event.target).closest("[role=button]")) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    if (this.isWhole) this.around([[x, y]]);
    else this.to(WHOLE);
  }
}

/** @param {Box} one @param {Box} other */
function isSame(one, other) {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}

/** How far two fingers are apart. @param {DOMPoint[]} fingers */
function spread([a, b]) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** @param {DOMPoint[]} fingers */
function middle(fingers) {
  const sum = (/** @type {"x" | "y"} */ axis) => fingers.reduce((all, finger) => all + finger[axis], 0) / fingers.length;
  return { x: sum("x"), y: sum("y") };
}

/** The frame, moved so that it shows nothing beside the board. @param {Box} box @returns {Box} */
function inside(box) {
  const x = Math.min(Math.max(box.x, WHOLE.x), Math.max(WHOLE.x, WHOLE.x + WHOLE.width - box.width));
  const y = Math.min(Math.max(box.y, WHOLE.y), Math.max(WHOLE.y, WHOLE.y + WHOLE.height - box.height));
  return { ...box, x, y };
}

/** @param {Box} from @param {Box} to @param {number} part @returns {Box} */
function between(from, to, part) {
  const mix = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * part;
  return { x: mix(from.x, to.x), y: mix(from.y, to.y), width: mix(from.width, to.width), height: mix(from.height, to.height) };
}
