// @ts-check
/** The board: the server's drawing, with the diamonds, ships and marks of a position on it, and the lit spaces. */

import { refill, svg, use } from "../core/dom.js";
import { facts } from "../core/facts.js";
import { onLanguage, t } from "../core/i18n.js";
import { areaName, spaceName } from "../core/names.js";
import { settings } from "../core/settings.js";
import { berth, emptyBoard, mooring, numberedDiamond, part, scrim } from "./drawing.js";
import { Zoom } from "./zoom.js";

/** @import { Event, Position, SpaceFacts } from "../core/messages.js" */
/** @import { LitSpace } from "../core/turn.js" */
/** @typedef {{lastEvents?: Event[], names?: string[]}} Options */
/** @typedef {LitSpace & {label: string}} LabelledSpace */
/** Where something lies: a space's number, set and value of a bonus space ("0:20"), or a space of the sea ("sea:5"). @typedef {string} Spot */

/** Where the drawing leaves room for a button that explains an area. */
const INFO_XY = {
  workshops: [456, 132], residences: [548, 40], nobili: [540, 492], populi: [868, 704], trade: [448, 450], harbor: [52, 402],
  sea: [152, 880], bonus: [566, 415], extra: [650, 415],
};

export class BoardElement extends HTMLElement {
  constructor() {
    super();
    this.drawn = emptyBoard();
    this.zoom = new Zoom(this.drawn);
    /** @type {Record<string, SVGElement>} */
    this.layers = {};
    /** @type {Map<Spot, SVGElement>} the drawn spaces and bonus spaces */
    this.spots = new Map();
    /** @type {Map<Spot, SVGElement>} */
    this.diamonds = new Map();
    /** @type {string[]} the owner that each space's title names */
    this.titled = [];
    /** @type {[Position, Options] | null} */
    this.shown = null;
    /** @type {[LabelledSpace[], number]} */
    this.lit = [[], -1];
    this.prepare();
  }

  prepare() {
    const names = facts.spaces.map((space) => space.name);
    for (const group of /** @type {NodeListOf<SVGElement>} */ (this.drawn.querySelectorAll("[data-space], [data-bonus]"))) {
      const { space, bonus } = group.dataset;
      this.spots.set(bonus ?? String(names.indexOf(space ?? "")), group);
    }
    for (const name of ["diamonds", "coordinates", "ships", "marks", "scrim", "infos", "lit-spaces", "pointers"]) {
      this.drawn.append((this.layers[name] = svg("g", { class: name })));
    }
    this.drawn.setAttribute("role", "group");
  }

  connectedCallback() {
    this.replaceChildren(this.drawn);
    this.forgetLanguage = onLanguage(() => this.redraw());
    this.redraw();
  }

  disconnectedCallback() {
    this.forgetLanguage?.();
  }

  /** Everything that depends on the language. */
  redraw() {
    this.drawn.setAttribute("aria-label", t("game.board"));
    refill(part(this.drawn, "round-word"), t("game.round"));
    refill(this.layers.coordinates, ...(settings.values.coordinates ? facts.spaces.map(coordinate) : []));
    refill(this.layers.infos, ...Object.entries(INFO_XY).map(([area, xy], number) => this.infoButton(area, xy, number === 0)));
    this.titled = [];
    if (this.shown) this.show(...this.shown);
    this.light(...this.lit);
  }

  /** Tab stops at the first one, arrow keys move among them. @param {string} area @param {number[]} xy @param {boolean} isStop */
  infoButton(area, [x, y], isStop) {
    const label = t("game.about", { area: areaName(area) });
    const sign = area === "bonus" || area === "extra" ? use(area === "bonus" ? "bonus" : "extra-card", { transform: "translate(-42 0) scale(1.1)" }) : null;
    const explain = () => this.dispatchEvent(new CustomEvent("about", { detail: { area } }));
    return svg("g", { class: "info", transform: `translate(${x} ${y})`, role: "button", tabindex: isStop ? 0 : -1, "aria-label": label, click: explain },
      svg("title", {}, label), sign, svg("circle", { r: 30, class: "reach" }), svg("circle", { r: 15 }), svg("text", { dy: ".34em" }, "i"));
  }

  /** @param {Position} position @param {Options} [options] */
  show(position, options = {}) {
    this.shown = [position, options];
    const owners = ownersOf(position);
    for (const [spot, element] of this.diamonds) {
      if (String(owners.get(spot)) !== element.dataset.owner) this.lift(spot, element);
    }
    for (const [spot, owner] of owners) if (!this.diamonds.has(spot)) this.lay(spot, owner);
    this.showOwners(position, options.names ?? []);
    this.showShips(position.players.map((player) => player.ship));
    this.showMarks(options.lastEvents ?? []);
    const round = part(this.drawn, "round-number");
    if (round.textContent !== String(position.round)) refill(round, String(position.round));
  }

