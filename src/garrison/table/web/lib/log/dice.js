/** Dice drawn with pips: large ones that tumble over the board, small ones in a line of the log. */

import { draw } from "../dom.js";

/** @type {Record<number, [number, number][]>} pips of each face, by column and row */
const PIPS = {
  1: [[1, 1]],
  2: [[0, 0], [2, 2]],
  3: [[0, 0], [1, 1], [2, 2]],
  4: [[0, 0], [2, 0], [0, 2], [2, 2]],
  5: [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]],
  6: [[0, 0], [2, 0], [0, 1], [2, 1], [0, 2], [2, 2]],
};

/**
 * Whether a face is one that can be drawn.
 * @param {number} face
 */
export function drawable(face) {
  return face in PIPS;
}

/**
 * @param {number} face
 * @param {string} [more] a further class
 */
export function die(face, more = "") {
  const element = draw("svg", { viewBox: "0 0 48 48", class: `die ${more}`.trim(), focusable: "false" });
  turnDie(element, face);
  return element;
}

/**
 * Show another face.
 * @param {SVGSVGElement} element
 * @param {number} face
 */
export function turnDie(element, face) {
  const pips = (PIPS[face] ?? []).map(([column, row]) => draw("circle", { cx: 12 + 12 * column, cy: 12 + 12 * row, r: 4.4 }));
  element.replaceChildren(draw("rect", { x: 2, y: 2, width: 44, height: 44, rx: 9 }), ...pips);
}
