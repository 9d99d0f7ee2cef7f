/** The report on a finished game: scores, luck, the key of the dice and its verification. `showReport` opens it over any page. */

import { get, post, Refusal, text } from "../lib/api.js";
import { draw, make } from "../lib/dom.js";
import { ownTokens, savedMatch } from "../lib/saved/saved_matches.js";
import { capital, formatted, t } from "../lib/words.js";
import { occupant } from "../people/names.js";
import { recompute, witnessed } from "./dice_check.js";

/**
 * @typedef {object} Side
 * @property {string} side
 * @property {string} name
 * @property {number} dice
 * @property {number} sum
 * @property {number} expected
 * @property {number} tests
 * @property {number} hits
 * @property {number} expected_hits
 * @property {number} chance the probability of rolling at least this much
 */

/** Without a head, each row is a fact and its value. @typedef {{title: string, head: string[], rows: string[][]}} Told */

/**
 * @typedef {object} Report
 * @property {boolean} won
 * @property {string} title
 * @property {string} text
 * @property {string} award
 * @property {[string, number][]} lines
 * @property {Told[]} tables how it went, as the game itself tells it
 * @property {number} score
 * @property {number} taken_back how often dice or something revealed were undone
 * @property {{sides: Side[]}} luck
 * @property {import("../lib/api.js").DicePromise} dice
 */

/** @typedef {import("../lib/api.js").Match} Match */

/** Variance of one die. */
const SPREAD = 35 / 12;

/** The report loads its own style sheet, so that pages need none for it until a game ends. */
function styled() {
  const href = new URL("report.css", import.meta.url).pathname;
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const link = make("link", { rel: "stylesheet", href });
  return new Promise((resolve) => {
    link.addEventListener("load", () => resolve(undefined));
    link.addEventListener("error", () => resolve(undefined));
    document.head.append(link);
  });
}

/**
 * Show the report of a finished match in a dialog; resolves when it is closed.
 * @param {string} id
 * @param {string} token
 * @returns {Promise<void>}
 */
export async function showReport(id, token) {
  const body = make("div", { class: "report" });
  const close = make("button", { type: "submit", class: "main" });
  const dialog = make(
    "dialog",
    { class: "wide", "aria-labelledby": "report-title" },
    body,
    make("form", { method: "dialog", class: "row" }, close),
  );
  const fill = async () => {
    close.textContent = t("both.close");
    body.replaceChildren(...(await parts(id, token)));
  };
  await Promise.all([fill(), styled()]);
  const again = () => void fill();
  document.addEventListener("garrison:lang", again);
  document.body.append(dialog);
  dialog.showModal();
  dialog.scrollTop = 0;
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      document.removeEventListener("garrison:lang", again);
      dialog.remove();
      resolve();
    });
  });
}

/**
 * @param {string} id
 * @param {string} token
 * @returns {Promise<HTMLElement[]>}
 */
async function parts(id, token) {
  const path = `/api/matches/${encodeURIComponent(id)}`;
  try {
    const [report, match] = await Promise.all([
      /** @type {Promise<Report>} */ (get(`${path}/report`, { token })),
      /** @type {Promise<Match>} */ (get(path, { token })),
    ]);
    const all = scores(match);
    // If several have scores and no game gives a breakdown, show the table of all scores.
    const own = report.lines.length || !all ? sheet(report) : null;
    const undone = report.taken_back ? make("p", {}, t("pages.report-taken-back", { n: report.taken_back })) : null;
    const shown = [...ending(report), undone, all, own, ...report.tables.map(told), luck(report.luck.sides), dice(report.dice, id, token)];
    return shown.filter((each) => each !== null);
  } catch (trouble) {
    if (!(trouble instanceof Refusal)) throw trouble;
    return [make("h2", { id: "report-title" }, t("pages.report-title")), make("p", { class: "error" }, trouble.message)];
  }
}

/** @param {Report} report */
function ending(report) {
  const heading = make("h2", { id: "report-title", class: report.won ? "good-text" : "" }, report.title);
  return report.text ? [heading, make("p", { class: "lead" }, report.text)] : [heading];
}

/**
 * Everybody's score, if several played.
 * @param {Match} match
 */
function scores({ id, seats, result }) {
  if (!result || seats.length < 2) return null;
  const head = ["pages.report-seat", "pages.report-player", "pages.report-total"].map((key) => make("th", { scope: "col" }, t(key)));
  const mine = ownTokens(savedMatch(id));
  const rows = seats.map((seat, at) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, seat.name, result.won.includes(seat.seat) && make("span", { class: "winner" }, t("pages.report-won"))),
      make("td", {}, occupant(seat, seat.seat in mine)),
      make("td", {}, formatted(result.score[at] ?? 0)),
    ),
  );
  return make(
    "section",
    { "aria-labelledby": "report-scores" },
    make("h3", { id: "report-scores" }, t("pages.report-scores")),
    make("table", { class: "score-sheet all-scores" }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows)),
  );
}

