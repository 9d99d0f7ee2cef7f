/** Draws board and scene as SVG, with trays and gauges beside it, for any game: the server names everything drawn. */

import { draw, setAttributes } from "../lib/dom.js";
import { motion } from "../lib/saved/preferences.js";
import { soundOf } from "../lib/sound/sounds.js";
import { Alarms } from "./alarms.js";
import { Animator } from "./animation.js";
import { Camera } from "./camera.js";
import { choiceName, gaugeName, pieceName, placeName } from "./descriptions.js";
import { doubledRing, fineRing, ring } from "./highlight.js";
import { BoardInput, firstStop } from "./input.js";
import { appearance, fanned, parseSvg, plainNames, plainPath, spotOf, Sprites } from "./pieces.js";
import { bounds } from "./polygon.js";
import { HALF, RING, Shapes } from "./shapes.js";
import { Trays } from "./trays.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("../lib/types.js").Board} Board */
/** @typedef {import("../lib/types.js").Choice} Choice */
/** @typedef {import("../lib/types.js").Gauge} Gauge */
/** @typedef {import("../lib/types.js").Piece} Piece */
/** @typedef {import("../lib/types.js").Place} Place */
/** @typedef {import("../lib/types.js").Point} Point */
/** @typedef {import("../lib/types.js").Scene} Scene */
/** @typedef {import("../lib/types.js").FrameStep} FrameStep */
/** @typedef {"place" | "piece" | "tray" | "group" | "gauge"} Kind */
/** @typedef {{id: string, kind: Kind, element: HTMLElement | SVGElement, name: string}} Thing */

/**
 * @typedef {object} How
 * @property {(ids: string[], at: Point) => void} [onThing] the things clicked, nearest first (a finger may mean several)
 * @property {(id: string | null) => void} [onNear] the thing under the pointer or focus
 * @property {boolean} [passive] nothing can be chosen
 * @property {HTMLElement} [trays] where trays are shown
 * @property {HTMLElement} [cards] where trays of cards are shown, if not with the others
 * @property {HTMLElement} [status] where gauges without a dial are shown
 */

/** Inset of an area's ring, so that neighbours can be told apart. */
const INSET = -0.8;
/** Font scale of a dial with more than two characters. */
const LONG = 0.74;
/** Half the size below which a thing gets a fine ring. */
const FINE = 12;

export class BoardView {
  /**
   * The SVG's parent element must be positioned: dice and cards are shown on top of it.
   * @param {SVGSVGElement} svg
   * @param {Board} board
   * @param {How} [how]
   */
  constructor(svg, board, how = {}) {
    this.svg = svg;
    this.board = board;
    this.how = how;
    /** @type {Map<string, Thing>} */
    this.things = new Map();
    /** @type {Map<string, Place>} */
    this.places = new Map(board.places.map((each) => [each.id, each]));
    this.dials = new Map(board.dials.map((each) => [each.id, each]));
    /** By gauge, what it means. */
    this.explanations = new Map(board.explanations);
    /** @type {Map<string, {element: SVGGElement, key: string, spot: string, x: number, y: number}>} */
    this.drawn = new Map();
    /** @type {Map<string, Choice[]>} */
    this.lit = new Map();
    /** The same, one after the other. @type {Choice[]} */
    this.choices = [];
    /** @type {Scene | null} */
    this.scene = null;
    /** Headings of the kinds that are folded in the list. @type {string[]} */
    this.minor = [];
    this.tabStop = "";
    this.sprites = new Sprites(board);
    this.unit = this.sprites.unit;
    this.shapes = new Shapes(board, this.unit);
    svg.style.setProperty("--unit", String(this.unit));
    /** Separate, so that it is not repainted whenever a counter moves. */
    this.layers = draw("svg", { class: "ground", "aria-hidden": "true", focusable: "false" });
    /** The drawing below all else: samples of it can be shown elsewhere. */
    this.groundId = `ground-${this.sprites.view}`;
    const ground = draw("g", { id: this.groundId });
    for (const layer of board.layers) ground.append(...parseSvg(layer));
    this.layers.append(ground);
    svg.parentElement?.querySelector(":scope > .ground")?.remove();
    svg.before(this.layers);
    this.zoom = new Zoom(svg, this.layers, board.size, motion);
    this.camera = new Camera(this);
    this.trays = new Trays(this, how.trays, how.cards, how.status);
    this.areas = draw("g");
    /**
     * A group for each place: when a piece comes or goes, only the others on that place are laid out again.
     * A nameless one above them all holds freely placed pieces.
     */
    this.stacks = new Map([...this.places.keys(), ""].map((id) => [id, draw("g")]));
    this.counters = draw("g", {}, ...this.stacks.values());
    this.numbers = draw("g");
    this.flight = draw("g", { class: "flight", "aria-hidden": "true" });
    this.alarms = new Alarms(this);
    /** @type {import("./choice_notes.js").ChoiceNotes | null} fetched with the first note: many games have none */
    this.notes = null;
    this.noteLayer = draw("g", { class: "notes", "aria-hidden": "true" });
    svg.replaceChildren(this.sprites.defs, this.areas, this.numbers, this.counters, this.noteLayer, this.alarms.layer, this.flight);
    this.drawBoard();
    this.animator = new Animator(this);
    this.input = how.passive ? null : new BoardInput(this);
  }

