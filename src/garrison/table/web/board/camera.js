/** Moves the view to what matters: what the question is about and what is happening. A view the player has chosen stays his. */

import { follows, setFollows } from "../lib/saved/preferences.js";
import { COUNTER } from "./pieces.js";
import { bounds, leastApart } from "./polygon.js";

/** @typedef {import("./view.js").BoardView} BoardView */
/** @typedef {import("../lib/types.js").Box} Box */
/** @typedef {import("../lib/types.js").Point} Point */
/** @typedef {import("../lib/types.js").Scene} Scene */
/** @typedef {import("../lib/types.js").FrameStep} FrameStep */

/** A counter of this size on the screen, in pixels, is read with ease: the view comes no closer. */
const LEGIBLE = 46;
/** The most the board is zoomed in: the surroundings must stay in sight. */
const NEAREST = 2.2;
/** How far apart neighbouring places that can be chosen are on the screen at least, in pixels: for a finger, else for a pointer. */
const [FINGER, POINTER] = [28, 20];
/** How large a piece that can be chosen is on the screen, in pixels, where all of them have room at that size. */
const [TIP, ARROW] = [28, 22];
/** Levels that differ by less are the same. */
const EVEN = 0.999;
/** A view that is larger than needed by less than this factor stays as it is. */
const SLACK = 1.3;
/** Room around a thing, in counters: around the view's subject, and the least that must be seen of anything. */
const ROOM = 1;
const EDGE = 0.8;

export class Camera {
  /** @param {BoardView} view */
  constructor(view) {
    this.view = view;
    /** Whether the player has zoomed or dragged: then the view is his. */
    this.held = false;
    /** The open question, and whether the player has zoomed or dragged since it was asked. @type {number | null} */
    this.asked = null;
    this.touched = false;
    /** @type {Box | null} his view, while something is shown outside it */
    this.own = null;
    /** @type {(() => Box) | null} the part of the board that an open form draws on */
    this.aim = null;
    /** @type {() => void} */
    this.onChange = () => {};
    view.zoom.onOwn = () => this.hold();
    view.zoom.onResize = () => {
      if (!view.moving) this.question();
    };
  }

  /** Whether the view moves by itself. */
  get following() {
    return follows() && !this.held;
  }

  /** The player has taken the view. */
  hold() {
    this.own = null;
    this.held = true;
    this.touched = true;
    this.onChange();
  }

  /** The player wants the whole board; from there the view follows again. */
  whole() {
    this.own = null;
    this.held = false;
    this.touched = true;
    this.view.zoom.reset();
    this.onChange();
  }

  /** Turn following on, at once, or off. */
  toggle() {
    const on = !this.following;
    setFollows(on);
    this.held = false;
    this.touched = false;
    this.onChange();
    if (on) this.question();
  }

  // The question

  /** Another question may have been asked. @param {number | null} ask its number */
  begin(ask) {
    if (ask !== this.asked) this.touched = false;
    this.asked = ask;
  }

  /**
   * Look at what the open question is about, close enough to tell the places apart that can be chosen. A view that the
   * player has taken in an earlier question stays his where it is close enough.
   */
  question() {
    const { zoom } = this.view;
    const box = follows() && !this.touched && zoom.least ? this.subject() : null;
    if (!box) return;
    const level = this.apart();
    const near = this.pieces(box);
    const wanted = zoom.fitted(near ?? this.window(box));
    const short = (/** @type {number} */ each) => each < level * EVEN;
    if (short(this.held ? zoom.level : zoom.levelOf(wanted))) this.closer(box, level);
    else if (short(zoom.level)) void zoom.zoomTo(wanted);
    else if (!this.held) void this.look(near ? this.matters() ?? box : box, wanted);
  }

  /** All on the board that can be chosen, and who is asked about. */
  matters() {
    const { lit, scene } = this.view;
    return united(this.boxes([...lit.keys(), ...(scene?.ask?.about ?? [])]));
  }

  /**
   * A nearer view than that of a whole part of the board, if the pieces there that can be chosen would be too small in it
   * to be hit: all that matters, and as much around them as there is room for.
   * @param {Box} box
   * @returns {Box | null}
   */
  pieces(box) {
    const { board, lit, sprites, unit, zoom } = this.view;
    const matters = this.matters();
    const sizes = [...lit.keys()].flatMap((id) => (this.view.drawn.has(id) ? sprites.half(this.view.piece(id)?.sprite ?? "") : []));
    if (!matters || !sizes.length || !this.groups().some((group) => group.close)) return null;
    const level = (matchMedia("(pointer: coarse)").matches ? TIP : ARROW) / (2 * Math.min(...sizes) * zoom.least);
    if (zoom.levelOf(zoom.fitted(this.window(box))) >= level * EVEN) return null;
    const [x, y, w, h] = this.clipped(wider(matters, ROOM * COUNTER * unit));
    const [, , wide, high] = zoom.fitted([0, 0, board.size[0] / level, board.size[1] / level]);
    const [more, higher] = [Math.max(w, wide), Math.max(h, high)];
    return [x + (w - more) / 2, y + (h - higher) / 2, more, higher];
  }

