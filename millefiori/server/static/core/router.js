// @ts-check
/**
 * The addresses of the screens, and the way from one to another without loading the page again; main.js listens. Addresses
 * are relative, so the page can live below any path. Keys stand behind the `#`, which browsers never send: no log gets them.
 */

export const HOME = "./";
export const HALL = "hall";

/** @param {string} key of a seat, or to watch */
export function playPath(key) {
  return `play#${key}`;
}

/** @param {string} invitation */
export function joinPath(invitation) {
  return `join#${invitation}`;
}

/** @param {string} [key] of a finished game; without one, a record from a file */
export function replayPath(key) {
  return key ? `replay#${key}` : "replay";
}

/** @param {string} [ticket] that signs in another device */
export function playerPath(ticket) {
  return ticket ? `player#${ticket}` : "player";
}

/** @param {string} [name] of a lesson; without one, the list */
export function learnPath(name) {
  return name ? `learn#${name}` : "learn";
}

/** @param {string} [edition] */
export function rulesPath(edition) {
  return edition ? `rules#${edition}` : "rules";
}

/** @param {string} key of a finished game, or of a record that was sent to be reviewed */
export function reviewPath(key) {
  return `review#${key}`;
}

/** @param {string} [name] of a puzzle; without one, the list @param {string} [theme] to stay with */
export function puzzlesPath(name, theme) {
  return name ? `puzzles#${name}${theme ? `/${theme}` : ""}` : "puzzles";
}

/** @param {string} [source] what to analyse: `game/KEY`, `puzzle/NAME`, `line/POSITION`; without one, what was open last */
export function analysisPath(source) {
  return source ? `analysis#${source}` : "analysis";
}

/** @param {string} [day] without one, today's deal */
export function dailyPath(day) {
  return day ? `daily#${day}` : "daily";
}

/** @param {string} [link] without one, to open a duplicate */
export function duplicatePath(link) {
  return link ? `duplicate#${link}` : "duplicate";
}

/** The screen that the address names, and the key in it. */
export function here() {
  return { screen: location.pathname.split("/").at(-1) ?? "", key: location.hash.slice(1) };
}

/**
 * Going where one is already, as by a second click, is no step of the history.
 * @param {string} path @param {string} [back] where to return when the errand there is done
 */
export function go(path, back = "") {
  const isHere = new URL(path, location.href).href === location.href;
  history[isHere ? "replaceState" : "pushState"]({ back }, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** Where `go` said to return to, if it did. @returns {string} */
export function wayBack() {
  return history.state?.back ?? "";
}
