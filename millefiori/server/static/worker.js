// @ts-check
/**
 * The service worker: it keeps the files that the page starts with, so that it starts at once, and says so when the server is
 * away. The server fills in the version and the files. Nothing else ever gets into the cache: no game, no key, no record. The
 * addresses of the files carry the version, so files of two versions never mix.
 */

const VERSION = "VERSION";
const FILES = ["FILES"];
const PATIENCE = 10_000; // milliseconds until a server that does not answer counts as away
const AWAY = new Set([502, 503, 504]); // what a proxy says for a server that is away

const worker = /** @type {any} */ (self); // TypeScript knows it as a window
const MINE = `millefiori ${worker.registration.scope} `; // other paths of the same host have caches of their own
const SHELL = new URL("./", worker.registration.scope).href;
const KEPT = new Set(FILES.map((file) => new URL(file, worker.registration.scope).href));
KEPT.delete(SHELL); // asked for by navigation only

/** Keep all files of this version, or none: a server that was exchanged meanwhile has others. */
async function keep() {
  const cache = await caches.open(MINE + VERSION);
  try {
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
    const facts = await (await fetch("api/facts", { cache: "no-store" })).json();
    if (facts.version !== VERSION) throw new Error("the server has another version by now");
  } catch (error) {
    await caches.delete(MINE + VERSION);
    throw error;
  }
  await worker.skipWaiting();
}

/** Forget old versions. The one before stays: a page may still be starting with it. */
async function forget() {
  const names = (await caches.keys()).filter((name) => name.startsWith(MINE) && name !== MINE + VERSION);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** A page from the server; if it is away, the kept one, which says so. @param {Request} request */
async function open(request) {
  try {
    const late = new Promise((_, reject) => setTimeout(reject, PATIENCE));
    const answer = await Promise.race([fetch(request), late]);
    if (!AWAY.has(answer.status)) return answer;
  } catch {
    // Then the server is away.
  }
  return awayPage(request);
}

/** @param {Request} request */
async function awayPage(request) {
  const shell = await caches.match(SHELL, { cacheName: MINE + VERSION, ignoreVary: true });
  const isBelow = request.url.replace(/[?#].*/, "").slice(SHELL.length).includes("/"); // the page's addresses are relative
  if (!shell || isBelow) return Response.error();
  const headers = new Headers(shell.headers);
  headers.delete("content-encoding");
  headers.delete("content-length");
  const text = (await shell.text()).replace("<body", '<body data-away="yes"');
  return new Response(text, { status: 503, headers });
}

/** @param {Request} request */
async function kept(request) {
  return (await caches.match(request.url, { cacheName: MINE + VERSION, ignoreVary: true })) ?? fetch(request);
}

/** A push message says that it is somebody's turn; a newer one takes the place of an older one. @param {any} data */
function notify(data) {
  const { title, body } = data.json();
  return worker.registration.showNotification(title, { body, tag: "millefiori-turn", icon: "static/icon.svg" });
}

/** @param {Notification} notice */
async function openGames(notice) {
  notice.close();
  const [shown] = await worker.clients.matchAll({ type: "window" });
  return shown ? shown.focus() : worker.clients.openWindow(worker.registration.scope);
}

worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(notify(event.data)));
worker.addEventListener("notificationclick", (/** @type {any} */ event) => event.waitUntil(openGames(event.notification)));
worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forget()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(open(request));
  else if (KEPT.has(request.url)) event.respondWith(kept(request));
});
