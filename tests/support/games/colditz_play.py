"""Escape from Colditz from a position written down: matches in the middle of a turn, and answers."""

from garrison.core.scenario import start
from garrison.games.colditz.game import COLDITZ


def at(options=None, **position):
    """A match from a position, with scripted dice. Unless told, POWs that are not named are shot."""
    found = {
        "game": "colditz",
        "options": {"seats": "2", **(options or {})},
        "dice": [],
        "position": {"rest": "shot", **position},
        "step": [],
    }
    return start(found, "here", COLDITZ)[0]


def officer(points, pawns, options=None, **more):
    """The British are in the middle of their turn."""
    return at(options, phase="act", points=points, pawns=pawns, **more)


def security(points, pawns, options=None, **more):
    """The Security Officer is in the middle of his turn."""
    return at(options, phase="act", turn="security", points=points, pawns=pawns, **more)


def play(match, *texts):
    """Play these one after the other; the kinds of all that was told."""
    return [event[1] for text in texts for event in match.play(text)]


def roll(match, *dice):
    match.dice.feed(dice)
    return play(match, "roll")


def deeds(match):
    """All that may be done now, as text."""
    return [match.write(action) for action in match.legal()]


def asked(match):
    """The open question and the seat that has to answer."""
    return (match.ask[0], match.seats[match.awaited[0]]) if match.ask else ("", "")


def may(match, text):
    """True if something is on offer and no rule is against it."""
    listed = match.read(text) in match.legal()
    assert listed == (match.refusal(text) is None), text
    return listed


def refuse(match, text):
    """The rule against an action, which is then not in the list either."""
    assert match.read(text) not in match.legal(), text
    return match.refusal(text)


def where(match, pawn):
    return match.view()["pawns"][pawn]


def held(match, nation="british"):
    """The equipment an officer holds, kinds of which he has none left out."""
    return {kind: number for kind, number in match.view()["equipment"][nation].items() if number}
