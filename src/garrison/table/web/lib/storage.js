/** Texts kept in the browser, on this device or for this tab only. Some browsers keep nothing. */

/** @typedef {"local" | "session"} Where kept on this device, or for this tab only */

/** Some browsers refuse even to be asked. @param {Where} where */
function storage(where) {
  return where === "local" ? localStorage : sessionStorage;
}

/**
 * A text kept on this device; some browsers keep nothing.
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
 * @returns {boolean} whether it is kept
 */
export function remember(key, text, where = "local") {
  try {
    storage(where).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
