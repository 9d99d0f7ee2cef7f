/** The chat of a match, with notes on events at the table. */

import { announce } from "../lib/announcer.js";
import { make } from "../lib/dom.js";
import { formatted, t, timeOfDay } from "../lib/words.js";
import { botName, displayName, displayNames, seatOf } from "./names.js";

/** @typedef {import("../lib/types.js").Entry} Entry */
/** @typedef {import("../lib/types.js").Note} Note */
/** @typedef {import("../lib/types.js").Reply} Reply */
/** @typedef {import("../lib/types.js").Table} Table */

/** Maximum length of a message; the server accepts no more. */
const MOST = 300;

export class Chat {
  /**
   * @param {HTMLElement} home
   * @param {HTMLElement} tab
   * @param {object} how
   * @param {() => Table | null} how.table
   * @param {() => boolean} how.spectating
   * @param {(seat: string) => boolean} how.mine
   * @param {(text: string) => Promise<Reply>} how.say
   * @param {number} how.read the last entry read before
   * @param {(n: number) => void} how.onRead
   */
  constructor(home, tab, how) {
    this.home = home;
    this.tab = tab;
    this.how = how;
    /** @type {Entry[]} */
    this.entries = [];
    this.read = how.read;
    this.first = true;
    this.list = make("ol", { class: "said", tabindex: "0" });
    this.hint = make("p", { class: "soft" });
    this.field = make("input", { type: "text", maxlength: MOST, autocomplete: "off", enterkeyhint: "send", input: () => this.count(), "aria-describedby": "said-length" });
    this.length = make("small", { id: "said-length" });
    this.label = make("span");
    this.send = make("button", { type: "submit" });
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      void this.speak();
    };
    home.replaceChildren(this.list, make("form", { class: "saying", submit },
      make("label", { class: "field" }, this.label, this.field), this.send, this.length), this.hint);
    document.addEventListener("visibilitychange", () => this.seen());
    this.translate();
  }

  /** Redraw everything in the current language. */
  translate() {
    this.list.setAttribute("aria-label", t("play.chat"));
    this.label.textContent = t("play.say");
    this.send.textContent = t("play.send");
    this.hint.textContent = t(this.how.spectating() ? "play.chat-watchers" : "play.chat-seats");
    this.list.replaceChildren(...this.entries.map((entry) => this.entry(entry)));
    this.count();
    this.seen();
  }

  count() {
    this.length.textContent = t("play.letters", { n: formatted(this.field.value.length), most: formatted(MOST) });
  }

  async speak() {
    const text = this.field.value.trim();
    if (!text) return;
    const reply = await this.how.say(text);
    if (reply.refused !== undefined) return;
    if (this.field.value.trim() === text) this.field.value = "";
    this.count();
  }

  /** @param {Entry[]} said */
  add(said) {
    const known = new Set(this.entries.map(({ n }) => n));
    const fresh = said.filter(({ n }) => !known.has(n));
    this.entries = [...this.entries, ...fresh].sort((a, b) => a.n - b.n);
    for (const entry of fresh) this.list.append(this.entry(entry));
    if (!this.first) announce(fresh.filter((entry) => !this.own(entry)).map((entry) => this.told(entry)));
    this.first = false;
    this.list.scrollTop = this.list.scrollHeight;
    this.seen();
  }

  /** @param {Entry} entry */
  own({ seat, channel }) {
    return channel !== "table" && seat !== null && this.how.mine(seat);
  }

  /** @param {Entry} entry */
  entry(entry) {
    const time = make("time", { datetime: entry.at }, timeOfDay(entry.at));
    if (entry.note) return make("li", { class: "note" }, make("p", {}, this.noted(entry.note)), time);
    const by = make("b", {}, this.speaker(entry));
    return make("li", { class: this.own(entry) ? "own" : entry.channel }, by, time, make("p", {}, entry.text));
  }

  /** @param {Entry} entry */
  told(entry) {
    return entry.note ? this.noted(entry.note) : t("play.says", { who: this.speaker(entry), text: entry.text });
  }

  /** @param {Entry} entry */
  speaker(entry) {
    if (this.own(entry)) return t("play.you-said");
    if (entry.channel === "watchers") return entry.who ? t("play.watcher", { who: entry.who }) : t("play.a-watcher");
    return displayName({ who: entry.who, name: seatOf(this.how.table(), entry.seat ?? "")?.name ?? "" });
  }

  /** @param {Note} note */
  noted({ what, seat = "", seats = [], by = "", bot }) {
    const table = this.how.table();
    const values = { name: displayNames(table, [seat]), by: displayNames(table, [by]), names: displayNames(table, seats), bot: bot ? botName(bot) : "" };
    const alone = (what === "bot" || what === "back") && seat === by ? "-self" : "";
    return t(`play.note-${what}${alone}`, values);
  }

  // Read state

  get unread() {
    return this.entries.filter((entry) => entry.n > this.read && !this.own(entry) && !entry.note).length;
  }

  /** Entries in view are read. */
  seen() {
    const last = this.entries.at(-1)?.n ?? 0;
    if (!this.home.hidden && !document.hidden && last > this.read) {
      this.read = last;
      this.how.onRead(last);
    }
    const many = this.unread;
    this.tab.replaceChildren(t("play.chat"), ...(many ? [make("span", { class: "count" }, formatted(many), make("span", { class: "heard" }, ` ${t("play.unread")}`))] : []));
  }

  /** Called when its tab is opened. */
  open() {
    this.list.scrollTop = this.list.scrollHeight;
    this.seen();
  }
}
