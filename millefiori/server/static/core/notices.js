// @ts-check
/** How this browser wants to be told that it is somebody's turn. The secret stays on the device. */

import { get, post, remove } from "./api.js";
import { language } from "./i18n.js";

/** @import { Noticed, NoticeKinds } from "./messages.js" */

const STORE = "millefiori.notices";

/** @returns {{secret?: string, mail?: string}} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "{}");
  } catch {
    return {};
  }
}

/** What the server can send. @returns {Promise<NoticeKinds>} */
export function noticeKinds() {
  return get("api/notices/kinds");
}

/** How this device is told now; null if it is not. @returns {Promise<Noticed | null>} */
export async function noticed() {
  const { secret } = stored();
  return secret ? await get("api/notices", secret).catch(() => null) : null;
}

/** The address that was used last. */
export function lastMail() {
  return stored().mail ?? "";
}

/** @param {string} key of a seat @param {string} mail @returns {Promise<Noticed>} */
export async function tellByMail(key, mail) {
  const answer = await post("api/notices", { mail, language: language(), secret: stored().secret ?? null }, key);
  localStorage.setItem(STORE, JSON.stringify({ secret: answer.secret, mail }));
  return answer;
}

/** @param {string} key of a seat @param {string} publicKey of the server @returns {Promise<Noticed>} */
export async function tellByPush(key, publicKey) {
  if ((await Notification.requestPermission()) !== "granted") throw new Error("denied");
  const worker = await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint, keys } = /** @type {any} */ (subscription.toJSON());
  const answer = await post("api/notices", { push: { endpoint, p256dh: keys.p256dh, auth: keys.auth }, language: language(), secret: stored().secret ?? null }, key);
  localStorage.setItem(STORE, JSON.stringify({ secret: answer.secret }));
  return answer;
}

/** Another game of somebody who is told already. @param {string} key of a seat */
export async function tellOfThisToo(key) {
  const { secret, mail } = stored();
  if (secret && mail) await post("api/notices", { mail, language: language(), secret }, key).catch(() => null);
}

/** No more messages, for any game. */
export async function endNotices() {
  const { secret } = stored();
  localStorage.removeItem(STORE);
  if (secret) await remove("api/notices", secret);
}
