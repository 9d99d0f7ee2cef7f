/** "Reading the table": the board's legend with samples of its drawing. In the first match of a game it opens by itself. */

import { announce } from "../../lib/announcer.js";
import { byId, draw, make } from "../../lib/dom.js";
import { recall, remember } from "../../lib/saved/storage.js";
import { t } from "../../lib/words.js";

/** @typedef {import("../../lib/types.js").LegendLine} LegendLine */
/** @typedef {import("../../board/view.js").BoardView} BoardView */

/** The games whose legend was shown on this device. */
const SEEN = "garrison.legends";

export class Legend {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    this.home = byId("legend", HTMLElement);
    this.button = byId("legend-open", HTMLButtonElement);
    this.button.addEventListener("click", () => (this.home.hidden ? this.open(true) : this.close(true)));
    byId("legend-close", HTMLButtonElement).addEventListener("click", () => this.close(true));
    this.home.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      this.close(true);
    });
  }

  /** @param {BoardView} view */
  show(view) {
    const { legend } = view.board;
    this.button.hidden = !legend.length;
    byId("legend-lines", HTMLElement).replaceChildren(...legend.map((line) => legendLine(line, view)));
    if (!legend.length) this.close();
  }

  /** Open it in the first match of this game; the focus stays where it is. */
  welcome() {
    const seen = (recall(SEEN) ?? "").split(" ").filter(Boolean);
    if (this.button.hidden || seen.includes(this.game)) return;
    remember(SEEN, [...seen, this.game].join(" "));
    this.open(false);
    announce([t("play.legend-welcome")]);
  }

  /** @param {boolean} asked whether the reader asked for it: then the focus goes there */
  open(asked) {
    this.home.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    if (asked) byId("legend-title", HTMLElement).focus();
  }

  /** @param {boolean} [asked] */
  close(asked = false) {
    const inside = this.home.contains(document.activeElement);
    this.home.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
    if (asked || inside) this.button.focus();
  }
}

/**
 * @param {LegendLine} line
 * @param {BoardView} view
 */
function legendLine({ text, stacks, box }, view) {
  const samples = stacks.map(([sprite = "", ...over]) => view.sprites.sample(sprite, over));
  if (box) samples.push(draw("svg", { viewBox: box.join(" "), "aria-hidden": "true", focusable: "false" }, draw("use", { href: `#${view.groundId}` })));
  return make("li", {}, make("span", { class: "samples", "aria-hidden": "true" }, ...samples), make("span", {}, text));
}
