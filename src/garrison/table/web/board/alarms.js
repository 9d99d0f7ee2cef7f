/**
 * Alarms: what threatens, drawn at its thing. A plate with a label; an urgent one is pointed, begins with an
 * exclamation mark and has a broken ring, so that nothing depends on colour or on motion alone. Pictures have the
 * same (core/show/alarm_mark.py).
 */

import { draw } from "../lib/dom.js";

/** @typedef {import("../lib/types.js").Alarm} Alarm */
/** @typedef {import("../lib/types.js").Point} Point */
/** @typedef {import("../lib/types.js").Scene} Scene */
/** @typedef {import("./view.js").BoardView} BoardView */
/** @typedef {{x: number, y: number, w: number, h: number, scale: number, right: boolean, up: boolean}} Extent the centre of a thing, half its size */

/** Half the size of a place, the side of a counter, and the figures of a dial, beside which a plate has its full size. */
const [PLACE, COUNTER, DIAL] = [24, 48, 15];
const [HIGH, LETTER, FONT] = [16, 7.5, 12];
/** Distance of a ring from its thing, and half its opening at the top, where places have their names. */
const [OUT, OPEN] = [4, (46 / 180) * Math.PI];
/** Position of the plate between the centre of its thing and a corner on its left: the lower one, or where a fan of pieces lies the upper one. */
const CORNER = 0.85;

export class Alarms {
  /** @param {BoardView} view */
  constructor(view) {
    this.view = view;
    this.layer = draw("g", { class: "alarms", "aria-hidden": "true" });
    /** @type {Map<string, string[]>} what is said of a thing */
    this.said = new Map();
    this.key = "";
  }

  /** @param {Scene} scene */
  show({ alarms }) {
    this.said = new Map();
    for (const { at, say } of alarms) this.said.set(at, [...(this.said.get(at) ?? []), say]);
    const placed = alarms.map((alarm) => ({ alarm, at: this.extent(alarm.at) }));
    const key = JSON.stringify(placed);
    if (key === this.key) return; // a pulse goes on as it is
    this.key = key;
    this.layer.replaceChildren(...placed.flatMap(({ alarm, at }) => (at ? mark(alarm, at) : [])));
    for (const each of document.querySelectorAll("[data-alarm]")) {
      each.removeAttribute("data-alarm");
      each.classList.remove("alarmed");
    }
    for (const { alarm, at } of placed) if (!at) this.beside(alarm);
  }

  /** A thing beside the board has the plate as a part of itself. @param {Alarm} alarm */
  beside({ at, label, urgent }) {
    const element = this.view.things.get(at)?.element;
    if (!(element instanceof HTMLElement)) return;
    element.dataset["alarm"] = urgent ? `!${label}` : label;
    element.classList.toggle("alarmed", urgent);
  }

  /**
   * @param {string} id
   * @returns {Extent | null}
   */
  extent(id) {
    const { dials, places, sprites, stacks, unit, drawn, board } = this.view;
    const extent = (/** @type {Point} */ { x, y }, /** @type {number} */ w, /** @type {number} */ h, /** @type {number} */ scale) =>
      ({ x, y, w, h, scale, right: x > board.size[0] / 2, up: (stacks.get(id)?.childElementCount ?? 0) > 1 });
    const dial = dials.get(id);
    if (dial) {
      const [w, h] = sprites.has(dial.sprite) ? sprites.half(dial.sprite) : [dial.size, dial.size];
      return extent(dial, w, h, dial.size / DIAL);
    }
    const lying = drawn.get(id);
    if (lying) {
      const [w, h] = sprites.half(this.view.piece(id)?.sprite ?? "");
      return extent(lying, w, h, (2 * Math.max(w, h)) / COUNTER);
    }
    const place = places.get(id);
    if (place) {
      const half = place.outline.length ? PLACE * unit : this.view.shapes.half(place) + unit;
      return extent(place, half, half, half / PLACE);
    }
    const group = board.groups.find((each) => each.id === id);
    if (!group) return null;
    const [x, y, w, h] = group.box;
    return extent({ x: x + w / 2, y: y + h / 2 }, w / 2, h / 2, unit);
  }
}

/**
 * What has become urgent from one scene to the next, each sentence once.
 * @param {Scene} before
 * @param {Scene} after
 */
export function newlyUrgent(before, after) {
  const known = new Set(before.alarms.filter(({ urgent }) => urgent).map(({ say }) => say));
  return [...new Set(after.alarms.filter(({ urgent, say }) => urgent && !known.has(say)).map(({ say }) => say))];
}

/**
 * @param {Alarm} alarm
 * @param {Extent} at
 */
function mark({ label, urgent }, at) {
  if (!urgent) return label ? [plate(label, at, "p-alarm-plate", "p-alarm-ink")] : [];
  const [w, h] = [at.w + OUT * at.scale, at.h + OUT * at.scale];
  const d = w === h ? arc(at, w) : `M${at.x - w} ${at.y - h}h${2 * w}v${2 * h}h${-2 * w}z`;
  const line = (/** @type {string} */ kind, /** @type {number} */ wide) => draw("path", { class: kind, d, "stroke-width": wide * at.scale });
  const ring = line("p-alarm-ring", 3.4);
  ring.setAttribute("stroke-dasharray", `${9 * at.scale} ${4 * at.scale}`);
  return [draw("g", { class: "alarm-ring" }, line("p-alarm-under", 6), ring), plate(`!${label}`, at, "p-alarm-now", "p-alarm-now-ink")];
}

/**
 * A ring open at the top.
 * @param {Extent} at
 * @param {number} r
 */
function arc({ x, y }, r) {
  const [a, b] = [r * Math.sin(OPEN), r * Math.cos(OPEN)];
  return `M${x + a} ${y - b}A${r} ${r} 0 1 1 ${x - a} ${y - b}`;
}

/**
 * @param {string} said
 * @param {Extent} at
 * @param {string} kind
 * @param {string} ink
 */
function plate(said, at, kind, ink) {
  const h = (HIGH * at.scale) / 2;
  const w = Math.max(h, ((said.length * LETTER + 6) * at.scale) / 2);
  // What is wide, such as a slip with its figures, has it beside it, away from the middle of the board.
  const [x, y] = at.w > at.h ? [at.x + (at.w + w) * (at.right ? 1 : -1), at.y] : [at.x - at.w * CORNER, at.y + at.h * CORNER * (at.up ? -1 : 1)];
  const point = said.startsWith("!") ? h * 0.55 : 0;
  const d = `M${x - w} ${y - h}h${2 * w}l${point} ${h} ${-point} ${h}h${-2 * w}l${-point} ${-h}z`;
  return draw("g", {}, draw("path", { class: kind, d, "stroke-width": 1.4 * at.scale }),
    draw("text", { class: `p-figure ${ink}`, x, y: y + 0.36 * FONT * at.scale, "font-size": FONT * at.scale }, said));
}
