// @ts-check
/** Makes elements. Texts always become text, never markup, so a player's name cannot become code. */

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
 * One of the drawings of board.svg: a symbol, a diamond, a ship.
 * @param {string} id
 * @param {Attributes} [attributes]
 */
export function use(id, attributes = {}) {
  return svg("use", { href: `#${id}`, ...attributes });
}

/**
 * A drawing as a small picture in a line of text; the words beside it say the same, so it is hidden from screen readers.
 * @param {string} id
 * @param {string} [viewBox]
 */
export function icon(id, viewBox = "-26 -26 52 52") {
  return svg("svg", { class: "icon", viewBox, "aria-hidden": "true" }, use(id));
}

/** The diamond of a seat with its mark, as a small picture. @param {number} seat */
export function seatIcon(seat) {
  return icon(`diamond-${seat}`);
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
