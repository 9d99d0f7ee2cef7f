/** The replay of a match: any moment, any seat once it is over, playing or step by step; a match can branch off from there. */

import { connectToolbar, showToolbar } from "../board/toolbar.js";
import { BoardView } from "../board/view.js";
import { moveView } from "../board/view_keys.js";
import { get, post, Refusal, text } from "../lib/api.js";
import { byId, confirmDialog, download, draw, make, setEnabled } from "../lib/dom.js";
import { setLinks, setTitle, startPage } from "../lib/header.js";
import { motion, setSpeed, speed } from "../lib/saved/preferences.js";
import { openedMatch, ownTokens, savedMatch, saveNewMatch, saveSeat, SPECTATOR } from "../lib/saved/saved_matches.js";
import { capital, date, language, sentence, t } from "../lib/words.js";
import { ruleLinks } from "../match/help/rule_links.js";
import { showReport } from "../report/report.js";
import { ReplayLog } from "./replay_log.js";

/** @typedef {import("../lib/api.js").Match} Match */
/** @typedef {import("../lib/types.js").Board} Board */
/** @typedef {import("../lib/types.js").Frame} Frame */
/** @typedef {import("../lib/types.js").Moment} Moment */

/** Milliseconds between moments, besides animations. @type {Record<string, number>} */
const PAUSES = { slow: 1800, usual: 700, fast: 120 };
/** Viewers without a seat, and the text keys of their names. @type {Record<string, string>} */
const WATCHERS = { spectator: "pages.spectator", arbiter: "pages.arbiter" };

/** Browsers limit how often the address may change; milliseconds. */
const ADDRESS_PAUSE = 400;

const { id, token } = openedMatch();
const path = `/api/matches/${encodeURIComponent(id)}`;
const asked = new URLSearchParams(location.search);

/** @type {Match} */
let match;
/** @type {BoardView} */
let view;
/** @type {Moment[]} */
let log = [];
/** @type {ReplayLog} */
let lines;
/** Fetched frames by seat, language and number. @type {Map<string, Promise<Frame>>} */
const frames = new Map();
let boardShown = "";
let seat = asked.get("seat") ?? "";
let n = 0;
/** Counts requests, so that only the latest is shown. */
let requests = 0;
let running = false;
let scrubbing = false;
let addressed = -ADDRESS_PAUSE;
/** @type {number | undefined} */
let addressing;
/** @type {Frame | null} */
let now = null;

const last = () => log.at(-1)?.n ?? 1;

/** While the match runs, each own seat is viewed with its own token. */
const viewToken = () => (match.over ? token : (ownTokens(savedMatch(id))[seat] ?? token));

// Fetching

/** @param {number} wanted */
function frame(wanted) {
  const key = `${seat}/${language()}/${wanted}`;
  let found = frames.get(key);
  if (!found) {
    found = /** @type {Promise<Frame>} */ (get(`${path}/frames/${wanted}?seat=${encodeURIComponent(seat)}`, { token: viewToken() }));
    found.catch(() => frames.delete(key));
    frames.set(key, found);
  }
  return found;
}

/** The whole log, page by page. @returns {Promise<Moment[]>} */
async function fetchLog() {
  const whole = [];
  for (;;) {
    const { frames: told, n: newest } = await get(
      `${path}/log?seat=${encodeURIComponent(seat)}&from=${whole.length + 1}`, { token: viewToken() },
    );
    whole.push(...told);
    if (!told.length || whole.length >= newest) return whole;
  }
}

/** @param {string} name */
async function setBoard(name) {
  if (name === boardShown) return;
  const board = /** @type {Board} */ (await get(`/api/boards/${name}`));
  const svg = draw("svg", { class: "board", role: "group", "aria-label": match.title, viewBox: `0 0 ${board.size.join(" ")}` });
  byId("table", HTMLDivElement).replaceChildren(svg);
  const homes = { trays: byId("trays", HTMLDivElement), cards: byId("cards", HTMLDivElement), status: byId("status", HTMLDivElement) };
  view = new BoardView(svg, board, { passive: true, ...homes });
  showToolbar(view);
  boardShown = name;
}

