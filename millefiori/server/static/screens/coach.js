// @ts-check
/** The coach of a first game: beside the board it explains each new situation once, when it happens. The server says which ones there are. */

import { get } from "../core/api.js";
import { explained, unknown } from "../core/coach.js";
import { el } from "../core/dom.js";
import { loadTexts, onLanguage, t } from "../core/i18n.js";

/** @import { Coached } from "../core/messages.js" */

/** How many things to explain at once: one where the board needs the room. */
const most = () => (matchMedia("(max-width: 700px), (max-height: 540px)").matches ? 1 : 2);

class Coach {
  /** @param {any} game the screen */
  constructor(game) {
    this.game = game;
    /** @type {string[]} what is being explained */
    this.situations = [];
    this.panel = el("section", { class: "teacher panel coach", "aria-live": "polite", hidden: true });
    game.append(this.panel);
    game.addEventListener("shown", () => this.look());
    game.endings.push(onLanguage(() => this.draw()));
    this.look();
  }

  /** Is there something new? While a decision is open, what was begun stays. */
  async look() {
    const { state } = this.game;
    if (state?.position.phase === "over") return this.fallSilent();
    if (!state?.position.decides || this.looking === state.n) return;
    this.looking = state.n;
    try {
      const [found] = await Promise.all([/** @type {Promise<Coached>} */ (get("api/coach", state.key)), loadTexts("learn")]);
      this.situations = unknown(found.situations, most());
      explained(this.situations);
      this.draw();
    } catch (error) {
      console.info("the coach is away:", error);
    }
  }

  draw() {
    const speaks = this.situations.length > 0;
    this.panel.hidden = !speaks;
    this.game.classList.toggle("lesson", speaks);
    const done = el("button", { type: "button", class: "primary", "data-name": "coach-done", click: () => this.fallSilent() }, t("coach.done"));
    this.panel.replaceChildren(el("header", { class: "row" }, el("h2", {}, t("coach.title"))),
      ...this.situations.map((name) => el("p", { class: "words" }, t(`coach.${name}`))), el("div", { class: "buttons" }, done));
  }

  fallSilent() {
    if (this.situations.length === 0) return;
    this.situations = [];
    this.draw();
    this.game.parts.turn.focus({ preventScroll: true });
  }
}

/** Let a game be coached. @param {any} game */
export function coach(game) {
  return new Coach(game);
}
