/** The match page: who opens it, as which seat; all else is the controller's. */

import { notice } from "../lib/announcer.js";
import { get, Refusal } from "../lib/api.js";
import { entitle, lead, start } from "../lib/header.js";
import { joinLink, opened, seated } from "../lib/saved_matches.js";
import { Play } from "../match/controller.js";

async function begin() {
  await start({ heading: true });
  const { id, token } = opened();
  lead([{ href: "/", key: "both.home" }]);
  try {
    /** @type {import("../lib/api.js").Match} */
    const match = await get(`/api/matches/${encodeURIComponent(id)}`, { token });
    if (match.seats.some(({ seat, kind, taken }) => seat === match.seat && kind === "friend" && !taken)) {
      location.replace(joinLink(id, token)); // an invitation, not a seat yet
      return;
    }
    entitle(match.title);
    seated(id, token, match);
    new Play(match, token);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    notice(error.message, true);
  }
}

await begin();
