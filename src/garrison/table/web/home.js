/** The first page: choose a game and play, go on with a match, bring in a record. */

import { del, get, post, Refusal, text } from "./api.js";
import { download, make, part, sure } from "./dom.js";
import { add, list, remove, update } from "./matches.js";
import { start } from "./prefs.js";
import { capital, date, language, sentence, t } from "./words.js";

/** @typedef {import("./matches.js").Kept} Kept */
/** @typedef {import("./api.js").Game} Game */
/** @typedef {import("./api.js").Match} Match */
/** @typedef {import("./types.js").Frame} Frame */

const SHOWN = 8;
const RECORD_BYTES = 5_000_000;

/** @type {Game[]} */
let games = [];
/** What is chosen, by game, so that another language changes nothing. @type {Map<string, Record<string, string>>} */
const chosen = new Map();
let all = false;

// Games

/** @param {Game} game */
function solo(game) {
  return game.combinations.filter((each) => each.seats.length === 1).map((each) => each.options);
}

/**
 * The first allowed set of options with a value, as near to what was chosen as possible.
 * @param {Game} game
 * @param {string} name
 * @param {string} value
 */
function fitting(game, name, value) {
  const now = chosen.get(game.id) ?? {};
  const alike = (/** @type {Record<string, string>} */ each) => Object.keys(each).filter((key) => each[key] === now[key]).length;
  const able = solo(game).filter((each) => each[name] === value);
  return able.reduce((best, each) => (alike(each) > alike(best) ? each : best), able[0] ?? now);
}

/**
 * The values of an option that some allowed set has, given the options before it.
 * @param {Game} game
 * @param {number} at
 */
function open(game, at) {
  const now = chosen.get(game.id) ?? {};
  const option = game.options[at];
  if (!option) return [];
  const before = game.options.slice(0, at).map((each) => each.name);
  const able = solo(game).filter((each) => before.every((name) => each[name] === now[name]));
  return option.values.filter((value) => able.some((each) => each[option.name] === value.value));
}

function showGames() {
  const focused = document.activeElement?.id;
  part("games", HTMLDivElement).replaceChildren(...games.map(gameCard));
  if (focused) document.getElementById(focused)?.focus();
}

/** @param {Game} game */
function gameCard(game) {
  const error = make("p", { class: "error", role: "alert" });
  const button = make("button", { type: "submit", class: "main big" }, t("pages.play"));
  button.setAttribute("aria-label", t("pages.play-game", { name: game.name }));
  const form = make("form", { class: "panel game", "aria-labelledby": `game-${game.id}` });
  const told = make(
    "div",
    { class: "game-told" },
    make("h3", { id: `game-${game.id}` }, game.name),
    make("p", {}, game.text),
  );
  const more = make(
    "div",
    { class: "game-more" },
    make(
      "p",
      { class: "ways" },
      make("a", { href: rulesOf(game) }, t("pages.rules-of", { name: game.name })),
      make("a", { href: `/notes/${game.id}` }, t("pages.notes-of", { name: game.name })),
    ),
    solo(game).length < game.combinations.length && make("p", { class: "soft small" }, t("pages.friends")),
  );
  const options = game.options.map((_, at) => optionChoice(game, at));
  form.append(told, more, make("div", { class: "game-options" }, ...options, button, error));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void play(game, button, error);
  });
  return form;
}

/** @param {Game} game */
function rulesOf(game) {
  const edition = chosen.get(game.id)?.["edition"];
  return `/rules/${game.id}${edition ? `?edition=${encodeURIComponent(edition)}` : ""}`;
}

/**
 * @param {Game} game
 * @param {number} at
 */
function optionChoice(game, at) {
  const option = game.options[at];
  if (!option) throw new Error("no such option");
  const values = open(game, at);
  const now = chosen.get(game.id)?.[option.name];
  return make(
    "fieldset",
    {},
    make("legend", {}, capital(option.label)),
    ...values.map((value) => {
      const id = `${game.id}-${option.name}-${value.value}`;
      const change = () => {
        chosen.set(game.id, fitting(game, option.name, value.value));
        showGames();
      };
      const name = `${game.id}-${option.name}`;
      const traits = { type: "radio", id, name, value: value.value, change, checked: value.value === now };
      const hint = value.text ? make("span", { class: "hint", id: `${id}-hint` }, value.text) : null;
      const radio = make("input", { ...traits, "aria-describedby": hint ? hint.id : null });
      return make("div", { class: "choice" }, radio, make("label", { for: id }, capital(value.label)), hint);
    }),
  );
}

/**
 * @param {Game} game
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} error
 */
