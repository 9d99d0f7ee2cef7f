/** Handles of a form on the board: its point and its target. Both can be dragged or moved by arrow keys. */

import { draw } from "../../lib/dom.js";
import { formatted } from "../../lib/words.js";
import { chancesBeside, strikes } from "./chances.js";
import { stride, turned } from "./numbers.js";

/** @typedef {import("../../lib/types.js").Box} Box */
/** @typedef {import("../../lib/types.js").Form} Form */
/** @typedef {import("../../lib/types.js").Point} Point */
/** @typedef {import("../../lib/types.js").Throw} Throw */
/** @typedef {import("../../board/view.js").BoardView} BoardView */
/** @typedef {import("./form.js").Control} Control */
/** @typedef {import("./chances.js").Strike} Strike */
/**
 * @typedef {object} FormHandles
 * @property {SVGGElement} element
 * @property {(at: Point) => void} pick
 * @property {(() => Box) | null} box the part of the board that a throw covers
 * @property {() => void} leave
 */
/** @typedef {(at: Point) => void} Drag */
/** @typedef {{element: SVGGElement, name: string, seize: () => Drag, steps: [Control, Control]}} Handle a handle and its two numbers */

/** Steps of a key press with Shift. */
const LEAP = 10;
/** A handle stays this far within the board, in pixels. */
const EDGE = 16;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * The handles of a form on the board, or null if it has no point there.
 * While an earlier moment is shown, the form and its handles are inactive.
 * @param {HTMLElement} home
 * @param {BoardView} view
 * @param {Form} form
 * @param {Control[]} controls
 * @param {(found: Strike[]) => void} tell takes the chances of a throw whenever they change
 * @returns {FormHandles | null}
 */
export function addFormHandles(home, view, form, controls, tell) {
  const [first, second, ...others] = controls.filter(({ field }) => field.control === "point");
  if (!first || !second || others.length || !view.input) return null;
  const rests = () => home.closest("[inert]") !== null;
  const place = () => ({ x: (first.value() / 100) * form.scale, y: (second.value() / 100) * form.scale });
  const lead = form.throw && throwHandle(view, form, form.throw, controls, place, tell);
  // Moving the point keeps the target, even after passing a point from which it could not be reached.
  const seize = () => {
    const goal = lead?.end();
    return (/** @type {Point} */ { x, y }) => {
      first.set((x * 100) / form.scale);
      second.set((y * 100) / form.scale);
      if (goal) lead?.drag(goal);
    };
  };
  const pick = (/** @type {Point} */ at) => {
    if (rests()) return;
    seize()(at);
    view.camera.question();
  };
  const element = draw("g", { class: "aiming" });
  /** @type {Handle} */
  const from = {
    element: draw("g", { class: "aim" }, draw("circle", { class: "grip", r: 22 }), ...cross("under"), ...cross("over"), ...named(form.point)),
    name: form.point, seize, steps: [first, second],
  };
  const handles = lead ? [lead.handle, from] : [from];
  element.append(...(lead ? lead.marks : []), ...handles.map((each) => each.element));
  const show = () => {
    const { x, y } = place();
    const small = 1 / view.zoom.scale;
    from.element.setAttribute("transform", `translate(${x} ${y}) scale(${small})`);
    lead?.show(small);
    for (const handle of handles) describe(handle);
  };
  for (const { listen } of controls) listen(show);
  for (const handle of handles) hold(handle, view, rests);
  view.svg.append(element);
  const leave = view.zoom.watch(show);
  show();
  const gone = () => {
    leave();
    lead?.leave();
    element.remove();
  };
  return { element, pick, box: lead && lead.box, leave: gone };
}

/**
 * The target, computed from the form alone: the dice are unknown.
 * @param {BoardView} view
 * @param {Form} form
 * @param {Throw} way
 * @param {Control[]} controls
 * @param {() => Point} place
 * @param {(found: Strike[]) => void} tell
 */
