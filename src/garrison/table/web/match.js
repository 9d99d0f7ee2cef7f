/** The match page: frames come in, are shown and told; what is chosen goes out. */

import { get, Refusal } from "./api.js";
import { Book } from "./book.js";
import { Choices } from "./choices.js";
import { make, part } from "./dom.js";
import { showForm } from "./forms.js";
import { showIdeas } from "./ideas.js";
import { Log } from "./log.js";
import { add, find, opened, update } from "./matches.js";
import { closeMenu, openMenu, openNote } from "./menu.js";
import { able, announce, boardTold, more, notice, tabs, zoomButtons } from "./page.js";
import { about } from "./peek.js";
import { entitle, lead, start } from "./prefs.js";
import { Line } from "./socket.js";
import { Stage } from "./stage.js";
import { ruleLinks } from "./telling.js";
import { capital, language, t } from "./words.js";

/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./types.js").Match} Match */
/** @typedef {import("./types.js").Point} Point */

/** Below this width of the board on the screen, in pixels, it is looked at in parts. */
const SMALL = 620;
/** What is answered within this time, in milliseconds, needs no sign that it was understood: the answer is the sign. */
const SOON = 120;

class Play {
  /**
   * @param {Match} match
   * @param {string} token
   */
  constructor(match, token) {
    this.match = match;
    this.token = token;
    const edition = match.options["edition"];
    this.link = ruleLinks(match.game, edition, (rule) => this.openRule(rule));
    this.book = new Book(part("panel-rules", HTMLElement), match.game, edition);
    this.log = new Log(part("log", HTMLElement), { look: (n) => this.look(n), back: (n) => this.undo(n), link: this.link });
    this.choices = new Choices(part("choices", HTMLElement), {
      take: (choice) => this.take(choice.do, choice.at),
      near: (ids) => this.stage?.near(ids),
      piece: (id) => this.stage?.piece(id),
      place: (id) => this.stage?.places.get(id)?.name ?? "",
      region: (id) => this.region(id),
    });
    this.openTab = tabs((id) => this.tabShown(id));
    /** @type {Stage | null} */
    this.stage = null;
    /** @type {Frame | null} */
    this.frame = null;
    this.board = "";
    /** Asked for at once: the first frame will name the same board. */
    this.ahead = this.fetchBoard(match.board);
    /** @type {number | null} the earlier frame that is looked at */
    this.past = null;
    /** @type {Frame | null} the frame an answer was given to: the next one settles it, or a refusal */
    this.answering = null;
    /** Whether the next frame tells everything anew, in another language. */
    this.anew = false;
    /** Whether the board is so small on the screen that it is better looked at in parts. */
    this.small = false;
    /** Frames are shown one after the other. */
    this.queue = Promise.resolve();
    this.line = new Line({
      id: match.id,
      token,
      lang: language,
      onFrame: (frame) => {
        this.queue = this.queue.then(() => this.come(frame)).catch((error) => this.trouble(error));
      },
      onRefused: (reply) => notice(reply.text, true),
      onState: (connected) => notice(connected ? "" : t("play.lost")),
    });
    this.listen();
    more(match, token, this.book.page);
  }

  listen() {
    new ResizeObserver(([view]) => {
      this.small = (view?.contentRect.width ?? SMALL) < SMALL;
    }).observe(part("view", HTMLElement));
    zoomButtons(() => this.stage);
    part("undo", HTMLButtonElement).addEventListener("click", () => this.undo(null));
    part("hint", HTMLButtonElement).addEventListener("click", () => this.hint());
    part("now", HTMLButtonElement).addEventListener("click", () => this.now());
    document.addEventListener("garrison:lang", () => this.translate());
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("click", (event) => this.skip(event), true);
    document.addEventListener("visibilitychange", () => document.hidden && this.stage?.finish());
  }

  /** @param {unknown} error */
  trouble(error) {
    notice(error instanceof Error ? error.message : String(error));
    if (!(error instanceof Refusal)) throw error;
  }

  // Frames

