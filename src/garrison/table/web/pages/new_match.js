/** Seats and terms of a new match, chosen on the home page for games with several seats. */

import { make } from "../lib/dom.js";
import { myName, NAME_LENGTH, setMyName } from "../lib/saved/preferences.js";
import { capital, t } from "../lib/words.js";
import { botDescription, botName } from "../people/names.js";
import { duration } from "../people/terms.js";

/** @typedef {import("../lib/api.js").Combination} Combination */
/** @typedef {"none" | "move" | "bank"} Clock */
/** @typedef {{clock: Clock, move: number, bank: number, add: number, least: number | null, pace: number, open: boolean}} Terms */

export const ME = "me";
const FRIEND = "friend";
const BOT = "bot";
/** Seconds on offer; the protocol accepts others. */
const TIMES = { move: [15, 30, 60, 120, 300, 3600, 86_400, 259_200], bank: [300, 600, 1200, 1800, 3600, 7200], add: [0, 5, 10, 30, 60], least: [0, 2, 5, 10, 20, 30, 60], pace: [0, 0.5, 1.5, 3] };
/** The usual minimum time of a window: among people, and for one who plays with bots, where it only ends by itself. */
const [AMONG_PEOPLE, ALONE] = [5, 2];
/** From this number of seats on they are set closely, and there are short ways to fill them. */
const SEVERAL = 3;
const CLOCKS = /** @type {const} */ (["none", "move", "bank"]);

/** The seats and terms chosen for one game. */
export class NewMatch {
  /**
   * @param {import("../lib/api.js").Game} game
   * @param {() => void} change called after a change, to redraw
   */
  constructor(game, change) {
    this.game = game.id;
    this.bots = game.bots;
    this.windows = game.windows;
    this.change = change;
    /** The player of each seat: `me`, `friend` or `bot`. @type {Map<string, string>} */
    this.who = new Map();
    /** The bot for a seat. @type {Map<string, string>} */
    this.bot = new Map();
    /** The seat last chosen for the reader. */
    this.mine = "";
    /** @type {Terms} */
    this.terms = { clock: "none", move: 60, bank: 600, add: 5, least: null, pace: 0.5, open: false };
  }

  /**
   * The first seat is the reader's own. Bots have the others: whoever comes alone can play at once.
   * @param {string} seat
   * @param {number} at
   */
  at(seat, at) {
    return this.who.get(seat) ?? (at === 0 ? ME : this.bots.length ? BOT : FRIEND);
  }

  /** @param {string} seat */
  botAt(seat) {
    return this.bot.get(seat) ?? this.bots[0] ?? "";
  }

  /**
   * The request for a new match.
   * @param {Combination} combination
   */
  wanted({ ids }) {
    const named = ids.map((seat, at) => [seat, this.at(seat, at) === BOT ? `bot:${this.botAt(seat)}` : this.at(seat, at)]);
    const body = { seats: Object.fromEntries(named) };
    if (ids.length < 2) return body;
    const { clock, move, bank, add, pace } = this.terms;
    const least = this.least(ids);
    const clocks = { none: null, move: { move }, bank: { bank, add } };
    return { ...body, name: myName(), clock: clocks[clock], least, pace };
  }

  /**
   * How long a window stays open at least: whoever has nothing to play there passes by himself when it is up.
   * @param {string[]} ids
   */
  least(ids) {
    const usual = ids.filter((seat, at) => this.at(seat, at) !== BOT).length > 1 ? AMONG_PEOPLE : ALONE;
    return this.terms.least ?? (this.windows ? usual : 0);
  }

  /**
   * Why it cannot begin, or "".
   * @param {Combination} combination
   */
  wrong({ ids }) {
    return ids.some((seat, at) => this.at(seat, at) === ME) ? "" : t("pages.seats-none");
  }

