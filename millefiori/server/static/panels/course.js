// @ts-check
/** How a game goes, in a few sentences with their pictures: for newcomers on the start page, and on top of the help. */

import { el, icon } from "../core/dom.js";
import { t } from "../core/i18n.js";

/** The drawings of board.svg by sentence. */
const SENTENCES = { keep: "card-back", place: "gem-0", sail: "ship-0", bonus: "bonus", extra: "extra-card", end: "cap" };

export function courseOfGame() {
  return el("ol", { class: "course" }, ...Object.entries(SENTENCES).map(([sentence, drawing]) => el("li", {}, icon(drawing), el("span", {}, t(`course.${sentence}`)))));
}
