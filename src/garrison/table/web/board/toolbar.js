/** The toolbar of the board: zoom buttons, and the list of parts to look at. */

import { byId, make } from "../lib/dom.js";
import { t } from "../lib/words.js";

/** @typedef {import("./view.js").BoardView} BoardView */

/** @param {() => BoardView | null} view */
export function connectToolbar(view) {
  byId("closer", HTMLButtonElement).addEventListener("click", () => view()?.zoom.step(1));
  byId("farther", HTMLButtonElement).addEventListener("click", () => view()?.zoom.step(-1));
  const look = byId("look", HTMLSelectElement);
  look.addEventListener("change", () => {
    const group = view()?.board.groups.find(({ id }) => id === look.value);
    if (group) view()?.zoom.zoomTo(group.box);
    else view()?.zoom.reset();
  });
}

/**
 * Show a board's parts.
 * @param {BoardView} view
 */
export function showToolbar(view) {
  const look = byId("look", HTMLSelectElement);
  const groups = view.board.groups.map(({ id, name }) => make("option", { value: id }, name));
  const closer = make("option", { value: "?", hidden: true }, t("play.look-part"));
  look.replaceChildren(closer, make("option", { value: "", selected: true }, t("play.whole-board")), ...groups);
  view.zoom.onChange = () => {
    byId("farther", HTMLButtonElement).disabled = view.zoom.level < 1.01;
    if (view.zoom.level < 1.01) look.value = "";
    else if (look.value === "") look.value = "?";
  };
  view.zoom.onChange();
}
