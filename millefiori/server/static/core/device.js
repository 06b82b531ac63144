// @ts-check
/** Who asks, where it works with and without a player: the player of this device, else a secret that it has made for this. */

import { playerKey } from "./player.js";

const STORE = "millefiori.device";

/** The device's own secret; made when it is first needed. */
export function deviceSecret() {
  const known = localStorage.getItem(STORE) ?? Array.from(crypto.getRandomValues(new Uint8Array(18)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  localStorage.setItem(STORE, known);
  return known;
}

/** The player's key, else the device's secret. */
export function deviceBearer() {
  return playerKey() ?? deviceSecret();
}
