// @ts-check
/** The service worker and the browser's proposal to install the page. Browsers allow both on https and on the same machine only. */

/** @type {any} the browser's proposal; it comes by itself, or never */
let proposal = null;
/** @type {Set<() => void>} */
const listeners = new Set();

/** Once everything is loaded: keep the page's files, and wait for the browser's proposal. */
export function prepareInstalling() {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // the settings have a button for it
    setProposal(event);
  });
  window.addEventListener("appinstalled", () => setProposal(null));
  if (!("serviceWorker" in navigator)) return;
  const register = () => navigator.serviceWorker.register("worker.js").catch((error) => console.info("no service worker:", error));
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register);
}

/** @param {any} event */
function setProposal(event) {
  proposal = event;
  for (const listener of listeners) listener();
}

export function canInstall() {
  return proposal !== null;
}

/** Ask the browser to install the page; it asks the person. */
export async function install() {
  const { outcome } = await proposal.prompt();
  if (outcome) setProposal(null);
}

/** Call back when installing becomes possible or is done. Returns a function that ends it. @param {() => void} callback */
export function onInstallable(callback) {
  listeners.add(callback);
  return () => listeners.delete(callback);
}
