"""The toy game with a throw keeps the laws, and its point and angle count as its rules say."""

from __future__ import annotations

import pytest

from garrison.cli import texts
from garrison.cli.play import answers
from garrison.cli.screen import text_board
from garrison.core.dice import ScriptedDice
from garrison.core.errors import OTHER_QUESTION, OUT_OF_RANGE
from garrison.core.game import AnyGame
from garrison.core.laws.inspector import LAWS, play_and_check
from garrison.core.match import Match
from garrison.core.show import picture, words
from support.fixtures import Register
from support.games import toy as watch
from support.games.moves import kinds, play
from support.games.toy_aim import AIM, GRID, OPEN_SLING, OUTLINE, SLING
from support.proof import few


@pytest.fixture
def aim(register: Register) -> AnyGame:
    game = AIM
    register(game)
    return game


def led_by_anna(aim: AnyGame, *lines: str, edition: str = "plain", dice: tuple[int, ...] = ()) -> Match:
    match = Match(aim, {"edition": edition}, ScriptedDice(dice))
    play(match, f"anna commit {max(match.view()['hands']['anna'])}", "bruno hold", "carla hold", *lines)
    return match


@pytest.mark.parametrize("seeds", few(1, [range(2), range(2, 6)]), ids=["few", "more"])
@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("edition", watch.EDITIONS)
def test_the_law_holds(aim: AnyGame, edition: str, law: int, seeds: range) -> None:
    for seed in seeds:
        assert play_and_check(aim, {"edition": edition}, seed, [law]).over


def test_games_looked_at_have_throws_off_the_grid(aim: AnyGame) -> None:
    thrown = [
        row.action
        for seed in range(6)
        for row in play_and_check(aim, {"edition": "plain"}, seed, []).rows
        if isinstance(row.action, tuple)
    ]
    assert len(set(thrown)) > 3


@pytest.mark.parametrize(
    ("edition", "thrown", "pence"),
    [
        ("plain", "x=50 y=35 dir=0", 300),
        ("grand", "x=50 y=35 dir=0", 400),
        ("plain", "x=51 y=35 dir=0", 295),
        ("plain", "x=50 y=33 dir=0", 290),
        ("plain", "x=10 y=50 dir=345", 100),
        ("plain", "x=50 y=35 dir=90", 300),
        ("plain", "x=50 y=35 dir=105", 150),
        ("plain", "x=50 y=35 dir=255", 150),
        ("plain", "x=51 y=35 dir=255", 147),
        ("plain", "x=50 y=35 dir=270", 300),
    ],
)
def test_the_stake_is_what_the_throw_is_worth(aim: AnyGame, edition: str, thrown: str, pence: int) -> None:
    match = led_by_anna(aim, f"anna throw {thrown}", edition=edition, dice=(6,))
    assert match.ask == ("dare", 1, pence)
    assert "reached" in kinds(match.play("dare 1", 0))
    assert match.view()["score"]["anna"] == pence


@pytest.mark.parametrize(
    ("thrown", "reason"),
    [
        ("throw x=9 y=35 dir=0", OUT_OF_RANGE),
        ("throw x=91 y=35 dir=0", OUT_OF_RANGE),
        ("throw x=50 y=51 dir=0", OUT_OF_RANGE),
        ("throw x=50 y=35.5 dir=0", OUT_OF_RANGE),
        ("throw x=50 y=35 dir=10", OUT_OF_RANGE),
        ("throw x=50 y=35 dir=360", OUT_OF_RANGE),
        ("bid x=1", OTHER_QUESTION),
        ("bid x=1.25", OTHER_QUESTION),
        ("throw dir=15 y=10 x=90", None),
    ],
)
def test_only_what_the_form_allows_is_thrown(aim: AnyGame, thrown: str, reason: str | None) -> None:
    assert led_by_anna(aim).refusal(thrown, 0) == reason


