/** Open choices: numbers, angles and points within ranges. Values are hundredths until they are written. */

import { draw, make } from "./dom.js";
import { language, shown, t } from "./words.js";

/** @typedef {import("./types.js").Field} Field */
/** @typedef {import("./types.js").Form} Form */
/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./stage.js").Stage} Stage */
/** @typedef {{field: Field, input: HTMLInputElement, value: () => number, set: (value: number) => void, part: HTMLElement}} Control */
/** @typedef {{key: string, stage: Stage, aim: Aim | null}} Kept */
/** @typedef {{mark: SVGGElement, pick: (at: Point) => void}} Aim */

/** @type {WeakMap<HTMLElement, Kept>} */
const open = new WeakMap();

/**
 * A form for an open choice, or nothing. One that is open already stays with all that was typed into it:
 * a refusal or somebody's offer takes nothing back.
 * @param {HTMLElement} home
 * @param {Form | null} form
 * @param {Stage} stage
 * @param {(notation: string) => void} take
 */
export function showForm(home, form, stage, take) {
  const before = open.get(home);
  const key = JSON.stringify([language(), form]);
  const same = before?.key === key && before.stage === stage;
  if (!same) {
    before?.aim?.mark.remove();
    open.set(home, { key, stage, aim: form && fill(home, form, stage, take) });
  }
  if (!form) home.replaceChildren();
  home.hidden = form === null;
  const aim = open.get(home)?.aim ?? null;
  if (stage.hands) stage.hands.picking = aim && aim.pick;
}

/**
 * @param {HTMLElement} home
 * @param {Form} form
 * @param {Stage} stage
 * @param {(notation: string) => void} take
 * @returns {Aim | null} what stands on the board for it
 */
function fill(home, form, stage, take) {
  const controls = form.fields.map(control);
  const points = controls.filter(({ field }) => field.control === "point");
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    const missing = controls.find(({ input }) => Number.isNaN(input.valueAsNumber));
    if (missing) missing.input.reportValidity();
    else take([form.notation, ...controls.map(({ field, input }) => `${field.name}=${written(typed(input))}`)].join(" ").trim());
  };
  // Numbers out of range are sent as well: the rules refuse them in the reader's language, the browser in its own.
  const element = make("form", { novalidate: true, submit: send }, ...controls.map(({ part }) => part));
  const aim = points.length === 2 ? aimed(home, stage, points) : null;
  if (aim) element.prepend(make("p", { class: "soft" }, t("play.point")));
  element.append(make("button", { class: "main" }, t("play.take")));
  home.replaceChildren(element);
  return aim;
}

/**
 * What stands in a field, in hundredths.
 * @param {HTMLInputElement} input
 */
function typed(input) {
  return Math.round(input.valueAsNumber * 100);
}

/**
 * Hundredths as notation writes them: 325 is `3.25`, 300 is `3`.
 * @param {number} hundredths
 */
export function written(hundredths) {
  return String(hundredths / 100);
}

/**
 * The nearest value the field takes.
 * @param {Field} field
 * @param {number} value
 */
function fitting({ low, high, step }, value) {
  const stepped = low + Math.round((value - low) / step) * step;
  return Math.min(Math.max(stepped, low), low + Math.floor((high - low) / step) * step);
}

/**
 * @param {Field} field
 * @returns {Control}
 */
function control(field) {
  const range = { min: field.low / 100, max: field.high / 100, step: field.step / 100 };
  const input = make("input", { type: "number", required: true, inputmode: "decimal", ...range });
  const unit = field.unit && ` (${field.unit})`;
  const limits = t("play.range", { low: field.low / 100, high: field.high / 100 });
  const label = make("label", { class: "field" }, make("span", {}, `${field.name}${unit}, ${limits}`), input);
  let last = field.low;
  /** While a number is wiped away to be typed anew, the one before stands. */
  const value = () => {
    if (!Number.isNaN(input.valueAsNumber)) last = fitting(field, typed(input));
    return last;
  };
  const part = make("div", { class: "control" }, label);
  const set = (/** @type {number} */ wanted) => {
    input.value = written(fitting(field, wanted));
    input.dispatchEvent(new Event("input"));
  };
  input.addEventListener("input", (field.control === "angle" ? dial : slider)(part, field, value, set));
  set(field.low);
  return { field, input, value, set, part };
}