  // Static parts

  drawBoard() {
    const plain = this.board.layers.length === 0;
    const [width, height] = this.board.size;
    if (plain) this.layers.append(draw("rect", { class: "plain-board", width, height }));
    this.svg.classList.toggle("plain", plain);
    for (const group of this.board.groups) {
      const [x, y, w, h] = group.box;
      if (plain && group.path.length) this.layers.append(plainPath(group.path, this.places, this.unit));
      const element = draw("g", { class: "thing group", "data-id": group.id }, this.ring((wider) => this.shapes.box(x, y, w, h, wider)));
      this.areas.append(element);
      this.register(group.id, "group", element, group.name);
    }
    for (const place of this.board.places) {
      const element = draw("g", { class: "thing place", "data-id": place.id, transform: `translate(${place.x} ${place.y})` });
      if (plain) element.append(this.shapes.place(place, "plain-place", -1), ...plainNames(place, HALF + 10, this.unit));
      element.append(this.shapes.place(place, "hit", this.shapes.half(place) < HALF * this.unit ? RING : 0), this.ring((wider) => this.shapes.place(place, "", (place.outline.length ? INSET : 1) + wider), place.outline.length > 0));
      this.areas.append(element);
      this.register(place.id, "place", element, placeName(place));
    }
  }

  /**
   * @param {(wider: number) => SVGElement} shape
   * @param {boolean} [fine]
   */
  ring(shape, fine = false) {
    return fine ? fineRing(shape) : ring(shape, this.unit);
  }

  /**
   * The shape of a piece's ring.
   * @param {Piece} piece
   */
  around(piece) {
    const [w, h] = this.sprites.half(piece.sprite);
    const apart = Math.max(w, h) < FINE * this.unit ? 1 : 2;
    return (/** @type {number} */ wider) => this.shapes.box(-w, -h, 2 * w, 2 * h, apart + wider);
  }

  /**
   * A doubled ring for a thing that takes or does more than others do, or no longer.
   * @param {Thing} thing
   * @param {boolean} paid
   */
  double({ id, element }, paid) {
    if (paid === element.classList.contains("paid")) return;
    element.classList.toggle("paid", paid);
    const [place, piece] = [this.places.get(id), this.piece(id)];
    const shape = place ? (/** @type {number} */ wider) => this.shapes.place(place, "", 1 + wider) : piece && this.around(piece);
    if (!paid) element.querySelector(":scope > .doubled")?.remove();
    else if (shape && element instanceof SVGElement) element.append(doubledRing(shape, this.unit));
  }

  // Registry of things

  /**
   * @param {string} id
   * @param {Kind} kind
   * @param {HTMLElement | SVGElement} element
   * @param {string} name
   */
  register(id, kind, element, name) {
    this.things.set(id, { id, kind, element, name });
  }

  /**
   * @param {string} id
   * @param {Element} element unregister only this element: the thing may have moved between board and tray
   */
  unregister(id, element) {
    if (this.things.get(id)?.element === element) this.things.delete(id);
  }

