/** Links to rules. */

import { make } from "../../lib/dom.js";
import { t } from "../../lib/words.js";

/** @typedef {(rule: string, label?: string) => HTMLElement | null} RuleLink */

/** Core's own reasons are plain words; only rules of a rulebook have numbers. */
const NUMBERED = /\d/;

/**
 * The address of a game's rules.
 * @param {string} game
 * @param {string | undefined} edition
 */
export function rulesPage(game, edition) {
  return `/rules/${encodeURIComponent(game)}${edition ? `?edition=${encodeURIComponent(edition)}` : ""}`;
}

/**
 * Makes links to rules: each leads to the rules page, and opens the rulebook beside the board where possible.
 * @param {string} game
 * @param {string | undefined} edition
 * @param {(rule: string) => void} open
 * @returns {RuleLink}
 */
export function ruleLinks(game, edition, open) {
  return (rule, label = rule) => {
    if (!NUMBERED.test(rule)) return null;
    const href = `${rulesPage(game, edition)}#${encodeURIComponent(rule)}`;
    const click = (/** @type {MouseEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open(rule);
    };
    return make("a", { class: "rule", href, "aria-label": t("play.rule", { rule }), click }, label);
  };
}
