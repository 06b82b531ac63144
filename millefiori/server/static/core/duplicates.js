// @ts-check
/** The duplicates of this browser by their links, so that people find back without the message that brought the link. */

const STORE = "millefiori.duplicates";
const MOST = 20;

/** @typedef {{link: string, names: string[]}} Known */

/** The last ones first. @returns {Known[]} */
export function myDuplicates() {
  try {
    const known = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return Array.isArray(known) ? known.filter((each) => each?.link && Array.isArray(each.names)) : [];
  } catch {
    return [];
  }
}

/** @param {string} link @param {string[]} names */
export function rememberDuplicate(link, names) {
  const others = myDuplicates().filter((known) => known.link !== link);
  localStorage.setItem(STORE, JSON.stringify([{ link, names }, ...others].slice(0, MOST)));
}
