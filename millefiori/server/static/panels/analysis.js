// @ts-check
/** The parts beside the board of an analysis: opinions, tree, set-up, export. Each is drawn from the screen that owns it. */

import { branchesOf } from "../core/analysis.js";
import { postForFile, saveFile } from "../core/api.js";
import { actionWords } from "../core/actions.js";
import { el, seatIcon } from "../core/dom.js";
import { facts, isCard } from "../core/facts.js";
import { decimal, percent, t } from "../core/i18n.js";
import { cardName, errorWords, spaceName } from "../core/names.js";
import { whyWords } from "../core/review-words.js";

/** @import { Node } from "../core/analysis.js" */

const PICTURE_WIDTH = 1600; // pixels of a PNG

// --- Opinions

/** @param {any} screen */
export function opinionsPart(screen) {
  const { at, wantsOpinions, isThinking } = screen;
  const toggle = el("button", { type: "button", id: "analysis-think", "aria-pressed": String(wantsOpinions), click: () => screen.toggleOpinions() }, t("analysis.opinions"));
  const phase = at.shown?.welcome.position.phase ?? "";
  const found = wantsOpinions && at.opinions ? at.opinions.map((/** @type {any} */ each) => opinion(each, phase, screen)) : [];
  const words = !wantsOpinions ? null : isThinking && !at.opinions ? el("p", { class: "hint" }, t("analysis.thinking")) : found.length ? el("ol", { class: "others opinions-list" }, ...found) : null;
  return el("div", { class: "thoughts", "aria-live": "polite" }, toggle, words);
}

/** @param {import("../core/messages.js").AnalysedAction} thought @param {string} phase @param {any} screen */
function opinion({ action, margin, win, loss, error, why }, phase, screen) {
  const figures = win === null || margin === null ? "" : `${percent(win)} · ${decimal(margin)}`;
  const isClose = loss !== null && loss < 2 * error;
  const words = !why || loss === null || !screen.game.state ? null : isClose ? el("small", { class: "close" }, t("analysis.close")) : el("details", {}, el("summary", {}, t("analysis.why", { loss: decimal(-loss), error: error.toFixed(1) })), el("p", { class: "why" }, whyWords(why, screen.game.state)));
  return el("li", {}, el("p", {}, el("button", { type: "button", class: "opinion", click: () => screen.play(action) }, actionWords(action, phase)), el("small", {}, figures)), words);
}

// --- The tree

/** @param {any} screen */
export function treePart(screen) {
  const start = entry(screen.root, t("analysis.start"), screen);
  return el("nav", { class: "tree", "aria-label": t("analysis.tree") }, el("ol", {}, el("li", {}, start), ...lineItems(screen.root, screen)));
}

/** The nodes after one, and beside each what else was tried. @param {Node} from @param {any} screen @returns {HTMLElement[]} */
function lineItems(from, screen) {
  const items = [];
  let node = from;
  while (node.children.length) {
    const [main, ...others] = node.children;
    const branches = others.map((other) => el("ol", { class: "branch" }, el("li", {}, entry(other, actionName(other), screen)), ...lineItems(other, screen)));
    items.push(el("li", {}, entry(main, actionName(main), screen), ...branches));
    node = main;
  }
  return items;
}

/** @param {Node} node @param {string} words @param {any} screen */
function entry(node, words, screen) {
  return el("button", { type: "button", class: "node", "aria-current": node === screen.at ? "step" : null, click: () => screen.look(node) }, node.seat >= 0 ? seatIcon(node.seat) : null, words);
}

/** An action as short as possible. @param {Node} node */
function actionName({ action }) {
  const { decline, sail, names, place } = facts.actions;
  if (action === decline) return t("game.decline");
  if (action === sail) return t("game.sail.confirm");
  if (isCard(action)) return cardName(action);
  const [, name] = names[action].split(" ");
  const space = spaceName(facts.spaces.findIndex((found) => found.name === name));
  return action >= place + facts.spaces.length ? `${space} (${t("game.ship.stays")})` : space;
}

// --- Setting up

