/** Rings that mark what can be chosen. A bright line between a light and a dark one shows on any background. */

import { draw } from "../lib/dom.js";

/** The lines of a ring: offset and thickness. @type {Record<string, [number, number]>} */
const LINES = { light: [1.6, 1.2], glow: [-0.4, 2.8], dark: [-2.3, 1.2] };
/** The lines of a fine ring coincide, and keep their thickness in pixels at any zoom. */
const FINE = { light: 4.6, dark: 3.4, glow: 2.4 };

/** A doubled ring: upon a halo a whole line around a broken one. It is told from the other by its shape, whatever its colour. @type {Record<string, [number, number]>} */
const DOUBLED = { halo: [1.4, 9.4], around: [4, 2.6], broken: [-0.9, 2.8] };

/**
 * @param {(wider: number) => SVGElement} shape
 * @param {number} unit
 */
export function ring(shape, unit) {
  return draw("g", { class: "ring" }, ...lines(LINES, shape, unit));
}

/**
 * The ring of what takes or does more than its note says.
 * @param {(wider: number) => SVGElement} shape
 * @param {number} unit
 */
export function doubledRing(shape, unit) {
  return draw("g", { class: "ring doubled" }, ...lines(DOUBLED, shape, unit));
}

/**
 * @param {Record<string, [number, number]>} kinds
 * @param {(wider: number) => SVGElement} shape
 * @param {number} unit
 */
function lines(kinds, shape, unit) {
  return Object.entries(kinds).map(([kind, [wider, thick]]) => {
    const line = shape(wider);
    line.setAttribute("class", kind);
    line.setAttribute("stroke-width", String(thick * unit));
    return line;
  });
}

/**
 * For areas, and for small things on a large board.
 * @param {(wider: number) => SVGElement} shape
 */
export function fineRing(shape) {
  const lines = Object.entries(FINE).map(([kind, thick]) => {
    const line = shape(0);
    line.setAttribute("class", kind);
    line.setAttribute("stroke-width", String(thick));
    line.setAttribute("vector-effect", "non-scaling-stroke");
    return line;
  });
  return draw("g", { class: "ring" }, ...lines);
}