// Showing

/**
 * @param {number} wanted
 * @param {{moving?: boolean, ahead?: boolean}} [how] `ahead`: fetch the moment after it too
 */
async function go(wanted, { moving = false, ahead = true } = {}) {
  const mine = ++requests;
  const to = Math.min(Math.max(1, wanted), last());
  mark(to);
  if (view?.moving) view.finish();
  const next = await frame(to);
  if (mine !== requests) return;
  await setBoard(next.board);
  if (mine !== requests) return;
  const before = now;
  now = next;
  if (ahead && to < last()) void frame(to + 1).catch(() => {});
  if (moving && before && motion()) await view.animate(next.steps, before.scene, next.scene, { lit: false });
  else {
    view.show(next.scene, { lit: false });
    view.camera.overview();
  }
  view.markDecisive(next.result?.things ?? []);
}

/** Follow the scrubber, one moment at a time: those it passed meanwhile are not fetched. */
async function scrub() {
  if (scrubbing) return;
  scrubbing = true;
  let shown = 0;
  try {
    while (shown !== n) {
      shown = n;
      await go(n, { ahead: false });
    }
  } finally {
    scrubbing = false;
  }
}

/** @param {number} to */
function mark(to) {
  n = to;
  const scrubber = byId("scrubber", HTMLInputElement);
  scrubber.max = String(last());
  scrubber.value = String(n);
  const words = t("pages.moment-of", { n, last: last() });
  scrubber.setAttribute("aria-valuetext", [words, sayings(log[n - 1]).join(" ")].filter(Boolean).join(". "));
  byId("count", HTMLOutputElement).textContent = words;
  for (const name of ["first", "previous"]) setEnabled(byId(name, HTMLButtonElement), n > 1);
  for (const name of ["next", "last"]) setEnabled(byId(name, HTMLButtonElement), n < last());
  markLog();
  const since = performance.now() - addressed;
  clearTimeout(addressing);
  if (since > ADDRESS_PAUSE) address();
  else addressing = setTimeout(address, ADDRESS_PAUSE - since);
}

/** Put this moment in the address. */
function query() {
  return new URLSearchParams({ n: String(n), ...(seat === match.seat ? {} : { seat }) });
}

function address() {
  addressed = performance.now();
  history.replaceState(history.state, "", `${location.pathname}?${query()}${location.hash}`);
}

/**
 * The sentences of a moment; a choice that only leads to another question has none.
 * @param {Moment | undefined} moment
 */
function sayings(moment) {
  if (!moment) return [];
  if (moment.back !== null) return [t("pages.log-back", { n: moment.back })];
  const said = moment.steps.map((step) => step.say).filter(Boolean);
  return said.length || moment.n > 1 ? said : [t("pages.log-setup")];
}

function showLog() {
  const rules = `/rules/${encodeURIComponent(match.game)}`;
  lines ??= new ReplayLog(byId("log", HTMLOListElement), {
    look: (to, things) => stepTo(to, things),
    link: ruleLinks(match.game, match.options["edition"], (rule) => location.assign(`${rules}#${encodeURIComponent(rule)}`)),
  });
  lines.clear();
  lines.add(log);
}

function markLog() {
  lines.current(n);
  const list = byId("log", HTMLOListElement);
  const line = lines.marked;
  if (!line) return;
  const [top, bottom] = [line.offsetTop, line.offsetTop + line.offsetHeight];
  const room = Math.max(0, list.clientHeight - line.offsetHeight);
  if (top < list.scrollTop || bottom > list.scrollTop + list.clientHeight) list.scrollTop = top - room / 2;
}

