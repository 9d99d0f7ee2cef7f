/** The keys of the match page. */

import { closeMenu } from "../board/popup.js";

/** @typedef {import("./choices.js").Choices} Choices */
/** @typedef {import("../board/view.js").Stage} Stage */

/**
 * @typedef {object} Keyed what the keys reach
 * @property {() => Stage | null} stage
 * @property {Choices} choices
 * @property {() => boolean} away whether the table is hidden, or another moment is looked at
 * @property {() => void} now
 * @property {() => void} undo
 * @property {() => void} hint
 */

/** @param {Keyed} how */
export function keys(how) {
  document.addEventListener("keydown", (event) => pressed(event, how));
  document.addEventListener("click", (event) => skip(event, how), true);
}

/**
 * A click while something is shown skips it, and does nothing else.
 * @param {MouseEvent} event
 * @param {Keyed} how
 */
function skip(event, how) {
  const stage = how.stage();
  if (!stage?.moving) return;
  stage.finish();
  const on = event.target instanceof Element && event.target.closest(".table, .trays, .side");
  if (!on) return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * @param {KeyboardEvent} event
 * @param {Keyed} how
 */
function pressed(event, how) {
  const { key, target } = event;
  const stage = how.stage();
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  if (!stage || (target instanceof HTMLElement && target.closest("input, textarea, select"))) return;
  if (stage.moving && [" ", "Escape", "Enter"].includes(key)) stage.finish();
  else if (key === "Escape") {
    if (!closeMenu(true)) how.now();
  } else if (key === "+" || key === "-") stage.lens.step(key === "+" ? 1 : -1);
  else if (key === "0") stage.lens.whole();
  else if (key === "u") how.undo();
  else if (key === "h") how.hint();
  else if (key.startsWith("Arrow")) {
    if (!arrow(event, how, stage)) return;
  } else if (how.away() || stage.moving || !how.choices.keyed(key)) return;
  event.preventDefault();
}

/**
 * From the question and its answers: with Shift to the board, without to the answers.
 * @param {KeyboardEvent} event
 * @param {Keyed} how
 * @param {Stage} stage
 */
function arrow({ shiftKey, target }, how, stage) {
  const free = target === document.body || (target instanceof Element && target.matches("#main, #question"));
  if (!free && !(shiftKey && target instanceof Element && target.closest("#side"))) return false;
  if (!shiftKey) how.choices.focus();
  else {
    const at = target instanceof HTMLElement ? (target.dataset["at"] ?? "") : "";
    const known = [at, stage.rover, ...stage.places.keys()].find((id) => stage.things.has(id));
    if (known) stage.hands?.focus(known);
  }
  return true;
}