async function play(game, button, error) {
  button.disabled = true;
  button.textContent = t("pages.starting");
  error.textContent = "";
  try {
    const made = await post("/api/matches", { game: game.id, options: chosen.get(game.id) ?? {} });
    const seat = made.seats[0];
    add({ id: made.id, token: seat.token, seat: seat.seat, game: game.id, title: game.name, over: false });
    location.assign(`/match/${encodeURIComponent(made.id)}#${seat.token}`);
  } catch (trouble) {
    error.textContent = said(trouble);
    button.disabled = false;
    button.textContent = t("pages.play");
  }
}

/** @param {unknown} trouble */
function said(trouble) {
  if (trouble instanceof Refusal) return trouble.message;
  throw trouble;
}

// My matches

async function showMine() {
  const kept = list();
  showResume(kept.find((each) => each.over === false));
  const shown = all ? kept : kept.slice(0, SHOWN);
  part("mine-none", HTMLElement).hidden = kept.length > 0;
  const more = part("mine-more", HTMLButtonElement);
  more.hidden = shown.length === kept.length;
  if (!more.hidden) more.textContent = t("pages.mine-all", { n: kept.length - shown.length });
  const lang = language();
  const items = await Promise.all(shown.map(mineItem));
  if (lang === language()) part("mine", HTMLUListElement).replaceChildren(...items);
}

/**
 * Whoever left a game goes on with one click.
 * @param {Kept | undefined} kept
 */
function showResume(kept) {
  const link = part("go-on", HTMLAnchorElement);
  link.hidden = !kept;
  if (!kept) return;
  link.href = `/match/${encodeURIComponent(kept.id)}`;
  link.textContent = t("pages.go-on", { title: kept.title ?? "" });
}

