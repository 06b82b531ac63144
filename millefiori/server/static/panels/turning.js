// @ts-check
/** Where a finished game was decided: the server names the turns, here are their marks on the plot and the words below it. */

import { el, seatIcon } from "../core/dom.js";
import { signed, t } from "../core/i18n.js";
import { turnSentence, turnUpTo } from "../core/sentences.js";

/** @import { Event, Turning, TurningPoint } from "../core/messages.js" */
/** @import { Reader } from "../core/names.js" */
/** @typedef {{point: TurningPoint, words: string}} Mark */

/** The turns to mark, in order, with what they meant. @param {Turning} turning @param {string[]} names @returns {Mark[]} */
export function marksOf({ winner, lead, swing }, names) {
  const name = names[winner];
  const points = signed(swing.after - swing.before);
  if (lead && lead.events[0] === swing.events[0]) return [{ point: lead, words: t("end.turning.both", { name }) }];
  const marks = [{ point: swing, words: t("end.turning.swing", { name, points }) }];
  if (lead) marks.push({ point: lead, words: t("end.turning.lead", { name }) });
  return marks.sort((one, other) => one.point.events[0] - other.point.events[0]);
}

/** The words below the plot. @param {Turning} turning @param {Event[]} log @param {string[]} names @param {Reader} reader */
export function turningWords(turning, log, names, reader) {
  const entries = marksOf(turning, names).map(({ point, words }, number) => {
    const last = log.findLast((event) => point.events.includes(event.n));
    const turn = last ? turnUpTo(log.filter((event) => event.n < last.n), last) : [];
    const events = turn.map((event) => ({ ...event, new_round: 0, display: [] })); // what came next is no part of it
    const [scoring] = events;
    const round = scoring ? `${t("end.round")} ${scoring.round}` : "";
    return el("li", {}, el("b", { class: "mark-number" }, String(number + 1)), el("span", {}, el("strong", {}, words), ` · ${round} · `, seatIcon(point.seat), " ", turnSentence(events, reader)));
  });
  const never = turning.lead ? null : el("p", {}, t("end.turning.never", { name: names[turning.winner] }));
  return el("div", { class: "turning" }, el("h4", {}, t("end.turning")), never, el("ol", {}, ...entries));
}
