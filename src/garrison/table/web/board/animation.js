/** Animations of events: dice, moves, shots, cards. A click or a key skips them. */

import { die, drawable, turnDie } from "../lib/log/dice.js";
import { draw, make } from "../lib/dom.js";
import { speed } from "../lib/saved/preferences.js";
import { soundOf } from "../lib/sound/sounds.js";
import { t } from "../lib/words.js";
import { spotOf } from "./pieces.js";
import { cardText } from "./trays.js";

/** @typedef {import("./view.js").BoardView} BoardView */
/** @typedef {import("../lib/types.js").Piece} Piece */
/** @typedef {import("../lib/types.js").Point} Point */
/** @typedef {import("../lib/types.js").Scene} Scene */
/** @typedef {import("../lib/types.js").FrameStep} FrameStep */

/** Durations at normal speed, in milliseconds. */
const TUMBLE = 450;
const READ_DICE = 900;
const READ_CARD = 1600;
const MOVE = 450;
/** A walk takes this long for each place on its way, and no longer than the second, however far it leads. */
const [PACE, WALK] = [150, 700];
const FADE = 200;
/** The shortest and longest flight of a thrown piece. */
const FLIGHT = /** @type {const} */ ([600, 900]);
/** Height of the arc and of the hop relative to the distance; number of segments of an arc. */
const ARC = 0.28;
const HOP = 0.12;
const PARTS = 16;
const PULSE = 400;
/** Factor on the normal speed. @type {Record<string, number>} */
const HASTE = { slow: 0.6, usual: 1, fast: 2.2 };

export class Animator {
  /** @param {BoardView} view */
  constructor(view) {
    this.view = view;
    this.playing = false;
    this.skipped = false;
    this.rate = 1;
    /** @type {Set<() => void>} callbacks that finish the running animations */
    this.running = new Set();
    /** @type {Map<string, {element: SVGGElement, at: Point}>} moved elements: pieces by id, others by sprite and place */
    this.ghosts = new Map();
    /** @type {SVGGElement[]} thrown sprites stay until the next scene shows them */
    this.landed = [];
    /** @type {Scene | null} */
    this.after = null;
    this.over = make("div", { class: "over", "aria-hidden": "true" });
    const around = view.svg.parentElement;
    around?.parentElement?.querySelector(":scope > .over")?.remove();
    around?.after(this.over);
  }

  /**
   * @param {FrameStep[]} steps
   * @param {Scene} after
   */
  async play(steps, after) {
    this.playing = true;
    this.skipped = false;
    this.after = after;
    this.rate = HASTE[speed()] ?? 1;
    const shown = steps.filter((step) => step.gesture);
    /** @type {Map<string, number>} the last step about each thing: from then on it is as in the next scene */
    const last = new Map(shown.flatMap(({ things }, n) => things.map((id) => /** @type {const} */ ([id, n]))));
    // Gauges beside the board tell of one moment: they change together, with the last of them.
    const beside = after.gauges.map(({ id }) => id).filter((id) => last.has(id) && !this.view.dials.has(id));
    const together = Math.max(...beside.map((id) => last.get(id) ?? 0));
    for (const id of beside) last.set(id, together);
    this.view.trays.outdate(after);
    for (const [n, step] of shown.entries()) {
      if (this.skipped) break;
      await this.view.camera.follow(shown.slice(n), after);
      if (this.skipped) break;
      // Do not reveal the outcome before the dice have stopped.
      this.showCaption(step.dice.length ? "…" : step.say);
      const settled = step.things.filter((id) => last.get(id) === n);
      if (step.gesture === "count") this.settle(settled, after);
      await this.step(step);
      if (step.gesture !== "count") this.settle(settled, after);
    }
    this.over.replaceChildren();
    this.ghosts.clear();
    for (const shot of this.landed.splice(0)) shot.remove();
    this.view.camera.back();
    this.playing = false;
  }

  /**
   * Nothing more happens to these things: show them as they are from now on.
   * @param {string[]} ids
   * @param {Scene} after
   */
  settle(ids, after) {
    const { view } = this;
    for (const id of ids) {
      const gauge = after.gauges.find((each) => each.id === id);
      if (gauge && view.dials.has(id)) view.showDial(gauge, false);
      else if (gauge) view.trays.settle(after);
      const piece = after.pieces.find((each) => each.id === id);
      if (piece && view.places.has(piece.at)) this.settlePiece(piece);
    }
  }

