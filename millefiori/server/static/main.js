// @ts-check
/** The start of the page: words and facts first, then the screen that the address asks for. */

import { get } from "./api.js";
import { loadDrawing } from "./board.js";
import { el } from "./dom.js";
import "./game.js";
import { loadLanguage, t } from "./i18n.js";
import "./join.js";
import "./lobby.js";
import "./replay.js";
import { useFacts } from "./sentences.js";

/** @typedef {import("./state.js").Facts} Facts */

const screen = /** @type {HTMLElement} */ (document.getElementById("screen"));

/** @param {Facts} facts @returns {HTMLElement} */
function screenFor(facts) {
  const [, place, token] = location.pathname.split("/").map(decodeURIComponent);
  const tags = { play: "mf-game", join: "mf-join", replay: "mf-replay" };
  const element = /** @type {any} */ (document.createElement(tags[/** @type {keyof tags} */ (place)] ?? "mf-lobby"));
  // Every screen finds here what the address names; what it does not need it does not look at.
  element.facts = facts;
  if (place === "join") element.invitation = token;
  else if (token) element.key = token;
  return element;
}

/** Links within the page change the screen without loading it anew. @param {Facts} facts */
function route(facts) {
  const show = () => screen.replaceChildren(screenFor(facts));
  window.addEventListener("popstate", show);
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href^='/']") : null;
    const isPlain = !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !isPlain || link.hasAttribute("download") || link.getAttribute("href")?.startsWith("/api/") || link.hasAttribute("target")) return;
    event.preventDefault();
    history.pushState(null, "", link.getAttribute("href"));
    window.scrollTo(0, 0);
    show();
  });
  show();
}

async function start() {
  try {
    const [facts] = await Promise.all([get("/api/facts"), loadLanguage(), loadDrawing()]);
    useFacts(facts);
    route(facts);
  } catch (error) {
    console.error(error);
    const retry = el("button", { type: "button", class: "primary", click: () => location.reload() }, "↻");
    const words = t("game.unreachable");
    screen.replaceChildren(el("div", { class: "notice" }, el("h1", {}, "Mille Fiori"), el("p", {}, words === "game.unreachable" ? "The server cannot be reached." : words), retry));
  }
}

start();
