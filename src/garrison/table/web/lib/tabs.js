/** Tabs with their panels, selected by click or arrow keys. */

import { byId } from "./dom.js";

/**
 * Set up the tabs; arrow keys select.
 * @param {(name: string) => void} shown
 * @returns {(name: string) => void} opens a tab
 */
export function tabs(shown) {
  const all = [...document.querySelectorAll('[role="tab"]')].filter((each) => each instanceof HTMLElement);
  const open = () => all.filter((each) => !each.hidden);
  const choose = (/** @type {HTMLElement} */ tab) => {
    for (const each of all) {
      const on = each === tab;
      each.setAttribute("aria-selected", String(on));
      each.tabIndex = on ? 0 : -1;
      byId(each.getAttribute("aria-controls") ?? "", HTMLElement).hidden = !on;
    }
    shown(tab.id);
  };
  all.forEach((tab) => {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const next = way && open().at((open().indexOf(tab) + way) % open().length);
      if (!next) return;
      event.preventDefault();
      choose(next);
      next.focus();
    });
  });
  return (id) => choose(byId(id, HTMLElement));
}
