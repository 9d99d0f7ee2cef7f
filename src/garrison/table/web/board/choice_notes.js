/** Notes and badges of choices, such as what a move costs, drawn within the lit thing and at its edge. Pictures have the same (core/show/picture.py). */

import { draw } from "../lib/dom.js";
import { bounds } from "./polygon.js";

/** @typedef {import("../lib/types.js").Choice} Choice */
/** @typedef {import("./view.js").BoardView} BoardView */

/** Height of the figures by that of their thing; width of a letter by its height; the largest figures, in units. */
const [SHARE, LETTER, MOST] = [0.6, 0.62, 24];
/** On what a counter covers: how far from the middle towards the upper right corner, and how much smaller. */
const [CORNER, SMALLER] = [0.72, 0.7];
/** Different notes of one thing are all told up to this length. */
const LONG = 5;
/** Height of a badge's letters by half that of its thing; of the badge by its letters; how much wider than them it is. */
const [SIGN, PLATE, EDGE] = [0.95, 1.06, 0.24];

export class ChoiceNotes {
  /** @param {BoardView} view */
  constructor(view) {
    this.view = view;
  }

  /** @param {Choice[]} choices */
  show(choices) {
    /** @type {Map<string, {notes: Set<string>, badges: Set<string>}>} */
    const found = new Map();
    for (const { at, note, badge } of choices) {
      if (!at || !(note || badge)) continue;
      const here = found.get(at) ?? { notes: new Set(), badges: new Set() };
      if (note) here.notes.add(note);
      if (badge) here.badges.add(badge);
      found.set(at, here);
    }
    this.view.noteLayer.replaceChildren(...[...found].flatMap(([id, { notes, badges }]) => this.note(id, [...notes], [...badges].join("/"))));
  }

  /**
   * @param {string} id
   * @param {string[]} notes
   * @param {string} badge
   */
  note(id, notes, badge) {
    const at = this.view.alarms.extent(id);
    if (!at) return [];
    const { places, stacks, unit } = this.view;
    const all = notes.join("/");
    const text = all.length <= LONG ? all : notes.length > 1 ? `${notes[0]}…` : all;
    const outline = places.get(id)?.outline ?? [];
    const [, , wide, high] = outline.length ? bounds(outline) : [0, 0, 2 * at.w, 2 * at.h];
    const covered = !places.has(id) || (!outline.length && (stacks.get(id)?.childElementCount ?? 0) > 0);
    // On a counter the badge says both: there is room for one of them.
    if (badge && covered) return this.badge(at, `${text} ${badge}`.trim());
    const size = Math.min(high * SHARE, (wide * 0.86) / (text.length * LETTER), MOST * unit) * (covered ? SMALLER : 1);
    const [x, y] = covered ? [at.x + at.w * CORNER, at.y - at.h * CORNER] : [at.x, at.y];
    const figure = text && draw("text", { class: "p-figure p-choice-note", x, y: y + size * 0.36, "font-size": size, "stroke-width": size * 0.34 }, text);
    return [...(figure ? [figure] : []), ...(badge ? this.badge(at, badge) : [])];
  }

  /**
   * A badge hangs at the lower edge of its thing.
   * @param {{x: number, y: number, h: number}} at
   * @param {string} text
   */
  badge({ x, y, h }, text) {
    const size = Math.min(h * SIGN, MOST * this.view.unit * 0.8);
    const [wide, high] = [size * (LETTER * text.length + 2 * EDGE), size * PLATE];
    const middle = y + h + high * 0.2;
    return [
      draw("rect", { class: "p-badge", x: x - wide / 2, y: middle - high / 2, width: wide, height: high, rx: high / 4, "stroke-width": size * 0.1 }),
      draw("text", { class: "p-figure p-badge-ink", x, y: middle + size * 0.36, "font-size": size }, text),
    ];
  }
}
