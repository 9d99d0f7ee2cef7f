/** The list of this device's matches on the home page: state, turn and actions of each. */

import { del, get, Refusal, text } from "../lib/api.js";
import { byId, confirmDialog, download, make } from "../lib/dom.js";
import { forgetMatch, ownTokens, savedMatches, SPECTATOR, updateMatch } from "../lib/saved/saved_matches.js";
import { capital, date, language, sentence, t } from "../lib/words.js";
import { nameList, occupant } from "../people/names.js";

/** @typedef {import("../lib/saved/saved_matches.js").SavedMatch} SavedMatch */
/** @typedef {import("../lib/api.js").Match} Match */
/** @typedef {import("../lib/api.js").SeatSummary} SeatSummary */
/** @typedef {import("../lib/types.js").Frame} Frame */
/** @typedef {{title: string, when: string, options: string}} Words what distinguishes a match from others */

const SHOWN = 8;
let all = false;

export async function showMyMatches() {
  const saved = savedMatches();
  showResume(saved.find((each) => each.over === false));
  const shown = all ? saved : saved.slice(0, SHOWN);
  byId("my-matches-none", HTMLElement).hidden = saved.length > 0;
  byId("backup-save", HTMLElement).hidden = !saved.length;
  const more = byId("my-matches-more", HTMLButtonElement);
  more.hidden = shown.length === saved.length;
  if (!more.hidden) more.textContent = t("pages.mine-all", { n: saved.length - shown.length });
  const lang = language();
  const items = await Promise.all(shown.map(matchItem));
  if (lang === language()) byId("my-matches", HTMLUListElement).replaceChildren(...items);
}

export function listenToMyMatches() {
  byId("my-matches-more", HTMLButtonElement).addEventListener("click", () => {
    all = true;
    void showMyMatches();
  });
  byId("backup-save", HTMLButtonElement).addEventListener("click", () => void saveBackup());
}

/**
 * Resume the last match with one click.
 * @param {SavedMatch | undefined} saved
 */
function showResume(saved) {
  const link = byId("go-on", HTMLAnchorElement);
  link.hidden = !saved;
  if (!saved) return;
  link.href = `/match/${encodeURIComponent(saved.id)}`;
  link.textContent = t("pages.go-on", { title: saved.title ?? "" });
}

/** @param {SavedMatch} saved */
async function matchItem(saved) {
  /** @type {Match | null} */
  let match = null;
  let trouble = "";
  try {
    match = /** @type {Match} */ (await get(`/api/matches/${encodeURIComponent(saved.id)}`, { token: saved.token }));
    updateMatch(saved.id, { game: match.game, title: match.title, over: match.over });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    trouble = [401, 403, 404].includes(error.status) ? t("pages.gone") : error.message;
  }
  const title = match?.title ?? saved.title ?? saved.id;
  const when = date(match?.changed ?? saved.changed ?? 0);
  const options = match ? Object.values(match.option_names).map(capital).join(" · ") : "";
  const words = { title, when, options };
  return make(
    "li",
    { class: match?.over ? "panel match over" : "panel match" },
    make(
      "div",
      { class: "match-told" },
      make("h3", {}, title, match ? turn(match, saved) : null),
      make("p", { class: "soft small" }, [options, ...marks(match)].filter(Boolean).join(" · ")),
      ...(match ? [seatsLine(match, saved), make("p", {}, await standing(match, saved.token))] : [make("p", { class: "error" }, trouble)]),
      make("p", { class: "soft small" }, when),
    ),
    make("div", { class: "row" }, ...(match ? actions(match, saved, words) : [forgetButton(saved, words)])),
  );
}

/** @param {Match | null} match */
function marks(match) {
  const found = [];
  if (match?.imported) found.push(t("pages.imported"));
  if (match?.origin) found.push(t("pages.origin", { n: match.origin.n }));
  return found;
}

