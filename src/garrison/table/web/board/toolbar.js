/** The toolbar of the board: zoom buttons, the list of parts to look at, and whether the view follows. */

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
    const found = view();
    if (!group) found?.camera.whole();
    else {
      found?.camera.hold();
      void found?.zoom.zoomTo(group.box);
    }
  });
  byId("follow", HTMLButtonElement).addEventListener("click", () => view()?.camera.toggle());
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
  const follow = byId("follow", HTMLButtonElement);
  follow.title = t("play.follow");
  view.camera.onChange = () => follow.setAttribute("aria-pressed", String(view.camera.following));
  view.camera.onChange();
}