  /** @param {Piece} piece of the next scene, on the board */
  settlePiece(piece) {
    const { view } = this;
    const [ghost, known] = [this.ghosts.get(piece.id), view.drawn.get(piece.id)];
    if (ghost) ghost.element.replaceChildren(this.figure(piece));
    else if (known && view.piece(piece.id)?.at === piece.at) {
      const stack = view.stacks.get(piece.spot ? "" : piece.at);
      view.showPiece(piece, [...(stack?.children ?? [])].indexOf(known.element), known, false);
    }
  }

  /** @param {string} said */
  showCaption(said) {
    const way = t(matchMedia("(pointer: coarse)").matches ? "play.skip-tap" : "play.skip-key");
    this.over.replaceChildren(make("p", { class: "caption" }, make("span", {}, said), make("small", {}, way)));
  }

  finish() {
    this.skipped = true;
    this.view.zoom.stop();
    for (const end of [...this.running]) end();
  }

  /** @param {FrameStep} step */
  async step(step) {
    const { things } = step;
    soundOf(step.gesture);
    if (step.gesture === "roll") await this.roll(step);
    else if (step.gesture === "move") await this.moves(things);
    else if (step.gesture === "walk") await this.walk(things);
    else if (step.gesture === "fly" && things.length > 2) await this.thrown(things);
    else if (step.gesture === "fly") await this.fly(things[0] ?? "", things[1] ?? "");
    else if (step.gesture === "show") await this.card(step);
    else await this.point(things);
  }

  /**
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {number} length
   * @param {KeyframeAnimationOptions} [how]
   * @returns {Promise<void>}
   */
  moved(element, frames, length, how = {}) {
    if (this.skipped) return Promise.resolve();
    const moving = element.animate(frames, { duration: length / this.rate, fill: "forwards", easing: "ease-in-out", ...how });
    return this.until((done) => {
      moving.onfinish = done;
    }, () => moving.finish());
  }

  /** @param {number} length */
  wait(length) {
    return this.until((done) => setTimeout(done, length / this.rate));
  }

