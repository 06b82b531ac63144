// @ts-check
/** The way to the server: requests that answer once, and the line of a game, which mends itself when it breaks. */

/** An answer that says no: `code` is for programs, the message for people. */
export class ApiError extends Error {
  /** @param {string} code @param {string} message @param {number} [status] */
  constructor(code, message, status = 0) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export function get(path) {
  return request(path, { headers: { accept: "application/json" } });
}

/**
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<any>}
 */
export function post(path, body) {
  const headers = { "content-type": "application/json", accept: "application/json" };
  return request(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** @param {string} path */
export async function getText(path) {
  const response = await fetch(path);
  if (!response.ok) throw new ApiError("unreachable", `${path}: ${response.status}`, response.status);
  return response.text();
}

/** @param {string} path @param {RequestInit} options */
async function request(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new ApiError("unreachable", "The server cannot be reached.");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(answer.code ?? "failed", answer.message ?? response.statusText, response.status);
  return answer;
}

const PROTOCOL = 1;
const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8000;
/** Refusals after which trying again is of no use. */
const HOPELESS = new Set(["key", "protocol", "hello"]);

/**
 * The line of one seat. It says hello with the last event it has seen, so nothing is lost when it was broken, and it sends
 * one request at a time: the answer to a move is the event itself.
 */
export class Line {
  /**
   * @param {string} key
   * @param {(message: any) => void} hear every message of the server
   * @param {(connected: boolean) => void} [onStatus]
   */
  constructor(key, hear, onStatus = () => {}) {
    this.key = key;
    this.hear = hear;
    this.onStatus = onStatus;
    this.seen = -1;
    this.seat = -1;
    this.pause = FIRST_PAUSE;
    this.closed = false;
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
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", key: this.key, seen: this.seen, protocol: PROTOCOL }));
    socket.onmessage = ({ data }) => this.receive(JSON.parse(data));
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
  }

  /** @param {any} message */
  receive(message) {
    this.pause = FIRST_PAUSE;
    if (message.type === "welcome") this.seat = message.seat;
    if (message.type === "welcome" || message.type === "event") this.seen = message.n;
    if (message.type === "refused" && HOPELESS.has(message.code)) this.close();
    else this.onStatus(true);
    this.hear(message);
    this.answer(message);
  }

  /** Does the message end the waiting of a request? @param {any} message */
  answer(message) {
    const waiting = this.waiting;
    if (!waiting) return;
    const done = waiting.type === "hint" ? message.type === "hinted" : message.type === "event" && message.seat === this.seat;
    if (!done && message.type !== "refused") return;
    this.waiting = null;
    if (done) waiting.resolve(message);
    else waiting.reject(new ApiError(message.code, message.message));
  }

  /**
   * Send a request and wait for what comes of it. `at` is added here: the last event that has arrived.
   * @param {{type: string, [field: string]: unknown}} request
   * @returns {Promise<any>}
   */
  ask(request) {
    if (this.waiting) return Promise.reject(new ApiError("busy", "The last request is still under way."));
    if (this.socket?.readyState !== WebSocket.OPEN) return Promise.reject(new ApiError("offline", "Not connected."));
    this.socket.send(JSON.stringify({ ...request, at: this.seen }));
    return new Promise((resolve, reject) => {
      this.waiting = { type: request.type, resolve, reject };
    });
  }

  lost() {
    this.waiting?.reject(new ApiError("offline", "The connection was lost."));
    this.waiting = null;
    if (this.closed) return;
    this.onStatus(false);
    this.retry(this.pause);
    this.pause = Math.min(this.pause * 1.7, LONGEST_PAUSE);
  }

  /** Open again after a while, unless the line stands. @param {number} pause */
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
