// @ts-check
/** Actions that are only thought of, and what they cost: in words, for puzzles and the analysis board. */

import { facts, isCard } from "./facts.js";
import { capital, decimal, t } from "./i18n.js";
import { cardName, seatName, spaceWords } from "./names.js";

/** @import { PuzzleCost } from "./messages.js" */
/** @import { Reader } from "./names.js" */

/** An action, whoever plays it: "Keep quartz-3", "Place on quartz, row 2, space 5". @param {number} action @param {string} phase */
export function actionWords(action, phase) {
  const { decline, names, place, sail } = facts.actions;
  if (action === decline) return t("game.decline");
  if (action === sail) return t("game.sail.confirm");
  if (isCard(action)) return t(phase === "take" ? "costs.take" : "game.keep", { card: cardName(action) });
  const stays = action >= place + facts.spaces.length;
  const [, name] = names[action].split(" ");
  const space = spaceWords(facts.spaces.findIndex((found) => found.name === name));
  return t(stays ? "preview.stay" : "preview.place", { space });
}

/**
 * What an action costs against the best, seat by seat, the own points first: "You: rows −4.1, sea +1.2".
 * @param {PuzzleCost[]} costs @param {Reader} reader
 */
export function costWords(costs, reader) {
  const seats = [reader.seat, ...reader.players.keys()].filter((seat, index, all) => all.indexOf(seat) === index);
  return seats.flatMap((seat) => {
    const own = costs.filter((cost) => cost.seat === seat).sort((one, other) => Math.abs(other.points) - Math.abs(one.points));
    if (own.length === 0) return [];
    const words = own.map(({ reason, points }) => `${t(`costs.${reason}`)} ${decimal(points)}`).join(", ");
    return [{ seat, name: capital(seatName(seat, reader)), words }];
  });
}
