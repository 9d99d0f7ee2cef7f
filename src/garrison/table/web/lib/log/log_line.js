/** What happened as a line of the log: its sign, its sentence with the dice drawn in it, the number they needed. */

import { die, drawable } from "./dice.js";
import { make } from "../dom.js";
import { sign } from "./signs.js";
import { t } from "../words.js";

/** @typedef {import("../types.js").FrameStep} FrameStep */

/**
 * The sentence; dice are drawn, and their faces told to screen readers. Those that reached what was needed stand out.
 * @param {FrameStep} step
 * @returns {(Node | string)[]}
 */
export function sentenceParts({ say, dice, dice_at, need }) {
  if (dice_at < 0 || !dice.length || !dice.every(drawable)) return [say];
  const end = toldUntil(say, dice_at, dice);
  const drawn = dice.map((face) => die(face, need && face >= need ? "hit" : ""));
  const parts = [say.slice(0, dice_at), make("span", { class: "heard" }, say.slice(dice_at, end)), make("span", { class: "rolled", "aria-hidden": "true" }, ...drawn),
    say.slice(end)];
  return need ? [...parts, " ", make("small", { class: "need" }, t("play.need", { n: need }))] : parts;
}

/**
 * Where a sentence has told all the dice, such as `6 1` or `6 and 1`.
 * @param {string} say
 * @param {number} from
 * @param {number[]} dice
 */
function toldUntil(say, from, dice) {
  return dice.reduce((at, face) => Math.max(at, say.indexOf(String(face), at) + 1), from);
}

/**
 * A line that can be clicked.
 * @param {FrameStep} step
 * @param {() => void} click
 * @param {HTMLElement | null} rule a link to its rule, shown where the line is pointed at, focused or current
 */
export function logLine(step, click, rule) {
  const line = make("button", { type: "button", class: "line", click }, sign(step.sign), make("span", { class: "sentence" }, ...sentenceParts(step)));
  return make("p", {}, line, rule);
}

/**
 * The heading a line stands under.
 * @param {FrameStep} step
 * @param {() => void} click
 */
export function logHeading({ heading, level }, click) {
  return make(level === 1 ? "h3" : "h4", {}, make("button", { type: "button", class: "line", click }, heading));
}
