// @ts-check
// The end of a game: who won and why, the score sheet, the scores over time, and the ways to go on.

import { post } from "./api.js";
import { el, seatIcon } from "./dom.js";
import { myGames, playerNames, rememberGame } from "./games.js";
import { listWords, onLanguage, t } from "./i18n.js";
import { stepsOfLog } from "./plot.js";
import { errorWords } from "./sentences.js";
import { go, rememberOpened } from "./share.js";

/** @typedef {import("./state.js").State} State */

// The rows of the sheet: each area with the reasons for its points, as the board lies from the top left.
const AREAS = {
  workshops: ["group", "workshops_bonus"],
  residences: ["row", "residences_bonus"],
  nobili: ["nobili", "nobili_beneath", "nobili_bonus"],
  populi: ["populi", "populi_beneath", "populi_bonus"],
  trade: ["good", "trade_bonus"],
  harbor: ["fleet"],
  sea: ["sea"],
  extra: ["empty_display"],
};

/** A table of numbers by player; the most of a row is marked with a star, not by colour alone. */
class Sheet {
  /** @param {any} state a State, or what a replay knows of one */
  constructor(state) {
    this.state = state;
    this.rows = /** @type {HTMLElement[]} */ ([]);
  }

  /** @param {string} reason @returns {number[]} */
  points(reason) {
    const number = this.state.facts.reasons.indexOf(reason);
    return this.state.position.players.map((/** @type {any} */ player) => player.points[number] ?? 0);
  }

  /** @param {string} label @param {number[]} values @param {string} [kind] */
  addRow(label, values, kind = "") {
    const most = Math.max(...values);
    const cells = values.map((value) => {
      const isMost = kind === "area" && value === most && most > 0;
      return el("td", { class: isMost ? "most" : null }, isMost ? el("span", { class: "star", role: "img", "aria-label": t("end.most"), title: t("end.most") }, "★") : null, value === 0 && kind === "reason" ? "–" : String(value));
    });
    this.rows.push(el("tr", { class: kind || null }, el("th", { scope: "row" }, label), ...cells));
  }

  /** @param {string} area @param {string[]} reasons */
  addArea(area, reasons) {
    const parts = reasons.map((reason) => /** @type {[string, number[]]} */ ([reason, this.points(reason)]));
    const brought = parts.filter(([, values]) => values.some((value) => value !== 0));
    if (brought.length === 0) return;
    const sums = this.state.players.map((/** @type {any} */ _, /** @type {number} */ seat) => parts.reduce((sum, [, values]) => sum + values[seat], 0));
    this.addRow(t(area === "extra" ? "reason.empty_display" : `area.${area}`), sums, "area");
    if (reasons.length > 1) for (const [reason, values] of brought) this.addRow(t(`end.reason.${reason}`), values, "reason");
  }

  /** @returns {HTMLElement} */
  table() {
    const { players, position } = this.state;
    for (const [area, reasons] of Object.entries(AREAS)) this.addArea(area, reasons);
    this.addRow(t("end.total"), position.players.map((/** @type {any} */ player) => player.score), "total");
    const heads = playerNames(players).map((name, seat) => el("th", { scope: "col" }, seatIcon(seat), el("span", { class: "name" }, name)));
    return el("div", { class: "sheet-scroll", tabindex: 0, role: "region", "aria-label": t("end.sheet") },
      el("table", { class: "sheet" }, el("caption", {}, t("end.sheet")), el("thead", {}, el("tr", {}, el("td", {}), ...heads)), el("tbody", {}, ...this.rows)));
  }
}

/** The score sheet of a position, by area and reason. @param {any} state @returns {HTMLElement} */
export function scoreSheet(state) {
  return new Sheet(state).table();
}

/** `<mf-end>` */
export class EndElement extends HTMLElement {
  constructor() {
    super();
    /** @type {State | null} */
    this.state = null;
    this.drawn = "";
  }

  connectedCallback() {
    this.stop = onLanguage(() => this.render());
  }

  disconnectedCallback() {
    this.stop?.();
  }

  /** Cheap to call again: draws only when the game or its names have changed. @param {State} state */
  update(state) {
    this.state = state;
    const isOver = state.position.phase === "over";
    this.hidden = !isOver;
    const sign = isOver ? JSON.stringify([state.game, state.key, state.n, state.players]) : "";
    if (sign === this.drawn) return;
    this.drawn = sign;
    if (!isOver) return;
    const { key, game, seat, edition, tactical, players } = state;
    const scores = state.position.players.map((player) => player.score);
    rememberGame({ key, game, seat, edition, tactical, players, over: true, scores });
    this.render();
  }

