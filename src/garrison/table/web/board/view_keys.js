/** Keys that move and zoom the view of a board, in matches and replays. */

/** With Ctrl, the ways in which these keys move the view; a Mac has other uses for that. @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
export const MAC = /^Mac/.test(navigator.platform);

/**
 * Move or zoom the view if the key is for that.
 * @param {KeyboardEvent} event
 * @param {import("./view.js").BoardView} view
 * @returns {boolean} whether it was
 */
export function moveView(event, view) {
  const way = WAYS[event.key];
  const held = MAC ? event.altKey && !event.ctrlKey : event.ctrlKey && !event.altKey;
  if (way && held && !event.metaKey && !event.shiftKey) view.zoom.pan(...way);
  else if (event.ctrlKey || event.metaKey || event.altKey) return false;
  else if (event.key === "+" || event.key === "-") view.zoom.step(event.key === "+" ? 1 : -1);
  else if (event.key === "0") view.camera.whole();
  else return false;
  event.preventDefault();
  return true;
}
