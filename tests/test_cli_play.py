"""Playing in the terminal: answers, commands, saving, going on."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import NamedTuple

import pytest

import toy
from garrison.cli import store
from garrison.cli.main import main
from garrison.core import record, registry
from garrison.core.dice import seed_key

BOTS = "me,random,random"


class Done(NamedTuple):
    """What a command did."""

    status: int
    out: str
    err: str

    @property
    def flat(self) -> str:
        """The output as one line, wherever it was wrapped."""
        return " ".join(self.out.split())


Run = Callable[..., Done]


def runner(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """The command with the toy beside the installed games, and a home of its own."""
    known = {**registry.games(), "toy": toy.Toy()}
    monkeypatch.setattr(registry, "games", lambda: known)
    monkeypatch.setenv("GARRISON_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("GARRISON_DEBUG", raising=False)

    def run(*argv: object, typed: str = "") -> Done:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        capsys.readouterr()
        status = main([str(each) for each in argv])
        shown = capsys.readouterr()
        return Done(status, shown.out, shown.err)

    return run


@pytest.fixture
def garrison(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return runner(monkeypatch, capsys, tmp_path)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def only(home: Path, pattern: str = "*.txt") -> Path:
    (found,) = home.glob(pattern)
    return found


def rows(path: Path) -> list[str]:
    """What was played, without the head of the record and without draws."""
    lines = path.read_text().splitlines()
    return [line.split(" | ")[0].partition(" ")[2] for line in lines if re.match(r"[1-9]", line)]


def itter(garrison: Run, *typed: str, lang: str = "en") -> Done:
    return garrison("play", "itter", "--seed", 3, "--lang", lang, typed="\n".join(typed) + "\n")


# Answers


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param("1", id="number"),
        pytest.param("lee", id="notation"),
        pytest.param("LEE", id="capitals"),
        pytest.param("  lee  ", id="spaces"),
        pytest.param("le", id="prefix"),
    ],
)
def test_a_choice_is_made_by_number_notation_or_unique_prefix(garrison: Run, home: Path, typed: str) -> None:
    assert itter(garrison, typed).status == 0
    assert rows(only(home)) == ["defender lee"]


def test_named_parts_may_come_in_any_order(garrison: Run, home: Path) -> None:
    itter(garrison, "lee; place k3", "suppress red=1  green=1")
    assert rows(only(home))[-1] == "defender suppress green=1 red=1"


def test_the_last_word_alone_is_enough_if_it_fits_one_choice(garrison: Run, home: Path) -> None:
    itter(garrison, "lee", "bj2")
    assert rows(only(home)) == ["defender lee", "defender place bj2"]


def test_an_ambiguous_prefix_says_what_it_could_mean(garrison: Run, home: Path) -> None:
    done = itter(garrison, "s")
    assert "'s' could be seiner, szymczyk, sutton or schrader." in done.out
    assert rows(only(home)) == []


def test_a_prefix_of_very_many_choices_does_not_list_them_all(garrison: Run) -> None:
    done = itter(garrison, "lee", "place")
    assert "place nt2, place nt3, place nt5, place nt6, place st2, place st4 and 18 more" in done.out


def test_a_whole_notation_is_never_taken_for_a_prefix(garrison: Run, home: Path) -> None:
    """`bid x=1` is a row of its own, though `bid x=1.25` begins with it; a refused one stays refused."""
    done = itter(garrison, "lee; bj3", "attack rifleman@2")
    assert "Not allowed: attack rifleman@2." in done.out
    assert len(rows(only(home))) == 2


@pytest.mark.parametrize("typed", ["0", "22", "99999999999999999999"])
def test_a_number_outside_the_list_is_refused_with_its_range(garrison: Run, home: Path, typed: str) -> None:
    assert "it goes from 1 to 21" in itter(garrison, typed).out
    assert rows(only(home)) == []


def test_a_slip_of_the_keyboard_gets_a_suggestion(garrison: Run) -> None:
    assert "Did you mean szymczyk?" in itter(garrison, "szymcyk").out


@pytest.mark.parametrize("typed", ["xyzzy", "é", "²", "\x00", "x" * 5000, "=", "=?", "%s {0}"])
def test_nonsense_is_told_and_nothing_is_played(garrison: Run, home: Path, typed: str) -> None:
    done = itter(garrison, typed)
    assert done.status == 0
    assert "is none of the choices" in done.out
    assert rows(only(home)) == []


def test_several_answers_are_played_in_turn(garrison: Run, home: Path) -> None:
    itter(garrison, "lee; nt2 ;; attack rifleman@5; pass;")
    assert rows(only(home)) == [
        "defender lee",
        "defender place nt2",
        "defender attack rifleman@5",
        "defender pass",
    ]


def test_the_first_refused_answer_stops_the_rest_and_names_it(garrison: Run, home: Path) -> None:
    done = itter(garrison, "lee; place c1; pass; pass")
    assert "Not allowed: place c1." in done.out
    assert "Not played: pass; pass." in done.out
    assert rows(only(home)) == ["defender lee"]


def test_answers_after_the_end_of_the_game_are_named_as_not_played(garrison: Run) -> None:
    done = garrison("play", "toy", "--seed", 3, "--players", BOTS, typed="; ".join(["1"] * 30 + ["hold"]))
    assert "The game is over" in done.out
    assert re.search(r"Not played: (1; )+hold\.", done.out.replace("\n", " "))


def test_an_open_choice_shows_its_range_and_takes_a_number(garrison: Run, home: Path) -> None:
    done = garrison(
        "play",
        "toy",
        "--seed",
        5,
        "--players",
        BOTS,
        typed="commit 12\nbid x=2.75\n",
    )
    assert "or type bid x=…, x from 0.5 to 3 d" in done.out
    assert "anna bid x=2.75" in rows(only(home))


def test_an_open_choice_outside_its_range_is_refused(garrison: Run) -> None:
    done = garrison("play", "toy", "--seed", 5, "--players", BOTS, typed="commit 12\nbid x=2.80\n")
    assert "A number of that choice is outside the range offered." in done.out


# Commands


def test_help_names_every_command(garrison: Run) -> None:
    out = itter(garrison, "help").out
    for command in ("board", "log", "undo", "odds", "why", "rule", "save", "quit"):
        assert re.search(rf"^- {command}", out, re.MULTILINE)


def test_the_table_is_drawn_at_the_start_and_when_asked_for(garrison: Run) -> None:
    heading = "North Terrace (Defence: 6)"
    assert itter(garrison, "lee", "nt2").out.count(heading) == 1
    assert itter(garrison, "lee", "board").out.count(heading) == 2


def test_the_table_is_drawn_again_in_a_new_turn(garrison: Run) -> None:
    done = itter(garrison, "pass; pass; pass; pass; pass")
    assert done.out.count("North Terrace (Defence: ") >= 2


def test_a_part_of_the_table_can_be_looked_at_alone(garrison: Run) -> None:
    out = itter(garrison, "lee; k1", "board keep").out
    assert out.count("Keep (Defence: 6)") == 2
    assert out.count("Cellar") == 1
    assert "The table has no part 'moat'" in itter(garrison, "board moat").out


def test_the_table_shows_squares_pieces_tracks_and_trays(garrison: Run) -> None:
    out = itter(garrison, "lee; k1", "board").out
    assert "  K1 (R 1): Lee [1/2 CT]" in out
    assert "  Empty: K2 (R 2); K3 (RG 3); K4 (RP 4)" in out
    assert "From area 3: 3 R (SS Rifleman [3]) → 13 R\n" in out
    assert re.search(r"^Supply: .*Basse \[1/2 CT\]", out, re.MULTILINE)
    assert "Turn: 1; " in out


def test_odds_stand_beside_choices_and_can_be_asked_for(garrison: Run) -> None:
    out = itter(garrison, "lee; nt2", "odds", "odds attack rifleman@6", "odds suppress purple=2").out
    assert re.search(r"attack rifleman@5 +Attack .*: 2 of 3, 67 %", out)
    assert "\nattack rifleman@6: 2 of 3, 67 %\n" in out
    assert "suppress purple=2 rolls no dice." in out


def test_odds_of_what_is_not_allowed_are_not_told(garrison: Run) -> None:
    assert "Not allowed: attack mg@2." in itter(garrison, "lee; nt2", "odds attack mg@2").out


def test_odds_where_nothing_rolls(garrison: Run) -> None:
    assert "No choice here rolls dice." in itter(garrison, "odds").out


def test_why_names_the_rule_in_words(garrison: Run) -> None:
    out = itter(garrison, "lee; nt2", "why attack mg@2").out
    assert re.search(r"attack mg@2: [A-Z].*\(ITP-2\.2a\)", out.replace("\n", " "))


def test_why_of_something_allowed_says_so(garrison: Run) -> None:
    assert "lee is allowed now." in itter(garrison, "why lee").out


def test_why_looks_ahead_without_playing(garrison: Run, home: Path) -> None:
    out = itter(garrison, "why lee; place k1", "why lee; place c1", "why place k1; pass").out
    assert "place k1 would be allowed after lee." in out
    assert re.search(r"place c1 after lee: .*\(ITP-", out.replace("\n", " "))
    assert "place k1 could not be played in the first place: That answers another question" in out
    assert rows(only(home)) == []


def test_why_does_not_look_at_dice_or_hidden_cards(garrison: Run, home: Path) -> None:
    out = itter(garrison, "lee; nt2", "why attack rifleman@5; attack rifleman@6").out.replace("\n", " ")
    assert "attack rifleman@5 rolls dice or brings something new to light" in out
    assert len(rows(only(home))) == 2


def test_why_without_a_notation_gives_an_example(garrison: Run) -> None:
    assert "for example: why lee." in itter(garrison, "why", "why ;").out
    assert "'xyzzy' is none of the choices" in itter(garrison, "why xyzzy").out


def test_rule_shows_the_rule_of_the_question_or_the_one_named(garrison: Run) -> None:
    out = itter(garrison, "rule", "rule itp-2.2a", "rule ITP-2.2z").out
    assert re.search(r"^ITP-2\.0a  \S", out, re.MULTILINE)
    assert re.search(r"^ITP-2\.2a  \S", out, re.MULTILINE)
    assert "There is no rule 'ITP-2.2z'. Similar ids: ITP-2.2" in out


def test_log_looks_back_as_far_as_told(garrison: Run) -> None:
    out = itter(garrison, "lee; nt2", "log 1").out
    assert "2  Defender: place nt2\n    Lee takes position on NT2.\n" in out
    assert "1  Defender: lee" not in out
    assert "log wants the number of rows" in itter(garrison, "log x").out


def test_the_log_of_a_seat_does_not_count_what_it_was_not_told(garrison: Run) -> None:
    out = garrison("play", "toy", "--seed", 3, "--players", BOTS, typed="2\nlog 50\n").out
    log = out[out.index("> log 50") :]
    assert "Anna: commit" in log
    assert not re.search(r"^\d", log, re.MULTILINE)
    assert "Bruno: " not in log.replace("Bruno: hand", "")


def test_undo_takes_an_answer_back_and_is_a_row_of_the_record(garrison: Run, home: Path) -> None:
    out = itter(garrison, "lee; nt2", "undo", "undo", "undo").out
    assert "Taken back: place nt2." in out
    assert "Taken back: lee." in out
    assert "There is nothing to take back." in out
    assert rows(only(home)) == ["defender lee", "defender place nt2", "undo 1 defender", "undo 0 defender"]


def test_undo_does_not_reach_behind_the_dice(garrison: Run, home: Path) -> None:
    out = itter(garrison, "lee; nt2; attack rifleman@5", "undo").out
    assert "This cannot be taken back. Dice were rolled" in out
    assert len(rows(only(home))) == 3


def test_save_says_where(garrison: Run, home: Path) -> None:
    out = itter(garrison, "save").out
    assert f"The game is kept in {only(home)}; every row" in out[out.index("> save") :].replace("\n", " ")


def test_an_empty_line_shows_the_choices_again(garrison: Run) -> None:
    assert itter(garrison, "", "lee").out.count("Who acts?") == 2
    assert itter(garrison, "save", "lee").out.count("Who acts?") == 1


@pytest.mark.parametrize("typed", ["quit\nlee\n", "", "exit\n", "help\nquit"])
def test_quit_and_the_end_of_input_leave_a_saved_game(garrison: Run, home: Path, typed: str) -> None:
    done = garrison("play", "itter", typed=typed)
    assert (done.status, done.err) == (0, "")
    assert "'garrison resume' goes on" in done.flat
    assert rows(only(home)) == []


def test_italian_commands_and_sentences(garrison: Run, home: Path) -> None:
    out = itter(
        garrison, "aiuto", "lee; nt2", "perché attack mg@2", "annulla", "registro", "esci", lang="it"
    ).out
    assert "In ogni momento puoi anche scrivere" in out
    assert "Ritirata: place nt2." in out
    assert "'garrison resume --lang it'" in out
    assert "su 3, 67 %" in out
    assert rows(only(home))[-1] == "undo 1 defender"


# A whole game


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("difficulty", ["beginner", "veteran", "elite"])
def test_a_whole_game_by_piped_answers(garrison: Run, home: Path, difficulty: str, lang: str) -> None:
    done = garrison(
        "play", "itter", "--seed", 8, "--difficulty", difficulty, "--lang", lang, typed="1\n" * 2000
    )
    assert (done.status, done.err) == (0, "")
    path = only(home)
    assert f"garrison verify {path}" in done.out
    assert re.search(r"key [0-9a-f]{64}\n", path.read_text())
    assert path.read_text().splitlines()[-1].startswith("end won=")
    assert not list(home.glob("*.key"))
    assert [each.name for each in home.iterdir()] == [path.name]
    assert garrison("verify", path).status == 0
    assert "\x1b" not in done.out
    long = [line for line in done.out.splitlines() if len(line) > 100 and str(home) not in line]
    assert long == []


def test_other_seats_play_by_themselves(garrison: Run, home: Path) -> None:
    done = garrison("play", "toy", "--seed", 3, "--players", BOTS, typed="hold\nrefuse\n1\n" * 40)
    assert done.status == 0
    assert "Score: Anna " in done.out
    seats = {row.split()[0] for row in rows(only(home))}
    assert seats == {"anna", "bruno", "carla"}
    assert garrison("verify", only(home)).status == 0


def test_secrets_of_other_seats_are_not_shown(garrison: Run) -> None:
    out = garrison("play", "toy", "--seed", 3, "--players", BOTS).out
    assert "Bruno: hand: no lantern ×3" in out
    assert out.count("You took lantern") == 3


def test_a_game_for_several_wants_to_know_who_plays(garrison: Run, home: Path) -> None:
    done = garrison("play", "toy")
    assert done.status == 2
    assert "--players me,random,random" in done.err
    assert not home.exists()


def test_play_without_a_game_takes_the_first(garrison: Run) -> None:
    assert "Castle Itter" in garrison("play").out


def test_without_a_seed_the_dice_are_nobody_s(garrison: Run, home: Path) -> None:
    garrison("play", "itter")
    garrison("play", "itter")
    heads = {re.search(r"dice sha256:.*", path.read_text())[0] for path in home.glob("*.txt")}  # type: ignore[index]
    assert len(heads) == 2


# Saving


def test_every_row_is_on_disk_before_the_next_question(
    garrison: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    keep = store.Saved.keep

    def watched(saved: store.Saved) -> None:
        keep(saved)
        seen.append(len(rows(saved.path)))

    monkeypatch.setattr(store.Saved, "keep", watched)
    itter(garrison, "lee; nt2; undo", "nt3")
    assert seen == [1, 2, 3, 4]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_the_key_of_a_running_game_is_for_its_owner_alone(garrison: Run, home: Path) -> None:
    itter(garrison, "lee")
    key = only(home, "*.key")
    assert key.stat().st_mode & 0o777 == 0o600
    assert bytes.fromhex(key.read_text()) == seed_key(3)
    assert "\nkey " not in only(home).read_text()


def test_a_name_that_is_taken_is_left_alone(garrison: Run, home: Path) -> None:
    home.mkdir()
    mine = home / f"itter-{date.today().isoformat()}-01.txt"
    mine.write_text("my shopping list")
    (home / f"itter-{date.today().isoformat()}-02.key").write_text("another")
    itter(garrison, "lee")
    assert mine.read_text() == "my shopping list"
    assert (home / f"itter-{date.today().isoformat()}-03.txt").exists()


def test_resume_goes_on_where_the_game_was_left(garrison: Run, home: Path) -> None:
    itter(garrison, "lee; nt2")
    before = only(home).read_text()
    done = garrison("resume", typed="attack rifleman@5\n")
    assert done.status == 0
    assert "This is where you left off." in done.flat
    assert "Lee takes position on NT2." in done.out
    assert only(home).read_text().startswith(before)
    whole = garrison("play", "itter", "--seed", 3, "--home", home / "b", typed="lee;nt2;attack rifleman@5\n")
    assert whole.status == 0
    assert only(home).read_text() == only(home / "b").read_text()


def test_resume_after_undo_goes_on(garrison: Run, home: Path) -> None:
    itter(garrison, "lee; nt2; undo; undo")
    done = garrison("resume", typed="pass\n")
    assert rows(only(home))[-1] == "defender pass"
    assert done.status == 0


def test_resume_takes_the_newest_and_names_the_others(garrison: Run, home: Path) -> None:
    itter(garrison, "lee")
    itter(garrison, "basse")
    first, second = sorted(home.glob("*.txt"))
    os.utime(first, (1, 1))
    out = garrison("resume").out
    assert f"Going on with {second.stem}." in out
    assert f"Other unfinished games: {first.stem}." in out
    named = garrison("resume", first.stem, typed="nt2\n")
    assert "Going on" not in named.out
    assert rows(first)[-1] == "defender place nt2"


def test_a_half_written_last_line_is_dropped_and_said_so(garrison: Run, home: Path) -> None:
    itter(garrison, "lee; nt2")
    path = only(home)
    whole = path.read_text()
    path.write_text(whole + "3 defender attack rif")
    done = garrison("resume")
    assert done.status == 0
    assert "was only half written" in done.flat
    assert "'3 defender attack rif'" in done.flat
    assert path.read_text() == whole
    assert "half written" not in garrison("resume").flat


def test_a_row_without_its_line_break_is_played_again_with_the_same_dice(garrison: Run, home: Path) -> None:
    itter(garrison, "lee; nt2; attack rifleman@5")
    path = only(home)
    whole = path.read_text()
    path.write_text(whole.rstrip("\n"))
    garrison("resume", typed="attack rifleman@5\n")
    assert path.read_text() == whole


def test_a_second_terminal_is_refused(garrison: Run, home: Path) -> None:
    itter(garrison, "lee")
    saved = store.resume(only(home))
    before = only(home).read_bytes()
    done = garrison("resume", typed="nt2\n")
    assert (done.status, done.out) == (2, "")
    assert "another terminal is playing this game" in done.err
    assert only(home).read_bytes() == before
    saved.close()
    assert garrison("resume", typed="nt2\n").status == 0


def test_who_plays_the_other_seats_is_remembered(garrison: Run) -> None:
    garrison("play", "toy", "--seed", 3, "--players", "random,me,random", typed="1\n")
    done = garrison("resume", typed="1\n" * 40)
    assert "You play Bruno." in done.out
    assert "The game is over" in done.out


def test_a_disk_that_is_full_is_told_and_the_game_can_be_resumed(
    garrison: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    itter(garrison, "lee")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        done = garrison("resume", typed="nt2\n")
    assert done.status == 2
    assert "No space left on device" in done.err
    assert len(done.err.splitlines()) == 1
    assert garrison("resume").status == 0


def test_the_end_is_written_whole_or_not_at_all(
    garrison: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", broken)
        done = garrison("play", "itter", "--seed", 8, typed="1\n" * 2000)
    assert done.status == 2
    assert record.open_file(only(home)).end is None
    assert sorted(each.suffix for each in home.iterdir()) == [".key", ".txt"]
    assert "The game is over" in garrison("resume", typed="1\n").out
    assert record.open_file(only(home)).end is not None


# A process of its own


def process(home: Path, *argv: str) -> subprocess.Popen[str]:
    code = "import sys; from garrison.cli.main import main; sys.exit(main())"
    return subprocess.Popen(
        [sys.executable, "-c", code, *argv],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "GARRISON_HOME": str(home), "PYTHONIOENCODING": "utf-8"},
    )


def read_until(child: subprocess.Popen[str], text: str) -> None:
    assert child.stdout is not None
    while text not in child.stdout.readline():
        assert child.poll() is None


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_leaves_a_saved_game_and_no_traceback(tmp_path: Path) -> None:
    child = process(tmp_path, "play", "itter", "--seed", "3")
    read_until(child, "pass")
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=20)
    assert child.returncode == 130
    assert err == ""
    assert "Saved in" in out


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_killed_terminal_loses_nothing(tmp_path: Path, garrison: Run) -> None:
    child = process(tmp_path, "play", "itter", "--seed", "3")
    assert child.stdin is not None
    child.stdin.write("lee; nt2\n")
    child.stdin.flush()
    read_until(child, "Lee takes position")
    child.kill()
    child.communicate(timeout=20)
    done = garrison("resume", "--home", tmp_path, typed="undo\n")
    assert "Taken back: place nt2." in done.out


@pytest.mark.skipif(sys.platform == "win32", reason="pipes")
def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    child = process(tmp_path, "rules", "itter")
    assert child.stdout is not None
    child.stdout.close()
    assert child.stderr is not None
    assert child.stderr.read() == ""
    assert child.wait(timeout=20) == 141
    assert child.stdin is not None
    child.stdin.close()
    child.stderr.close()
