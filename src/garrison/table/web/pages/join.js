/** An invitation: what game it is, who sits there, and one's own seat. It is used up by a click, never by looking. */

import { get, post, Refusal } from "../lib/api.js";
import { make, part } from "../lib/dom.js";
import { entitle, lead, start } from "../lib/header.js";
import { myName, setMyName } from "../lib/preferences.js";
import { add, find, own, ownSalt } from "../lib/saved_matches.js";
import { capital, t } from "../lib/words.js";
import { several, sitter } from "../people/names.js";
import { agreed } from "../people/terms.js";

/** @typedef {import("../lib/api.js").Match} Match */

const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const invitation = decodeURIComponent(location.hash.slice(1));
const path = `/api/matches/${encodeURIComponent(id)}`;

/** @type {Match | null} */
let match = null;

/** Go to the table; the way back leads past the invitation. @param {string} [token] */
function enter(token = "") {
  location.replace(`/match/${encodeURIComponent(id)}${token ? `#${token}` : ""}`);
}

async function show() {
  try {
    if (!invitation) throw new Refusal(401, "");
    match = /** @type {Match} */ (await get(path, { token: invitation }));
  } catch (trouble) {
    refuse(trouble);
    return;
  }
  const chair = match.seats.find(({ seat }) => seat === match?.seat);
  // Not an invitation but a seat that is somebody's already, or the spectators' link: it leads to the table.
  if (!chair || match.kind !== "friend" || chair.taken) enter(invitation);
  else showInvitation(match);
}

/** @param {Match} found */
function showInvitation(found) {
  const people = found.seats.filter(({ who, bot }) => who && !bot).map(({ who }) => who);
  const seat = found.seats.find((each) => each.seat === found.seat)?.name ?? "";
  entitle(t("pages.join-to", { title: found.title }));
  part("invited-by", HTMLElement).textContent = people.length ? t("pages.join-by", { n: people.length, names: several(people) }) : t("pages.join-you");
  part("invited-title", HTMLElement).textContent = found.title;
  part("invited-how", HTMLElement).textContent = Object.values(found.option_names).map(capital).join(" · ");
  part("chairs", HTMLElement).replaceChildren(
    ...found.seats.map((each) =>
      make(
        "li",
        { class: each.seat === found.seat ? "own" : "" },
        make("span", { class: "chair-name" }, each.name),
        make("span", {}, each.seat === found.seat ? t("pages.join-seat") : sitter(each)),
      ),
    ),
  );
  const said = [...agreed(found.terms), ...(found.begun ? [t("pages.join-begun")] : [])];
  part("agreed", HTMLElement).replaceChildren(...said.map((each) => make("li", {}, each)));
  part("take-go", HTMLButtonElement).textContent = t("pages.join-go");
  part("take-go", HTMLButtonElement).setAttribute("aria-label", t("pages.join-go-as", { seat }));
  showBooks(found);
  part("invited", HTMLElement).hidden = false;
}

/** @param {Match} found */
function showBooks({ game, title, options }) {
  const edition = options["edition"] ? `?edition=${encodeURIComponent(options["edition"])}` : "";
  // In a tab of their own: the way back would be long.
  const way = (/** @type {string} */ href, /** @type {string} */ text) => make("a", { href, target: "_blank", rel: "noopener" }, text);
  part("books", HTMLElement).replaceChildren(way(`/rules/${game}${edition}`, t("pages.rules-of", { name: title })));
}

/**
 * Say kindly what is wrong and what would help.
 * @param {unknown} trouble
 */
function refuse(trouble) {
  if (!(trouble instanceof Refusal)) throw trouble;
  entitle(t("pages.join-not"));
  const used = [401, 403, 409].includes(trouble.status);
  part("no-seat-why", HTMLElement).textContent = !invitation ? t("pages.join-cut") : used ? t("pages.join-used") : trouble.message;
  part("invited", HTMLElement).hidden = true;
  part("no-seat", HTMLElement).hidden = false;
}

async function take() {
  const button = part("take-go", HTMLButtonElement);
  const name = part("name", HTMLInputElement).value.trim();
  const error = part("take-error", HTMLElement);
  setMyName(name);
  error.textContent = "";
  button.disabled = true;
  try {
    const taken = await post(`${path}/seat`, { name }, { token: invitation });
    keepSeat(taken, name);
    enter(taken.token);
  } catch (trouble) {
    button.disabled = false;
    if (trouble instanceof Refusal && ![401, 403, 404, 409].includes(trouble.status)) error.textContent = trouble.message;
    else refuse(trouble);
  }
}

/**
 * Whoever comes before the first row adds to the salt and has seen the promise.
 * @param {{seat: string, token: string}} taken
 * @param {string} name
 */
function keepSeat({ seat, token }, name) {
  if (!match) return;
  const { game, title, begun, dice } = match;
  const { watch } = find(id) ?? {};
  const before = begun ? {} : { salt: ownSalt(), sha256: dice.sha256 };
  add({ id, token, seat, tokens: { [seat]: token }, name, game, title, over: false, ...(watch ? { watch } : {}), ...before });
}

async function begin() {
  if (Object.keys(own(find(id))).length) {
    enter();
    return;
  }
  await start();
  lead([{ href: "/", key: "both.home" }]);
  part("name", HTMLInputElement).value = myName();
  part("take", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    void take();
  });
  document.addEventListener("garrison:lang", () => void show());
  await show();
}

await begin();
