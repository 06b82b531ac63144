// @ts-check
/** A link for somebody else, or for another device: to copy, to send, or as a QR code. */

import { el, svg } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { qrCode } from "../core/network.js";

/** Copy to the clipboard; pages without https have to do it the old way. @param {HTMLInputElement} field */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    document.execCommand("copy");
  }
}

/**
 * @param {string} label
 * @param {string} address
 * @param {() => void} onCopied
 * @param {boolean} [showsQr] at once
 */
export function linkField(label, address, onCopied, showsQr = false) {
  const field = el("input", { type: "url", readonly: true, value: address, focus: () => field.select() });
  const picture = el("div", { class: "qr", hidden: true });
  const show = async () => {
    picture.hidden = !picture.hidden;
    if (picture.hidden) return;
    const { size, path: modules } = await qrCode(field.value);
    picture.replaceChildren(svg("svg", { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": `QR: ${label}` }, svg("path", { d: modules })));
  };
  const canShare = typeof navigator.share === "function";
  const done = async () => {
    await copy(field);
    onCopied();
  };
  if (showsQr) show().catch(() => {});
  return el("div", { class: "share-link" },
    el("label", {}, el("span", {}, label), field),
    el("button", { type: "button", class: "primary", click: done, "aria-label": `${t("lobby.share.copy")}: ${label}` }, t("lobby.share.copy")),
    canShare ? el("button", { type: "button", click: () => navigator.share({ title: "Mille Fiori", url: field.value }).catch(() => {}) }, t("lobby.share.send")) : null,
    el("button", { type: "button", "data-name": "qr", click: () => show().catch(() => {}), "aria-label": `QR: ${label}` }, "QR"), picture);
}
