/** A slider for a question whose many answers are all numbers: `pull 1.9`, `pull 1.92` and so on. */

import { make } from "../lib/dom.js";

/** @typedef {import("../lib/types.js").Choice} Choice */

/** A gap this many times wider than an even one is where an angle's numbers begin again at 0. */
const TURN = 5;

/**
 * The choices in the order of their numbers, or nothing if they are no numbers of one kind.
 * @param {Choice[]} choices
 * @returns {Choice[]}
 */
export function byNumber(choices) {
  const found = choices.map((choice) => ({ choice, parts: /^(.* )(-?\d+(?:\.\d+)?)$/.exec(choice.do) }));
  const stem = found[0]?.parts?.[1];
  if (!stem || found.some(({ parts }) => parts?.[1] !== stem)) return [];
  const sorted = found.map(({ choice, parts }) => ({ choice, number: Number(parts?.[2]) })).sort((one, other) => one.number - other.number);
  const gaps = sorted.map(({ number }, n) => number - (sorted[n - 1]?.number ?? number));
  const widest = Math.max(...gaps);
  const even = ((sorted.at(-1)?.number ?? 0) - (sorted[0]?.number ?? 0) - widest) / Math.max(1, sorted.length - 2);
  const first = widest > TURN * even ? gaps.indexOf(widest) : 0;
  return [...sorted.slice(first), ...sorted.slice(0, first)].map(({ choice }) => choice);
}

/**
 * @param {Choice[]} choices in order
 * @param {(choice: Choice) => void} take
 */
export function makeSlider(choices, take) {
  const range = make("input", { type: "range", min: 0, max: choices.length - 1, step: 1, value: choices.length >> 1, "aria-labelledby": "question" });
  const chosen = () => /** @type {Choice} */ (choices[range.valueAsNumber]);
  const button = make("button", { type: "button", class: "main", click: () => take(chosen()) });
  const show = () => {
    button.textContent = chosen().say;
    range.setAttribute("aria-valuetext", chosen().say);
  };
  range.addEventListener("input", show);
  show();
  return make("div", { class: "slider" }, range, button);
}
