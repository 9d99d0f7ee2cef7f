/** The seats: who sits there, what can be changed about it, and what one is called. */

import { make } from "../lib/dom.js";
import { NAME_LENGTH, setMyName } from "../lib/preferences.js";
import { find, invited, joinLink, watchLink } from "../lib/saved_matches.js";
import { capital, t } from "../lib/words.js";
import { botName, botText, called } from "./names.js";
import { figure, presence, presenceText } from "./presence.js";
import { shareLink } from "./share_link.js";

/** @typedef {import("../lib/types.js").Chair} Chair */
/** @typedef {import("../lib/types.js").Match} Match */
/** @typedef {import("../lib/types.js").Reply} Reply */
/** @typedef {import("../lib/types.js").Table} Table */

/**
 * @typedef {object} How
 * @property {Match} match
 * @property {() => ReadonlyMap<string, string>} own tokens of the seats on this device
 * @property {() => string} seat the seat now looked from
 * @property {() => number} now the server's time
 * @property {(message: Record<string, unknown>) => Promise<Reply>} send
 * @property {(seat: string) => void} sit look from another own seat
 */

/** Somebody away for so long, in milliseconds, may be stood in for. */
const AWAY = 60_000;

/**
 * Show something anew; what had the focus has it again, what was typed or opened stays so.
 * @param {HTMLElement} home
 * @param {HTMLElement[]} inside
 */
