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

/**
 * Other children for a drawing, one by one: if all go at once, as by `replaceChildren` or `textContent`, Chromium rebuilds every
 * `use` of the drawing, which took 6 ms for the board.
 * @param {Element} drawing
 * @param {...(Node | string)} children
 */
export function refill(drawing, ...children) {
  for (const old of [...drawing.childNodes]) old.remove();
  drawing.append(...children);
}

/**
 * Show these children in a place, changing only what differs: the rest need not be laid out again and keeps the focus. What is
 * there stays with its listeners, so they must not depend on what is shown.
 * @param {Element} place
 * @param {Node[]} children
 */
export function renew(place, children) {
  const old = [...place.childNodes];
  for (const extra of old.slice(children.length)) extra.remove();
  children.forEach((child, number) => {
    const there = old[number];
    if (there?.isEqualNode(child)) return;
    if (!there) place.append(child);
    else if (there instanceof Element && child instanceof Element && there.nodeName === child.nodeName) become(there, child);
    else there.replaceWith(child);
  });
}

/**
 * The same for a row that things come into and go from: what has the same key stays where it is, so that a new card between two
 * others does not draw all after it again.
 * @param {Element} row
 * @param {Element[]} children
 * @param {(element: Element) => unknown} key
 */
export function renewRow(row, children, key) {
  const wanted = children.map(key);
  let there = row.firstElementChild;
  children.forEach((child, number) => {
    while (there && !wanted.includes(key(there), number)) {
      const gone = there;
      there = there.nextElementSibling;
      gone.remove();
    }
    if (!there || key(there) !== wanted[number]) return row.insertBefore(child, there);
    if (!there.isEqualNode(child)) become(there, child);
    there = there.nextElementSibling;
  });
  while (row.childElementCount > children.length) row.lastElementChild?.remove();
}

/** @param {Element} there @param {Element} wanted */
function become(there, wanted) {
  for (const { name } of [...there.attributes]) if (!wanted.hasAttribute(name)) there.removeAttribute(name);
  for (const { name, value } of wanted.attributes) if (there.getAttribute(name) !== value) there.setAttribute(name, value);
  renew(there, [...wanted.childNodes]);
}

/** @type {(() => void)[]} */
const waiting = [];

/** The time after a frame, for one at a time: who asks last is first, the others have later frames. At once if nobody sees the page. @returns {Promise<void>} */
export function nextFrame() {
  return new Promise((resolve) => {
    if (document.hidden) return resolve();
    waiting.push(resolve);
    if (waiting.length === 1) requestAnimationFrame(serveOne);
  });
}

function serveOne() {
  window.setTimeout(() => {
    waiting.pop()?.();
    if (waiting.length) requestAnimationFrame(serveOne);
  });
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
