// @ts-check
/** The panel beside the cards: what is asked, what the selected play would bring to everybody and why, and the buttons. */

import { el, icon, seatIcon, svg, use } from "./dom.js";
import { decimal, percent, t } from "./i18n.js";
import { cardName, gainWords, playerTitle, setName, spaceWords } from "./sentences.js";
import { isAwaited } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Play} Play */
/** @typedef {import("./state.js").Gain} Gain */
/** @typedef {import("./turn.js").Turn} Turn */

export class TurnElement extends HTMLElement {
  constructor() {
    super();
    this.prompt = el("p", { class: "prompt", role: "status" });
    this.brings = el("div", { class: "brings" });
    this.buttons = el("div", { class: "buttons" });
    this.written = "";
  }

  connectedCallback() {
    this.replaceChildren(this.prompt, this.brings, this.buttons);
  }

  /** @param {Turn} turn */
  show(turn) {
    const { state } = turn;
    if (!state) return;
    const words = promptWords(turn, state);
    if (this.prompt.textContent !== words) this.prompt.textContent = words;
    this.classList.toggle("asked", state.position.decides);
    const focused = this.buttons.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.name : null;
    this.brings.replaceChildren(...brings(turn, state));
    this.buttons.replaceChildren(...buttons(turn, state));
    if (focused) this.focusOn(focused);
  }

  /** Only what a look at a space tells has changed. @param {Turn} turn */
  showLook(turn) {
    if (turn.state) this.brings.replaceChildren(...brings(turn, turn.state));
  }

  /** @param {string} name */
  focusOn(name) {
    /** @type {HTMLElement | null} */ (this.buttons.querySelector(`[data-name="${name}"]`))?.focus();
  }
}

/** @param {Turn} turn @param {State} state */
function promptWords(turn, state) {
  const { position } = state;
  const card = turn.card === null ? "" : cardName(turn.card);
  if (turn.busy) return t("game.prompt.busy");
  if (turn.mode === "draft" && position.chosen !== null && turn.card === position.chosen) return t("game.prompt.chosen", { card });
  if (turn.declining) return t("game.prompt.declining");
  if (turn.mode === "draft") return card ? t("game.prompt.keep_this", { card }) : t("game.prompt.draft");
  if (turn.play) return t("game.prompt.confirm");
  if (turn.mode === "play") return t("game.prompt.play", { card });
  if (turn.mode === "pick" || turn.mode === "extra") return card ? t("game.prompt.space", { card }) : t(`game.prompt.${turn.mode}`);
  return waitingWords(state);
}

/** Whom the game waits for. @param {State} state */
export function waitingWords(state) {
  const { position } = state;
  if (position.phase === "over") return t("game.prompt.over");
  const awaited = state.players.flatMap((_, seat) => (isAwaited(state, seat) ? [playerTitle(seat, state)] : []));
  if (position.phase === "keep" && !state.tactical) return t("game.prompt.choosing", { names: awaited.join(", ") });
  return t(position.phase === "extra" ? "game.prompt.takes" : "game.prompt.plays", { name: playerTitle(position.to_act, state) });
}

/** What the selection brings. @param {Turn} turn @param {State} state @returns {Node[]} */
function brings(turn, state) {
  const nodes = turn.opinions.length ? [opinions(turn)] : [];
  const play = turn.looked ?? turn.play ?? (turn.mode === "draft" ? turn.best(turn.offer) : null);
  if (!play || turn.declining) return nodes;
  return [...nodes, preview(play, state, turn.looked === null && turn.play === null)];
}

/** A play with its points for every player. @param {Play} play @param {State} state @param {boolean} isBest not chosen, but the best of a card */
function preview(play, state, isBest) {
  const where = playWhere(play);
  const rows = state.players.map((_, seat) => playerRow(play.gains.filter((gain) => gain.seat === seat), seat, state));
  const own = Math.max(0, state.seat);
  const ordered = [...rows.slice(own), ...rows.slice(0, own)];
  return el("section", { class: "preview", "aria-label": t("game.preview") },
    el("h3", {}, isBest ? t("game.preview.best", { where }) : where),
    el("ul", { class: "gains" }, ...ordered), ...consequences(play, own));
}

/** @param {Play} play */
function playWhere(play) {
  if (play.space === null) return play.ship === null ? t("game.where.sail_none") : t("game.where.sail", { space: play.ship });
  return spaceWords(play.space);
}

/** @param {Gain[]} gains @param {number} seat @param {State} state */
function playerRow(gains, seat, state) {
  const points = gains.reduce((sum, gain) => sum + gain.points, 0);
  const why = gains.map((gain) => (gains.length > 1 ? `${gainWords(gain)} +${gain.points}` : gainWords(gain))).join(", ");
  return el("li", { class: `seat-${seat} ${gains.length ? "" : "nothing"} ${seat === state.seat ? "own" : ""}` },
    seatIcon(seat), el("b", {}, playerTitle(seat, state)), el("span", { class: "why" }, why), el("strong", {}, gains.length ? `+${points}` : "–"));
}

