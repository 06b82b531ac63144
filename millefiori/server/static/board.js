// @ts-check
/** The board: the server's drawing with diamonds, ships and marks laid on it from a position, and spaces to choose. */

import { getText } from "./api.js";
import { svg, use } from "./dom.js";
import { areaName, spaceName } from "./sentences.js";
import { onLanguage, t } from "./i18n.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("./state.js").Facts} Facts */
/** @typedef {import("./state.js").Position} Position */
/** @typedef {import("./state.js").Event} Event */
/** @typedef {{lastEvents?: Event[], seat?: number, names?: string[]}} Options */
/**
 * A place that can be chosen: a space, or the space of the sea where the ship would land.
 * @typedef {{space: number | null, ship: number | null, points: number, extra: boolean, label: string, hinted?: boolean}} Target
 */

const SHAPES = ["hexagon", "residence"];
/** Where ships lie that meet on a space of the sea: alone, two, more. */
const BERTHS = [[[0, 0]], [[-18, 0], [18, 0]], [[-18, -14], [18, -14], [-18, 18], [18, 18]]];
/** Where the board has room for a button that explains an area. */
const INFO_XY = {
  workshops: [456, 132], residences: [548, 40], nobili: [540, 492], populi: [868, 704], trade: [448, 450], harbor: [52, 402],
  sea: [152, 880], bonus: [566, 415], extra: [650, 415],
};
const MURRINE = [[690, 300, 0.7], [250, 862, 0.9], [330, 888, 0.6], [410, 850, 1.1], [905, 890, 0.8], [52, 62, 1.3], [118, 40, 0.7]];

/** @type {Promise<string> | null} */
let drawing = null;

/** The drawing, fetched once. Its definitions go into the document, where cards and panels use them too. */
export function loadDrawing() {
  drawing ??= getText("/board.svg").then((text) => {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const definitions = parsed.querySelector("defs");
    if (definitions) document.body.append(svg("svg", { id: "drawings", "aria-hidden": "true" }, definitions));
    return parsed.outerHTML;
  });
  return drawing;
}

export class BoardElement extends HTMLElement {
  constructor() {
    super();
    /** @type {Facts | null} */
    this.facts = null;
    /** @type {Record<string, SVGElement>} */
    this.layers = {};
    /** @type {SVGElement[]} the drawn spaces, by number */
    this.spaces = [];
    /** @type {Map<string, SVGElement>} diamonds by place */
    this.diamonds = new Map();
    /** @type {[Position, Options] | null} */
    this.shown = null;
    /** @type {{targets: Target[], selected: Target | null}} */
    this.offered = { targets: [], selected: null };
  }

  connectedCallback() {
    this.forgetLanguage = onLanguage(() => this.redraw());
    if (!this.drawn) loadDrawing().then((text) => this.draw(text));
  }

  disconnectedCallback() {
    this.forgetLanguage?.();
  }

  /** @param {string} text */
  draw(text) {
    if (!this.facts || this.drawn) return;
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    this.drawn = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
    this.drawn.setAttribute("role", "group");
    const names = this.facts.spaces.map((space) => space.name);
    for (const group of this.drawn.querySelectorAll("[data-space]")) {
      this.spaces[names.indexOf(/** @type {SVGElement} */ (group).dataset.space ?? "")] = /** @type {SVGElement} */ (group);
    }
    this.drawn.prepend((this.layers.ornaments = svg("g", { class: "ornaments", "aria-hidden": "true" })));
    for (const name of ["diamonds", "ships", "marks", "infos", "targets"]) {
      this.drawn.append((this.layers[name] = svg("g", { class: name })));
    }
    this.replaceChildren(this.drawn);
    this.zoom = new Zoom(this.drawn);
    this.redraw();
  }

  /** Everything that depends on the language, and what was shown last. */
  redraw() {
    if (!this.drawn) return;
    this.drawn.setAttribute("aria-label", t("game.board"));
    this.layers.infos.replaceChildren(...Object.entries(INFO_XY).map(([area, xy]) => this.infoButton(area, xy)));
    if (this.shown) this.show(...this.shown);
    this.offer(this.offered.targets, this.offered.selected);
  }

  /** @param {string} area @param {number[]} xy */
  infoButton(area, [x, y]) {
    const label = t("game.about", { area: areaName(area) });
    const sign = area === "bonus" || area === "extra" ? use(area === "bonus" ? "bonus" : "extra-card", { transform: "translate(-42 0) scale(1.1)" }) : null;
    const tell = () => this.dispatchEvent(new CustomEvent("about", { detail: { area } }));
    return svg("g", { class: "info", transform: `translate(${x} ${y})`, role: "button", "aria-label": label, click: tell },
      svg("title", {}, label), sign, svg("circle", { r: 30, class: "reach" }), svg("circle", { r: 15 }), svg("text", { dy: ".34em" }, "i"));
  }

