// @ts-check
/** The record of a game, opened from a file: read here, replayed by the server, kept for a reload of `/replay`. */

import { ApiError, post } from "../core/api.js";
import { el } from "../core/dom.js";
import { t } from "../core/i18n.js";

/** @import { Replay } from "../core/messages.js" */

/** @type {Replay | null} the record that was opened last; `/replay` shows it */
let opened = null;

const RECORD_STORE = "millefiori.record"; // the record itself, so that a reload of `/replay` finds it

/** The record that was opened last in this tab, after a reload, too. @returns {Promise<Replay | null>} */
export async function openedRecord() {
  const record = sessionStorage.getItem(RECORD_STORE);
  opened ??= record ? await post("api/replay", JSON.parse(record)) : null;
  return opened;
}

/** Send the record that was opened last to be reviewed. @returns {Promise<string>} the key to the review */
export async function recordReview() {
  const record = sessionStorage.getItem(RECORD_STORE);
  if (!record) throw new ApiError("", t("lobby.record.unreadable"));
  return (await post("api/review/record", JSON.parse(record))).key;
}

/** Read a record from a file and let the server replay it. Of several records, one per line, the first is used. @param {File} file */
async function openRecord(file) {
  const text = (await file.text()).replace(/^\uFEFF/, "").trim();
  let record;
  try {
    record = JSON.parse(text);
  } catch {
    try {
      record = JSON.parse(text.split("\n")[0]);
    } catch {
      throw new ApiError("", t("lobby.record.unreadable"));
    }
  }
  try {
    opened = await post("api/replay", record);
    keepRecord(record);
  } catch (error) {
    const { code, message } = /** @type {ApiError} */ (error);
    throw code === "record" ? new ApiError("", t("lobby.record.wrong", { message })) : error;
  }
}

/** @param {unknown} record */
function keepRecord(record) {
  try {
    sessionStorage.setItem(RECORD_STORE, JSON.stringify(record));
  } catch {
    sessionStorage.removeItem(RECORD_STORE); // too long to keep: a reload asks for the file again
  }
}

/** A field for the file of a record. @param {() => void} onOpened @param {(error: Error) => void} onError */
export function recordField(onOpened, onError) {
  const change = (/** @type {any} */ event) => {
    const [file] = event.target.files;
    if (file) openRecord(file).then(onOpened, onError);
  };
  return el("label", { class: "file" }, el("span", {}, t("lobby.record.line")),
    el("input", { type: "file", accept: ".json,.jsonl,application/json", change }));
}
