/** The rulebook beside the board. */

import { get } from "../../lib/api.js";
import { make } from "../../lib/dom.js";
import { language, t } from "../../lib/words.js";
import { rulesPage } from "./rule_links.js";

/** @typedef {{id: string, title: string, text: string, page?: number | string, rulings?: string[]}} Rule */
/** @typedef {{title: string, rules: Rule[]}} Section */

export class Rulebook {
  /**
   * @param {HTMLElement} home
   * @param {string} game
   * @param {string | undefined} edition
   */
  constructor(home, game, edition) {
    this.home = home;
    this.game = game;
    this.edition = edition;
    this.rule = "";
    this.lang = "";
    /** @type {Section[]} */
    this.sections = [];
  }

  async load() {
    if (this.lang === language() && this.sections.length) return;
    const query = this.edition ? `?edition=${encodeURIComponent(this.edition)}` : "";
    const lang = language();
    this.sections = (await get(`/api/games/${encodeURIComponent(this.game)}/rules${query}`)).sections;
    this.lang = lang;
  }

  /**
   * Open the book at a rule, or as it was.
   * @param {string} rule
   */
  async open(rule) {
    this.rule = rule;
    await this.load();
    const all = make("a", { href: rulesPage(this.game, this.edition), target: "_blank", rel: "noopener" }, t("play.whole-book"));
    this.home.replaceChildren(make("p", {}, all), ...this.sections.map((section) => this.section(section)));
    const found = [...this.home.querySelectorAll("[data-rule]")].find((each) => each.getAttribute("data-rule") === rule);
    if (!(found instanceof HTMLElement)) return;
    found.setAttribute("aria-current", "true");
    found.scrollIntoView({ block: "start" });
    found.focus({ preventScroll: true });
  }

  /** @param {Section} section */
  section(section) {
    const here = section.rules.some(({ id }) => id === this.rule);
    return make("details", { open: here }, make("summary", {}, section.title), ...section.rules.map((each) => this.entry(each)));
  }

  /** @param {Rule} rule */
  entry({ id, title, text, rulings = [] }) {
    const notes = rulings.map((ruling) =>
      make("a", { class: "rule", href: `/notes/${encodeURIComponent(this.game)}#${encodeURIComponent(ruling)}`, target: "_blank", rel: "noopener" }, ruling));
    return make("div", { class: "entry", "data-rule": id, tabindex: "-1" },
      make("p", {}, make("b", {}, title ? `${title} ` : ""), make("span", { class: "soft mono" }, id)),
      make("p", {}, text), notes.length > 0 && make("p", { class: "row" }, ...notes));
  }
}