  /** @param {Frame} frame */
  async come(frame) {
    const before = this.frame;
    const fresh = before === null || frame.board !== this.board;
    if (fresh) await this.setUp(frame.board);
    const { stage } = this;
    if (!stage) return;
    const missed = frame.past ?? [];
    this.frame = frame;
    this.leavePast();
    closeMenu();
    const focused = document.activeElement?.closest(".thing");
    if (this.anew) this.log.clear();
    this.anew = false;
    if (fresh || missed.length || !before || frame.back !== null || frame.n === before.n) stage.show(frame.scene);
    else {
      announce(frame.steps.map((step) => step.say));
      this.choices.wait();
      if (this.small && stage.lens.zoom > 1.01) stage.lens.whole();
      await stage.animate(frame.steps, before.scene, frame.scene);
    }
    this.log.add([...missed, { n: frame.n, steps: frame.steps, back: frame.back }]);
    this.showSide(frame);
    this.follow();
    for (const id of ["side", "sheet"]) part(id, HTMLElement).scrollTop = 0;
    if (focused && stage.rover && frame.back === null) stage.hands?.focus(stage.rover);
    this.keepFocus(frame);
    const over = frame.result !== null;
    update(this.match.id, { changed: new Date().toISOString(), over });
    if (over !== this.match.over) more(Object.assign(this.match, { over }), this.token, this.book.page);
    if (frame.result && before && !before.result && !fresh) await this.report();
  }

  /**
   * Whoever plays with keys never falls off the page: what has gone leaves the focus to the question.
   * @param {Frame} frame
   */
  keepFocus(frame) {
    const now = document.activeElement;
    const lost = !now || now === document.body || now.matches(":disabled");
    if (lost || frame.back !== null) part("question", HTMLElement).focus({ preventScroll: true });
  }

  /**
   * @param {string} hash
   * @returns {Promise<import("./types.js").Board>}
   */
  fetchBoard(hash) {
    return get(`/api/boards/${encodeURIComponent(hash)}`);
  }

  /** @param {string} hash */
  async setUp(hash) {
    const board = await (hash === this.match.board && this.board === "" ? this.ahead : this.fetchBoard(hash));
    this.stage?.leave();
    const old = part("board", SVGSVGElement);
    const svg = /** @type {SVGSVGElement} */ (old.cloneNode(false));
    old.replaceWith(svg);
    this.board = hash;
    this.stage = new Stage(svg, board, {
      onThing: (ids, at) => this.thing(ids, at),
      onNear: (id) => this.choices.near(id),
      trays: part("trays", HTMLElement),
      cards: part("cards", HTMLElement),
      status: part("status", HTMLElement),
    });
    boardTold(this.stage);
  }

  /** Everything in the language now read: the words are there, the server sends the rest anew. */
  async translate() {
    this.anew = true;
    this.line.again();
    if (this.frame) this.showSide(this.frame);
    try {
      this.match = await get(`/api/matches/${encodeURIComponent(this.match.id)}`, { token: this.token });
      entitle(this.match.title);
      more(this.match, this.token, this.book.page);
      if (!part("panel-rules", HTMLElement).hidden) await this.book.open();
    } catch (error) {
      this.trouble(error);
    }
  }

  /** On a small screen: closer to where something can be chosen. */
  follow() {
    if (!this.small || !this.stage) return;
    const box = this.stage.litBox();
    if (box && !this.frame?.scene.form) this.stage.lens.look(box);
    else this.stage.lens.whole();
  }

  // The column beside the board

  /** @param {Frame} frame */
  showSide(frame) {
    const { ask, choices, form } = frame.scene;
    const own = this.match.seats.find(({ seat }) => seat === frame.seat)?.name ?? "";
    const asked = ask?.who.includes(own) ?? false;
    const question = part("question", HTMLElement);
    const before = question.textContent;
    part("who", HTMLElement).textContent = this.whose(frame, own, asked);
    question.textContent = frame.result ? capital(frame.result.text) : (ask?.text ?? "");
    const link = ask && !frame.result ? this.link(ask.rule, t("play.rule", { rule: ask.rule })) : null;
    part("ground", HTMLElement).replaceChildren(...(link ? [link] : []));
    part("side", HTMLElement).classList.toggle("waiting", !asked);
    this.choices.show(choices);
    if (this.stage) showForm(part("form", HTMLElement), form, this.stage, (notation) => this.take(notation, ""));
    part("ideas", HTMLElement).hidden = true;
    this.showUndo(frame);
    part("hint", HTMLButtonElement).disabled = !choices.length;
    this.log.undoable(frame.undo);
    this.showEnd(frame);
    entitle(this.match.title);
    if (asked && this.match.seats.length > 1) document.title = `● ${document.title}`;
    if (question.textContent !== before) announce([question.textContent ?? ""]);
  }

  /** Undo says why it can do nothing. @param {Frame} frame */
  showUndo(frame) {
    const button = part("undo", HTMLButtonElement);
    const begun = this.log.told > 1;
    const why = frame.undo !== null ? "" : t(begun ? "play.undo-dice" : "play.undo-first");
    able(button, !why);
    button.title = why;
    button.setAttribute("aria-description", why);
  }