  /** @param {Position} position @param {Options} [options] */
  show(position, options = {}) {
    this.shown = [position, options];
    if (!this.drawn || !this.facts) return;
    const diamonds = this.placesOf(position);
    for (const [place, element] of this.diamonds) {
      if (diamonds.get(place) !== element.dataset.owner) this.lift(place, element);
    }
    for (const [place, owner] of diamonds) if (!this.diamonds.has(place)) this.lay(place, Number(owner));
    this.showOwners(position, options.names ?? []);
    this.showShips(position.players.map((player) => player.ship));
    this.showMarks(options.lastEvents ?? []);
    this.showOrnaments(position.round);
  }

  /** All diamonds of a position: a space's number, or set and value of a bonus space. @param {Position} position */
  placesOf(position) {
    /** @type {Map<string, string>} */
    const places = new Map();
    position.owners.forEach((owner, space) => owner >= 0 && places.set(String(space), String(owner)));
    position.players.forEach((player, seat) =>
      player.bonus.forEach((value, set) => value && places.set(`${set}:${value}`, String(seat))));
    return places;
  }

  /** @param {string} place */
  xyOf(place) {
    const { spaces, bonus_xy: bonus, bonus_values: values } = /** @type {Facts} */ (this.facts);
    if (!place.includes(":")) return spaces[Number(place)].xy;
    const [set, value] = place.split(":").map(Number);
    return bonus[set][values.indexOf(value)];
  }

  /** Lay a diamond down. @param {string} place @param {number} owner */
  lay(place, owner) {
    const [x, y] = this.xyOf(place);
    const space = place.includes(":") ? null : /** @type {Facts} */ (this.facts).spaces[Number(place)];
    const number = space ? space.value : Number(place.split(":")[1]);
    const scale = space?.area === 0 ? 1.2 : 1.1;
    const mark = use(`mark-${owner}`, { transform: number ? "translate(0 -8) scale(.75)" : null });
    const written = number ? svg("text", { y: 9, dy: ".35em", "font-size": 15, class: `on-${owner}` }, number) : null;
    const stone = svg("g", { class: "stone", transform: `scale(${scale})` }, use(`diamond-${owner}`), mark, written);
    const element = svg("g", { class: "diamond", "data-owner": owner, transform: `translate(${x} ${y})` }, svg("g", {}, stone));
    if (space) this.spaces[Number(place)]?.classList.add("taken");
    this.diamonds.set(place, element);
    this.layers.diamonds.append(element);
    return element;
  }

  /** @param {string} place @param {SVGElement} element */
  lift(place, element) {
    element.remove();
    this.diamonds.delete(place);
    this.spaces[Number(place)]?.classList.remove("taken");
  }

  /** Whose diamond it is, for the mouse that rests on a space. @param {Position} position @param {string[]} names */
  showOwners(position, names) {
    this.spaces.forEach((group, space) => {
      const owner = position.owners[space];
      const words = owner < 0 ? spaceName(space) : `${spaceName(space)}: ${names[owner] ?? t("game.neutral")}`;
      const title = group.querySelector("title");
      if (title && title.textContent !== words) title.textContent = words;
    });
  }

  /** @param {number[]} ships the space of each seat's ship */
  showShips(ships) {
    const { xy } = /** @type {Facts} */ (this.facts).sea;
    ships.forEach((space, seat) => {
      const there = ships.flatMap((other, owner) => (other === space ? [owner] : []));
      const [dx, dy] = BERTHS[Math.min(there.length, 3) - 1][there.indexOf(seat)];
      let ship = /** @type {SVGElement | null} */ (this.layers.ships.querySelector(`[data-seat="${seat}"]`));
      if (!ship) this.layers.ships.append((ship = use(`ship-${seat}`, { class: "ship", "data-seat": seat })));
      ship.style.transform = `translate(${xy[space][0] + dx}px, ${xy[space][1] + dy}px) scale(${there.length > 1 ? 0.8 : 1.1})`;
    });
  }

  /** Rings around what was played lately; the newest is the brightest. @param {Event[]} events */
  showMarks(events) {
    const places = events.filter((event) => event.space !== null && event.space !== undefined);
    const rings = places.map((event, n) => {
      const isNewest = n === places.length - 1;
      return this.shape(/** @type {number} */ (event.space), { class: `mark seat-${event.seat} ${isNewest ? "newest" : ""}` });
    });
    this.layers.marks.replaceChildren(...rings);
  }