function showAbout() {
  const title = t("pages.replay-of", { title: match.title });
  setTitle(title);
  const about = [...Object.values(match.option_names).map(capital), date(match.created)];
  if (match.imported) about.push(t("pages.imported"));
  if (match.origin) about.push(t("pages.origin", { n: match.origin.n }));
  if (!match.over) about.push(t(match.seat === SPECTATOR ? "pages.running-watched" : "pages.running"));
  byId("about", HTMLElement).textContent = about.join(" · ");
  const result = byId("result", HTMLElement);
  result.hidden = !match.result;
  result.textContent = sentence(match.result?.text ?? "");
  byId("report", HTMLButtonElement).hidden = !match.over;
  const back = byId("to-match", HTMLAnchorElement);
  back.hidden = match.over;
  back.href = `/match/${encodeURIComponent(id)}`;
  byId("export", HTMLButtonElement).textContent = t(match.over ? "pages.export" : "pages.export-story");
  showSeats();
  showRun();
}

/** The perspectives on offer. @param {string} wanted */
function mayLook(wanted) {
  return match.over || wanted === match.seat || wanted in ownTokens(savedMatch(id));
}

function showSeats() {
  const field = byId("seat", HTMLSelectElement);
  const every = [...match.seats, ...Object.entries(WATCHERS).map(([watcher, key]) => ({ seat: watcher, name: t(key) }))];
  const open = match.over ? every : every.filter((each) => mayLook(each.seat));
  field.replaceChildren(...open.map((each) => make("option", { value: each.seat, selected: each.seat === seat }, each.name)));
  field.disabled = open.length < 2;
  byId("seat-later", HTMLElement).hidden = match.over;
}

// Playing

function showRun() {
  byId("run", HTMLButtonElement).textContent = t(running ? "pages.pause" : "pages.run");
}

function halt() {
  running = false;
  showRun();
}

async function run() {
  running = true;
  showRun();
  if (n >= last()) await go(1);
  while (running && n < last()) {
    await go(n + 1, { moving: speed() !== "fast" });
    const until = n;
    await new Promise((resolve) => setTimeout(resolve, PAUSES[speed()]));
    if (n !== until) break;
  }
  halt();
}

/**
 * @param {number} to
 * @param {string[]} [things] what to point at there
 */
function stepTo(to, things = []) {
  halt();
  go(to, { moving: to === n + 1 }).then(() => view.recall(things)).catch(complain);
}

/** @param {unknown} trouble */
function complain(trouble) {
  halt();
  if (!(trouble instanceof Refusal)) throw trouble;
  byId("told", HTMLElement).textContent = trouble.message;
}

// Actions at a moment

async function playOn() {
  halt();
  const words = {
    title: t("pages.play-on-title", { n }),
    text: t(match.over ? "pages.play-on-over" : "pages.play-on-running"),
    yes: t("pages.play-on-go"),
    no: t("both.cancel"),
    kind: "main",
  };
  if (!(await confirmDialog(words))) return;
  try {
    const made = await post("/api/matches", { from: { match: id, n, seat } }, { token: viewToken(), once: true });
    const first = saveNewMatch(made, { game: match.game, title: match.title });
    const same = made.seats.find((/** @type {{seat: string}} */ each) => each.seat === match.seat)?.token;
    location.assign(`/match/${encodeURIComponent(made.id)}#${same ?? first}`);
  } catch (trouble) {
    complain(trouble);
  }
}

/**
 * A link to this moment. The spectators' link names no seat, but has its own numbering while the game runs.
 * @returns {{key: string, words: string}}
 */
function shareTarget() {
  const watch = savedMatch(id)?.watch;
  if (match.seat === SPECTATOR || (match.over && watch)) return { key: watch ?? token, words: "pages.share-watch" };
  return { key: viewToken(), words: match.over ? "pages.share-over" : "pages.share-text" };
}

