// @ts-check
/** A closer look at a part of the board, for small screens: the frame glides there and can be drawn along with a finger. */

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/** @type {Box} */
export const WHOLE = { x: -10, y: -8, width: 1020, height: 1010 };
/** @type {Record<string, Box>} */
export const PARTS = {
  workshops: { x: 0, y: 60, width: 700, height: 350 },
  residences: { x: 560, y: 0, width: 440, height: 440 },
  townspeople: { x: 510, y: 440, width: 400, height: 430 },
  quay: { x: -5, y: 370, width: 520, height: 440 },
};
const NARROWEST = 440;

export class Zoom {
  /** @param {SVGSVGElement} drawing */
  constructor(drawing) {
    this.drawing = drawing;
    this.box = WHOLE;
    this.running = 0;
    /** @type {{x: number, y: number, box: Box} | null} */
    this.grip = null;
    this.write(WHOLE);
    drawing.addEventListener("pointerdown", (event) => this.grab(event));
    drawing.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) drawing.addEventListener(end, () => (this.grip = null));
  }

  get isWhole() {
    return this.box === WHOLE;
  }

  /** @param {Box} box @param {boolean} [still] */
  to(box, still = false) {
    cancelAnimationFrame(this.running);
    const from = this.box;
    this.box = box;
    this.drawing.classList.toggle("zoomed", box !== WHOLE);
    if (still || matchMedia("(prefers-reduced-motion: reduce)").matches) return this.write(box);
    const start = performance.now();
    const step = (/** @type {number} */ now) => {
      const part = Math.min(1, (now - start) / 260);
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
    if (!this.isWhole) this.grip = { x: event.clientX, y: event.clientY, box: this.box };
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const matrix = this.drawing.getScreenCTM();
    if (!this.grip || !matrix) return;
    const { x, y, box } = this.grip;
    const moved = { ...box, x: box.x - (event.clientX - x) / matrix.a, y: box.y - (event.clientY - y) / matrix.d };
    this.to(inside(moved), true);
  }
}

/** The frame, moved so far that it shows nothing beside the board. @param {Box} box @returns {Box} */
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
