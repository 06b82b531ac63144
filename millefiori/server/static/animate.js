// @ts-check
/** Events as something to watch: the diamond comes down, the ship moves, points fly to their owners. All can be skipped. */

import { el } from "./dom.js";
import { settings } from "./settings.js";

/** @typedef {import("./state.js").Event} Event */
/** @typedef {import("./state.js").Gain} Gain */
/** @typedef {import("./state.js").Position} Position */
/** @typedef {import("./board.js").BoardElement} BoardElement */

/** @type {Record<string, number>} */
const SPEEDS = { slow: 1.9, normal: 1, fast: 0.45, none: 0 };
const DROP = 420;
const FLIGHT = 850;
const LOOK = 300;
/** Own moves are known already, so they are shown in less time. */
const OWN = 0.6;

export class Stage {
  /**
   * @param {BoardElement} board
   * @param {(seat: number) => Element | null} scoreOf where the points of a seat fly to
   */
  constructor(board, scoreOf) {
    this.board = board;
    this.scoreOf = scoreOf;
    /** @type {Set<Animation>} */
    this.running = new Set();
    /** @type {Set<() => void>} */
    this.waiting = new Set();
    this.speed = 0;
  }

  /**
   * Show an event on the board as it was before; the caller shows the new position afterwards.
   * @param {Event} event
   * @param {number} seat who looks
   */
  async play(event, seat) {
    this.speed = document.hidden ? 0 : SPEEDS[settings.get("speed")] ?? 1;
    if (event.seat === seat) this.speed *= OWN;
    const { position } = event;
    if (!this.speed || !position || !["place", "sail", "take"].includes(event.kind)) return;
    if (event.kind === "take") return this.wait(LOOK * 2);
    if (event.space !== null && event.space !== undefined) await this.drop(String(event.space), event.seat);
    const bonus = this.bonusPlace(event);
    if (bonus) await this.drop(bonus, event.seat);
    this.board.showShips(position.players.map((player) => player.ship));
    if (event.kind === "sail") await this.wait(LOOK);
    await this.fly(event.gains ?? [], (gain) => this.originOf(gain, event, bonus));
    await this.fly(event.final ?? [], (gain) => this.finalOrigin(gain, position));
    await this.wait(LOOK);
  }

  /** Show everything at once: somebody has no patience now. */
  skip() {
    this.speed = 0;
    for (const animation of [...this.running]) animation.finish();
    for (const proceed of [...this.waiting]) proceed();
  }

  get isRunning() {
    return this.running.size + this.waiting.size > 0;
  }

  /** A diamond comes down from above the board. @param {string} place @param {number} seat */
  async drop(place, seat) {
    const laid = this.board.diamonds.get(place) ?? this.board.lay(place, seat);
    const stone = laid.firstElementChild;
    if (!stone) return;
    laid.classList.add("new");
    await this.run(stone, [{ transform: "translateY(-60px) scale(1.9)", opacity: 0 }, { transform: "scale(.94)", opacity: 1, offset: 0.8 }, { transform: "none" }], DROP);
    laid.classList.remove("new");
  }

  /** All points at the same time, those of one seat one after the other. @param {Gain[]} gains @param {(gain: Gain) => string} origin */
  async fly(gains, origin) {
    /** @type {Map<number, number>} */
    const before = new Map();
    const flights = gains.map((gain) => {
      const turn = before.get(gain.seat) ?? 0;
      before.set(gain.seat, turn + 1);
      return this.flight(gain, this.board.pointOf(origin(gain)), turn * 260);
    });
    await Promise.all(flights);
  }

  /** @param {Gain} gain @param {DOMPoint} from @param {number} delay */
  async flight(gain, from, delay) {
    const score = this.scoreOf(gain.seat);
    if (!score || !this.speed) return;
    if (delay) await this.wait(delay);
    const box = score.getBoundingClientRect();
    const sign = el("span", { class: `flying seat-${gain.seat}`, "aria-hidden": "true" }, `+${gain.points}`);
    document.body.append(sign);
    const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ scale) => `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`;
    const end = at(box.x + box.width / 2, box.y + box.height / 2, 0.8);
    await this.run(sign, [
      { transform: at(from.x, from.y, 0.3), opacity: 0 },
      { transform: at(from.x, from.y - 26, 1.15), opacity: 1, offset: 0.25 },
      { transform: at(from.x, from.y - 30, 1.1), opacity: 1, offset: 0.5, easing: "cubic-bezier(.5,0,.3,1)" },
      { transform: end, opacity: 0.9 },
    ], FLIGHT);
    sign.remove();
    if (score instanceof HTMLElement) score.textContent = String(Number(score.textContent) + gain.points);
    this.run(score, [{ transform: "scale(1.35)" }, { transform: "none" }], 260);
  }

  /** Where the points of a gain come from. @param {Gain} gain @param {Event} event @param {string} bonus */
  originOf(gain, event, bonus) {
    if (gain.reason.endsWith("_bonus") && bonus) return bonus;
    const space = event.space;
    if (gain.reason === "sea" || space === null || space === undefined) return `sea:${event.position?.players[event.seat].ship ?? 0}`;
    return String(space);
  }

  /** The bonus space on which the event put a diamond, or "". @param {Event} event */
  bonusPlace({ bonus }) {
    return bonus ? `${this.board.facts?.areas.indexOf(bonus.set)}:${bonus.value}` : "";
  }

  /** In the final scoring points come from the bonus diamonds. @param {Gain} gain @param {Position} position */
  finalOrigin(gain, position) {
    const set = this.board.facts?.areas.indexOf(gain.facts.set) ?? -1;
    return set < 0 ? "sea:0" : `${set}:${position.players[gain.seat].bonus[set]}`;
  }

  /** @param {Element} element @param {Keyframe[]} frames @param {number} time */
  async run(element, frames, time) {
    if (!this.speed) return;
    const animation = element.animate(frames, { duration: time * this.speed, easing: "ease-out" });
    this.running.add(animation);
    await animation.finished.catch(() => {});
    this.running.delete(animation);
  }

  /** @param {number} time @returns {Promise<void>} */
  wait(time) {
    if (!this.speed) return Promise.resolve();
    return new Promise((resolve) => {
      const proceed = () => {
        this.waiting.delete(proceed);
        window.clearTimeout(timer);
        resolve();
      };
      const timer = window.setTimeout(proceed, time * this.speed);
      this.waiting.add(proceed);
    });
  }
}
