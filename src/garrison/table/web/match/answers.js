/** A player's answers: what a click or a choice means, whether it is meant, and sending it. */

import { describe } from "../board/descriptions.js";
import { alike } from "../board/pieces.js";
import { openMenu, openNote } from "../board/popup.js";
import { announce, showNotice } from "../lib/announcer.js";
import { byId } from "../lib/dom.js";
import { byKeyboard } from "../lib/keyboard.js";
import { Confirmation, needsConfirmation } from "./confirmation.js";
import { Guard } from "./guard.js";
import { tallied } from "./choices.js";

/** @typedef {import("../lib/types.js").Choice} Choice */
/** @typedef {import("../lib/types.js").Frame} Frame */
/** @typedef {import("../lib/types.js").Point} Point */
/** @typedef {import("../lib/types.js").Reply} Reply */

/** An answer that takes longer than this, in milliseconds, gets a sign that it is on its way. */
const SOON = 120;

export class Answers {
  /** @param {import("./controller.js").MatchController} table */
  constructor(table) {
    this.table = table;
    this.guard = new Guard(byId("view", HTMLElement));
    this.confirmation = new Confirmation(byId("confirmation", HTMLElement), (choice) => this.waitFor(choice), () => !this.guard.up);
    /** What is ticked. @type {import("./ticks.js").Ticks | null} fetched with the first question that has such answers */
    this.ticks = null;
    /** Whether some choices are confirmed; where nothing can be lost, none is. */
    this.confirms = true;
    /** @type {Frame | null} the frame that was answered, until the next one or a refusal arrives */
    this.answering = null;
  }

  /** Another seat takes over. */
  forget() {
    this.answering = null;
    this.confirmation.close();
  }

  /** Whether an answer is being sent. */
  get asking() {
    return this.answering !== null && this.answering === this.table.frame;
  }

  /** Whether an answer would be taken now. */
  get ready() {
    return this.table.frame !== null && !this.asking && !this.guard.up && this.table.history.n === null && !this.table.view?.moving;
  }

  /**
   * The choices at a thing: its own and those of its place.
   * @param {string} id
   * @returns {Choice[]}
   */
  choicesAt(id) {
    const { view } = this.table;
    if (!view?.scene) return [];
    const { lit, scene } = view;
    if (scene.ask?.about.includes(id) && view.piece(id)) return lit.get(id) ?? []; // a click on who acts lets go of him
    const under = view.piece(id)?.at ?? scene.gauges.find((gauge) => gauge.id === id)?.at ?? "";
    const found = [...(lit.get(id) ?? []), ...(lit.get(under) ?? [])];
    if (found.length) return found;
    const beside = alike(view.piece(id), scene.pieces).flatMap((piece) => lit.get(piece.id) ?? []);
    if (beside.length) return beside;
    const upon = scene.pieces.filter((piece) => piece.at === id).flatMap((piece) => lit.get(piece.id) ?? []);
    if (upon.length && view.places.has(id)) return upon;
    return lit.get(view.places.get(under || id)?.group ?? "") ?? [];
  }

  /**
   * @param {string[]} ids
   * @param {Point} at
   */
  thing(ids, at) {
    const first = ids[0];
    if (this.table.history.n !== null || this.asking || this.guard.up || first === undefined) return;
    const found = [...new Set(ids.flatMap((id) => this.choicesAt(id)))];
    const only = found[0];
    const waited = this.confirmation.choice;
    this.confirmation.close();
    if (waited && found.includes(waited)) return;
    if (!only) void this.changeMind(first, at);
    else if (found.length === 1) void this.take(only.do, first);
    else openMenu(at, ids.length === 1 ? (this.table.view?.titleOf(first) ?? "") : "", found, (choice) => this.take(choice.do, choice.at), (ids) => this.table.view?.near(ids));
  }

  /**
   * @param {string} notation
   * @param {string} at
   * @param {boolean} [listed] whether it was chosen from the list
   */
  async take(notation, at, listed = false) {
    const { frame } = this.table;
    if (!frame || !this.ready) return;
    const choice = frame.scene.choices.find((each) => each.do === notation);
    if (choice?.tick) {
      await this.tick(choice, frame);
      return;
    }
    const before = choice ? (this.ticks?.before(choice, frame.scene.choices) ?? []) : [];
    const play = () => this.play(before.length ? [...before, notation] : notation, at);
    if (choice && this.confirms && needsConfirmation(choice, listed)) {
      this.confirmation.ask(choice, tallied(choice, before.length), byKeyboard(), play);
      this.guard.raise();
    } else await play();
  }

