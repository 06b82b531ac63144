// @ts-check
/** The connection of one seat to its game. It reconnects automatically, and no event is lost. */

import { ApiError } from "./api.js";
import { facts } from "./facts.js";

/** @import { Agree, Appear, AskHint, Back, Decide, Disagree, Event, Hint, Presence, Refused, Report, Reported, Resign, Say, SetTalk, Talk, Undo, Welcome } from "./messages.js" */
/** @typedef {Welcome | Event | Presence | Hint | Refused | Talk | Reported} Message */
/** What hears of messages, and of the connection: with the reason why the server does not let us in. @typedef {[(message: Message) => void, (connected: boolean, refused?: Refused) => void]} Listeners */
/** What a game needs of its connection. @typedef {{send: (request: Request) => Promise<any>, close: () => void, closed: boolean, tell: (telling: Telling) => boolean}} Line */
/** @typedef {Omit<Decide, "at"> | Omit<Undo, "at"> | Omit<AskHint, "at"> | Agree | Disagree | Back | Resign} Request */
/** @typedef {Say | SetTalk | Report | Appear} Telling what is sent beside the game */

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8000;
/** Requests that are made for a position. */
const AT_POSITION = new Set(["decide", "undo", "hint"]);
/** Refusals after which another attempt is useless. */
const HOPELESS = new Set(["key", "protocol", "hello", "damaged", "host", "origin", "banned"]);

/**
 * It says hello with the last event it has seen, so a broken connection misses nothing, and it sends one request at a
 * time: the answer to a decision is its event.
 */
export class Connection {
  /**
   * @param {string} key
   * @param {(message: Message) => void} onMessage
   * @param {(connected: boolean, refused?: Refused) => void} [onStatus] with the reason why the server does not let us in
   */
  constructor(key, onMessage, onStatus = () => {}) {
    this.key = key;
    this.onMessage = onMessage;
    this.onStatus = onStatus;
    this.seen = -1;
    this.seat = -1;
    this.pause = FIRST_PAUSE;
    this.closed = false;
    this.isIn = false;
    /** @type {Refused | undefined} why the server has not let us in */
    this.refused = undefined;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {{type: string, resolve: (message: any) => void, reject: (error: Error) => void} | null} */
    this.waiting = null;
    this.timer = 0;
    this.retryNow = () => this.retry(0);
    window.addEventListener("online", this.retryNow);
    document.addEventListener("visibilitychange", this.retryNow);
    this.open();
  }

  open() {
    const address = new URL("ws", location.href);
    address.protocol = location.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.socket = socket;
    this.isIn = false;
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", key: this.key, seen: this.seen, protocol: facts.protocol }));
    socket.onmessage = ({ data }) => this.receive(JSON.parse(data));
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
  }

  /** @param {Message} message */
  receive(message) {
    this.isIn ||= message.type !== "refused";
    this.refused = !this.isIn && message.type === "refused" ? message : undefined;
    if (this.isIn) this.pause = FIRST_PAUSE; // whoever is refused at the door comes back less and less often
    if (message.type === "welcome") this.seat = message.seat;
    if (message.type === "welcome" || message.type === "event") this.seen = message.n;
    if (message.type === "refused" && HOPELESS.has(message.code)) this.close();
    else this.onStatus(this.isIn, this.refused);
    this.onMessage(message);
    this.settle(message);
  }

  /** Is the message the answer to the waiting request? @param {Message} message */
  settle(message) {
    const waiting = this.waiting;
    if (!waiting) return;
    const isAnswer = waiting.type === "hint" ? message.type === "hinted" : message.type === "event" && message.seat === this.seat;
    const isRefusal = message.type === "refused" && (message.request ?? waiting.type) === waiting.type;
    if (!isAnswer && !isRefusal) return;
    this.waiting = null;
    if (message.type === "refused") waiting.reject(new ApiError(message.code, message.message));
    else waiting.resolve(message);
  }

  /**
   * Send a request and wait for its answer. Where it belongs, `at`, the last event that has arrived, is added here.
   * @param {Request} request
   * @returns {Promise<any>}
   */
  send(request) {
    if (this.waiting) return Promise.reject(new ApiError("busy", "The last request is still waiting for its answer."));
    if (this.socket?.readyState !== WebSocket.OPEN) return Promise.reject(new ApiError("offline", "Not connected."));
    this.socket.send(JSON.stringify(AT_POSITION.has(request.type) ? { ...request, at: this.seen } : request));
    return new Promise((resolve, reject) => {
      this.waiting = { type: request.type, resolve, reject };
    });
  }

  /** Send what needs no answer. Returns whether it is on its way. @param {Telling} telling @returns {boolean} */
  tell(telling) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(telling));
    return true;
  }

  lost() {
    this.waiting?.reject(new ApiError("offline", "The connection was lost."));
    this.waiting = null;
    if (this.closed) return;
    this.onStatus(false, this.refused);
    this.retry(this.pause);
    this.pause = Math.min(this.pause * 1.7, LONGEST_PAUSE);
  }

  /** Open again after a pause, unless connected. @param {number} pause */
  retry(pause) {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      const broken = this.socket === null || this.socket.readyState === WebSocket.CLOSED;
      if (broken && !this.closed && !document.hidden) this.open();
    }, pause);
  }

  close() {
    this.closed = true;
    window.clearTimeout(this.timer);
    window.removeEventListener("online", this.retryNow);
    document.removeEventListener("visibilitychange", this.retryNow);
    this.socket?.close();
  }
}
