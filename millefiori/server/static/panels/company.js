// @ts-check
/** `<mf-company>`: who is away and who plays for them; come back, resign, abandon the game. `<mf-proposals>`: what the others ask you. */

import { el } from "../core/dom.js";
import { myGame } from "../core/games.js";
import { listWords, t } from "../core/i18n.js";
import { errorWords, playerTitle } from "../core/names.js";
import { Panel } from "./panel.js";
import { isPresent } from "./scores.js";

/** @import { ShownProposal } from "../core/messages.js" */
/** @import { State } from "../core/state.js" */

const ABANDON = 4;

/** Why a bot plays for a person: "" if none does. @param {State} state @param {number} seat */
export function standInWords({ position }, seat) {
  const why = position.stand_ins?.[seat];
  return why ? t(`company.bot.${why}`) : "";
}

/** Can I take over again? @param {State} state */
export function canReturn({ position, seat, isWatching }) {
  const why = !isWatching && position.phase !== "over" ? position.stand_ins?.[seat] : "";
  return why === "clock" || why === "agreed";
}

/** May I propose anything? @param {State} state */
function hasSay({ position, seat, isWatching }) {
  return !isWatching && position.phase !== "over" && !position.stand_ins?.[seat];
}

/** People for whom a bot could play on: in a game over days only the clock decides. @param {State} state */
function replaceable(state) {
  const { players, position, seat: own, tempo } = state;
  return players.flatMap((player, seat) => {
    const isAway = player.kind !== "bot" && seat !== own && !isPresent(state, seat) && !position.stand_ins?.[seat];
    const isAsked = position.proposals?.some(({ about, agreed }) => about === seat && agreed.includes(own));
    return isAway && !isAsked && (tempo.kind !== "days" || !player.name) ? [seat] : [];
  });
}

/** @param {ShownProposal} proposal @param {State} state */
function proposalWords({ about, agreed }, state) {
  const names = listWords(agreed.map((seat) => playerTitle(seat, state)));
  if (about === ABANDON) return t("company.proposed.abandon", { count: agreed.length, names });
  if (about === state.seat) return t("company.proposed.you", { count: agreed.length, names });
  return t("company.proposed.bot", { count: agreed.length, names, name: playerTitle(about, state) });
}

/** A panel whose buttons ask the server; a refusal stands beside them. */
class AskingPanel extends Panel {
  constructor() {
    super();
    this.error = el("p", { role: "alert", class: "warning", hidden: true });
    this.busy = false;
  }

  /** @param {string} id @param {string} words @param {() => Promise<void>} request @param {string} [look] */
  button(id, words, request, look = "") {
    return el("button", { type: "button", "data-focus": id, class: look || null, click: () => this.ask(request) }, words);
  }

  /** @param {() => Promise<void>} request */
  async ask(request) {
    if (this.busy) return;
    this.busy = true;
    this.error.hidden = true;
    try {
      await request();
    } catch (error) {
      this.error.textContent = errorWords(/** @type {any} */ (error));
      this.error.hidden = false;
    } finally {
      this.busy = false;
    }
  }
}

class ProposalsElement extends AskingPanel {
  /** @param {State} state @returns {Node[]} */
  content(state) {
    const asked = hasSay(state) ? (state.position.proposals ?? []).filter(({ agreed }) => !agreed.includes(state.seat)) : [];
    this.hidden = asked.length === 0;
    const { requests } = state;
    return [...asked.map((proposal) => el("section", { class: "panel", role: "group", "aria-label": t("company.proposal") },
      el("p", { role: "status" }, proposalWords(proposal, state)),
      el("div", { class: "row" },
        proposal.about === state.seat ? "" : this.button(`agree-${proposal.about}`, t("company.agree"), () => requests.agree(proposal.about), "primary"),
        this.button(`disagree-${proposal.about}`, t(proposal.about === state.seat ? "company.here" : "company.disagree"), () => requests.disagree(proposal.about))))),
    this.error];
  }
}

class CompanyElement extends AskingPanel {
  /** @param {State} state @returns {Node[]} */
  content(state) {
    this.hidden = state.isWatching || state.position.phase === "over";
    if (this.hidden) return [];
    const { requests } = state;
    /** @type {HTMLElement[]} */
    const parts = canReturn(state) ? [el("p", {}, t("company.bot.you")), this.button("back", t("company.back"), () => requests.back(), "primary")] : [];
    if (hasSay(state)) {
      for (const seat of replaceable(state)) parts.push(this.button(`replace-${seat}`, t("company.replace", { name: playerTitle(seat, state) }), () => requests.agree(seat)));
      parts.push(...this.own(state), this.leaving(state));
    }
    return [...parts, this.error];
  }

  /** What I have proposed, and can withdraw. @param {State} state */
  own(state) {
    return (state.position.proposals ?? []).filter(({ agreed }) => agreed.includes(state.seat)).map(({ about }) =>
      el("p", {}, about === ABANDON ? t("company.mine.abandon") : t("company.mine.bot", { name: playerTitle(about, state) }), " ",
        this.button(`withdraw-${about}`, t("company.withdraw"), () => state.requests.disagree(about), "quiet")));
  }

  /** Resigning and abandoning are for good: the page asks once more. @param {State} state */
  leaving(state) {
    const { requests, position } = state;
    const isAsked = position.proposals?.some(({ about }) => about === ABANDON);
    const sure = (/** @type {string} */ words, /** @type {() => Promise<void>} */ request) => async () => {
      if (confirm(words)) await request();
    };
    return this.folding("leave", false, t("company.leave"),
      el("p", { class: "hint" }, t("company.leave.words")),
      el("div", { class: "row" },
        this.button("resign", t("company.resign"), sure(t("company.resign.sure"), () => requests.resign())),
        isAsked || myGame(state.game)?.duplicate ? "" : this.button("abandon", t("company.abandon"), sure(t("company.abandon.sure"), () => requests.agree(ABANDON)))));
  }
}

customElements.define("mf-company", CompanyElement);
customElements.define("mf-proposals", ProposalsElement);
