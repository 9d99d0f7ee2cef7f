/** The column beside the board: whose turn it is, the question, its answers, undo and hint. */

import { announce } from "../lib/announcer.js";
import { byId, make, setEnabled } from "../lib/dom.js";
import { capital, sentence, t } from "../lib/words.js";
import { callName, displayName, nameList } from "../people/names.js";
import { Choices } from "./choices.js";

/** @typedef {import("../lib/types.js").Choice} Choice */
/** @typedef {import("../lib/types.js").Ending} Ending */
/** @typedef {import("../lib/types.js").Frame} Frame */
/** @typedef {import("../lib/types.js").Reply} Reply */
/** @typedef {import("../board/view.js").BoardView} BoardView */
/** @typedef {import("./help/rule_links.js").RuleLink} RuleLink */

/**
 * @typedef {object} Standing the reader's relation to a frame
 * @property {string} name the name of their seat
 * @property {boolean} asked whether it is their decision now
 * @property {{who: string, name: string}[]} awaited the players who have to decide, and their seats
 * @property {boolean} spectating
 * @property {boolean} bot whether a bot plays for them
 * @property {boolean} sealed whether their answer is in and sealed
 * @property {boolean} passing whether they have nothing to play in an open window, and pass when its time is up
 * @property {"" | "own" | "others"} consent whose consent it takes to go back past dice or news
 */

/** How a game ended, and what decided it. @param {Ending} result */
export function howItEnded({ text, cause }) {
  return [sentence(text), cause].filter(Boolean).join(" ");
}

export class Sidebar {
  /**
   * @param {object} how
   * @param {() => BoardView | null} how.view
   * @param {RuleLink} how.link
   * @param {(notation: string, at: string) => void} how.take
   * @param {() => Set<string>} how.ticked the answers that are ticked
   * @param {() => boolean} how.ready whether an answer would be taken now
   * @param {() => Promise<Reply>} how.think
   * @param {() => boolean} how.begun whether there is anything to undo
   * @param {() => void} how.ended show what is offered after the end
   */
  constructor(how) {
    this.how = how;
    this.home = byId("side", HTMLElement);
    this.question = byId("question", HTMLElement);
    this.choices = new Choices(byId("choices", HTMLElement), {
      take: (choice) => how.take(choice.do, choice.at),
      ticked: how.ticked,
      near: (ids) => how.view()?.near(ids),
      piece: (id) => how.view()?.piece(id),
      place: (id) => how.view()?.places.get(id)?.name ?? "",
      region: (id) => this.region(id),
      reveal: (ids) => how.view()?.camera.reveal(ids),
      isPlace: (id) => how.view()?.places.has(id) ?? false,
      loose: (id) => ["gauge", "tray"].includes(how.view()?.things.get(id)?.kind ?? ""),
    });
    /** @type {import("./help/plan.js").PlanPlayer | null} made with the first hint */
    this.plan = null;
    /** @type {typeof import("./form/form.js") | null} fetched with the first open choice: most games have none */
    this.forms = null;
    /** @type {Frame | null} */
    this.frame = null;
    /** The frame whose summary was closed. */
    this.closed = 0;
  }

  /** @param {string} id */
  region(id) {
    const view = this.how.view();
    if (!view) return "";
    const at = view.piece(id)?.at ?? id;
    const place = view.places.get(at);
    return view.nameOf(place ? place.group : at);
  }

  /**
   * @param {Frame} frame
   * @param {Standing} standing
   */
  show(frame, standing) {
    const last = this.frame;
    this.frame = frame;
    const { ask, form } = frame.scene;
    const free = !standing.bot;
    const choices = free ? frame.scene.choices : [];
    const before = this.question.textContent;
    byId("who", HTMLElement).textContent = this.whose(frame, standing);
    this.question.replaceChildren(...parted(frame.result?.title ?? this.asked(frame, standing)));
    this.home.classList.remove("paused");
    const link = ask && !frame.result ? this.how.link(ask.rule, t("play.rule", { rule: ask.rule })) : null;
    byId("ground", HTMLElement).replaceChildren(...(link ? [link] : []));
    this.home.classList.toggle("waiting", !standing.asked);
    this.choices.show(choices, frame.scene.minor_kinds, free && form?.throw ? t("play.list") : "");
    const view = this.how.view();
    if (view) void this.showForm(free ? form : null, view);
    byId("hints", HTMLElement).hidden = true;
    this.showSummary(frame, standing);
    this.showSealed(standing.sealed ? t("play.sealed") : standing.passing ? t("play.passing") : "");
    this.showUndo(frame, standing);
    byId("hint", HTMLButtonElement).disabled = !choices.length;
    this.showEnd(frame, standing);
    // The same question may be asked again, and is then announced again; what decided a game is told by its last step.
    if (this.question.textContent !== before || (frame.ask !== null && frame.ask !== last?.ask)) {
      announce([this.question.textContent ?? "", frame.result && !frame.steps.length ? howItEnded(frame.result) : ""]);
    }
    this.plan?.next(frame, choices);
  }

