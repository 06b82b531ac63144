// @ts-check
/**
 * Events as animations: the played card is shown, its diamond comes down, what scores lights up, points fly to their owners. The server
 * says which spaces score and why; board/timing.js says when. Only transforms and opacity change, in a layer over the page.
 */

import { el } from "../core/dom.js";
import { areaOf } from "../core/facts.js";
import { signed, t } from "../core/i18n.js";
import { setName } from "../core/names.js";
import { gainWords } from "../core/sentences.js";
import { settings } from "../core/settings.js";
import { sound } from "../core/sound.js";
import { cardBack, extraSign, glow, roundSign, shownCard, sign, stone } from "./props.js";
import { isShown, paceOf, planOf } from "./timing.js";

/** @import { Event, Position, ShownGain } from "../core/messages.js" */
/** @import { BoardElement, Spot } from "./board.js" */
/** @import { Step } from "./timing.js" */
/** @typedef {{x: number, y: number}} Point */
/**
 * Where things are on the screen: the score of a seat, the own hand, the display, and a card in one of them.
 * @typedef {{score: (seat: number) => Element | null, hand: () => Element | null, display: () => Element | null,
 *   card: (card: number) => Element | null}} Places
 */
/** What is being shown. @typedef {{event: Event, position: Position, seat: number}} Scene */

const BACKS = 3; // cards that stand for a hand
const ABOVE = 44; // pixels from a space to the sign above it

/** Every step asks for all places before it puts anything: asking afterwards would lay out the page again. */
export class Stage {
  /** @param {BoardElement} board @param {Places} places */
  constructor(board, places) {
    this.board = board;
    this.places = places;
    this.layer = el("div", { class: "motion", "aria-hidden": "true" });
    /** @type {Set<() => void>} */
    this.waiting = new Set();
    this.speed = 0;
    /** @type {HTMLElement | null} an extra card that was taken and is not yet played */
    this.held = null;
  }

  /**
   * Show an event on the board as it was before; the caller shows the new position afterwards.
   * @param {Event} event
   * @param {number} seat who looks
   * @param {number} [waiting] how many events have arrived since
   */
  async play(event, seat, waiting = 0) {
    const { position } = event;
    if (!position || !isShown(event)) return;
    this.speed = document.hidden ? 0 : paceOf(settings.speed, waiting);
    if (!this.speed) return sound.play(event.extra_card ? "extra" : "place");
    if (!this.layer.isConnected) document.body.append(this.layer);
    const shipMoves = event.kind === "sail" || (event.gains ?? []).some((gain) => gain.reason === "sea");
    const plan = planOf(event, { isOwn: event.seat === seat, shipMoves });
    const start = performance.now();
    for (const step of plan.steps) {
      await this.until(start + step.at * this.speed);
      if (!this.speed) break;
      this.show(step, { event, position, seat });
    }
    await this.until(start + plan.length * this.speed);
    this.clear(event.kind === "take" ? this.held : null);
  }

  /** Show the rest at once. */
  skip() {
    this.speed = 0;
    this.clear(null);
    for (const proceed of [...this.waiting]) proceed();
  }

  get isRunning() {
    return this.waiting.size > 0;
  }

  /** Take everything away, except what stays for the next event. @param {HTMLElement | null} stays */
  clear(stays) {
    this.held = stays;
    for (const element of [...this.layer.children]) if (element !== stays) element.remove();
  }

  // --- Steps

  /** @param {Step} step @param {Scene} scene */
  show(step, scene) {
    const { event } = scene;
    const spot = typeof event.space === "number" ? String(event.space) : seaSpot(scene.position, event.seat);
    const steps = {
      card: () => this.showCard(scene, spot, step.time),
      take: () => this.showTake(scene, step.time),
      drop: () => this.drop(spot, event.seat, step.time),
      sail: () => this.sail(scene, step.time),
      scene: () => this.showGains(step.gains, scene, step.time),
      bonus: () => this.showBonus(step.gains, scene, step.time),
      extra: () => this.showExtra(spot, event.seat, step.time),
      pass: () => this.pass(scene, step.time),
      deal: () => this.deal(scene, step.time),
    };
    steps[step.what]();
  }

