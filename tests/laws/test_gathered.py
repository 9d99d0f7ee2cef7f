"""The laws about answers given together and offers put together, on a game that has both: each can fail."""

# ruff: noqa: ARG001, ARG005

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from garrison.core.dice import KeyedDice, seed_key
from garrison.core.game import AnyGame, ReportTable
from garrison.core.laws.inspector import LAWS, Broken, Inspector, play_and_check
from garrison.core.match import Match
from garrison.core.show import summary
from garrison.core.show.perspective import Perspective
from garrison.core.show.scene import Scene, SummaryLine
from garrison.core.state import ALL, Action, Dice, Event, Seat, Tell, View, bit
from garrison.lab import simulate
from garrison.players.hint import hint
from support.fixtures import Register
from support.games import toy_market as market
from support.games.moves import play
from support.games.toy import vary
from support.games.toy_market import MARKET, Market

SEEDS = range(12)
Parts = dict[str, Any]


@pytest.mark.parametrize("law", LAWS)
def test_the_law_holds(law: int, register: Register) -> None:
    register(MARKET)
    for seed in range(3):
        assert play_and_check(MARKET, {}, seed, [law]).over


# One market for each way to break one


def asking(name: str, **parts: Any) -> Parts:
    questions = MARKET.play.questions
    return {"questions": {**questions, name: replace(questions[name], **parts)}}


def offering(**parts: Any) -> Parts:
    assert MARKET.play.anytime is not None
    return {"anytime": replace(MARKET.play.anytime, **parts)}


Answer = Callable[..., None]


def also(usual: Answer, rows: Sequence[int], deed: Answer) -> Answer:
    """An answer that does something besides, for these rows."""

    def answer(s: Market, seat: Seat, action: Action, dice: Dice, tell: Tell) -> None:
        usual(s, seat, action, dice, tell)
        if action in rows:
            deed(s, seat, action, dice, tell)

    return answer


def rolling(s: Market, seat: Seat, action: Action, dice: Dice, tell: Tell) -> None:
    dice.roll(1, "whim")


def revealing(s: Market, seat: Seat, action: Action, dice: Dice, tell: Tell) -> None:
    tell((ALL, "took", seat, 0))


def gossiping(s: Market, seat: Seat, action: Action, dice: Dice, tell: Tell) -> None:
    tell((ALL, "drafted", 0))


def closing(s: Market, seat: Seat, action: Action, dice: Dice, tell: Tell) -> None:
    s.ask = ("muster", bit(seat))
    s.open = 0