  /** The outline of a space. @param {number} space @param {Record<string, any>} attributes */
  shape(space, attributes) {
    const { area, xy } = /** @type {Facts} */ (this.facts).spaces[space];
    return use(SHAPES[area] ?? "rhombus", { transform: `translate(${xy[0]} ${xy[1]})`, ...attributes });
  }

  /** Glass flowers where the board is empty, and the round. @param {number} round */
  showOrnaments(round) {
    const flowers = MURRINE.map(([x, y, scale], n) => use(`murrina-${n % 2}`, { transform: `translate(${x} ${y}) scale(${scale})`, opacity: 0.55 }));
    this.layers.ornaments.replaceChildren(...flowers, svg("text", { x: 160, y: 56, class: "title" }, "Mille Fiori"),
      use("flower", { transform: "translate(762 352)" }), svg("text", { x: 762, y: 338, class: "small" }, t("game.round")),
      svg("text", { x: 762, y: 369, class: "large" }, round));
  }

  /**
   * Light up what can be chosen. A space of the harbor may be offered in two ways; it is lit once.
   * @param {Target[]} targets
   * @param {Target | null} selected
   * @param {number} [seat] whose diamond is shown on the selected space
   */
  offer(targets, selected, seat = -1) {
    this.offered = { targets, selected };
    if (!this.drawn) return;
    const focused = this.layers.targets.contains(document.activeElement) ? document.activeElement?.getAttribute("data-target") : null;
    // Sailing has a button, and the sea may be out of the frame.
    const stop = selected ?? targets.find((target) => target.space !== null) ?? targets[0];
    const lit = targets.map((target) => this.target(target, target === selected, target === stop, seat));
    this.layers.targets.replaceChildren(...lit);
    this.classList.toggle("choosing", targets.length > 0);
    if (focused) /** @type {SVGElement | undefined} */ (lit.find((group) => group.dataset.target === focused))?.focus();
  }

  /** @param {Target} target @param {boolean} isSelected @param {boolean} isStop @param {number} seat */
  target(target, isSelected, isStop, seat) {
    const { spaces, sea } = /** @type {Facts} */ (this.facts);
    const [x, y] = target.space === null ? sea.xy[target.ship ?? 0] : spaces[target.space].xy;
    const shape = target.space === null ? svg("circle", { class: "shape", r: 26 }) : use(SHAPES[spaces[target.space].area] ?? "rhombus", { class: "shape" });
    const drawings = target.space === null ? [`ship-${seat}`] : [`diamond-${seat}`, `mark-${seat}`];
    const ghost = isSelected && seat >= 0 && svg("g", { class: "ghost", transform: "scale(1.15)" }, ...drawings.map((id) => use(id)));
    const choose = (/** @type {MouseEvent} */ event) =>
      this.dispatchEvent(new CustomEvent("space", { detail: { target, space: target.space, byKeyboard: event.detail === 0 } }));
    const look = (/** @type {number | null | undefined} */ space) => () => this.dispatchEvent(new CustomEvent("look", { detail: { space } }));
    return svg("g", {
      class: `target ${isSelected ? "selected" : ""} ${target.hinted ? "hinted" : ""} ${target.space === null ? "sail" : ""}`,
      "data-target": target.space ?? "sea", transform: `translate(${x} ${y})`, role: "button", tabindex: isStop ? 0 : -1,
      "aria-label": target.label, "aria-pressed": String(isSelected), click: choose,
      pointerenter: look(target.space), pointerleave: look(undefined), focus: look(target.space), blur: look(undefined),
    }, svg("title", {}, target.label), shape, ghost || null, svg("circle", { class: "reach", r: 33 }), pointsTag(target));
  }

  /** The middle of a place in the window, for points that fly from it. @param {string} place a space, set:value, or sea:space */
  pointOf(place) {
    const [x, y] = place.startsWith("sea:") ? /** @type {Facts} */ (this.facts).sea.xy[Number(place.slice(4))] : this.xyOf(place);
    const matrix = this.drawn?.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix) : new DOMPoint();
  }
}

/** What a space would bring, on a small tag beneath it. @param {Target} target */
function pointsTag({ points, extra }) {
  const width = (extra ? 24 : 0) + 16 + 10 * String(points).length + 8;
  return svg("g", { class: "points", transform: "translate(0 25)", "aria-hidden": "true" },
    svg("rect", { x: -width / 2, y: -12, width, height: 24, rx: 12 }),
    svg("text", { x: extra ? -11 : 0, dy: ".35em" }, `+${points}`),
    extra ? use("extra-card", { transform: `translate(${width / 2 - 13} 0) scale(.85)` }) : null);
}

customElements.define("mf-board", BoardElement);
