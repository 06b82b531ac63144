// @ts-check
/** The hall as the server tells it: everything once, then what changes. After a gap or a lost connection it begins again. */

import { facts } from "./facts.js";

/** @import { Gathering, HallChanges, HallGame, HallNow } from "./messages.js" */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

/** What everybody sees. */
export class HallState {
  constructor() {
    this.n = -1;
    this.people = 0;
    this.late = 0; // seconds by which the clock of this device differs from the server's
    /** @type {Map<string, Gathering>} */
    this.gatherings = new Map();
    /** @type {Map<string, HallGame>} */
    this.games = new Map();
    /** @type {Map<string, string>} games by the gatherings that they came of */
    this.begun = new Map();
  }

  /** @param {HallNow} hall */
  begin({ n, now, people, gatherings, begun, running, finished }) {
    this.note(n, now, people);
    this.gatherings = new Map(gatherings.map((gathering) => [gathering.id, gathering]));
    this.begun = new Map(Object.entries(begun));
    this.games = new Map([...running, ...finished].map((game) => [game.game, game]));
  }

  /** Says whether nothing is missing in between. @param {HallChanges} changes */
  apply({ n, now, people, gatherings, gone, begun, games, dropped }) {
    if (n !== this.n + 1) return false;
    this.note(n, now, people);
    for (const gathering of gatherings) this.gatherings.set(gathering.id, gathering);
    for (const id of gone) this.gatherings.delete(id);
    for (const [gathering, game] of Object.entries(begun)) this.begun.set(gathering, game);
    for (const game of games) this.games.set(game.game, game);
    for (const game of dropped) this.games.delete(game);
    return true;
  }

  /** @param {number} n @param {number} now @param {number} people */
  note(n, now, people) {
    Object.assign(this, { n, people, late: Math.round(Date.now() / 1000) - now });
  }

  /** The latest first. @returns {HallGame[]} */
  running() {
    return [...this.games.values()].filter((game) => game.ended === null).sort((a, b) => b.began - a.began);
  }

  /** The latest first. @returns {HallGame[]} */
  finished() {
    return [...this.games.values()].filter((game) => game.ended !== null).sort((a, b) => (b.ended ?? 0) - (a.ended ?? 0));
  }

  /** The gatherings at which a player waits. @param {string} player */
  waitingOf(player) {
    return [...this.gatherings.values()].filter(({ sitters }) => sitters.some((sitter) => sitter.id === player));
  }
}

/** Listens to the hall until it is closed. */
export class HallConnection {
  /** @param {string} key of a player, if there is one @param {(state: HallState) => void} onChange @param {(isConnected: boolean) => void} onConnected @param {(refusal: any) => void} onRefused */
  constructor(key, onChange, onConnected, onRefused) {
    Object.assign(this, { onChange, onConnected, onRefused });
    this.key = key;
    this.state = new HallState();
    this.wait = FIRST_WAIT;
    this.isClosed = false;
    this.open();
  }

  /** @param {HallState} _state */
  onChange(_state) {}

  /** @param {boolean} _isConnected */
  onConnected(_isConnected) {}

  /** @param {unknown} _refusal */
  onRefused(_refusal) {}

  open() {
    const address = new URL("ws/hall", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.hash = "";
    const socket = (this.socket = new WebSocket(address));
    socket.addEventListener("open", () => socket.send(JSON.stringify({ type: "hall", key: this.key, protocol: facts.protocol })));
    socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.lost(socket));
  }

  /** @param {any} message */
  hear(message) {
    if (message.type === "refused") return this.onRefused(message);
    if (message.type === "hall") {
      this.state.begin(message);
      this.wait = FIRST_WAIT;
      this.onConnected(true);
    } else if (!this.state.apply(message)) {
      return this.socket?.close(); // something is missing: it begins again
    }
    return this.onChange(this.state);
  }

  /** @param {WebSocket} socket */
  lost(socket) {
    if (this.isClosed || socket !== this.socket) return;
    this.onConnected(false);
    this.timer = window.setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2)); // not all at the same moment
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  close() {
    this.isClosed = true;
    window.clearTimeout(this.timer);
    this.socket?.close();
  }
}