  /**
   * @param {(done: () => void) => void} start
   * @param {() => void} [end] finishes it early
   * @returns {Promise<void>}
   */
  until(start, end = () => {}) {
    if (this.skipped) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        this.running.delete(stop);
        resolve();
      };
      const stop = () => {
        end();
        done();
      };
      this.running.add(stop);
      start(done);
    });
  }

  /**
   * A piece of the present or the next scene.
   * @param {string} id
   * @returns {Piece | undefined}
   */
  piece(id) {
    return this.view.piece(id) ?? this.after?.pieces.find((piece) => piece.id === id);
  }

  /**
   * The present or future position of a thing.
   * @param {string} id
   * @returns {Point | null}
   */
  where(id) {
    const found = this.view.where(id);
    if (found || !id) return found;
    const coming = this.after?.pieces.find((piece) => piece.id === id);
    if (!coming) return null;
    return spotOf(coming) ?? (coming.at !== id ? this.view.where(coming.at) : null);
  }

  /**
   * Things are triples of what, from and to; all triples move at the same time.
   * @param {string[]} things
   */
  async moves(things) {
    const going = [];
    for (let n = 0; n < things.length; n += 3) going.push(this.move(things[n] ?? "", things[n + 1] ?? "", things[n + 2] ?? ""));
    await Promise.all(going);
  }

  /**
   * @param {string} what a piece or a sprite
   * @param {string} from the piece's own id for its present position
   * @param {string} to
   */
  async move(what, from, to) {
    const { view } = this;
    const known = this.ghosts.get(what) ?? this.ghosts.get(`${what} ${from}`);
    const start = from === what && known ? known.at : from && (lying(view.piece(what), from) ?? this.where(from));
    const end = to && (lying(this.after?.pieces.find((piece) => piece.id === what), to) ?? this.where(to));
    const [a, b] = [start || end, end || start];
    const ghost = known?.element ?? this.ghost(what, from);
    if (!ghost || !a || !b) return;
    this.ghosts.delete(`${what} ${from}`);
    this.ghosts.set(this.piece(what) ? what : `${what} ${to}`, { element: ghost, at: b });
    view.flight.append(ghost);
    await this.moved(ghost, [
      { transform: placed(a), opacity: start ? 1 : 0 },
      { transform: placed(b), opacity: end ? 1 : 0 },
    ], MOVE);
  }

  /**
   * A piece follows the places named, at an even speed.
   * @param {string[]} things
   */
  async walk([what = "", ...way]) {
    const { view } = this;
    const [first = "", last = ""] = [way[0], way.at(-1)];
    const known = this.ghosts.get(what);
    const ghost = known?.element ?? this.ghost(what, first);
    const start = known?.at ?? (view.piece(what)?.at === first ? this.where(what) : null);
    const end = lying(this.after?.pieces.find((piece) => piece.id === what), last);
    const named = way.map((id, n) => (n === 0 ? start : n === way.length - 1 ? end : null) ?? this.where(id));
    const spots = named.filter((spot) => spot !== null);
    const goal = spots.at(-1);
    if (!ghost || !goal) return;
    this.ghosts.set(what, { element: ghost, at: goal });
    view.flight.append(ghost);
    const far = spots.map((spot, n) => Math.hypot(spot.x - (spots[n - 1] ?? spot).x, spot.y - (spots[n - 1] ?? spot).y));
    const whole = far.reduce((sum, each) => sum + each, 0) || 1;
    let gone = 0;
    const frames = spots.map((spot, n) => ({ transform: placed(spot), offset: n && n === spots.length - 1 ? 1 : Math.min(1, (gone += far[n] ?? 0) / whole) }));
    const most = WALK * Math.min(1, this.rate); // at every speed that a player may set
    await this.moved(ghost, frames, Math.min(most, Math.max(MOVE, PACE * (spots.length - 1))), { easing: "linear" });
  }

  /**
   * A flying copy of a piece, which is hidden meanwhile.
   * @param {string} what
   * @param {string} from
   */
  ghost(what, from) {
    const { view } = this;
    const piece = this.piece(what) ?? view.scene?.pieces.find((each) => each.sprite === what && each.at === from);
    const shown = piece ? view.things.get(piece.id)?.element : undefined;
    if (shown) shown.style.visibility = "hidden";
    if (piece) return draw("g", {}, this.figure(piece));
    const sprite = view.sprites.use(what);
    return sprite && draw("g", {}, sprite);
  }

  /** @param {Piece} piece */
  figure(piece) {
    const { places, sprites } = this.view;
    return draw("g", { transform: places.has(piece.at) ? `rotate(${piece.turn})` : null }, .../** @type {Element[]} */ (sprites.figure(piece)));
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  async fly(from, to) {
    const [a, b] = [this.where(from), this.where(to)];
    if (!a || !b) {
      await this.point([from, to]);
      return;
    }
    const { unit } = this.view;
    const shot = draw("g", { class: "shot" }, draw("circle", { r: 5 * unit }));
    this.view.flight.append(shot);
    await this.moved(shot, [{ transform: placed(a) }, { transform: placed(b) }], MOVE, { easing: "ease-in" });
    shot.remove();
    await this.point([to]);
  }

  /**
   * Throw something high: from, to, its sprite or "", where it hops on to.
   * @param {string[]} things
   */
  async thrown([from = "", to = "", sprite = "", ...hops]) {
    const { board, flight, sprites, unit } = this.view;
    const way = [from, to, ...hops].map((id) => this.where(id));
    const points = way.filter((spot) => spot !== null);
    if (points.length < way.length) {
      await this.point([from, to, ...hops]);
      return;
    }
    const drawn = sprites.use(sprite) ?? draw("circle", { r: 5 * unit });
    const shot = draw("g", { class: "shot" }, drawn);
    const [half] = sprites.has(sprite) ? sprites.half(sprite) : [5 * unit];
    const shadow = draw("ellipse", { class: "shadow", rx: half, ry: half * 0.8 });
    flight.append(shadow, shot);
    for (const [n, b] of points.slice(1).entries()) {
      const a = points[n] ?? b;
      const far = Math.hypot(b.x - a.x, b.y - a.y);
      const most = Math.min(1, far / board.size[0]);
      const arc = frames(a, b, n ? far * HOP : Math.max(far * ARC, 2 * half), half);
      const length = n ? MOVE * (0.4 + most) : FLIGHT[0] + (FLIGHT[1] - FLIGHT[0]) * most;
      await Promise.all([this.moved(shot, arc.air, length, { easing: "linear" }), this.moved(shadow, arc.ground, length, { easing: "linear" })]);
    }
    shadow.remove();
    this.landed.push(shot);
    await this.point([hops.at(-1) ?? to]);
  }

  /**
   * A ring expands around each thing on the board; things beside it glow.
   * @param {string[]} things
   */
  async point(things) {
    const { flight, unit } = this.view;
    const shown = things.map((id) => this.view.things.get(id)?.element);
    for (const element of shown) if (element instanceof HTMLElement) this.view.pulse(element);
    const drawn = things.filter((_, n) => !(shown[n] instanceof HTMLElement));
    await Promise.all(drawn.map(async (id) => {
      const spot = this.where(id);
      if (!spot) return;
      const r = this.view.reach(id);
      const ring = draw("circle", { class: "ripple", r, cx: spot.x, cy: spot.y, "stroke-width": Math.min(4 * unit, r / 4) });
      flight.append(ring);
      await this.moved(ring, [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }], PULSE);
      ring.remove();
    }));
  }

  /** @param {FrameStep} step */
  async roll(step) {
    const faces = step.dice.filter(drawable);
    if (!faces.length) {
      this.showCaption(step.say);
      await this.point(step.things);
      return;
    }
    const dice = faces.map(() => die(1));
    const tray = make("div", { class: "dice" }, ...dice);
    this.over.append(tray);
    const tumbling = setInterval(() => dice.forEach((each) => turnDie(each, 1 + Math.floor(Math.random() * 6))), 70);
    void this.point(step.things);
    await Promise.all(dice.map((each, n) => this.moved(each, [
      { transform: `translate(${-60 - 14 * n}px, -40px) rotate(${-300 - 50 * n}deg)`, opacity: 0 },
      { transform: `translate(0, -14px) rotate(${-60 + 20 * n}deg)`, opacity: 1, offset: 0.6 },
      { transform: "translate(0, 0) rotate(0deg)", opacity: 1 },
    ], TUMBLE)));
    clearInterval(tumbling);
    dice.forEach((each, n) => turnDie(each, faces[n] ?? 1));
    this.showCaption(step.say);
    if (step.need) tray.append(make("span", { class: "need" }, t("play.need", { n: step.need })));
    this.over.append(tray);
    await this.wait(READ_DICE);
    tray.remove();
    const [from, to, ...others] = step.things;
    if (from && to && !others.length && this.piece(from)) await this.fly(from, to);
  }

  /** @param {FrameStep} step */
  async card(step) {
    const piece = step.things.map((id) => this.piece(id)).find((found) => found !== undefined);
    const { sprites } = this.view;
    const sprite = step.things.find((id) => sprites.has(id));
    const drawing = piece && sprites.has(piece.sprite) ? sprites.picture(piece) : sprite && sprites.picture(bare(sprite));
    if (!piece && !drawing) {
      await this.point(step.things);
      return;
    }
    const told = piece && piece.text ? cardText(piece) : [make("p", {}, step.say)];
    const shown = make("div", { class: "card large" }, drawing || null, ...told);
    this.over.append(shown);
    await this.moved(shown, [{ opacity: 0, transform: "scale(.7)" }, { opacity: 1, transform: "scale(1)" }], FADE);
    await this.wait(READ_CARD);
    await this.moved(shown, [{ opacity: 1 }, { opacity: 0 }], FADE);
    shown.remove();
  }
}

