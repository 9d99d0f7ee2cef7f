/** The chances of a throw: how often it strikes each of its targets, counted over all deviations its form tells of. */

import { distanceTo, overlap } from "../../board/polygon.js";
import { draw } from "../../lib/dom.js";
import { percent } from "../../lib/log/odds.js";
import { t } from "../../lib/words.js";

/** @typedef {import("../../board/view.js").BoardView} BoardView */
/** @typedef {import("../../lib/types.js").Place} Place */
/** @typedef {import("../../lib/types.js").Point} Point */
/** @typedef {import("../../lib/types.js").Throw} Throw */
/** @typedef {{end: Point, angle: number, along: number, across: number}} Reach the middle of an ellipse, its direction in radians and its half axes */
/** @typedef {{name: string, share: number}} Strike */

/** Number of chances beside the target, and their distance from it in pixels. */
const TOLD = 3;
const BESIDE = 10;
/** Size of their text in pixels; a line and a letter relative to it. */
const TEXT = 15;
const LINE = 1.25;
const LETTER = 0.66;
/** Room around the text on its plate, and beside a mark for its name, in pixels. */
const PAD = 5;
const NAME = 34;
/** What it means to cover the part of the board aimed at: as bad as so many names. */
const AIMED = 12;

/**
 * The targets that can be struck, the likeliest first. A throw strikes the nearest target that it touches.
 * @param {Throw} way
 * @param {number} scale units of the board per unit of the form's points
 * @param {Map<string, Place>} places
 * @param {Reach} reach
 * @returns {Strike[]}
 */
export function strikes(way, scale, places, { end, angle, along, across }) {
  const radius = (way.radius * scale) / 100;
  const [dx, dy] = [Math.sin(angle), -Math.cos(angle)];
  const areas = way.targets.flatMap((target, number) => target.places.map((id) => {
    const corners = places.get(id)?.outline ?? [];
    return { number, corners, box: around(corners, radius) };
  }));
  const struck = way.targets.map(() => 0);
  for (const a of way.spread) {
    const far = (a * along) / 1000;
    for (const b of way.spread) {
      const aside = (b * across) / 1000;
      const at = { x: end.x + far * dx - aside * dy, y: end.y + far * dy + aside * dx };
      let [found, least] = [-1, radius];
      for (const { number, corners, box: [left, top, right, bottom] } of areas) {
        if (at.x < left || at.x > right || at.y < top || at.y > bottom) continue;
        const off = distanceTo(corners, at);
        if (off < least) [found, least] = [number, off];
      }
      if (found >= 0) struck[found] = (struck[found] ?? 0) + 1;
    }
  }
  const all = way.spread.length ** 2;
  const shares = way.targets.map(({ name }, number) => ({ name, share: (struck[number] ?? 0) / all }));
  return shares.filter(({ share }) => share > 0).sort((one, other) => other.share - one.share);
}

/**
 * The likeliest targets, all others and the chance of striking nothing, in words.
 * @param {Strike[]} found
 * @param {number} most
 */
export function listed(found, most) {
  const sum = (/** @type {Strike[]} */ some) => some.reduce((all, { share }) => all + share, 0);
  const [named, others] = [found.slice(0, most), sum(found.slice(most))];
  return [
    ...named.map(({ name, share }) => `${name} ${percent(share)}`),
    ...(others > 0 ? [t("play.strikes-others", { share: percent(others) })] : []),
    t("play.strikes-nothing", { share: percent(Math.max(0, 1 - sum(found))) }),
  ];
}

/**
 * The left, top, right and bottom of an area with a margin.
 * @param {[number, number][]} corners
 * @param {number} by
 * @returns {[number, number, number, number]}
 */
function around(corners, by) {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return [Math.min(...xs) - by, Math.min(...ys) - by, Math.max(...xs) + by, Math.max(...ys) + by];
}

/**
 * The likeliest targets, written on the board beside an ellipse, beside what is aimed at or at the edge, where they cover the least.
 * @param {BoardView} view
 */
export function chancesBeside(view) {
  const element = draw("g", { class: "strikes", "aria-hidden": "true" });
  /**
   * @param {Strike[]} found
   * @param {Point} end the middle of the ellipse
   * @param {number} half half its width
   */
  const show = (found, end, half) => {
    const pixel = 1 / view.zoom.scale;
    const line = LINE * TEXT;
    const [left, top, wide, high] = view.zoom.box;
    const told = listed(found, TOLD);
    const long = (Math.max(0, ...told.map((each) => each.length)) * LETTER * TEXT + 2 * PAD) * pixel;
    const tall = told.length * line * pixel;
    const off = half + BESIDE * pixel;
    const rooms = view.board.groups.filter(({ close }) => close).map(({ box: [x, y, w, h] }) => ({ left: x, top: y, right: x + w, bottom: y + h }));
    // A mark and its name, which stands beside it; those that can be chosen count most.
    const seen = (/** @type {Place} */ { x, y }) => x > left && x < left + wide && y > top && y < top + high;
    const marks = view.board.groups.flatMap(({ path }) => path.flatMap((id) => view.places.get(id) ?? [])).filter(seen).map(({ id, x, y }) => {
      const [w, h] = [NAME * pixel, (TEXT / 2) * pixel];
      return { left: x - w, top: y - h, right: x + w, bottom: y + h, worth: view.lit.has(id) ? 2 : 1 };
    });
    const covered = (/** @type {[number, number]} */ [x, y]) => {
      const plate = { left: x, top: y, right: x + long, bottom: y + tall };
      const names = marks.reduce((sum, mark) => sum + (overlap(plate, mark) > 0 ? mark.worth : 0), 0);
      return rooms.reduce((sum, room) => sum + overlap(plate, room), 0) * AIMED + names * long * tall;
    };
    const [right, low] = [left + wide - long, top + high - tall];
    const beside = Math.min(Math.max(end.y - tall / 2, top), low);
    /** @type {[number, number][]} */
    const ways = [
      [end.x + off, beside], [end.x - off - long, beside], ...rooms.flatMap((room) => /** @type {[number, number][]} */ ([[room.right, beside], [room.left - long, beside]])),
      [right, top], [left, top], [right, low], [left, low], [right, top + (low - top) / 3], [left, top + (low - top) / 3],
    ];
    const fitting = ways.filter(([x]) => x >= left && x <= right);
    const [x, y] = fitting.reduce((best, each) => (covered(each) < covered(best) ? each : best), fitting[0] ?? [right, top]);
    element.setAttribute("transform", `translate(${x} ${y}) scale(${pixel})`);
    element.replaceChildren(
      draw("rect", { class: "plate", width: long / pixel, height: tall / pixel, rx: PAD }),
      ...told.map((said, n) => draw("text", { class: "name", x: PAD, y: line * (n + 0.78), "font-size": TEXT }, said)),
    );
  };
  return { element, show };
}