function throwHandle(view, form, way, controls, place, tell) {
  const [turn, force, by] = [way.turn, way.force, way.by].map((name) => controls.find(({ field }) => field.name === name));
  if (!turn || !force || !by) throw new Error("a form leads somewhere by a field that it has not");
  const row = () => way.rows[by.value() / 100 - 1] ?? [0, 0, 0];
  const reach = () => {
    const [far, along, across] = row();
    const distance = ((force.value() / 100) ** 2 * far * form.scale) / 1000;
    const angle = (turn.value() * Math.PI) / 18000;
    const { x, y } = place();
    const end = { x: x + distance * Math.sin(angle), y: y - distance * Math.cos(angle) };
    return { end, angle, along: (along * distance) / 1000, across: (across * distance) / 1000 };
  };
  /** Half the width and height of the ellipse. */
  const extent = () => {
    const { angle, along, across } = reach();
    const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
    return { w: Math.hypot(along * sine, across * cosine), h: Math.hypot(along * cosine, across * sine) };
  };
  /** @returns {Box} */
  const box = () => {
    const [{ end }, { x, y }, { w, h }] = [reach(), place(), extent()];
    const [left, top] = [Math.min(x, end.x - w), Math.min(y, end.y - h)];
    return [left, top, Math.max(x, end.x + w) - left, Math.max(y, end.y + h) - top];
  };
  const drag = (/** @type {Point} */ at) => {
    const from = place();
    const [x, y] = [at.x - from.x, at.y - from.y];
    const distance = Math.hypot(x, y) / form.scale;
    if (distance) turn.set(turned(turn.field, (Math.atan2(x, -y) * 18000) / Math.PI));
    force.set(Math.sqrt((distance * 1000) / row()[0]) * 100);
  };
  const line = (/** @type {string} */ kind) => draw("path", { class: kind });
  const round = (/** @type {string} */ kind) => draw("ellipse", { class: kind });
  const [lines, rounds] = [[line("way under"), line("way over")], [round("reach under"), round("reach over")]];
  // Open in the middle: what is aimed at stays in sight.
  const dot = ["under", "over"].map((kind) => draw("path", { class: kind, d: "M0 -12L12 0L0 12L-12 0ZM0 -2V2M-2 0H2" }));
  const chances = chancesBeside(view);
  let counting = 0;
  /** Once a frame, however many numbers change. */
  const count = () => {
    counting = 0;
    const found = strikes(way, form.scale, view.places, reach());
    chances.show(found, reach().end, extent().w);
    tell(found);
  };
  /** @type {Handle} */
  const handle = { element: draw("g", { class: "aim goal" }, draw("circle", { class: "grip", r: 22 }), ...dot, ...named(form.goal)), name: form.goal, seize: () => drag, steps: [turn, force] };
  const show = (/** @type {number} */ small) => {
    const { end, along, across } = reach();
    const from = place();
    for (const each of lines) each.setAttribute("d", `M${from.x} ${from.y}L${end.x} ${end.y}`);
    for (const each of rounds) {
      each.setAttribute("rx", String(across));
      each.setAttribute("ry", String(along));
      each.setAttribute("transform", `translate(${end.x} ${end.y}) rotate(${turn.value() / 100})`);
    }
    const { x, y } = within(view.board.size, from, end, EDGE * small);
    handle.element.setAttribute("transform", `translate(${x} ${y}) scale(${small})`);
    if (way.targets.length) counting ||= requestAnimationFrame(count);
  };
  return { handle, show, drag, box, end: () => reach().end, marks: [...rounds, ...lines, chances.element], leave: () => cancelAnimationFrame(counting) };
}

/**
 * The end of a line, or its last point within the board.
 * @param {[number, number]} size
 * @param {Point} from
 * @param {Point} end
 * @param {number} edge
 */
function within([width, height], from, end, edge) {
  const share = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ most) => {
    if (b < edge) return Math.max(0, (a - edge) / (a - b));
    return b > most - edge ? Math.max(0, (most - edge - a) / (b - a)) : 1;
  };
  const part = Math.min(share(from.x, end.x, width), share(from.y, end.y, height));
  return { x: from.x + (end.x - from.x) * part, y: from.y + (end.y - from.y) * part };
}

/** @param {string} kind */
function cross(kind) {
  return [draw("circle", { class: kind, r: 10 }), draw("path", { class: kind, d: "M-18 0H-4M4 0H18M0 -18V-4M0 4V18" })];
}

/**
 * The name of a handle, shown while it is pointed at.
 * @param {string} name
 */
function named(name) {
  return name ? [draw("text", { class: "name under", y: -26 }, name), draw("text", { class: "name", y: -26 }, name)] : [];
}

/**
 * The values of a handle, for screen readers.
 * @param {Handle} handle
 */
function describe({ element, steps }) {
  const said = steps.map(({ field, value }) => `${field.label} ${formatted(value() / 100)} ${field.unit}`.trim());
  element.setAttribute("aria-valuenow", String(steps[0].value() / 100));
  element.setAttribute("aria-valuetext", said.join(", "));
}

/**
 * A handle is dragged, or moved by arrow keys: left and right change its first number, up and down the other.
 * @param {Handle} handle
 * @param {BoardView} view
 * @param {() => boolean} rests
 */
function hold({ element, name, seize, steps: [aside, upright] }, view, rests) {
  const { field } = aside;
  let drag = seize();
  const traits = {
    role: "slider", tabindex: "0", "aria-label": name || `${field.label}, ${upright.field.label}`,
    "aria-valuemin": String(field.low / 100), "aria-valuemax": String(field.high / 100),
  };
  for (const [trait, value] of Object.entries(traits)) element.setAttribute(trait, value);
  element.addEventListener("pointerdown", (event) => {
    event.stopPropagation();
    element.setPointerCapture(event.pointerId);
    view.zoom.held = true;
    drag = seize();
  });
  element.addEventListener("lostpointercapture", () => {
    view.zoom.held = false;
    view.camera.question();
  });
  element.addEventListener("pointermove", (event) => {
    if (event.buttons && element.hasPointerCapture(event.pointerId) && !rests()) drag(view.zoom.point({ x: event.clientX, y: event.clientY }));
  });
  // Otherwise the browser would scroll on a vertical drag: `touch-action` does not work on parts of an SVG.
  element.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
  // Otherwise the board would take the end of a drag for a click.
  element.addEventListener("click", (event) => event.stopPropagation());
  element.addEventListener("keydown", (event) => {
    const way = ARROWS[event.key];
    if (!way || rests()) return;
    event.preventDefault();
    const far = event.shiftKey ? LEAP : 1;
    const down = upright.field.control === "point" ? -1 : 1;
    const next = aside.value() + way[0] * far * stride(field);
    if (way[0]) aside.set(field.control === "angle" ? turned(field, next) : next);
    if (way[1]) upright.set(upright.value() + way[1] * down * far * stride(upright.field));
    view.camera.question();
  });
}
