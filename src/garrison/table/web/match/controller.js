/** The match page: frames come in, are shown and told; what is chosen goes out. */

import { closeMenu, openMenu, openNote } from "../board/popup.js";
import { boardTold, zoomButtons } from "../board/toolbar.js";
import { about } from "../board/tooltip.js";
import { Stage } from "../board/view.js";
import { announce, clearLive, notice } from "../lib/announcer.js";
import { get, Refusal } from "../lib/api.js";
import { Line } from "../lib/connection.js";
import { part } from "../lib/dom.js";
import { entitle } from "../lib/header.js";
import { update } from "../lib/saved_matches.js";
import { tabs } from "../lib/tabs.js";
import { t } from "../lib/words.js";
import { Past } from "./history.js";
import { Log } from "./log.js";
import { more } from "./more_tab.js";
import { Party } from "./players.js";
import { Book, ruleLinks } from "./rulebook.js";
import { keys } from "./shortcuts.js";
import { Side } from "./sidebar.js";

/** @typedef {import("../lib/types.js").Choice} Choice */
/** @typedef {import("../lib/types.js").Frame} Frame */
/** @typedef {import("../lib/types.js").Match} Match */
/** @typedef {import("../lib/types.js").Point} Point */
/** @typedef {import("../lib/types.js").Reply} Reply */

/** Below this width of the board on the screen, in pixels, it is looked at in parts. */
const SMALL = 620;
/** What is answered within this time, in milliseconds, needs no sign that it was understood: the answer is the sign. */
const SOON = 120;

export class Play {
  /**
   * @param {Match} match
   * @param {string} token
   */
  constructor(match, token) {
    this.match = match;
    this.token = token;
    /** The seat the table is seen from. */
    this.seat = match.seat;
    const edition = match.options["edition"];
    const link = ruleLinks(match.game, edition, (rule) => this.openRule(rule));
    this.link = link;
    this.book = new Book(part("panel-rules", HTMLElement), match.game, edition);
    this.log = new Log(part("log", HTMLElement), { look: (n) => this.look(n), back: (n) => this.undo(n), link });
    this.side = new Side({
      stage: () => this.stage,
      link,
      take: (notation, at) => this.take(notation, at),
      think: () => this.line.send({ hint: null }),
      begun: () => this.log.told > 1,
      report: () => this.report(),
      replay: () => `/replay/${encodeURIComponent(match.id)}`,
    });
    this.past = new Past({
      frame: () => this.frame,
      where: (n) => ({ path: `/api/matches/${encodeURIComponent(match.id)}/frames/${n}`, token: this.token }),
      show: (then) => this.showThen(then),
      mark: (n) => this.log.current(n),
      present: () => this.showNow(),
      way: (n) => this.wayBack(n),
      back: (n, way) => (way === "back" ? this.undo(n) : this.party.propose(n)),
    });
    this.openTab = tabs((id) => this.tabShown(id));
    /** @type {Stage | null} */
    this.stage = null;
    /** @type {Frame | null} */
    this.frame = null;
    this.board = "";
    /** Boards by their hash. The first is asked for at once: the first frame will name it. @type {Map<string, Promise<import("../lib/types.js").Board>>} */
    this.boards = new Map();
    this.fetchBoard(match.board).catch(() => undefined); // whoever shows it tells what went wrong
    /** @type {Frame | null} the frame an answer was given to: the next one settles it, or a refusal */
    this.answering = null;
    /** Whether the next frame tells everything anew, in another language. */
    this.anew = false;
    /** Whether the board is so small on the screen that it is better looked at in parts. */
    this.small = false;
    /** What the board was brought closer to by itself. */
    this.near = "";
    /** Frames are shown one after the other. */
    this.queue = Promise.resolve();
    this.party = new Party(this);
    this.line = new Line({
      id: match.id,
      hello: () => this.party.hello(),
      seat: () => this.seat,
      onFrame: (frame) => {
        this.queue = this.queue.then(() => this.come(frame)).catch((error) => this.trouble(error));
      },
      onTable: (table, now) => this.party.come(table, now),
      onChat: (said) => this.party.chat.add(said),
      onRefused: (reply) => this.refused(reply),
      onState: (connected) => this.lost(!connected),
    });
    this.listen();
    this.showMore();
  }

  /** There is something to see, and what can be pressed works. */
  open() {
    document.body.classList.remove("opening");
  }

