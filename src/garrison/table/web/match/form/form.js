/** The form of an open choice: numbers, angles and points within ranges, in hundredths until sent. */

import { announce } from "../../lib/announcer.js";
import { draw, make } from "../../lib/dom.js";
import { formatted, language, t } from "../../lib/words.js";
import { listed } from "./chances.js";
import { addFormHandles } from "./handles.js";
import { fitting, stride, turned, values, written } from "./numbers.js";

/** @typedef {import("../../lib/types.js").Field} Field */
/** @typedef {import("../../lib/types.js").Form} Form */
/** @typedef {import("./chances.js").Strike} Strike */
/** @typedef {import("./handles.js").FormHandles} FormHandles */
/** @typedef {import("../../board/view.js").BoardView} BoardView */
/** @typedef {{key: string, view: BoardView, form: Form | null, controls: Control[], aim: FormHandles | null}} OpenForm */

/**
 * @typedef {object} Control
 * @property {Field} field
 * @property {() => number} value the value entered, or the last valid one
 * @property {(value: number) => void} set
 * @property {(changed: () => void) => void} listen
 * @property {() => number | null} given the value to send; null if the number is missing, which is then requested
 * @property {HTMLElement} part
 */

/** A field with at most this many values shows them all. */
const FEW = 5;
/** Number of chances that are listed, and the pause after a change before they are announced, in milliseconds. */
const LISTED = 3;
const QUIET = 900;

/** @type {WeakMap<HTMLElement, OpenForm>} */
const open = new WeakMap();

/**
 * A form for an open choice, or nothing. A form already open keeps what was typed into it,
 * even after a refusal or another player's offer.
 * @param {HTMLElement} home
 * @param {HTMLElement} aids where a long form puts its button
 * @param {Form | null} form
 * @param {BoardView} view
 * @param {(notation: string) => void} take
 */
export function showForm(home, aids, form, view, take) {
  const before = open.get(home);
  const key = JSON.stringify([language(), form]);
  const same = before?.key === key && before.view === view;
  if (!same) {
    before?.aim?.leave();
    aids.querySelector(":scope > .send")?.remove();
    open.set(home, { key, view, form, ...(form ? fill(home, aids, form, view, take) : { controls: [], aim: null }) });
  }
  if (!form) home.replaceChildren();
  home.hidden = form === null;
  home.classList.toggle("throwing", Boolean(form?.throw));
  const aim = open.get(home)?.aim ?? null;
  if (view.input) view.input.picking = aim && aim.pick;
  view.camera.aim = aim && aim.box;
}

/**
 * Put the numbers of a notation into the open form.
 * @param {HTMLElement} home
 * @param {string} notation
 * @returns {boolean} whether it is an answer of this form
 */
export function fillForm(home, notation) {
  const found = open.get(home);
  const given = notation.split(" ").filter((word) => word.includes("="));
  if (!found?.form || !notation.startsWith(found.form.notation) || given.length !== found.controls.length) return false;
  for (const { field, set } of found.controls) {
    const word = given.find((each) => each.startsWith(`${field.name}=`)) ?? "";
    set(Math.round(Number(word.slice(field.name.length + 1)) * 100));
  }
  found.view.camera.question();
  return true;
}

/**
 * @param {HTMLElement} home
 * @param {HTMLElement} aids
 * @param {Form} form
 * @param {BoardView} view
 * @param {(notation: string) => void} take
 * @returns {{controls: Control[], aim: FormHandles | null}} its fields, and its handles on the board
 */
function fill(home, aids, form, view, take) {
  const controls = form.fields.map((field, n) => {
    const start = form.start[n] ?? field.low;
    return few(field) ? row(field, start) : control(field, start, form.throw !== null && field.control === "point");
  });
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    const said = [form.notation];
    for (const { field, given } of controls) {
      const number = given();
      if (number === null) return;
      said.push(`${field.name}=${written(number)}`);
    }
    take(said.join(" ").trim());
  };
  // Send numbers out of range too: the rules refuse them in the reader's language, the browser in its own.
  const element = make("form", { id: "open-choice", novalidate: true, submit: send, change: () => view.camera.question() }, ...controls.map(({ part }) => part));
  // In large windows they are written on the board for those who see it.
  const chances = make("p", { class: "heard chances" });
  const aim = addFormHandles(home, view, form, controls, teller(chances));
  if (aim) element.prepend(make("p", { class: form.throw ? "heard" : "soft" }, t("play.point")));
  if (form.throw) {
    element.prepend(make("p", { class: "soft reach-told" }, swatch(), form.about), chances);
    aids.prepend(make("button", { class: "main send", form: element.id }, form.send));
  } else element.append(make("button", { class: "main" }, t("play.take")));
  home.replaceChildren(element);
  return { controls, aim };
}

/**
 * Shows the chances of a throw; once they rest for a moment, screen readers hear of those that changed.
 * @param {HTMLElement} home
 * @returns {(found: Strike[]) => void}
 */
function teller(home) {
  let [pause, heard] = [0, ""];
  return (found) => {
    const said = t("play.strikes", { list: new Intl.ListFormat(language(), { type: "unit" }).format(listed(found, LISTED)) });
    heard ||= said;
    home.textContent = said;
    clearTimeout(pause);
    pause = setTimeout(() => {
      if (said !== heard && home.isConnected) announce([said]);
      heard = said;
    }, QUIET);
  };
}

/** A small copy of the line drawn on the board around the target. */
function swatch() {
  const round = (/** @type {string} */ kind) => draw("ellipse", { class: `reach ${kind}`, rx: 12, ry: 6 });
  return draw("svg", { viewBox: "-15 -9 30 18", class: "swatch", "aria-hidden": "true" }, round("under"), round("over"));
}

