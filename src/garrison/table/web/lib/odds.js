/** Chances and rules in the reader's words. */

import { make } from "./dom.js";
import { shown, t } from "./words.js";

/** @typedef {import("./types.js").Choice} Choice */

/**
 * The exact odds of a choice that rolls, and of what: "11 of 36, 31 % to hit".
 * @param {Choice} choice
 */
export function odds(choice) {
  if (!choice.odds) return "";
  const [hits, cases] = choice.odds;
  return [t("play.odds", { hits, cases, share: share(hits / cases) }), choice.odds_of].filter(Boolean).join(" ");
}

/** @param {number} part */
export function share(part) {
  return shown(part, { style: "percent", maximumFractionDigits: part > 0 && part < 0.01 ? 1 : 0 });
}

/** Core's own reasons are plain words; only rules of a rulebook have numbers. */
const NUMBERED = /\d/;

/** @typedef {(rule: string, label?: string) => HTMLElement | null} RuleLink */

/**
 * What makes links to rules: each leads to the page of the rulebook, and opens it beside the board where that is possible.
 * @param {string} game
 * @param {string | undefined} edition
 * @param {(rule: string) => void} open
 * @returns {RuleLink}
 */
export function ruleLinks(game, edition, open) {
  const query = edition ? `?edition=${encodeURIComponent(edition)}` : "";
  return (rule, label = rule) => {
    if (!NUMBERED.test(rule)) return null;
    const href = `/rules/${encodeURIComponent(game)}${query}#${encodeURIComponent(rule)}`;
    const click = (/** @type {MouseEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open(rule);
    };
    return make("a", { class: "rule", href, "aria-label": t("play.rule", { rule }), click }, label);
  };
}
