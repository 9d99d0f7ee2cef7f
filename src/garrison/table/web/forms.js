/** Open choices: numbers, angles and points within ranges. Values are hundredths until they are written. */

import { draw, make } from "./dom.js";
import { shown, t } from "./words.js";

/** @typedef {import("./types.js").Field} Field */
/** @typedef {import("./types.js").Form} Form */
/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./stage.js").Stage} Stage */
/** @typedef {{field: Field, input: HTMLInputElement, value: () => number, set: (value: number) => void, part: HTMLElement}} Control */

/**
 * A form for an open choice, or nothing.
 * @param {HTMLElement} home
 * @param {Form | null} form
 * @param {Stage} stage
 * @param {(notation: string) => void} take
 */
export function showForm(home, form, stage, take) {
  if (stage.hands) stage.hands.picking = null;
  stage.flight.querySelector(".aim")?.remove();
  home.hidden = form === null;
  if (!form) {
    home.replaceChildren();
    return;
  }
  const controls = form.fields.map(control);
  const points = controls.filter(({ field }) => field.control === "point");
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    take([form.notation, ...controls.map(({ field, value }) => `${field.name}=${written(value())}`)].join(" ").trim());
  };
  const element = make("form", { submit: send }, ...controls.map(({ part }) => part));
  if (points.length === 2) {
    element.prepend(make("p", { class: "soft" }, t("play.point")));
    aimed(stage, points);
  }
  element.append(make("button", { class: "main" }, t("play.take")));
  home.replaceChildren(element);
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
  const value = () => fitting(field, Math.round(input.valueAsNumber * 100));
  const part = make("div", { class: "control" }, label);
  /** @type {(() => void)[]} */
  const watchers = [];
  const set = (/** @type {number} */ wanted) => {
    input.value = written(fitting(field, wanted));
    input.dispatchEvent(new Event("input"));
  };
  if (field.control === "angle") watchers.push(dial(part, field, value, set));
  else watchers.push(slider(part, field, value, set));
  input.addEventListener("input", () => {
    if (!Number.isNaN(input.valueAsNumber)) for (const each of watchers) each();
  });
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
    let angle = (Math.atan2(x, -y) * 18000) / Math.PI;
    while (angle < field.low) angle += 36000;
    if (angle > field.high && angle - 36000 >= field.low) angle -= 36000;
    set(angle);
  };
  face.addEventListener("pointerdown", (event) => {
    face.setPointerCapture(event.pointerId);
    turned(event);
  });
  face.addEventListener("pointermove", (event) => event.buttons && turned(event));
  face.addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (way === undefined) return;
    event.preventDefault();
    set(value() + way * field.step);
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
 * @param {Stage} stage
 * @param {Control[]} points
 */
function aimed(stage, [first, second]) {
  if (!first || !second || !stage.hands) return;
  const r = 9 * stage.unit;
  const aim = draw("g", { class: "aim", "stroke-width": 2 * stage.unit },
    draw("circle", { r }), draw("path", { d: `M${-2 * r} 0H${2 * r}M0 ${-2 * r}V${2 * r}` }));
  const shift = () => aim.setAttribute("transform", `translate(${first.value() / 100} ${second.value() / 100})`);
  const pick = (/** @type {Point} */ { x, y }) => {
    first.set(x * 100);
    second.set(y * 100);
  };
  for (const { input } of [first, second]) input.addEventListener("input", shift);
  stage.flight.append(aim);
  shift();
  stage.hands.picking = pick;
  aim.addEventListener("pointerdown", (event) => {
    event.stopPropagation();
    aim.setPointerCapture(event.pointerId);
  });
  aim.addEventListener("pointermove", (event) => {
    if (event.buttons) pick(stage.lens.point({ x: event.clientX, y: event.clientY }));
  });
}
