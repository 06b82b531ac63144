// @ts-check
/** A duplicate's deals: how far each table is, and when all are over, who made more of the same cards; the sum of all deals. */

import { el, seatIcon } from "../core/dom.js";
import { decimal, language, listWords, t } from "../core/i18n.js";
import { botName } from "../core/names.js";
import { replayPath, reviewPath } from "../core/router.js";

/** @import { Duplicate, DuplicateDeal, DuplicateTable } from "../core/messages.js" */

/** The people of a table, and how many bots. @param {Duplicate} found @param {number[]} people */
function company({ names, terms }, people) {
  const bots = people.filter((person) => person < 0).length;
  const words = people.filter((person) => person >= 0).map((person) => names[person]);
  if (bots) words.push(bots > 1 ? `${bots} × ${botName(terms.level ?? "")}` : botName(terms.level ?? ""));
  return listWords(words);
}

/** The sum over all deals that are over. @param {Duplicate} found */
export function ranking(found) {
  const { totals, deals, names, you, until } = found;
  const over = deals.filter((deal) => deal.is_over).length;
  const best = totals.filter(({ points }) => points === totals[0].points).map(({ person }) => names[person]);
  const isDone = over === deals.length;
  const date = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(1000 * until));
  return el("section", { class: "panel", "aria-labelledby": "duplicate-total" },
    el("h2", { id: "duplicate-total" }, isDone ? t("duplicate.won", { count: best.length, names: listWords(best) }) : t("duplicate.standing")),
    el("p", { role: "status", class: "hint" }, t("duplicate.over", { over, count: deals.length }), " ", isDone ? "" : t("duplicate.until", { date })),
    over ? el("table", { class: "daily-results" },
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("duplicate.who")), el("th", { scope: "col" }, t("duplicate.compared")), el("th", { scope: "col" }, t("duplicate.deals")))),
      el("tbody", {}, ...totals.map(({ person, points, deals: count }) => el("tr", { class: person === you ? "own" : "" },
        el("th", { scope: "row" }, names[person], person === you ? ` (${t("duplicate.you")})` : ""), el("td", {}, el("b", {}, decimal(points))), el("td", {}, String(count)))))) : null,
    over ? el("p", { class: "hint" }, t("duplicate.compared.line")) : null);
}

/** One deal. @param {Duplicate} found @param {DuplicateDeal} deal @param {number} number @param {() => void} sit */
export function comparison(found, deal, number, sit) {
  const title = `duplicate-deal-${number}`;
  const { tables, is_over, commitment } = deal;
  const over = tables.filter(({ progress }) => progress === "over").length;
  return el("section", { class: "panel", "aria-labelledby": title },
    el("h2", { id: title }, t("duplicate.deal", { number: number + 1 })),
    is_over ? null : el("p", { role: "status" }, t("duplicate.tables.over", { over, count: tables.length })),
    is_over ? results(found, tables) : progressPart(found, deal, number, sit),
    el("details", {}, el("summary", { class: "hint" }, t("fair.title")), el("p", { class: "hint" }, t("duplicate.fair")), el("p", {}, el("code", { class: "commitment" }, commitment))));
}

/** Nothing but who sits where and how far they are. @param {Duplicate} found @param {DuplicateDeal} deal @param {number} number @param {() => void} sit */
function progressPart(found, { tables }, number, sit) {
  const own = tables.find(({ people }) => people.includes(found.you));
  const words = own?.progress === "free" ? "duplicate.play" : "duplicate.continue";
  return el("div", {},
    own && own.progress !== "over" ? el("button", { type: "button", id: `duplicate-play-${number}`, class: "primary big", click: sit }, t(words)) : el("p", {}, t("duplicate.wait")),
    el("ul", { class: "plain-list" }, ...tables.map((table, place) => el("li", {},
      el(table === own ? "b" : "span", {}, t("duplicate.table", { number: place + 1, names: company(found, table.people) })), el("span", { class: "hint" }, " · ", t(`duplicate.progress.${table.progress}`))))));
}

/** Everybody's result, those who held the same cards beside each other. @param {Duplicate} found @param {DuplicateTable[]} tables */
function results(found, tables) {
  const rows = tables.flatMap((table, place) => table.people.flatMap((person, seat) => (person < 0 ? [] : [{ table, place, person, seat, value: table.compared[seat] ?? null }])));
  rows.sort((a, b) => a.seat - b.seat || (b.value ?? -Infinity) - (a.value ?? -Infinity));
  return el("table", { class: "daily-results" },
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("duplicate.who")), el("th", { scope: "col" }, t("duplicate.points"), el("small", {}, t("duplicate.margin"))), el("th", { scope: "col" }, t("duplicate.compared")))),
    el("tbody", {}, ...rows.map(({ table, place, person, seat, value }) => el("tr", { class: person === found.you ? "own" : "" },
      el("th", { scope: "row" }, seatIcon(seat), " ", found.names[person], person === found.you ? ` (${t("duplicate.you")})` : "",
        el("small", { class: "hint" }, ` ${t("duplicate.place", { table: place + 1, seat: seat + 1 })}`, table.stood_in.includes(seat) ? ` · ${t("duplicate.given.up")}` : ""),
        table.share ? el("small", {}, " ", el("a", { href: reviewPath(table.share) }, t("duplicate.review")), " · ", el("a", { href: replayPath(table.share) }, t("duplicate.replay"))) : null),
      el("td", {}, ...(table.scores.length ? [pointsOf(table.scores, seat), el("small", { class: "hint" }, decimal(table.margins[seat]))] : ["–"])),
      el("td", {}, el("b", {}, value === null ? "–" : decimal(value)))))));
}

/** The points of all seats, one's own in bold. @param {number[]} scores @param {number} seat */
function pointsOf(scores, seat) {
  return el("span", {}, ...scores.flatMap((score, number) => [number ? " : " : "", number === seat ? el("b", {}, String(score)) : String(score)]));
}