/** @param {any} screen @param {boolean} isOpen */
export function setupPart(screen, isOpen) {
  const line = el("textarea", { id: "analysis-line", rows: 4, spellcheck: "false", "aria-label": t("analysis.line") }, screen.at.shown?.position ?? screen.start.position);
  const apply = () => (line.blur(), screen.setUp(line.value));
  const seats = screen.at.shown?.welcome.players.length ?? 2;
  const brushes = [...["A", "B", "C", "D"].slice(0, seats), "#", "."];
  const brush = (/** @type {string} */ owner) => el("button", { type: "button", class: "brush", "aria-pressed": String(screen.brush === owner), title: t(owner === "." ? "analysis.lift" : owner === "#" ? "analysis.neutral" : "analysis.lay"), click: () => screen.useBrush(screen.brush === owner ? "" : owner) },
    owner === "." ? "✕" : owner === "#" ? "#" : seatIcon("ABCD".indexOf(owner)));
  const editions = el("select", { id: "analysis-edition", "aria-label": t("lobby.edition") }, ...facts.editions.map(({ name }) => el("option", { value: name }, t(`edition.${name}`))));
  const players = el("select", { id: "analysis-seats", "aria-label": t("analysis.players") }, ...[2, 3, 4].map((count) => el("option", { value: count }, String(count))));
  const deal = async () => {
    await screen.openNew(editions.value, Number(players.value)).catch((/** @type {any} */ error) => (screen.error.textContent = errorWords(error)));
    await screen.look(screen.at);
  };
  const file = el("input", { type: "file", accept: ".json,.jsonl,application/json", change: async (/** @type {any} */ event) => {
    try {
      await screen.openRecord((await event.target.files[0].text()).trim().split("\n")[0]);
      await screen.look(screen.at);
    } catch (error) {
      screen.error.textContent = errorWords(/** @type {any} */ (error));
    }
  } });
  return el("details", { id: "analysis-setup", open: isOpen }, el("summary", {}, t("analysis.setup")),
    el("div", { class: "row" }, el("span", { class: "hint" }, t("analysis.brush")), ...brushes.map(brush)),
    el("label", { class: "hint", for: "analysis-line" }, t("analysis.line")), line,
    el("div", { class: "row" }, el("button", { type: "button", id: "analysis-apply", click: apply }, t("analysis.apply"))),
    el("div", { class: "row" }, editions, players, el("button", { type: "button", id: "analysis-deal", click: deal }, t("analysis.deal"))),
    el("label", { class: "file" }, el("span", {}, t("analysis.record")), file));
}

// --- Export

/** @param {any} screen @param {boolean} isOpen */
export function exportPart(screen, isOpen) {
  const line = screen.at.shown?.position ?? "";
  const picture = `api/analysis/picture.svg?position=${encodeURIComponent(line)}`;
  const tell = (/** @type {any} */ error) => (screen.error.textContent = errorWords(error));
  const copy = () => navigator.clipboard?.writeText(line).then(() => (screen.error.textContent = ""), tell);
  const record = () => postForFile("api/analysis/export", { record: screen.start.record, branches: branchesOf(screen.root) }).catch(tell);
  return el("details", { id: "analysis-export", open: isOpen }, el("summary", {}, t("analysis.export")),
    el("div", { class: "row" },
      el("button", { type: "button", id: "export-text", click: copy }, t("analysis.copy")),
      el("a", { class: "button", id: "export-svg", href: picture, download: "millefiori.svg" }, "SVG"),
      el("button", { type: "button", id: "export-png", click: () => savePng(picture).catch(tell) }, "PNG"),
      screen.start.record ? el("button", { type: "button", id: "export-record", click: record }, t("analysis.export.record")) : null),
    screen.start.record ? null : el("p", { class: "hint" }, t("analysis.export.hint")));
}

/** The picture as pixels: drawn by the browser. @param {string} address */
async function savePng(address) {
  const image = el("img", { src: address, alt: "" });
  await image.decode();
  const canvas = el("canvas", { width: PICTURE_WIDTH, height: Math.round((PICTURE_WIDTH * image.naturalHeight) / image.naturalWidth) });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  saveFile(/** @type {Blob} */ (blob), "millefiori.png");
}
