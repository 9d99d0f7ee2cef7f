/** The shapes of places and boxes, for what is drawn, lit and clicked. */

import { draw } from "../lib/dom.js";
import { expanded, spacing } from "./polygon.js";

/** @typedef {import("../lib/types.js").Board} Board */
/** @typedef {import("../lib/types.js").Place} Place */

/** Half the side of a square place and of a ring around a counter; the least of one that has near neighbours. */
export const HALF = 23;
const LEAST = 5;
/** How far a ring reaches beyond its place. */
export const RING = 3;
/** How much larger a place is that is an area: its ring shows around what stands there. */
const AREA = 4;

export class Shapes {
  /**
   * @param {Board} board
   * @param {number} unit
   */
  constructor(board, unit) {
    this.unit = unit;
    /** How far each place is from its nearest neighbour. */
    this.spacing = spacing(board.places.filter(({ outline }) => !outline.length));
  }

  /**
   * @param {Place} place
   * @param {string} kind
   * @param {number} wider
   */
  place(place, kind, wider) {
    if (place.outline.length) {
      const points = expanded(place.outline, wider * this.unit).map(([x, y]) => `${x - place.x},${y - place.y}`);
      return draw("polygon", { class: kind, points: points.join(" ") });
    }
    const half = this.half(place) + (wider + (place.shape === "area" ? AREA : 0)) * this.unit;
    if (place.shape !== "square") return draw("circle", { class: kind, r: half });
    return draw("rect", { class: kind, x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 6 * this.unit });
  }

  /** Half the side of a place without an outline: neighbours and their rings stay apart. @param {Place} place */
  half({ id }) {
    const room = (this.spacing.get(id) ?? Infinity) / 2 - RING * this.unit;
    return Math.max(LEAST * this.unit, Math.min(HALF * this.unit, room));
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} w
   * @param {number} h
   * @param {number} wider
   */
  box(x, y, w, h, wider) {
    const more = wider * this.unit;
    return draw("rect", { x: x - more, y: y - more, width: w + 2 * more, height: h + 2 * more, rx: Math.min(7 * this.unit, w / 4) });
  }
}