  /** The card comes from its player, can be read, and goes to its space. @param {Scene} scene @param {Spot} spot @param {number} time */
  showCard({ event, seat }, spot, time) {
    if (typeof event.card !== "number") return;
    const end = this.board.pointOf(spot);
    const isOwn = event.seat === seat;
    const taken = this.held;
    const from = taken ? this.readingPoint(event.seat) : (isOwn && this.middle(this.places.card(event.card))) || this.seatPoint(event.seat);
    const read = isOwn ? between(from, end, 0.25) : this.readingPoint(event.seat);
    const card = taken ?? this.put(shownCard(event.card, event.seat));
    this.held = null;
    this.move(card, [
      { ...at(from, taken ? 1 : 0.4), opacity: taken ? 1 : 0 },
      { ...at(read, 1), opacity: 1, offset: taken ? 0.01 : 0.28 },
      { ...at(read, 1), opacity: 1, offset: taken ? 0.5 : 0.7, easing: "cubic-bezier(.5,0,.8,.6)" },
      { ...at(end, 0.22), opacity: 0 },
    ], time);
  }

  /** An extra card comes from the display, and stays until it is played. @param {Scene} scene @param {number} time */
  showTake({ event }, time) {
    if (typeof event.card !== "number") return;
    const from = this.middle(this.places.card(event.card)) ?? this.middle(this.places.display()) ?? this.seatPoint(event.seat);
    const read = this.readingPoint(event.seat);
    this.held = this.put(shownCard(event.card, event.seat));
    this.move(this.held, [{ ...at(from, 0.7), opacity: 0.4 }, { ...at(read, 1), opacity: 1 }], time * 0.6);
    sound.play("take");
  }

  /** A diamond comes down from above the board, and then lies there. @param {Spot} spot @param {number} seat @param {number} time */
  async drop(spot, seat, time) {
    const end = this.board.pointOf(spot);
    const piece = this.put(stone(this.board, "diamond", seat, spot));
    const high = { x: end.x, y: end.y - 46 };
    await this.move(piece, [{ ...at(high, 1.9), opacity: 0 }, { ...at(end, 0.92), opacity: 1, offset: 0.8 }, { ...at(end, 1), opacity: 1 }], time);
    if (!this.board.diamonds.has(spot) && this.speed) this.board.lay(spot, seat);
    piece.remove();
    sound.play("place");
  }

  /** @param {Scene} scene @param {number} time */
  async sail({ event, position }, time) {
    const ships = position.players.map((player) => player.ship);
    const before = this.board.shown?.[0].players[event.seat].ship ?? 0;
    const [from, end] = [`sea:${before}`, seaSpot(position, event.seat)].map((spot) => this.board.pointOf(spot));
    const piece = this.put(stone(this.board, "ship", event.seat));
    this.board.hideShip(event.seat, true);
    await this.move(piece, [{ ...at(from, 1) }, { ...at(end, 1) }], time, "cubic-bezier(.4,0,.2,1)");
    this.board.hideShip(event.seat, false);
    if (this.speed) this.board.showShips(ships);
    piece.remove();
  }

  /** What scores lights up, with the reason beside it, and the points fly to their owners. @param {ShownGain[]} gains @param {Scene} scene @param {number} time */
  showGains(gains, scene, time) {
    const { owners } = scene.position;
    this.light([...new Set(gains.flatMap((gain) => gain.spaces))], owners, time);
    // All signs first: asking for a place after each of them would lay out the page as often.
    const signs = gains.map((gain, number) => this.put(sign(gain.seat, signed(gain.points), number === 0 ? gainWords(gain) : "")));
    gains.forEach((gain, number) => this.fly(signs[number], gain, originOf(gain, scene), time));
    sound.play("score", Math.max(...gains.map((gain) => gain.points)));
  }

  /** @param {number[]} spaces @param {number[]} owners @param {number} time */
  light(spaces, owners, time) {
    if (!spaces.length) return;
    const picture = glow(this.board, spaces, owners);
    this.layer.prepend(picture);
    this.move(picture, [{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 0.75, offset: 0.3 }, { opacity: 1, offset: 0.45 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }], time)
      .then(() => picture.remove());
  }

