/** The hint: the best suggestion and others worth considering, each with its reason and a button to play it. */

import { make } from "../lib/dom.js";
import { percent } from "../lib/odds.js";
import { t } from "../lib/words.js";

/** @typedef {import("../lib/types.js").Choice} Choice */
/** @typedef {import("../lib/types.js").Suggestion} Suggestion */
/** @typedef {{take: (choice: Choice) => void, near: (ids: string[]) => void}} How */

/**
 * @param {HTMLElement} home
 * @param {Suggestion[]} suggestions
 * @param {Choice[]} choices
 * @param {How} how
 */
export function showHint(home, suggestions, choices, how) {
  const [best, ...others] = suggestions.map((suggestion, n) => suggestionElement(suggestion, choices.find((each) => each.do === suggestion.do), n ? "" : "main", how));
  home.replaceChildren(...(best ? [make("h3", {}, t("play.idea")), best] : [make("p", {}, t("play.no-idea"))]));
  if (others.length) home.append(make("h4", {}, t("play.other-ideas")), make("ul", {}, ...others.map((each) => make("li", {}, each))));
}

/**
 * @param {Suggestion} suggestion
 * @param {Choice | undefined} choice
 * @param {string} kind
 * @param {How} how
 */
function suggestionElement({ say, reason, chance }, choice, kind, { take, near }) {
  const told = chance === null ? "" : t("play.chance", { share: percent(chance) });
  const traits = { pointerenter: () => choice && near([choice.at, ...choice.also]), pointerleave: () => near([]) };
  const play = { type: "button", class: kind, "aria-label": t("play.play-this", { say }), click: () => choice && take(choice) };
  return make("div", { class: "suggestion", ...traits },
    make("p", {}, make("b", {}, say), " ", told && make("span", { class: "odds" }, told)),
    reason && make("p", { class: "soft" }, reason),
    make("button", play, t("play.play-it")));
}
