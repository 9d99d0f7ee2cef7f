/** The matches saved on this device, newest first: tokens of its own seats, invitations and links made here. */

import { randomHex } from "../random.js";
import { recall, remember } from "./storage.js";

/** @typedef {Record<string, string>} Tokens by seat */

/**
 * @typedef {object} SavedMatch
 * @property {string} id
 * @property {string} token of the own seat used last, or the spectators' token
 * @property {string} [seat] the seat of that token
 * @property {Tokens} [tokens] of all own seats
 * @property {Tokens} [invitations] made here and, as far as known, unused
 * @property {string} [watch] the spectators' token
 * @property {string} [salt] this device's part of the salt, in hexadecimal digits
 * @property {string} [sha256] the hash of the dice key, published before row 0
 * @property {string} [name] the person's name at this table
 * @property {number} [read] number of the last chat entry read
 * @property {string} [game]
 * @property {string} [title]
 * @property {string} [changed] ISO time of the last visit or move
 * @property {boolean} [over]
 */

/** @typedef {{seat: string, kind?: string, token: string | null}} MadeSeat */
/** @typedef {{id: string, seats: MadeSeat[], watch?: string, dice?: {sha256: string}}} Made the server's data on a new match */

export const SPECTATOR = "spectator";
const KEY = "garrison.matches";
/** A separate tab can hold another seat of the same match. */
const HERE = "garrison.here.";
const SALT_BYTES = 16;
/** The pattern of a match's id. */
export const MATCH_ID = /^[0-9a-f]{16}$/;
/** The pattern of a token behind the # of an address; anything else there is an anchor. */
export const TOKEN = /^[\w-]{16,64}$/;

// Entries

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
  return saveAll([{ changed: new Date().toISOString(), ...match }, ...others]);
}

/**
 * Replace all saved matches.
 * @param {SavedMatch[]} matches
 */
export function saveAll(matches) {
  return remember(KEY, JSON.stringify(matches));
}

/**
 * Change a saved match; one that is not saved stays so.
 * @param {string} id
 * @param {Partial<SavedMatch>} changes
 */
export function updateMatch(id, changes) {
  saveAll(savedMatches().map((each) => (each.id === id ? { ...each, ...changes } : each)));
}

/** @param {string} id */
export function forgetMatch(id) {
  saveAll(savedMatches().filter((each) => each.id !== id));
  remember(HERE + id, "", "session");
}

// Seats

/**
 * The tokens of all own seats; an older entry has just one.
 * @param {SavedMatch | undefined} saved
 * @returns {Tokens}
 */
export function ownTokens(saved) {
  if (saved?.tokens) return saved.tokens;
  return saved?.seat && saved.seat !== SPECTATOR ? { [saved.seat]: saved.token } : {};
}

/**
 * Everything that a saved match gives access to.
 * @param {SavedMatch} saved
 */
export function allTokens(saved) {
  const found = [saved.token, saved.watch ?? "", ...Object.values(ownTokens(saved)), ...Object.values(saved.invitations ?? {})];
  return new Set(found.filter(Boolean));
}

/**
 * Save the seats that a link has carried over from another device.
 * @param {string} id
 * @param {{seats: {seat: string, token: string}[], watch: string | null}} carried
 * @returns {string} the token of the first seat
 */
export function saveCarried(id, { seats, watch }) {
  const [first] = seats;
  if (!first) return "";
  const saved = savedMatch(id);
  const tokens = { ...ownTokens(saved), ...bySeat(seats) };
  saveMatch({ ...saved, id, token: first.token, seat: first.seat, tokens, ...(watch ? { watch } : {}) });
  remember(HERE + id, "", "session");
  return first.token;
}

/**
 * Save a new match with everything the server returned for it.
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
 * Save a token once the server has said what it is for: an own seat, or spectators.
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
 * Save an invitation made here, or remove a used one.
 * @param {string} id
 * @param {string} seat
 * @param {string | null} token
 */
export function saveInvitation(id, seat, token) {
  const { [seat]: _, ...others } = savedMatch(id)?.invitations ?? {};
  updateMatch(id, { invitations: token === null ? others : { ...others, [seat]: token } });
}

// Dice

/** A part of the salt, so that nobody alone decides the dice. */
export function newSalt() {
  return randomHex(SALT_BYTES);
}

/**
 * Save the published hash of the dice, if nothing has been rolled yet; the first one counts.
 * @param {string} id
 * @param {{begun: boolean, dice: {sha256: string}}} table
 */
export function saveDicePromise(id, { begun, dice }) {
  if (!begun && !savedMatch(id)?.sha256) updateMatch(id, { sha256: dice.sha256 });
}

// Addresses

/**
 * The match and token of a page such as /match/ID#TOKEN. A token in the address is saved on this device and taken out of
 * the address, where others could read it. Another seat of a known match is saved for this tab only, until the server
 * has said which seat it is.
 * @returns {{id: string, token: string}}
 */
export function openedMatch() {
  const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
  const token = location.hash.slice(1);
  const saved = savedMatch(id);
  // Opening another seat's link in the tab of a match changes only the part behind the #.
  addEventListener("hashchange", () => TOKEN.test(location.hash.slice(1)) && location.reload());
  if (!TOKEN.test(token)) return { id, token: recall(HERE + id, "session") || (saved?.token ?? "") };
  const stays = remember(HERE + id, token, "session") && (saved ? saveMatch({ ...saved, changed: new Date().toISOString() }) : saveMatch({ id, token }));
  if (stays) history.replaceState(history.state, "", location.pathname + location.search);
  return { id, token };
}

/** Forget this tab's seat, as on the home page. */
export function leaveSeats() {
  for (const { id } of savedMatches()) remember(HERE + id, "", "session");
}

/**
 * The invitation link for a friend.
 * @param {string} id
 * @param {string} invitation
 */
export function invitationLink(id, invitation) {
  return `${location.origin}/join/${encodeURIComponent(id)}#${invitation}`;
}

/**
 * The link that carries seats to another device.
 * @param {string} id
 * @param {string} secret
 */
export function transferLink(id, secret) {
  return `${location.origin}/transfer/${encodeURIComponent(id)}#${secret}`;
}

/**
 * The link for spectators.
 * @param {string} id
 * @param {string} token
 */
export function spectatorLink(id, token) {
  return `${location.origin}/match/${encodeURIComponent(id)}#${token}`;
}