  /**
   * What others have done meanwhile stands above the question until the reader closes it or decides something.
   * @param {Frame} frame
   * @param {Standing} standing
   */
  showSummary({ n, summary }, { spectating }) {
    const home = byId("meanwhile", HTMLElement);
    const lines = n === this.closed ? [] : (summary?.lines ?? []);
    home.hidden = !lines.length;
    if (home.hidden) {
      home.replaceChildren();
      return;
    }
    const close = () => {
      this.closed = n;
      home.hidden = true;
      this.question.focus({ preventScroll: true });
    };
    home.replaceChildren(
      make("h3", { id: "meanwhile-title" }, t(spectating ? "play.meanwhile-watching" : "play.meanwhile")),
      make("button", { type: "button", class: "icon", "aria-label": t("play.close"), title: t("play.close"), click: close }, "×"),
      make("ul", {}, ...lines.map(({ who, text }) => make("li", {}, who && make("b", {}, `${who}: `), text))),
    );
  }

  /**
   * @param {Frame} frame
   * @param {Standing} standing
   */
  whose(frame, { name, asked, awaited, spectating, bot }) {
    if (frame.result) return t("play.over");
    if (asked) return t("play.yours", { name: capital(name) });
    const names = nameList(awaited.map(displayName));
    if (spectating) return t("play.watching", { names });
    return t(frame.scene.offers.length && !bot ? "play.offers" : "play.waits", { names });
  }

  /**
   * @param {Frame["scene"]["form"]} form
   * @param {BoardView} view
   */
  async showForm(form, view) {
    const { frame } = this;
    if (!form && !this.forms) return;
    this.forms ??= await import("./form/form.js");
    if (this.frame !== frame || this.how.view() !== view) return;
    this.forms.showForm(byId("form", HTMLElement), byId("aids", HTMLElement), form, view, (notation) => this.how.take(notation, ""));
    view.camera.question();
  }

  /**
   * The question; for those who are not asked, who decides about what.
   * @param {Frame} frame
   * @param {Standing} standing
   */
  asked({ scene: { ask } }, { asked, awaited }) {
    if (!ask || asked || !awaited.length) return ask?.text ?? "";
    return ask.waiting.replace("{0}", () => nameList(awaited.map(callName)));
  }

  /** While something is animated, nothing of the last question looks as if it could still be used. */
  pause() {
    this.home.classList.add("paused");
    byId("hints", HTMLElement).hidden = true;
    byId("stuck", HTMLElement).hidden = true;
    this.choices.wait();
    setEnabled(byId("undo", HTMLButtonElement), false);
    byId("hint", HTMLButtonElement).disabled = true;
  }

  /** Say what becomes of the reader's answer to a window. @param {string} said */
  showSealed(said) {
    const home = byId("sealed", HTMLElement);
    if (home.dataset["said"] === said) return;
    home.dataset["said"] = said;
    home.hidden = !said;
    home.replaceChildren(...(said ? [said, " ", make("span", { "data-closes": "" })] : []));
    if (said) announce([said]);
  }

  // Undo

  /**
   * The undo button says why it is disabled, and whom to ask.
   * @param {Frame} frame
   * @param {Standing} standing
   */
  showUndo(frame, standing) {
    const button = byId("undo", HTMLButtonElement);
    const why = this.stuck(frame, standing);
    setEnabled(button, !why || this.asks(frame, standing));
    button.title = why;
    button.setAttribute("aria-description", why);
    byId("stuck", HTMLElement).hidden = true;
  }

  /**
   * Why nothing can be undone alone, or "".
   * @param {Frame} frame
   * @param {Standing} standing
   */
  stuck({ undo }, { consent }) {
    if (undo !== null) return "";
    if (!this.how.begun()) return t("play.undo-first");
    return t(consent === "others" ? "play.undo-alone" : "play.undo-dice");
  }

