/** Geometry of places: outlines of areas, wider and narrower, distance to a point, bounding box; how far places are apart. */

/** @typedef {import("../lib/types.js").Box} Box */
/** @typedef {import("../lib/types.js").Place} Place */
/** @typedef {import("../lib/types.js").Point} Point */
/** @typedef {[number, number][]} Corners */

/**
 * The corners with every edge moved outwards.
 * @param {Corners} corners
 * @param {number} by
 * @returns {Corners}
 */
export function expanded(corners, by) {
  const ways = edges(corners).map(([[x, y], [u, v]]) => {
    const far = Math.hypot(u - x, v - y) || 1;
    return [(v - y) / far, (x - u) / far];
  });
  const out = turning(corners) > 0 ? by : -by;
  return corners.map(([x, y], n) => {
    const [a, b] = [ways.at(n - 1) ?? [0, 0], ways[n] ?? [0, 0]];
    const [ax = 0, ay = 0, bx = 0, by = 0] = [...a, ...b];
    // Cut corners so sharp that they would run away.
    const along = Math.max(0.3, 1 + ax * bx + ay * by);
    return [x + (out * (ax + bx)) / along, y + (out * (ay + by)) / along];
  });
}

/**
 * Twice the area: positive if the corners go clockwise, with y pointing down.
 * @param {Corners} corners
 */
function turning(corners) {
  return edges(corners).reduce((sum, [[x, y], [u, v]]) => sum + x * v - u * y, 0);
}

/**
 * The size of an area.
 * @param {Corners} corners
 */
function enclosed(corners) {
  return Math.abs(turning(corners)) / 2;
}

/**
 * @param {Corners} corners
 * @returns {[[number, number], [number, number]][]}
 */
function edges(corners) {
  return corners.map((corner, n) => [corner, corners[n + 1] ?? corners[0] ?? corner]);
}

/**
 * The distance of a point from an area, 0 inside.
 * @param {Corners} corners
 * @param {Point} at
 */
export function distanceTo(corners, { x, y }) {
  let inside = false;
  let least = Infinity;
  for (const [[ax, ay], [bx, by]] of edges(corners)) {
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
    const long = (bx - ax) ** 2 + (by - ay) ** 2;
    const share = long ? Math.min(Math.max(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long, 0), 1) : 0;
    least = Math.min(least, Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay)));
  }
  return inside ? 0 : least;
}

/**
 * @param {Corners} corners
 * @returns {Box}
 */
export function bounds(corners) {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}

/**
 * How much two areas have in common.
 * @param {{left: number, top: number, right: number, bottom: number}} one
 * @param {{left: number, top: number, right: number, bottom: number}} other
 */
export function overlap(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, wide) * Math.max(0, high);
}

/**
 * The distance of each place from the nearest of the others that is not in the same spot; infinite for one alone.
 * @param {Place[]} places
 * @returns {Map<string, number>}
 */
export function spacing(places) {
  const sorted = [...places].sort((a, b) => a.x - b.x);
  return new Map(sorted.map((place, n) => {
    let least = Infinity;
    for (const way of [-1, 1]) {
      for (let m = n + way; ; m += way) {
        const other = sorted[m];
        if (!other || Math.abs(other.x - place.x) >= least) break;
        least = Math.min(least, Math.hypot(other.x - place.x, other.y - place.y) || Infinity);
      }
    }
    return [place.id, least];
  }));
}

/**
 * The least distance between any two of these places. One that is an area is told from its neighbours by its size.
 * @param {Place[]} places
 */
export function leastApart(places) {
  const found = spacing(places);
  const across = (/** @type {Place} */ { id, outline }) => Math.max(found.get(id) ?? Infinity, outline.length ? 2 * Math.sqrt(enclosed(outline) / Math.PI) : 0);
  return Math.min(...places.map(across));
}