  /** The level at which neighbouring places that can be chosen are far enough apart on the screen. */
  apart() {
    const { lit, places, zoom } = this.view;
    const found = [...lit.keys()].flatMap((id) => places.get(id) ?? []);
    if (this.aim || found.length < 2) return 0;
    return (matchMedia("(pointer: coarse)").matches ? FINGER : POINTER) / (leastApart(found) * zoom.least);
  }

  /**
   * Come closer than all of a box can be seen: to what the question is about, or to the middle, and as much of the rest
   * as there is room for.
   * @param {Box} box
   * @param {number} level
   */
  closer(box, level) {
    const { board, lit, scene, unit, zoom } = this.view;
    const [x, y, w, h] = this.clipped(wider(box, ROOM * COUNTER * unit));
    const [, , wide, high] = zoom.fitted([0, 0, board.size[0] / level, board.size[1] / level]);
    const about = united(this.boxes(scene?.ask?.about ?? []));
    const [a, b] = about ? middle(about) : nearest(this.boxes([...lit.keys()]).map(middle), middle(box));
    const wanted = zoom.fitted([within(a - wide / 2, x, x + w - wide), within(b - high / 2, y, y + h - high), wide, high]);
    const now = zoom.level;
    if (now >= level * EVEN && now <= level * SLACK && holds(zoom.box, [a, b, 0, 0])) return;
    void zoom.zoomTo(wanted);
  }

  /** Show a thing that has the focus. @param {string[]} ids */
  reveal(ids) {
    const { zoom } = this.view;
    const box = united(this.boxes(ids));
    if (box && !this.sees(box)) void zoom.zoomTo(this.shifted(zoom.box, box));
  }

  /** Look at a scene that was not led up to by anything shown: at its question, else at the whole board. */
  overview() {
    if (!this.following) return;
    if (this.subject()) this.question();
    else this.view.zoom.reset();
  }

  /** The parts of the board that the question is about. */
  groups() {
    const { board, scene } = this.view;
    return board.groups.filter(({ id }) => scene?.focus.includes(id));
  }

  /**
   * What the view shows for the question: close parts of the board and who is asked about, and all that can be chosen.
   * @returns {Box | null}
   */
  subject() {
    const { board, lit, scene } = this.view;
    if (!scene) return null;
    const groups = this.groups();
    const close = groups.filter((group) => group.close);
    const about = scene.ask?.about ?? [];
    const aim = this.aim ? [this.aim()] : [];
    const listed = scene.form ? [] : lit.keys(); // beside a form, what is listed are mere examples
    if (close.length) return united([...close.map(({ box }) => box), ...this.boxes([...about, ...listed]), ...aim]);
    if (aim.length) return united([...aim, ...groups.map(({ box }) => box)]);
    if (scene.form?.fields.some(({ control }) => control === "point")) return [0, 0, ...board.size];
    if (!lit.size) return null;
    const choosable = [...lit.keys()];
    const chosen = this.boxes([...choosable, ...this.concerned(choosable)]);
    return chosen.length ? united([...chosen, ...this.boxes(about), ...groups.map(({ box }) => box)]) : null;
  }

  /**
   * The pieces that matter to a choice beside what can be chosen. Where only places can be, those on places of the same
   * colours: what one would see or meet from there. Where any piece can be, and the question is about none, all of them.
   * @param {string[]} ids
   */
  concerned(ids) {
    const { places, scene } = this.view;
    if (!scene) return [];
    if (ids.some((id) => this.view.piece(id))) {
      return scene.ask?.about.length ? [] : scene.pieces.filter(({ at }) => places.has(at)).map(({ id }) => id);
    }
    const colours = new Set(ids.flatMap((id) => places.get(id)?.colours ?? []));
    return scene.pieces.filter(({ at }) => places.get(at)?.colours.some((each) => colours.has(each))).map(({ id }) => id);
  }

  // What happens

  /**
   * Show the first of these steps; if the view has to move, to where most of the next ones are seen as well.
   * @param {FrameStep[]} steps
   * @param {Scene} after
   */
  async follow(steps, after) {
    const { zoom } = this.view;
    const [first, ...later] = steps.map((step) => united(this.scene(step, after)));
    if (!first) return;
    if (!this.following) {
      if (this.sees(first)) return;
      this.own ??= zoom.goal ?? zoom.box; // it may be on its way back there
      await zoom.zoomTo(this.shifted(zoom.box, first));
      return;
    }
    const [, , wide, high] = this.window(first);
    let seen = first;
    for (const next of later) {
      const both = next && united([seen, next]);
      if (both && (both[2] > wide || both[3] > high)) break;
      seen = both ?? seen;
    }
    await this.look(first, this.window(seen));
  }

  /**
   * Where a step takes place. What moves is where it was and where the step takes it: what comes of it later is not shown yet.
   * @param {FrameStep} step
   * @param {Scene} after
   */
  scene({ gesture, things }, after) {
    const part = (/** @type {number} */ n) => (gesture === "walk" ? Math.min(n, 2) : gesture === "move" ? n % 3 : 2);
    const before = things.filter((_, n) => part(n) === 0);
    const others = things.filter((id, n) => part(n) === 2 || (part(n) === 1 && id !== things[n - 1]));
    return [...this.boxes(before), ...this.boxes(others, after)];
  }

