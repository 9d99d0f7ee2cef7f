/** The matches played on this device: where they are, and the token of each seat. Newest first. */

import { recall, remember } from "./prefs.js";

/**
 * @typedef {object} Kept
 * @property {string} id
 * @property {string} token
 * @property {string} [seat]
 * @property {string} [game]
 * @property {string} [title]
 * @property {string} [changed] ISO time it was last looked at or played
 * @property {boolean} [over]
 */

const KEY = "garrison.matches";

/** @returns {Kept[]} */
export function list() {
  const text = recall(KEY);
  if (!text) return [];
  /** @type {unknown} */
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    return [];
  }
  const kept = Array.isArray(found) ? found.filter((each) => each && typeof each.id === "string") : [];
  return kept.sort((a, b) => String(b.changed ?? "").localeCompare(String(a.changed ?? "")));
}

/**
 * @param {string} id
 * @returns {Kept | undefined}
 */
export function find(id) {
  return list().find((each) => each.id === id);
}

/** @param {Kept} match */
export function add(match) {
  const others = list().filter((each) => each.id !== match.id);
  return remember(KEY, JSON.stringify([{ changed: new Date().toISOString(), ...match }, ...others]));
}

/**
 * Change what is kept of a match; one that is not kept stays so.
 * @param {string} id
 * @param {Partial<Kept>} changes
 */
export function update(id, changes) {
  const all = list();
  remember(KEY, JSON.stringify(all.map((each) => (each.id === id ? { ...each, ...changes } : each))));
}

/** @param {string} id */
export function remove(id) {
  remember(KEY, JSON.stringify(list().filter((each) => each.id !== id)));
}

/**
 * The match and token of a page such as /match/ID#TOKEN. A token in the address is kept on this device and taken out of
 * the address, where others could read it.
 * @returns {{id: string, token: string}}
 */
export function opened() {
  const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
  const token = decodeURIComponent(location.hash.slice(1));
  const kept = find(id);
  if (!token) return { id, token: kept?.token ?? "" };
  const stays = add({ ...kept, id, token });
  if (stays) history.replaceState(history.state, "", location.pathname + location.search);
  return { id, token };
}