  /** Lay a diamond down. @param {Spot} spot @param {number} owner */
  lay(spot, owner) {
    const [x, y] = xyOf(spot);
    const drawn = this.spots.get(spot);
    const number = spot.includes(":") ? Number(spot.split(":")[1]) : facts.spaces[Number(spot)].value;
    const stone = svg("g", { class: "stone", transform: `scale(${drawn?.dataset.diamondScale})` }, number ? numberedDiamond(owner, number) : use(`diamond-${owner}`));
    const element = svg("g", { class: "diamond", "data-owner": owner, transform: `translate(${x} ${y})` }, svg("g", {}, stone));
    drawn?.classList.add("taken");
    this.diamonds.set(spot, element);
    this.layers.diamonds.append(element);
    return element;
  }

  /** @param {Spot} spot @param {SVGElement} element */
  lift(spot, element) {
    element.remove();
    this.diamonds.delete(spot);
    this.spots.get(spot)?.classList.remove("taken");
  }

  /** Whose diamond it is, when the mouse rests on a space. @param {Position} position @param {string[]} names */
  showOwners(position, names) {
    position.owners.forEach((owner, space) => {
      const name = owner < 0 ? "" : names[owner] ?? t("game.neutral");
      if (this.titled[space] === name) return;
      this.titled[space] = name;
      const title = this.spots.get(String(space))?.querySelector("title");
      if (title) refill(title, name ? `${spaceName(space)}: ${name}` : spaceName(space));
    });
  }

  /** @param {number[]} ships the space of each seat's ship */
  showShips(ships) {
    ships.forEach((space, seat) => {
      const there = ships.flatMap((other, owner) => (other === space ? [owner] : []));
      let ship = /** @type {SVGElement | null} */ (this.layers.ships.querySelector(`[data-seat="${seat}"]`));
      if (!ship) this.layers.ships.append((ship = svg("g", { class: "ship", "data-seat": seat }, use(`ship-${seat}`))));
      const [x, y] = mooring(space);
      const place = berth(there.length, there.indexOf(seat)) ?? "";
      // Writing what is there already would lay out the whole drawing again.
      if (ship.dataset.place === `${space} ${place}`) return;
      ship.dataset.place = `${space} ${place}`;
      ship.style.transform = `translate(${x}px, ${y}px)`;
      ship.firstElementChild?.setAttribute("transform", place);
    });
  }

  /** While a ship sails in the layer of the animations, it is not on the board. @param {number} seat @param {boolean} hidden */
  hideShip(seat, hidden) {
    this.layers.ships.querySelector(`[data-seat="${seat}"]`)?.classList.toggle("at-sea", hidden);
  }

  /** Rings around what was placed lately; the newest is the brightest. @param {Event[]} events */
  showMarks(events) {
    const placed = events.filter((event) => typeof event.space === "number");
    const key = placed.map(({ n }) => n).join();
    if (key === this.layers.marks.dataset.events) return;
    this.layers.marks.dataset.events = key;
    const rings = placed.map(({ space, seat }, number) => {
      const [x, y] = xyOf(String(space));
      return this.outline(Number(space), { class: `mark seat-${seat} ${number === placed.length - 1 ? "newest" : ""}`, transform: `translate(${x} ${y})` });
    });
    refill(this.layers.marks, ...rings);
  }

  /**
   * Point at what was done and at what would have been better, with a word for each.
   * @param {{kind: string, space: number | null, ship: number | null, label: string}[]} pointers
   * @param {number} seat
   */
  point(pointers, seat) {
    const there = pointers.filter(({ space, ship }) => space !== null || ship !== null);
    refill(this.layers.pointers, ...there.map(({ kind, space, ship, label }, number) => {
      const [x, y] = xyOf(space === null ? `sea:${ship}` : String(space));
      const width = 12 + 9 * label.length;
      const isSame = number > 0 && there[0].space === space && there[0].ship === ship; // the same space, with the ship or without
      return svg("g", { class: `pointer ${kind} seat-${seat}`, transform: `translate(${x} ${y})`, "aria-hidden": "true" },
        space === null ? svg("circle", { class: "ring", r: 27 }) : this.outline(space, { class: "ring" }),
        svg("g", { transform: `translate(0 ${isSame ? -34 : 32})` }, svg("rect", { x: -width / 2, y: -12, width, height: 24, rx: 12 }), svg("text", { dy: ".35em" }, label)));
    }));
  }

  /** The outline of a space. @param {number} space @param {Record<string, any>} attributes */
  outline(space, attributes) {
    return use(this.spots.get(String(space))?.dataset.shape ?? "", attributes);
  }

