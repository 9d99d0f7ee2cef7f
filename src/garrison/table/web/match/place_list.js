/** Many choices at places: one line that opens their list, region by region, and a field that searches it. */

import { byId, make } from "../lib/dom.js";
import { t } from "../lib/words.js";

/** @typedef {import("../lib/types.js").Choice} Choice */
/** @typedef {import("./choices.js").Choices} Choices */

/** What a list of places was left like, for the same choices. @typedef {{open: boolean, query: string}} Left */

/** @param {string} text */
function folded(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

export class PlaceList {
  /**
   * @param {Choices} home
   * @param {Choice[]} choices
   * @param {Left} left
   */
  constructor(home, choices, left) {
    this.home = home;
    this.choices = choices;
    this.left = left;
    this.ids = new Set(choices.flatMap(({ at, also }) => [at, ...also]));
    this.said = make("span", {});
    this.list = make("div", { id: "place-list" });
    this.count = make("p", { class: "soft", role: "status" });
    this.field = make("input", {
      type: "search", id: "place-search", value: left.query, placeholder: t("play.find"), "aria-label": t("play.find"),
      "aria-controls": "place-list", autocomplete: "off", enterkeyhint: "search",
      input: () => this.search(this.field.value),
    });
    this.field.addEventListener("keydown", (event) => this.pressed(event));
    const button = make(
      "button", { type: "button", class: "fold", "aria-controls": "place-list", click: () => this.turn() },
      make("kbd", { "aria-hidden": "true" }), this.said,
    );
    /** @type {import("./choices.js").Fold} */
    this.fold = { button, list: this.list, key: undefined };
    this.element = make("div", { class: "part places" }, make("h3", {}, button), make("div", { class: "find" }, this.field, this.count), this.list);
    this.show();
  }

  /** Open or close the list; closed, nothing is searched. */
  turn() {
    this.left.open = this.list.hidden;
    this.left.query = "";
    this.field.value = "";
    this.show();
    this.home.assignKeys();
  }

  /** @param {string} query */
  search(query) {
    this.left.query = query;
    this.show();
    this.home.assignKeys();
  }

  show() {
    const wanted = folded(this.left.query).split(/\s+/).filter(Boolean);
    const open = this.left.open || wanted.length > 0;
    const shown = open ? this.choices.filter((choice) => this.matches(choice, wanted)) : [];
    this.said.textContent = t(open ? "play.spaces-shown" : "play.spaces", { n: this.choices.length });
    this.count.textContent = wanted.length ? t("play.found", { n: shown.length }) : "";
    this.list.hidden = !open;
    this.fold.button.setAttribute("aria-expanded", String(open));
    this.home.forget(this.choices);
    this.list.replaceChildren(...this.home.regions(shown));
  }

  /**
   * @param {Choice} choice
   * @param {string[]} wanted
   */
  matches({ at, say, note, do: notation }, wanted) {
    const told = folded([say, note, notation, this.home.how.place(at), this.home.how.region(at)].join(" "));
    return wanted.every((word) => told.includes(word));
  }

  /**
   * From the field to what was found; nothing is played by it.
   * @param {KeyboardEvent} event
   */
  pressed(event) {
    const first = this.list.querySelector("button");
    if ((event.key === "Enter" || event.key === "ArrowDown") && first) first.focus();
    else if (event.key === "Escape" && this.field.value) this.turn();
    else if (event.key === "Escape") byId("question", HTMLElement).focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Whether a thing is among what is folded away. @param {string | null} id */
  hides(id) {
    return this.list.hidden && id !== null && this.ids.has(id);
  }
}
