"""`garrison learn`: the list, a lesson step by step, wrong tries, and leaving it."""

from __future__ import annotations

import pytest

from support.terminal.command import Done, Run


def learn(
    garrison: Run, *typed: str, lang: str = "en", lesson: object = "first-hour", game: str = "toy"
) -> Done:
    given = [] if lesson is None else [lesson]
    return garrison("learn", game, *given, "--lang", lang, typed="".join(f"{each}\n" for each in typed))


def test_the_list_is_chosen_from_and_shows_what_is_done(garrison: Run) -> None:
    done = learn(garrison, "7", "00019", "1", "", "commit 12", "bid x=2", "dare 2", "", "", lesson=None)
    assert "toy, by lessons. Each takes a few minutes: 1 The first hour: Show a lantern" in done.flat
    assert "Toy has no lesson '7'; choose a number from 1 to 1, or one of first-hour." in done.flat
    assert "Toy has no lesson '00019'" in done.flat
    assert "Type a number, or press Enter for lesson 1; quit leaves." in done.flat
    assert "1 (done) The first hour" in done.flat
    assert "That was the last lesson." in done.flat
    assert (done.status, done.err) == (0, "")


def test_a_lesson_goes_step_by_step_to_its_end(garrison: Run) -> None:
    done = learn(garrison, "", "commit 12", "bid x=2.5", "dare 2", "", "quit")
    for words in (
        "Lesson 1 of 1: The first hour.",
        "Step 1 of 4: Three wardens keep the castle. Read on. Look at: ",
        "Step 2 of 4: Show your highest lantern, 12. Look at: Anna: hand, lantern 12. Which lantern",
        "Bruno shows a small one. Carla too, so you lead.",
        "1 6",
        "The 6 is enough.",
        "Lesson 1 is done: You know the watch.",
    ):
        assert words.lower() in done.flat.lower(), words
    assert done.status == 0


def test_wrong_tries_are_answered_and_the_step_stays(garrison: Run) -> None:
    done = learn(garrison, "", "commit 9", "commit 11", "sing", "hint", "save", "help", "commit 12", "quit")
    assert "That works too, but here try this: show lantern 12." in done.flat
    assert "(NW-2.1)" in done.flat
    assert "Type commit 12: show lantern 12." in done.flat
    assert "There is no 'save' in a lesson." in done.flat
    assert "hint shows the answer, undo goes back by one" in done.flat
    assert done.flat.count("Step 2 of 4:") == 7
    assert "Step 3 of 4:" in done.flat


def test_one_can_go_back(garrison: Run) -> None:
    done = learn(garrison, "", "commit 12", "undo", "commit 12", "quit")
    assert done.flat.count("Carla too, so you lead.") == 2
    assert [done.flat.count(f"Step {n} of 4:") for n in (2, 3)] == [2, 2]


@pytest.mark.parametrize("typed", [("", "quit"), ("",), ()])
def test_leaving_or_the_end_of_input_says_how_to_come_back(garrison: Run, typed: tuple[str, ...]) -> None:
    done = learn(garrison, *typed, lesson=1)
    assert done.flat.endswith("To take this lesson again: garrison learn toy 1")
    assert (done.status, done.err) == (0, "")


def test_lessons_are_in_italian_too(garrison: Run) -> None:
    done = learn(garrison, "", "commit 9", "consiglio", "esci", lang="it")
    assert "Passo 2 di 4: Mostra la tua lanterna più alta, la 12." in done.flat
    assert "Anche così si può, ma qui prova questo:" in done.flat
    assert "Per rifare questa lezione: garrison learn toy 1" in done.flat


def test_a_lesson_or_game_that_is_not_there_is_told_in_one_sentence(garrison: Run) -> None:
    done = learn(garrison, game="itter", lesson="9")
    assert done.status == 2
    assert done.err.startswith(
        "garrison: itter has no lesson '9'; choose a number from 1 to 6, or one of place-and-shoot"
    )
    assert learn(garrison, game="chess").status == 2
