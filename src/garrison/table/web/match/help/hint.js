/** The hint: the best plan and others worth considering, each with its reason and a button to play all of it. */

import { make } from "../../lib/dom.js";
import { percent } from "../../lib/log/odds.js";
import { t } from "../../lib/words.js";

/** @typedef {import("../../lib/types.js").Choice} Choice */
/** @typedef {import("../../lib/types.js").Suggestion} Suggestion */

/**
 * @typedef {object} How
 * @property {(suggestion: Suggestion) => void} play
 * @property {(notation: string) => void} show puts an open choice into its form
 * @property {(ids: string[]) => void} near
 */

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
 * A plan in one line, for screen readers.
 * @param {Suggestion} suggestion
 */
export function planText({ plan }) {
  return plan.map(({ say }) => say).join("; ");
}

/**
 * @param {Suggestion} suggestion
 * @param {Choice | undefined} choice its first answer, unless that is an open choice
 * @param {string} kind
 * @param {How} how
 */
function suggestionElement(suggestion, choice, kind, { play, show, near }) {
  const { plan, reason, chance } = suggestion;
  const told = chance === null ? "" : t("play.chance", { share: percent(chance) });
  const traits = { pointerenter: () => choice && near([choice.at, ...choice.also]), pointerleave: () => near([]) };
  const say = planText(suggestion);
  return make("div", { class: "suggestion", ...traits },
    make("ol", { class: "plan" }, ...plan.map((answer) => make("li", {}, make("b", {}, answer.say)))),
    told && make("p", { class: "odds" }, told),
    reason && make("p", { class: "soft" }, reason),
    make("div", { class: "row" },
      make("button", { type: "button", class: kind, "aria-label": t("play.play-this", { say }), click: () => play(suggestion) }, t("play.play-it")),
      !choice && make("button", { type: "button", class: "quiet", "aria-label": t("play.show-this", { say }), click: () => show(suggestion.do) }, t("play.show-it"))));
}
