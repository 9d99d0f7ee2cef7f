/** Clocks, counted down from the server's figures. Every element with `data-clock` shows the time of its seat. */

import { announce } from "../lib/announcer.js";
import { formatted, t } from "../lib/words.js";

/** @typedef {import("../lib/types.js").Table} Table */

/** Seconds that are announced, once each. */
const WARNINGS = [30, 10];
/** The last seconds are highlighted. */
const LAST = 10;

/**
 * Minutes and seconds, with hours if any.
 * @param {number} seconds
 */
function figures(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ n) => formatted(n, { minimumIntegerDigits: 2, useGrouping: false });
  return hours ? `${formatted(hours)}:${two(minutes)}:${two(rest)}` : `${formatted(minutes)}:${two(rest)}`;
}

export class Clock {
  constructor() {
    /** Offset of the server's time, in milliseconds. */
    this.ahead = 0;
    /** @type {Table | null} */
    this.table = null;
    /** The seat whose time is announced. */
    this.own = "";
    /** What was announced: the end of that time, and the seconds. */
    this.warned = { until: 0, at: Infinity };
    setInterval(() => this.tick(), 250);
  }

  /** The server's time. */
  now() {
    return Date.now() + this.ahead;
  }

  /**
   * @param {Table} table
   * @param {number} now the server's time of this message
   */
  set(table, now) {
    this.ahead = now - Date.now();
    this.table = table;
    this.tick();
  }

  /**
   * Seconds a seat has left.
   * @param {string} seat
   */
  left(seat) {
    const clock = this.table?.clocks?.[seat];
    if (!clock) return null;
    const left = clock.until === null ? clock.left : clock.until - this.now();
    return Math.max(0, Math.ceil(left / 1000));
  }

  tick() {
    for (const each of document.querySelectorAll("[data-clock]")) {
      if (!(each instanceof HTMLElement)) continue;
      const seat = each.dataset["clock"] ?? "";
      const left = this.left(seat);
      const runs = left !== null && this.table?.clocks?.[seat]?.until !== null;
      const text = left === null ? "" : `${runs && left <= LAST ? "⚠ " : ""}${figures(left)}`;
      if (each.textContent !== text) each.textContent = text;
      each.classList.toggle("runs", runs);
      each.classList.toggle("last", runs && left <= LAST);
    }
    for (const each of document.querySelectorAll("[data-closes]")) {
      const text = this.closing();
      if (each.textContent !== text) each.textContent = text;
    }
    this.warn();
  }

  /** How long a sealed window stays closed at least. */
  closing() {
    const left = Math.ceil(((this.table?.closes ?? 0) - this.now()) / 1000);
    return left > 0 ? t("play.sealed-for", { time: figures(left) }) : "";
  }

  warn() {
    const until = this.table?.clocks?.[this.own]?.until;
    const left = this.left(this.own);
    if (!until || left === null) return;
    if (this.warned.until !== until) this.warned = { until, at: left };
    const due = WARNINGS.find((each) => left <= each && this.warned.at > each);
    if (due === undefined) return;
    this.warned.at = left;
    announce([t("play.seconds-left", { n: left })]);
  }
}