  showMore() {
    more(this.match, this.token, this.book.page);
  }

  listen() {
    new ResizeObserver(([view]) => {
      this.small = (view?.contentRect.width ?? SMALL) < SMALL;
    }).observe(part("view", HTMLElement));
    zoomButtons(() => this.stage);
    part("undo", HTMLButtonElement).addEventListener("click", () => this.undo(null));
    part("hint", HTMLButtonElement).addEventListener("click", () => this.side.hint());
    document.addEventListener("garrison:lang", () => this.translate());
    document.addEventListener("visibilitychange", () => document.hidden && this.stage?.finish());
    keys({
      stage: () => this.stage,
      choices: this.side.choices,
      away: () => this.past.n !== null,
      now: () => this.past.now(),
      undo: () => this.undo(null),
      hint: () => this.side.hint(),
    });
  }

  /** @param {unknown} error */
  trouble(error) {
    this.open();
    notice(error instanceof Error ? error.message : String(error));
    if (!(error instanceof Refusal)) throw error;
  }

  /** What the table refused for good: the seat is somebody else's by now, or the match is gone. @param {Reply} reply */
  refused({ rule, text }) {
    notice(rule === "token" && this.party.table ? t("play.seat-lost") : (text ?? ""), true);
  }

  /** @param {boolean} lost */
  lost(lost) {
    const element = part("notice", HTMLElement);
    if (lost) notice(t("play.lost"));
    else if (element.dataset["lost"] === "") notice();
    if (lost) element.dataset["lost"] = "";
    else delete element.dataset["lost"];
  }

  // Frames

  /** @param {Frame} frame */
  async come(frame) {
    if (frame.seat !== this.seat || this.party.covered(frame)) return;
    notice(); // what was said of the last one
    const before = this.frame;
    const fresh = !this.stage || frame.board !== this.board;
    if (fresh) await this.setUp(frame.board);
    const { stage } = this;
    if (!stage || frame.seat !== this.seat) return;
    const missed = frame.past ?? [];
    this.open();
    this.frame = frame;
    this.past.leave();
    closeMenu();
    const focused = document.activeElement?.closest(".thing");
    if (this.anew) this.log.clear();
    this.anew = false;
    if (fresh || missed.length || !before || frame.back !== null || frame.n === before.n) this.showScene(frame);
    else {
      announce(frame.steps.map((step) => step.say));
      this.side.choices.wait();
      const far = frame.steps.some((step) => step.gesture === "fly");
      if ((this.small || (this.near && far)) && stage.lens.zoom > 1.01) stage.lens.whole();
      if (far) this.near = "";
      await stage.animate(frame.steps, before.scene, frame.scene, { lit: this.lit(frame) });
    }
    this.log.add([...missed, frame]);
    this.showSide(frame);
    this.follow();
    for (const id of ["side", "sheet"]) part(id, HTMLElement).scrollTop = 0;
    if (focused && stage.rover && frame.back === null) stage.hands?.focus(stage.rover);
    this.side.keepFocus(frame.back !== null);
    const over = frame.result !== null;
    update(this.match.id, { changed: new Date().toISOString(), over });
    if (over !== this.match.over) {
      this.match.over = over;
      this.showMore();
    }
    if (frame.result && before && !before.result && !fresh) await this.report();
    this.party.pass();
  }

  /**
   * @param {string} hash
   * @returns {Promise<import("../lib/types.js").Board>}
   */
  fetchBoard(hash) {
    const known = this.boards.get(hash) ?? get(`/api/boards/${encodeURIComponent(hash)}`);
    this.boards.set(hash, known);
    known.catch(() => this.boards.delete(hash));
    return known;
  }

  /** @param {string} hash */
  async setUp(hash) {
    const board = await this.fetchBoard(hash);
    this.emptyBoard();
    this.board = hash;
    this.stage = new Stage(part("board", SVGSVGElement), board, {
      onThing: (ids, at) => this.thing(ids, at),
      onNear: (id) => this.side.choices.near(id),
      trays: part("trays", HTMLElement),
      cards: part("cards", HTMLElement),
      status: part("status", HTMLElement),
    });
    boardTold(this.stage);
  }

  emptyBoard() {
    this.stage?.leave();
    this.stage = null;
    const old = part("board", SVGSVGElement);
    old.parentElement?.querySelector(":scope > .ground")?.remove();
    old.replaceWith(/** @type {SVGSVGElement} */ (old.cloneNode(false)));
    for (const id of ["trays", "cards", "status"]) part(id, HTMLElement).replaceChildren();
  }

