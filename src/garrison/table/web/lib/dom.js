/** Creates and finds elements. Text is always inserted as text, never as HTML. */

/** @typedef {Node | string | null | undefined | false} Inside */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Traits */

/**
 * @param {Element} element
 * @param {Traits} traits
 * @param {Inside[]} inside
 */
function furnish(element, traits, inside) {
  for (const [name, value] of Object.entries(traits)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const each of inside) if (each) element.append(each);
}

/**
 * A new element: attributes by name; a function listens to the event of its name.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Traits} [traits]
 * @param {...Inside} inside
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, traits = {}, ...inside) {
  const element = document.createElement(tag);
  furnish(element, traits, inside);
  return element;
}

/**
 * A new SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Traits} [traits]
 * @param {...Inside} inside
 * @returns {SVGElementTagNameMap[T]}
 */
export function draw(tag, traits = {}, ...inside) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  furnish(element, traits, inside);
  return element;
}

/**
 * The element of the page with this id.
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function byId(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no ${kind.name} #${id}`);
  return element;
}

/**
 * Disable a button without moving the focus.
 * @param {HTMLButtonElement} button
 * @param {boolean} can
 */
export function setEnabled(button, can) {
  button.setAttribute("aria-disabled", String(!can));
}

/**
 * Make a long list a single tab stop: arrow keys move through it, up and down by line.
 * @param {HTMLElement} list
 * @param {string} line selector of a line
 */
export function addRovingFocus(list, line) {
  const all = () => [...list.querySelectorAll("button, a")].filter((each) => each instanceof HTMLElement).filter((each) => !each.closest("[hidden]"));
  const stop = (/** @type {Element | null} */ here) => {
    for (const each of all()) each.tabIndex = each === here ? 0 : -1;
  };
  const newest = () => all().findLast((each) => each.matches(line)) ?? null;
  const update = () => stop(list.contains(document.activeElement) ? document.activeElement : newest());
  new MutationObserver(update).observe(list, { childList: true, subtree: true });
  list.addEventListener("focusin", ({ target }) => target instanceof Element && stop(target));
  list.addEventListener("keydown", (event) => {
    const way = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const aside = event.key === "ArrowRight" || event.key === "ArrowLeft";
    const found = all().filter((each) => aside || each === event.target || each.matches(line));
    const next = way && !event.shiftKey && found[found.findIndex((each) => each === event.target) + way];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

/**
 * Ask for confirmation in a dialog. Escape means no.
 * @param {{title: string, text: string, yes: string, no: string, kind?: string}} words `kind` is the class of the button for yes
 * @returns {Promise<boolean>}
 */
export function confirmDialog(words) {
  const no = make("button", { type: "submit", value: "no" }, words.no);
  const yes = make("button", { type: "submit", value: "yes", class: words.kind ?? "bad" }, words.yes);
  const dialog = make(
    "dialog",
    { class: "ask", "aria-labelledby": "ask-title", "aria-describedby": "ask-text" },
    make("h2", { id: "ask-title" }, words.title),
    make("p", { id: "ask-text" }, words.text),
    make("form", { method: "dialog", class: "row" }, no, yes),
  );
  document.body.append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    dialog.showModal();
    no.focus();
  });
}

/**
 * Download a text as a file.
 * @param {string} name
 * @param {string} text
 */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Set attributes that differ; null removes one.
 * @param {Element} element
 * @param {Record<string, string | null>} wanted
 */
export function setAttributes(element, wanted) {
  for (const [name, value] of Object.entries(wanted)) {
    if (value === null) element.removeAttribute(name);
    else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}
