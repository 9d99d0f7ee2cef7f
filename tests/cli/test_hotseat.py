"""Several people at one terminal: whose turn it is at the keyboard, and what each of them can read."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from garrison.cli import output
from garrison.cli.play import lookups, saves
from garrison.cli.screen.plain_screen import LineScreen
from garrison.core.state import SPECTATOR
from support.games.toy import SEATS
from support.games.toy_secrets import BUSY, LANTERN, may_know
from support.proof import few
from support.terminal.command import BOTS, Done, Run, only, rows

LINE = "=" * 100


class Sitting(NamedTuple):
    """From one separating line to the next: the hand-over, and what the person then read and typed."""

    who: str
    shown: str
    read: str


def sittings(done: Done) -> list[Sitting]:
    return list(_sittings(done.out))


def _sittings(out: str) -> Iterator[Sitting]:
    for part in out.split(f"\n{LINE}\n")[1:]:
        found = re.search(r"^Next at the keyboard: (.*)\.$", part, re.MULTILINE)
        if found is not None:
            shown, _, read = part.partition("\n>")
            yield Sitting(found[1], shown, read)


def play(garrison: Run, *typed: str, options: tuple[object, ...] = ()) -> Done:
    """The toy with three people, from what they type."""
    return garrison("play", "toy", "--seed", 3, *options, typed="\n".join(typed) + "\n")


# Who sits where


def test_without_a_word_every_seat_is_a_person_s(garrison: Run, home: Path) -> None:
    done = play(garrison, "", "hold", "", "hold", "", "hold")
    assert (done.status, done.err) == (0, "")
    assert [sitting.who for sitting in sittings(done)] == ["Anna", "Bruno", "Carla", "Anna"]
    assert rows(only(home)) == ["anna hold", "bruno hold", "carla hold"]
    assert "At this terminal: Anna, Bruno, Carla." in done.flat
    assert "start with --players me,random,random." in done.flat


def test_a_window_goes_round(garrison: Run) -> None:
    done = play(garrison, "", "hold", "", "hold", "", "hold")
    first = sittings(done)[:3]
    assert all("Which lantern do you show?" in sitting.read for sitting in first)


@pytest.mark.parametrize("players", [None, "me,me,me", "me, me, me"])
def test_people_can_be_named_too(garrison: Run, players: str | None) -> None:
    named = ("--players", players) if players else ()
    assert len(sittings(play(garrison, "", "hold", options=named))) == 2


def test_two_people_and_a_program(garrison: Run, home: Path) -> None:
    done = play(garrison, *["1", ""] * 100, options=("--players", "me,random,me"))
    assert {sitting.who for sitting in sittings(done)} == {"Anna", "Carla"}
    assert "Please look away: Carla." in done.out
    told, _, end = done.out.partition("The game is over")
    assert "--players" not in told, "they know that there are programs"
    assert "garrison play toy --edition plain --players me,random,me" in end
    assert {row.split()[0] for row in rows(only(home))} == set(SEATS)


@pytest.mark.parametrize("players", ["me,random,random", "random,me,random"])
def test_one_person_alone_never_hands_over(garrison: Run, players: str) -> None:
    done = play(garrison, *["1"] * 100, options=("--players", players))
    assert "The game is over" in done.out
    for word in ("keyboard", LINE, "News for", "At this terminal"):
        assert word not in done.out


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (None, "At this terminal: Defender, SS player."),
        ("me,me", "At this terminal: Defender, SS player."),
        ("me,random", "You play Defender."),
        ("random,me", "You play SS player."),
    ],
)
def test_the_two_player_variant_is_for_any_mix(garrison: Run, players: str | None, said: str) -> None:
    named = ("--players", players) if players else ()
    argv = ("play", "itter", "--difficulty", "competitive", "--seed", 3, *named)
    done = garrison(*argv, typed="\n1\n1\n1\n1\n\npass\n")
    assert (done.status, done.err) == (0, "")
    assert said in done.flat
    people = [sitting.who for sitting in sittings(done)]
    assert people == ([] if players and "random" in players else ["SS player", "Defender"])
    again = garrison("resume", typed="\n")
    assert said in again.flat
    assert [sitting.who for sitting in sittings(again)] == people[-1:]


def test_a_whole_game_by_piped_answers(garrison: Run, home: Path) -> None:
    done = garrison("play", "itter", "--difficulty", "competitive", "--seed", 11, typed="1\n" * 2000)
    assert (done.status, done.err) == (0, "")
    assert "\x1b" not in done.out
    assert "The game is over. Won by: SS player." in done.out
    assert garrison("verify", only(home)).status == 0
    assert [each.name for each in home.iterdir()] == [only(home).name]


# The hand-over


def test_the_hand_over_says_who_is_next_and_who_looks_away(garrison: Run) -> None:
    anna, bruno = sittings(play(garrison, "", "commit 5"))
    for sitting, away in ((anna, "Bruno, Carla"), (bruno, "Anna, Carla")):
        assert f"\nPlease look away: {away}.\n{sitting.who}: press Enter" in sitting.shown
        assert "antern" not in sitting.shown
    assert "Bruno: hand" not in bruno.read


def test_the_hand_over_in_italian(garrison: Run) -> None:
    out = play(garrison, "", "hold", "", options=("--lang", "it")).out
    assert "Ora alla tastiera: Bruno.\nNon guardare lo schermo, per favore: Anna, Carla.\n" in out
    assert "Bruno: premi Invio" in out


def test_the_prompt_says_whose_it_is(garrison: Run) -> None:
    anna, bruno, _ = sittings(play(garrison, "", "hold", "", "log", "hold"))
    assert anna.read.endswith("\nAnna> hold\n")
    assert "\nBruno> log\n" in bruno.read


def test_board_and_question_stand_below_the_news(garrison: Run) -> None:
    *_, anna = sittings(play(garrison, "", "commit 9", "", "hold", "", "hold", ""))
    news, board, question = (
        anna.read.index(text) for text in ("News for Anna:\n", "\ncastle (", "How much do you stake?")
    )
    assert news < board < question
    told = anna.read[news:board].splitlines()
    assert told[1:] == [
        "Anna shows lantern 9.",
        "Bruno shows no lantern.",
        "Carla shows no lantern.",
        "Anna leads.",
    ]


def test_everybody_reads_what_all_may_know_at_the_hand_over(garrison: Run) -> None:
    """Who gave the last answer learns at once what came of it, and nobody learns a secret by it."""
    *_, anna = sittings(play(garrison, "", "commit 9", "", "offer left 4", "hold", "", "hold", ""))
    assert "Anna shows lantern 9.\n" in anna.shown
    assert "offers" not in anna.shown
    assert "lantern 4" not in anna.shown


def test_news_are_what_the_seat_may_know(garrison: Run) -> None:
    done = play(garrison, "", "hold", "", "offer left 4", "hold", "", "hold", "")
    _, _, carla, anna = sittings(done)
    assert "News for Carla:\nBruno offers Carla lantern 4.\n" in carla.read
    assert "Bruno offers" not in anna.read
    assert "lantern 4" not in anna.read


def test_who_comes_back_reads_on_from_the_own_last_answer(garrison: Run) -> None:
    done = play(garrison, "", "commit 9", "", "hold", "", "hold", "", "bid x=1", "dare 1", *["", "1"] * 9)
    _, first, second, *_ = [
        sitting.read.partition("\ncastle (")[0] for sitting in sittings(done) if sitting.who == "Bruno"
    ]
    assert first.index("Bruno shows no lantern.") < first.index("Anna stakes 100 pence.")
    assert "Hour 2 begins." in first
    assert "Hour 2 begins." not in second


def test_a_game_without_news_says_nothing_of_them(garrison: Run) -> None:
    assert "News for" not in play(garrison, "", "hold", "", "hold", "").out


def test_the_legend_is_read_once_by_each(garrison: Run) -> None:
    argv = ("play", "itter", "--difficulty", "competitive", "--seed", 3)
    done = garrison(*argv, typed="\n1\n1\n1\n1\n\npass;pass;pass;pass;pass\n\n1\n1\n1\n1\n\npass\n")
    found = [(sitting.who, sitting.read.count("Reading the table:")) for sitting in sittings(done)]
    assert found == [("SS player", 1), ("Defender", 1), ("SS player", 0), ("Defender", 0)]


# What was typed


def test_answers_typed_ahead_are_not_played_for_others_nor_shown_to_them(garrison: Run, home: Path) -> None:
    done = play(garrison, "", "commit 5; commit 6; secret plan", "")
    anna, bruno = sittings(done)
    assert rows(only(home)) == ["anna commit 5"]
    assert "Whatever was typed after the last answer was not played" in " ".join(bruno.shown.split())
    for text in ("commit 6", "secret plan", "commit 5"):
        assert text not in bruno.shown + bruno.read
    assert "Not played:" not in done.out
    assert "secret plan" in anna.read


def test_answers_that_are_still_one_s_own_are_played(garrison: Run, home: Path) -> None:
    play(garrison, "", "offer left 5; commit 6; commit 9", "")
    assert rows(only(home)) == ["anna offer left 5", "anna commit 6"]


def test_an_answer_at_the_hand_over_is_not_played(garrison: Run, home: Path) -> None:
    done = play(garrison, "", "commit 5", "commit 9")
    bruno = sittings(done)[1]
    assert rows(only(home)) == ["anna commit 5"]
    assert bruno.read.startswith("\nThat was not played: only Enter, undo or quit work here.\n")
    assert "commit 9" not in bruno.shown + bruno.read


@pytest.mark.parametrize("last", ["quit", "exit", "QUIT", None])
def test_leaving_at_the_hand_over(garrison: Run, home: Path, last: str | None) -> None:
    done = garrison("play", "toy", "--seed", 3, typed="\ncommit 5\n" + (f"{last}\n" if last else ""))
    assert (done.status, done.err) == (0, "")
    assert done.flat.endswith("To continue from here: garrison resume")
    assert done.out.endswith("\n  garrison resume\n")
    assert "Bruno: hand: lantern" not in done.out
    assert rows(only(home)) == ["anna commit 5"]


def test_an_answer_can_be_taken_back_at_the_hand_over(garrison: Run, home: Path) -> None:
    done = play(garrison, "", "commit 5", "undo", "", "commit 6", "")
    assert [sitting.who for sitting in sittings(done)] == ["Anna", "Bruno", "Anna", "Bruno"]
    assert rows(only(home)) == ["anna commit 5", "undo 0 anna", "anna commit 6"]
    again = sittings(done)[2]
    assert "The last answer was undone.\n" in again.shown
    assert "commit 5" not in again.shown


def test_what_cannot_be_taken_back_at_the_hand_over_is_told(garrison: Run, home: Path) -> None:
    done = play(garrison, "", "commit 5", "", "hold", "", "hold", "undo", "")
    assert "Nothing was undone: something new has been revealed since then.\n" in done.out
    assert [sitting.who for sitting in sittings(done)] == ["Anna", "Bruno", "Carla", "Anna"]
    assert len(rows(only(home))) == 3


def test_nobody_takes_another_s_answer_back(garrison: Run, home: Path) -> None:
    done = play(garrison, "", "commit 5", "", "undo", "log")
    bruno = sittings(done)[1]
    assert "Nothing was undone: there is nothing to undo.\n" in bruno.read
    assert "commit 5" not in bruno.read
    assert len(rows(only(home))) == 1


def test_help_tells_of_handing_over(garrison: Run) -> None:
    assert "Several people are playing at this terminal." in play(garrison, "", "help").flat
    one = garrison("play", "toy", "--players", BOTS, typed="help\n")
    assert "Several people" not in one.flat


# Going on, and the end


def test_going_on_begins_with_a_hand_over(garrison: Run, home: Path) -> None:
    play(garrison, "", "commit 5", "", "offer left 4")
    done = garrison("resume", typed="\nhold\n")
    assert [sitting.who for sitting in sittings(done)] == ["Bruno", "Carla"]
    before = done.out.partition(LINE)[0]
    assert "The game continues where you left off." in before
    assert "Anna" not in before.replace("At this terminal: Anna", "")
    assert "antern" not in before + sittings(done)[0].shown
    assert rows(only(home))[-1] == "bruno hold"


def test_nothing_is_taken_back_where_nobody_has_sat_yet(garrison: Run, home: Path) -> None:
    play(garrison, "", "commit 5")
    done = garrison("resume", typed="undo\n")
    assert "That was not played" in done.out
    assert rows(only(home)) == ["anna commit 5"]


def test_a_half_written_line_is_not_shown_where_others_play(garrison: Run, home: Path) -> None:
    for players in ("me,me,me", BOTS):
        folder = home / players
        play(garrison, "", "hold", options=("--players", players, "--home", folder))
        path = only(folder)
        with path.open("a") as file:
            file.write("99 anna commit 5")
        for command in ("replay", "show"):
            assert "commit 5" not in garrison(command, path).out
        done = garrison("resume", "--home", folder)
        assert f"The last line of {path} was only half written and has been dropped." in done.flat
        assert "commit 5" not in done.out.partition("Which lantern")[0]


def test_seats_that_nobody_knows_are_told(garrison: Run, home: Path) -> None:
    play(garrison, "", "hold")
    key = only(home, "*.key")
    for players in ("me,me", "random,random,random", "me,clever,me"):
        key.write_text(key.read_text().splitlines()[0] + f"\nplayers {players}\n")
        done = garrison("resume")
        assert (done.status, done.out) == (2, "")
        assert "does not say who plays each seat" in done.err


def test_the_end_is_the_same_for_all(garrison: Run) -> None:
    done = play(garrison, *["", "hold", "1"] * 60)
    end = done.out[done.out.index("The game is over") :]
    assert re.match(r"The game is over\. Won by: \w+(, \w+)*\.\n", end)
    assert "you" not in end.partition("The record is in")[0]
    assert re.search(r"Anna: hand: lantern \d+", end), "nothing is secret any more"
    last = sittings(done)[-1].read.partition("The game is over")[0]
    assert "You took" not in last[last.rindex("> ") :]


def test_players_are_warned_where_nothing_can_be_hidden(
    garrison: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    warning = "what one player was shown stays above"
    assert warning in play(garrison, "", "hold").flat
    assert warning in garrison("resume", typed="\n").flat
    monkeypatch.setattr(output, "can_wipe", lambda: True)
    monkeypatch.setattr(output, "wipe", lambda: True)
    assert warning not in play(garrison, "", "hold").flat
    assert warning not in garrison("play", "toy", "--players", "me,random,random", typed="hold\n").flat


def test_the_file_is_named_with_a_warning(garrison: Run) -> None:
    assert "nobody should open it before the game is over" in play(garrison).flat
    assert "nobody should open it" not in play(garrison, options=("--players", BOTS)).flat


# Nobody reads a secret


@pytest.mark.slow
@pytest.mark.parametrize("seed", few(4, range(12)))
def test_no_line_names_a_lantern_its_reader_may_not_know(
    garrison: Run, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    said, begin = LineScreen.say, lookups.Onlooker.__init__
    lookers: list[lookups.Onlooker] = []
    read: dict[int, int] = {}

    def noted(self: lookups.Onlooker, *args: object) -> None:
        lookers.append(self)
        begin(self, *args)  # type: ignore[arg-type]

    def watched(self: LineScreen, text: str = "") -> None:
        looker = lookers[-1]
        named = {int(number) for number in LANTERN.findall(text)}
        assert named <= may_know(looker.match, looker.seat), (looker.seat, text)
        read[looker.seat] = read.get(looker.seat, 0) + len(named)
        said(self, text)

    monkeypatch.setattr(lookups.Onlooker, "__init__", noted)
    monkeypatch.setattr(LineScreen, "say", watched)
    monkeypatch.setenv("GARRISON_DEBUG", "1")
    chance = random.Random(seed)
    typed = [chance.choice(BUSY) for _ in range(400)]
    done = garrison("play", "toy", "--seed", seed, "--edition", "grand", typed="\n".join(typed))
    assert "The game is over" in done.out
    assert all(read[seat] > 1 for seat in (SPECTATOR, 0, 1, 2)), read


LOOKING = (
    "help",
    "log 99",
    "board",
    "why attack mg@2",
    "odds",
    "undo",
    "rules",
    "rule",
    "save",
    "lee; nt2",
    "odds",
)


def test_the_defender_reads_the_same_whatever_was_planned(garrison: Run, tmp_path: Path) -> None:
    """Twins: until a planned card is turned up, nothing on the screen tells one plan from another."""
    found = []
    for at, plan in enumerate(
        (("1", "1", "1", "1"), ("3", "2", "1", "2"), ("4", "undo", "2", "undo", "4", "1", "1", "3"))
    ):
        argv = ("play", "itter", "--difficulty", "competitive", "--seed", 3, "--home", tmp_path / str(at))
        done = garrison(*argv, typed="\n".join(["", *plan, "", *LOOKING]) + "\n")
        planner, defender = sittings(done)
        assert defender.who == "Defender"
        assert planner.read.count("face down") > 3
        found.append([defender.shown, *defender.read.replace(str(tmp_path / str(at)), "HOME").splitlines()])
    assert found[0] == found[1] == found[2]


def test_a_key_that_is_written_anew_is_told_again_at_the_hand_over(
    garrison: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = saves.Saved.keep
    monkeypatch.setattr(saves.Saved, "keep", lambda saved: keep(saved) or True)
    bruno = sittings(play(garrison, "", "hold", ""))[1]
    assert "written again" in bruno.shown