def test_the_form_has_a_point_and_an_angle(aim: AnyGame) -> None:
    match = led_by_anna(aim)
    form = match.scene(0).form
    assert form is not None
    assert form.notation == "throw"
    assert [(field.name, field.control) for field in form.fields] == [
        ("x", "point"),
        ("y", "point"),
        ("dir", "angle"),
    ]
    assert match.scene(1).form is None


def test_the_grid_is_listed_and_told_in_two_languages(aim: AnyGame) -> None:
    match = led_by_anna(aim)
    rows = [choice for choice in match.scene(0).choices if choice.do.startswith("throw")]
    assert len(rows) == len(GRID)
    assert {choice.at for choice in rows} == {"wall"}
    assert rows[0].say == "throw a lantern to 50, 35, its light turned by 0°"
    (told, *_) = match.play("throw x=62 y=20 dir=45", 0)
    assert aim.tell.sentence(told, "en") == "Anna throws a lantern to 62, 20; its light is turned by 45°."
    assert aim.tell.sentence(told, "it") == "Anna lancia una lanterna a 62, 20; la luce è girata di 45°."


# The sling: limits by a rule, bars, names, a scale, a start, where it leads


def slinging(aim: AnyGame, *lines: str) -> Match:
    """The second hour, in which Anna slings."""
    match = led_by_anna(aim, "anna throw x=50 y=35 dir=0", "anna dare 1", dice=(6,))
    best = max(match.view()["hands"]["anna"])
    play(match, f"anna commit {best}", "bruno hold", "carla hold", *lines)
    return match


def test_games_looked_at_sling_off_the_grid(aim: AnyGame) -> None:
    slung = {
        row.action
        for seed in range(10)
        for row in play_and_check(aim, {"edition": "plain"}, seed, []).rows
        if isinstance(row.action, tuple) and row.action[0] == OPEN_SLING
    }
    assert len(slung) > 3


@pytest.mark.parametrize(
    ("slung", "reason"),
    [
        ("x=2.25 y=2 dir=15 force=1.5 bend=3", None),
        ("x=4.25 y=3.5 dir=15 force=1.5 bend=3", "AIM-2.2"),
        ("x=4 y=3.5 dir=15 force=1.5 bend=3", None),
        ("x=5 y=2.75 dir=15 force=1.5 bend=3", "AIM-2.2"),
        ("x=0.75 y=2 dir=15 force=1.5 bend=3", "AIM-2.1"),
        ("x=2.3 y=2 dir=15 force=1.5 bend=3", "AIM-2.1"),
        ("x=2 y=5.25 dir=15 force=1.5 bend=3", "AIM-2.1"),
        ("x=2 y=2 dir=16 force=1.5 bend=3", OUT_OF_RANGE),
        ("x=2 y=2 dir=15 force=3.1 bend=3", OUT_OF_RANGE),
        ("x=2 y=2 dir=15 force=1.5 bend=1.5", OUT_OF_RANGE),
        ("x=2 y=2 dir=15 force=1.5 bend=4", OUT_OF_RANGE),
    ],
)
def test_what_is_slung_is_refused_by_the_rule_it_breaks(aim: AnyGame, slung: str, reason: str | None) -> None:
    assert slinging(aim).refusal(f"sling {slung}", 0) == reason