  /**
   * Whether others can be asked.
   * @param {Frame} frame
   * @param {Standing} standing
   */
  asks({ result }, { consent }) {
    return consent !== "" && this.how.begun() && !result;
  }

  /**
   * Explain what prevents an undo, and offer to ask the others.
   * @param {string} why
   * @param {boolean} alone whether nobody else has to agree
   * @param {() => void} ask
   */
  offer(why, alone, ask) {
    const home = byId("stuck", HTMLElement);
    const go = () => {
      this.closeStuck();
      ask();
    };
    home.hidden = false;
    home.replaceChildren(make("p", {}, why), make("div", { class: "row" },
      make("button", { type: "button", class: "main", click: go }, t(alone ? "play.undo-anyway" : "play.ask-others")),
      make("button", { type: "button", class: "quiet", click: () => this.closeStuck() }, t("play.leave-it"))));
    announce([why]);
    home.querySelector("button")?.focus();
  }

  /** The reader leaves it at that. Returns whether anything was offered. */
  closeStuck() {
    const home = byId("stuck", HTMLElement);
    if (home.hidden) return false;
    home.hidden = true;
    byId("undo", HTMLButtonElement).focus();
    return true;
  }

  // Hint

  async hint() {
    const { frame } = this;
    const button = byId("hint", HTMLButtonElement);
    if (this.how.view()?.moving || button.disabled || !frame) return; // it would reveal what is still being animated
    const home = byId("hints", HTMLElement);
    button.disabled = true;
    home.hidden = false;
    home.replaceChildren(make("p", { class: "soft", role: "status" }, t("play.thinking")));
    const [{ planText, showHint }, { PlanPlayer }, reply] = await Promise.all([import("./help/hint.js"), import("./help/plan.js"), this.how.think()]).finally(() => {
      if (this.frame !== frame) return;
      button.disabled = false;
      home.hidden = true;
    });
    if (this.frame !== frame) return;
    home.hidden = false;
    const plan = (this.plan ??= new PlanPlayer(this.how.take, this.how.ready));
    const suggestions = reply.ideas ?? [];
    const show = (/** @type {string} */ notation) => this.forms?.fillForm(byId("form", HTMLElement), notation);
    showHint(home, suggestions, frame.scene.choices, { play: (suggestion) => plan.start(suggestion, frame), show, near: (ids) => this.how.view()?.near(ids) });
    if (!suggestions.length && reply.text) home.replaceChildren(make("p", {}, reply.text));
    for (const best of suggestions.slice(0, 1)) {
      show(best.do);
      announce([planText(best), best.reason]);
    }
    home.querySelector("button")?.focus();
  }

  // The end

  /**
   * @param {Frame} frame
   * @param {Standing} standing
   */
  showEnd(frame, { spectating, bot }) {
    const home = byId("end", HTMLElement);
    home.hidden = !frame.result;
    byId("aids", HTMLElement).hidden = Boolean(frame.result) || spectating || bot;
    if (frame.result) this.how.ended();
  }

  /**
   * Keep the focus on the page for keyboard players: if its element was removed, it moves to the question.
   * @param {boolean} anyway
   */
  keepFocus(anyway) {
    const now = document.activeElement;
    const lost = !now || now === document.body || now.matches(":disabled");
    if (lost || anyway) this.question.focus({ preventScroll: true });
  }

  /** However far the last list was scrolled, the new question is in sight. */
  scrollToQuestion() {
    for (const each of [this.home, byId("sheet", HTMLElement)]) each.scrollTop = 0;
  }

  /** Remove everything of the last frame. */
  clear() {
    this.frame = null;
    this.choices.show([]);
    this.showSealed("");
    for (const id of ["who", "question", "ground", "meanwhile", "hints", "form", "stuck", "end"]) byId(id, HTMLElement).replaceChildren();
    for (const id of ["offered", "meanwhile", "hints", "form", "stuck", "end"]) byId(id, HTMLElement).hidden = true;
  }
}

/**
 * The question in large letters; in small ones what is said before and after it.
 * @param {string} text
 */
function parted(text) {
  const sentences = text.split(/(?<=[.!?…]) /);
  const n = sentences.findIndex((each) => each.endsWith("?"));
  if (n < 0) return [text];
  const small = (/** @type {string[]} */ said) => (said.length ? [make("small", {}, said.join(" "))] : []);
  const parts = [...small(sentences.slice(0, n)), sentences[n] ?? "", ...small(sentences.slice(n + 1))];
  return parts.flatMap((part, at) => (at ? [" ", part] : [part]));
}
