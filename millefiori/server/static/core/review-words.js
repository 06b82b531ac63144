// @ts-check
/** What a review says, in sentences: why a decision costs points, what decided the game, luck and skill. The server sends the numbers. */

import { facts } from "./facts.js";
import { capital, decimal, language, listWords, percent, signed, t } from "./i18n.js";
import { areaName, seatName } from "./names.js";
import { eventWords, outcomeWords } from "./sentences.js";

/** @import { Event, ShownAccuracy, ShownBalance, ShownDecision, ShownLoss, ShownMoment, ShownPiece, ShownReview, ShownWhy } from "./messages.js" */
/** @import { Reader } from "./names.js" */

const MOST_OTHERS = 2; // seats that are named; the mean of all follows

/** "6 in residence rows". @param {ShownPiece} piece */
function pieceWords({ points, reason }) {
  return t("review.part", { points, reason: t(`review.reason.${reason}`) });
}

/** The form of a sentence: about the reader, or about somebody else. @param {number} seat @param {Reader} reader */
function person(seat, reader) {
  return seat === reader.seat ? "you" : "they";
}

/**
 * What a loss consists of: "In all this costs 13 points: it loses 6 in residence rows and 5 from the workshops’ bonus. In return it
 * gains 2 at sea. Ben gets 4 more, mostly from goods." The numbers add up.
 * @param {ShownWhy} why
 * @param {Reader} reader
 */
export function whyWords({ whole, lost, gained, others, others_mean }, reader) {
  const points = t("points", { count: whole });
  const isWide = lost.length === 1 && lost[0].reason === "elsewhere";
  const first = lost.length === 0 ? "review.costs" : isWide ? "review.costs.widely" : gained.length || others.length ? "review.costs.balance" : "review.costs.parts";
  const words = [t(first, { points, parts: listWords(lost.map(pieceWords)) })];
  if (gained.length) words.push(t("review.gains", { parts: listWords(gained.map(pieceWords)) }));
  const weightiest = [...others].sort((one, other) => Math.abs(other.points) - Math.abs(one.points)).slice(0, MOST_OTHERS);
  for (const { seat, points: change, reason } of weightiest) {
    const key = `review.other.${change > 0 ? "gains" : "loses"}.${person(seat, reader)}${reason === "elsewhere" ? ".widely" : ""}`;
    words.push(capital(t(key, { name: seatName(seat, reader), points: Math.abs(change), reason: t(`review.reason.${reason}`) })));
  }
  if (others.length && reader.players.length > 2 && others_mean) words.push(t(others_mean > 0 ? "review.mean.gain" : "review.mean.lose", { points: Math.abs(others_mean) }));
  return words.join(" ");
}

/** "9.3 ± 1.2 points, 18 % ± 5 % chance to win, in 256 worlds". @param {ShownLoss} loss */
export function figuresWords({ points, error, win, win_error, worlds }) {
  const plain = (/** @type {number} */ number) => decimal(number).replace("+", "");
  return t("review.figures", { points: plain(points), error: plain(error), win: percent(win), win_error: percent(win_error), worlds: new Intl.NumberFormat(language()).format(worlds) });
}

/** What was done, or would have been, with what it brought at once. @param {Event} event @param {Reader} reader */
export function doneWords(event, reader) {
  const brought = outcomeWords(event, event.seat, reader);
  return eventWords(event, reader) + (brought ? t("colon") + brought : "");
}

/** "Round 2, turn 3". @param {{round: number, turn: number}} place */
export function placeWords({ round, turn }) {
  return t("review.place", { round, turn: turn + 1 });
}

/** @param {ShownMoment} moment @param {ShownDecision | undefined} decision of it, unless it is a deal @param {Reader} reader */
export function momentWords({ is_deal, seat, win, round }, decision, reader) {
  const params = { name: seatName(seat, reader), round, win: percent(Math.abs(win)) };
  const change = win > 0 ? "gains" : "loses";
  if (is_deal) return t(`review.moment.deal.${change}.${person(seat, reader)}`, params);
  const done = decision ? eventWords(decision.played, reader) : "";
  return t("review.moment.decision", { ...params, done });
}

/**
 * "You won by 12: the cards gave you 18, your decisions cost 31, your opponent’s gave you 25." Whole numbers that add up.
 * @param {ShownBalance} balance
 * @param {number} seat
 * @param {Reader} reader
 */
export function balanceWords({ whole }, seat, reader) {
  const [start, luck, own, others, result] = whole;
  const who = person(seat, reader);
  const many = reader.players.length > 2 ? "many" : "two";
  const params = (/** @type {number} */ points) => ({ name: seatName(seat, reader), points: Math.abs(points) });
  const sign = (/** @type {number} */ points) => (points >= 0 ? "plus" : "minus");
  const first = t(`review.result.${many}.${result > 0 ? "plus" : result < 0 ? "minus" : "level"}.${who}`, params(result));
  const parts = [
    t(`review.luck.${sign(luck)}.${who}`, params(luck)),
    t(`review.own.${sign(own)}.${who}`, params(own)),
    t(`review.others.${many}.${sign(others)}.${who}`, params(others)),
  ];
  if (start) parts.push(t("review.start", { points: signed(start) }));
  return `${capital(first)}${t("colon")}${listWords(parts)}.`;
}

/** The name of a part of the game: a phase or an area. @param {ShownAccuracy} accuracy */
export function partName({ part }) {
  return facts.areas.includes(part) || part === "sea" ? areaName(part) : t(`review.part.${part}`);
}

/** How far the review is. @param {ShownReview} review */
export function stageWords({ stage, progress }) {
  return t(`review.stage.${stage}`, { progress: percent(progress) });
}
