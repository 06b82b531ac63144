// @ts-check
/** What all panels of the game share. */

import { el, renew } from "../core/dom.js";
import { onLanguage } from "../core/i18n.js";

/** @import { State } from "../core/state.js" */

const STORE = "millefiori.folds";

/** Which parts the reader has folded or unfolded on this device. @returns {Record<string, boolean>} */
function folds() {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "{}");
  } catch {
    return {};
  }
}

/** Words for screen readers only. @param {string} words */
export function unseen(words) {
  return el("span", { class: "unseen" }, words);
}

/**
 * A panel draws itself only if something has changed, and again when the language changes. Drawing again keeps folded parts as
 * they are, and the keyboard focus.
 */
export class Panel extends HTMLElement {
  constructor() {
    super();
    /** @type {State | null} */
    this.state = null;
    this.drawn = "";
    /** @type {unknown} */
    this.position = null;
  }

  connectedCallback() {
    this.stop = onLanguage(() => this.redraw());
    this.redraw(); // the language may have changed while the panel was away
  }

  disconnectedCallback() {
    this.stop?.();
  }

  /** @param {State} state */
  update(state) {
    this.state = state;
    const names = state.players.map((player) => player.name).join();
    const signature = [state.key, state.n, state.seat, state.connected, state.presence, state.failing, state.lastSeen, names].join("|");
    if (signature === this.drawn && state.position === this.position) return;
    this.drawn = signature;
    this.position = state.position;
    this.draw(state);
  }

  redraw() {
    this.drawn = "";
    if (this.state) this.update(this.state);
  }

  /** @param {State} state */
  draw(state) {
    const active = this.contains(document.activeElement) ? document.activeElement : null;
    const focused = active?.getAttribute("data-focus");
    this.put(this.content(state));
    if (!focused) return;
    const again = /** @type {HTMLElement | null} */ (this.querySelector(`[data-focus="${focused}"]`));
    if (!again) this.tabIndex = -1; // if the button is gone, the focus stays in the panel
    (again ?? this).focus({ preventScroll: !again });
  }

  /** @param {Node[]} content */
  put(content) {
    this.replaceChildren(...content);
  }

  /** What the panel shows. @param {State} _state @returns {Node[]} */
  content(_state) {
    return [];
  }

  /**
   * A part that can be folded away and stays as the reader left it, in the next game, too.
   * @param {string} id
   * @param {boolean} isOpen at first
   * @param {Node | string} summary
   * @param {...Node} children
   */
  folding(id, isOpen, summary, ...children) {
    const open = folds()[id] ?? isOpen;
    const part = el("details", { class: `fold fold-${id}`, open },
      el("summary", { "data-focus": `fold-${id}` }, summary), ...children);
    part.addEventListener("toggle", () => localStorage.setItem(STORE, JSON.stringify({ ...folds(), [id]: part.open })));
    return part;
  }
}

/** A panel with much in it: it is drawn only in sight, and only where it differs. Its listeners must not depend on the position. */
export class LargePanel extends Panel {
  constructor() {
    super();
    // Only boxes have a size, so these panels are blocks in the style sheets.
    this.comingInSight = new ResizeObserver(() => this.comeInSight());
  }

  connectedCallback() {
    super.connectedCallback();
    this.comingInSight.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.comingInSight.disconnect();
  }

  comeInSight() {
    if (this.state) this.update(this.state);
  }

  /** @param {State} state */
  update(state) {
    this.state = state;
    if (this.checkVisibility({ visibilityProperty: true })) super.update(state);
  }

  /** @param {Node[]} content */
  put(content) {
    renew(this, content);
  }
}
