// @ts-check
/** Actions that are only thought of, in words: for puzzles and the analysis board. */

import { facts, isCard } from "./facts.js";
import { t } from "./i18n.js";
import { cardName, spaceWords } from "./names.js";

/** An action, whoever plays it: "Keep quartz-3", "Place on quartz, row 2, space 5". @param {number} action @param {string} phase */
export function actionWords(action, phase) {
  const { decline, names, place, sail } = facts.actions;
  if (action === decline) return t("game.decline");
  if (action === sail) return t("game.sail.confirm");
  if (isCard(action)) return t(phase === "take" ? "puzzles.take" : "game.keep", { card: cardName(action) });
  const stays = action >= place + facts.spaces.length;
  const [, name] = names[action].split(" ");
  const space = spaceWords(facts.spaces.findIndex((found) => found.name === name));
  return t(stays ? "preview.stay" : "preview.place", { space });
}
