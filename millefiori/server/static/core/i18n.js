// @ts-check
/** The words of the page in the reader's language. The server merges the files of a language; this file looks them up. */

import { facts } from "./facts.js";
import { versioned } from "./version.js";

/** @typedef {Record<string, string | number>} Params */

const STORE = "millefiori.language";

let current = "en";
/** @type {Record<string, string>} */
let words = {};
let plurals = new Intl.PluralRules(current);
let requests = 0; // counted, so that a slow answer does not replace a later one
/** @type {Set<() => void>} */
const listeners = new Set();
/** @type {Set<string>} */
const missing = new Set();
/** @type {Set<string>} parts of the texts that a screen has asked for */
const parts = new Set();

/** @param {string | null | undefined} code @returns {code is string} */
function isLanguage(code) {
  return Boolean(code) && String(code) in facts.languages;
}

/** The language that was set here before, if any. */
export function storedLanguage() {
  try {
    return localStorage.getItem(STORE);
  } catch {
    return null; // A private window may refuse; the browser's languages will do.
  }
}

/** The language that was set here before, else the browser's first language that we have, else English. */
function preferredLanguage() {
  const stored = storedLanguage();
  if (isLanguage(stored)) return stored;
  const spoken = navigator.languages ?? [navigator.language];
  return spoken.map((code) => code.slice(0, 2).toLowerCase()).find(isLanguage) ?? "en";
}

/** Load a language and inform all listeners. Without a code it follows the browser; a code is remembered. @param {string} [code] */
export async function loadLanguage(code) {
  const wanted = isLanguage(code) ? code : preferredLanguage();
  if (isLanguage(code)) remember(code);
  requests += 1;
  const request = requests;
  const loaded = await Promise.all(["", ...parts].map((part) => fetchWords(wanted, part)));
  if (request === requests) useWords(wanted, Object.assign({}, ...loaded));
}

/** Load the texts that only some screens need; they follow when the language changes. @param {string} part */
export async function loadTexts(part) {
  if (parts.has(part)) return;
  const loaded = await fetchWords(current, part);
  parts.add(part);
  words = { ...words, ...loaded };
}

/** @param {string} code @param {string} part "" for what every screen needs @returns {Promise<Record<string, string>>} */
async function fetchWords(code, part) {
  const answer = await fetch(versioned(part ? `api/lang/${code}/${part}` : `api/lang/${code}`));
  if (!answer.ok) throw new Error(`no texts for ${code}: ${answer.status}`);
  return answer.json();
}

/** @param {string} code */
function remember(code) {
  try {
    localStorage.setItem(STORE, code);
  } catch {
    // Forgotten when the window closes; nothing else depends on it.
  }
}

/** @param {string} code @param {Record<string, string>} loaded */
function useWords(code, loaded) {
  current = code;
  words = loaded;
  plurals = new Intl.PluralRules(code);
  missing.clear();
  document.documentElement.lang = code;
  wordsChanged();
}

/** Everything that shows words draws them again. */
export function wordsChanged() {
  for (const listener of [...listeners]) listener();
}

export function language() {
  return current;
}

/**
 * Call back when the language changes. Returns a function that ends it.
 * @param {() => void} callback
 * @returns {() => void}
 */
export function onLanguage(callback) {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

/** Is there a text for this key? @param {string} key */
export function has(key) {
  return key in words || `${key}.other` in words;
}

/**
 * The text of a key. `{name}` is replaced by the parameter of that name. If there are plural variants (`key.one`,
 * `key.other`), the parameter `count` decides between them.
 * @param {string} key
 * @param {Params} [params]
 * @returns {string}
 */
export function t(key, params = {}) {
  const text = words[key] ?? plural(key, params.count);
  if (text === undefined) return untranslated(key);
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in params ? String(params[name]) : whole));
}

/** @param {string} key @param {string | number | undefined} count */
function plural(key, count) {
  return words[`${key}.${plurals.select(Number(count ?? 2))}`] ?? words[`${key}.other`];
}

/** A missing text shows its key: ugly, but everything still works. The console says so once. @param {string} key */
function untranslated(key) {
  if (!missing.has(key) && Object.keys(words).length) {
    missing.add(key);
    console.warn(`no text "${key}" in ${current}`);
  }
  return key;
}

/** Several things in one phrase: "Ada, Ben and Cem". @param {string[]} items */
export function listWords(items) {
  return new Intl.ListFormat(current, { type: "conjunction" }).format(items);
}

/** Some items, one of which is meant, in words: "2 or 4". @param {string[]} items */
export function either(items) {
  return new Intl.ListFormat(current, { type: "disjunction" }).format(items);
}

/** Points with their sign, with a real minus: "+8". @param {number} points */
export function signed(points) {
  return points < 0 ? `\u2212${-points}` : `+${points}`;
}

/** A number with one decimal and its sign, as the language writes it: "+1.5", "−1,5". @param {number} number */
export function decimal(number) {
  const format = new Intl.NumberFormat(current, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero" });
  return format.format(number).replace("-", "\u2212");
}

/** A share of one as the language writes it: "62%", "62 %". @param {number} share */
export function percent(share) {
  return new Intl.NumberFormat(current, { style: "percent", signDisplay: "negative" }).format(share); // no "-0%"
}

/** A word as it begins a line. @param {string} text */
export function capital(text) {
  return text.charAt(0).toLocaleUpperCase(current) + text.slice(1);
}