  /**
   * @param {Frame} frame
   * @param {string} own
   * @param {boolean} asked
   */
  whose(frame, own, asked) {
    if (frame.result) return t("play.over");
    if (asked) return t("play.yours", { name: own });
    const names = new Intl.ListFormat(language()).format(frame.scene.ask?.who ?? []);
    return t(frame.scene.choices.length ? "play.offers" : "play.waits", { names });
  }

  /** @param {Frame} frame */
  showEnd(frame) {
    const home = part("end", HTMLElement);
    home.hidden = !frame.result;
    part("aids", HTMLElement).hidden = Boolean(frame.result);
    if (!frame.result) return;
    home.replaceChildren(
      make("button", { type: "button", class: "main", click: () => this.report() }, t("play.report")),
      make("a", { class: "button", href: `/replay/${encodeURIComponent(this.match.id)}` }, t("play.to-replay")),
      make("a", { class: "button", href: "/" }, t("play.to-home")),
    );
  }

  async report() {
    const { showReport } = await import("./report.js");
    await showReport(this.match.id, this.token);
  }

  /** @param {string} id */
  region(id) {
    const { stage } = this;
    if (!stage) return "";
    const at = stage.piece(id)?.at ?? id;
    const place = stage.places.get(at);
    return stage.nameOf(place ? place.group : at);
  }

  // Acting

  /** Whether what was chosen is still on its way. */
  get asking() {
    return this.answering !== null && this.answering === this.frame;
  }

  /**
   * What can be chosen at a thing: its own choices and those of where it lies.
   * @param {string} id
   * @returns {Choice[]}
   */
  choicesAt(id) {
    const { stage } = this;
    if (!stage?.scene) return [];
    const { lit, scene } = stage;
    const under = stage.piece(id)?.at ?? scene.gauges.find((gauge) => gauge.id === id)?.at ?? "";
    const found = [...(lit.get(id) ?? []), ...(lit.get(under) ?? [])];
    if (found.length) return found;
    const upon = scene.pieces.filter((piece) => piece.at === id).flatMap((piece) => lit.get(piece.id) ?? []);
    if (upon.length && stage.places.has(id)) return upon;
    return lit.get(stage.places.get(under || id)?.group ?? "") ?? [];
  }

  /**
   * @param {string[]} ids
   * @param {Point} at
   */
  thing(ids, at) {
    const first = ids[0];
    if (this.past !== null || this.asking || first === undefined) return;
    const found = [...new Set(ids.flatMap((id) => this.choicesAt(id)))];
    const only = found[0];
    if (!only) void this.why(first, at);
    else if (found.length === 1) void this.take(only.do, first);
    else openMenu(at, ids.length === 1 ? (this.stage?.nameOf(first) ?? "") : "", found, (choice) => this.take(choice.do, choice.at), (ids) => this.stage?.near(ids));
  }

  /**
   * @param {string} notation
   * @param {string} at
   */
  async take(notation, at) {
    const { frame } = this;
    if (!frame || this.asking || this.past !== null || this.stage?.moving) return;
    this.answering = frame;
    this.choices.wait();
    const slow = setTimeout(() => this.asking && this.stage?.chosen(at), SOON);
    const reply = await this.line.send({ do: notation, ask: frame.ask });
    clearTimeout(slow);
    await this.answered(reply.refused !== undefined, reply.text ?? "", frame);
  }

  /**
   * @param {boolean} refused
   * @param {string} text
   * @param {Frame} frame
   */
  async answered(refused, text, frame) {
    if (!refused) return;
    if (this.answering === frame) this.answering = null;
    await this.queue;
    if (this.frame === frame) {
      this.stage?.show(frame.scene);
      this.showSide(frame);
    }
    notice(text);
    announce([text]);
  }

  /** @param {number | null} n */
  async undo(n) {
    const { frame } = this;
    if (!frame || this.asking) return;
    if (frame.undo === null) {
      notice(part("undo", HTMLButtonElement).title);
      return;
    }
    this.stage?.finish();
    this.answering = frame;
    const reply = await this.line.send({ undo: n });
    await this.answered(reply.refused !== undefined, reply.text ?? "", frame);
  }

  /**
   * @param {string} id
   * @param {Point} at
   */
  async why(id, at) {
    const { frame, stage } = this;
    const reply = await this.line.send({ why: id });
    if (this.frame !== frame || !reply.text || !stage) return;
    openNote(at, about(stage, id), reply.text, reply.rule ? this.link(reply.rule) : null);
    announce([reply.text]);
  }