/** @param {Report} report */
function sheet(report) {
  const head = ["pages.report-line", "pages.report-points"].map((key) => make("th", { scope: "col" }, t(key)));
  const rows = report.lines.map(([what, points]) => line(what, formatted(points, { signDisplay: "exceptZero" })));
  const total = line(t("pages.report-total"), formatted(report.score));
  total.className = "total";
  return make(
    "section",
    { "aria-labelledby": "report-sheet" },
    make("h3", { id: "report-sheet" }, t("pages.report-sheet")),
    report.won && report.award ? award(report.award) : null,
    make(
      "table",
      { class: "score-sheet" },
      rows.length > 0 && make("thead", {}, make("tr", {}, ...head)),
      make("tbody", {}, ...rows),
      make("tfoot", {}, total),
    ),
  );
}

/**
 * @param {string} what
 * @param {string} points
 */
function line(what, points) {
  return make("tr", {}, make("th", { scope: "row" }, what), make("td", {}, points));
}

/**
 * A table that the game tells: the first cell of a row says what the row is about.
 * @param {Told} table
 */
function told({ title, head, rows }) {
  const heads = head.map((each) => make("th", { scope: "col" }, each));
  const lines = rows.map(([about = "", ...cells]) =>
    make("tr", {}, make("th", { scope: "row" }, about), ...cells.map((cell) => make("td", {}, cell))));
  return make(
    "table",
    { class: "told" },
    make("caption", {}, title),
    heads.length > 0 && make("thead", {}, make("tr", {}, ...heads)),
    make("tbody", {}, ...lines),
  );
}

/** @param {string} name */
function award(name) {
  const label = make("span", { class: "soft small" }, t("pages.report-award"));
  return make("p", { class: "award" }, medal(), make("span", {}, label, capital(name)));
}

function medal() {
  return draw(
    "svg",
    { viewBox: "0 0 32 44", width: 32, height: 44, "aria-hidden": "true", class: "medal" },
    draw("path", { class: "ribbon", d: "M8 1h16l-3 20H11Z" }),
    draw("path", { class: "star", d: "m16 18 3.5 7.4 8.1 1-6 5.6 1.6 8-7.2-4-7.2 4 1.6-8-6-5.6 8.1-1Z" }),
  );
}

// Luck

/** @param {Side[]} sides */
function luck(sides) {
  return make(
    "section",
    { "aria-labelledby": "report-luck" },
    make("h3", { id: "report-luck" }, t("pages.report-luck")),
    make("p", { class: "soft" }, t(sides.length ? "pages.report-luck-about" : "pages.report-luck-none")),
    ...sides.flatMap((side) => [luckBar(side), make("p", {}, luckWords(side))]),
  );
}

/** @param {Side} side */
function luckWords(side) {
  const apart = side.sum - side.expected;
  const key = apart > 0 ? "pages.luck-more" : apart < 0 ? "pages.luck-less" : "pages.luck-even";
  const few = { maximumFractionDigits: 1 };
  const said = [t(key, { ...figures(side), n: side.dice, dice: side.dice, apart: formatted(Math.abs(apart), few) })];
  const chance = side.chance < 0.01 ? t("pages.luck-tenth") : formatted(side.chance, { style: "percent", maximumFractionDigits: 0 });
  said.push(t("pages.luck-chance", { chance }));
  if (side.tests) {
    const expected = formatted(side.expected_hits, few);
    said.push(t("pages.luck-tests", { n: side.tests, tests: side.tests, hits: side.hits, expected }));
  }
  return said.join(" ");
}

/** @param {Side} side */
function figures(side) {
  return { name: side.name, sum: side.sum, expected: formatted(side.expected, { maximumFractionDigits: 1 }) };
}

/**
 * Rolled against expected: the middle is the expectation, the pale band covers two games of three.
 * @param {Side} side
 */
