/** The column beside the board: whose turn it is, the question, the answers to it, undo and hint. */

import { announce } from "../lib/announcer.js";
import { able, make, part } from "../lib/dom.js";
import { capital, language, t } from "../lib/words.js";
import { Choices } from "./choices.js";
import { showForm } from "./form.js";
import { showIdeas } from "./hint.js";

/** @typedef {import("../lib/types.js").Choice} Choice */
/** @typedef {import("../lib/types.js").Frame} Frame */
/** @typedef {import("../lib/types.js").Reply} Reply */
/** @typedef {import("../board/view.js").Stage} Stage */
/** @typedef {import("./rulebook.js").RuleLink} RuleLink */

/**
 * @typedef {object} Standing how the reader stands to a frame
 * @property {string} name what their seat is called
 * @property {boolean} asked whether it is for them to decide now
 * @property {boolean} watching
 * @property {boolean} bot whether a bot plays for them
 * @property {boolean} sealed whether their answer is in and kept closed
 * @property {boolean} consent whether others can be asked to go back
 */

export class Side {
  /**
   * @param {object} how
   * @param {() => Stage | null} how.stage
   * @param {RuleLink} how.link
   * @param {(notation: string, at: string) => void} how.take
   * @param {() => Promise<Reply>} how.think
   * @param {() => boolean} how.begun whether there is something to take back at all
   * @param {() => void} how.report
   * @param {() => string} how.replay the address of the replay
   */
  constructor(how) {
    this.how = how;
    this.home = part("side", HTMLElement);
    this.question = part("question", HTMLElement);
    this.choices = new Choices(part("choices", HTMLElement), {
      take: (choice) => how.take(choice.do, choice.at),
      near: (ids) => how.stage()?.near(ids),
      piece: (id) => how.stage()?.piece(id),
      place: (id) => how.stage()?.places.get(id)?.name ?? "",
      region: (id) => this.region(id),
      loose: (id) => ["gauge", "tray"].includes(how.stage()?.things.get(id)?.kind ?? ""),
    });
    /** @type {Frame | null} */
    this.frame = null;
  }

  /** @param {string} id */
  region(id) {
    const stage = this.how.stage();
    if (!stage) return "";
    const at = stage.piece(id)?.at ?? id;
    const place = stage.places.get(at);
    return stage.nameOf(place ? place.group : at);
  }

  /**
   * @param {Frame} frame
   * @param {Standing} standing
   */
  show(frame, standing) {
    this.frame = frame;
    const { ask, form } = frame.scene;
    const free = !standing.bot;
    const choices = free ? frame.scene.choices : [];
    const before = this.question.textContent;
    part("who", HTMLElement).textContent = this.whose(frame, standing);
    this.question.textContent = frame.result ? capital(frame.result.text) : (ask?.text ?? "");
    const link = ask && !frame.result ? this.how.link(ask.rule, t("play.rule", { rule: ask.rule })) : null;
    part("ground", HTMLElement).replaceChildren(...(link ? [link] : []));
    this.home.classList.toggle("waiting", !standing.asked);
    this.choices.show(choices);
    const stage = this.how.stage();
    if (stage) showForm(part("form", HTMLElement), part("aids", HTMLElement), free ? form : null, stage, (notation) => this.how.take(notation, ""));
    part("ideas", HTMLElement).hidden = true;
    this.showSealed(standing.sealed);
    this.showUndo(frame, standing);
    part("hint", HTMLButtonElement).disabled = !choices.length;
    this.showEnd(frame, standing);
    if (this.question.textContent !== before) announce([this.question.textContent ?? ""]);
  }

  /**
   * @param {Frame} frame
   * @param {Standing} standing
   */
  whose(frame, { name, asked, watching, bot }) {
    if (frame.result) return t("play.over");
    if (asked) return t("play.yours", { name: capital(name) });
    const names = new Intl.ListFormat(language()).format(frame.scene.ask?.who ?? []);
    if (watching) return t("play.watching", { names });
    return t(frame.scene.choices.length && !bot ? "play.offers" : "play.waits", { names });
  }

