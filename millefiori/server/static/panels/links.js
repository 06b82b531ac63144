// @ts-check
/** `<mf-links>`: the links of a table, at hand while it plays: a button for players, with a dialog behind it. */

import { el } from "../core/dom.js";
import { myGame } from "../core/games.js";
import { t } from "../core/i18n.js";
import { Panel } from "./panel.js";
import { viewLink } from "./view-link.js";

/** @import { State } from "../core/state.js" */

class LinksElement extends Panel {
  /** @param {State} state @returns {Node[]} */
  content(state) {
    const hasLinks = !state.isWatching && Boolean(state.key) && !myGame(state.game)?.duplicate && state.position.phase !== "over";
    return hasLinks ? [el("button", { type: "button", class: "quiet", "data-name": "links", click: () => this.open() }, t("lobby.share.links"))] : [];
  }

  async open() {
    await import("./share.js");
    const { state } = this;
    if (!state) return;
    const game = myGame(state.game);
    const dialog = el("dialog", { class: "links" },
      game?.watch ? Object.assign(document.createElement("mf-share"), { atTable: true, game: { ...game, players: state.players } }) : null,
      viewLink(state.key),
      el("div", { class: "row" }, el("button", { type: "button", click: () => dialog.close() }, t("lobby.close"))));
    dialog.addEventListener("close", () => dialog.remove());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    this.closest("mf-game")?.append(dialog);
    dialog.showModal();
  }
}

customElements.define("mf-links", LinksElement);