  /** @param {Combination} combination */
  show(combination) {
    const { seats, ids } = combination;
    if (ids.length < 2) return [];
    return [
      make(
        "fieldset",
        { class: ids.length < SEVERAL ? "seats" : "seats crowd" },
        make("legend", {}, t("pages.seats")),
        make("div", { class: "seats-chosen" }, ...ids.map((seat, at) => this.seat(seat, seats[at] ?? seat, this.at(seat, at)))),
        make("p", { class: "hint" }, this.told(combination)),
        make("div", { class: "ways" }, ...(ids.length < SEVERAL ? [] : [this.alone(ids), this.addFriend(ids)]), this.together(ids)),
      ),
      this.agreed(ids),
    ];
  }

  /**
   * @param {string} seat
   * @param {string} name
   * @param {string} now
   */
  seat(seat, name, now) {
    const id = `${this.game}-seat-${seat}`;
    const way = (/** @type {string} */ who) => {
      const change = () => {
        this.who.set(seat, who);
        if (who === ME) this.mine = seat;
        this.change();
      };
      const traits = { type: "radio", class: "heard", id: `${id}-${who}`, name: id, value: who, checked: who === now, change };
      return [make("input", traits), make("label", { for: `${id}-${who}` }, t(`pages.seat-${who}`))];
    };
    const ways = [ME, FRIEND, ...(this.bots.length ? [BOT] : [])];
    return make(
      "fieldset",
      { class: "seat" },
      make("legend", {}, capital(name)),
      make("div", { class: "segments" }, ...ways.flatMap(way)),
      now === BOT && this.which(seat, name, id),
    );
  }

  /**
   * The choice of a bot.
   * @param {string} seat
   * @param {string} name
   * @param {string} id
   */
  which(seat, name, id) {
    const now = this.botAt(seat);
    const change = (/** @type {Event} */ event) => {
      this.bot.set(seat, /** @type {HTMLSelectElement} */ (event.currentTarget).value);
      this.change();
    };
    const options = this.bots.map((bot) => make("option", { value: bot, selected: bot === now }, capital(botName(bot))));
    return make(
      "div",
      { class: "which" },
      make("select", { id: `${id}-which`, "aria-label": t("pages.bot-of", { name }), "aria-describedby": `${id}-how`, change }, ...options),
      make("span", { class: "hint", id: `${id}-how` }, botDescription(now)),
    );
  }

  /** A summary of these seats. @param {Combination} combination */
  told({ ids }) {
    const sat = ids.map((seat, at) => this.at(seat, at));
    const said = [];
    if (!sat.includes(ME)) return t("pages.seats-none");
    if (sat.includes(FRIEND)) said.push(t("pages.seats-friend"));
    if (sat.filter((each) => each === ME).length > 1) said.push(t("pages.seats-device"));
    if (!said.length) said.push(t("pages.seats-bots"));
    return said.join(" ");
  }

  /**
   * Who plays, in a few words.
   * @param {Combination} combination
   */
  summary({ seats, ids }) {
    if (ids.length < 2) return [];
    if (ids.length >= SEVERAL) {
      const count = (/** @type {string} */ who) => ids.filter((seat, at) => this.at(seat, at) === who).length;
      const mine = ids.flatMap((seat, at) => (this.at(seat, at) === ME ? [capital(seats[at] ?? seat)] : []));
      const [friends, bots] = [count(FRIEND), count(BOT)];
      return [mine.length ? t("pages.gauge", { name: t("pages.seat-me"), value: mine.join(", ") }) : "", friends ? t("pages.count-friends", { n: friends }) : "", bots ? t("pages.count-bots", { n: bots }) : ""].filter(Boolean);
    }
    return ids.map((seat, at) => t("pages.gauge", { name: capital(seats[at] ?? seat), value: t(`pages.seat-${this.at(seat, at)}`) }));
  }

  /** Bots in all seats but one, in one click. @param {string[]} ids */
  alone(ids) {
    const own = ids.filter((seat, at) => this.at(seat, at) === ME);
    const mine = own.includes(this.mine) ? this.mine : (own[0] ?? ids[0] ?? "");
    const already = ids.every((seat, at) => this.at(seat, at) === (seat === mine ? ME : BOT));
    if (already || !this.bots.length) return null;
    const click = () => {
      for (const seat of ids) this.who.set(seat, seat === mine ? ME : BOT);
      this.change();
      document.getElementById(`${this.game}-seat-${mine}-${ME}`)?.focus();
    };
    return make("button", { type: "button", id: `${this.game}-alone`, class: "link", click }, t("pages.seats-alone"));
  }

