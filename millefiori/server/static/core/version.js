// @ts-check
/** The version of this page, from the address of its modules, and what the server says of its own. */

/** Empty if the modules were loaded without one. */
const VERSION = /\/static\/([0-9a-f]{16})\//.exec(import.meta.url)?.[1] ?? "";

/** @type {Set<(version: string) => void>} */
const listeners = new Set();

/** An address of something that never changes within a version: the service worker keeps it. @param {string} path */
export function versioned(path) {
  return VERSION ? `${path}?v=${VERSION}` : path;
}

/** The server has said which version it has. @param {string | undefined} version */
export function noticeVersion(version) {
  if (!version || !VERSION || version === VERSION) return;
  for (const listener of listeners) listener(version);
}

/** Call back when the server has another version than this page. @param {(version: string) => void} callback */
export function onNewVersion(callback) {
  listeners.add(callback);
}

/** Ask the server for its version; it may be away. Says whether it has answered. */
export async function askVersion() {
  try {
    const answer = await fetch("health", { cache: "no-store" });
    if (!answer.ok) return false;
    noticeVersion((await answer.json()).version);
    return true;
  } catch {
    return false;
  }
}