function luckBar(side) {
  const unit = Math.sqrt(side.dice * SPREAD);
  const off = Math.max(-3, Math.min(3, (side.sum - side.expected) / unit)) * 50;
  const outside = off > 0 ? "end" : "start";
  const anchor = Math.abs(off) < 90 ? "middle" : outside;
  return draw(
    "svg",
    { class: "luck", viewBox: "-170 0 340 56", role: "img", "aria-label": t("pages.luck-bar", figures(side)) },
    draw("rect", { class: "luck-way", x: -160, y: 24, width: 320, height: 10, rx: 5 }),
    draw("rect", { class: "luck-usual", x: -50, y: 24, width: 100, height: 10 }),
    draw("rect", { class: "luck-off", x: Math.min(0, off), y: 24, width: Math.abs(off), height: 10 }),
    draw("path", { class: "luck-middle", d: "M0 18v22" }),
    draw("circle", { class: "luck-spot", cx: off, cy: 29, r: 8 }),
    draw("text", { x: 0, y: 53, "text-anchor": "middle" }, t("pages.luck-expected", figures(side))),
    draw("text", { x: off, y: 13, "text-anchor": anchor }, t("pages.luck-rolled", figures(side))),
  );
}

// Dice

/**
 * @param {import("../lib/api.js").DicePromise} given
 * @param {string} id
 * @param {string} token
 */
function dice(given, id, token) {
  const path = `/api/matches/${encodeURIComponent(id)}`;
  const section = make(
    "section",
    { "aria-labelledby": "report-dice" },
    make("h3", { id: "report-dice" }, t("pages.report-dice")),
  );
  const { key } = given;
  const salt = given.salt ?? "";
  if (!key) {
    section.append(make("p", {}, t("pages.report-no-key")));
    return section;
  }
  const told = make("ul", { class: "verdicts" });
  const saved = savedMatch(id);
  const seen = witnessed({ ...given, salt }, { salt: saved?.salt, sha256: saved?.sha256, seats: Object.keys(ownTokens(saved)) });
  const known = seen.map((each) => verdict(t("pages.verify-device"), each.ok, t(each.key, each.values)));
  const button = make("button", { type: "button" }, t("pages.verify"));
  button.addEventListener("click", async () => {
    button.disabled = true;
    told.replaceChildren(make("li", {}, t("pages.verifying")));
    const verdicts = await Promise.all([here({ ...given, key, salt }, path, token), there(path, token)]);
    told.replaceChildren(...verdicts);
    told.scrollIntoView({ block: "nearest" });
    button.disabled = false;
  });
  const inside = [
    make("p", { class: "soft" }, t("pages.report-dice-about")),
    make(
      "dl",
      { class: "key" },
      make("dt", {}, t("pages.report-key")),
      make("dd", { class: "mono" }, key),
      make("dt", {}, t("pages.report-fingerprint")),
      make("dd", { class: "mono" }, given.sha256),
      make("dt", {}, t("pages.report-salt")),
      make("dd", { class: "mono" }, salt),
    ),
    known.length > 0 && make("ul", { class: "verdicts" }, ...known),
    button,
    make("div", { role: "status" }, told),
  ];
  section.append(...inside.filter((each) => each !== false));
  return section;
}

/**
 * @param {string} who
 * @param {boolean} ok
 * @param {string} sentence
 */
function verdict(who, ok, sentence) {
  const mark = draw("svg", { viewBox: "0 0 24 24", width: 22, height: 22, "aria-hidden": "true", class: "line" });
  mark.append(draw("path", { d: ok ? "m5 13 5 5 9-11" : "m6 6 12 12M18 6 6 18" }));
  return make("li", { class: ok ? "good-text" : "bad-text" }, mark, make("span", {}, make("strong", {}, `${who}: `), sentence));
}

/**
 * The result of this page's own check.
 * @param {{key: string, salt: string, sha256: string}} given
 * @param {string} path
 * @param {string} token
 */
async function here(given, path, token) {
  const who = t("pages.verify-here");
  try {
    const [record, made] = await Promise.all([text(`${path}/record`, { token }), get(`${path}/draws`, { token })]);
    const found = recompute(given, record, made.rows);
    if (!found.ok) return verdict(who, false, t(found.key, found.values));
    return verdict(who, true, t("pages.verify-good", { n: found.rows, draws: found.draws, rows: found.rows }));
  } catch (trouble) {
    if (!(trouble instanceof Refusal)) throw trouble;
    return verdict(who, false, trouble.message);
  }
}

/**
 * The result of the server's check.
 * @param {string} path
 * @param {string} token
 */
async function there(path, token) {
  const who = t("pages.verify-server");
  try {
    const found = await post(`${path}/verify`, null, { token });
    const said = found.ok ? t("pages.verify-good", { n: found.rows, draws: found.draws, rows: found.rows }) : t("pages.verify-server-no");
    return verdict(who, found.ok, said);
  } catch (trouble) {
    if (!(trouble instanceof Refusal)) throw trouble;
    return verdict(who, false, trouble.message);
  }
}
