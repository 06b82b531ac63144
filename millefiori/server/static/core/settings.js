// @ts-check
/** What a person has set for this browser: theme, speed, sound, size of the cards, confirmation, coordinates, colours, name. panels/settings.js shows them; i18n.js keeps the language. */

/** @typedef {"auto" | "light" | "dark"} Theme */
/** @typedef {"slowest" | "slow" | "normal" | "fast" | "none"} Speed */
/** @typedef {"small" | "medium" | "large"} CardSize */
/** @typedef {{theme: Theme, speed: Speed, sound: boolean, notify: boolean, cards: CardSize, confirm: boolean, coordinates: boolean, palette: string, name: string}} Values */

export const THEMES = /** @type {Theme[]} */ (["auto", "light", "dark"]);
export const SPEEDS = /** @type {Speed[]} */ (["slowest", "slow", "normal", "fast", "none"]);
export const CARD_SIZES = /** @type {CardSize[]} */ (["small", "medium", "large"]);

const STORE = "millefiori.settings";
/** @type {Values} */
const DEFAULTS = { theme: "auto", speed: "normal", sound: true, notify: false, cards: "medium", confirm: true, coordinates: false, palette: "classic", name: "" };

/** @returns {Values} */
function stored() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(STORE) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

class Settings {
  constructor() {
    this.values = stored();
    this.applyTheme();
    this.applyCards();
  }

  /**
   * @template {keyof Values} Name
   * @param {Name} name
   * @param {Values[Name]} value
   */
  set(name, value) {
    this.values = { ...this.values, [name]: value };
    try {
      localStorage.setItem(STORE, JSON.stringify(this.values));
    } catch {
      // A private window forgets them; everything works all the same.
    }
    if (name === "theme") this.applyTheme();
    if (name === "cards") this.applyCards();
  }

  /** `data-theme` on the root decides; without it the style sheets follow the system. */
  applyTheme() {
    const root = document.documentElement;
    if (this.values.theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = this.values.theme;
  }

  /** The style sheets read `data-cards`. */
  applyCards() {
    document.documentElement.dataset.cards = this.values.cards;
  }

  /** The speed of animations: none if the system asks for less motion. */
  get speed() {
    return prefersStill() ? "none" : this.values.speed;
  }
}

/** Does the system ask for less motion? */
export function prefersStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export const settings = new Settings();