  /** Points fly from a spot to the score of their owner. @param {HTMLElement} words @param {ShownGain} gain @param {Spot} spot @param {number} time */
  async fly(words, gain, spot, time) {
    const score = this.places.score(gain.seat);
    const from = this.inside(words, this.board.pointOf(spot));
    const end = this.middle(score) ?? from;
    const lifted = { x: from.x, y: from.y - ABOVE };
    await this.move(words, [
      { ...at(from, 0.4), opacity: 0 },
      { ...at(lifted, 1), opacity: 1, offset: 0.18 },
      { ...at(lifted, 1), opacity: 1, offset: 0.62, easing: "cubic-bezier(.5,0,.3,1)" },
      { ...at(end, 0.5), opacity: 0.5 },
    ], time);
    words.remove();
    if (!this.speed || !(score instanceof HTMLElement)) return;
    score.textContent = String(Number(score.textContent) + gain.points);
    this.move(score, [{ transform: "scale(1.35)" }, { transform: "none" }], 260);
  }

  /** A bonus diamond: its set lights up, and it comes down on its bonus space. @param {ShownGain[]} gains @param {Scene} scene @param {number} time */
  showBonus(gains, { event, position }, time) {
    const { bonus, seat } = event;
    if (!bonus) return;
    const spot = `${areaOf(bonus.set)}:${bonus.value}`;
    const middle = this.board.pointOf(spot);
    this.drop(spot, seat, time * 0.35);
    this.light(bonus.spaces, position.owners, time);
    const ring = this.put(el("div", { class: `bonus-ring seat-${seat}` }));
    this.move(ring, [{ ...at(middle, 0.3), opacity: 0 }, { ...at(middle, 0.6), opacity: 1, offset: 0.3 }, { ...at(middle, 2.4), opacity: 0 }], time * 0.8);
    sound.play("bonus");
    const words = t("gain.bonus", { set: setName(bonus.set) });
    if (gains.length) for (const gain of gains) this.fly(this.put(sign(gain.seat, signed(gain.points), words)), gain, spot, time);
    else this.say(sign(seat, "", t("gain.bonus.waits", { set: setName(bonus.set), value: bonus.value })), spot, time);
  }

  /** An extra card: a sign flies to the display. @param {Spot} spot @param {number} seat @param {number} time */
  showExtra(spot, seat, time) {
    sound.play("extra");
    this.say(extraSign(seat, t("gain.extra")), spot, time, this.middle(this.places.display()));
  }

  /** A sign that can be read for a while, and then goes somewhere. @param {HTMLElement} words @param {Spot} spot @param {number} time @param {Point | null} [to] */
  say(words, spot, time, to = null) {
    this.put(words);
    const { x, y } = this.inside(words, this.board.pointOf(spot));
    const from = { x, y: y - ABOVE };
    const end = to ?? { x, y: from.y - 24 };
    this.move(words, [
      { ...at(from, 0.4), opacity: 0 }, { ...at(from, 1.08), opacity: 1, offset: 0.2 }, { ...at(from, 1), opacity: 1, offset: 0.7 },
      { ...at(end, to ? 0.5 : 1), opacity: 0 },
    ], time).then(() => words.remove());
  }

  /** All hands go on to the left neighbour. @param {Scene} scene @param {number} time */
  pass({ position, seat }, time) {
    const points = position.players.map((_, player) => this.handPoint(player, seat));
    points.forEach((from, player) => this.carry(from, points[(player + 1) % points.length], time));
    sound.play("deal");
  }

  /** A new round: everybody gets a hand. @param {Scene} scene @param {number} time */
  deal({ event, position, seat }, time) {
    const middle = this.middle(this.board) ?? { x: 0, y: 0 };
    const hands = position.players.map((_, player) => this.handPoint(player, seat)); // before anything is added: asking for a place lays out the page
    const words = this.put(roundSign(`${t("end.round")} ${event.new_round}`));
    this.move(words, [{ ...at(middle, 0.7), opacity: 0 }, { ...at(middle, 1), opacity: 1, offset: 0.2 }, { ...at(middle, 1), opacity: 1, offset: 0.75 }, { ...at(middle, 1.1), opacity: 0 }], time);
    for (const hand of hands) this.carry(middle, hand, time * 0.8);
    sound.play("deal");
  }

