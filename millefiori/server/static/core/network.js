// @ts-check
/** Links for others: which address works for them, and how the person at the server's machine lets them in. */

import { get, post } from "./api.js";

/** @import { Network, Qr } from "./messages.js" */

/** @type {Network} */
let network = { can_open: false, is_private: false, address: "" };

/** Ask the server; it tells only the person at its own machine. @returns {Promise<Network>} */
export async function lookAtNetwork() {
  network = await get("api/network").catch(() => network);
  return network;
}

/** Let friends in the same network connect. @returns {Promise<Network>} */
export async function openNetwork() {
  network = await post("api/network", {});
  return network;
}

/** The whole address, for somebody else's browser. @param {string} path */
export function addressFor(path) {
  return new URL(path, network.address || location.href).href;
}

/** @param {string} text @returns {Promise<Qr>} */
export function qrCode(text) {
  return post("api/qr", { text });
}
