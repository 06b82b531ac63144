// @ts-check
/** It is your turn: the page says so in its title, in its icon, by a sound, and by a notification if it is in the background. */

import { t } from "./i18n.js";
import { settings } from "./settings.js";
import { sound } from "./sound.js";

const TITLE = "Mille Fiori";
const TAG = "millefiori-turn"; // a newer notification replaces an older one

/** What the browser allows: "none" if it knows no notifications. @returns {"none" | NotificationPermission} */
export function permission() {
  return "Notification" in window ? Notification.permission : "none";
}

/** Ask for the permission: only when somebody has asked for notifications. @returns {Promise<boolean>} is it given? */
export async function askPermission() {
  return permission() !== "none" && (await Notification.requestPermission()) === "granted";
}

class Attention {
  constructor() {
    this.isAsked = false;
    /** @type {Notification | null} */
    this.notice = null;
    document.addEventListener("visibilitychange", () => !document.hidden && this.withdraw());
  }

  /** @param {boolean} isAsked does the game wait for this player? */
  show(isAsked) {
    document.title = isAsked ? `● ${t("game.title.turn")} – ${TITLE}` : TITLE;
    if (isAsked === this.isAsked) return;
    this.isAsked = isAsked;
    document.querySelector("link[rel=icon]")?.setAttribute("href", isAsked ? "static/icon-turn.svg" : "static/icon.svg");
    if (!isAsked) return this.withdraw();
    sound.play("turn");
    if (document.hidden && settings.values.notify && permission() === "granted") this.notify();
  }

  async notify() {
    const options = { body: t("game.notice"), icon: "static/icon.svg", tag: TAG };
    try {
      this.notice = new Notification(TITLE, options);
      this.notice.onclick = () => {
        window.focus();
        this.withdraw();
      };
    } catch {
      // Phones show notifications through a service worker only.
      const worker = await navigator.serviceWorker?.getRegistration();
      await worker?.showNotification(TITLE, options);
    }
  }

  withdraw() {
    this.notice?.close();
    this.notice = null;
  }
}

export const attention = new Attention();
