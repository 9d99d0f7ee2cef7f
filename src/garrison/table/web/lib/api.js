/** Requests to the server over HTTP. A refused request throws a `Refusal` with the server's own sentence. */

import { randomHex } from "./random.js";
import { language, t } from "./words.js";

/** @typedef {{name: string, label: string, values: {value: string, label: string, text: string}[]}} Option */
/** @typedef {{options: Record<string, string>, seats: string[], ids: string[]}} Combination the seats by name, and their ids */
/** @typedef {{salt: string | null, sha256: string, key: string | null}} DicePromise the public part of a match's dice */
/** @typedef {{match: string, n: number}} Origin */

/** @typedef {{light: string, dark: string, width: number, height: number, caption: string}} Picture its name by theme, its size in pixels */

/**
 * @typedef {object} Game
 * @property {string} id
 * @property {string} name
 * @property {string} text
 * @property {string} blurb a sentence on it
 * @property {[number, number]} players least and most
 * @property {[number, number] | null} minutes least and most
 * @property {Picture | null} picture
 * @property {Option[]} options
 * @property {Combination[]} combinations
 * @property {boolean} windows whether several seats can be asked at once
 * @property {string[]} bots bots for the game, the default first
 * @property {number} lessons how many there are
 */

/**
 * @typedef {object} SeatSummary a seat and its player
 * @property {string} seat
 * @property {string} name of the seat
 * @property {string} who the player's name or ""
 * @property {"mine" | "friend" | "bot"} kind who it was made for
 * @property {string | null} bot the bot that plays it now
 * @property {boolean} joined
 * @property {boolean} taken
 */

/**
 * @typedef {Omit<import("./types.js").Match, "seats"> & {
 *   option_names: Record<string, string>, result: import("./types.js").Ending | null, created: string | number,
 *   changed: string | number, dice: DicePromise, origin: Origin | null, imported: boolean, seats: SeatSummary[], awaited: string[],
 *   begun: boolean, kind: "mine" | "friend" | "bot" | "watch", secret: boolean, terms: import("./types.js").Terms
 * }} Match
 */

/** A refusal by the server, or a failed connection (status 0). The message is for the reader. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} text
   * @param {string} refused the server's short code
   * @param {string | null} rule
   */
  constructor(status, text, refused = "", rule = null) {
    super(text);
    this.status = status;
    this.refused = refused;
    this.rule = rule;
  }
}

function unreachable() {
  return new Refusal(0, t("both.unreachable"), "unreachable");
}

/** Language-independent data is requested without a language, so that it is cached once. */
const WORDLESS = /^\/api\/(boards|words)\//;

/**
 * @param {string} path
 * @param {RequestInit} init
 * @param {string | undefined} token
 */
async function ask(path, init, token) {
  const address = new URL(path, location.origin);
  if (!WORDLESS.test(address.pathname) && !address.searchParams.has("lang")) {
    address.searchParams.set("lang", language());
  }
  const headers = new Headers(init.headers);
  if (token) headers.set("Authorization", `Bearer ${token}`);
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(address, { ...init, headers });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw unreachable();
  }
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

/** How often something is asked for again when the server says to slow down, and the pause before that, in milliseconds. */
const AGAIN = 4;
const PAUSE = 1000;

/**
 * Ask for something; if the server says to slow down, after a while.
 * @param {string} path
 * @param {RequestInit} init
 * @param {string | undefined} token
 * @param {number} [again]
 * @returns {Promise<Response>}
 */
async function read(path, init, token, again = AGAIN) {
  try {
    return await ask(path, init, token);
  } catch (error) {
    if (!again || !(error instanceof Refusal) || error.refused !== "slow-down") throw error;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    return read(path, init, token, again - 1);
  }
}

/** @param {Response} answer */
async function refusal(answer) {
  /** @type {{refused?: string, rule?: string | null, text?: string}} */
  let said = {};
  try {
    said = await answer.json();
  } catch {
    said = {};
  }
  return new Refusal(
    answer.status, said.text ?? t("both.trouble", { status: answer.status }), said.refused ?? "", said.rule ?? null,
  );
}

/**
 * @param {string} path
 * @param {{token?: string, signal?: AbortSignal}} [how]
 * @returns {Promise<any>}
 */
export async function get(path, how = {}) {
  return (await read(path, how.signal ? { signal: how.signal } : {}, how.token)).json();
}

/**
 * A plain-text response (a record).
 * @param {string} path
 * @param {{token?: string}} [how]
 */
export async function text(path, how = {}) {
  return (await read(path, {}, how.token)).text();
}

const KEY_BYTES = 16;
/** The keys of requests that have no answer yet, by request. @type {Map<string, string>} */
const keys = new Map();

/**
 * Post an object as JSON, or a text as plain text. What is done `once` is sent under the same key until its answer has
 * come: whoever presses a button again after a lost answer gets that answer, and the server does nothing twice.
 * @param {string} path
 * @param {object | string | null} body
 * @param {{token?: string, once?: boolean}} [how]
 * @returns {Promise<any>}
 */
export async function post(path, body, how = {}) {
  const plain = typeof body === "string";
  const type = plain ? "text/plain; charset=utf-8" : "application/json";
  /** @type {RequestInit} */
  const init = { method: "POST" };
  const headers = new Headers();
  if (body !== null) {
    headers.set("Content-Type", type);
    init.body = plain ? body : JSON.stringify(body);
  }
  const request = [path, how.token, init.body].join("\n");
  if (how.once) {
    const key = keys.get(request) ?? randomHex(KEY_BYTES);
    keys.set(request, key);
    headers.set("Idempotency-Key", key);
  }
  const answer = await ask(path, { ...init, headers }, how.token);
  const said = await answer.json().catch(() => {
    throw unreachable(); // the connection broke in the middle of the answer
  });
  keys.delete(request);
  return said;
}

/**
 * @param {string} path
 * @param {{token?: string}} [how]
 */
export async function del(path, how = {}) {
  await ask(path, { method: "DELETE" }, how.token);
}
