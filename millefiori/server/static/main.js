// @ts-check
/** The start of the page: facts, words and drawings first, then the screen that the address names. */

import { loadDrawing } from "./board/drawing.js";
import { usePalette } from "./board/palette.js";
import { get } from "./core/api.js";
import { facts, useFacts } from "./core/facts.js";
import { loadLanguage } from "./core/i18n.js";
import { prepareInstalling } from "./core/install.js";
import { go, here } from "./core/router.js";
import { settings } from "./core/settings.js";
import { versioned } from "./core/version.js";
import { watchVersion } from "./panels/renewal.js";

const screen = /** @type {HTMLElement} */ (document.getElementById("screen"));

/**
 * The screens by their name in the address: what loads them, and the property that takes the key.
 * @type {Record<string, {load: () => Promise<unknown>, tag: string, property: string}>}
 */
const SCREENS = {
  play: { load: () => import("./screens/game.js"), tag: "mf-game", property: "key" },
  join: { load: () => import("./screens/join.js"), tag: "mf-join", property: "token" },
  replay: { load: () => import("./screens/replay.js"), tag: "mf-replay", property: "key" },
  hall: { load: () => import("./screens/hall.js"), tag: "mf-hall", property: "" },
  notices: { load: () => import("./screens/notices.js"), tag: "mf-confirmation", property: "token" },
  player: { load: () => import("./screens/player.js"), tag: "mf-player", property: "ticket" },
  review: { load: () => import("./screens/review.js"), tag: "mf-review", property: "key" },
  rules: { load: () => import("./screens/rules.js"), tag: "mf-rules", property: "edition" },
  daily: { load: () => import("./screens/daily.js"), tag: "mf-daily", property: "day" },
  duplicate: { load: () => import("./screens/duplicate.js"), tag: "mf-duplicate", property: "link" },
  analysis: { load: () => import("./screens/analysis.js"), tag: "mf-analysis", property: "source" },
  puzzles: { load: () => import("./screens/puzzles.js"), tag: "mf-puzzles", property: "name" },
  learn: { load: () => import("./screens/learn.js"), tag: "mf-learn", property: "name" },
};
const WITHOUT_KEY = ["replay", "player", "hall", "learn", "rules", "puzzles", "analysis", "daily", "duplicate"];
const LOBBY = { load: () => import("./screens/lobby.js"), tag: "mf-lobby", property: "" };

let shown = ""; // the address of the screen
let asked = 0; // counts how often a screen was asked for

async function showScreen() {
  const { screen: name, key } = here();
  const { load, tag, property } = (key || WITHOUT_KEY.includes(name) ? SCREENS[name] : null) ?? LOBBY;
  shown = location.href;
  const number = (asked += 1);
  try {
    await load();
  } catch (error) {
    console.info("a screen cannot be loaded:", error);
    return screen.firstElementChild ? location.reload() : showAway(); // the server has another version by now, or is away
  }
  if (number !== asked) return; // somebody was quicker
  const element = document.createElement(tag);
  if (key && property) Object.assign(element, { [property]: key });
  screen.replaceChildren(element);
  if (tag === LOBBY.tag) SCREENS.play.load(); // what comes next
}

/** Links within the page change the screen without loading the page again; so does another key behind the `#`. */
function route() {
  window.addEventListener("popstate", showScreen);
  window.addEventListener("hashchange", () => location.href !== shown && showScreen());
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]:not([download], [target])") : null;
    const isPlain = !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !isPlain) return;
    event.preventDefault();
    window.scrollTo(0, 0);
    go(link.getAttribute("href") ?? "");
  });
  showScreen();
}

/** The colours of the areas, for the style sheets. */
function useTints() {
  facts.tints.forEach(([deep, plain, soft], area) => {
    const { style } = document.documentElement;
    style.setProperty(`--area-${area}-deep`, deep);
    style.setProperty(`--area-${area}`, plain);
    style.setProperty(`--area-${area}-soft`, soft);
  });
}

async function showAway() {
  await import("./screens/away.js");
  screen.replaceChildren(document.createElement("mf-away"));
}

async function start() {
  try {
    const [loaded] = await Promise.all([get(versioned("api/facts")), loadDrawing()]);
    useFacts(loaded);
    useTints();
    usePalette(settings.values.palette);
    await loadLanguage();
    if (document.body.dataset.away) return showAway(); // the service worker has kept the page
    route();
    watchVersion(screen);
    prepareInstalling();
  } catch (error) {
    console.error(error);
    showAway();
  }
}

start();
