"""Saved games: the file on disk, what can happen to it, and resuming."""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from garrison.cli.main import main
from garrison.cli.play import saves
from garrison.core import record
from garrison.core.dice import seed_key
from support.terminal.command import Done, Run, itter, only, rows

Meddle = Callable[..., Done]


# Saving


def test_every_row_is_on_disk_before_the_next_question(
    garrison: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    keep = saves.Saved.keep

    def watched(saved: saves.Saved) -> bool:
        kept = keep(saved)
        seen.append(len(rows(saved.path)))
        return kept

    monkeypatch.setattr(saves.Saved, "keep", watched)
    itter(garrison, "lee; nt2; undo", "nt3")
    assert seen == [1, 2, 3, 4, 4]


@pytest.mark.skipif(
    sys.platform == "win32",
    reason="Windows has no permission bits: the folder of the user is protected as a whole",
)
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
    assert f"Continuing {second.stem}." in out
    assert f"Other unfinished games:\n  {first.stem}: " in out
    assert "To open one of them: garrison resume NAME\n" in out
    named = garrison("resume", first.stem, typed="nt2\n")
    assert "Continuing" not in named.out
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
    saved = saves.resume(only(home))
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
        done = garrison("play", "itter", "--seed", 10, typed="1\n" * 2000)
    assert done.status == 2
    assert record.open_file(only(home)).end is None
    assert sorted(each.suffix for each in home.iterdir()) == [".key", ".txt"]
    assert "The game is over" in garrison("resume", typed="1\n").out
    assert record.open_file(only(home)).end is not None


# What others do to a saved game


class Meddling(io.StringIO):
    """Answers typed one by one, with something done to the saved game before some of them."""

    def __init__(self, *steps: str | Callable[[], object]) -> None:
        super().__init__()
        self.steps = list(steps)

    def readline(self, _: int = -1, /) -> str:
        while self.steps and not isinstance(self.steps[0], str):
            self.steps.pop(0)()  # type: ignore[operator]
        return f"{self.steps.pop(0)}\n" if self.steps else ""


@pytest.fixture
def meddle(garrison: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Meddle:
    def play(*steps: str | Callable[[], object]) -> Done:
        garrison("games")
        monkeypatch.setattr("sys.stdin", Meddling(*steps))
        status = main(["play", "itter", "--seed", "3"])
        shown = capsys.readouterr()
        return Done(status, shown.out, shown.err)

    return play


def test_a_record_that_was_deleted_is_written_anew(meddle: Meddle, garrison: Run, home: Path) -> None:
    done = meddle("lee", lambda: only(home).unlink(), "nt2", "attack rifleman@5")
    assert done.status == 0
    assert f"it has been written again to {only(home)}." in done.flat
    assert done.out.count("written again") == 1
    assert rows(only(home)) == ["defender lee", "defender place nt2", "defender attack rifleman@5"]
    assert record.open_file(only(home)).dropped is None
    assert garrison("resume", typed="pass\n").status == 0


def test_a_whole_folder_that_was_deleted_is_written_anew(meddle: Meddle, garrison: Run, home: Path) -> None:
    assert meddle("lee", lambda: shutil.rmtree(home), "nt2").status == 0
    assert sorted(each.suffix for each in home.iterdir()) == [".key", ".txt"]
    assert only(home, "*.key").stat().st_mode & 0o777 == 0o600
    done = garrison("resume", typed="attack rifleman@5\n")
    assert (done.status, len(rows(only(home)))) == (0, 3)


def test_a_key_that_was_deleted_is_written_anew(meddle: Meddle, garrison: Run, home: Path) -> None:
    assert meddle("lee", lambda: only(home, "*.key").unlink(), "nt2").status == 0
    assert garrison("resume", typed="attack rifleman@5\n").status == 0


@pytest.mark.parametrize("last", ["quit", "save"])
def test_saved_is_only_said_of_what_is_there(meddle: Meddle, home: Path, last: str) -> None:
    done = meddle("lee", lambda: only(home).unlink(), last)
    assert done.out.index("written again") < done.out.rindex("The game is saved in")
    assert rows(only(home)) == ["defender lee"]


def _append(path: Path) -> None:
    path.write_text(path.read_text() + "2 defender place k1\n")


def _same_size(path: Path) -> None:
    path.write_text(path.read_text().replace("lee", "lea"))
    os.utime(path, ns=(1, 1))


def _emptied(path: Path) -> None:
    path.write_text("")


def _replaced(path: Path) -> None:
    other = path.with_name("other")
    other.write_text("mine")
    other.replace(path)


@pytest.mark.parametrize("change", [_append, _same_size, _emptied, _replaced])
@pytest.mark.parametrize("last", ["nt2", "quit", "save", None])
def test_a_record_that_others_changed_stops_the_game(
    meddle: Meddle, home: Path, change: Callable[[Path], None], last: str | None
) -> None:
    seen: list[bytes] = []

    def meddling() -> None:
        change(only(home))
        seen.append(only(home).read_bytes())

    done = meddle("lee", meddling, *([last] if last else []))
    assert done.status == 2
    assert "another program has changed this saved game" in done.err
    assert "up to row 1" in done.err
    assert "The game is saved in" not in done.out
    assert only(home).read_bytes() == seen[0]


def test_a_record_that_was_only_touched_goes_on(meddle: Meddle, home: Path) -> None:
    done = meddle("lee", lambda: only(home).touch(), "nt2")
    assert (done.status, len(rows(only(home)))) == (0, 2)


def test_the_end_is_not_written_over_what_others_changed(meddle: Meddle, home: Path) -> None:
    done = meddle("lee", lambda: only(home).write_text("mine"), ";".join(["1"] * 2000))
    assert done.status == 2
    assert only(home).read_text() == "mine"


# Which games there are


def test_play_says_how_many_games_wait(garrison: Run, home: Path) -> None:
    assert "waiting" not in itter(garrison, "lee").out
    one = itter(garrison, "lee").out
    assert one.startswith("You also have an unfinished game; to continue that one instead: garrison resume\n")
    many = garrison("play", "itter", "--home", home, "--lang", "it").flat
    assert many.startswith("Ci sono anche 2 partite non finite; per vederle: garrison resume --home")


def test_the_list_of_games_says_what_they_are(garrison: Run, home: Path) -> None:
    itter(garrison, "lee; nt2")
    garrison("play", "itter", "--difficulty", "elite")
    first, second = sorted(home.glob("*.txt"))
    os.utime(first, (86400, 86400))
    done = garrison("resume", "--list")
    assert done.status == 0
    assert re.search(
        rf"{second.stem}: Castle Itter, edition published, difficulty elite; rows played: 0; "
        rf"last played {date.today().isoformat()} \d\d:\d\d "
        rf"{first.stem}: .*beginner; rows played: 2; last played 1970-01-0\d \d\d:\d\d "
        r"To open one of them: garrison resume NAME$",
        done.flat,
    )
    assert "righe giocate: 2" in garrison("resume", "--list", "--lang", "it").flat


def test_the_list_names_a_damaged_game_too(garrison: Run, home: Path) -> None:
    itter(garrison, "lee")
    only(home).write_text("hello\n")
    done = garrison("resume", "--list")
    assert done.status == 0
    assert f"{only(home).stem}: {only(home)}, line 1" in done.flat


def test_an_empty_list_says_how_to_start(garrison: Run) -> None:
    done = garrison("resume", "--list")
    assert done.status == 0
    assert "to start one: garrison play" in done.flat


def test_a_newest_game_that_is_damaged_or_open_does_not_hide_the_others(garrison: Run, home: Path) -> None:
    itter(garrison, "lee")
    itter(garrison, "basse", lang="it")
    first, second = sorted(home.glob("*.txt"))
    os.utime(first, (1, 1))
    saved = saves.resume(second)
    locked = garrison("resume", "--lang", "en")
    saved.close()
    second.write_text("hello\n")
    for done in (locked, garrison("resume", "--lang", "en")):
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
        assert f"; other unfinished games: {first.stem}; to open one: garrison resume NAME" in done.err
    assert f"; altre partite non finite: {first.stem};" in garrison("resume").err


def test_the_language_of_a_game_is_remembered(garrison: Run, home: Path) -> None:
    itter(garrison, "lee", lang="it")
    assert only(home, "*.key").read_text().splitlines()[1:] == ["lang it"]
    again = garrison("resume")
    assert "Si riprende da dove avevi lasciato." in again.flat
    assert again.out.endswith("\n  garrison resume\n")
    other = garrison("resume", "--lang", "en").out
    assert "This is where you left off." in other
    assert other.endswith("\n  garrison resume --lang en\n")
    assert "Si riprende da dove avevi lasciato." in garrison("resume").flat


def test_players_and_language_are_remembered_together(garrison: Run) -> None:
    garrison("play", "toy", "--seed", 3, "--players", "random,me,random", "--lang", "it", typed="1\n")
    assert "Giochi come Bruno." in garrison("resume").out


def test_the_way_back_names_place_and_game(garrison: Run, tmp_path: Path) -> None:
    folder = tmp_path / "my games"
    out = garrison("play", "itter", "--home", folder).out
    assert out.endswith(f"\n  garrison resume --home '{folder}'\n")
    name = only(folder).stem
    assert garrison("resume", name, "--home", folder).out.endswith(
        f"\n  garrison resume {name} --home '{folder}'\n"
    )


def test_a_home_that_cannot_be_used_points_to_another(garrison: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "mkdir", forbidden)
        done = garrison("play", "itter")
    assert (done.status, done.out) == (2, "")
    assert done.err.endswith("Read-only file system; use --home DIR to name another place\n")
    for command in ("play", "resume"):
        done = garrison(command, "--home", "/dev/null")
        assert done.err == (
            "garrison: /dev/null is not a folder; use --home DIR to name a folder for saved games\n"
        )
