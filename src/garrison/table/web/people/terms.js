/** What was agreed for a match, in words: clock, windows, bots. */

import { language, t } from "../lib/words.js";

/** @typedef {import("../lib/types.js").Terms} Terms */

/** @type {[string, number][]} */
const UNITS = [["day", 86_400], ["hour", 3600], ["minute", 60]];

/**
 * A time as the reader says it: "2 minutes".
 * @param {number} seconds
 */
export function span(seconds) {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ?? ["second", 1];
  return new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "long" }).format(seconds / size);
}

/**
 * A sentence for each thing that was agreed; nothing for what is as usual.
 * @param {Terms} terms
 */
export function agreed({ clock, least }) {
  const said = [];
  if (clock?.move) said.push(t("pages.agreed-move", { time: span(clock.move) }));
  if (clock?.bank) said.push(t(clock.add ? "pages.agreed-bank-add" : "pages.agreed-bank", { time: span(clock.bank), add: span(clock.add ?? 0) }));
  if (least) said.push(t("pages.agreed-least", { time: span(least) }));
  return said;
}