  /** Whether what can be chosen is lit: not while a bot plays here. @param {Frame} frame */
  lit(frame) {
    return !this.party.standing(frame).bot;
  }

  /** @param {Frame} frame */
  showScene(frame) {
    this.stage?.show(frame.scene, { lit: this.lit(frame) });
  }

  /** @param {Frame} frame */
  showSide(frame) {
    const standing = this.party.standing(frame);
    this.side.show(frame, standing);
    this.log.undoable(frame.undo);
    this.party.told(frame, standing);
  }

  /** What is beside the game has changed: the same frame again. */
  renew() {
    const { frame, stage } = this;
    if (!frame || !stage || stage.moving || this.past.n !== null) return;
    this.showScene(frame);
    this.showSide(frame);
    this.party.pass();
  }

  /** Another seat looks, and nothing of what the last one saw stays on the page. */
  forget() {
    this.frame = null;
    this.answering = null;
    this.board = "";
    closeMenu();
    this.past.leave();
    this.emptyBoard();
    this.side.clear();
    this.log.clear();
    clearLive();
    notice();
    for (const each of document.querySelectorAll("dialog")) each.close();
    entitle(this.match.title);
  }

  /** Everything in the language now read: the words are there, the server sends the rest anew. */
  async translate() {
    this.anew = true;
    this.line.again();
    if (this.frame) this.showSide(this.frame);
    this.party.translate();
    try {
      Object.assign(this.match, await get(`/api/matches/${encodeURIComponent(this.match.id)}`, { token: this.token }));
      entitle(this.match.title);
      this.showMore();
      this.party.translate();
      if (!part("panel-rules", HTMLElement).hidden) await this.book.open();
    } catch (error) {
      this.trouble(error);
    }
  }

  /** Closer to what the question is about if that is small; on a small screen, to where something can be chosen. */
  follow() {
    if (!this.stage) return;
    const close = this.stage.closeBox();
    const [near, before] = [close?.join(" ") ?? "", this.near];
    this.near = near;
    if (close && (near !== before || this.small)) this.stage.lens.look(close);
    else if (!close && before && !this.small) this.stage.lens.whole();
    if (close || !this.small) return;
    const box = this.stage.litBox();
    if (box && !this.frame?.scene.form) this.stage.lens.look(box);
    else this.stage.lens.whole();
  }

  async report() {
    const { showReport } = await import("../report/report.js");
    await showReport(this.match.id, this.token);
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
    if (this.past.n !== null || this.asking || first === undefined) return;
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
    if (!frame || this.asking || this.past.n !== null || this.stage?.moving) return;
    this.answering = frame;
    this.side.choices.wait();
    const slow = setTimeout(() => this.asking && this.stage?.chosen(at), SOON);
    const reply = await this.line.send({ do: notation, ask: frame.ask });
    clearTimeout(slow);
    if (reply.sealed && this.answering === frame) this.answering = null;
    await this.answered(reply, frame);
  }

  /**
   * @param {Reply} reply
   * @param {Frame} frame
   */
  async answered({ refused, text = "" }, frame) {
    if (refused === undefined) return;
    if (this.answering === frame) this.answering = null;
    await this.queue;
    if (this.frame === frame) {
      this.showScene(frame);
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
      this.party.stuck(frame);
      return;
    }
    this.stage?.finish();
    this.answering = frame;
    await this.answered(await this.line.send({ undo: n }), frame);
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

  // Looking elsewhere

  /** @param {number} n */
  async look(n) {
    this.stage?.finish();
    await this.past.look(n).catch((error) => this.trouble(error));
  }

  /** @param {Frame} then */
  showThen(then) {
    closeMenu();
    this.stage?.show(then.scene, { lit: false });
    if (this.small) this.stage?.lens.whole();
  }

  showNow() {
    if (!this.frame) return;
    this.showScene(this.frame);
    this.follow();
  }

  /**
   * How one comes back to a moment: alone, by asking, or not at all.
   * @param {number} n
   */
  wayBack(n) {
    const { frame } = this;
    if (!frame || frame.result || !this.log.standing().has(n)) return "";
    if (frame.undo !== null && n >= frame.undo) return "back";
    return this.party.standing(frame).consent ? "ask" : "";
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
    if (id === "tab-chat") this.party.chat.open();
  }
}