  async hint() {
    const { frame } = this;
    if (this.stage?.moving) return; // it would tell what is still being shown
    const button = part("hint", HTMLButtonElement);
    const home = part("ideas", HTMLElement);
    button.disabled = true;
    home.hidden = false;
    home.replaceChildren(make("p", { class: "soft", role: "status" }, t("play.thinking")));
    const reply = await this.line.send({ hint: null });
    if (this.frame !== frame || !frame) return;
    button.disabled = false;
    const ideas = reply.ideas ?? [];
    showIdeas(home, ideas, frame.scene.choices, { take: (choice) => this.take(choice.do, choice.at), near: (ids) => this.stage?.near(ids) });
    if (!ideas.length && reply.text) home.replaceChildren(make("p", {}, reply.text));
    announce(ideas.slice(0, 1).flatMap((best) => [best.say, best.reason]));
    home.querySelector("button")?.focus();
  }

  // Looking elsewhere

  /** @param {number} n */
  async look(n) {
    const { frame, stage } = this;
    if (!frame || !stage) return;
    if (n === frame.n) {
      this.now();
      return;
    }
    stage.finish();
    try {
      const then = await get(`/api/matches/${encodeURIComponent(this.match.id)}/frames/${n}`, { token: this.token });
      if (this.frame !== frame) return;
      this.past = n;
      closeMenu();
      stage.show(then.scene, { lit: false });
    } catch (error) {
      this.trouble(error);
      return;
    }
    part("past-text", HTMLElement).textContent = t("play.past", { n });
    part("past", HTMLElement).hidden = false;
    part("side", HTMLElement).inert = true;
    this.log.current(n);
    if (this.small) stage.lens.whole();
  }

  leavePast() {
    this.past = null;
    part("past", HTMLElement).hidden = true;
    part("side", HTMLElement).inert = false;
    this.log.current(null);
  }

  now() {
    if (this.past === null || !this.frame) return;
    this.leavePast();
    this.stage?.show(this.frame.scene);
    this.follow();
  }

  /** @param {string} rule */
  openRule(rule) {
    closeMenu();
    this.book.rule = rule;
    this.openTab("tab-rules");
  }

  /** @param {string} id */
  tabShown(id) {
    if (id === "tab-rules") void this.book.open().catch((error) => this.trouble(error));
  }

  // Keys

  /** @param {MouseEvent} event */
  skip(event) {
    if (!this.stage?.moving) return;
    this.stage.finish();
    const on = event.target instanceof Element && event.target.closest(".table, .trays, .side");
    if (!on) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (target instanceof HTMLElement && target.closest("input, textarea, select")) return;
    if (this.stage?.moving && [" ", "Escape", "Enter"].includes(key)) this.stage.finish();
    else if (key === "Escape") {
      if (!closeMenu(true)) this.now();
    } else if (key === "+" || key === "-") this.stage?.lens.step(key === "+" ? 1 : -1);
    else if (key === "0") this.stage?.lens.whole();
    else if (key === "u") void this.undo(null);
    else if (key === "h" && !part("hint", HTMLButtonElement).disabled) void this.hint();
    else if (key.startsWith("Arrow")) {
      if (!this.arrow(event)) return;
    } else if (this.past !== null || this.stage?.moving || !this.choices.keyed(key)) return;
    event.preventDefault();
  }

  /**
   * From the question and its answers: with Shift to the board, without to the answers.
   * @param {KeyboardEvent} event
   */
  arrow({ shiftKey, target }) {
    const free = target === document.body || (target instanceof Element && target.matches("#main, #question"));
    if (!free && !(shiftKey && target instanceof Element && target.closest("#side"))) return false;
    const { stage } = this;
    if (!shiftKey) this.choices.focus();
    else if (stage) {
      const at = target instanceof HTMLElement ? (target.dataset["at"] ?? "") : "";
      const known = [at, stage.rover, ...stage.places.keys()].find((id) => stage.things.has(id));
      if (known) stage.hands?.focus(known);
    }
    return true;
  }
}

async function begin() {
  await start({ heading: true });
  const { id, token } = opened();
  lead([{ href: "/", key: "both.home" }]);
  try {
    /** @type {Match} */
    const match = await get(`/api/matches/${encodeURIComponent(id)}`, { token });
    entitle(match.title);
    add({ ...find(id), id, token, game: match.game, title: match.title, seat: match.seat, over: match.over });
    new Play(match, token);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    notice(error.message, true);
  }
}

await begin();