function share() {
  halt();
  const { key, words } = shareTarget();
  const whose = new URLSearchParams({ n: String(n), seat });
  const link = `${location.origin}/replay/${encodeURIComponent(id)}?${whose}#${key}`;
  const field = make("input", { type: "text", readonly: true, value: link, class: "mono" });
  const copy = make("button", { type: "button", class: "main" }, t("pages.share-copy"));
  const said = make("p", { role: "status" });
  const dialog = make(
    "dialog",
    { "aria-labelledby": "share-title" },
    make("h2", { id: "share-title" }, t("pages.share-title", { n })),
    make("p", {}, t(words)),
    make("label", { class: "field" }, make("span", {}, t("pages.share-link")), field),
    said,
    make("form", { method: "dialog", class: "row" }, make("button", { type: "submit" }, t("both.close")), copy),
  );
  copy.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(link);
      said.textContent = t("pages.share-copied");
    } catch {
      said.textContent = t("pages.share-hand");
    }
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

async function save() {
  try {
    const name = `garrison-${match.game}-${match.id}.txt`;
    download(name, await text(`${path}/record`, { token: viewToken() }));
    byId("told", HTMLElement).textContent = t("pages.exported", { name });
  } catch (trouble) {
    complain(trouble);
  }
}

// The page

function listen() {
  /** @type {Record<string, () => void>} */
  const clicks = {
    first: () => stepTo(1),
    previous: () => stepTo(n - 1),
    next: () => stepTo(n + 1),
    last: () => stepTo(last()),
    run: () => (running ? halt() : void run().catch(complain)),
    "play-on": () => void playOn(),
    share,
    export: () => void save(),
    report: () => void showReport(id, token),
  };
  for (const [name, act] of Object.entries(clicks)) {
    const button = byId(name, HTMLButtonElement);
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") !== "true") act();
    });
  }
  const scrubber = byId("scrubber", HTMLInputElement);
  scrubber.addEventListener("input", () => {
    halt();
    mark(Number(scrubber.value));
    scrub().catch(complain);
  });
  byId("seat", HTMLSelectElement).addEventListener("change", (event) => {
    seat = /** @type {HTMLSelectElement} */ (event.currentTarget).value;
    halt();
    void load();
  });
  const pace = byId("speed", HTMLSelectElement);
  pace.value = speed();
  pace.addEventListener("change", () => setSpeed(pace.value));
  byId("table", HTMLElement).addEventListener("click", () => view?.finish());
  connectToolbar(() => view ?? null);
  document.addEventListener("keydown", pressed);
  document.addEventListener("garrison:lang", () => void load());
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  const free = event.target === document.body || event.target === document.getElementById("main");
  const elsewhere = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
  if (event.defaultPrevented || (view && !elsewhere && moveView(event, view))) return;
  if (!free || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === " " && view?.moving) {
    event.preventDefault();
    view.finish();
  }
  const to = { ArrowLeft: n - 1, ArrowRight: n + 1, Home: 1, End: last() }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  stepTo(to);
}

/** Fetch match and log in this language and from this seat, and show the moment. */
async function load() {
  try {
    const lang = language();
    match = await get(path, { token });
    saveSeat(id, token, match);
    if (!seat || !mayLook(seat)) seat = match.seat;
    const told = await fetchLog();
    if (lang !== language()) return;
    log = told;
    byId("replay", HTMLDivElement).hidden = false;
    setLinks([
      { href: "/", key: "both.home" },
      { href: `/rules/${match.game}`, key: "both.rules" },
      { href: `/notes/${match.game}`, key: "both.notes" },
    ]);
    showAbout();
    showLog();
    await go(n || Number(asked.get("n")) || (match.over ? 1 : last()));
  } catch (trouble) {
    if (!(trouble instanceof Refusal)) throw trouble;
    byId("trouble", HTMLElement).textContent = !token ? t("pages.no-seat") : trouble.message;
    byId("way-home", HTMLElement).hidden = !byId("replay", HTMLElement).hidden;
  }
}

await startPage({ heading: true });
setTitle(t("both.replay"));
listen();
await load();
