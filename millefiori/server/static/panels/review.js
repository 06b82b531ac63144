// @ts-check
/** The parts of a review: chances to win, the moments that decided the game, all decisions, luck and skill, accuracy. */

import { el, seatIcon } from "../core/dom.js";
import { percent, t } from "../core/i18n.js";
import { playerNames, seatName } from "../core/names.js";
import { balanceWords, momentWords, partName, placeWords } from "../core/review-words.js";
import { eventWords } from "../core/sentences.js";
import "./plot.js";

/** @import { ShownDecision, ShownReview } from "../core/messages.js" */
/** @import { Reader } from "../core/names.js" */
/** @typedef {(step: number) => void} Show */

/**
 * The moments that decided the game, numbered as in the curve.
 * @param {ShownReview} review @param {Reader} reader @param {number} current @param {Show} show @returns {Node[]}
 */
export function momentsPart({ moments, decisions, stage }, reader, current, show) {
  const title = el("h2", {}, t("review.moments"));
  if (moments.length === 0) return [title, el("p", { class: "hint" }, t(stage === "done" ? "review.moments.none" : "review.soon"))];
  return [title, el("ol", { class: "moments" }, ...moments.map((moment, number) => {
    const decision = decisions.find(({ step }) => step === moment.step);
    const words = [el("b", { class: "mark-number" }, String(number + 1)), el("span", {}, seatIcon(moment.seat), " ", momentWords(moment, decision, reader))];
    if (moment.is_deal) return el("li", {}, el("div", { class: "moment" }, ...words));
    return el("li", {}, el("button", { type: "button", class: "moment", "data-name": `moment-${number}`, "aria-current": moment.step === current ? "step" : null, click: () => show(moment.step) }, ...words));
  }))];
}

/**
 * Chances to win over time; a click shows the next decision from there on.
 * @param {ShownReview} review @param {Show} show @returns {Node[]}
 */
export function chancesPart({ curve, steps, players, moments, decisions }, show) {
  if (curve.length === 0) return [el("h2", {}, t("review.chances")), el("p", { class: "hint" }, t("review.soon"))];
  const points = Array.from({ length: steps + 1 }, (_, step) => {
    const { win, round } = curve.findLast((point) => point.step <= step) ?? curve[0];
    return { scores: win.map((share) => Math.round(100 * share)), round, n: step };
  });
  const plot = Object.assign(document.createElement("mf-plot"), {
    plot: { steps: points, names: playerNames(players), marks: moments.map(({ step }) => ({ events: [step + 1] })), most: 100, unit: "\u202f%", label: t("review.chances") },
  });
  plot.addEventListener("step", (event) => {
    const wanted = /** @type {CustomEvent} */ (event).detail;
    const next = decisions.find(({ step }) => step >= wanted - 1) ?? decisions.at(-1);
    if (next) show(next.step);
  });
  return [el("h2", {}, t("review.chances")), plot];
}

/**
 * The decisions of a seat, those that cost something or all.
 * @param {ShownReview} review @param {Reader} reader @param {{seat: number, all: boolean, step: number}} wanted @param {Show} show
 * @param {(seat: number, all: boolean) => void} list @param {(decisions: ShownDecision[]) => void} practise @returns {(Node | string)[]}
 */
export function decisionsPart({ decisions, players, stage }, reader, { seat, all, step: current }, show, list, practise) {
  const tabs = players.map((_, number) => el("button", { type: "button", class: "quiet", "data-name": `seat-${number}`, "aria-pressed": String(number === seat), click: () => list(number, all) }, seatIcon(number), " ", seatName(number, reader)));
  const own = decisions.filter((decision) => decision.seat === seat);
  const shown = own.filter(({ verdict }) => all || verdict === "slip" || verdict === "mistake");
  const entries = shown.map((decision) => el("li", {}, el("button", {
    type: "button", class: "review-entry", "data-name": `step-${decision.step}`, "aria-current": decision.step === current ? "step" : null, click: () => show(decision.step),
  }, el("small", { class: "hint" }, placeWords(decision)), el("span", {}, eventWords(decision.played, reader)),
  el("span", { class: `verdict-badge ${decision.verdict}` }, decision.loss && decision.loss.why.whole > 0 && decision.verdict !== "sound" ? `−${decision.loss.why.whole}` : t(`review.verdict.${decision.verdict}`)))));
  const open = own.filter(({ verdict, better }) => better && (verdict === "slip" || verdict === "mistake"));
  const nothing = el("p", { class: "hint" }, t(stage === "done" ? "review.none" : "review.soon"));
  return [el("h2", {}, t("review.decisions")), el("div", { class: "row review-tabs", role: "group", "aria-label": t("review.whose") }, ...tabs),
    el("label", { class: "review-all" }, el("input", { type: "checkbox", checked: all, "data-name": "all", change: (/** @type {any} */ event) => list(seat, event.target.checked) }), t("review.all", { count: own.length })),
    open.length ? el("button", { type: "button", "data-name": "practise", click: () => practise(open) }, t("review.practise", { count: open.length })) : "",
    entries.length ? el("ol", { class: "review-entries" }, ...entries) : nothing];
}

/** Luck and skill, one sentence for each seat; the reader's own first. @param {ShownReview} review @param {Reader} reader @returns {Node[]} */
export function luckPart({ balance, players }, reader) {
  const title = el("h2", {}, t("review.luck"));
  if (balance.length === 0) return [title, el("p", { class: "hint" }, t("review.soon"))];
  const seats = players.map((_, seat) => seat).sort((one, other) => Number(other === reader.seat) - Number(one === reader.seat) || one - other);
  return [title, ...seats.map((seat) => el("p", {}, seatIcon(seat), " ", balanceWords(balance[seat], seat, reader))), el("p", { class: "hint" }, t("review.luck.line"))];
}

/** How well a seat decided, by phase and area. @param {ShownReview} review @param {Reader} reader @param {number} seat @returns {Node[]} */
export function accuracyPart({ accuracy }, reader, seat) {
  const rows = (accuracy[seat] ?? []).filter(({ decisions }) => decisions > 0);
  const cells = rows.map((row) => el("tr", {}, el("th", { scope: "row" }, partName(row)), el("td", {}, String(row.decisions)), el("td", {}, percent(row.sound / row.decisions)), el("td", {}, row.lost >= 0.5 ? `−${Math.round(row.lost)}` : "0")));
  const head = [seatName(seat, reader), t("review.count"), t("review.sound"), t("review.lost")].map((words) => el("th", { scope: "col" }, words));
  return [el("h2", {}, t("review.accuracy")), el("table", { class: "accuracy" }, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...cells)), el("p", { class: "hint" }, t("review.measure"))];
}
