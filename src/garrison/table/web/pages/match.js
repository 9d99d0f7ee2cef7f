/** Entry point of the match page: finds the seat of the address and starts the controller. A lesson is played here too. */

import { showNotice } from "../lib/announcer.js";
import { get, Refusal } from "../lib/api.js";
import { setLinks, setTitle, startPage } from "../lib/header.js";
import { invitationLink, openedMatch, saveSeat } from "../lib/saved/saved_matches.js";
import { MatchController } from "../match/controller.js";

async function begin() {
  await startPage({ heading: true });
  const { id, token } = openedMatch();
  setLinks([{ href: "/", key: "both.home" }]);
  try {
    /** @type {import("../lib/api.js").Match} */
    const match = await get(`/api/matches/${encodeURIComponent(id)}`, { token });
    if (match.seats.some(({ seat, kind, taken }) => seat === match.seat && kind === "friend" && !taken)) {
      location.replace(invitationLink(id, token)); // an invitation, not a seat yet
      return;
    }
    setTitle(match.title);
    saveSeat(id, token, match);
    new MatchController(match, token);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    showNotice(error.message, true);
  }
}

const learning = /^\/learn\/([^/]+)$/.exec(location.pathname);
if (learning) await (await import("../match/help/lesson.js")).openLessons(decodeURIComponent(learning[1] ?? ""));
else await begin();
