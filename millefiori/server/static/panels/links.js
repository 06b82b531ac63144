// @ts-check
/** `<mf-links>`: the links of a table, at hand while it plays: a button for whoever opened it, with a dialog behind it. */

import { el } from "../core/dom.js";
import { myGame } from "../core/games.js";
import { t } from "../core/i18n.js";
import { Panel } from "./panel.js";

/** @import { State } from "../core/state.js" */

class LinksElement extends Panel {
  /** @param {State} state @returns {Node[]} */
  content(state) {
    const game = myGame(state.game);
    const hasLinks = Boolean(game?.watch) && state.position.phase !== "over";
    return hasLinks ? [el("button", { type: "button", class: "quiet", "data-name": "links", click: () => this.open() }, t("lobby.share.links"))] : [];
  }

  async open() {
    await import("./share.js");
    const { state } = this;
    const game = state && myGame(state.game);
    if (!game) return;
    const dialog = el("dialog", { class: "links" },
      Object.assign(document.createElement("mf-share"), { atTable: true, game: { ...game, players: state.players } }),
      el("div", { class: "row" }, el("button", { type: "button", click: () => dialog.close() }, t("lobby.close"))));
    dialog.addEventListener("close", () => dialog.remove());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    this.closest("mf-game")?.append(dialog);
    dialog.showModal();
  }
}

customElements.define("mf-links", LinksElement);