  /** @param {boolean} sealed */
  showSealed(sealed) {
    const home = part("sealed", HTMLElement);
    if (home.hidden !== sealed) return;
    home.hidden = !sealed;
    home.replaceChildren(...(sealed ? [t("play.sealed"), " ", make("span", { "data-closes": "" })] : []));
    if (sealed) announce([t("play.sealed")]);
  }

  // Undo

  /**
   * Undo says why it can do nothing, and whom to ask.
   * @param {Frame} frame
   * @param {Standing} standing
   */
  showUndo(frame, standing) {
    const button = part("undo", HTMLButtonElement);
    const why = this.stuck(frame, standing);
    able(button, !why || this.asks(frame, standing));
    button.title = why;
    button.setAttribute("aria-description", why);
    part("stuck", HTMLElement).hidden = true;
  }

  /**
   * Why nothing can be taken back alone, or nothing.
   * @param {Frame} frame
   * @param {Standing} standing
   */
  stuck({ undo }, { consent }) {
    if (undo !== null) return "";
    if (!this.how.begun()) return t("play.undo-first");
    return t(consent ? "play.undo-alone" : "play.undo-dice");
  }

  /**
   * Whether others can be asked.
   * @param {Frame} frame
   * @param {Standing} standing
   */
  asks({ result }, { consent }) {
    return consent && this.how.begun() && !result;
  }

  /**
   * What stands in the way, and the way round it.
   * @param {string} why
   * @param {boolean} alone whether nobody else has to agree
   * @param {() => void} ask
   */
  offer(why, alone, ask) {
    const home = part("stuck", HTMLElement);
    const close = () => {
      home.hidden = true;
      part("undo", HTMLButtonElement).focus();
    };
    const go = () => {
      close();
      ask();
    };
    home.hidden = false;
    home.replaceChildren(make("p", {}, why), make("div", { class: "row" },
      make("button", { type: "button", class: "main", click: go }, t(alone ? "play.undo-anyway" : "play.ask-others")),
      make("button", { type: "button", class: "quiet", click: close }, t("both.cancel"))));
    announce([why]);
    home.querySelector("button")?.focus();
  }

  // Hint

  async hint() {
    const { frame } = this;
    const button = part("hint", HTMLButtonElement);
    if (this.how.stage()?.moving || button.disabled || !frame) return; // it would tell what is still being shown
    const home = part("ideas", HTMLElement);
    button.disabled = true;
    home.hidden = false;
    home.replaceChildren(make("p", { class: "soft", role: "status" }, t("play.thinking")));
    const reply = await this.how.think();
    if (this.frame !== frame) return;
    button.disabled = false;
    const ideas = reply.ideas ?? [];
    showIdeas(home, ideas, frame.scene.choices, { take: (choice) => this.how.take(choice.do, choice.at), near: (ids) => this.how.stage()?.near(ids) });
    if (!ideas.length && reply.text) home.replaceChildren(make("p", {}, reply.text));
    announce(ideas.slice(0, 1).flatMap((best) => [best.say, best.reason]));
    home.querySelector("button")?.focus();
  }

  // The end

  /**
   * @param {Frame} frame
   * @param {Standing} standing
   */
  showEnd(frame, { watching, bot }) {
    const home = part("end", HTMLElement);
    home.hidden = !frame.result;
    part("aids", HTMLElement).hidden = Boolean(frame.result) || watching || bot;
    if (!frame.result) return;
    home.replaceChildren(
      make("button", { type: "button", class: "main", click: () => this.how.report() }, t("play.report")),
      make("a", { class: "button", href: this.how.replay() }, t("play.to-replay")),
      make("a", { class: "button", href: "/" }, t("play.to-home")),
    );
  }

  /**
   * Whoever plays with keys never falls off the page: what has gone leaves the focus to the question.
   * @param {boolean} anyway
   */
  keepFocus(anyway) {
    const now = document.activeElement;
    const lost = !now || now === document.body || now.matches(":disabled");
    if (lost || anyway) this.question.focus({ preventScroll: true });
  }

  /** Nothing of the last frame stays. */
  clear() {
    this.frame = null;
    this.choices.show([]);
    for (const id of ["who", "question", "ground", "ideas", "form", "sealed", "stuck", "end"]) part(id, HTMLElement).replaceChildren();
    for (const id of ["ideas", "form", "sealed", "stuck", "end"]) part(id, HTMLElement).hidden = true;
  }
}