  /** All has been shown: the player's own view returns. */
  back() {
    if (this.own) void this.view.zoom.zoomTo(this.own);
    this.own = null;
  }

  // Moving

  /**
   * Move the view if a part of the board is outside it, or much smaller in it than needed.
   * @param {Box} box
   * @param {Box} view that shows it
   */
  async look(box, view) {
    const { zoom } = this.view;
    const wanted = zoom.fitted(view);
    if (this.sees(box) && zoom.box[2] <= wanted[2] * SLACK && zoom.box[3] <= wanted[3] * SLACK) return;
    await zoom.zoomTo(wanted);
  }

  /**
   * The view that shows a part of the board: a close group it lies in, or some surroundings; no closer than it helps.
   * @param {Box} box
   * @returns {Box}
   */
  window(box) {
    const { board, unit, zoom } = this.view;
    const close = board.groups.filter((group) => group.close && holds(group.box, box));
    if (close.length) return nearestBox(close.map((group) => group.box), middle(box));
    // What a form draws on can always be set more finely from nearer.
    const level = this.aim ? NEAREST : Math.min(NEAREST, LEGIBLE / (COUNTER * unit * zoom.least));
    const [width, height] = board.size;
    const [x, y, w, h] = wider(box, ROOM * COUNTER * unit);
    const wide = Math.max(w, width / Math.max(1, level));
    const high = Math.max(h, height / Math.max(1, level));
    return [x + (w - wide) / 2, y + (h - high) / 2, wide, high];
  }

  /**
   * Whether a part of the board is within the view.
   * @param {Box} box
   */
  sees(box) {
    return holds(this.view.zoom.box, this.clipped(wider(box, EDGE * COUNTER * this.view.unit)));
  }

  /**
   * A view moved just so far that it shows a part of the board, and made larger only if that does not fit.
   * @param {Box} from
   * @param {Box} box
   * @returns {Box}
   */
  shifted([x, y, w, h], box) {
    const [left, top, wide, high] = this.clipped(wider(box, ROOM * COUNTER * this.view.unit));
    if (wide > w || high > h) return united([[x, y, w, h], [left, top, wide, high]]) ?? [x, y, w, h];
    return [Math.min(Math.max(x, left + wide - w), left), Math.min(Math.max(y, top + high - h), top), w, h];
  }

  /**
   * @param {Box} box
   * @returns {Box}
   */
  clipped([x, y, w, h]) {
    const [width, height] = this.view.board.size;
    const [left, top] = [Math.max(0, x), Math.max(0, y)];
    return [left, top, Math.min(width, x + w) - left, Math.min(height, y + h) - top];
  }

  /**
   * Where things are that lie on the board, now or in the next scene; those beside it are left out.
   * @param {string[]} ids
   * @param {Scene} [after]
   * @returns {Box[]}
   */
  boxes(ids, after) {
    const { places } = this.view;
    return ids.flatMap((id) => {
      const area = places.get(id)?.outline ?? [];
      if (area.length) return [bounds(area)];
      return this.view.spots(id, after).map(({ x, y }) => /** @type {Box} */ ([x, y, 0, 0]));
    });
  }
}

/**
 * @param {Box[]} boxes
 * @returns {Box | null}
 */
function united(boxes) {
  return boxes.length ? bounds(boxes.flatMap(([x, y, w, h]) => /** @type {[number, number][]} */ ([[x, y], [x + w, y + h]]))) : null;
}

/**
 * @param {Box} box
 * @returns {[number, number]}
 */
function middle([x, y, w, h]) {
  return [x + w / 2, y + h / 2];
}

/**
 * The box whose middle is nearest to a point.
 * @param {Box[]} boxes at least one
 * @param {[number, number]} to
 */
function nearestBox(boxes, to) {
  const far = (/** @type {Box} */ box) => Math.hypot(middle(box)[0] - to[0], middle(box)[1] - to[1]);
  return boxes.reduce((best, each) => (far(each) < far(best) ? each : best));
}

/**
 * @param {[number, number][]} points
 * @param {[number, number]} to
 */
function nearest(points, to) {
  const far = (/** @type {[number, number]} */ [x, y]) => Math.hypot(x - to[0], y - to[1]);
  return points.reduce((best, each) => (far(each) < far(best) ? each : best), points[0] ?? to);
}

/**
 * A number between two others; between both where they are the wrong way round.
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
function within(value, low, high) {
  return high < low ? (low + high) / 2 : Math.min(Math.max(value, low), high);
}

/**
 * @param {Box} box
 * @param {number} by
 * @returns {Box}
 */
function wider([x, y, w, h], by) {
  return [x - by, y - by, w + 2 * by, h + 2 * by];
}

/**
 * Whether one box is within another.
 * @param {Box} outer
 * @param {Box} inner
 */
function holds([x, y, w, h], [a, b, c, d]) {
  return a >= x - 0.5 && b >= y - 0.5 && a + c <= x + w + 0.5 && b + d <= y + h + 0.5;
}