/** Bonus diamond, extra card, ship: what happens beside the points. @param {Play} play @param {number} seat */
function consequences(play, seat) {
  const lines = [];
  if (play.bonus) {
    const { set, value, waits } = play.bonus;
    lines.push(line("bonus", t(waits ? "game.bonus.waits" : "game.bonus", { set: setName(set), value })));
  }
  if (play.extra_card) lines.push(line("extra-card", t("game.extra.earned")));
  if (play.space !== null && play.ship !== null) lines.push(line(`ship-${seat}`, t("game.ship.moves", { space: play.ship })));
  if (play.stay) lines.push(line(`ship-${seat}`, t("game.ship.stays")));
  return lines.length ? [el("ul", { class: "consequences" }, ...lines)] : [];
}

/** @param {string} drawing @param {string} words */
function line(drawing, words) {
  return el("li", {}, icon(drawing), words);
}

/** The advice of a strong bot, best first. @param {Turn} turn */
function opinions(turn) {
  const items = turn.opinions.slice(0, 3).map(({ action, margin, win }) =>
    el("li", {}, el("button", { type: "button", class: "opinion", click: () => turn.pickAction(action) },
      actionWords(turn, action), win === null || margin === null ? "" : el("small", {}, `${percent(win)} · ${decimal(margin)}`))));
  const isChoice = turn.opinions.some(({ win }) => win !== null);
  return el("section", { class: "opinions" }, el("h3", {}, t("game.hint.title")), el("ol", {}, ...items),
    el("p", {}, t(isChoice ? "game.hint.note" : "game.hint.only")));
}

/** @param {Turn} turn @param {number} action */
function actionWords(turn, action) {
  const { decline, place } = /** @type {State} */ (turn.state).facts.actions;
  if (action === decline) return t("game.decline");
  if (action < place) return cardName(action);
  const play = turn.offers.flatMap((offer) => offer.plays).find((found) => found.action === action);
  return play ? playWhere(play) + (play.stay ? ` (${t("game.ship.stays")})` : "") : (turn.state?.facts.actions.names[action] ?? "");
}

// --- Buttons

/** @param {Turn} turn @param {State} state @returns {Node[]} */
function buttons(turn, state) {
  const { position } = state;
  const { otherWay, sail } = turn;
  const isAsked = ["draft", "pick", "play", "extra"].includes(turn.mode);
  const rows = [];
  if (turn.isReady) rows.push(button("confirm", confirmWords(turn), () => turn.confirm(), "primary", turn.busy));
  if (otherWay) rows.push(button("stay", t(otherWay.stay ? "game.ship.stay" : "game.ship.move"), () => turn.pickPlay(otherWay)));
  if (sail && !turn.play && turn.mode !== "draft") rows.push(button("sail", sailWords(turn, sail), () => turn.pickPlay(sail), "", turn.busy, `ship-${state.seat}`));
  if (isAsked && turn.isReady) rows.push(button("cancel", t("game.cancel"), () => turn.cancel(), "quiet", turn.busy));
  if (position.can_decline && !turn.declining && !turn.isReady) rows.push(button("decline", t("game.decline"), () => turn.pickDecline(), "", turn.busy));
  const tools = [];
  if (position.can_undo > 0) tools.push(button("undo", t("game.undo"), () => turn.undo(false), "quiet", turn.busy));
  if (position.can_undo > 1) tools.push(button("reset", t("game.reset"), () => turn.undo(true), "quiet", turn.busy));
  if (isAsked && !turn.opinions.length) tools.push(button("hint", t("game.hint"), () => turn.hint(), "quiet", turn.busy));
  return [...rows, el("span", { class: "spring" }), ...tools];
}

/** @param {Turn} turn */
function confirmWords(turn) {
  if (turn.mode === "draft") return t("game.keep", { card: cardName(/** @type {number} */ (turn.card)) });
  if (turn.declining) return t("game.decline.confirm");
  return turn.play?.space === null ? t("game.confirm.sail") : t("game.confirm");
}

/** @param {Turn} turn @param {Play} sail */
function sailWords(turn, sail) {
  return sail.ship === null ? t("game.sail.none") : t("game.sail", { points: turn.points(sail), space: sail.ship });
}

/**
 * @param {string} name
 * @param {string} words
 * @param {() => void} click
 * @param {string} [classes]
 * @param {boolean} [disabled]
 * @param {string} [drawing]
 */
function button(name, words, click, classes = "", disabled = false, drawing = "") {
  const picture = drawing ? svg("svg", { class: "icon", viewBox: "-23 -21 46 44", "aria-hidden": "true" }, use(drawing)) : null;
  return el("button", { type: "button", "data-name": name, class: classes, disabled, click }, picture, words);
}

customElements.define("mf-turn", TurnElement);
