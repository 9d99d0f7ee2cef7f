/** A backup of this device's matches as a file, and what comes back from one. Nothing known here is ever replaced. */

import { allTokens, MATCH_ID, ownTokens, saveAll, savedMatches, SPECTATOR, TOKEN } from "./saved_matches.js";

/** @typedef {import("./saved_matches.js").SavedMatch} SavedMatch */
/** @typedef {{added: number, completed: number, known: number}} Loaded numbers of matches */
/** @typedef {{origin: string, matches: SavedMatch[]}} Backup */

const KIND = "garrison-backup";
const FORMAT = 1;
/** The largest file that is read, in bytes, and the most matches in it. */
export const BACKUP_BYTES = 5_000_000;
const MOST = 10_000;
/** The longest text of an entry, and the most seats of a match. */
const LONGEST = 200;
const SEATS = 64;
const TEXTS = /** @type {const} */ (["seat", "salt", "sha256", "name", "game", "title", "changed"]);

/** What is wrong with a file; the message is the end of a key, as in `pages.backup-damaged`. */
export class Unusable extends Error {}

/** All matches of this device, as the text of a file. */
export function backupText() {
  const about = { [KIND]: FORMAT, origin: location.origin, saved: new Date().toISOString() };
  return `${JSON.stringify({ ...about, matches: savedMatches() }, null, 1)}\n`;
}

/**
 * The content of a file, checked: only what an entry may have is taken from it.
 * @param {string} text
 * @returns {Backup}
 */
export function readBackup(text) {
  /** @type {any} */
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    throw new Unusable("none");
  }
  if (typeof found !== "object" || found === null || !(KIND in found)) throw new Unusable("none");
  if (found[KIND] !== FORMAT) throw new Unusable("newer");
  const { origin, matches } = found;
  if (!isText(origin) || !Array.isArray(matches) || matches.length > MOST) throw new Unusable("damaged");
  return { origin, matches: matches.map(entry) };
}

/**
 * Add the matches of a backup to those of this device.
 * @param {SavedMatch[]} matches
 * @returns {Loaded | null} null if the browser stored nothing
 */
export function loadBackup(matches) {
  const all = new Map(savedMatches().map((each) => [each.id, each]));
  const loaded = { added: 0, completed: 0, known: 0 };
  for (const match of matches) {
    const here = all.get(match.id);
    const merged = here ? merge(here, match) : match;
    const gained = !here || allTokens(merged).size > allTokens(here).size;
    loaded[!here ? "added" : gained ? "completed" : "known"] += 1;
    if (gained) all.set(match.id, merged);
  }
  return saveAll([...all.values()]) ? loaded : null;
}

/**
 * What is known here, completed by what a backup knows besides.
 * @param {SavedMatch} here
 * @param {SavedMatch} other
 * @returns {SavedMatch}
 */
function merge(here, other) {
  const tokens = { ...ownTokens(other), ...ownTokens(here) };
  const invitations = { ...other.invitations, ...here.invitations };
  const gained = !Object.keys(ownTokens(here)).length && Object.keys(tokens).length > 0;
  const { token, seat = SPECTATOR } = gained ? other : here;
  return { ...other, ...here, token, seat, tokens, invitations };
}

// Checking

/** @param {unknown} value */
function isText(value) {
  return typeof value === "string" && value.length <= LONGEST;
}

/** @param {unknown} value */
function isToken(value) {
  return typeof value === "string" && TOKEN.test(value);
}

/**
 * @param {any} found
 * @returns {SavedMatch}
 */
function entry(found) {
  if (typeof found !== "object" || found === null || !MATCH_ID.test(found.id) || !isToken(found.token)) throw new Unusable("damaged");
  /** @type {Record<string, unknown>} */
  const made = { id: found.id, token: found.token };
  for (const name of ["tokens", "invitations"]) if (found[name] !== undefined) made[name] = bySeat(found[name]);
  if (found.watch !== undefined) made["watch"] = needed(found.watch, isToken);
  for (const name of TEXTS) if (found[name] !== undefined) made[name] = needed(found[name], isText);
  if (found.read !== undefined) made["read"] = needed(found.read, Number.isSafeInteger);
  if (found.over !== undefined) made["over"] = needed(found.over, (value) => typeof value === "boolean");
  return /** @type {SavedMatch} */ (/** @type {unknown} */ (made));
}

/**
 * @param {unknown} value
 * @param {(value: unknown) => boolean} right
 */
function needed(value, right) {
  if (!right(value)) throw new Unusable("damaged");
  return value;
}

/** Tokens by seat. @param {unknown} found */
function bySeat(found) {
  if (typeof found !== "object" || found === null || Array.isArray(found)) throw new Unusable("damaged");
  const pairs = Object.entries(found);
  if (pairs.length > SEATS || !pairs.every(([seat, token]) => isText(seat) && isToken(token))) throw new Unusable("damaged");
  return Object.fromEntries(pairs);
}
