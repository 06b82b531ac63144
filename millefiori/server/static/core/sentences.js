// @ts-check
/** What happened and what could happen, in sentences. The server sends numbers and facts; here are the words. */

import { facts } from "./facts.js";
import { capital, listWords, signed, t } from "./i18n.js";
import { areaName, cardName, cardNames, seatName, setName, spaceName, spaceWords, symbolName } from "./names.js";
import { pointsOf, standing } from "./state.js";

/** @import { Event, ShownBonus, ShownGain, ShownPreview } from "./messages.js" */
/** @import { Reader } from "./names.js" */
/** What an event brought or a preview would bring. @typedef {{gains?: ShownGain[], bonus?: ShownBonus | null, extra_card?: boolean}} Outcome */

// --- Points ----------------------------------------------------------------------------------------------------------

/** Why there are points, without the points themselves: "group of 4 on pigments". @param {ShownGain} gain */
export function gainWords({ facts: why, reason }) {
  if (reason.endsWith("_bonus")) return t("gain.bonus", { set: setName(why.set) });
  if (reason.endsWith("_beneath")) return t("gain.beneath", { count: why.diamonds });
  switch (reason) {
    case "nobili":
    case "populi": {
      const words = t("gain.level", { pyramid: areaName(why.pyramid), level: t(`level.${why.level}`) });
      return why.matches ? `${words}, ${t("gain.matches")}` : words;
    }
    case "group":
      return t(why.pigments ? "gain.group.pigments" : "gain.group", { size: why.diamonds });
    case "row":
      return t(String(why.values).includes("+") ? "gain.row" : "gain.residence", { values: why.values });
    case "good":
      return t("gain.good", { diamonds: diamonds(why.diamonds), good: symbolName(why.good), value: why.value });
    case "fleet":
      return t("gain.fleet", { diamonds: diamonds(why.diamonds), goods: t("goods", { count: why.goods }) });
    case "sea":
      return t("gain.sea", { space: why.space });
    default:
      return t("gain.empty_display");
  }
}

/** "1 diamond", "4 diamonds". @param {number} count */
function diamonds(count) {
  return t("diamonds", { count });
}

/**
 * An outcome in pieces, so that a panel can arrange them. `own` are the reasons of the acting seat, bonus and extra card
 * included; `others` is what the other seats gain.
 * @param {Outcome} outcome
 * @param {number} seat who acts
 * @returns {{points: number, own: string[], others: {seat: number, points: number, why: string}[]}}
 */
export function outcomeParts({ gains = [], bonus, extra_card }, seat) {
  const mine = gains.filter((gain) => gain.seat === seat);
  const own = mine.map((gain) => (mine.length > 1 ? `${gainWords(gain)} ${signed(gain.points)}` : gainWords(gain)));
  if (bonus?.waits) own.push(t("gain.bonus.waits", { set: setName(bonus.set), value: bonus.value }));
  if (extra_card) own.push(t("gain.extra"));
  const seats = [...new Set(gains.map((gain) => gain.seat))].filter((other) => other !== seat);
  const whyOf = (/** @type {number} */ other) => gains.filter((gain) => gain.seat === other).map(gainWords).join(", ");
  return { points: pointsOf(gains, seat), own, others: seats.map((other) => ({ seat: other, points: pointsOf(gains, other), why: whyOf(other) })) };
}

/**
 * The same as one phrase: "+8, group of 4 on pigments; Ada +3 (1 diamond beneath)"; "" if it brings nothing.
 * @param {Outcome} outcome
 * @param {number} seat who acts
 * @param {Reader} reader
 */
export function outcomeWords(outcome, seat, reader) {
  const { points, own, others } = outcomeParts(outcome, seat);
  const mine = [points ? signed(points) : "", ...own].filter(Boolean).join(", ");
  const rest = others.map((other) => `${seatName(other.seat, reader)} ${signed(other.points)} (${other.why})`);
  return [mine, ...rest].filter(Boolean).join("; ");
}

/** One way to play a card, with what it would bring: "Place on W2.5: +8, group of 4". @param {ShownPreview} preview @param {Reader} reader */
export function previewWords(preview, reader) {
  return previewName(preview) + t("colon") + (outcomeWords(preview, reader.seat, reader) || t("preview.nothing"));
}

/** @param {ShownPreview} preview */
function previewName({ space, ship, stay }) {
  if (space === null) return ship === null ? t("preview.sail.none") : t("preview.sail", { to: ship });
  const where = { space: spaceWords(space) };
  if (stay) return t("preview.stay", where);
  return ship === null ? t("preview.place", where) : t("preview.ship", { ...where, to: ship });
}

// --- Events ----------------------------------------------------------------------------------------------------------

