/** The log of a replay. Of a long match only the lines around the moment are on the page: thousands would make every step slow. */

import { make } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { Log } from "../match/log.js";

/** @typedef {import("../lib/types.js").Moment} Moment */

/** So many entries are all shown; of more, these before and after the one of the moment. */
const ALL = 400;
const AROUND = 40;

export class ReplayLog extends Log {
  /**
   * @param {HTMLElement} list
   * @param {ConstructorParameters<typeof Log>[1]} how
   */
  constructor(list, how) {
    super(list, how);
    this.yet = make("button", { type: "button", click: () => this.widen(0, 1) });
    this.later = make("li", { class: "earlier" }, this.yet);
    /** The frames that have something to show. @type {number[]} */
    this.shown = [];
    /** Places in that list: the first on the page, and the first after it. */
    this.span = [0, 0];
    /** The entry of the moment, and the line chosen in it. @type {HTMLElement | null} */
    this.marked = null;
    /** @type {HTMLElement | null} */
    this.here = null;
  }

  /**
   * @override
   * @param {Moment[]} moments
   */
  add(moments) {
    for (const moment of moments) this.entries.set(moment.n, this.entry(moment));
    const stand = this.standing();
    this.showLines(stand);
    this.shown = [];
    for (const [n, { element, lines }] of this.entries) {
      element.classList.toggle("undone", !stand.has(n));
      if (lines.some(({ line, heading }) => !line.hidden || heading?.hidden === false)) this.shown.push(n);
    }
    this.more.textContent = t("play.earlier");
    this.yet.textContent = t("play.later");
    this.span = [0, 0];
  }

  /**
   * Mark the last entry up to a frame, with the line that was chosen in it, and put those around it on the page.
   * @override
   * @param {number} n
   */
  current(n) {
    const place = Math.max(0, this.shown.findLastIndex((each) => each <= n));
    const [from = 0, to = 0] = this.span;
    const last = this.shown.length, margin = AROUND / 4;
    const near = (place - from > margin || (!from && place < to)) && (to - place > margin || (to === last && place >= from));
    if (!near) this.show(...(last > ALL ? [place - AROUND, place + AROUND + 1] : [0, last]));
    this.here?.classList.remove("here");
    this.marked?.removeAttribute("aria-current");
    this.marked = this.entries.get(this.shown[place] ?? 0)?.element ?? null;
    this.marked?.setAttribute("aria-current", "step");
    this.here = this.chosen?.closest("[aria-current]") ? this.chosen : null;
    this.here?.classList.add("here");
  }

  /**
   * @param {number} [from]
   * @param {number} [to]
   */
  show(from = 0, to = this.shown.length) {
    const last = this.shown.length;
    this.span = [Math.max(0, from), Math.min(last, to)];
    const lines = this.shown.slice(...this.span).map((n) => this.entries.get(n)?.element ?? "");
    this.list.replaceChildren(...(from > 0 ? [this.earlier] : []), ...lines, ...(to < last ? [this.later] : []));
  }

  /**
   * Show more, and stay where one was.
   * @param {number} before
   * @param {number} after
   */
  widen(before, after) {
    const [from = 0, to = 0] = this.span;
    const edge = this.entries.get(this.shown[before ? from : to - 1] ?? 0)?.element;
    this.show(from - before * 2 * AROUND, to + after * 2 * AROUND);
    edge?.scrollIntoView({ block: before ? "start" : "end" });
    edge?.querySelector("button")?.focus({ preventScroll: true });
  }

  /** @override */
  async showEarlier() {
    this.widen(1, 0);
  }
}
