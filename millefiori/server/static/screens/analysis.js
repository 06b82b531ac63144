// @ts-check
/**
 * `<mf-analysis>`: any position, moved freely for all seats on the game's own screen; beside the board the tree of what was tried, what
 * bots think, set-up and export. Set `.source`.
 */

import { childOf, AnalysisLine, keepAnalysis, keptAnalysis, newNode, pathTo, treeOf, withOwner } from "../core/analysis.js";
import { get, getRecord, post } from "../core/api.js";
import { el } from "../core/dom.js";
import { facts } from "../core/facts.js";
import { loadTexts, onLanguage, t } from "../core/i18n.js";
import { errorWords, spaceWords } from "../core/names.js";
import { HOME } from "../core/router.js";
import { exportPart, opinionsPart, setupPart, treePart } from "../panels/analysis.js";
import "./game.js";

/** @import { Node, Start } from "../core/analysis.js" */
/** @import { Listeners } from "../core/connection.js" */
/** @import { AnalysedGame, ShownPuzzle, Welcome } from "../core/messages.js" */

class AnalysisElement extends HTMLElement {
  constructor() {
    super();
    this.source = "";
    /** @type {Start} */
    this.start = { position: "", players: [], record: "" };
    /** @type {Node} */
    this.root = newNode(-1, -1, null);
    this.at = this.root;
    this.isThinking = false;
    this.wantsOpinions = false;
    this.brush = ""; // the owner that a click lays, while a position is set up
    /** @type {AnalysisLine | null} */
    this.line = null;
    this.teacher = el("section", { class: "teacher panel analysis" });
    this.error = el("p", { class: "error", role: "alert" });
    /** @type {any} */
    this.game = Object.assign(document.createElement("mf-game"), { connect: (/** @type {string} */ _, /** @type {Listeners} */ ...listeners) => (this.line = new AnalysisLine((action) => this.play(action), () => this.back(), listeners)) });
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.press(event);
  }

  async connectedCallback() {
    try {
      await Promise.all([loadTexts("learn"), loadTexts("puzzles"), loadTexts("review")]);
      await this.open();
    } catch (error) {
      return this.replaceChildren(el("div", { class: "notice" }, el("p", { role: "alert" }, errorWords(/** @type {Error} */ (error))), el("p", {}, el("a", { href: HOME }, t("game.home")))));
    }
    if (!this.isConnected) return; // somebody went on meanwhile
    this.stop = onLanguage(() => this.render());
    document.addEventListener("keydown", this.onKey);
    this.game.classList.add("lesson", "analysing");
    this.game.addEventListener("shown", () => this.afterShown());
    this.replaceChildren(this.game);
    this.game.append(this.teacher);
    await this.look(this.at);
  }

  disconnectedCallback() {
    this.stop?.();
    document.removeEventListener("keydown", this.onKey);
  }

  // --- Where it begins

  /** What the address asks for; else what was open last, else a fresh deal. */
  async open() {
    const [kind, rest = ""] = this.source.split(/\/(.*)/s);
    if (kind === "game") return this.openRecord(await getRecord("api/record", rest));
    if (kind === "puzzle") {
      /** @type {ShownPuzzle} */
      const { position, welcome } = await get(`api/puzzles/${encodeURIComponent(rest)}`);
      return this.begin(position, welcome.players.map((player, seat) => (seat === welcome.seat ? { ...player, name: t("learn.you") } : player)));
    }
    if (kind === "line") return this.begin(decodeURIComponent(rest));
    const kept = keptAnalysis();
    if (kept) return Object.assign(this, kept);
    return this.openNew("international", 2);
  }

  /** @param {string} edition @param {number} seats */
  async openNew(edition, seats) {
    /** @type {AnalysedGame} */
    const { position, players } = await post("api/analysis/new", { edition, seats });
    this.begin(position, players);
  }

  /** @param {string} record as JSON */
  async openRecord(record) {
    /** @type {AnalysedGame} */
    const game = await post("api/analysis/record", JSON.parse(record));
    this.start = { position: game.position, players: game.players, record };
    this.root = treeOf(game);
    this.at = this.root;
  }

  /** Another position, with a tree of its own. @param {string} position @param {Start["players"]} [players] */
  begin(position, players = []) {
    this.start = { position, players, record: "" };
    this.root = newNode(-1, -1, null);
    this.at = this.root;
  }

  // --- Moving in the tree

  /** Look at a node. @param {Node} node */
  async look(node) {
    this.error.textContent = "";
    try {
      node.shown ??= await post("api/analysis", { position: this.start.position, actions: pathTo(node) });
      this.at = node;
      this.line?.show(this.named(/** @type {any} */ (node.shown).welcome));
      keepAnalysis(this.start, this.root, this.at);
    } catch (error) {
      this.error.textContent = positionError(/** @type {any} */ (error));
    }
    this.render();
    if (this.wantsOpinions) await this.think();
  }

