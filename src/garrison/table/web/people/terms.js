/** The terms of a match in words: clock and windows. */

import { language, t } from "../lib/words.js";

/** @typedef {import("../lib/types.js").Terms} Terms */

/** @type {[string, number][]} */
const UNITS = [["day", 86_400], ["hour", 3600], ["minute", 60]];

/**
 * A duration in words: "2 minutes".
 * @param {number} seconds
 */
export function duration(seconds) {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ?? ["second", 1];
  return new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "long" }).format(seconds / size);
}

/**
 * A sentence for each agreed term; nothing for defaults.
 * @param {Terms} terms
 */
export function termSentences({ clock, least }) {
  const said = [];
  if (clock?.move) said.push(t("pages.agreed-move", { time: duration(clock.move) }));
  if (clock?.bank) said.push(t(clock.add ? "pages.agreed-bank-add" : "pages.agreed-bank", { time: duration(clock.bank), add: duration(clock.add ?? 0) }));
  if (least) said.push(t("pages.agreed-least", { time: duration(least) }));
  return said;
}
