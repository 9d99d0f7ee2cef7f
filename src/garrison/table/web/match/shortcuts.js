/** Keyboard shortcuts of the match page. */

import { closePopup } from "../board/popup.js";
import { moveView } from "../board/view_keys.js";

/** @typedef {import("./choices.js").Choices} Choices */
/** @typedef {import("../board/view.js").BoardView} BoardView */

/**
 * @typedef {object} ShortcutTargets the targets of the shortcuts
 * @property {() => BoardView | null} view
 * @property {Choices} choices
 * @property {() => boolean} away whether the table is hidden or another moment is shown
 * @property {() => void} skip end the animation
 * @property {() => void} back close what is open, return to now, or let go of what was chosen
 * @property {() => void} offers
 * @property {() => void} undo
 * @property {() => void} hint
 */

/** @param {ShortcutTargets} how */
export function listenToKeys(how) {
  document.addEventListener("keydown", once, true);
  document.addEventListener("keydown", (event) => pressed(event, how));
  document.addEventListener("click", (event) => skip(event, how), true);
}

/** Where keys write or choose: there they are no shortcuts. A radio button or a box to tick needs but few of them. */
const FIELDS = 'input:not([type="radio"], [type="checkbox"]), textarea, select';
/** What a radio button or a box to tick does itself. */
const OWN = /^( |Enter|Arrow.*)$/;

/** Keys that a held finger may repeat: they move and zoom, and play nothing. */
const REPEATED = /^(Arrow|Page|Home$|End$|Tab$|[+-]$)/;

/**
 * A key that is held down plays once.
 * @param {KeyboardEvent} event
 */
function once(event) {
  if (!event.repeat || REPEATED.test(event.key)) return;
  if (event.target instanceof Element && event.target.closest(FIELDS)) return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * A click on the board during an animation skips it; neither that nor one beside the board does anything else.
 * @param {MouseEvent} event
 * @param {ShortcutTargets} how
 */
function skip(event, how) {
  const on = event.target instanceof Element && how.view()?.moving && event.target.closest(".table, .trays, .side");
  if (!on) return;
  if (on.matches(".table")) how.skip();
  event.preventDefault();
  event.stopPropagation();
}

/**
 * @param {KeyboardEvent} event
 * @param {ShortcutTargets} how
 */
function pressed(event, how) {
  const { key, target } = event;
  const view = how.view();
  if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
  if (!view || (target instanceof HTMLElement && target.closest(FIELDS))) return;
  if (target instanceof HTMLInputElement && OWN.test(key)) return;
  if (moveView(event, view) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === "Escape") {
    if (view.moving) how.skip();
    else if (!closePopup(true)) how.back();
  } else if (key === "/" && how.choices.places && !how.away()) how.choices.places.field.focus();
  else if (key === "." && !how.away()) how.offers();
  else if (key === "u") how.undo();
  else if (key === "h") how.hint();
  else if (key.startsWith("Arrow")) {
    if (!arrow(event, how, view)) return;
  } else if (how.away() || view.moving || !how.choices.keyed(key)) return;
  event.preventDefault();
}

/**
 * Move the focus from the question and its answers: with Shift to the board, without to the answers.
 * @param {KeyboardEvent} event
 * @param {ShortcutTargets} how
 * @param {BoardView} view
 */
function arrow({ shiftKey, target }, how, view) {
  const free = target === document.body || (target instanceof Element && target.matches("#main, #question"));
  if (!free && !(shiftKey && target instanceof Element && target.closest("#side"))) return false;
  if (!shiftKey) how.choices.focus();
  else {
    const at = target instanceof HTMLElement ? (target.dataset["at"] ?? "") : "";
    const known = [at, view.tabStop, ...view.places.keys()].find((id) => view.things.has(id));
    if (known) view.input?.focus(known);
  }
  return true;
}
