/** Notes of choices, such as what a move costs, drawn within the lit thing. Pictures have the same (core/show/picture.py). */

import { draw } from "../lib/dom.js";
import { bounds } from "./polygon.js";

/** @typedef {import("../lib/types.js").Choice} Choice */
/** @typedef {import("./view.js").BoardView} BoardView */

/** Height of the figures by that of their thing; width of a letter by its height; the largest figures, in units. */
const [SHARE, LETTER, MOST] = [0.6, 0.62, 24];
/** On what a counter covers: how far from the middle towards the lower right corner, and how much smaller. */
const [CORNER, SMALLER] = [0.72, 0.7];
/** Different notes of one thing are all told up to this length. */
const LONG = 5;

export class ChoiceNotes {
  /** @param {BoardView} view */
  constructor(view) {
    this.view = view;
  }

  /** @param {Choice[]} choices */
  show(choices) {
    /** @type {Map<string, Set<string>>} */
    const found = new Map();
    for (const { at, note } of choices) if (at && note) found.set(at, (found.get(at) ?? new Set()).add(note));
    this.view.noteLayer.replaceChildren(...[...found].flatMap(([id, notes]) => this.note(id, [...notes])));
  }

  /**
   * @param {string} id
   * @param {string[]} notes
   */
  note(id, notes) {
    const at = this.view.alarms.extent(id);
    if (!at) return [];
    const { places, stacks, unit } = this.view;
    const all = notes.join("/");
    const text = all.length <= LONG ? all : notes.length > 1 ? `${notes[0]}…` : all;
    const outline = places.get(id)?.outline ?? [];
    const [, , wide, high] = outline.length ? bounds(outline) : [0, 0, 2 * at.w, 2 * at.h];
    const covered = !places.has(id) || (!outline.length && (stacks.get(id)?.childElementCount ?? 0) > 0);
    const size = Math.min(high * SHARE, (wide * 0.86) / (text.length * LETTER), MOST * unit) * (covered ? SMALLER : 1);
    const [x, y] = covered ? [at.x + at.w * CORNER, at.y + at.h * CORNER] : [at.x, at.y];
    return [draw("text", { class: "p-figure p-choice-note", x, y: y + size * 0.36, "font-size": size, "stroke-width": size * 0.22 }, text)];
  }
}
