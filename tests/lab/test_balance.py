"""Studies of the balance of Escape from Colditz: cards that are counted and barred, AMB-46, options."""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial
from unittest.mock import patch

import pytest

from garrison.core.registry import settle
from garrison.games.colditz.actions import PLAY
from garrison.games.colditz.game import COLDITZ
from garrison.games.colditz.tables import CARD, CARDS
from garrison.lab import simulate
from support.games.colditz_matches import acting, at, deeds, may, officer, play, security, where
from tools import balance

CLASSIC = {"edition": "classic"}
GUARDED = {"british-1": "ext_057", "guard-1": "ext_046", "guard-2": "ext_181"}
"""A POW and a guard in the north-west, and a guard in the south."""
FOUR = ("canteen_4", "officers_quarters_9", "interview_room_3", "laundry_2")
"""A space in a room of each component: food, compass, documents, disguise."""
LINE = ["--options", "rounds=10,seats=3", "--games", "4", "--players", "random", "--jobs", "1"]


def test_a_card_counts_whenever_it_is_shown():
    match = acting(hands={"british": ["diversion", "find-rope"]}, pawns={"guard-1": "post_in_1"})
    play(match, "play diversion")
    play(match, "play find-rope")
    assert balance.plays(match) == {"diversion": 1, "find-rope": 1}


def test_classic_cards_count_under_the_same_names():
    pawns = {"british-1": "chapel_8", "british-2": "tun_chapel_6"}
    match = officer(9, {"british-1": "chapel_8"}, CLASSIC, hands={"british": ["chapel-tunnel"]})
    play(match, "british-1", "enter chapel")
    assert balance.plays(match) == {"chapel-tunnel": 1}
    used = {"inside": ["british-2"], "tunnels": {"chapel": "british"}}
    hands = {"british": ["chapel-tunnel"], "security": ["tunnel-found", "riot"]}
    match = security(9, pawns, CLASSIC, **used, hands=hands)
    play(match, "play tunnel-found")
    assert balance.plays(match) == {"tunnel-found": 1}


def test_every_card_has_a_row_that_plays_it():
    rows = [balance.rows_of(card) for card in range(len(CARDS))]
    named = [{COLDITZ.play.actions[row] for row in found} for found in rows]
    assert named[CARD["kit-food"]] == {"play kit-food", "with kit-food", "with both"}
    assert named[CARD["talisman"]] == {"play talisman", "answer talisman"}
    assert named[CARD["canteen-tunnel"]] == {"play canteen-tunnel", "enter canteen"}
    assert named[CARD["appel"]] == {"play appel"}


def test_a_barred_card_is_not_offered_and_others_are():
    def hand():
        return acting(hands={"british": ["diversion", "find-rope"]}, pawns={"guard-1": "post_in_1"})

    with balance.without(CARD["diversion"]):
        match = hand()
        assert "play diversion" not in deeds(match)
        assert may(match, "play find-rope")
    assert may(hand(), "play diversion"), "as before"


def test_a_barred_card_answers_nothing_out_of_turn():
    def threatened():
        pawns = {"british-1": "ext_057", "guard-1": "ext_046"}
        match = security(9, pawns, hands={"british": ["talisman"]})
        play(match, "guard-1", "arrest british-1")
        return match

    assert deeds(threatened()) == ["pass", "answer talisman"]
    with balance.without(CARD["talisman"]):
        assert deeds(threatened()) == ["pass"]


@pytest.mark.parametrize(("rooms", "kit"), [(FOUR, True), (FOUR[:2], True), (FOUR[2:], False)])
def test_a_barred_kit_part_makes_no_kit(rooms, kit):
    """The card is food and compass; the other one, which is not barred, is documents and disguise."""

    def gathering():
        pawns = {f"british-{number}": space for number, space in enumerate(rooms, 1)}
        hand = ["kit-food", "kit-disguise"]
        return acting({"kits": "none"}, pawns=pawns, hands={"british": hand})

    assert may(gathering(), "make kit")
    with balance.without(CARD["kit-food"]):
        match = gathering()
        assert ("make kit" in deeds(match)) is kit
        if kit:
            play(match, "make kit")
            assert not {"with kit-food", "with both"} & {*deeds(match)}


def test_the_last_thing_there_is_to_do_is_not_barred():
    lone = replace(COLDITZ.play.questions["act"], legal=lambda *_: [PLAY[CARD["release"]]])
    with patch.dict(COLDITZ.play.questions, act=lone), balance.without(CARD["release"]):
        assert COLDITZ.play.questions["act"].legal() == [PLAY[CARD["release"]]]


