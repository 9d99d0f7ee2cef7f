/** SHA-256 in plain JavaScript, so that the page can check the dice with its own code. */

/** @param {number} of @param {2 | 3} root the first 32 fractional bits of a root */
function fraction(of, root) {
  const value = root === 2 ? Math.sqrt(of) : Math.cbrt(of);
  return ((value - Math.floor(value)) * 2 ** 32) | 0;
}

/** @param {number} count */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let n = 2; found.length < count; n++) if (found.every((each) => n % each)) found.push(n);
  return found;
}

const START = Int32Array.from(primes(8), (prime) => fraction(prime, 2));
const ROUND = Int32Array.from(primes(64), (prime) => fraction(prime, 3));

/** @param {number} word @param {number} by */
function turned(word, by) {
  return (word >>> by) | (word << (32 - by));
}

/**
 * The message, a one bit, zeros, and its length in bits.
 * @param {Uint8Array} message
 */
function padded(message) {
  const size = Math.ceil((message.length + 9) / 64) * 64;
  const bytes = new Uint8Array(size);
  bytes.set(message);
  bytes[message.length] = 0x80;
  new DataView(bytes.buffer).setBigUint64(size - 8, BigInt(message.length) * 8n);
  return new DataView(bytes.buffer);
}

/**
 * One block of 64 bytes.
 * @param {Int32Array} state
 * @param {DataView} view
 * @param {number} from
 */
function mix(state, view, from) {
  const w = new Int32Array(64);
  const at = (/** @type {number} */ n) => /** @type {number} */ (w[n]);
  for (let n = 0; n < 16; n++) w[n] = view.getInt32(from + n * 4);
  for (let n = 16; n < 64; n++) {
    const low = turned(at(n - 15), 7) ^ turned(at(n - 15), 18) ^ (at(n - 15) >>> 3);
    const high = turned(at(n - 2), 17) ^ turned(at(n - 2), 19) ^ (at(n - 2) >>> 10);
    w[n] = at(n - 16) + low + at(n - 7) + high;
  }
  let [a, b, c, d, e, f, g, h] = /** @type {[number, number, number, number, number, number, number, number]} */ (
    /** @type {unknown} */ ([...state])
  );
  for (let n = 0; n < 64; n++) {
    const choice = (e & f) ^ (~e & g);
    const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + /** @type {number} */ (ROUND[n]) + at(n)) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, n) => (state[n] = /** @type {number} */ (state[n]) + word));
}

/**
 * @param {Uint8Array} message
 * @returns {Uint8Array} 32 bytes
 */
export function sha256(message) {
  const view = padded(message);
  const state = START.slice();
  for (let from = 0; from < view.byteLength; from += 64) mix(state, view, from);
  const digest = new Uint8Array(32);
  state.forEach((word, n) => new DataView(digest.buffer).setInt32(n * 4, word));
  return digest;
}

/** @param {Uint8Array} bytes */
export function hex(bytes) {
  return [...bytes].map((each) => each.toString(16).padStart(2, "0")).join("");
}

/** @param {string} digits */
export function unhex(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
