// @ts-check
/** `<mf-turn>`: what is asked, what the selection would bring to everybody and why, and the buttons. */

import { el, icon, seatIcon } from "../core/dom.js";
import { facts, isCard } from "../core/facts.js";
import { decimal, percent, t } from "../core/i18n.js";
import { cardName, playerTitle, setName, spaceWords } from "../core/names.js";
import { gainWords } from "../core/sentences.js";
import { isAwaited } from "../core/state.js";
import { canReturn } from "./company.js";

/** @import { ShownGain, ShownPreview } from "../core/messages.js" */
/** @import { State } from "../core/state.js" */
/** @import { Turn } from "../core/turn.js" */

const SHIP_BOX = "-23 -21 46 44"; // a ship's drawing without a margin

export class TurnElement extends HTMLElement {
  constructor() {
    super();
    this.prompt = el("p", { class: "prompt", role: "status" });
    this.latest = el("div", { class: "latest" }); // what happened last, while nothing is selected
    this.brings = el("div", { class: "brings" });
    this.buttons = el("div", { class: "buttons" });
    this.growing = new ResizeObserver(() => makeReachable(this.latest));
  }

  connectedCallback() {
    this.tabIndex = -1; // the focus waits here while others decide
    this.replaceChildren(this.prompt, this.latest, this.brings, this.buttons);
    for (const part of [this.latest, ...this.latest.children]) this.growing.observe(part);
  }

  disconnectedCallback() {
    this.growing.disconnect();
  }

  /** @param {Turn} turn */
  show(turn) {
    const { state } = turn;
    if (!state) return;
    const words = promptWords(turn, state);
    if (this.prompt.textContent !== words) this.prompt.textContent = words;
    this.classList.toggle("asked", state.position.decides && !turn.isPast);
    this.prompt.classList.toggle("unseen", turn.isPast || (turn.isReady && !turn.declining)); // the preview says it all
    const focused = this.buttons.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.name : null;
    this.showPreview(turn);
    this.buttons.replaceChildren(...buttons(turn, state));
    if (focused) this.focusOn(focused);
  }

  /** Only the preview has changed. @param {Turn} turn */
  showPreview(turn) {
    if (!turn.state) return;
    this.brings.replaceChildren(...brings(turn, turn.state));
    makeReachable(this.brings);
  }

  /** @param {string} name */
  focusOn(name) {
    /** @type {HTMLElement | null} */ (this.buttons.querySelector(`[data-name="${name}"]`))?.focus({ preventScroll: true });
  }
}

/** What is longer than its place scrolls: by the keyboard, too. Asking for its height may lay out the page. @param {HTMLElement} place */
function makeReachable(place) {
  if (place.firstChild && place.scrollHeight > place.clientHeight + 1) place.tabIndex = 0;
  else place.removeAttribute("tabindex");
}

/** @param {Turn} turn @param {State} state */
function promptWords(turn, state) {
  const { mode } = turn;
  if (turn.isPast) return "";
  const card = turn.card === null ? "" : cardName(turn.card);
  if (turn.busy) return t("game.prompt.busy");
  if (turn.declining) return t("game.prompt.declining");
  if (mode === "keep" && card) return t(turn.isReady ? "game.prompt.keep.selected" : "game.prompt.kept", { card });
  if (turn.preview) return t("game.prompt.confirm");
  if (mode === "play") return t("game.prompt.play", { card });
  if (turn.isAsked) return card ? t("game.prompt.space", { card }) : t(`game.prompt.${mode}`);
  return waitingWords(state);
}

/** Whom the game waits for. @param {State} state */
function waitingWords(state) {
  const { position } = state;
  if (position.phase === "over") return t(position.closed ? "status.closed" : position.abandoned ? "status.abandoned" : "game.prompt.over");
  if (!state.isWatching && position.stand_ins?.[state.seat]) return t("company.bot.you");
  if (state.failing.length) return t("game.failing", { name: playerTitle(state.failing[0], state) });
  const awaited = state.players.flatMap((_, seat) => (isAwaited(state, seat) ? [playerTitle(seat, state)] : []));
  if (position.all_keep) return t("game.prompt.keepers", { names: awaited.join(", ") });
  return t(position.phase === "take" ? "game.prompt.takes" : "game.prompt.plays", { name: playerTitle(position.to_act, state) });
}

// --- Previews

/** Hints, and what the selection would bring. @param {Turn} turn @param {State} state @returns {Node[]} */
function brings(turn, state) {
  if (turn.isPast) return []; // what has just been decided is told, not asked
  const nodes = turn.opinions.length ? [opinions(turn)] : [];
  const selected = turn.looked ?? turn.preview;
  const shown = selected ?? (turn.mode === "keep" ? turn.best(turn.shownCard) : null);
  if (!shown || turn.declining) return nodes;
  return [...nodes, previewPart(shown, state, selected === null)];
}

/** A preview with its points for every player. @param {ShownPreview} preview @param {State} state @param {boolean} isBest not selected, but the best of a card */
function previewPart(preview, state, isBest) {
  const where = whereWords(preview);
  const rows = state.players.map((_, seat) => playerRow(preview.gains.filter((gain) => gain.seat === seat), seat, state));
  const own = Math.max(0, state.seat);
  const ordered = [...rows.slice(own), ...rows.slice(0, own)];
  return el("section", { class: "preview", "aria-label": t("game.preview") },
    el("h3", {}, isBest ? t("game.preview.best", { where }) : where),
    el("ul", { class: "gains" }, ...ordered), ...consequences(preview, own));
}

/** @param {ShownPreview} preview */
function whereWords({ space, ship }) {
  if (space === null) return ship === null ? t("game.where.sail_none") : t("game.where.sail", { space: ship });
  return spaceWords(space);
}