  /**
   * Light up the spaces that can be selected.
   * @param {LabelledSpace[]} spaces
   * @param {number} seat whose diamond is shown on the selected space
   */
  light(spaces, seat) {
    this.lit = [spaces, seat];
    const layer = this.layers["lit-spaces"];
    const focused = layer.contains(document.activeElement) ? document.activeElement?.getAttribute("data-spot") : null;
    // Tab stops at the selected space, else at the first one: for the sea there is a button, and it may be out of the frame.
    const stop = spaces.find((lit) => lit.selected) ?? spaces.find((lit) => lit.preview.space !== null) ?? spaces[0];
    const groups = spaces.map((lit) => this.litSpace(lit, lit === stop, seat));
    refill(layer, ...groups);
    refill(this.layers.scrim, ...(spaces.length ? [scrim(spaces.map(({ preview }) => this.opening(preview)))] : []));
    if (focused) groups.find((group) => group.dataset.spot === focused)?.focus({ preventScroll: true });
  }

  /** Where the light falls through: a shape and its middle. @param {{space: number | null, ship?: number | null}} preview @returns {[string, number[]]} */
  opening({ space, ship }) {
    if (space === null) return ["buoy", xyOf(`sea:${ship}`)];
    return [this.spots.get(String(space))?.dataset.shape ?? "", xyOf(String(space))];
  }

  /** @param {LabelledSpace} lit @param {boolean} isStop @param {number} seat */
  litSpace(lit, isStop, seat) {
    const { label, selected, hinted } = lit;
    const { space, ship } = lit.preview;
    const [x, y] = xyOf(space === null ? `sea:${ship}` : String(space));
    const shape = (/** @type {string} */ name) => (space === null ? svg("circle", { class: name, r: 26 }) : this.outline(space, { class: name }));
    const [dx, dy] = space === null ? mooring(ship ?? 0).map((at, axis) => at - [x, y][axis]) : [0, 0];
    const ghost = selected && seat >= 0 && svg("g", { class: "ghost", transform: `translate(${dx} ${dy}) scale(1.15)` }, use(`${space === null ? "ship" : "diamond"}-${seat}`));
    const select = (/** @type {MouseEvent} */ event) => this.dispatchEvent(new CustomEvent("space", { detail: { space, byKeyboard: event.detail === 0 } }));
    const look = (/** @type {number | null | undefined} */ at) => () => this.dispatchEvent(new CustomEvent("look", { detail: { space: at } }));
    return svg("g", {
      class: `lit ${selected ? "selected" : ""} ${hinted ? "hinted" : ""} ${space === null ? "sail" : ""}`,
      "data-spot": space ?? "sea", transform: `translate(${x} ${y})`, role: "button", tabindex: isStop ? 0 : -1,
      "aria-label": label, "aria-pressed": String(selected), click: select,
      pointerenter: look(space), pointerleave: look(undefined), focus: look(space), blur: look(undefined),
    }, svg("title", {}, label), selected ? shape("ripple") : null, shape("rim"), shape("shape"), ghost || null, svg("circle", { class: "reach", r: 33 }), pointsTag(lit));
  }

  /** The middle of a spot in the window, for points that fly from it. @param {Spot} spot */
  pointOf(spot) {
    const matrix = this.drawn.getScreenCTM();
    return matrix ? new DOMPoint(...xyOf(spot)).matrixTransform(matrix) : new DOMPoint();
  }
}

/** All diamonds of a position. @param {Position} position */
function ownersOf({ owners, players }) {
  /** @type {Map<Spot, number>} */
  const found = new Map();
  owners.forEach((owner, space) => owner >= 0 && found.set(String(space), owner));
  players.forEach((player, seat) => player.bonus.forEach((value, set) => value && found.set(`${set}:${value}`, seat)));
  return found;
}

/** @param {Spot} spot */
function xyOf(spot) {
  if (spot.startsWith("sea:")) return facts.sea.xy[Number(spot.slice(4))];
  if (!spot.includes(":")) return facts.spaces[Number(spot)].xy;
  const [set, value] = spot.split(":").map(Number);
  return facts.bonus_xy[set][facts.bonus_values.indexOf(value)];
}

/** The name of a space, at its lower edge. @param {SpaceFacts} space */
function coordinate({ name, xy: [x, y] }) {
  return svg("text", { x, y: y + 24, "aria-hidden": "true" }, name);
}

/** What a space would bring, on a small tag beneath it. @param {LitSpace} lit */
function pointsTag({ points, preview }) {
  const extra = preview.extra_card;
  const letters = String(points).length;
  const width = extra ? 34 + 9.5 * letters : 24 + 10 * letters; // two letters and a card are as wide as a space
  return svg("g", { class: extra ? "points more" : "points", transform: "translate(0 25)", "aria-hidden": "true" },
    svg("rect", { x: -width / 2, y: -12, width, height: 24, rx: 12 }),
    svg("text", { x: extra ? -10 : 0, dy: ".35em" }, `+${points}`),
    extra ? use("extra-card", { transform: `translate(${width / 2 - 12} 0) scale(.7)` }) : null);
}

customElements.define("mf-board", BoardElement);
