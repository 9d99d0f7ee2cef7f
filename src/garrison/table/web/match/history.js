/** Looking back at an earlier moment of the match, and returning to the present. */

import { byId } from "../lib/dom.js";
import { t } from "../lib/words.js";

/** @typedef {import("../lib/types.js").Frame} Frame */
/** @typedef {"back" | "ask" | "anyway" | ""} Way how to return there: alone, with consent, past dice or news, not at all */

/** @type {Record<Way, string>} */
const LABELS = { back: "play.back-to-here", ask: "play.ask-here", anyway: "play.undo-anyway", "": "" };

export class MatchHistory {
  /**
   * @param {object} how
   * @param {() => Frame | null} how.frame the present frame
   * @param {(n: number) => Promise<Frame>} how.fetch
   * @param {(then: Frame) => void} how.show
   * @param {(n: number | null) => void} how.mark
   * @param {() => void} how.present return to the present
   * @param {(n: number) => Way} how.way
   * @param {(n: number, way: Way) => void} how.back
   */
  constructor(how) {
    this.how = how;
    /** @type {number | null} the frame being viewed */
    this.n = null;
    byId("to-present", HTMLButtonElement).addEventListener("click", () => this.now());
    byId("history-back", HTMLButtonElement).addEventListener("click", () => {
      const { n } = this;
      if (n === null) return;
      const way = how.way(n);
      this.now();
      how.back(n, way);
    });
  }

  /**
   * @param {number} n
   * @returns {Promise<void>} rejects with a Refusal if it may not be seen
   */
  async look(n) {
    const frame = this.how.frame();
    if (!frame) return;
    if (n === frame.n) {
      this.now();
      this.how.mark(n);
      return;
    }
    const then = await this.how.fetch(n);
    if (this.how.frame() !== frame) return;
    this.n = n;
    this.how.show(then);
    byId("history-text", HTMLElement).textContent = t("play.past", { n });
    const way = this.how.way(n);
    const back = byId("history-back", HTMLButtonElement);
    back.hidden = !way;
    if (way) back.textContent = t(LABELS[way]);
    byId("history", HTMLElement).hidden = false;
    byId("side", HTMLElement).inert = true;
    this.how.mark(n);
  }

  /** Stop viewing; the caller shows the present. */
  leave() {
    this.n = null;
    byId("history", HTMLElement).hidden = true;
    byId("side", HTMLElement).inert = false;
    this.how.mark(null);
  }

  now() {
    if (this.n === null) return false;
    this.leave();
    this.how.present();
    return true;
  }
}
