/** The controls over the board: zoom buttons and the list of parts to look at; and the legend that goes with the board. */

import { make, part } from "../lib/dom.js";
import { t } from "../lib/words.js";

/** @typedef {import("./view.js").Stage} Stage */

/** @param {() => Stage | null} stage */
export function zoomButtons(stage) {
  part("closer", HTMLButtonElement).addEventListener("click", () => stage()?.lens.step(1));
  part("farther", HTMLButtonElement).addEventListener("click", () => stage()?.lens.step(-1));
  const look = part("look", HTMLSelectElement);
  look.addEventListener("change", () => {
    const group = stage()?.board.groups.find(({ id }) => id === look.value);
    if (group) stage()?.lens.look(group.box);
    else stage()?.lens.whole();
  });
}

/**
 * What the page tells of a board: the parts to look at, and how it is read.
 * @param {Stage} stage
 */
export function boardTold(stage) {
  const look = part("look", HTMLSelectElement);
  const groups = stage.board.groups.map(({ id, name }) => make("option", { value: id }, name));
  const closer = make("option", { value: "?", hidden: true }, t("play.look-part"));
  const legend = stage.board.legend.split("\n").filter(Boolean);
  part("legend", HTMLElement).hidden = !legend.length;
  part("legend-lines", HTMLElement).replaceChildren(...legend.map((line) => make("li", {}, line)));
  look.replaceChildren(closer, make("option", { value: "", selected: true }, t("play.whole-board")), ...groups);
  stage.lens.onChange = () => {
    part("farther", HTMLButtonElement).disabled = stage.lens.zoom < 1.01;
    if (stage.lens.zoom < 1.01) look.value = "";
    else if (look.value === "") look.value = "?";
  };
  stage.lens.onChange();
}
