// @ts-check
/** `<mf-players>`: what everybody sees of the players: diamonds, ship, cards in hand, and how far their sets are. Scores stand in the bar. */

import { el, icon, nextFrame, seatIcon } from "../core/dom.js";
import { facts } from "../core/facts.js";
import { t } from "../core/i18n.js";
import { areaName, kindName, playerTitle } from "../core/names.js";
import { settings } from "../core/settings.js";
import { isAwaited } from "../core/state.js";
import { standInWords } from "./company.js";
import { LargePanel, unseen } from "./panel.js";
import { isPresent } from "./scores.js";

/** @import { State } from "../core/state.js" */

/** A number with a picture; the words say what it counts. @param {SVGElement} picture @param {string} value @param {string} words */
function figure(picture, value, words) {
  return el("li", { title: words }, picture, el("span", { "aria-hidden": "true" }, value), unseen(words));
}

// --- Sets ------------------------------------------------------------------------------------------------------------

/** What a player has of a set, in words: "Workshops: has quartz; still needs ash, lime; next bonus 15." @param {State} state @param {number} seat @param {number} set */
export function setWords(state, seat, set) {
  const kinds = facts.sets[set];
  const { kinds: has, bonus } = state.position.players[seat];
  const own = kinds.filter((_, kind) => has[set][kind]).map(kindName);
  const missing = kinds.filter((_, kind) => !has[set][kind]).map(kindName);
  return areaName(set) + t("colon") + [
    own.length ? t("players.has", { kinds: own.join(", ") }) : "",
    missing.length ? t("players.lacks", { kinds: missing.join(", ") }) : "",
    bonusWords(state, bonus[set], set),
  ].filter(Boolean).join(" ");
}

/** @param {State} state @param {number} held @param {number} set */
function bonusWords(state, held, set) {
  if (held) return t("players.bonus.held", { value: held });
  const next = Math.max(0, ...state.position.bonus_left[set]);
  return next ? t("players.bonus.next", { value: next }) : t("players.bonus.gone");
}

/** @param {State} state @param {number} seat @param {number} set */
function setPicture(state, seat, set) {
  const player = state.position.players[seat];
  const held = player.bonus[set];
  const next = Math.max(0, ...state.position.bonus_left[set]);
  const words = setWords(state, seat, set);
  const kinds = facts.sets[set].map((kind, number) => {
    const drawn = kind.value ? el("b", {}, String(kind.value)) : icon(`symbol-${kind.symbol}`);
    return el("span", { class: player.kinds[set][number] ? "kind has" : "kind" }, drawn);
  });
  return el("li", { class: `set area-${set}`, title: words },
    el("span", { class: "kinds", "aria-hidden": "true" }, ...kinds),
    el("span", { class: held ? "bonus held" : "bonus", "aria-hidden": "true" }, held || next || "–"),
    unseen(words));
}

// --- Players ---------------------------------------------------------------------------------------------------------

/** Is somebody there? Bots always are. @param {State} state @param {number} seat */
function presenceMark(state, seat) {
  if (state.players[seat].kind === "bot") return null;
  const here = isPresent(state, seat);
  const words = t(here ? "players.here" : "players.away");
  return el("span", { class: here ? "presence here" : "presence", title: words }, unseen(words));
}

/** @param {State} state @param {number} seat */
function playerFigures(state, seat) {
  const player = state.position.players[seat];
  const left = player.reserve ? `${player.supply} + ${player.reserve}` : String(player.supply);
  const sea = facts.sea.points.length - 1;
  return el("ul", { class: "figures" },
    figure(icon(`gem-${seat}`), left, t("players.supply", { supply: player.supply, reserve: player.reserve })),
    figure(icon(`ship-${seat}`), String(player.ship), t("players.ship", { space: player.ship, last: sea })),
    figure(icon("card-back"), String(player.cards), t("players.cards", { count: player.cards })));
}

/** @param {State} state @param {number} seat */
function playerCard(state, seat) {
  const { position } = state;
  const player = position.players[seat];
  const hasKept = position.all_keep && player.has_kept;
  const isMine = seat === state.seat;
  return el("li", { class: `player seat-${seat}${isAwaited(state, seat) ? " awaited" : ""}${isMine ? " mine" : ""}` },
    el("h3", {},
      seatIcon(seat),
      el("span", { class: "name" }, playerTitle(seat, state)),
      isMine && el("span", { class: "tag" }, t("you")),
      presenceMark(state, seat),
      position.stand_ins?.[seat] && el("span", { class: "tag bot" }, standInWords(state, seat)),
      hasKept && el("span", { class: "tag kept" }, t("players.kept"))),
    playerFigures(state, seat),
    el("ul", { class: "sets" }, ...facts.sets.map((_, set) => setPicture(state, seat, set))));
}

class PlayersElement extends LargePanel {
  /** At first one player in each frame: hundreds of drawings at once would take too long for one. @param {Node[]} content */
  async put(content) {
    const list = /** @type {HTMLElement} */ (content[1]);
    if (this.firstChild || settings.speed === "none") return super.put(content);
    const players = [...list.children];
    for (const player of players.slice(1)) player.remove();
    super.put(content);
    for (const [number, player] of players.entries()) {
      if (number) await nextFrame();
      if (number && (list.parentNode !== this || list.childElementCount !== number)) return; // all have been drawn meanwhile
      list.append(player);
    }
  }

  /** @param {State} state @returns {Node[]} */
  content(state) {
    return [
      el("h2", { class: "unseen" }, t("players.title")),
      el("ul", { class: "players" }, ...state.players.map((_, seat) => playerCard(state, seat))),
    ];
  }
}

customElements.define("mf-players", PlayersElement);
