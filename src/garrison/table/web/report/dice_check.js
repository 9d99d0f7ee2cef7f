/**
 * Recomputes every draw of a finished game from its key, in the page's own code.
 *
 * Block b of row r is SHA-256(key + "salt/r/b"). A die takes the next byte below 252, modulo 6, plus 1. A pick from n takes
 * two bytes, high byte first, below the largest multiple of n, modulo n. A shuffle is Fisher-Yates from the end.
 */

import { hex, sha256, unhex } from "./sha256.js";

/** @typedef {[kind: "roll" | "shuffle" | "pick", size: number, label: string]} Made a draw made by the rules */
/** @typedef {{label: string, numbers: number[]}} Written a draw as recorded */
/** @typedef {{ok: true, rows: number, draws: number} | {ok: false, key: string, values: Record<string, string | number>}} Verdict */

/** The bytes of one row. */
class Stream {
  /**
   * @param {Uint8Array} key
   * @param {string} salt
   * @param {number} row
   */
  constructor(key, salt, row) {
    this.key = key;
    this.place = `${salt}/${row}`;
    this.block = 0;
    this.at = 0;
    /** @type {Uint8Array} */
    this.bytes = new Uint8Array(0);
  }

  next() {
    if (this.at === this.bytes.length) {
      const text = new TextEncoder().encode(`${this.place}/${this.block}`);
      const whole = new Uint8Array(this.key.length + text.length);
      whole.set(this.key);
      whole.set(text, this.key.length);
      this.bytes = sha256(whole);
      this.block += 1;
      this.at = 0;
    }
    return /** @type {number} */ (this.bytes[this.at++]);
  }

  die() {
    let byte = this.next();
    while (byte >= 252) byte = this.next();
    return (byte % 6) + 1;
  }

  /** @param {number} n */
  pick(n) {
    const limit = 65536 - (65536 % n);
    for (;;) {
      const high = this.next();
      const number = high * 256 + this.next();
      if (number < limit) return number % n;
    }
  }

  /** @param {Made} made */
  draw([kind, size]) {
    if (kind === "roll") return Array.from({ length: size }, () => this.die());
    if (kind === "pick") return [this.pick(size)];
    return Array.from({ length: Math.max(size - 1, 0) }, (_, n) => this.pick(size - n));
  }
}

/** @typedef {{ok: boolean, key: string, values: Record<string, string>}} Finding */
/** @typedef {{salt?: string | undefined, sha256?: string | undefined, seats: string[]}} Witness what a device saved, and its seats */

/**
 * The parts of a salt, `seat:part` joined by `+`. A salt chosen by the table alone has none.
 * @param {string} salt
 */
export function parts(salt) {
  const found = salt.split("+").map((each) => each.split(":"));
  return found.filter((each) => each.length === 2).map(([seat = "", part = ""]) => ({ seat, part }));
}

/**
 * What a device can confirm by itself: the hash is the one it saw before the first row, and the salt has its own part.
 * @param {{salt: string, sha256: string}} dice
 * @param {Witness} kept
 * @returns {Finding[]}
 */
export function witnessed(dice, { salt, sha256, seats }) {
  /** @type {Finding[]} */
  const found = [];
  if (sha256) {
    const ok = sha256 === dice.sha256;
    found.push({ ok, key: ok ? "pages.verify-promise" : "pages.verify-promise-no", values: { says: dice.sha256, should: sha256 } });
  }
  if (salt) {
    const ok = parts(dice.salt).some((each) => each.part === salt && seats.includes(each.seat));
    found.push({ ok, key: ok ? "pages.verify-part" : "pages.verify-part-no", values: { part: salt } });
  }
  return found;
}

/**
 * The draws of each row of a record's text: `number seat notation | label numbers | ...`.
 * @param {string} record
 * @returns {Written[][]}
 */
export function written(record) {
  const rows = record.split("\n").filter((line) => /^\d/.test(line));
  return rows.map((line) =>
    line.split(" | ").slice(1).map((part) => {
      const [label = "", ...numbers] = part.split(" ");
      return { label, numbers: numbers.map(Number) };
    }),
  );
}

/**
 * @param {{key: string, salt: string, sha256: string}} dice
 * @param {string} record
 * @param {Made[][]} rows the draws made by the rules, by row
 * @returns {Verdict}
 */
export function recompute(dice, record, rows) {
  const key = unhex(dice.key);
  if (hex(sha256(key)) !== dice.sha256) return { ok: false, key: "pages.verify-key", values: {} };
  const says = written(record);
  if (says.length !== rows.length) {
    return { ok: false, key: "pages.verify-rows", values: { says: says.length, should: rows.length } };
  }
  let draws = 0;
  for (const [row, made] of rows.entries()) {
    const here = says[row] ?? [];
    const wrong = checkRow(new Stream(key, dice.salt, row), row, made, here);
    if (wrong) return wrong;
    draws += made.length;
  }
  return { ok: true, rows: rows.length, draws };
}

/**
 * @param {Stream} stream
 * @param {number} row
 * @param {Made[]} made
 * @param {Written[]} says
 * @returns {Verdict | null}
 */
function checkRow(stream, row, made, says) {
  if (made.length !== says.length) return { ok: false, key: "pages.verify-shape", values: { row } };
  for (const [at, draw] of made.entries()) {
    const { label, numbers } = /** @type {Written} */ (says[at]);
    if (label !== draw[2]) return { ok: false, key: "pages.verify-shape", values: { row } };
    const should = stream.draw(draw).join(" ");
    if (should !== numbers.join(" ")) {
      return { ok: false, key: "pages.verify-bad", values: { row, label, should, says: numbers.join(" ") } };
    }
  }
  return null;
}
