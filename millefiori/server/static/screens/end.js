// @ts-check
/** `<mf-end>`: the end of a game: who won and why, the score sheet, the scores over time, and what to do next. */

import { download, post } from "../core/api.js";
import { el, seatIcon } from "../core/dom.js";
import { myGame, rememberOpened } from "../core/games.js";
import { listWords, onLanguage, t } from "../core/i18n.js";
import { errorWords, playerNames } from "../core/names.js";
import { hasHall, playerKey } from "../core/player.js";
import { analysisPath, duplicatePath, go, HALL, HOME, replayPath, reviewPath } from "../core/router.js";
import { standInWords } from "../panels/company.js";
import { shareReplay } from "../panels/share-replay.js";
import { stepsOfLog } from "../panels/plot.js";
import "../panels/share.js";
import { scoreSheet } from "../panels/sheet.js";
import { marksOf, turningWords } from "../panels/turning.js";

/** @import { Opened, Player } from "../core/messages.js" */
/** @import { State } from "../core/state.js" */

class EndElement extends HTMLElement {
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
    if (isOver) this.render();
  }

  render() {
    const { state } = this;
    if (!state || state.position.phase !== "over") return;
    const names = playerNames(state.players);
    const { turning } = state.position;
    const marks = turning ? marksOf(turning, names).map(({ point }) => point) : [];
    const plot = Object.assign(document.createElement("mf-plot"), { plot: { steps: stepsOfLog(state.log, names.length), names, marks } });
    this.replaceChildren(el("section", { class: "end", "aria-labelledby": "end-title" },
      el("div", { class: "end-result" },
        el("h2", { id: "end-title", tabindex: -1 }, this.headline(names)),
        el("p", { class: "hint" }, this.howItEnded(names)),
        this.ranking(names)),
      this.buttons(),
      el("p", { class: "error", role: "alert" }),
      el("div", { class: "end-parts" },
        el("figure", { class: "panel" }, el("figcaption", {}, el("h3", {}, t("end.plot"))), plot,
          turning ? turningWords(turning, state.log, names, state) : null),
        el("div", { class: "panel" }, scoreSheet(state.position, state.players)))));
  }

  /** @param {string[]} names */
  headline(names) {
    const { position, seat } = /** @type {State} */ (this.state);
    const { winners } = position;
    if (position.abandoned) return t(position.closed ? "status.closed" : "status.abandoned");
    const points = position.players[winners[0]]?.score ?? 0;
    if (winners.length > 1) return t("end.shared", { names: listWords(winners.map((winner) => names[winner])), points });
    return winners[0] === seat ? t("end.you.won", { points }) : t("end.won", { name: names[winners[0]], points });
  }

  /** @param {string[]} names */
  howItEnded(names) {
    const { position } = /** @type {State} */ (this.state);
    const { winners, players, round } = position;
    if (position.abandoned) return t(position.closed ? "end.by.operator" : "end.by.agreement");
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
        el("span", { class: "name" }, names[seat], winners.includes(seat) ? el("span", { class: "crown", role: "img", "aria-label": t("end.winner") }, " ♛") : null,
          position.stand_ins?.[seat] ? el("small", { class: "hint" }, ` ${standInWords(/** @type {State} */ (this.state), seat)}`) : null),
        el("b", {}, String(score)),
        el("span", { class: "hint" }, score < best ? t("end.behind", { count: best - score, left }) : left));
    }));
  }

  buttons() {
    const { key, isWatching, game } = /** @type {State} */ (this.state);
    const duplicate = myGame(game)?.duplicate; // record, replay and review wait for its other tables
    if (duplicate) {
      return el("div", { class: "row end-buttons" }, el("a", { class: "button primary", id: "to-comparison", href: duplicatePath(duplicate) }, t("duplicate.go")),
        el("a", { class: "button", href: HOME }, t("end.home")));
    }
    const plays = !isWatching;
    const areStrangers = Boolean(hasHall() && myGame(game)?.hall); // they have nobody to pass links on to
    return el("div", { class: "row end-buttons" },
      areStrangers ? el("a", { class: "button primary", href: HALL }, t("hall.go")) : null,
      plays && !areStrangers ? el("button", { type: "button", class: "primary", click: () => this.again(false) }, t("end.rematch")) : null,
      plays && !areStrangers ? el("button", { type: "button", click: () => this.again(true), title: t("end.swap.line") }, t("end.swap")) : null,
      this.state?.position.abandoned ? null : el("a", { class: "button", "data-name": "review", href: reviewPath(key), title: t("end.review.line") }, t("end.review")),
      el("a", { class: "button", href: replayPath(key) }, t("end.replay")),
      ...(plays ? shareReplay(key) : []),
      el("button", { type: "button", "data-name": "record", click: () => this.tryTo(() => download("api/record", key)) }, t("end.record")),
      el("a", { class: "button", href: analysisPath(`game/${key}`) }, t("analysis.entry")),
      el("a", { class: "button", href: HOME }, t("end.home")));
  }

  /** The next game of the same players. Friends get new links, which the host passes on. @param {boolean} sameDeal */
  again(sameDeal) {
    const { key, players, edition, tactical } = /** @type {State} */ (this.state);
    return this.tryTo(async () => {
      /** @type {Opened} */
      const opened = await post("api/again", { key, same_deal: sameDeal }, playerKey());
      const moved = players.map((_, seat) => /** @type {Player} */ (players.at(seat - 1))); // everybody moves one seat on
      const path = rememberOpened(opened, { edition, tactical, players: moved });
      if (Object.keys(opened.invitations).length) this.share(opened.game);
      else go(path);
    });
  }

  /** Try something, one thing at a time; if it fails, say why. @param {() => Promise<void>} work */
  async tryTo(work) {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      await work();
    } catch (error) {
      const place = this.querySelector(".error");
      if (place) place.textContent = errorWords(/** @type {any} */ (error));
    } finally {
      this.isBusy = false;
    }
  }

  /** @param {string} game */
  share(game) {
    const links = Object.assign(document.createElement("mf-share"), { game: myGame(game) });
    links.addEventListener("back", () => this.render());
    this.replaceChildren(el("section", { class: "panel end" }, links));
    this.querySelector("h2")?.focus();
  }
}

customElements.define("mf-end", EndElement);