  render() {
    const { state } = this;
    if (!state || state.position.phase !== "over") return;
    const names = playerNames(state.players);
    const plot = Object.assign(document.createElement("mf-plot"), {
      data: { steps: stepsOfLog(state.log, names.length), names, label: this.plotWords(names), roundWord: t("end.round") },
    });
    this.replaceChildren(el("section", { class: "end", "aria-labelledby": "end-title" },
      el("div", { class: "end-result" },
        el("h2", { id: "end-title", tabindex: -1 }, this.headline(names)),
        el("p", { class: "hint" }, this.howItEnded(names)),
        this.ranking(names)),
      this.buttons(),
      el("p", { class: "error", role: "alert" }),
      el("div", { class: "end-parts" },
        el("div", { class: "panel" }, scoreSheet(state)),
        el("figure", { class: "panel" }, el("figcaption", {}, el("h3", {}, t("end.plot"))), plot))));
  }

  /** @param {string[]} names */
  headline(names) {
    const { position, seat } = /** @type {State} */ (this.state);
    const { winners } = position;
    const points = position.players[winners[0]]?.score ?? 0;
    if (winners.length > 1) return t("end.shared", { names: listWords(winners.map((winner) => names[winner])), points });
    return winners[0] === seat ? t("end.you.won", { points }) : t("end.won", { name: names[winners[0]], points });
  }

  /** @param {string[]} names */
  howItEnded(names) {
    const { position } = /** @type {State} */ (this.state);
    const { winners, players, round } = position;
    const out = players.flatMap((player, seat) => (player.supply === 0 ? [names[seat]] : []));
    const why = out.length ? t("end.by.diamonds", { names: listWords(out), round }) : t("end.by.deck", { round });
    const best = players[winners[0]]?.score;
    const wasTie = winners.length === 1 && players.filter((player) => player.score === best).length > 1;
    return wasTie ? `${why} ${t("end.tie")}` : why;
  }

  /** Winners first, then by points. @param {string[]} names */
  ranking(names) {
    const { position } = /** @type {State} */ (this.state);
    const { players, winners } = position;
    const best = Math.max(...players.map((player) => player.score));
    const order = players.map((_, seat) => seat)
      .sort((a, b) => players[b].score - players[a].score || Number(winners.includes(b)) - Number(winners.includes(a)));
    return el("ol", { class: "ranking" }, ...order.map((seat) => {
      const { score, supply, reserve } = players[seat];
      const left = t("end.left", { count: supply + reserve });
      return el("li", { class: winners.includes(seat) ? "winner" : null }, seatIcon(seat),
        el("span", { class: "name" }, names[seat], winners.includes(seat) ? el("span", { class: "crown", role: "img", "aria-label": t("end.winner") }, " ♛") : null),
        el("b", {}, String(score)),
        el("span", { class: "hint" }, score < best ? t("end.behind", { count: best - score, left }) : left));
    }));
  }

  /** The drawing in words. @param {string[]} names */
  plotWords(names) {
    const { position } = /** @type {State} */ (this.state);
    return `${t("end.plot")}: ${names.map((name, seat) => `${name} ${position.players[seat].score}`).join(", ")}`;
  }

  buttons() {
    const { key, seat } = /** @type {State} */ (this.state);
    const plays = seat >= 0;
    return el("div", { class: "row end-buttons" },
      plays ? el("button", { type: "button", class: "primary", click: () => this.again(false) }, t("end.rematch")) : null,
      plays ? el("button", { type: "button", click: () => this.again(true), title: t("end.swap.line") }, t("end.swap")) : null,
      el("a", { class: "button", href: `/replay/${key}` }, t("end.replay")),
      el("a", { class: "button", href: `/api/record/${key}`, download: "" }, t("end.record")),
      el("a", { class: "button", href: "/" }, t("end.home")));
  }

  /** The next game of the same players. Friends get new links, which the host passes on. @param {boolean} sameDeal */
  async again(sameDeal) {
    const { state } = this;
    if (!state || this.isBusy) return;
    this.isBusy = true;
    try {
      const opened = await post("/api/again", { key: state.key, same_deal: sameDeal });
      const moved = state.players.map((_, seat) => state.players.at(seat - 1)); // everybody sits one seat further on
      const path = rememberOpened(opened, { edition: state.edition, tactical: state.tactical, players: /** @type {any} */ (moved) });
      if (Object.keys(opened.invitations).length) this.share(opened.game);
      else go(path);
    } catch (error) {
      const place = this.querySelector(".error");
      if (place) place.textContent = errorWords(/** @type {any} */ (error));
    } finally {
      this.isBusy = false;
    }
  }

  /** @param {string} game */
  share(game) {
    const links = Object.assign(document.createElement("mf-share"), { game: myGames().find((found) => found.game === game) });
    links.addEventListener("back", () => this.render());
    this.replaceChildren(el("section", { class: "panel end" }, links));
    this.querySelector("h2")?.focus();
  }
}

customElements.define("mf-end", EndElement);
