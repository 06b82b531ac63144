// @ts-check
/** A button that shares the replay of a finished game: a link that opens the replay and nothing else, until sharing ends. */

import { post, remove } from "../core/api.js";
import { el } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { errorWords } from "../core/names.js";
import { replayPath } from "../core/router.js";

/** @param {string} key of a seat */
export function shareReplay(key) {
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
    const { share } = await post("api/share", { key });
    field.value = new URL(replayPath(share), location.href).href;
    for (const button of dialog.querySelectorAll("button")) button.disabled = false;
    field.focus();
  });
  const dialog = el("dialog", { class: "share-replay", "aria-labelledby": "share-replay-title" },
    el("h2", { id: "share-replay-title" }, t("share.title")), el("p", {}, t("share.words")), field, status,
    el("div", { class: "row share-buttons" },
      el("button", { type: "button", class: "quiet", "data-name": "unshare", "data-needs-link": true, click: end }, t("share.end")),
      typeof navigator.share === "function" ? el("button", { type: "button", "data-needs-link": true, click: send }, t("lobby.share.send")) : null,
      el("button", { type: "button", "data-needs-link": true, click: copy }, t("lobby.share.copy")),
      el("button", { type: "button", class: "primary", click: () => dialog.close() }, t("settings.done"))));
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  return [el("button", { type: "button", "data-name": "share", "aria-haspopup": "dialog", click: open }, t("share.button")), dialog];
}