  /** @param {string} id */
  nameOf(id) {
    return this.things.get(id)?.name ?? "";
  }

  /** The short name of a thing, for a heading. @param {string} id */
  titleOf(id) {
    return this.piece(id)?.name ?? this.places.get(id)?.name ?? this.nameOf(id);
  }

  /**
   * The piece with this id, if shown.
   * @param {string} id
   */
  piece(id) {
    return this.scene?.pieces.find((piece) => piece.id === id);
  }

  /**
   * The position of a thing in units of the board; things beside the board are at its edge.
   * @param {string} id
   * @returns {Point | null}
   */
  where(id) {
    const [fixed] = this.spots(id);
    if (fixed) return fixed;
    const element = this.things.get(id)?.element;
    if (!element) return null;
    const box = element.getBoundingClientRect();
    if (box.width === 0) return null;
    const found = this.zoom.point({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    const [x, y, w, h] = this.zoom.box;
    return { x: Math.min(Math.max(found.x, x), x + w), y: Math.min(Math.max(found.y, y), y + h) };
  }

  /**
   * Where a thing lies on the board: now and, if it moves or comes, in the next scene; nowhere if beside the board.
   * @param {string} id
   * @param {Scene} [after]
   * @returns {Point[]}
   */
  spots(id, after) {
    const coming = after?.pieces.find((piece) => piece.id === id);
    const place = coming && this.places.get(coming.at);
    const next = coming && place ? (spotOf(coming) ?? place) : undefined;
    const found = [this.drawn.get(id) ?? this.places.get(id) ?? this.dials.get(id), next];
    return found.flatMap((each) => (each ? [{ x: each.x, y: each.y }] : []));
  }

  /**
   * The radius of a ring that points at a thing.
   * @param {string} id
   */
  reach(id) {
    const piece = this.piece(id);
    const most = piece ? Math.hypot(...this.sprites.half(piece.sprite)) : (this.dials.get(id)?.size ?? HALF) * 1.2 * this.unit;
    const area = this.places.get(id)?.outline ?? [];
    const [, , w, h] = bounds(area);
    return Math.min(area.length ? Math.max(w, h) / 2 : most, 26 * this.unit);
  }

  // Showing a scene

  /**
   * @param {Scene} scene
   * @param {{lit?: boolean}} [how]
   */
  show(scene, { lit = true } = {}) {
    const first = this.scene === null;
    this.scene = scene;
    this.input?.rest();
    this.flight.replaceChildren();
    this.trays.show(scene);
    this.showPieces(scene, first);
    for (const gauge of scene.gauges) this.showDial(gauge, first);
    this.alarms.show(scene);
    this.light(lit && !this.how.passive ? scene.choices : []);
  }

  /**
   * @param {Scene} scene
   * @param {boolean} first
   */
  showPieces(scene, first) {
    /** @type {Map<string, Piece[]>} */
    const stacks = new Map();
    for (const piece of scene.pieces) {
      if (!this.places.has(piece.at)) continue;
      const at = piece.spot ? "" : piece.at;
      const stack = stacks.get(at);
      if (stack) stack.push(piece);
      else stacks.set(at, [piece]);
    }
    const seen = new Set();
    for (const piece of [...stacks.values()].flat()) seen.add(piece.id);
    for (const [id, { element }] of this.drawn) {
      if (seen.has(id)) continue;
      element.remove();
      this.drawn.delete(id);
      this.unregister(id, element);
    }
    for (const [at, stack] of stacks) {
      stack.forEach((piece, n) => this.showPiece(piece, n, spotOf(piece) ?? fanned(/** @type {Place} */ (this.places.get(at)), n, stack.length, this.unit), first));
    }
  }

  /**
   * @param {Piece} piece
   * @param {number} n its index on the place, from below
   * @param {Point} spot
   * @param {boolean} first
   */
  showPiece(piece, n, { x, y }, first) {
    let known = this.drawn.get(piece.id);
    if (!known) {
      known = { element: draw("g", { class: "thing piece", "data-id": piece.id }), key: "", spot: "", x, y };
      this.drawn.set(piece.id, known);
    }
    const { element } = known;
    const key = appearance(piece);
    const spot = `translate(${x} ${y})${piece.turn ? ` rotate(${piece.turn})` : ""}`;
    const changed = known.key !== key || known.spot !== spot;
    if (known.key !== key) {
      const fine = Math.max(...this.sprites.half(piece.sprite)) < FINE * this.unit;
      element.replaceChildren(...this.sprites.figure(piece), this.ring(this.around(piece), fine));
      element.classList.remove("paid");
    }
    if (known.spot !== spot) element.setAttribute("transform", spot);
    Object.assign(known, { key, spot, x, y });
    element.style.visibility = "";
    const stack = this.stacks.get(piece.spot ? "" : piece.at);
    if (stack && stack.children[n] !== element) stack.insertBefore(element, stack.children[n] ?? null);
    if (changed && !first) this.pulse(element);
    if (piece.silent) {
      // A mark of the drawing is silent, and a pointer goes through it.
      element.setAttribute("aria-hidden", "true");
      element.style.pointerEvents = "none";
      return;
    }
    const where = this.places.get(piece.at)?.name ?? "";
    this.register(piece.id, "piece", element, pieceName(piece, where));
  }

  /**
   * @param {Gauge} gauge
   * @param {boolean} first
   */
  showDial(gauge, first) {
    const dial = this.dials.get(gauge.id);
    if (!dial) return;
    let element = this.numbers.querySelector(`[data-id="${CSS.escape(gauge.id)}"]`);
    if (!(element instanceof SVGGElement)) {
      const ring = this.ring((wider) => draw("circle", { r: (dial.size + 1 + wider) * this.unit }), dial.size < FINE);
      element = draw("g", { class: "thing gauge", "data-id": dial.id, transform: `translate(${dial.x} ${dial.y})` },
        this.sprites.use(dial.sprite), draw("text", { class: "p-dial dial-value" }), ring);
      this.numbers.append(element);
    }
    const text = /** @type {SVGTextElement} */ (element.querySelector(".dial-value"));
    if (text.textContent !== gauge.value) {
      text.textContent = gauge.value;
      text.style.fontSize = `${gauge.value.length > 2 ? dial.size * LONG : dial.size}px`;
      if (!first) this.pulse(element);
    }
    this.register(gauge.id, "gauge", /** @type {SVGGElement} */ (element), gaugeName(gauge, this.titleOf(gauge.at)));
  }

  /**
   * Pulse once after a change.
   * @param {Element} element
   */
  pulse(element) {
    if (!motion()) return;
    element.classList.add("changed");
    element.addEventListener("animationend", () => element.classList.remove("changed"), { once: true });
  }

  // Choices

  /** @param {Choice[]} choices */
  light(choices) {
    this.lit = new Map();
    this.choices = choices;
    const minor = this.scene?.minor_kinds ?? [];
    this.minor = choices.some(({ kind, weight }) => weight === "main" && !minor.includes(kind)) ? minor : [];
    for (const choice of choices) {
      for (const id of [choice.at, ...choice.also].filter(Boolean)) this.lit.set(id, [...(this.lit.get(id) ?? []), choice]);
    }
    if (!this.lit.has(this.tabStop)) this.tabStop = firstStop(this);
    for (const thing of this.things.values()) if (this.lit.has(thing.id) || !this.bare(thing)) this.label(thing);
    void this.showNotes(choices);
    this.near([]); // what a sentence or menu pointed at is settled, even if the pointer still rests there
    this.uncover();
    this.markSubject();
  }

  /** @param {Choice[]} choices */
  async showNotes(choices) {
    if (!this.notes && !choices.some(({ note, badge }) => note || badge)) return;
    const { ChoiceNotes } = await import("./choice_notes.js");
    this.notes ??= new ChoiceNotes(this);
    if (this.choices === choices) this.notes.show(choices);
  }

  /** Mark the pieces the question is about. */
  markSubject() {
    for (const each of document.querySelectorAll(".subject")) each.classList.remove("subject");
    for (const id of this.scene?.ask?.about ?? []) this.things.get(id)?.element.classList.add("subject");
  }

  /** Mark the things that decided the game, with what lies on them. @param {string[]} ids */
  markDecisive(ids) {
    const upon = (this.scene?.pieces ?? []).filter((piece) => ids.includes(piece.at)).map((piece) => piece.id);
    for (const { id, element } of this.things.values()) element.classList.toggle("decisive", ids.includes(id) || upon.includes(id));
  }

  /** A click on what covers a highlighted place goes to the place; on an area there is space for both. */
  uncover() {
    for (const { id, at } of [...(this.scene?.pieces ?? []), ...(this.scene?.gauges ?? [])]) {
      const covers = this.places.get(at)?.outline.length === 0 && this.lit.has(at) && !this.lit.has(id);
      this.things.get(id)?.element.classList.toggle("covers", covers);
    }
  }

  /** Whether a part of the board has no label and needs none: most of a large one. @param {Thing} thing */
  bare({ id, kind, element }) {
    const plain = kind === "place" || kind === "group";
    return plain && !element.hasAttribute("role") && !element.classList.contains("chosen") && !this.alarms.said.has(id);
  }

  /** @param {Thing} thing */
  label(thing) {
    const { id, kind, element, name: own } = thing;
    const here = this.lit.get(id);
    const alarms = this.alarms.said.get(id) ?? [];
    const name = [own, ...alarms].join(", ");
    element.classList.toggle("lit", Boolean(here));
    element.classList.toggle("faint", here?.every(({ fold, kind }) => fold || this.minor.includes(kind)) ?? false);
    element.classList.remove("chosen");
    this.double(thing, here?.some(({ badge }) => badge) ?? false);
    if (here) {
      const what = choiceName(here, name);
      setAttributes(element, { role: "button", "aria-label": `${name}: ${what}`, tabindex: id === this.tabStop ? "0" : "-1" });
      if (here.length > 1) element.setAttribute("aria-haspopup", "menu");
      else element.removeAttribute("aria-haspopup");
      return;
    }
    element.removeAttribute("aria-haspopup");
    const explanation = this.explanations.get(id);
    if (explanation && this.input && element instanceof HTMLElement) {
      setAttributes(element, { role: "button", "aria-label": name, "aria-description": explanation, tabindex: "0" });
      return;
    }
    const told = alarms.length > 0 || kind === "piece" || (kind === "gauge" && element instanceof SVGElement);
    const read = told && !element.classList.contains("card");
    setAttributes(element, { role: read ? "img" : null, "aria-label": read ? name : null, tabindex: null });
  }

  /**
   * Highlight what a sentence is about.
   * @param {string[]} ids
   */
  near(ids) {
    for (const each of document.querySelectorAll(".thing.near")) each.classList.remove("near");
    for (const id of ids) this.things.get(id)?.element.classList.add("near");
  }

  /**
   * Point at what a line of the log is about: outlined until something else is, and pulsing once.
   * @param {string[]} ids
   */
  recall(ids) {
    this.near(ids);
    void this.animator.point(ids.filter((id) => this.things.has(id)));
  }

  /** @param {string} id */
  chosen(id) {
    this.things.get(id)?.element.classList.add("chosen");
  }

  // Animation

  /**
   * Animate what happened between two scenes, then show the second.
   * @param {FrameStep[]} steps
   * @param {Scene} before
   * @param {Scene} after
   * @param {{lit?: boolean}} [how]
   */
  async animate(steps, before, after, how = {}) {
    if (motion() && !document.hidden && steps.some((step) => step.gesture)) {
      if (this.scene !== before) this.show(before, { lit: false });
      else this.light([]);
      this.svg.classList.add("moving");
      await this.animator.play(steps, after);
      this.svg.classList.remove("moving");
    } else for (const gesture of new Set(steps.map((step) => step.gesture))) soundOf(gesture);
    this.show(after, how);
  }

  /** Whether an animation is running. */
  get moving() {
    return this.animator.playing;
  }

  /** Finish the running animations at once. */
  finish() {
    this.animator.finish();
  }

  /** Another board takes over. */
  leave() {
    this.finish();
    this.input?.leave();
  }
}
