"""Matches of Escape from Colditz for tests of its rules, and what is played in them."""

from garrison.core.dice import KeyedDice, ScriptedDice, seed_key
from garrison.core.match import Match
from garrison.core.registry import settle
from garrison.core.scenario import load, start
from garrison.games.colditz.game import COLDITZ

NATIONS = ("british", "french", "polish", "dutch", "american")
SEATS = ("2", "3", "4", "5", "6")
GUARDS = {"2": 6, "3": 12, "4": 14, "5": 15, "6": 16}
POWS = {"2": 8, "3": 7, "4": 6, "5": 5, "6": 4}
"""The table of the rulebook's set-up."""
APPEL_START = {
    "2": [[20, 21, 22, 16, 17, 18, 19, 14]],
    "3": [[12, 13, 14, 15, 10, 11, 7], [24, 25, 26, 27, 28, 23, 33]],
    "4": [[12, 13, 14, 15, 10, 11], [20, 21, 22, 16, 17, 18], [24, 25, 26, 27, 28, 23]],
    "5": [[5, 6, 7, 8, 9], [12, 13, 14, 15, 10], [24, 25, 26, 27, 28], [31, 32, 33, 29, 30]],
    "6": [[5, 6, 7, 8], [13, 14, 15, 10], [21, 22, 16, 17], [25, 26, 27, 28], [31, 32, 33, 29]],
}
"""By seats and nation, the numbers of the appel spaces on which POWs start."""


def new(seed=1, **options):
    """A match from the set-up, with keyed dice."""
    return Match(COLDITZ, settle(COLDITZ, options), KeyedDice(seed_key(seed)))


def deployed(**options):
    """A match with scripted dice whose guards are posted: as few as may be, the first posts first."""
    match = Match(COLDITZ, settle(COLDITZ, options), ScriptedDice())
    while question(match) == "deploy":
        match.play("done" if "done" in deeds(match) else match.legal()[0])
    return match


def at(options=None, **position):
    """A match from a position, with scripted dice. POWs not named are shot, unless `rest` is named."""
    found = {
        "game": "colditz",
        "options": options or {},
        "dice": [],
        "position": {"rest": "shot", **position},
        "step": [],
    }
    return start(found, "here", COLDITZ)[0]


def acting(options=None, *, points=9, **position):
    """The same in the middle of a turn, with points left."""
    return at(options, phase="act", points=points, **position)


def officer(points, pawns, options=None, **more):
    """The British are in the middle of their turn."""
    return acting(options, points=points, pawns=pawns, **more)


def security(points, pawns, options=None, **more):
    """The Security Officer is in the middle of his turn."""
    return acting(options, turn="security", points=points, pawns=pawns, **more)


def played(path):
    """The match at each step of a scenario, step 0 first."""
    found = load(path)
    match, dice = start(found, path.stem)
    yield match
    for step in found["step"]:
        if "do" in step:
            dice.feed(step.get("dice", []))
            match.play(step["do"], match.seats.index(step["seat"]) if "seat" in step else None)
            yield match


# What is asked, and what may be done


def question(match):
    return match.ask[0] if match.ask else ""


def awaited(match):
    """The seat that is asked."""
    return match.seats[match.awaited[0]]


def asked(match):
    """The open question and the seat that has to answer."""
    return (question(match), awaited(match)) if match.ask else ("", "")


def deeds(match):
    """All that may be answered now, as text; offers of trades are apart from it."""
    return [match.write(action) for action in match.answers(match.awaited[0])]


def offers(match, seat):
    """All that a seat may do unasked, as text."""
    number = match.seats.index(seat)
    answers = match.answers(number)
    return [match.write(action) for action in match.legal(number) if action not in answers]


def may(match, text):
    """True if something is on offer and no rule is against it."""
    listed = match.read(text) in match.legal()
    assert listed == (match.refusal(text) is None), text
    return listed


def refuse(match, text):
    """The rule against an action, which is then not in the list either."""
    assert match.read(text) not in match.legal(), text
    return match.refusal(text)


# Playing


def play(match, *texts):
    """Play these one after the other; the kinds of all that was told."""
    return [event[1] for text in texts for event in match.play(text)]


def roll(match, *dice):
    """Throw both dice, and again after each double while numbers are left; the kinds of all that was told."""
    match.dice.feed(dice[:2])
    kinds = play(match, "throw" if question(match) == "double" else "roll")
    return kinds + roll(match, *dice[2:]) if dice[2:] else kinds


def idle(match, *dice):
    """A whole turn in which nothing is done, if the throw is neither low nor a double."""
    roll(match, *(dice or (3, 4)))
    return play(match, "end")


# How things stand


def where(match, pawn):
    return match.view()["pawns"][pawn]


def pawns(match, *names):
    """Where pawns are."""
    places = match.view()["pawns"]
    return [places[name] for name in names]


def held(match, nation="british"):
    """The equipment an officer holds, kinds of which he has none left out."""
    return {kind: number for kind, number in match.view()["equipment"][nation].items() if number}