/**
 * Whose turn it is, if several play.
 * @param {Match} match
 * @param {SavedMatch} saved
 */
function turn(match, saved) {
  if (match.over || match.seats.length < 2) return null;
  const named = (/** @type {SeatSummary[]} */ seats) => nameList(seats.map((each) => each.who || each.name));
  if (!match.begun) {
    const missing = match.seats.filter((each) => each.kind === "friend" && !each.bot && !each.joined);
    return make("span", { class: "turn" }, missing.length ? t("pages.waiting-friends", { names: named(missing) }) : t("pages.ready"));
  }
  const awaited = match.seats.filter((each) => match.awaited.includes(each.seat));
  const yours = awaited.filter((each) => each.seat in ownTokens(saved) && !each.bot);
  if (!yours.length) return make("span", { class: "turn" }, t("pages.waiting", { names: named(awaited) }));
  const many = Object.keys(ownTokens(saved)).length > 1;
  const said = many ? t("pages.your-turn-as", { names: nameList(yours.map((each) => each.name)) }) : t("pages.your-turn");
  return make("span", { class: "turn yours" }, said);
}

/**
 * Who sits where.
 * @param {Match} match
 * @param {SavedMatch} saved
 */
function seatsLine(match, saved) {
  if (match.seats.length < 2) return null;
  const said = match.seats.map((each) => t("pages.gauge", { name: each.name, value: occupant(each, each.seat in ownTokens(saved)) }));
  if (match.seat === SPECTATOR) said.push(t("pages.watching"));
  return make("p", { class: "small" }, said.join(" · "));
}

/**
 * The state of a match: its result, or the first gauge and the score.
 * @param {Match} match
 * @param {string} token
 */
async function standing(match, token) {
  if (match.result) return ended(match, match.result);
  if (!match.begun) return "";
  const frame = /** @type {Frame} */ (await get(`/api/matches/${encodeURIComponent(match.id)}/frames/${match.n}`, { token }));
  const gauges = frame.scene.gauges.filter((each) => each.at === "");
  const told = gauges.filter((each, at) => at === 0 || each.id === "score");
  return told.map((each) => t("pages.gauge", { name: each.name, value: each.value })).join(" · ");
}

/**
 * @param {Match} match
 * @param {import("../lib/types.js").Ending} result
 */
function ended(match, result) {
  const how = sentence(result.text);
  if (match.seats.length < 2) return t("pages.result", { how, score: result.score[0] ?? 0 });
  const scores = match.seats.map(({ name }, at) => t("pages.gauge", { name, value: result.score[at] ?? 0 }));
  return `${how} ${scores.join(" · ")}`;
}

// Actions

/**
 * @param {Match} match
 * @param {SavedMatch} saved
 * @param {Words} words
 */
function actions(match, saved, words) {
  const id = encodeURIComponent(match.id);
  // Many matches have the same title: tell screen readers which one a button belongs to.
  const label = (/** @type {string} */ key) => ({ "aria-label": t(key, words) });
  const looks = match.seat === SPECTATOR;
  const resume = { class: "button main", href: `/match/${id}`, ...label(looks ? "pages.watch-of" : "pages.resume-of") };
  const replay = { class: match.over ? "button main" : "button", href: `/replay/${id}`, ...label("pages.look-of") };
  const exporting = { type: "button", click: () => save(match, saved), ...label(match.over ? "pages.export-of" : "pages.export-story-of") };
  const mine = match.seats.find((each) => each.kind === "mine" && each.seat in ownTokens(saved));
  const token = mine ? ownTokens(saved)[mine.seat] : undefined;
  const deleting = { type: "button", click: () => token && erase(saved.id, token, words, match.over), ...label("pages.delete-of") };
  return [
    !match.over && make("a", resume, t(looks ? "pages.watch" : "pages.resume")),
    match.begun && make("a", replay, t("pages.look")),
    match.begun && make("button", exporting, t(match.over ? "pages.export" : "pages.export-story")),
    token ? make("button", deleting, t("both.delete")) : forgetButton(saved, words, match),
  ];
}

