/** The matches saved on this device, newest first: tokens of its own seats, invitations and links made here. */

import { recall, remember } from "./storage.js";

/** @typedef {Record<string, string>} Tokens by seat */

/**
 * @typedef {object} SavedMatch
 * @property {string} id
 * @property {string} token of the own seat used last; a spectator has the spectators'
 * @property {string} [seat] whose token that is
 * @property {Tokens} [tokens] of all own seats
 * @property {Tokens} [invitations] made here and, as far as is known, not used yet
 * @property {string} [watch] the spectators' token
 * @property {string} [salt] this device's part of the salt, in hexadecimal digits
 * @property {string} [sha256] the hash of the dice key, as it was promised before row 0
 * @property {string} [name] what the person is called at this table
 * @property {number} [read] how far the chat was read
 * @property {string} [game]
 * @property {string} [title]
 * @property {string} [changed] ISO time it was last looked at or played
 * @property {boolean} [over]
 */

/** @typedef {{seat: string, kind?: string, token: string | null}} MadeSeat */
/** @typedef {{id: string, seats: MadeSeat[], watch?: string, dice?: {sha256: string}}} Made what the server says of a new match */

export const SPECTATOR = "spectator";
const KEY = "garrison.matches";
/** In a tab of its own one can sit at another seat of the same match. */
const HERE = "garrison.here.";
const SALT_BYTES = 16;
/** What can be a token behind the # of an address; other things there lead to a part of the page. */
const TOKEN = /^[\w-]{16,64}$/;

// What is saved

/** @returns {SavedMatch[]} */
export function savedMatches() {
  const text = recall(KEY);
  if (!text) return [];
  /** @type {unknown} */
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    return [];
  }
  const saved = Array.isArray(found) ? found.filter((each) => each && typeof each.id === "string") : [];
  return saved.sort((a, b) => String(b.changed ?? "").localeCompare(String(a.changed ?? "")));
}

/**
 * @param {string} id
 * @returns {SavedMatch | undefined}
 */
export function savedMatch(id) {
  return savedMatches().find((each) => each.id === id);
}

/** @param {SavedMatch} match */
export function saveMatch(match) {
  const others = savedMatches().filter((each) => each.id !== match.id);
  return remember(KEY, JSON.stringify([{ changed: new Date().toISOString(), ...match }, ...others]));
}

/**
 * Change what is saved of a match; one that is not saved stays so.
 * @param {string} id
 * @param {Partial<SavedMatch>} changes
 */
export function updateMatch(id, changes) {
  const all = savedMatches();
  remember(KEY, JSON.stringify(all.map((each) => (each.id === id ? { ...each, ...changes } : each))));
}

/** @param {string} id */
export function forgetMatch(id) {
  remember(KEY, JSON.stringify(savedMatches().filter((each) => each.id !== id)));
  remember(HERE + id, "", "session");
}

// Seats

/**
 * The tokens of all own seats; an older entry names one.
 * @param {SavedMatch | undefined} saved
 * @returns {Tokens}
 */
export function ownTokens(saved) {
  if (saved?.tokens) return saved.tokens;
  return saved?.seat && saved.seat !== SPECTATOR ? { [saved.seat]: saved.token } : {};
}

/**
 * Keep a new match with all that the server gave for it.
 * @param {Made} made
 * @param {Partial<SavedMatch>} about
 * @returns {string} the token of the first own seat
 */
export function saveNewMatch(made, about) {
  const mine = made.seats.filter((each) => each.token && (each.kind ?? "mine") === "mine");
  const friends = made.seats.filter((each) => each.token && each.kind === "friend");
  const first = mine[0] ?? made.seats[0];
  const token = first?.token ?? "";
  saveMatch({
    over: false,
    ...about,
    id: made.id,
    token,
    ...(first ? { seat: first.seat } : {}),
    tokens: bySeat(mine),
    invitations: bySeat(friends),
    ...(made.watch ? { watch: made.watch } : {}),
  });
  return token;
}

/** @param {MadeSeat[]} seats */
function bySeat(seats) {
  return Object.fromEntries(seats.map((each) => [each.seat, each.token ?? ""]));
}

/**
 * Save a token now that the server has said whose it is: an own seat beside the others, the spectators' link beside them all.
 * @param {string} id
 * @param {string} token
 * @param {{seat: string, game: string, title: string, over: boolean}} match
 */
export function saveSeat(id, token, { seat, game, title, over }) {
  const saved = savedMatch(id) ?? { id, token };
  const tokens = { ...ownTokens(saved), ...(seat === SPECTATOR ? {} : { [seat]: token }) };
  const spectating = seat === SPECTATOR;
  const stays = spectating && Object.keys(tokens).length > 0;
  saveMatch({ ...saved, tokens, game, title, over, ...(spectating ? { watch: token } : {}), ...(stays ? {} : { token, seat }) });
}

/**
 * An invitation was made here, or is used up.
 * @param {string} id
 * @param {string} seat
 * @param {string | null} token
 */
export function saveInvitation(id, seat, token) {
  const { [seat]: _, ...others } = savedMatch(id)?.invitations ?? {};
  updateMatch(id, { invitations: token === null ? others : { ...others, [seat]: token } });
}

// Dice

/** A part of the salt, so that nobody else alone decides what the dice will be. */
export function newSalt() {
  const bytes = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Keep what the table promises of its dice, if nothing has been rolled yet; the first promise counts.
 * @param {string} id
 * @param {{begun: boolean, dice: {sha256: string}}} table
 */
export function saveDicePromise(id, { begun, dice }) {
  if (!begun && !savedMatch(id)?.sha256) updateMatch(id, { sha256: dice.sha256 });
}

// Addresses

/**
 * The match and token of a page such as /match/ID#TOKEN. A token in the address is saved on this device and taken out of
 * the address, where others could read it. Another seat of a match that is known already is saved for this tab, until
 * the server has told whose it is.
 * @returns {{id: string, token: string}}
 */
export function openedMatch() {
  const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
  const token = location.hash.slice(1);
  const saved = savedMatch(id);
  // A link of another seat opened where one sits already changes nothing but what is behind the #.
  addEventListener("hashchange", () => TOKEN.test(location.hash.slice(1)) && location.reload());
  if (!TOKEN.test(token)) return { id, token: recall(HERE + id, "session") || (saved?.token ?? "") };
  const stays = remember(HERE + id, token, "session") && (saved ? saveMatch({ ...saved, changed: new Date().toISOString() }) : saveMatch({ id, token }));
  if (stays) history.replaceState(history.state, "", location.pathname + location.search);
  return { id, token };
}

/** Forget which seat this tab was at, as on the home page. */
export function leaveSeats() {
  for (const { id } of savedMatches()) remember(HERE + id, "", "session");
}

/**
 * The address by which a friend takes a seat.
 * @param {string} id
 * @param {string} invitation
 */
export function invitationLink(id, invitation) {
  return `${location.origin}/join/${encodeURIComponent(id)}#${invitation}`;
}

/**
 * The address by which others look on.
 * @param {string} id
 * @param {string} token
 */
export function spectatorLink(id, token) {
  return `${location.origin}/match/${encodeURIComponent(id)}#${token}`;
}