/**
 * @param {HTMLElement} part
 * @param {Field} field
 * @param {() => number} value
 * @param {(value: number) => void} set
 */
function slider(part, field, value, set) {
  const range = make("input", { type: "range", min: field.low, max: field.high, step: field.step, "aria-label": field.name });
  range.addEventListener("input", () => set(range.valueAsNumber));
  part.append(range);
  return () => {
    range.value = String(value());
  };
}

/**
 * A dial to turn: up is 0, clockwise, in degrees.
 * @param {HTMLElement} part
 * @param {Field} field
 * @param {() => number} value
 * @param {(value: number) => void} set
 */
function dial(part, field, value, set) {
  const hand = draw("path", { class: "hand", d: "M0 6V-34M-6 -26L0 -36L6 -26" });
  const face = draw("svg", { viewBox: "-50 -50 100 100", class: "turn", role: "slider", tabindex: "0", "aria-label": field.name },
    draw("circle", { r: 44 }), ...[0, 90, 180, 270].map((at) => draw("path", { d: "M0 -44V-38", transform: `rotate(${at})` })), hand);
  face.setAttribute("aria-valuemin", written(field.low));
  face.setAttribute("aria-valuemax", written(field.high));
  const turned = (/** @type {PointerEvent} */ event) => {
    const box = face.getBoundingClientRect();
    const [x, y] = [event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2];
    const angle = (Math.atan2(x, -y) * 18000) / Math.PI;
    const off = (/** @type {number} */ turn) => Math.abs(turn - fitting(field, turn));
    set([-1, 0, 1].map((n) => angle + n * 36000).reduce((best, turn) => (off(turn) < off(best) ? turn : best)));
  };
  face.addEventListener("pointerdown", (event) => {
    face.setPointerCapture(event.pointerId);
    turned(event);
  });
  face.addEventListener("pointermove", (event) => event.buttons && turned(event));
  face.addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    const wanted = way === undefined ? { Home: field.low, End: field.high }[event.key] : value() + way * field.step;
    if (wanted === undefined) return;
    event.preventDefault();
    set(wanted);
  });
  part.append(face);
  return () => {
    hand.setAttribute("transform", `rotate(${value() / 100})`);
    face.setAttribute("aria-valuenow", written(value()));
    face.setAttribute("aria-valuetext", `${shown(value() / 100)} ${field.unit}`.trim());
  };
}

/**
 * Two fields are one point of the board: clicked or dragged there, or given as numbers.
 * While an earlier moment is looked at, the form rests and so does its mark.
 * @param {HTMLElement} home
 * @param {Stage} stage
 * @param {Control[]} points
 * @returns {Aim | null}
 */
function aimed(home, stage, [first, second]) {
  if (!first || !second || !stage.hands) return null;
  const r = 9 * stage.unit;
  const mark = draw("g", { class: "aim", "aria-hidden": "true", "stroke-width": 2 * stage.unit },
    draw("circle", { r }), draw("path", { d: `M${-2 * r} 0H${2 * r}M0 ${-2 * r}V${2 * r}` }));
  const shift = () => mark.setAttribute("transform", `translate(${first.value() / 100} ${second.value() / 100})`);
  const pick = (/** @type {Point} */ { x, y }) => {
    if (home.closest("[inert]")) return;
    first.set(x * 100);
    second.set(y * 100);
  };
  for (const { input } of [first, second]) input.addEventListener("input", shift);
  stage.svg.append(mark);
  shift();
  mark.addEventListener("pointerdown", (event) => {
    event.stopPropagation();
    mark.setPointerCapture(event.pointerId);
  });
  mark.addEventListener("pointermove", (event) => {
    if (event.buttons) pick(stage.lens.point({ x: event.clientX, y: event.clientY }));
  });
  return { mark, pick };
}
