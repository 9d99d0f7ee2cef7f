/** Texts stored in the browser, for this device or this tab. Some browsers store nothing. */

/** @typedef {"local" | "session"} Where on this device, or for this tab only */

/** Accessing it throws in some browsers. @param {Where} where */
function storage(where) {
  return where === "local" ? localStorage : sessionStorage;
}

/**
 * A stored text, or null.
 * @param {string} key
 * @param {Where} [where]
 * @returns {string | null}
 */
export function recall(key, where = "local") {
  try {
    return storage(where).getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} text
 * @param {Where} [where]
 * @returns {boolean} whether it was stored
 */
export function remember(key, text, where = "local") {
  try {
    storage(where).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