/** @param {ShownGain[]} gains @param {number} seat @param {State} state */
function playerRow(gains, seat, state) {
  const points = gains.reduce((sum, gain) => sum + gain.points, 0);
  const why = gains.map((gain) => (gains.length > 1 ? `${gainWords(gain)} +${gain.points}` : gainWords(gain))).join(", ");
  return el("li", { class: `gain seat-${seat} ${gains.length ? "" : "nothing"} ${seat === state.seat ? "own" : ""}` },
    seatIcon(seat), el("b", {}, playerTitle(seat, state)), el("span", { class: "why" }, why), el("strong", {}, gains.length ? `+${points}` : "–"));
}

/** Bonus diamond, extra card, ship: what happens besides the points. @param {ShownPreview} preview @param {number} seat */
function consequences({ bonus, extra_card, space, ship, stay }, seat) {
  /** @type {Node[]} */
  const lines = [];
  /** @param {string} drawing @param {string} words */
  const add = (drawing, words) => lines.push(el("li", {}, icon(drawing), words));
  if (bonus) add("bonus", t(bonus.waits ? "game.bonus.waits" : "game.bonus", { set: setName(bonus.set), value: bonus.value }));
  if (extra_card) add("extra-card", t("game.extra.earned"));
  if (space !== null && ship !== null) add(`ship-${seat}`, t("game.ship.moves", { space: ship }));
  if (stay) add(`ship-${seat}`, t("game.ship.stays"));
  return lines.length ? [el("ul", { class: "consequences" }, ...lines)] : [];
}

/** The advice of a strong bot, best first. @param {Turn} turn */
function opinions(turn) {
  const items = turn.opinions.slice(0, 3).map(({ action, margin, win }) =>
    el("li", {}, el("button", { type: "button", class: "opinion", click: () => turn.selectAction(action) },
      actionWords(turn, action), win === null || margin === null ? "" : el("small", {}, `${percent(win)} · ${decimal(margin)}`))));
  const hasAlternatives = turn.opinions.some(({ win }) => win !== null);
  return el("section", { class: "opinions" }, el("h3", {}, t("game.hint.title")), el("ol", {}, ...items),
    el("p", {}, t(hasAlternatives ? "game.hint.note" : "game.hint.only")));
}

/** @param {Turn} turn @param {number} action */
function actionWords(turn, action) {
  const { decline, names } = facts.actions;
  if (action === decline) return t("game.decline");
  if (isCard(action)) return cardName(action);
  const preview = turn.cards.flatMap((shown) => shown.previews).find((found) => found.action === action);
  return preview ? whereWords(preview) + (preview.stay ? ` (${t("game.ship.stays")})` : "") : names[action];
}

// --- Buttons

/** @param {Turn} turn @param {State} state @returns {Node[]} */
function buttons(turn, state) {
  if (turn.isPast) return [];
  const { can_decline, can_undo } = state.position;
  const { busy, isAsked, isReady, otherWay, sail } = turn;
  const rows = [];
  if (canReturn(state)) rows.push(button("back", t("company.back"), () => turn.comeBack(), { class: "primary", disabled: busy }));
  if (isReady) rows.push(button("confirm", confirmWords(turn), () => turn.confirm(), { class: "primary", disabled: busy }));
  if (otherWay) rows.push(button("stay", t(otherWay.stay ? "game.ship.stay" : "game.ship.move"), () => turn.selectPreview(otherWay)));
  if (sail && !turn.preview && turn.mode !== "keep") {
    rows.push(button("sail", sailWords(turn, sail), () => turn.selectPreview(sail), { disabled: busy }, icon(`ship-${state.seat}`, SHIP_BOX)));
  }
  if (isAsked && isReady) rows.push(button("cancel", t("game.cancel"), () => turn.cancel(), { class: "quiet", disabled: busy }));
  if (can_decline && !isReady) rows.push(button("decline", t("game.decline"), () => turn.selectDecline(), { disabled: busy }));
  const tools = [];
  if (can_undo > 0) tools.push(tool("undo", t("game.undo"), () => turn.undo(false), busy, "↶"));
  if (can_undo > 1) tools.push(tool("reset", t("game.undo.turn"), () => turn.undo(true), busy, "↺"));
  if (isAsked && state.hints && !turn.opinions.length) tools.push(tool("hint", t("game.hint"), () => turn.hint(), busy, "✧"));
  return [...rows, el("span", { class: "spring" }), ...tools];
}

/** @param {Turn} turn */
function confirmWords(turn) {
  if (turn.declining) return t("game.decline.confirm");
  if (turn.mode === "keep") return t("game.keep", { card: cardName(/** @type {number} */ (turn.card)) });
  return turn.preview?.space === null ? t("game.sail.confirm") : t("game.place");
}

/** @param {Turn} turn @param {ShownPreview} sail */
function sailWords(turn, sail) {
  return sail.ship === null ? t("game.sail.none") : t("game.sail", { points: turn.points(sail), space: sail.ship });
}

/**
 * @param {string} name
 * @param {string} words
 * @param {() => void} click
 * @param {Record<string, unknown>} [attributes]
 * @param {Node} [picture]
 */
function button(name, words, click, attributes = {}, picture) {
  return el("button", { type: "button", "data-name": name, ...attributes, click }, picture, words);
}

/** A button beside the decision; where there is little room only its sign is shown. @param {string} name @param {string} words @param {() => void} click @param {boolean} disabled @param {string} sign */
function tool(name, words, click, disabled, sign) {
  return el("button", { type: "button", "data-name": name, class: "quiet tool", title: words, disabled, click },
    el("span", { class: "glyph", "aria-hidden": "true" }, sign), el("span", { class: "words" }, words));
}

customElements.define("mf-turn", TurnElement);
