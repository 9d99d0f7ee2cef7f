"""Lessons: every one can be played to its end, and a wrong try is answered kindly."""

import pytest

from garrison.core import lesson, registry
from garrison.core.errors import Damaged
from garrison.core.lesson import LessonRun
from garrison.core.show.words import LANGS

NAME = "first-hour"


@pytest.fixture
def first_hour(toy):
    return lesson.find(toy, NAME)


@pytest.mark.usefixtures("toy")
def test_every_lesson_of_every_game_can_be_played_to_its_end_in_each_way_it_offers():
    wrong = []
    for game in registry.games().values():
        for each in lesson.lessons(game):
            wrong += [f"{game.id}: {fault}" for fault in lesson.check(each)]
    assert wrong == []


def test_castle_itter_has_six_lessons_and_castle_under_siege_three():
    assert [len(lesson.lessons(registry.find(name))) for name in ("itter", "siege")] == [6, 3]


def test_castle_itter_teaches_in_words_how_to_read_1_2_ct():
    first = lesson.lessons(registry.find("itter"))[0]
    for lang, words in (
        ("en", "attack 1 die, suppress 2 tokens, Command, tank crew"),
        ("it", "attacco 1 dado, soppressione 2 segnalini, Comando, carrista"),
    ):
        assert words in first.say(first.end, lang)


def test_a_reader_goes_from_step_to_step_and_the_other_seats_play_by_themselves(first_hour):
    run = LessonRun(first_hour)
    assert (run.number, first_hour.own_steps, run.reading) == (1, 4, True)
    assert run.scene("en").choices == ()
    assert run.answer(lesson.NEXT, "en").done
    assert (run.number, run.text("it"), run.look) == (
        2,
        "Mostra la tua lanterna più alta, la 12.",
        ("hand-anna", "card-12"),
    )
    assert run.answer("commit 12", "en").done
    assert run.after("en") == "Bruno shows a small one. Carla too, so you lead."
    assert run.number == 3


def test_an_allowed_try_that_the_lesson_is_not_about_is_answered_and_changes_nothing(first_hour):
    run = LessonRun(first_hour)
    run.answer(lesson.NEXT, "en")
    rows = len(run.match.rows)
    reply = run.answer("commit 9", "en")
    assert (reply.done, reply.rule) == (False, "")
    assert reply.text == "That works too, but here try this: show lantern 12."
    assert run.answer("commit 9", "it").text.startswith("Anche così si può")
    assert (run.number, len(run.match.rows)) == (2, rows)


def test_a_forbidden_try_is_answered_by_the_rule(first_hour):
    run = LessonRun(first_hour)
    run.answer(lesson.NEXT, "en")
    reply = run.answer("commit 11", "en")
    assert (reply.done, reply.rule) == (False, "NW-2.1")
    assert run.match.why("commit 11", 0) in reply.text
    assert run.answer("sing", "en").text == "This game has no such action."


def test_a_reader_may_ask_why_about_a_notation_as_in_a_match(first_hour):
    run = LessonRun(first_hour)
    run.answer(lesson.NEXT, "en")
    told = run.match.explanation("commit 11", 0, "en")
    assert told.rule == "NW-2.1"
    assert run.why("commit 11", "en") == lesson.Reply(False, told.text, "NW-2.1")
    assert run.why("commit 12", "en").rule == ""
    assert run.why("sing", "en") == lesson.Reply(False)


@pytest.mark.parametrize("text", ["bid x=2", "bid x=2.5", "bid x=3"])
def test_a_step_may_have_several_answers_or_a_goal(first_hour, text):
    run = LessonRun(first_hour)
    for each in (lesson.NEXT, "commit 12", text):
        assert run.answer(each, "en").done
    assert run.number == 4


def test_a_goal_may_take_several_answers_and_a_step_that_misses_it_begins_again(first_hour):
    run = LessonRun(first_hour)
    for each in (lesson.NEXT, "commit 12"):
        run.answer(each, "en")
    rows = len(run.match.rows)
    assert run.answer("bid x=1", "en").done  # nothing is lost yet
    assert (run.number, run.answers) == (3, [lesson.NEXT, "commit 12", "bid x=1"])
    assert run.answer("dare 1", "en").text == "More than that."
    assert (run.number, run.answers, len(run.match.rows)) == (3, [lesson.NEXT, "commit 12"], rows)