/**
 * Only the creator can delete a match for everybody; others can forget it.
 * @param {SavedMatch} saved
 * @param {Words} words
 * @param {Match} [match] unless it was deleted
 */
function forgetButton(saved, words, match) {
  const forget = async () => {
    const question = { title: t("pages.forget-title"), text: t("pages.forget-text", { title: words.title }) };
    const loses = match && !match.over && match.seat !== SPECTATOR;
    if (loses && !(await confirmDialog({ ...question, yes: t("pages.forget"), no: t("both.cancel") }))) return;
    forgetMatch(saved.id);
    await showMyMatches();
    tell(t("pages.forgotten"));
    byId("my-matches-title", HTMLElement).focus();
  };
  return make("button", { type: "button", "aria-label": t("pages.forget-of", { ...words }), click: forget }, t("pages.forget"));
}

/** @param {string} sentence */
function tell(sentence) {
  byId("my-matches-told", HTMLElement).textContent = sentence;
}

/** @param {unknown} trouble */
function complain(trouble) {
  if (!(trouble instanceof Refusal)) throw trouble;
  tell(trouble.message);
}

/**
 * @param {Match} match
 * @param {SavedMatch} saved
 */
async function save(match, saved) {
  try {
    const name = `garrison-${match.game}-${match.id}.txt`;
    download(name, await text(`/api/matches/${encodeURIComponent(match.id)}/record`, { token: saved.token }));
    tell(t("pages.exported", { name }));
  } catch (trouble) {
    complain(trouble);
  }
}

/**
 * @param {string} id
 * @param {string} token
 * @param {Words} words
 * @param {boolean} over
 */
async function erase(id, token, words, over) {
  const question = { title: t("pages.delete-title"), text: t(over ? "pages.delete-text" : "pages.delete-running", { ...words }) };
  if (!(await confirmDialog({ ...question, yes: t("both.delete"), no: t("both.cancel") }))) return;
  try {
    await del(`/api/matches/${encodeURIComponent(id)}`, { token });
  } catch (trouble) {
    if (!(trouble instanceof Refusal) || trouble.status !== 404) {
      complain(trouble);
      return;
    }
  }
  forgetMatch(id);
  await showMyMatches();
  tell(t("pages.deleted"));
  byId("my-matches-title", HTMLElement).focus();
}

// Backup

async function saveBackup() {
  const { backupText } = await import("../lib/saved/backup.js");
  const name = `garrison-${new Date().toISOString().slice(0, 10)}.json`;
  download(name, backupText());
  tell(t("pages.exported", { name }));
}

/** @param {File} file */
export async function loadFile(file) {
  const { BACKUP_BYTES, loadBackup, readBackup, Unusable } = await import("../lib/saved/backup.js");
  try {
    if (file.size > BACKUP_BYTES) throw new Unusable("large");
    const { origin, matches } = readBackup(await file.text());
    if (origin !== location.origin && !(await confirmDialog(elsewhere(origin)))) return;
    const loaded = loadBackup(matches);
    if (!loaded) throw new Unusable("full");
    await showMyMatches();
    tell([t("pages.backup-added", { n: loaded.added }), t("pages.backup-completed", { n: loaded.completed }), t("pages.backup-known", { n: loaded.known })].join(" "));
  } catch (trouble) {
    if (!(trouble instanceof Unusable)) throw trouble;
    tell(t(`pages.backup-${trouble.message}`, { most: BACKUP_BYTES / 1e6 }));
  }
}

/**
 * The links of a file lead to the table that it was saved at.
 * @param {string} origin
 */
function elsewhere(origin) {
  return { title: t("pages.backup-elsewhere"), text: t("pages.backup-elsewhere-text", { origin }), yes: t("pages.backup-load-yes"), no: t("both.cancel"), kind: "main" };
}