/** @param {Field} field */
function few(field) {
  return field.control === "number" && values(field).length <= FEW;
}

/**
 * A field with few values, as a row of buttons.
 * @param {Field} field
 * @param {number} start
 * @returns {Control}
 */
function row(field, start) {
  const inputs = values(field).map((each) => make("input", { type: "radio", name: field.name, value: each, checked: each === start }));
  const labels = inputs.map((input) => make("label", {}, input, formatted(Number(input.value) / 100)));
  const name = make("span", { "aria-hidden": "true" }, called(field));
  const part = make("div", { class: "control few", role: "radiogroup", "aria-label": called(field) }, name, make("div", {}, ...labels));
  const value = () => Number(inputs.find((input) => input.checked)?.value ?? start);
  const set = (/** @type {number} */ wanted) => {
    const fitted = String(fitting(field, wanted));
    for (const input of inputs) input.checked = input.value === fitted;
    part.dispatchEvent(new Event("input"));
  };
  return { field, value, set, listen: (changed) => part.addEventListener("input", changed), given: value, part };
}

/**
 * The label of a field, with its unit.
 * @param {Field} field
 */
function called({ label, unit }) {
  return unit ? `${label} (${unit})` : label;
}

/**
 * The value of an input, in hundredths.
 * @param {HTMLInputElement} input
 */
function typed(input) {
  return Math.round(input.valueAsNumber * 100);
}

/**
 * @param {Field} field
 * @param {number} start
 * @param {boolean} bare whether the number alone is enough, because it is dragged on the board
 * @returns {Control}
 */
function control(field, start, bare) {
  const range = { min: field.low / 100, max: field.high / 100, step: field.step / 100 };
  const input = make("input", { type: "number", required: true, inputmode: "decimal", ...range });
  const limits = t("play.range", { low: field.low / 100, high: field.high / 100 });
  const label = make("label", { class: "field" }, make("span", {}, called(field), make("span", { class: bare ? "heard" : "limits" }, `, ${limits}`)), input);
  let last = start;
  /** While a number is being retyped, the last one counts. */
  const value = () => {
    if (!Number.isNaN(input.valueAsNumber)) last = fitting(field, typed(input));
    return last;
  };
  const given = () => {
    if (!Number.isNaN(input.valueAsNumber)) return typed(input);
    input.reportValidity();
    return null;
  };
  const part = make("div", { class: bare ? "control bare" : "control" }, label);
  const set = (/** @type {number} */ wanted) => {
    input.value = written(fitting(field, wanted));
    input.dispatchEvent(new Event("input"));
  };
  const listen = (/** @type {() => void} */ changed) => input.addEventListener("input", changed);
  if (!bare) listen((field.control === "angle" ? dial : slider)(part, field, value, set));
  set(start);
  return { field, value, set, listen, given, part };
}

/**
 * @param {HTMLElement} part
 * @param {Field} field
 * @param {() => number} value
 * @param {(value: number) => void} set
 */
function slider(part, field, value, set) {
  const range = make("input", { type: "range", min: field.low, max: field.high, step: field.step, "aria-label": field.label });
  range.addEventListener("input", () => set(range.valueAsNumber));
  keyed(range, field, value, set);
  part.append(range);
  return () => {
    range.value = String(value());
    range.setAttribute("aria-valuetext", `${formatted(value() / 100)} ${field.unit}`.trim());
  };
}

/**
 * Keys that move a number by visible steps.
 * @param {Element} element
 * @param {Field} field
 * @param {() => number} value
 * @param {(value: number) => void} set
 */
function keyed(element, field, value, set) {
  element.addEventListener("keydown", (event) => {
    const { key } = /** @type {KeyboardEvent} */ (event);
    const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[key];
    const wanted = way === undefined ? { Home: field.low, End: field.high }[key] : value() + way * stride(field);
    if (wanted === undefined) return;
    event.preventDefault();
    set(wanted);
  });
}

/**
 * A dial: 0 is up, clockwise, in degrees.
 * @param {HTMLElement} part
 * @param {Field} field
 * @param {() => number} value
 * @param {(value: number) => void} set
 */
function dial(part, field, value, set) {
  const hand = draw("path", { class: "hand", d: "M0 6V-34M-6 -26L0 -36L6 -26" });
  const face = draw("svg", { viewBox: "-50 -50 100 100", class: "turn", role: "slider", tabindex: "0", "aria-label": field.label },
    draw("circle", { r: 44 }), ...[0, 90, 180, 270].map((at) => draw("path", { d: "M0 -44V-38", transform: `rotate(${at})` })), hand);
  face.setAttribute("aria-valuemin", written(field.low));
  face.setAttribute("aria-valuemax", written(field.high));
  const turn = (/** @type {PointerEvent} */ event) => {
    const box = face.getBoundingClientRect();
    const [x, y] = [event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2];
    set(turned(field, (Math.atan2(x, -y) * 18000) / Math.PI));
  };
  face.addEventListener("pointerdown", (event) => {
    face.setPointerCapture(event.pointerId);
    turn(event);
  });
  face.addEventListener("pointermove", (event) => event.buttons && turn(event));
  keyed(face, field, value, set);
  part.append(face);
  return () => {
    hand.setAttribute("transform", `rotate(${value() / 100})`);
    face.setAttribute("aria-valuenow", written(value()));
    face.setAttribute("aria-valuetext", `${formatted(value() / 100)} ${field.unit}`.trim());
  };
}
