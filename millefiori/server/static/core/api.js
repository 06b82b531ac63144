// @ts-check
/** Requests over HTTP, each with one answer. Keys travel in a header: addresses end up in log files. */

/** A refusal: `code` is for programs, the message for people. */
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
 * @param {string} [key] of a seat, or an invitation
 * @returns {Promise<any>}
 */
export async function get(path, key) {
  const response = await request(path, { headers: { accept: "application/json", ...bearer(key) } });
  return response.json();
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {string} [key] of a player
 * @param {string} [method]
 * @returns {Promise<any>}
 */
export async function post(path, body, key, method = "POST") {
  const headers = { "content-type": "application/json", accept: "application/json", ...bearer(key) };
  const response = await request(path, { method, headers, body: JSON.stringify(body) });
  return response.json();
}

/** @param {string} path @param {string} key @returns {Promise<any>} null for an answer without words */
export async function remove(path, key) {
  const response = await request(path, { method: "DELETE", headers: { accept: "application/json", ...bearer(key) } });
  return response.status === 204 ? null : response.json();
}

/** Save an answer as a file, under the name that the server gives it. @param {string} path @param {string} key */
export async function download(path, key) {
  await saveAnswer(await request(path, { headers: bearer(key) }));
}

/** The same for an answer to what is sent. @param {string} path @param {unknown} body */
export async function postForFile(path, body) {
  await saveAnswer(await request(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }));
}

/** @param {Response} response */
async function saveAnswer(response) {
  const [, name] = /filename=([\w.-]+)/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  saveFile(await response.blob(), name ?? "millefiori.json");
}

/** @param {Blob} content @param {string} name */
export function saveFile(content, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The record of a finished game as text. @param {string} path @param {string} key */
export async function getRecord(path, key) {
  return (await request(path, { headers: bearer(key) })).text();
}

/** @param {string} [key] @returns {Record<string, string>} */
function bearer(key) {
  return key ? { authorization: `Bearer ${key}` } : {};
}

/** @param {string} path */
export async function getText(path) {
  const response = await fetch(path);
  if (!response.ok) throw new ApiError("unreachable", `${path}: ${response.status}`, response.status);
  return response.text();
}

/** @param {string} path @param {RequestInit} options @returns {Promise<Response>} */
async function request(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new ApiError("unreachable", "The server cannot be reached.");
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  throw new ApiError(answer.code ?? "failed", answer.message ?? response.statusText, response.status);
}