def test_a_refusal_names_the_limits_in_the_language_of_the_reader(aim: AnyGame) -> None:
    match = slinging(aim)
    ruled = "sling x=0 y=9 dir=15 force=1.5 bend=3"
    assert match.why(ruled, 0, "en") == (
        "x: 1 to 9, in steps of 0.25. y: 1 to 5, in steps of 0.25. From the second hour on the lantern is"
        " slung, from a point 1 to 9 rods across, 1 to 5 down. (AIM-2.1)"
    )
    plain = "sling x=2 y=2 dir=15 force=9 bend=3"
    assert match.why(plain, 0, "it") == (
        "un numero di questa scelta è fuori dai limiti offerti."
        " force (forza del tiro): da 0,5 a 3 ells, a passi di 0,1."
    )
    barred = match.why("sling x=5 y=3.5 dir=15 force=1 bend=1", 0, "en")
    assert barred == "Nobody slings from nearer than a rod to the middle of the wall. (AIM-2.2)"
    assert match.why(ruled, 1, "en") == words.core("en")["not-asked"]


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("sling x=two y=2 dir=15 force=1 bend=1", ""),
        ("sling x=2", "Missing: y, dir, force (strength of the pull), bend. "),
        ("SLING x=2 y=2.001", "Missing: dir, force (strength of the pull), bend. "),
    ],
)
def test_the_terminal_says_how_numbers_are_written(aim: AnyGame, text: str, missing: str) -> None:
    match = slinging(aim)
    with pytest.raises(texts.BadAnswer) as told:
        answers.read(match, 0, text, texts.words("en"))
    said = str(told.value)
    assert said.startswith(
        f"'{text}' cannot be read. {missing}Write this choice as sling x=… y=… dir=… force=… bend=…,"
    )
    assert "bend: 1 to 3, in steps of 1." in said
    with pytest.raises(texts.BadAnswer, match=r"non si può leggere\. .*La scelta si scrive sling x=… y=…"):
        answers.read(match, 0, text, texts.words("it"))


def test_numbers_are_never_guessed(aim: AnyGame) -> None:
    """There is one choice that begins like this, but it is another number."""
    match = led_by_anna(aim)
    with pytest.raises(texts.BadAnswer, match="cannot be read"):
        answers.read(match, 0, "throw x=3", texts.words("en"))
    assert answers.read(match, 0, "throw y=20 dir=0 x=30", texts.words("en")) in match.legal(0)


def test_fields_have_names_in_the_language_of_the_reader(aim: AnyGame) -> None:
    match = slinging(aim)
    for lang, labels in (
        ("en", ["x", "y", "dir", "strength of the pull", "bend"]),
        ("it", ["x", "y", "dir", "forza del tiro", "piega"]),
    ):
        form = match.scene(0, lang).form
        assert form is not None
        assert [field.label for field in form.fields] == labels
        assert form.about == aim.tell.load(lang)["forms"]["sling"]
        assert (form.point, form.send) == (("Sling", "Let it fly") if lang == "en" else ("Fionda", "Lancia"))
        shown = text_board.open_choice(form, aim.play.actions[form.row], texts.words(lang)).replace(
            "\n    ", " "
        )
        assert f"force ({labels[3]}) {'from 0.5 to 3' if lang == 'en' else 'da 0,5 a 3'} ells" in shown


def test_the_form_says_where_its_numbers_begin_and_lead(aim: AnyGame) -> None:
    form = slinging(aim).scene(0).form
    assert form is not None
    assert (form.notation, form.scale, form.start) == ("sling", 10, (200, 200, 13500, 200, 100))
    assert (form.bars, form.throw) == (("AIM-2.2",), SLING)
    thrown = led_by_anna(aim).scene(0).form
    assert thrown is not None
    assert (thrown.bars, thrown.scale, thrown.start, thrown.throw, thrown.send) == ((), 1, (), None, "")


def test_what_was_slung_lies_where_it_led(aim: AnyGame) -> None:
    match = slinging(aim)
    match.dice.feed([1])  # type: ignore[union-attr]
    told = match.play("sling x=2 y=2.5 dir=90 force=2 bend=2", 0)
    assert aim.tell.sentence(told[0], "it") == "Anna fionda una lanterna da 2, 2,5 con forza 2 e piega 2."
    (lantern,) = [piece for piece in match.scene(1).pieces if piece.id == "lantern"]
    assert (lantern.at, lantern.spot, lantern.turn) == ("wall", (45, 25), 90)
    assert aim.tell.things_of(told[0]) == ("anna", "wall", "", "lantern")
    wall = next(place for place in aim.show.board(match.options, "en").places if place.id == "wall")
    assert wall.outline == OUTLINE
    drawn = picture.svg(aim.show.board(match.options, "en"), match.scene(1))
    assert "rotate(90 " in drawn
    assert "<polygon class='p-plate'" in drawn
