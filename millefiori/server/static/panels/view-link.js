// @ts-check
/** A link that shows what your seat sees and can do nothing: for a stream, or for a larger screen. It is made when somebody asks for it. */

import { post, remove } from "../core/api.js";
import { el } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { errorWords } from "../core/names.js";
import { addressFor } from "../core/network.js";
import { playPath } from "../core/router.js";
import { linkField } from "./link-field.js";

/** @param {string} key of a seat */
export function viewLink(key) {
  const status = el("p", { class: "status", role: "status" });
  const place = el("div", {});
  /** @param {() => Promise<string>} work returns what is to be said */
  const attempt = async (work) => {
    try {
      status.textContent = await work();
    } catch (error) {
      status.textContent = errorWords(/** @type {any} */ (error));
    }
  };
  const make = () => attempt(async () => {
    const { view } = await post("api/view", { key });
    const label = t("view.link");
    place.replaceChildren(linkField(label, addressFor(playPath(view)), () => (status.textContent = t("lobby.share.copied", { label }))));
    return "";
  });
  const end = () => attempt(async () => {
    await remove("api/view", key);
    place.replaceChildren();
    return t("view.ended");
  });
  return el("section", { class: "view-link", "aria-labelledby": "view-title" },
    el("h3", { id: "view-title" }, t("view.title")), el("p", { class: "hint" }, t("view.words")), place,
    el("div", { class: "row" },
      el("button", { type: "button", "data-name": "view", click: make }, t("view.make")),
      el("button", { type: "button", class: "quiet", "data-name": "end-view", click: end }, t("view.end"))), status);
}
