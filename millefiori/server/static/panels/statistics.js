// @ts-check
/** `<mf-statistics>`: your own games in numbers: won, points, where they come from; by edition and number of players. */

import { el, svg } from "../core/dom.js";
import { editionName } from "../core/editions.js";
import { percent, t } from "../core/i18n.js";
import { areaName } from "../core/names.js";
import { forgetResults, results } from "../core/statistics.js";
import { Translated } from "../core/translated.js";
import { AREAS } from "./sheet.js";

/** @import { Result } from "../core/statistics.js" */

/** @param {number[]} numbers */
const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

/** A number with one decimal, as the language writes it. @param {number} number */
const tenths = (number) => new Intl.NumberFormat(document.documentElement.lang || undefined, { maximumFractionDigits: 1 }).format(number);

class StatisticsElement extends Translated {
  constructor() {
    super();
    this.edition = "";
    this.players = "";
  }

  render() {
    const all = results();
    this.hidden = all.length === 0;
    const isOpen = this.querySelector("details")?.open ?? false;
    const focused = this.contains(document.activeElement) ? document.activeElement?.id : "";
    const shown = all.filter((result) => (!this.edition || result.edition === this.edition) && (!this.players || String(result.players) === this.players));
    this.replaceChildren(el("details", { class: "panel", open: isOpen },
      el("summary", {}, el("h2", {}, t("statistics.title")), ` ${all.length}`),
      this.filters(all), this.numbers(shown), this.chart(shown),
      el("p", { class: "hint" }, t("statistics.device")),
      el("div", { class: "row" },
        el("button", { type: "button", "data-name": "export", click: () => this.save(all) }, t("statistics.export")),
        el("button", { type: "button", "data-name": "forget", click: () => this.forget() }, t("statistics.delete")))));
    if (focused) document.getElementById(focused)?.focus();
  }

  /** By what is there; one kind needs no filter. @param {Result[]} all */
  filters(all) {
    const editions = [...new Set(all.map((result) => result.edition))];
    const counts = [...new Set(all.map((result) => String(result.players)))].sort();
    /** @param {"edition" | "players"} field @param {[string, string][]} values */
    const select = (field, values) => values.length < 2 ? null : el("label", {}, el("span", {}, t(`statistics.${field}`)),
      el("select", { id: `statistics-${field}`, change: (/** @type {any} */ event) => { this[field] = event.target.value; this.render(); } },
        el("option", { value: "" }, t("statistics.all")), ...values.map(([value, words]) => el("option", { value, selected: value === this[field] }, words))));
    return el("div", { class: "row statistics-filters" },
      select("edition", editions.map((edition) => [edition, editionName(edition)])),
      select("players", counts.map((count) => [count, t("players", { count: Number(count) })])));
  }

  /** @param {Result[]} shown */
  numbers(shown) {
    const won = shown.filter((result) => result.won).length;
    const rows = [
      ["played", String(shown.length)],
      ["won", `${won} (${percent(won / Math.max(1, shown.length))})`],
      ["mean", tenths(mean(shown.map((result) => result.score)))],
      ["best", String(Math.max(0, ...shown.map((result) => result.score)))],
      ["place", tenths(mean(shown.map((result) => result.place)))],
    ];
    return el("dl", { class: "statistics-numbers" }, ...rows.map(([name, value]) => el("div", {}, el("dt", {}, t(`statistics.${name}`)), el("dd", {}, value))));
  }

  /** Where the points come from, on average. @param {Result[]} shown */
  chart(shown) {
    const sum = (/** @type {Result} */ result, /** @type {string[]} */ reasons) => reasons.reduce((points, reason) => points + (result.points[reason] ?? 0), 0);
    const rows = Object.entries(AREAS).map(([area, reasons]) => ({ area, points: mean(shown.map((result) => sum(result, reasons))) }))
      .filter(({ area, points }) => points !== 0 || area !== "empty_display");
    const most = Math.max(1, ...rows.map(({ points }) => points));
    return el("table", { class: "statistics-chart" }, el("caption", {}, t("statistics.chart")),
      el("tbody", {}, ...rows.map(({ area, points }) => el("tr", {}, el("th", { scope: "row" }, areaName(area)),
        el("td", {}, svg("svg", { viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
          svg("rect", { width: Math.max(0, (100 * points) / most), height: 8 }))),
        el("td", { class: "value" }, tenths(points))))));
  }

  /** @param {Result[]} all */
  save(all) {
    const link = el("a", { href: URL.createObjectURL(new Blob([JSON.stringify(all, null, 1)], { type: "application/json" })), download: "millefiori-statistics.json" });
    link.click();
    window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  forget() {
    if (!confirm(t("statistics.delete.sure"))) return;
    forgetResults();
    this.render();
  }
}

customElements.define("mf-statistics", StatisticsElement);
