/** Looking at an earlier moment, and back at the present. */

import { get } from "../lib/api.js";
import { part } from "../lib/dom.js";
import { t } from "../lib/words.js";

/** @typedef {import("../lib/types.js").Frame} Frame */
/** @typedef {"back" | "ask" | ""} Way how one comes back there: alone, by asking, not at all */

export class Past {
  /**
   * @param {object} how
   * @param {() => Frame | null} how.frame the present one
   * @param {(n: number) => {path: string, token: string}} how.where
   * @param {(then: Frame) => void} how.show
   * @param {(n: number | null) => void} how.mark
   * @param {() => void} how.present show the present again
   * @param {(n: number) => Way} how.way
   * @param {(n: number, way: Way) => void} how.back
   */
  constructor(how) {
    this.how = how;
    /** @type {number | null} the frame that is looked at */
    this.n = null;
    part("now", HTMLButtonElement).addEventListener("click", () => this.now());
    part("past-back", HTMLButtonElement).addEventListener("click", () => {
      const { n } = this;
      if (n === null) return;
      const way = how.way(n);
      this.now();
      how.back(n, way);
    });
  }

  /**
   * @param {number} n
   * @returns {Promise<void>} a Refusal if it cannot be seen
   */
  async look(n) {
    const frame = this.how.frame();
    if (!frame) return;
    if (n === frame.n) {
      this.now();
      return;
    }
    const { path, token } = this.how.where(n);
    const then = await get(path, { token });
    if (this.how.frame() !== frame) return;
    this.n = n;
    this.how.show(then);
    part("past-text", HTMLElement).textContent = t("play.past", { n });
    const way = this.how.way(n);
    const back = part("past-back", HTMLButtonElement);
    back.hidden = !way;
    if (way) back.textContent = t(way === "back" ? "play.back-to-here" : "play.ask-here");
    part("past", HTMLElement).hidden = false;
    part("side", HTMLElement).inert = true;
    this.how.mark(n);
  }

  /** The present comes by itself. */
  leave() {
    this.n = null;
    part("past", HTMLElement).hidden = true;
    part("side", HTMLElement).inert = false;
    this.how.mark(null);
  }

  now() {
    if (this.n === null) return;
    this.leave();
    this.how.present();
  }
}
