/** Random numbers that nobody can guess. */

/**
 * Random bytes in hexadecimal digits.
 * @param {number} count
 */
export function randomHex(count) {
  const bytes = crypto.getRandomValues(new Uint8Array(count));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
