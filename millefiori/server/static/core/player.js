// @ts-check
/** The player of this device: its secret key and what it is called. It stays in localStorage; the server has only a hash of the key. */

import { download, get, post, remove } from "./api.js";
import { rememberGame } from "./games.js";
import { settings } from "./settings.js";

/** @import { ChangePlayer, Joined, Me, MyGames, SignedIn, Ticket } from "./messages.js" */
/** @typedef {{key: string, id: string, name: string, emblem: number}} Known */

const STORE = "millefiori.player";

/** Does this server have a hall, and with it players? */
export function hasHall() {
  return document.body.dataset.hall !== "no";
}

/** Can server and browser use passkeys here? Browsers do so only on safe pages of sites with a name. */
export function hasPasskeys() {
  const isNamed = !/^[\d.]+$|:/.test(location.hostname);
  return document.body.dataset.hall === "passkeys" && isNamed && typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON === "function";
}

/** The player of this device; null if there is none. @returns {Known | null} */
export function knownPlayer() {
  try {
    const known = JSON.parse(localStorage.getItem(STORE) ?? "null");
    return hasHall() && known?.key ? known : null;
  } catch {
    return null;
  }
}

/** For requests that work with and without a player. @returns {string | undefined} */
export function playerKey() {
  return knownPlayer()?.key;
}

/** @param {string} key @param {Me} me @returns {Me} */
function remember(key, me) {
  const { id, name, emblem } = me;
  localStorage.setItem(STORE, JSON.stringify({ key, id, name, emblem }));
  settings.set("name", name);
  return me;
}

/** Forget the player on this device. */
function forget() {
  localStorage.removeItem(STORE);
}

/** What this device is called in the list of devices: "Firefox, Linux". */
function deviceName() {
  const agent = navigator.userAgent;
  const browser = ["Edg", "OPR", "Firefox", "Chrome", "Safari"].find((name) => agent.includes(name)) ?? "";
  const system = ["Android", "iPhone", "iPad", "Windows", "Mac OS", "CrOS", "Linux"].find((name) => agent.includes(name)) ?? "";
  return [{ Edg: "Edge", OPR: "Opera" }[browser] ?? browser, system].filter(Boolean).join(", ");
}

/** @param {string} name @param {number} emblem */
export async function createPlayer(name, emblem) {
  /** @type {SignedIn} */
  const { key, player } = await post("api/player", { name, emblem, device: deviceName() });
  return remember(key, player);
}

/** @param {string} ticket from another device */
export async function signIn(ticket) {
  /** @type {SignedIn} */
  const { key, player } = await post("api/player/devices", { ticket, device: deviceName() });
  return remember(key, player);
}

/** Secure the player with a passkey of this device or its account. @returns {Promise<Me>} */
export async function addPasskey() {
  const options = await post("api/player/passkeys/options", {}, playerKey());
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = /** @type {any} */ (await navigator.credentials.create({ publicKey }));
  return post("api/player/passkeys", { credential: made.toJSON() }, playerKey());
}

/** @param {string} passkey @returns {Promise<Me>} */
export function removePasskey(passkey) {
  return remove(`api/player/passkeys/${passkey}`, playerKey() ?? "");
}

/** Sign in on this device with a passkey. @returns {Promise<Me>} */
export async function signInWithPasskey() {
  const options = await post("api/passkey/options", {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const signed = /** @type {any} */ (await navigator.credentials.get({ publicKey }));
  /** @type {SignedIn} */
  const { key, player } = await post("api/passkey", { credential: signed.toJSON(), device: deviceName() });
  return remember(key, player);
}

/** What the server knows; null if there is no player, or not any more. @returns {Promise<Me | null>} */
export async function loadPlayer() {
  const known = knownPlayer();
  if (!known) return null;
  try {
    return remember(known.key, await get("api/player", known.key));
  } catch (error) {
    if (/** @type {any} */ (error).code !== "player") throw error;
    forget(); // ended from another device, or deleted
    return null;
  }
}

/** @param {ChangePlayer} changes */
export async function changePlayer(changes) {
  const key = playerKey() ?? "";
  return remember(key, await post("api/player", changes, key, "PATCH"));
}

/** Never meet whoever sits there again. @param {string} game @param {number} seat @returns {Promise<Me>} */
export function blockPlayer(game, seat) {
  return post("api/player/blocks", { game, seat }, playerKey());
}

/** @param {string} player @returns {Promise<Me>} */
export function unblockPlayer(player) {
  return remove(`api/player/blocks/${player}`, playerKey() ?? "");
}

/** @returns {Promise<Ticket>} */
export function newTicket() {
  return post("api/player/ticket", {}, playerKey());
}

/** @param {string} device @param {boolean} isThis */
export async function endDevice(device, isThis) {
  await remove(`api/player/devices/${device}`, playerKey() ?? "");
  if (isThis) forget();
}

/** Delete all that the server knows. */
export async function deletePlayer() {
  await remove("api/player", playerKey() ?? "");
  forget();
}

/** The key of the own seat in a game, for this device; the game is remembered here. @param {string} game @param {boolean} [hall] among strangers */
export async function takeSeat(game, hall) {
  /** @type {Joined} */
  const { key, seat } = await post("api/seat", { game }, playerKey());
  rememberGame({ key, game, seat, ...(hall ? { hall } : {}) });
  return key;
}

/** A page of the games of this player. @param {number} page @returns {Promise<MyGames>} */
export function loadGames(page) {
  return get(`api/player/games?page=${page}`, playerKey());
}

/** Everything that the server knows, as a file. */
export function exportPlayer() {
  return download("api/player/export", playerKey() ?? "");
}