  /** A friend instead of the next bot. @param {string[]} ids */
  addFriend(ids) {
    const next = ids.find((seat, at) => this.at(seat, at) === BOT);
    if (next === undefined) return null;
    const click = () => {
      this.who.set(next, FRIEND);
      this.change();
      if (!document.getElementById(`${this.game}-friend`)) document.getElementById(`${this.game}-seat-${next}-${FRIEND}`)?.focus();
    };
    return make("button", { type: "button", id: `${this.game}-friend`, class: "link", click }, t("pages.seats-add-friend"));
  }

  /** @param {string[]} ids */
  together(ids) {
    if (ids.every((seat, at) => this.at(seat, at) === ME)) return null;
    const click = () => {
      for (const seat of ids) this.who.set(seat, ME);
      this.change();
      document.getElementById(`${this.game}-seat-${ids[0]}-${ME}`)?.focus();
    };
    return make("button", { type: "button", id: `${this.game}-together`, class: "link", click }, t("pages.seats-together"));
  }

  // Terms

  /** @param {string[]} ids */
  agreed(ids) {
    const { terms } = this;
    const details = make(
      "details",
      { class: "terms", open: terms.open },
      make("summary", { id: `${this.game}-terms` }, t("pages.terms")),
      make(
        "div",
        {},
        make("div", {}, this.name(), this.time("pace", terms.pace, "pages.pace", "")),
        this.clock(),
        this.windows && this.time("least", this.least(ids), "pages.least", "pages.least-about"),
      ),
    );
    details.addEventListener("toggle", () => {
      terms.open = details.open;
    });
    return details;
  }

  name() {
    const input = (/** @type {Event} */ event) => setMyName(/** @type {HTMLInputElement} */ (event.currentTarget).value);
    const traits = { type: "text", id: `${this.game}-name`, maxlength: NAME_LENGTH, value: myName(), autocomplete: "nickname", input };
    return make("label", { class: "field" }, make("span", {}, t("pages.name")), make("input", traits));
  }

  clock() {
    const { terms, game } = this;
    const choice = (/** @type {Clock} */ clock) => {
      const id = `${game}-clock-${clock}`;
      const change = () => {
        terms.clock = clock;
        this.change();
      };
      const traits = { type: "radio", id, name: `${game}-clock`, value: clock, checked: clock === terms.clock, change };
      return make("div", { class: "choice" }, make("input", traits), make("label", { for: id }, t(`pages.clock-${clock}`)));
    };
    const times = { none: [], move: ["move"], bank: ["bank", "add"] }[terms.clock];
    return make(
      "fieldset",
      {},
      make("legend", {}, t("pages.clock")),
      ...CLOCKS.map(choice),
      times.length > 0 && make("div", { class: "row" }, ...times.map((each) => this.time(/** @type {"move"} */ (each), terms[/** @type {"move"} */ (each)], `pages.time-${each}`, ""))),
      times.length > 0 && make("p", { class: "hint" }, t("pages.clock-about")),
    );
  }

  /**
   * A choice of seconds.
   * @param {keyof typeof TIMES} name
   * @param {number} now
   * @param {string} label
   * @param {string} about
   */
  time(name, now, label, about) {
    const { terms, game } = this;
    const id = `${game}-${name}`;
    const change = (/** @type {Event} */ event) => {
      terms[name] = Number(/** @type {HTMLSelectElement} */ (event.currentTarget).value);
    };
    const zero = name === "pace" ? "pages.at-once" : "pages.no-time";
    const options = TIMES[name].map((time) => make("option", { value: time, selected: time === now }, time ? duration(time) : t(zero)));
    return make(
      "div",
      { class: "term" },
      make("label", { class: "field", for: id }, make("span", {}, t(label))),
      make("select", { id, change, "aria-describedby": about ? `${id}-about` : null }, ...options),
      about ? make("p", { class: "hint", id: `${id}-about` }, t(about)) : null,
    );
  }
}
