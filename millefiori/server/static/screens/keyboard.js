// @ts-check
/** The whole game from the keyboard: arrows move among cards and lit spaces, letters do the rest. */

/** @import { Turn } from "../core/turn.js" */
/**
 * What the keys work on.
 * @typedef {{turn: Turn, rows: () => HTMLElement[], litSpaces: () => Element[], infos: () => Element[], help: () => void, talk: () => void, skip: () => boolean}} Controls
 */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Listen until the returned function is called. @param {Controls} controls */
export function listenToKeys(controls) {
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (isBusy(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (onArrow(event, controls) || onLetter(event, controls)) event.preventDefault();
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

/** Keys belong to text fields, talk and open dialogs. @param {KeyboardEvent} event */
function isBusy(event) {
  const target = event.target instanceof Element ? event.target : null;
  return Boolean(target?.closest("input, textarea, select, dialog, mf-talk, [contenteditable]") ?? document.querySelector("dialog[open]"));
}

/** @param {KeyboardEvent} event @param {Controls} controls @returns {boolean} was it for us? */
function onLetter(event, { turn, rows, help, talk, skip }) {
  const { key } = event;
  if (key === "Enter" || key === " ") return onEnter(event, turn);
  if (/^[1-9]$/.test(key)) return selectNumber(Number(key), rows());
  switch (key) {
    case "Escape":
      return skip() || turn.cancel();
    case "u":
      turn.undo(false);
      return true;
    case "U":
      turn.undo(true);
      return true;
    case "h":
      turn.hint();
      return true;
    case "s":
      if (turn.sail && turn.mode !== "keep") turn.selectPreview(turn.sail);
      return true;
    case "d":
      if (turn.state?.position.can_decline) turn.selectDecline();
      return true;
    case "t":
      talk();
      return true;
    case "?":
      help();
      return true;
    default:
      return false;
  }
}

/** Buttons answer Enter by themselves, drawn spaces do not; anywhere else Enter confirms. @param {KeyboardEvent} event @param {Turn} turn */
function onEnter(event, turn) {
  const target = /** @type {Element} */ (event.target);
  if (target instanceof SVGElement && target.getAttribute("role") === "button") {
    target.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 }));
    return true;
  }
  const isFree = !target.closest("button, a, summary, [tabindex='0']");
  if (event.key !== "Enter" || !isFree || !turn.isReady) return false;
  turn.confirm();
  return true;
}

/** The n-th card that can be selected. @param {number} number @param {HTMLElement[]} rows */
function selectNumber(number, rows) {
  const cards = rows.flatMap((row) => [...row.querySelectorAll("button.card:not(.idle)")]);
  const card = /** @type {HTMLElement | undefined} */ (cards[number - 1]);
  card?.focus();
  card?.click();
  return card !== undefined;
}

/** @param {KeyboardEvent} event @param {Controls} controls */
function onArrow(event, { rows, litSpaces, infos }) {
  const direction = ARROWS[event.key];
  if (!direction) return false;
  const active = document.activeElement;
  const row = rows().find((found) => found.contains(active));
  if (row && active) return moveInRow(row, active, direction);
  const spaces = litSpaces();
  for (const group of [spaces, infos()]) if (active && group.includes(active)) return moveTo(nearest(active, group, direction));
  // Nothing is in focus: begin with the lit spaces, or with the cards that can be selected.
  const first = spaces.find((space) => space.getAttribute("tabindex") === "0") ?? rows().flatMap((found) => [...found.querySelectorAll("button.card:not(.idle)")])[0];
  return (active === document.body || active instanceof HTMLElement && active.localName === "mf-turn") && moveTo(first);
}

/** @param {HTMLElement} row @param {Element} active @param {[number, number]} direction */
function moveInRow(row, active, [dx, dy]) {
  const cards = [...row.querySelectorAll("button.card")];
  const next = cards[cards.indexOf(active) + (dx || dy)];
  return moveTo(next);
}

/** @param {Element | null | undefined} element */
function moveTo(element) {
  if (!(element instanceof HTMLElement || element instanceof SVGElement)) return false;
  element.focus();
  return true;
}

/** The element next to `from` in a direction: near, and not far aside. @param {Element} from @param {Element[]} all @param {[number, number]} direction */
function nearest(from, all, [dx, dy]) {
  const start = middle(from);
  let best = null;
  let least = Infinity;
  for (const other of all) {
    const { x, y } = middle(other);
    const ahead = (x - start.x) * dx + (y - start.y) * dy;
    const aside = Math.abs((x - start.x) * dy) + Math.abs((y - start.y) * dx);
    if (other !== from && ahead > 1 && ahead + 2 * aside < least) {
      least = ahead + 2 * aside;
      best = other;
    }
  }
  return best;
}

/** @param {Element} element */
function middle(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}