  /** A hand of cards, face down, from one place to another. @param {Point} from @param {Point} to @param {number} time */
  carry(from, to, time) {
    for (let number = 0; number < BACKS; number += 1) {
      const back = this.put(cardBack());
      const [start, end] = [from, to].map((point) => ({ x: point.x + 7 * (number - 1), y: point.y }));
      this.move(back, [{ ...at(start, 0.9), opacity: 0 }, { ...at(start, 0.9), opacity: 1, offset: 0.12 + 0.08 * number }, { ...at(end, 0.9), opacity: 1, offset: 0.85 }, { ...at(end, 0.5), opacity: 0 }], time, "ease-in-out");
    }
  }

  // --- Where and when

  /** @template {Element} T @param {T} element @returns {T} */
  put(element) {
    this.layer.append(element);
    return element;
  }

  /** The middle of something on the screen; null if it is not there. @param {Element | null} element @returns {Point | null} */
  middle(element) {
    const box = element?.getBoundingClientRect();
    return box && box.width ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
  }

  /** Where a player is: at the score, else at the upper edge. @param {number} seat @returns {Point} */
  seatPoint(seat) {
    return this.middle(this.places.score(seat)) ?? { x: window.innerWidth / 2, y: 0 };
  }

  /** @param {number} player @param {number} seat who looks */
  handPoint(player, seat) {
    return (player === seat && this.middle(this.places.hand())) || this.seatPoint(player);
  }

  /** Where a card can be read: on the board, at the edge that is next to its player. @param {number} seat @returns {Point} */
  readingPoint(seat) {
    const { x, y } = this.seatPoint(seat);
    const board = this.board.getBoundingClientRect();
    const margin = Math.min(100, board.width * 0.14);
    return { x: clamp(x, board.left + margin, board.right - margin), y: clamp(y, board.top + margin * 1.25, board.bottom - margin * 1.25) };
  }

  /** A point at which a sign is wholly in the window. @param {HTMLElement} element @param {Point} point @returns {Point} */
  inside(element, { x, y }) {
    const half = element.offsetWidth / 2 + 4;
    return { x: clamp(x, half, Math.max(half, window.innerWidth - half)), y: Math.max(y, 2 * ABOVE) };
  }

  /** @param {Element} element @param {Keyframe[]} frames @param {number} time @param {string} [easing] */
  async move(element, frames, time, easing = "ease-out") {
    if (!this.speed) return;
    const animation = element.animate(frames, { duration: time * this.speed, easing, fill: "both" });
    await animation.finished.catch(() => {});
    if (!this.layer.contains(element)) animation.cancel(); // else a score would keep its last frame
  }

  /** @param {number} time of the page's clock @returns {Promise<void>} */
  until(time) {
    const rest = time - performance.now();
    if (!this.speed || rest <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const proceed = () => {
        this.waiting.delete(proceed);
        window.clearTimeout(timer);
        resolve();
      };
      const timer = window.setTimeout(proceed, rest);
      this.waiting.add(proceed);
    });
  }
}

/** @param {Point} point @param {number} scale @returns {Keyframe} */
function at({ x, y }, scale) {
  return { transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%) scale(${scale})` };
}

/** @param {Point} from @param {Point} to @param {number} part @returns {Point} */
function between(from, to, part) {
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** @param {number} value @param {number} least @param {number} most */
function clamp(value, least, most) {
  return Math.max(least, Math.min(most, value));
}

/** The space of the sea where a seat's ship lies. @param {Position} position @param {number} seat @returns {Spot} */
function seaSpot({ players }, seat) {
  return `sea:${players[seat].ship}`;
}

/** Where the points of a gain come from: the placed diamond, else one of the owner's among the spaces that score. @param {ShownGain} gain @param {Scene} scene @returns {Spot} */
function originOf(gain, { event, position }) {
  if (gain.reason.endsWith("_bonus")) {
    const set = areaOf(gain.facts.set);
    return `${set}:${position.players[gain.seat].bonus[set]}`;
  }
  if (gain.reason === "sea" || typeof event.space !== "number") return seaSpot(position, event.seat);
  if (gain.seat === event.seat) return String(event.space);
  return String(gain.spaces.findLast((space) => position.owners[space] === gain.seat) ?? event.space);
}
