/** Numbers of open choices, in hundredths: valid values of a field and their notation. */

/** @typedef {import("../../lib/types.js").Field} Field */

/** Number of key presses for a full turn, or for the range of a field. */
const STRIDES = 360;

/**
 * Hundredths as notation writes them: 325 is `3.25`, 300 is `3`.
 * @param {number} hundredths
 */
export function written(hundredths) {
  return String(hundredths / 100);
}

/**
 * The nearest valid value of a field.
 * @param {Field} field
 * @param {number} value
 */
export function fitting({ low, high, step }, value) {
  const stepped = low + Math.round((value - low) / step) * step;
  return Math.min(Math.max(stepped, low), low + Math.floor((high - low) / step) * step);
}

/**
 * The same angle plus or minus a full turn, whichever fits the field better.
 * @param {Field} field
 * @param {number} angle
 */
export function turned(field, angle) {
  const off = (/** @type {number} */ turn) => Math.abs(turn - fitting(field, turn));
  return [-1, 0, 1].map((n) => angle + n * 36000).reduce((best, turn) => (off(turn) < off(best) ? turn : best));
}

/**
 * The change per key press: a step, or more if steps are too fine to be seen.
 * @param {Field} field
 */
export function stride({ low, high, step }) {
  return Math.max(1, Math.round((high - low) / STRIDES / step)) * step;
}

/**
 * All values of a field.
 * @param {Field} field
 */
export function values({ low, high, step }) {
  return Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, n) => low + n * step);
}