/**
 * The free spot of a piece in that place, or null.
 * @param {Piece | undefined} piece
 * @param {string} place
 */
function lying(piece, place) {
  return piece && piece.at === place ? spotOf(piece) : null;
}

/**
 * An arc seen from above: the higher, the further up and larger; the shadow stays on the ground.
 * @param {Point} a
 * @param {Point} b
 * @param {number} high
 * @param {number} half the size of the flying piece
 * @returns {{air: Keyframe[], ground: Keyframe[]}}
 */
function frames(a, b, high, half) {
  const parts = Array.from({ length: PARTS + 1 }, (_, n) => {
    const share = n / PARTS;
    const at = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
    return { at, up: high * 4 * share * (1 - share) };
  });
  return {
    air: parts.map(({ at, up }) => ({ transform: `${placed({ x: at.x, y: at.y - up })} scale(${1 + Math.min(1.2, up / (8 * half))})` })),
    ground: parts.map(({ at, up }) => ({ transform: `${placed({ x: at.x + up * 0.15, y: at.y })} scale(${1 - 0.4 * (up / high || 0)})`, opacity: 0.5 - 0.25 * (up / high || 0) })),
  };
}

/** @param {Point} at */
function placed({ x, y }) {
  return `translate(${x}px, ${y}px)`;
}

/**
 * @param {string} sprite
 * @returns {Piece}
 */
function bare(sprite) {
  return { id: sprite, sprite, at: "", name: "", text: "", marks: [], over: [], spot: null, turn: 0, silent: false, traits: [] };
}