def in_order(s: Market, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
    """The order in which porters were told to stay is kept."""
    s.stay.remove(action - market.STAY)
    s.stay.append(action - market.STAY)


def two_at_most(s: Market, seat: Seat) -> list[Action]:
    """Once two porters stay, no third may."""
    rows = market.muster_legal(s, seat)
    return rows if len(s.stay) < 2 else rows[:1]


def again_and_again(s: Market, seat: Seat) -> list[Action]:
    return [market.MARCH, *market.STAYS]


def fourth_after_first(s: Market, seat: Seat) -> list[Action]:
    """The fourth porter stays only with the first."""
    rows = market.muster_legal(s, seat)
    return rows if 1 in s.stay else [row for row in rows if row != market.STAY + 4]


def nothing_but_ticks(s: Market, seat: Seat) -> list[Action]:
    rows = market.muster_legal(s, seat)
    return rows[1:] if len(rows) > 2 else rows


def unseen(s: Market, pairs: list[tuple[Seat, int]], dice: Dice, tell: Tell) -> None:
    for seat, action in pairs:
        market.mustered(s, seat, action, dice, tell)


def sends_where_there_is_room(s: Market, seat: Seat) -> list[Action]:
    """Whether a basket can be sent tells something of the neighbour's hand, once it is drafted."""
    rows = market.baskets_legal(s, seat)
    return [row for row in rows if row != market.SEND or sum(market.goods(s, market.receiver(s))) % 2]


def known_to_all(told: Sequence[Event], lang: str) -> list[SummaryLine]:
    return [SummaryLine("", " ")]


def ragged_report(end: View, told: Sequence[Event], lang: str) -> list[ReportTable]:
    return [ReportTable("The days", ("who", "pence"), (("Anna",),))]


def lone_facts(end: View, told: Sequence[Event], lang: str) -> list[ReportTable]:
    return [ReportTable("The days", (), (("days",),))]


def untitled(end: View, told: Sequence[Event], lang: str) -> list[ReportTable]:
    return [ReportTable(" ", (), (("days", "6"),))]


def lined(line: str, *, cards: bool = True) -> Parts:
    def scene(view: View, lang: str) -> Scene:
        found = market.scene(view, lang)
        trays = [replace(each, line=line, cards=cards) if each.line else each for each in found.trays]
        return replace(found, trays=tuple(trays))

    return {"scene": scene}


STAYS, DRAFTS = market.STAYS, market.DRAFTS
BROKEN: dict[str, tuple[int, Parts, str]] = {
    "a tick draws": (10, asking("muster", answer=also(market.mustered, STAYS, rolling)), "but draws"),
    "a tick tells news": (
        10,
        asking("muster", answer=also(market.mustered, STAYS, revealing)),
        "is gathered, but tells news",
    ),
    "what is gathered without ticks draws": (
        10,
        asking("gates", answer=also(market.posted, market.POSTS, rolling)),
        "but draws",
    ),
    "what is gathered without ticks tells news": (
        10,
        asking("gates", answer=also(market.posted, market.POSTS, revealing)),
        "'post .' is gathered, but tells news",
    ),
    "ticks have an order": (
        10,
        asking("muster", answer=also(market.mustered, STAYS, in_order)),
        "in another order lead elsewhere: stay",
    ),
    "a tick bars another": (10, asking("muster", legal=two_at_most), "changes the other answers|is refused"),
    "a tick allows another": (10, asking("muster", legal=fourth_after_first), "changes the other answers"),
    "ticked twice": (10, asking("muster", legal=again_and_again), "changes the other answers"),
    "nothing closes it": (10, asking("muster", legal=nothing_but_ticks), "nothing but ticks to answer"),
    "gathered in a window": (
        10,
        asking("muster", window=True, silence=market.MARCH, answer=unseen),
        "answers to 'muster' are gathered, but it is a window",
    ),
    "a draft draws": (10, offering(answer=also(market.baskets, DRAFTS, rolling)), "but draws"),
    "a draft is told": (
        10,
        offering(answer=also(market.baskets, DRAFTS, gossiping)),
        "is not private",
    ),
    "a draft closes the question": (
        10,
        offering(answer=also(market.baskets, DRAFTS, closing)),
        "the draft '.*' changes what is asked",
    ),
    "what is supposed leaks": (5, offering(legal=sends_where_there_is_room), "gets another supposed offers"),
    "ticks without words": (
        12,
        {"tally": lambda view, action, ticked, of, lang: " " if ticked else ""},
        "'march' is said without a word for some number of ticks",
    ),
    "an offer of no weight": (
        12,
        {"weight": lambda view, action: "light" if action in DRAFTS else "main"},
        "weighs 'light', which is none of",
    ),
    "a summary that says nothing": (
        12,
        {"summary": known_to_all},
        "the summary for .* is said without a word",
    ),
    "a report with a cell missing": (12, {"report": ragged_report}, "'The days' has 2 columns"),
    "a report of facts without values": (12, {"report": lone_facts}, "'The days' has 2 columns"),
    "a report without a title": (12, {"report": untitled}, "the table ' ' has 2 columns and a title"),
    "cards in a line that is not there": (12, lined("moon"), "the line 'moon' of 'goods-anna' is no tray"),
    "cards in a line of cards": (12, lined("goods-anna"), "the line 'goods-anna' of 'goods-anna' is no tray"),
    "a line of what are no cards": (
        12,
        lined("line-anna", cards=False),
        "the line 'line-anna' of 'goods-anna' is no tray",
    ),
}


def first_broken(game: AnyGame, law: int) -> Broken | None:
    for seed in SEEDS:
        found: list[Broken] = []
        match = Match(game, {}, KeyedDice(seed_key(seed)))
        Inspector([law], found=found.append).play(match, seed_key(seed))
        if looked_for := [broken for broken in found if broken.law]:
            return looked_for[0]
    return None


@pytest.mark.parametrize("how", BROKEN)
def test_the_law_can_fail(how: str, register: Register) -> None:
    law, parts, told = BROKEN[how]
    broken = first_broken(register(vary(MARKET, **parts)), law)
    assert broken is not None, "nothing was noticed"
    with pytest.raises(Broken, match=told):
        raise broken
    assert broken.law == law


def test_a_summary_of_what_was_not_told_is_noticed(
    register: Register, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a game makes of the events, core may give it only those of the seat."""
    true = summary.lines
    seen: list[Match] = []

    def lines(
        game: AnyGame, told: Sequence[Event], earlier: Iterator[Event], lang: str
    ) -> tuple[SummaryLine, ...]:
        everything = [event for row in seen[-1].line for event in seen[-1].events(row)]
        return (*true(game, told, earlier, lang), SummaryLine("", str(everything)))

    def own(self: Perspective, lang: str) -> object:
        seen.append(self.match)
        return usual(self, lang)

    usual = Perspective.summary
    monkeypatch.setattr(Perspective, "summary", own)
    monkeypatch.setattr(summary, "lines", lines)
    broken = first_broken(register(MARKET), 5)
    assert broken is not None
    with pytest.raises(Broken, match="gets another summary"):
        raise broken


def test_a_report_of_secrets_is_noticed(register: Register, monkeypatch: pytest.MonkeyPatch) -> None:
    def report(self: Perspective, lang: str) -> object:
        return self.match.view()["goods"]

    monkeypatch.setattr(Perspective, "report", report)
    broken = first_broken(register(MARKET), 5)
    assert broken is not None
    with pytest.raises(Broken, match="gets another report"):
        raise broken


def test_bots_tick_and_draft_row_by_row(register: Register) -> None:
    """Chance plays every kind of row, one at a time: no list is needed to get anywhere."""
    register(MARKET)
    played = set()
    for seed in range(6):
        match = play_and_check(MARKET, {}, seed, [])
        played |= {match.write(match.rows[number].action).split()[0] for number in match.line[1:]}
    assert played >= {"stay", "march", "post", "gate", "basket", "put", "drop", "send", "take", "leave"}


def test_hints_and_simulations_go_row_by_row(register: Register) -> None:
    register(MARKET)
    match = Match(MARKET, {}, KeyedDice(seed_key(1)))
    play(match, "anna close")
    ideas = hint(match, 0, "en", 0.0)
    assert ideas
    for idea in ideas:
        trial = match.copy()
        for answer in idea.plan:
            trial.play(answer.do, 0)
        assert len(trial.rows) == len(match.rows) + len(idea.plan)
    assert simulate.run("market", {}, ["random"], 3, 1, jobs=1)["games"] == 3
