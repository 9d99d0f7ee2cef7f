/** What the hint says: the best idea, others worth a thought, each with its reason and a button to play it. */

import { make } from "../lib/dom.js";
import { share } from "../lib/odds.js";
import { t } from "../lib/words.js";

/** @typedef {import("../lib/types.js").Choice} Choice */
/** @typedef {import("../lib/types.js").Idea} Idea */
/** @typedef {{take: (choice: Choice) => void, near: (ids: string[]) => void}} How */

/**
 * @param {HTMLElement} home
 * @param {Idea[]} ideas
 * @param {Choice[]} choices
 * @param {How} how
 */
export function showIdeas(home, ideas, choices, how) {
  const [best, ...others] = ideas.map((idea, n) => ideaOf(idea, choices.find((each) => each.do === idea.do), n ? "" : "main", how));
  home.replaceChildren(...(best ? [make("h3", {}, t("play.idea")), best] : [make("p", {}, t("play.no-idea"))]));
  if (others.length) home.append(make("h4", {}, t("play.other-ideas")), make("ul", {}, ...others.map((each) => make("li", {}, each))));
}

/**
 * @param {Idea} idea
 * @param {Choice | undefined} choice
 * @param {string} kind
 * @param {How} how
 */
function ideaOf({ say, reason, chance }, choice, kind, { take, near }) {
  const told = chance === null ? "" : t("play.chance", { share: share(chance) });
  const traits = { pointerenter: () => choice && near([choice.at, ...choice.also]), pointerleave: () => near([]) };
  const play = { type: "button", class: kind, "aria-label": t("play.play-this", { say }), click: () => choice && take(choice) };
  return make("div", { class: "idea", ...traits },
    make("p", {}, make("b", {}, say), " ", told && make("span", { class: "odds" }, told)),
    reason && make("p", { class: "soft" }, reason),
    make("button", play, t("play.play-it")));
}
