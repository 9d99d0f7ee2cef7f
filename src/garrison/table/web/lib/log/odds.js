/** Odds and percentages in the reader's language. */

import { formatted, t } from "../words.js";

/** @typedef {import("../types.js").Choice} Choice */

/**
 * The exact odds of a choice with a roll, and their meaning: "11 of 36, 31 % to hit".
 * @param {Choice} choice
 */
export function odds(choice) {
  if (!choice.odds) return "";
  const [hits, cases] = choice.odds;
  return [t("play.odds", { hits, cases, share: percent(hits / cases) }), choice.odds_of].filter(Boolean).join(" ");
}

/** @param {number} part */
export function percent(part) {
  return formatted(part, { style: "percent", maximumFractionDigits: part > 0 && part < 0.01 ? 1 : 0 });
}
