// @ts-check
/** A page that is older than its server: it says so, and reloads at a quiet moment. Nothing is lost: the server has the game. */

import { el } from "../core/dom.js";
import { onLanguage, t } from "../core/i18n.js";
import { askVersion, onNewVersion } from "../core/version.js";

const STORE = "millefiori.reloaded"; // for which version: a proxy that keeps old pages must not make us reload for ever
const OFTEN = 2000;
const SELDOM = 30 * 60_000;

/** Is the person in the middle of something? @param {HTMLElement} screen */
function isQuiet(screen) {
  const focused = document.activeElement;
  if (focused?.matches("input:not([type=radio], [type=checkbox], [type=range]), select, textarea")) return false;
  if (document.querySelector("dialog[open]")) return false;
  return /** @type {any} */ (screen.firstElementChild)?.isQuiet !== false;
}

/** @param {string} version */
function mayReload(version) {
  try {
    if (sessionStorage.getItem(STORE) === version) return false;
    sessionStorage.setItem(STORE, version);
    return true;
  } catch {
    return false; // then there is the button
  }
}

/** Watch for a new version; the shown screen says by `isQuiet` whether it can be left. @param {HTMLElement} screen */
export function watchVersion(screen) {
  let seen = "";
  let quiet = 0;
  const words = el("span", {});
  const button = el("button", { type: "button", click: () => location.reload() });
  const bar = el("div", { class: "renewal", role: "status", hidden: true }, words, button);
  document.body.append(bar);
  const write = () => {
    words.textContent = t("renewal.words");
    button.textContent = t("game.reload");
  };
  onLanguage(write);
  onNewVersion((version) => {
    if (seen) return;
    seen = version;
    write();
    bar.hidden = false;
    window.setInterval(() => {
      quiet = isQuiet(screen) ? quiet + 1 : 0;
      if (quiet >= 2 && mayReload(version)) location.reload();
    }, OFTEN);
  });
  window.setInterval(askVersion, SELDOM);
  document.addEventListener("visibilitychange", () => !document.hidden && !seen && askVersion());
}
