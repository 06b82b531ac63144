// @ts-check
/** The colours of the seats. The drawings have the classic ones; here they are exchanged for those that a person has set. */

import { facts } from "../core/facts.js";
import { settings } from "../core/settings.js";

const DRAWINGS = ["glass", "gem", "diamond", "numbered", "ship"]; // of an owner: `gem-2`
const ATTRIBUTES = ["fill", "stroke", "stop-color"];

let shown = "classic";

/** The drawings of an owner, and their copies on the board. @param {number} owner */
function elementsOf(owner) {
  const drawings = DRAWINGS.map((name) => `#${name}-${owner}, #${name}-${owner} *`);
  return document.querySelectorAll([...drawings, `.diamond[data-owner="${owner}"] *`].join());
}

/** Show and remember the colours of this name; comforts.css has those of names and lines. @param {string} name */
export function usePalette(name) {
  const wanted = name in facts.palettes ? name : "classic";
  facts.palettes[shown].forEach((colours, owner) => {
    for (const element of elementsOf(owner)) {
      for (const attribute of ATTRIBUTES) {
        const part = colours.indexOf(element.getAttribute(attribute) ?? "");
        if (part >= 0) element.setAttribute(attribute, facts.palettes[wanted][owner][part]);
      }
    }
  });
  shown = wanted;
  document.documentElement.dataset.palette = wanted;
  if (wanted !== settings.values.palette) settings.set("palette", wanted);
}