def test_amb_46_the_other_way_round_looks_at_the_part_where_the_escape_was():
    def after(**more):
        match = officer(2, {**GUARDED, **more}, {"seats": "3"})
        play(match, "british-1", "escape t_northwest")
        return [where(match, guard) for guard in ("guard-1", "guard-2")]

    south, beside = {"french-1": "ext_120"}, {"french-1": "ext_066"}
    assert after() == ["office", "office"]
    assert after(**south) == ["ext_046", "ext_181"]
    with balance.by_region():
        assert after() == ["office", "ext_181"]
        assert after(**south) == ["office", "ext_181"]
        assert after(**beside) == ["ext_046", "ext_181"]
    assert after() == ["office", "office"], "as before"


def test_amb_46_the_other_way_round_holds_for_runs_too_and_not_after_the_escape_that_wins():
    def run():
        pawns = {"british-1": "canteen_5", "guard-1": "ext_046", "guard-2": "ext_035"}
        match = at(CLASSIC, pawns=pawns, kits=["british"], do_or_die=[7])
        match.dice.feed([6, 5] * 7)
        match.play("do-or-die british-1")
        return [where(match, guard) for guard in ("guard-1", "guard-2")]

    assert run() == ["barracks", "barracks"]
    with balance.by_region():
        assert run() == ["ext_046", "barracks"]
        won = officer(2, {"british-1": "ext_057", "british-2": "escaped"}, CLASSIC, kits=["british"])
        play(won, "british-1", "escape t_northwest")
        assert won.over


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_change_is_made_in_every_process_and_only_while_it_plays(jobs):
    of = simulate.series("colditz", {"rounds": "20"}, ["random"], 1)

    def lures(**more):
        games = []
        simulate.gather(simulate.stream(of, range(8), jobs, balance.noted, **more), 8, take=games.extend)
        return [game["plays"]["diversion"] for game in games]

    assert any(lures())
    assert not any(lures(under=partial(balance.without, CARD["diversion"])))
    assert any(lures())


def test_results_do_not_depend_on_the_number_of_processes():
    found = [
        balance.play("usual", settle(COLDITZ, {"rounds": "10"}), arguments(jobs), balance.by_region)
        for jobs in (1, 2)
    ]
    assert (found[0].tally, found[0].games) == (found[1].tally, found[1].games)


def arguments(jobs):
    return argparse.Namespace(players="random", seed=1, games=5, jobs=jobs)


def test_the_difference_has_newcombe_s_interval():
    """His example (c) of 1998: 9 of 10 against 3 of 10, by method 10 from 0.1705 to 0.8090."""
    assert balance.difference(9, 3, 10) == "+60.0 (+17.1 to +80.9)"
    assert balance.difference(3, 9, 10) == "-60.0 (-80.9 to -17.1)"


def test_cards_prints_a_line_for_each_card(capsys):
    assert balance.main(["cards", *LINE]) == 0
    shown = capsys.readouterr().out.splitlines()
    lines = [line.split(" | ") for line in shown if line.startswith("| ")]
    assert [line[0].removeprefix("| ") for line in lines if line[1] in ("escape", "security")] == [*CARDS]
    assert "## edition modern, seats 3, rounds 10" in shown[0]
    assert any(line[:2] == ["| usual", "4"] for line in lines)


def test_without_compares_with_the_usual_games(capsys):
    assert balance.main(["cards", "--without", "appel", *LINE]) == 0
    shown = capsys.readouterr().out
    assert "| usual | 4 |" in shown
    assert "| without appel | 4 |" in shown
    assert "difference" in shown
    with pytest.raises(SystemExit):
        balance.main(["amb-46", "--without", "appel", *LINE])


def test_the_other_studies_print_their_variants(capsys):
    assert balance.main(["amb-46", *LINE]) == 0
    assert "| by region | 4 |" in capsys.readouterr().out
    assert balance.main(["options", *LINE, "--options", "edition=classic,seats=2"]) == 0
    modern, classic = capsys.readouterr().out.split("## edition classic")
    assert "| doorways clear | 4 |" in modern
    assert "| rounds 30 | 4 |" in classic
    assert "| doorways" not in classic, "the classic rules have no such choice"
    assert balance.main(["cards", *LINE, "--options", "seats=7"]) == 2
    assert "colditz has no seats '7'" in capsys.readouterr().err
