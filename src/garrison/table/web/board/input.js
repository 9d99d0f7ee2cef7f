/** Mouse, touch and keyboard input on the board and its trays. */

import { COUNTER } from "./pieces.js";
import { distanceTo } from "./polygon.js";
import { Tooltip } from "./tooltip.js";

/** @typedef {import("./view.js").BoardView} BoardView */
/** @typedef {import("../lib/types.js").Point} Point */

/** Width of a finger, and the size below which things are hard to hit, in screen pixels. */
const FINGER = 22;
const THUMB = 30;
/** A finger means the nearest of several things if it is nearer than the next by so many screen pixels. */
const CLEARLY = 16;
/** A pointer that moved no farther than this has not moved, in screen pixels. */
const STILL = 4;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class BoardInput {
  /** @param {BoardView} view */
  constructor(view) {
    this.view = view;
    this.tooltip = new Tooltip(view);
    /** True while a key moves the focus. */
    this.walking = false;
    /** Where the pointer is, and where it was when something else ended the tooltip. @type {Point} */
    this.pointer = { x: -1, y: -1 };
    this.resting = { x: NaN, y: NaN };
    /** True after a long touch, which is not a click. */
    this.reading = false;
    /** @type {((at: Point) => void) | null} passes a point of the board to an open form */
    this.picking = null;
    /** Removes the listeners: their elements outlive this board. */
    this.ended = new AbortController();
    const { how, svg } = view;
    for (const home of [svg, how.trays, how.cards, how.status]) if (home) this.listen(home);
    this.listenToAll();
  }

  /** @param {Element} home */
  listen(home) {
    const until = { signal: this.ended.signal };
    home.addEventListener("click", (event) => this.clicked(/** @type {MouseEvent} */ (event)), until);
    home.addEventListener("keydown", (event) => this.pressed(/** @type {KeyboardEvent} */ (event)), until);
    home.addEventListener("pointerover", (event) => this.near(thingOf(event), this.moved(/** @type {PointerEvent} */ (event))), until);
    home.addEventListener("focusin", (event) => this.near(thingOf(event), this.walking), until);
    for (const name of ["pointerleave", "focusout", "pointercancel"]) home.addEventListener(name, () => this.near(null, true), until);
    home.addEventListener("pointerdown", () => {
      this.reading = false;
    }, until);
  }

  /** A tooltip answers a pointer that comes to rest or a key that moves the focus; anything else ends it. */
  listenToAll() {
    const until = { signal: this.ended.signal, capture: true };
    addEventListener("keydown", ({ key }) => {
      this.walking = key === "Tab" || key in ARROWS;
      this.tooltip.hide();
    }, until);
    addEventListener("keyup", () => {
      this.walking = false;
    }, until);
    addEventListener("pointermove", ({ clientX, clientY }) => {
      this.pointer = { x: clientX, y: clientY };
    }, until);
    addEventListener("pointerdown", (event) => {
      this.walking = false;
      if (event.pointerType !== "touch") this.rest();
    }, until);
    for (const name of ["wheel", "scroll"]) addEventListener(name, () => this.rest(), { ...until, passive: true });
  }

  /** No tooltip until the pointer moves again: what comes to lie under it was not pointed at. */
  rest() {
    this.resting = this.pointer;
    this.tooltip.hide();
  }

  /**
   * Whether a pointer came here by itself; a finger always does.
   * @param {PointerEvent} event
   */
  moved({ pointerType, clientX, clientY }) {
    return pointerType === "touch" || !(Math.hypot(clientX - this.resting.x, clientY - this.resting.y) <= STILL);
  }

  /**
   * @param {string | null} id
   * @param {boolean} meant whether somebody wants to know about it
   */
  near(id, meant) {
    if (!id && this.tooltip.shown) this.reading = true;
    this.view.how.onNear?.(id);
    this.tooltip.soon(meant ? id : null);
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const touched = event instanceof PointerEvent && event.pointerType === "touch";
    this.tooltip.hide();
    if (touched && this.reading) return;
    const { how, zoom, lit, places, svg, unit } = this.view;
    const onBoard = event.currentTarget === svg;
    if (onBoard && zoom.dragged) return;
    const at = { x: event.clientX, y: event.clientY };
    const id = this.below(thingOf(event), at);
    if (this.picking && onBoard) {
      const place = id && lit.has(id) ? places.get(id) : undefined;
      const point = zoom.point(at);
      const meant = place && (!place.outline.length || Math.hypot(place.x - point.x, place.y - point.y) * zoom.scale < FINGER);
      this.picking(meant ? place : point);
      return;
    }
    const size = zoom.scale * COUNTER * unit;
    const sure = id !== null && (lit.has(id) ? size > THUMB : size > FINGER && this.fills(id) && !this.litAt(at));
    const meant = touched && onBoard && !sure ? this.underFinger(at) : [];
    if (meant.length) how.onThing?.(meant, at);
    else if (id) how.onThing?.([id], at);
  }

  /**
   * A freely placed piece may cover another place: take the first highlighted thing below it.
   * @param {string | null} id
   * @param {Point} at
   */
  below(id, at) {
    if (!id || this.view.lit.has(id) || !this.view.piece(id)?.spot) return id;
    return this.litAt(at) ?? id;
  }

  /**
   * Whether it is a piece that has its place to itself, as on a board of small spaces.
   * @param {string} id
   */
  fills(id) {
    const piece = this.view.piece(id);
    return piece !== undefined && !piece.spot && !this.view.places.get(piece.at)?.outline.length;
  }

  /**
   * The first highlighted thing at a point of the screen, whatever covers it.
   * @param {Point} at
   */
  litAt({ x, y }) {
    const under = document.elementsFromPoint(x, y).map((each) => each.closest("[data-id]")?.getAttribute("data-id") ?? "");
    return under.find((each) => this.view.lit.has(each));
  }

  /**
   * Highlighted things on the board within reach of a finger, nearest first; one alone if that is clearly meant.
   * @param {Point} at
   */
  underFinger(at) {
    /** @type {[number, string][]} */
    const found = [];
    const { zoom, lit, places, things } = this.view;
    for (const id of lit.keys()) {
      const element = things.get(id)?.element;
      if (!(element instanceof SVGElement)) continue;
      const box = element.getBoundingClientRect();
      const area = places.get(id)?.outline ?? [];
      const far = area.length
        ? distanceTo(area, zoom.point(at)) * zoom.scale
        : Math.hypot(Math.max(box.left - at.x, 0, at.x - box.right), Math.max(box.top - at.y, 0, at.y - box.bottom));
      const middle = Math.hypot(box.left + box.width / 2 - at.x, box.top + box.height / 2 - at.y);
      if (far < FINGER / 2) found.push([middle, id]);
    }
    found.sort((a, b) => a[0] - b[0]);
    const clear = found[0] && found[1] && found[1][0] - found[0][0] > CLEARLY;
    return (clear ? found.slice(0, 1) : found).map(([, id]) => id);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const { view } = this;
    const id = thingOf(event);
    if (!id || event.target !== view.things.get(id)?.element) return;
    const way = event.ctrlKey || event.altKey ? undefined : ARROWS[event.key];
    if (way) {
      event.preventDefault();
      const next = this.towards(id, way, event.shiftKey ? view.things.keys() : view.lit.keys());
      if (next) this.focus(next);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      view.how.onThing?.([id], this.centre(id));
    }
  }

  /**
   * Move the focus to a thing, even one that cannot be chosen, to hear why not.
   * @param {string} id
   */
  focus(id) {
    const { view } = this;
    const thing = view.things.get(id);
    if (!thing) return;
    if (!view.lit.has(id)) {
      thing.element.setAttribute("role", "button");
      thing.element.setAttribute("aria-label", [thing.name, ...(view.alarms.said.get(id) ?? [])].join(", "));
    }
    view.things.get(view.tabStop)?.element.setAttribute("tabindex", "-1");
    view.tabStop = id;
    thing.element.setAttribute("tabindex", "0");
    view.camera.reveal([id]);
    thing.element.focus();
  }

  /**
   * The centre of a thing on the screen.
   * @param {string} id
   */
  centre(id) {
    const box = this.view.things.get(id)?.element.getBoundingClientRect() ?? new DOMRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /**
   * The next thing in a direction: neighbours of a place first, then the nearest.
   * @param {string} id
   * @param {[number, number]} way
   * @param {Iterable<string>} among
   */
  towards(id, [dx, dy], among) {
    const { view } = this;
    const from = this.centre(id);
    const beside = new Set(view.places.get(view.piece(id)?.at ?? id)?.neighbours);
    let [best, least] = ["", Infinity];
    for (const other of among) {
      if (other === id || !view.things.has(other)) continue;
      const to = this.centre(other);
      const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
      const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
      if (along < 2) continue;
      const next = beside.has(view.piece(other)?.at ?? other) && along >= aside;
      const far = (along + 2 * aside) * (next ? 0.5 : 1);
      if (far < least) [best, least] = [other, far];
    }
    return best;
  }

  /** Another board takes over. */
  leave() {
    this.tooltip.hide();
    this.ended.abort();
  }
}

/** @param {Event} event */
function thingOf(event) {
  return event.target instanceof Element ? (event.target.closest("[data-id]")?.getAttribute("data-id") ?? null) : null;
}

/**
 * Where Tab leads to among all that is lit: the board, if anything is lit there; arrow keys go on to the trays.
 * @param {BoardView} view
 */
export function firstStop({ lit, things }) {
  const known = [...lit.keys()].filter((id) => things.has(id));
  return known.find((id) => things.get(id)?.element instanceof SVGElement) ?? known[0] ?? "";
}