def test_every_reader_sees_the_same_dice(first_hour):
    run = LessonRun(first_hour)
    for each in (lesson.NEXT, "commit 12", "bid x=2", "dare 2"):
        assert run.answer(each, "en").done
    assert run.match.rows[-1].draws == [("climb", [1, 6])]
    assert (run.over, run.text("en"), run.after("en")) == (True, "You know the watch.", "The 6 is enough.")
    assert not run.answer("dare 2", "en").done


def test_a_lesson_shows_only_what_its_seat_may_know(first_hour):
    run = LessonRun(first_hour)
    ids = {piece.id for piece in run.scene("en").pieces}
    assert "card-12" in ids
    assert "card-11" not in ids


def test_a_coach_advises_and_leaves_the_choice():
    coached = lesson.find(registry.find("itter"), "first-turn")
    run = LessonRun(coached)
    while run.reading:
        run.answer(lesson.NEXT, "en")
    advice = run.advice("en")
    assert advice.reason in run.text("en")
    assert run.look == (advice.do,)
    other = next(each for each in map(run.match.write, run.match.legal(0)) if each != advice.do)
    assert run.answer(other, "en").done
    assert run.coaching
    assert LessonRun(coached).match.view() == LessonRun(coached).match.view()


def test_a_game_without_lessons_has_none(toy):
    assert lesson.find(toy, "second-hour") is None


GOOD = """
game = "toy"
seat = "anna"
title = { en = "A", it = "A" }
about = { en = "A", it = "A" }
end = { en = "A", it = "A" }

[[step]]
text = { en = "A", it = "A" }
do = "commit 12"
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('game = "toy"', 'game = "itter"', "'game' must be 'toy'"),
        ('seat = "anna"', 'seat = "otto"', "'seat' must be one of anna, bruno, carla"),
        ('title = { en = "A", it = "A" }', 'title = { en = "A" }', "'title' has no text in 'it'"),
        ('end = { en = "A", it = "A" }', "", "'end' must have a text for each language"),
        ('do = "commit 12"', 'do = "commit 12"\nlook = "wall"', "step 1: 'look' must be a list of strings"),
        ('do = "commit 12"', 'do = "commit 12"\nlok = []', "step 1: unknown key 'lok'"),
        ('do = "commit 12"', 'do = "commit 12"\ngoal = 3', "step 1: 'goal' must be a table"),
        ('do = "commit 12"', 'do = "commit 12"\nother = { en = "A" }', "step 1: 'other' has no text in 'it'"),
        ('do = "commit 12"', 'do = "commit 12"\nseat = "bruno"', "step 1: 'text' is for steps of the reader"),
        ('do = "commit 12"', 'also = ["commit 9"]', "step 1: 'also' is for steps with 'do'"),
        ('do = "commit 12"', "", "no step has a 'do' for the reader to try"),
        ('seat = "anna"', "until = { hour = 2 }", "needs both 'seed', a number, and 'until', a table"),
        ('seat = "anna"', "seed = 1\nuntil = { hour = 2 }", "the game needs a guide to coach by"),
    ],
)
def test_a_faulty_file_is_named_with_its_field_in_one_sentence(toy, old, new, said):
    assert lesson.read(toy, NAME, GOOD, "toy.toml").own_steps == 1
    with pytest.raises(Damaged) as error:
        lesson.read(toy, NAME, GOOD.replace(old, new), "toy.toml")
    assert str(error.value).startswith("toy.toml")
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('do = "commit 12"', 'do = "commit 11"', "step 1: 'commit 11' is not accepted"),
        ('do = "commit 12"', 'do = "commit 12"\nlook = ["tower"]', "nothing in the scene is called 'tower'"),
        ('do = "commit 12"', 'do = "commit 12"\ndice = [1]', "not all dice are used, [1] are left"),
        ('do = "commit 12"', 'do = "commit 12"\nalso = ["dare 1"]', "'dare 1' is not accepted"),
    ],
)
def test_a_lesson_that_cannot_be_played_is_found_out(toy, old, new, said):
    assert lesson.check(lesson.read(toy, NAME, GOOD, "toy.toml")) == []
    (fault,) = lesson.check(lesson.read(toy, NAME, GOOD.replace(old, new), "toy.toml"))
    assert said in fault


def test_the_replies_of_core_are_in_both_languages():
    from garrison.core.show.words import lesson_words

    assert lesson_words(LANGS[0]).keys() == lesson_words(LANGS[1]).keys()
