/** Sounds of what happens on the table, if the reader wants them; the synthesizer is loaded with the first. */

import { sounds } from "../saved/preferences.js";

/** @typedef {"dice" | "move" | "alarm"} Sound */

/** The sounds of gestures; the others are silent. @type {Record<string, Sound>} */
const OF_GESTURE = { roll: "dice", move: "move", walk: "move", fly: "move" };

/** Play a sound, unless nobody sees the page or it has not been touched yet. @param {Sound} kind */
export function sound(kind) {
  if (!sounds() || document.hidden || !navigator.userActivation?.hasBeenActive) return;
  void import("./synthesizer.js").then(({ play }) => play(kind));
}

/** The sound of an animation, if it has one. @param {string} gesture */
export function soundOf(gesture) {
  const kind = OF_GESTURE[gesture];
  if (kind) sound(kind);
}