export function renew(home, inside) {
  const now = document.activeElement;
  const way = now instanceof HTMLElement && home.contains(now) ? now.dataset["way"] : undefined;
  const typed = [...home.querySelectorAll("input")].filter(({ value, defaultValue }) => value !== defaultValue);
  const opened = [...home.querySelectorAll("summary")].filter((each) => each.closest("details")?.open);
  home.replaceChildren(...inside);
  const ways = [...home.querySelectorAll("[data-way]")].filter((each) => each instanceof HTMLElement);
  const same = (/** @type {string | undefined} */ name) => ways.find((each) => each.dataset["way"] === name);
  for (const { value, defaultValue, dataset } of typed) {
    const field = same(dataset["way"]);
    if (field instanceof HTMLInputElement && field.value === defaultValue) field.value = value;
  }
  for (const { dataset } of opened) same(dataset["way"])?.closest("details")?.setAttribute("open", "");
  if (!way) return;
  const next = same(way) ?? home.querySelector("button, select, input");
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

export class Chairs {
  /**
   * @param {HTMLElement} home
   * @param {How} how
   */
  constructor(home, how) {
    this.home = home;
    this.how = how;
    this.shown = "";
    /** @type {Table | null} */
    this.table = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {Table | null} table */
  show(table) {
    this.table = table;
    clearTimeout(this.timer);
    if (!table) return;
    const { seats, watchers, begun } = table;
    const now = this.how.now();
    const soon = seats.map(({ away }) => (away === null ? 0 : away + AWAY - now)).filter((left) => left > 0);
    if (soon.length) this.timer = setTimeout(() => this.show(this.table), Math.min(...soon) + 500);
    const kept = find(this.how.match.id);
    const key = JSON.stringify([document.documentElement.lang, seats, watchers, begun, soon.length, kept?.invitations, kept?.watch, this.how.seat()]);
    if (key === this.shown) return;
    this.shown = key;
    renew(this.home, [
      make("ul", { class: "chairs" }, ...seats.map((chair) => this.chair(chair, table))),
      ...(this.watching ? [] : [this.name(table)]),
      ...this.watchers(table),
    ]);
  }

  get watching() {
    return !this.how.own().has(this.how.seat());
  }

  /** @param {Chair} chair */
  mine({ seat }) {
    return this.how.own().has(seat);
  }

  /**
   * @param {Chair} chair
   * @param {Table} table
   */
  chair(chair, table) {
    const { seat, name } = chair;
    const how = presence(chair, table);
    const mine = this.mine(chair);
    const here = mine && how !== "bot" ? t(seat === this.how.seat() ? "play.you" : "play.this-device") : "";
    const states = [chair.who.toLowerCase() === name.toLowerCase() ? "" : chair.who, here || (mine ? t("play.you") : ""), here && how === "here" ? "" : presenceText(chair, table)];
    return make("li", { class: `chair ${how}`, "data-seat": seat },
      make("p", { class: "head" }, figure(how), make("b", {}, capital(name)), make("span", { class: "time", "data-clock": seat })),
      make("p", { class: "state" }, states.filter(Boolean).join(" · ")),
      ...(this.watching ? [] : this.ways(chair, table)));
  }

  // What can be done

  /**
   * @param {Chair} chair
   * @param {Table} table
   */
  ways(chair, table) {
    const { kind, bot } = chair;
    if (this.mine(chair)) return this.ownWays(chair, table);
    if (kind === "bot") return [this.which(chair), this.invitation(chair, "instead")];
    if (kind === "friend" && !chair.taken) {
      return [this.invitation(chair, "new"), bot === null ? this.row(this.put(chair, table.begun ? "call" : "fill")) : this.which(chair)];
    }
    const away = chair.away !== null && this.how.now() - chair.away >= AWAY && !chair.online;
    return kind === "friend" && bot === null && away ? [this.row(this.put(chair, "call"))] : [];
  }

  /**
   * @param {Chair} chair
   * @param {Table} table
   */
  ownWays(chair, table) {
    const { seat, bot } = chair;
    const other = seat !== this.how.seat();
    const back = () => void this.how.send({ bot: null, seat });
    const sit = make("button", { type: "button", "data-way": `${seat}-sit`, click: () => this.how.sit(seat) }, t("play.sit", { name: capital(chair.name) }));
    if (bot === null) return [this.row(table.begun && this.put(chair, "me"), table.begun && other && sit)];
    return [
      this.row(make("button", { type: "button", class: "main", "data-way": `${seat}-back`, click: back }, t("play.take-back")), other && sit),
      this.which(chair),
    ];
  }

  /** @param {(HTMLElement | false)[]} inside */
  row(...inside) {
    return make("div", { class: "row" }, ...inside);
  }

  /**
   * A bot sits down.
   * @param {Chair} chair
   * @param {"me" | "call" | "fill"} why
   */
  put({ seat, name }, why) {
    const bot = this.how.match.bots[0];
    const click = () => void this.how.send({ bot, seat });
    return bot !== undefined && make("button", { type: "button", "data-way": `${seat}-bot`, "aria-label": t(`play.put-${why}-of`, { name }), click }, t(`play.put-${why}`));
  }

  /**
   * Which bot it is.
   * @param {Chair} chair
   */
  which({ seat, name, bot }) {
    const { bots } = this.how.match;
    const now = bot ?? "";
    const known = bots.includes(now) ? bots : [now, ...bots];
    const change = (/** @type {Event} */ event) => void this.how.send({ bot: /** @type {HTMLSelectElement} */ (event.currentTarget).value, seat });
    const id = `bot-${this.home.id}-${seat}`;
    return make("div", { class: "which" },
      make("select", { "data-way": `${seat}-which`, "aria-label": t("play.which-bot", { name }), "aria-describedby": id, change },
        ...known.map((each) => make("option", { value: each, selected: each === now }, capital(botName(each))))),
      make("small", { id }, botText(now)));
  }

  /**
   * The link for a friend, or the way to one.
   * @param {Chair} chair
   * @param {"instead" | "new"} why
   */
  invitation({ seat, name }, why) {
    const { match } = this.how;
    const token = find(match.id)?.invitations?.[seat];
    const click = async () => {
      const reply = await this.how.send({ invite: seat });
      if (!reply.token) return;
      invited(match.id, seat, reply.token);
      this.show(this.table);
    };
    const fresh = make("button", { type: "button", "data-way": `${seat}-invite`, "aria-label": t(`play.invite-${why}-of`, { name }), click }, t(`play.invite-${why}`));
    if (!token) return this.row(fresh);
    const label = t("play.invitation", { name });
    return make("div", { class: "invite" }, make("p", { class: "soft" }, t("play.invitation-about")),
      shareLink({ link: joinLink(match.id, token), label, title: match.title }));
  }

  // Beside the seats

  /** @param {Table} table */
  name(table) {
    const chair = table.seats.find(({ seat }) => seat === this.how.seat());
    const field = make("input", { type: "text", name: "who", maxlength: NAME_LENGTH, value: chair?.who ?? "", autocomplete: "nickname", "data-way": `${this.how.seat()}-name` });
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      if (this.how.own().size === 1) setMyName(field.value.trim());
      void this.how.send({ name: field.value.trim() });
    };
    const several = this.how.own().size > 1 && chair;
    const label = several ? t("play.name-of", { name: chair.name }) : t("play.your-name");
    return make("form", { class: "naming", submit }, make("label", { class: "field" }, make("span", {}, label), field),
      make("button", { type: "submit", "data-way": "name-save" }, t("play.save")));
  }

  /** @param {Table} table */
  watchers({ watchers }) {
    const { match } = this.how;
    const token = find(match.id)?.watch;
    const many = watchers ? [make("p", { class: "watchers" }, t("play.watchers", { n: watchers }))] : [];
    if (!token) return many;
    return [...many, make("details", {}, make("summary", { "data-way": "watch" }, t("play.watch-link")), make("p", { class: "soft" }, t("play.watch-about")),
      shareLink({ link: watchLink(match.id, token), label: t("play.watch-link"), title: match.title }))];
  }
}

/**
 * All seats in a line, for a glance; pressed, it opens the seats.
 * @param {HTMLElement} home
 * @param {Table} table
 * @param {string} you
 */
export function around(home, table, you) {
  const seats = table.seats.map((chair) => make("span", { class: `around ${presence(chair, table)}` }, figure(presence(chair, table)),
    make("span", { class: "name" }, chair.who || capital(chair.name), chair.seat === you && make("i", {}, ` ${t("play.you")}`)),
    make("span", { class: "time", "data-clock": chair.seat })));
  const told = table.seats.map((chair) => `${called(chair)}: ${presenceText(chair, table)}`);
  home.setAttribute("aria-label", [t("play.seats"), ...told].join(". "));
  home.replaceChildren(...seats);
}
