// @ts-check
/** Several options of which one is selected: radio buttons that look like one bar, so arrow keys and screen readers know them. */

import { el } from "../core/dom.js";

/**
 * @param {string} legend
 * @param {string} name
 * @param {[string, string][]} options values with their words
 * @param {string} selected
 * @param {(value: any) => void} onSelect gets one of the values
 * @returns {HTMLFieldSetElement}
 */
export function radioBar(legend, name, options, selected, onSelect) {
  const buttons = options.map(([value, words]) =>
    el("label", { class: "segment" },
      el("input", { type: "radio", name, value, checked: value === selected, change: () => onSelect(value) }),
      el("span", {}, words)));
  return el("fieldset", { class: "radio-bar" }, el("legend", {}, legend), el("div", { class: "segments" }, ...buttons));
}
