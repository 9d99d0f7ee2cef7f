/** Zooming and panning the board: wheel, pinch, drag, double tap, buttons, and moving to a group of places. */

/** @typedef {import("../lib/types.js").Box} Box */
/** @typedef {import("../lib/types.js").Point} Point */

const CLOSEST = 8;
const STEP = 1.5;
/** A finger that moves less than this is a tap. */
const SLIP = 8;
const GLIDE = 320;
/** Pixels of the wheel that zoom by e; of a pinch on a touchpad, which browsers tell as a wheel with Ctrl; and at most at once. */
const WHEEL = 400;
const PINCH = 100;
const NOTCH = 120;
/** How far a key moves the view, as a share of it. */
const PAN = 0.3;
/** Pixels of a line, for mice that count in lines. */
const LINE = 30;

export class Zoom {
  /**
   * @param {SVGSVGElement} svg
   * @param {SVGSVGElement} ground the picture below it, which shows the same part
   * @param {[number, number]} size
   * @param {() => boolean} moves whether changes may be animated
   */
  constructor(svg, ground, size, moves) {
    this.svg = svg;
    this.ground = ground;
    this.size = size;
    this.glides = moves;
    /** @type {Box} */
    this.box = [0, 0, ...size];
    /** @type {Map<number, Point>} */
    this.fingers = new Map();
    /** Whether the last press became a drag, so that its click is ignored. */
    this.dragged = false;
    /** While something on the board is dragged, other fingers do not pan. */
    this.held = false;
    this.start = { x: 0, y: 0 };
    this.glide = 0;
    /** Where a glide leads. @type {Box | null} */
    this.goal = null;
    /** Ends the promise of a glide. */
    this.arrived = () => {};
    /** Screen pixels per unit of the board when all of it is shown; 0 until it is laid out. */
    this.least = 0;
    /** The width of the view by its height. */
    this.ratio = size[0] / size[1];
    /** @type {() => void} */
    this.onChange = () => {};
    /** @type {() => void} the player zooms or drags */
    this.onOwn = () => {};
    /** @type {() => void} the board has another size on the screen */
    this.onResize = () => {};
    /** @type {Set<() => void>} */
    this.watchers = new Set();
    this.set(this.box);
    // The layout gives the board as much of the window as its shape can fill.
    svg.closest("main")?.style.setProperty("--ratio", String(size[0] / size[1]));
    new ResizeObserver(([seen]) => {
      if (!seen?.contentRect.width) return;
      const { width, height } = seen.contentRect;
      this.least = Math.min(width / size[0], height / size[1]);
      this.ratio = width / height;
      this.set(this.box);
      this.onResize();
    }).observe(svg);
    svg.addEventListener("pointerdown", (event) => this.press(event));
    svg.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
      svg.addEventListener(name, (event) => this.fingers.delete(event.pointerId));
    }
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    svg.addEventListener("dblclick", (event) => this.doubleClick(event));
  }

  /** Zoom factor relative to the whole board. */
  get level() {
    return this.levelOf(this.box);
  }

  /** The same for any view. @param {Box} box */
  levelOf([, , w, h]) {
    return Math.min(this.ratio / w, 1 / h) / Math.min(this.ratio / this.size[0], 1 / this.size[1]);
  }

  /** Screen pixels per unit of the board. */
  get scale() {
    return this.svg.getScreenCTM()?.a ?? 1;
  }

  /**
   * A screen point in units of the board.
   * @param {Point} at
   */
  point(at) {
    const turned = this.svg.getScreenCTM()?.inverse();
    const found = turned ? new DOMPoint(at.x, at.y).matrixTransform(turned) : at;
    return { x: found.x, y: found.y };
  }

  /**
   * A box with the shape of the view, as far as the board reaches, and not too small.
   * @param {Box} wanted
   * @returns {Box}
   */
  fitted([x, y, w, h]) {
    const [width, height] = this.size;
    const [least, low] = [Math.max(w, width / CLOSEST), Math.max(h, height / CLOSEST)];
    const wide = Math.min(Math.max(least, low * this.ratio), width);
    const high = Math.min(Math.max(low, least / this.ratio), height);
    return [clamp(x + (w - wide) / 2, 0, width - wide), clamp(y + (h - high) / 2, 0, height - high), wide, high];
  }

  /** @param {Box} wanted */
  set(wanted) {
    this.box = this.fitted(wanted);
    const seen = this.box.map((each) => Math.round(each * 1000) / 1000).join(" ");
    for (const each of [this.ground, this.svg]) each.setAttribute("viewBox", seen);
    this.svg.classList.toggle("close", this.level > 1.01);
    this.onChange();
    for (const seen of this.watchers) seen();
  }

  /**
   * Call back whenever the scale changes.
   * @param {() => void} seen
   * @returns {() => void} stops it
   */
  watch(seen) {
    const sized = new ResizeObserver(seen);
    sized.observe(this.svg);
    this.watchers.add(seen);
    return () => {
      sized.disconnect();
      this.watchers.delete(seen);
    };
  }

  /**
   * Animate to a box of the board.
   * @param {Box} box
   * @returns {Promise<void>} ends on arrival, or when something else moves the view
   */
  zoomTo(box) {
    this.stop();
    if (!this.glides()) {
      this.set(box);
      return Promise.resolve();
    }
    const from = this.box;
    const wanted = this.fitted(box);
    this.goal = wanted;
    const began = performance.now();
    const tick = (/** @type {number} */ now) => {
      const part = clamp((now - began) / GLIDE, 0, 1);
      const eased = 1 - (1 - part) ** 3;
      this.set(/** @type {Box} */ (from.map((each, n) => each + ((wanted[n] ?? 0) - each) * eased)));
      if (part < 1) this.glide = requestAnimationFrame(tick);
      else this.stop();
    };
    this.glide = requestAnimationFrame(tick);
    return new Promise((resolve) => {
      this.arrived = resolve;
    });
  }

  /** Stop gliding. */
  stop() {
    cancelAnimationFrame(this.glide);
    this.goal = null;
    this.arrived();
  }

  reset() {
    void this.zoomTo([0, 0, ...this.size]);
  }

  /** @param {1 | -1} way closer or farther */
  step(way) {
    const [x, y, w, h] = this.box;
    const wide = w * STEP ** -way;
    const high = h * STEP ** -way;
    this.onOwn();
    void this.zoomTo([x + (w - wide) / 2, y + (h - high) / 2, wide, high]);
  }

  /**
   * Move the view by a part of itself.
   * @param {number} dx -1, 0 or 1
   * @param {number} dy
   */
  pan(dx, dy) {
    const [x, y, w, h] = this.goal ?? this.box;
    this.onOwn();
    void this.zoomTo([x + dx * PAN * w, y + dy * PAN * h, w, h]);
  }

  /**
   * Zoom by a factor around a fixed point of the board.
   * @param {number} factor
   * @param {Point} still
   * @param {Box} [from]
   */
  scaled(factor, still, from = this.box) {
    const [x, y, w, h] = from;
    const share = this.level / clamp(this.level * factor, 1, CLOSEST);
    this.set([still.x - (still.x - x) * share, still.y - (still.y - y) * share, w * share, h * share]);
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (this.held) return;
    this.stop();
    if (this.fingers.size === 0) {
      this.dragged = false;
      this.start = { x: event.clientX, y: event.clientY };
    }
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    if (!this.dragged && !others.length) {
      if (Math.hypot(now.x - this.start.x, now.y - this.start.y) < SLIP || this.level < 1.01) return;
    }
    if (!this.dragged) this.svg.setPointerCapture(event.pointerId);
    this.dragged = true;
    this.onOwn();
    this.fingers.set(event.pointerId, now);
    const other = others[0];
    if (other) {
      const factor = distance(now, other) / Math.max(1, distance(before, other));
      this.scaled(factor, this.point(middle(now, other)));
    }
    const shift = other ? 0.5 : 1;
    const [x, y, w, h] = this.box;
    const scale = this.scale;
    this.set([x - ((now.x - before.x) * shift) / scale, y - ((now.y - before.y) * shift) / scale, w, h]);
  }

  /**
   * Zoom around the pointer. Where the whole board is shown, turning the wheel further scrolls the page, if it scrolls.
   * @param {WheelEvent} event
   */
  wheel(event) {
    if (!event.deltaY || (event.deltaY > 0 && this.level < 1.01 && !event.ctrlKey)) return;
    event.preventDefault();
    this.stop();
    this.onOwn();
    const turned = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1);
    this.scaled(Math.exp(-clamp(turned, -NOTCH, NOTCH) / (event.ctrlKey ? PINCH : WHEEL)), this.point({ x: event.clientX, y: event.clientY }));
  }

  /** @param {MouseEvent} event */
  doubleClick(event) {
    if (event.target instanceof Element && event.target.closest(".lit")) return;
    this.onOwn();
    if (this.level > 1.6) {
      this.reset();
      return;
    }
    const { x, y } = this.point({ x: event.clientX, y: event.clientY });
    const [w, h] = [this.size[0] / 2.5, this.size[1] / 2.5];
    void this.zoomTo([x - w / 2, y - h / 2, w, h]);
  }
}

/**
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
function clamp(value, low, high) {
  return Math.min(Math.max(value, low), Math.max(low, high));
}

/**
 * @param {Point} a
 * @param {Point} b
 */
function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/**
 * @param {Point} a
 * @param {Point} b
 */
function middle(a, b) {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}