/** Who did what, without what it brought: "Ben places on W2.5 with quartz-3". @param {Event} event @param {Reader} reader */
export function eventWords(event, reader) {
  if (event.kind === "close") return capital(t("say.close"));
  const person = event.seat === reader.seat ? "you" : "they";
  const card = typeof event.card === "number" ? cardName(event.card) : "";
  const space = typeof event.space === "number" ? spaceName(event.space) : "";
  const params = { name: seatName(event.seat, reader), card, space, count: event.taken_back?.length ?? 0 };
  if (event.kind === "agree" || event.kind === "disagree") return proposalWords(event, reader);
  const hidden = event.kind === "keep" && !card;
  const words = t(`say.${event.kind}${hidden ? ".hidden" : ""}${event.stay ? ".stay" : ""}.${person}`, params);
  return event.is_extra ? t("say.extra", { words }) : capital(words);
}

/** Somebody agrees or disagrees: to a bot for a seat, or to abandoning the game. @param {Event} event @param {Reader} reader */
function proposalWords({ kind, seat, about, settled }, reader) {
  const what = about === null || about === undefined || about >= reader.players.length ? "abandon" : "bot";
  const name = seatName(seat, reader);
  const other = what === "bot" ? seatName(Number(about), reader) : "";
  return capital(t(`say.${settled ? "settled" : kind}.${what}${settled ? "" : seat === reader.seat ? ".you" : ".they"}`, { name, other }));
}

/** What everybody learns besides: a new round, new cards, the final scoring. @param {Event} event @param {Reader} reader @returns {string[]} */
export function newsWords(event, reader) {
  const news = [];
  if (event.new_round) news.push(t("say.round", { round: event.new_round }));
  if (event.display?.length) news.push(t("say.display", { cards: cardNames(event.display) }));
  const final = event.final ?? [];
  for (const seat of new Set(final.map((gain) => gain.seat))) {
    const why = final.filter((gain) => gain.seat === seat).map((gain) => `${gainWords(gain)} ${signed(gain.points)}`);
    news.push(t("say.final", { name: seatName(seat, reader), points: signed(pointsOf(final, seat)), why: listWords(why) }));
  }
  return news;
}

/** A whole event: "Ben places on W2.5 with quartz-3: +8, group of 4; Ada +3 (1 diamond beneath)". @param {Event} event @param {Reader} reader */
export function sentence(event, reader) {
  const brought = outcomeWords(event, event.seat, reader);
  const news = newsWords(event, reader).join(" ");
  return `${eventWords(event, reader)}${brought ? t("colon") + brought : ""}${news ? `. ${news}` : ""}`;
}

// --- A turn with its extra cards --------------------------------------------------------------------------------------

/** What the ticker tells of a turn while it grows. */
const CHAIN = new Set(["place", "sail", "take", "decline"]);

/** The events of the turn to which an event belongs, up to it. @param {Event[]} log what happened before @param {Event} event */
export function turnUpTo(log, event) {
  return standing([...log, event]).filter((other) => CHAIN.has(other.kind) && other.seat === event.seat && other.round === event.round && other.turn === event.turn);
}

/** One card with what it brought: "quartz-3 in the workshops: +4, group of 4". @param {Event} event @param {Reader} reader */
function cardWords(event, reader) {
  const where = t(`chain.in.${typeof event.space === "number" ? facts.areas[facts.spaces[event.space].area] : "sea"}`);
  const brought = outcomeWords({ ...event, extra_card: false }, event.seat, reader);
  return t("chain.card", { card: cardName(event.card ?? 0), where }) + (brought ? t("colon") + brought : "");
}

/**
 * A turn as one sentence that grows with its extra cards: "Ada plays quartz-3 in the workshops: +4, group of 4 → extra card shell-2 …".
 * @param {Event[]} events of one turn
 * @param {Reader} reader
 */
export function turnSentence(events, reader) {
  const cards = events.filter((event) => event.kind === "place" || event.kind === "sail");
  if (!cards.length) return "";
  const [first, ...extra] = cards.map((event) => cardWords(event, reader));
  const begun = t(events[0].seat === reader.seat ? "chain.you" : "chain.they", { name: seatName(events[0].seat, reader), card: first });
  const parts = [capital(begun), ...extra.map((card) => t("chain.extra", { card }))];
  const last = events[events.length - 1];
  if (last.kind === "decline") parts.push(t("chain.declined"));
  else if (last.kind === "take") parts.push(t("chain.extra", { card: `${cardName(last.card ?? 0)} …` }));
  else if (last.extra_card) parts.push(t("chain.extra", { card: "…" }));
  const news = newsWords(last, reader).join(" ");
  return parts.join(" → ") + (news ? `. ${news}` : "");
}
