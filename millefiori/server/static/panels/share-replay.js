// @ts-check
/** Buttons that share a finished game: a link that opens its replay and its review and nothing else, until sharing ends. */

import { post, remove } from "../core/api.js";
import { el } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { errorWords } from "../core/names.js";
import { replayPath, reviewPath } from "../core/router.js";

/** @param {string} key of a seat */
export function shareReplay(key) {
  return shareDialog(key, replayPath, true, { button: t("share.button"), title: t("share.title"), words: t("share.words") });
}

/** Those without a seat pass on the link that they have. @param {string} key @param {boolean} isSeat */
export function shareReview(key, isSeat) {
  return shareDialog(key, reviewPath, isSeat, { button: t("review.share"), title: t("review.share.title"), words: t("review.share.words") });
}

/**
 * @param {string} key @param {(key: string) => string} pathOf @param {boolean} isSeat
 * @param {{button: string, title: string, words: string}} texts
 */
function shareDialog(key, pathOf, isSeat, texts) {
  const status = el("p", { role: "status" });
  const field = el("input", { type: "url", readonly: true, "aria-label": t("share.link"), focus: () => field.select() });
  /** @param {() => Promise<void>} work */
  const attempt = async (work) => {
    try {
      await work();
    } catch (error) {
      status.textContent = errorWords(/** @type {any} */ (error));
    }
  };
  const copy = () => attempt(async () => {
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      field.select();
      document.execCommand("copy"); // pages without https have to do it the old way
    }
    status.textContent = t("share.copied");
  });
  const send = () => navigator.share({ title: "Mille Fiori", url: field.value }).catch(() => {});
  const end = () => attempt(async () => {
    await remove("api/share", key);
    field.value = "";
    status.textContent = t("share.ended");
    for (const button of dialog.querySelectorAll("[data-needs-link]")) /** @type {HTMLButtonElement} */ (button).disabled = true;
  });
  const open = () => attempt(async () => {
    dialog.showModal();
    if (field.value) return;
    status.textContent = "";
    const { share } = isSeat ? await post("api/share", { key }) : { share: key };
    field.value = new URL(pathOf(share), location.href).href;
    for (const button of dialog.querySelectorAll("button")) button.disabled = false;
    field.focus();
  });
  const dialog = el("dialog", { class: "share-replay", "aria-labelledby": "share-replay-title" },
    el("h2", { id: "share-replay-title" }, texts.title), el("p", {}, texts.words), field, status,
    el("div", { class: "row share-buttons" },
      el("button", { type: "button", class: "quiet", "data-name": "unshare", "data-needs-link": true, hidden: !isSeat, click: end }, t("share.end")),
      typeof navigator.share === "function" ? el("button", { type: "button", "data-needs-link": true, click: send }, t("lobby.share.send")) : null,
      el("button", { type: "button", "data-needs-link": true, click: copy }, t("lobby.share.copy")),
      el("button", { type: "button", class: "primary", click: () => dialog.close() }, t("settings.done"))));
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  return [el("button", { type: "button", "data-name": "share", "aria-haspopup": "dialog", click: open }, texts.button), dialog];
}