/** @param {Kept} kept */
async function mineItem(kept) {
  /** @type {Match | null} */
  let match = null;
  let trouble = "";
  try {
    match = /** @type {Match} */ (await get(`/api/matches/${encodeURIComponent(kept.id)}`, { token: kept.token }));
    update(kept.id, { game: match.game, title: match.title, seat: match.seat, over: match.over });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    trouble = [401, 403, 404].includes(error.status) ? t("pages.gone") : error.message;
  }
  const status = match ? await standing(match, kept.token) : "";
  const title = match?.title ?? kept.title ?? kept.id;
  const when = date(match?.changed ?? kept.changed ?? 0);
  const options = match ? Object.values(match.option_names).map(capital).join(" · ") : "";
  return make(
    "li",
    { class: match?.over ? "panel match over" : "panel match" },
    make(
      "div",
      { class: "match-told" },
      make("h3", {}, title),
      make("p", { class: "soft small" }, [options, ...marks(match)].filter(Boolean).join(" · ")),
      match ? make("p", {}, status) : make("p", { class: "error" }, trouble),
      make("p", { class: "soft small" }, when),
    ),
    match ? mineWays(match, kept, { title, when, options }) : make("div", { class: "row" }, goneWay(kept, title, when)),
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
 * Where a match stands: its result, or the first gauge of the table and the score.
 * @param {Match} match
 * @param {string} token
 */
async function standing(match, token) {
  if (match.result) {
    const own = match.seats.findIndex((each) => each.seat === match.seat);
    return t("pages.result", { how: sentence(match.result.text), score: match.result.score[own] ?? 0 });
  }
  const frame = /** @type {Frame} */ (await get(`/api/matches/${encodeURIComponent(match.id)}/frames/${match.n}`, { token }));
  const gauges = frame.scene.gauges.filter((each) => each.at === "");
  const told = gauges.filter((each, at) => at === 0 || each.id === "score");
  return told.map((each) => t("pages.gauge", { name: each.name, value: each.value })).join(" · ");
}

/**
 * @param {Match} match
 * @param {Kept} kept
 * @param {{title: string, when: string, options: string}} words
 */
function mineWays(match, kept, words) {
  const id = encodeURIComponent(match.id);
  // Many matches have the same title: who hears a button is told which one it belongs to.
  const label = (/** @type {string} */ key) => ({ "aria-label": t(key, words) });
  const resume = { class: "button main", href: `/match/${id}`, ...label("pages.resume-of") };
  const replay = { class: match.over ? "button main" : "button", href: `/replay/${id}`, ...label("pages.look-of") };
  const exporting = { type: "button", click: () => save(match, kept), ...label(match.over ? "pages.export-of" : "pages.export-story-of") };
  const deleting = { type: "button", click: () => erase(kept, words, match.over), ...label("pages.delete-of") };
  return make(
    "div",
    { class: "row" },
    !match.over && make("a", resume, t("pages.resume")),
    make("a", replay, t("pages.look")),
    make("button", exporting, t(match.over ? "pages.export" : "pages.export-story")),
    make("button", deleting, t("both.delete")),
  );
}

/**
 * @param {Kept} kept
 * @param {string} title
 * @param {string} when
 */
function goneWay(kept, title, when) {
  const drop = () => {
    remove(kept.id);
    void showMine();
    part("mine-title", HTMLElement).focus();
  };
  return make("button", { type: "button", "aria-label": t("pages.remove-of", { title, when }), click: drop }, t("pages.remove"));
}

/** @param {string} sentence */
function tell(sentence) {
  part("mine-told", HTMLElement).textContent = sentence;
}

/**
 * @param {Match} match
 * @param {Kept} kept
 */
async function save(match, kept) {
  try {
    const name = `garrison-${match.game}-${match.id}.txt`;
    download(name, await text(`/api/matches/${encodeURIComponent(match.id)}/record`, { token: kept.token }));
    tell(t("pages.exported", { name }));
  } catch (trouble) {
    tell(said(trouble));
  }
}

/**
 * @param {Kept} kept
 * @param {{title: string, options: string}} words
 * @param {boolean} over
 */
async function erase(kept, words, over) {
  const question = { title: t("pages.delete-title"), text: t(over ? "pages.delete-text" : "pages.delete-running", words) };
  if (!(await sure({ ...question, yes: t("both.delete"), no: t("both.cancel") }))) return;
  try {
    await del(`/api/matches/${encodeURIComponent(kept.id)}`, { token: kept.token });
  } catch (trouble) {
    if (!(trouble instanceof Refusal) || trouble.status !== 404) {
      tell(said(trouble));
      return;
    }
  }
  remove(kept.id);
  await showMine();
  tell(t("pages.deleted"));
  part("mine-title", HTMLElement).focus();
}

// Bringing in a record

/** @param {string} record */
async function bring(record) {
  const error = part("import-error", HTMLElement);
  const button = part("import-go", HTMLButtonElement);
  error.textContent = "";
  if (!record.trim()) {
    error.textContent = t("pages.import-empty");
    return;
  }
  button.disabled = true;
  button.textContent = t("pages.importing");
  try {
    const made = await post("/api/matches/new/record", record);
    const seat = made.seats[0];
    add({ id: made.id, token: seat.token, seat: seat.seat });
    location.assign(`/replay/${encodeURIComponent(made.id)}#${seat.token}`);
  } catch (trouble) {
    error.textContent = `${t("pages.import-error")} ${said(trouble)}`;
  } finally {
    button.disabled = false;
    button.textContent = t("pages.import-go");
  }
}

/** @param {File | undefined} file */
async function bringFile(file) {
  if (!file) return;
  const field = part("import-text", HTMLTextAreaElement);
  if (file.size > RECORD_BYTES) {
    part("import-error", HTMLElement).textContent = t("pages.import-large", { most: RECORD_BYTES / 1e6 });
    return;
  }
  field.value = await file.text();
  await bring(field.value);
}

function listenToImport() {
  const field = part("import-text", HTMLTextAreaElement);
  const file = part("import-file", HTMLInputElement);
  const drop = part("import", HTMLFormElement);
  drop.addEventListener("submit", (event) => {
    event.preventDefault();
    // A record ends with a line break; what is pasted often lost its last one.
    void bring(field.value.trim() ? `${field.value.trimEnd()}\n` : "");
  });
  file.addEventListener("change", () => {
    void bringFile(file.files?.[0]);
    file.value = "";
  });
  for (const kind of ["dragenter", "dragover"]) {
    drop.addEventListener(kind, (event) => {
      event.preventDefault();
      drop.classList.add("over");
    });
  }
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    void bringFile(event.dataTransfer?.files[0]);
  });
}

// The page

async function show() {
  const lang = language();
  const [found] = await Promise.all([/** @type {Promise<Game[]>} */ (get("/api/games")), showMine()]);
  if (lang !== language()) return;
  games = found.filter((game) => solo(game).length > 0);
  for (const game of games) if (!chosen.has(game.id)) chosen.set(game.id, solo(game)[0] ?? {});
  showGames();
}

await start();
listenToImport();
part("mine-more", HTMLButtonElement).addEventListener("click", () => {
  all = true;
  void showMine();
});
document.addEventListener("garrison:lang", () => void show());
window.addEventListener("pageshow", (event) => {
  if (event.persisted) void show();
});
await show();
