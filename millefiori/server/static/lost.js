// @ts-check
/** The page of an unknown address: the server has written it in the browser's language; here it takes on the person's settings. */

import { storedLanguage } from "./core/i18n.js";
import "./core/settings.js"; // the theme

/** @param {string} language @param {string} home the address of the page */
async function translate(language, home) {
  const words = await (await fetch(new URL(`api/lang/${language}`, home))).json();
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = words[element.getAttribute("data-text") ?? ""];
}

const wanted = storedLanguage();
const link = document.querySelector("a");
if (wanted && link && wanted !== document.documentElement.lang) translate(wanted, link.href);