  /** The answers that are ticked. */
  ticked() {
    return this.ticks?.ticked ?? new Set();
  }

  /** What was ticked stays while the question does. @param {Frame} frame */
  keepTicks(frame) {
    if (this.ticks) this.ticks.keep(frame);
    else if (frame.scene.choices.some(({ tick }) => tick)) void this.openTicks().catch((error) => this.table.trouble(error));
  }

  async openTicks() {
    const { Ticks } = await import("./ticks.js");
    this.ticks ??= new Ticks(() => this.table.view);
    if (this.table.frame) this.ticks.keep(this.table.frame);
    return this.ticks;
  }

  /**
   * @param {Choice} choice
   * @param {Frame} frame
   */
  async tick(choice, frame) {
    const ticks = this.ticks ?? (await this.openTicks());
    if (this.table.frame !== frame) return;
    const { choices } = frame.scene;
    ticks.turn(choice, choices);
    this.table.sidebar.choices.showTicks();
    const closing = choices.find(({ tally }) => tally.length);
    if (closing) announce([tallied(closing, ticks.ticked.size)]);
  }

  /** Show on the board which choice waits for its confirmation. @param {Choice | null} choice */
  waitFor(choice) {
    byId("side", HTMLElement).classList.toggle("confirming", choice !== null);
    if (choice) this.table.view?.chosen(choice.at);
    else if (this.table.frame && !this.table.view?.moving) this.table.view?.light(this.table.lit(this.table.frame) ? this.table.frame.scene.choices : []);
  }

  /** End the animation. What is pressed a moment too late for that plays nothing. */
  skip() {
    this.table.view?.finish();
    this.guard.raise();
  }

  /** Play an offer with all that prepares it. @param {string[]} notations */
  async takeAll(notations) {
    if (this.ready) await this.play(notations, "");
  }

  /**
   * @param {string | string[]} notation several are played together, or none of them
   * @param {string} at
   */
  async play(notation, at) {
    const { frame } = this.table;
    if (!frame || this.asking || this.guard.up) return;
    this.answering = frame;
    this.table.legend.close();
    this.table.sidebar.choices.wait();
    const slow = setTimeout(() => this.asking && this.table.view?.chosen(at), SOON);
    const reply = await this.table.connection.send({ do: notation, ask: frame.ask });
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
    await this.table.queue;
    if (this.table.frame === frame) {
      this.table.showScene(frame);
      this.table.showSide(frame);
    }
    showNotice(text);
    announce([text]);
  }

  /** @param {number | null} n */
  async undo(n) {
    const { frame } = this.table;
    if (!frame || this.asking) return;
    if (frame.undo === null) {
      if (!this.letGo()) this.table.players.stuck(frame);
      return;
    }
    this.table.view?.finish();
    this.answering = frame;
    await this.answered(await this.table.connection.send({ undo: n }), frame);
  }

  /** Let go of the piece that the question is about, where the game allows that. */
  letGo() {
    const { frame, players } = this.table;
    const choice = frame && players.standing(frame).asked ? frame.scene.choices.find(({ deselect }) => deselect) : undefined;
    if (choice) void this.play(choice.do, "");
    return choice !== undefined;
  }

  /**
   * A click on something that is no choice now: it was one a question ago, or the reader wants to know what it means or why not.
   * @param {string} id
   * @param {Point} at
   */
  async changeMind(id, at) {
    const { frame, view } = this.table;
    const explanation = view?.explanations.get(id);
    if (view && explanation) {
      openNote(at, describe(view, id));
      announce([explanation]);
      return;
    }
    const back = frame !== null && this.table.players.standing(frame).asked;
    if (back) this.answering = frame;
    const reply = await this.table.connection.send(back ? { instead: id, ask: frame.ask } : { why: id });
    if (reply.n !== undefined) return;
    if (this.answering === frame) this.answering = null;
    if (this.table.frame !== frame || !reply.text || !view) return;
    const told = reply.rule ? reply.text.replace(` (${reply.rule})`, "") : reply.text; // the link has it
    openNote(at, describe(view, id), told, reply.rule ? this.table.link(reply.rule) : null);
    announce([reply.text]);
  }
}
