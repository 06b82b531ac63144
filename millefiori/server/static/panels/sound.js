// @ts-check
/** `<mf-sound>`: one click turns all sounds off, another one on. */

import { el, svg } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { settings } from "../core/settings.js";
import { sound } from "../core/sound.js";
import { Translated } from "../core/translated.js";

const SPEAKER = "M-9-3.5h4l5-5v17l-5-5h-4z";
const WAVES = "M4-4q3 4 0 8M7.5-7q5.5 7 0 14";
const CROSS = "M4-3.5l6 7M10-3.5l-6 7";

class SoundElement extends Translated {
  render() {
    const isOn = settings.values.sound;
    const hadFocus = this.contains(document.activeElement);
    const button = el("button", {
      type: "button", class: "quiet round", "aria-pressed": String(isOn), "aria-label": t("settings.sound"),
      title: t(isOn ? "settings.sound.on" : "settings.sound.off"), click: () => this.toggle(),
    }, svg("svg", { class: "speaker", viewBox: "-12 -12 24 24", "aria-hidden": "true" }, svg("path", { d: SPEAKER }), svg("path", { class: "waves", d: isOn ? WAVES : CROSS })));
    this.replaceChildren(button);
    if (hadFocus) button.focus();
  }

  toggle() {
    settings.set("sound", !settings.values.sound);
    sound.wake();
    sound.play("take");
    this.render();
  }
}

customElements.define("mf-sound", SoundElement);
