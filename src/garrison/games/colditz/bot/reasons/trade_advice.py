"""Reasons for trades: what an officer asks for, what he can spare, and why he takes an offer or not."""

from __future__ import annotations

from garrison.games.colditz.actions import ACCEPT, DECLINE, DROP, PUT, RECALL, TRADE, WANT
from garrison.games.colditz.bot.reasons.situation import Situation
from garrison.games.colditz.bot.trading import Idea, idea, needs, welcome
from garrison.games.colditz.offers import gives, wants
from garrison.games.colditz.scoring import escaped
from garrison.games.colditz.state import READY_PHASE
from garrison.games.colditz.tables import EQUIPMENT_KINDS, ESCAPES_TO_WIN


def reason(here: Situation, row: int) -> str:
    if row in ACCEPT:
        return _answer(here, row - ACCEPT[0], accept=True)
    if row in DECLINE:
        return _answer(here, row - DECLINE[0], accept=False)
    if row == RECALL:
        return here.say("recall")
    return _own_offer(here, row, idea(here.s, here.seat))


# Answers


def _answer(here: Situation, sender: int, *, accept: bool) -> str:
    s = here.s
    good = welcome(s, here.seat, sender)
    why = _why_welcome(here, sender) if good else _why_not(here, sender)
    if good == accept:
        return why
    return here.say("accept-not" if accept else "decline-not", why=why)


def _why_welcome(here: Situation, sender: int) -> str:
    s = here.s
    gets, costs = here.speaker.things(gives(s, sender)), here.speaker.things(wants(s, sender))
    if not costs:
        return here.say("offer-gift", gets=gets)
    return here.say("offer-good", gets=gets, costs=costs)


def _why_not(here: Situation, sender: int) -> str:
    """The first of the things that speak against an offer."""
    s, seat = here.s, here.seat
    given, wanted = gives(s, sender), wants(s, sender)
    if any(given[EQUIPMENT_KINDS:]) or any(wanted[EQUIPMENT_KINDS:]):
        return here.say("offer-cards")
    lacks = needs(s, seat)
    if lacks is None:
        return here.say("offer-no-plan")
    if any(wanted) and escaped(s)[sender] >= ESCAPES_TO_WIN - 1:
        return here.say("offer-winner", officer=here.speaker.officer(sender))
    needed = [n if n > max(0, -lack) else 0 for n, lack in zip(wanted, lacks, strict=False)]
    if any(needed):
        return here.say("offer-needed", things=here.speaker.things(needed))
    if not any(n and lack > 0 for n, lack in zip(given, lacks, strict=False)):
        return here.say("offer-useless")
    return here.say("offer-unarmed")


# An offer of his own


def _own_offer(here: Situation, row: int, found: Idea | None) -> str:
    if found is None:
        if row in TRADE and not (here.s.turn == here.seat and here.s.phase == READY_PHASE):
            return here.say("trade-later")
        return here.say("drop" if row == DROP else "trade-none")
    values = {
        "officer": here.speaker.officer(found.nation),
        "wanted": here.speaker.count(found.wanted, 1),
        "given": here.speaker.count(found.given, 1),
    }
    if row in TRADE:
        return here.say("trade" if row == TRADE[found.nation] else "trade-other", **values)
    if row in PUT:
        return here.say("put" if row == PUT[found.given] else "put-other", **values)
    if row in WANT:
        return here.say("want" if row == WANT[found.wanted] else "want-other", **values)
    given, wanted = gives(here.s, here.seat), wants(here.s, here.seat)
    if row == DROP:
        return here.say("drop-not", **values)
    return here.say("send" if any(given) and any(wanted) else "send-not", **values)