  /** @param {number} action */
  async play(action) {
    const seat = this.at.shown?.welcome.position.to_act ?? -1;
    await this.look(childOf(this.at, action, seat));
  }

  async back() {
    if (this.at.parent) await this.look(this.at.parent);
  }

  async forward() {
    if (this.at.children.length) await this.look(this.at.children[0]);
  }

  /** The line that begins here is forgotten. */
  async cut() {
    const { parent } = this.at;
    if (!parent) return;
    parent.children = parent.children.filter((child) => child !== this.at);
    await this.look(parent);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea") || document.querySelector("dialog[open]")) return;
    if (event.key !== "PageUp" && event.key !== "PageDown") return;
    event.preventDefault();
    if (event.key === "PageUp") this.back();
    else this.forward();
  }

  // --- What bots think

  async think() {
    const { at } = this;
    if (at.opinions || this.isThinking) return;
    this.isThinking = true;
    this.render();
    try {
      at.opinions = (await post("api/analysis/opinions", { position: this.start.position, actions: pathTo(at) })).actions;
    } catch (error) {
      this.error.textContent = errorWords(/** @type {any} */ (error));
      this.wantsOpinions = false;
    }
    this.isThinking = false;
    this.render();
    if (this.wantsOpinions && at !== this.at) await this.think();
  }

  async toggleOpinions() {
    this.wantsOpinions = !this.wantsOpinions;
    this.render();
    if (this.wantsOpinions) await this.think();
  }

  // --- Setting up

  /** @param {string} line */
  async setUp(line) {
    const before = { start: this.start, root: this.root, at: this.at };
    this.begin(line.trim());
    await this.look(this.root);
    if (this.error.textContent) Object.assign(this, before);
    this.render();
  }

  /** Each click on a space lays a diamond of the brush, or lifts one. @param {string} brush "" to stop */
  useBrush(brush) {
    this.brush = brush;
    this.game.classList.toggle("painting", brush !== "");
    this.game.drawDecision();
    this.render();
    this.afterShown();
  }

  /** While a position is set up, every space can be selected. */
  afterShown() {
    this.render();
    if (!this.brush) return;
    const { board } = this.game.parts;
    const lit = facts.spaces.map((_, space) => ({ points: 0, selected: false, hinted: false, preview: { space, ship: null, extra_card: false }, label: spaceWords(space) }));
    board.light(lit, -1);
    board.addEventListener("space", (/** @type {any} */ event) => this.paint(event), { once: true, capture: true });
  }

  /** @param {CustomEvent} event */
  paint(event) {
    if (!this.brush) return;
    event.stopImmediatePropagation();
    const line = this.at.shown?.position ?? "";
    this.setUp(withOwner(line, event.detail.space, this.brush));
  }

  // --- Drawing

  /** @param {Welcome} welcome @returns {Welcome} */
  named(welcome) {
    const { players } = this.start;
    return { ...welcome, players: welcome.players.map((_, seat) => ({ name: players[seat]?.name || String.fromCharCode(65 + seat), kind: players[seat]?.kind ?? "here", level: players[seat]?.level ?? "" })) };
  }

  render() {
    const isOpen = (/** @type {string} */ name) => /** @type {any} */ (this.teacher.querySelector(`#${name}`))?.open ?? false;
    const typed = /** @type {HTMLTextAreaElement | null} */ (this.teacher.querySelector("#analysis-line"));
    const focused = this.teacher.contains(document.activeElement) ? document.activeElement?.id : "";
    if (typed && typed === document.activeElement) return; // somebody types
    this.teacher.replaceChildren(this.heading(), this.error, opinionsPart(this), treePart(this), setupPart(this, isOpen("analysis-setup")), exportPart(this, isOpen("analysis-export")));
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    const current = this.teacher.querySelector('[aria-current="step"]');
    const list = this.teacher.querySelector(".tree");
    if (current && list) list.scrollTop += current.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
  }

  heading() {
    /** @param {string} name @param {string} sign @param {() => void} click @param {boolean} disabled */
    const step = (name, sign, click, disabled) => el("button", { type: "button", class: "quiet", id: `analysis-${name}`, title: t(`analysis.${name}`), "aria-label": t(`analysis.${name}`), disabled, click }, sign);
    return el("header", { class: "row" }, el("h2", {}, t("analysis.title")),
      step("back", "‹", () => this.back(), !this.at.parent), step("forward", "›", () => this.forward(), this.at.children.length === 0),
      step("cut", "✂", () => this.cut(), !this.at.parent),
      el("a", { class: "button quiet", id: "leave", href: HOME, title: t("game.home"), "aria-label": t("game.home") }, "×"));
  }
}

/** What is wrong with a position is said in English, as everywhere where positions are read. @param {{code?: string, message?: string}} error */
function positionError(error) {
  return error.code === "position" ? `${errorWords(error)} ${error.message}` : errorWords(error);
}

customElements.define("mf-analysis", AnalysisElement);
