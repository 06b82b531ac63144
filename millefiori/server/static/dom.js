// @ts-check
/** Elements from a few words. Texts always go in as text, never as markup, so a player's name cannot become code. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, any>} Attributes A value of null or false leaves the attribute out; functions listen. */
/** @typedef {Node | string | number | null | false | undefined} Child */

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  return /** @type {any} */ (filled(document.createElement(tag), attributes, children));
}

/**
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  return /** @type {SVGElement} */ (filled(document.createElementNS(SVG, tag), attributes, children));
}

/**
 * A drawing of the board's definitions: a symbol, a diamond, a mark.
 * @param {string} id
 * @param {Attributes} [attributes]
 */
export function use(id, attributes = {}) {
  return svg("use", { href: `#${id}`, ...attributes });
}

/**
 * A drawing as a small picture in a line of text; the words beside it say the same, so it is hidden from readers.
 * @param {...string} ids
 */
export function icon(...ids) {
  const drawings = ids.map((id) => use(id));
  return svg("svg", { class: "icon", viewBox: "-26 -26 52 52", "aria-hidden": "true" }, ...drawings);
}

/** The diamond of a seat with its mark, as a small picture. @param {number} seat */
export function seatIcon(seat) {
  return icon(`diamond-${seat}`, `mark-${seat}`);
}

/** @param {Element} element @param {Attributes} attributes @param {Child[]} children */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) element.append(child instanceof Node ? child : String(child));
  }
  return element;
}
