/** A tooltip that describes a thing on the board, for a resting pointer, the keyboard's focus or a long touch. */

import { make } from "../lib/dom.js";
import { describe } from "./descriptions.js";
import { overlap } from "./polygon.js";

/** @typedef {import("./view.js").BoardView} BoardView */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Area */

/** How long a pointer rests before the tooltip opens, in milliseconds. */
const REST = 450;
/** Distances from the thing that are tried, and the least from the edges of the window, in pixels. */
const FAR = [10, 45, 80, 120, 170, 230, 300, 380, 470];
const EDGE = 8;

export class Tooltip {
  /** @param {BoardView} view */
  constructor(view) {
    this.view = view;
    this.card = make("div", { class: "tooltip", "aria-hidden": "true" });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /**
   * Show it soon, unless the pointer moves on.
   * @param {string | null} id
   */
  soon(id) {
    this.hide();
    if (id) this.timer = setTimeout(() => this.show(id), REST);
  }

  get shown() {
    return this.card.isConnected;
  }

  hide() {
    clearTimeout(this.timer);
    this.card.remove();
  }

  /** @param {string} id */
  show(id) {
    const element = this.view.things.get(id)?.element;
    const told = describe(this.view, id);
    if (!element?.isConnected || !told.length || element.matches(".card") || this.view.zoom.dragged || this.view.moving) return;
    this.card.replaceChildren(...told);
    (document.querySelector("main") ?? document.body).append(this.card);
    const { width, height } = this.card.getBoundingClientRect();
    const lit = [...this.view.lit.keys()].map((each) => this.view.things.get(each)?.element).filter((each) => each !== undefined);
    const kept = [element, ...lit].map((each) => each.getBoundingClientRect());
    const { left, top } = clearOf(kept, width, height);
    this.card.style.left = `${left}px`;
    this.card.style.top = `${top}px`;
  }
}

/**
 * Where a card of this size covers neither the first of the areas nor, if there is such a place, any other; the nearest one.
 * @param {Area[]} areas
 * @param {number} width
 * @param {number} height
 */
function clearOf(areas, width, height) {
  const thing = /** @type {Area} */ (areas[0]);
  const [x, y] = [(thing.left + thing.right - width) / 2, (thing.top + thing.bottom - height) / 2];
  const spots = FAR.flatMap((far) => [
    within(thing.right + far, y, width, height), within(thing.left - width - far, y, width, height),
    within(x, thing.top - height - far, width, height), within(x, thing.bottom + far, width, height),
  ]);
  const costs = spots.map((spot) => areas.reduce((sum, area, n) => sum + overlap(spot, area) * (n ? 1 : 100), 0));
  return spots[costs.indexOf(Math.min(...costs))] ?? { left: x, top: y };
}

/**
 * An area of this size within the window.
 * @param {number} left
 * @param {number} top
 * @param {number} width
 * @param {number} height
 * @returns {Area}
 */
function within(left, top, width, height) {
  const [x, y] = [Math.max(EDGE, Math.min(left, innerWidth - width - EDGE)), Math.max(EDGE, Math.min(top, innerHeight - height - EDGE))];
  return { left: x, top: y, right: x + width, bottom: y + height };
}
