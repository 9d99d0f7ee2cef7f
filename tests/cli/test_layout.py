"""The full screen's layout at every size: nothing is cut off silently."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from rich.console import Console
from rich.layout import Layout
from rich.text import Text

from garrison.cli import texts
from garrison.cli.play.lookups import Onlooker
from garrison.cli.screen.choice_list import ChoiceList
from garrison.cli.screen.full_board import Tableau, folded
from garrison.cli.screen.layout import Asked, Picture, Size, asking, reading, story_lines
from garrison.cli.screen.plain_screen import LineScreen
from garrison.cli.screen.screen import Moment
from garrison.core import registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.game import AnyGame
from garrison.core.match import Match
from garrison.core.show.scene import Alarm, Choice, Piece, Tray
from support.games import toy
from support.proof import few

SIZES = [Size(100, 30), Size(101, 37), Size(120, 40), Size(150, 44), Size(200, 60)]
ITTER = registry.find("itter")
GAMES: list[tuple[AnyGame, dict[str, str]]] = [
    (ITTER, {"difficulty": "beginner"}),
    (ITTER, {"difficulty": "competitive"}),
    (ITTER, {"edition": "playtest", "difficulty": "elite"}),
    (toy.TOY, {}),
]
VIEWS = [
    pytest.param(
        *each,
        lang,
        id="-".join([each[0].id, *each[1].values(), lang]),
        marks=[] if lang == ("en", "it")[number % 2] else [pytest.mark.proof],
    )
    for number, each in enumerate(GAMES)
    for lang in ("en", "it")
]
"""Every game in one language; in the other one too where time allows."""


def drawn(layout: Layout, size: Size) -> list[str]:
    """The lines as they would be on the screen, without styles."""
    console = Console(file=io.StringIO(), width=size.columns, height=size.rows, color_system=None)
    with console.capture() as capture:
        console.print(layout, end="")
    return capture.get().rstrip("\n").split("\n")


def looker(game: AnyGame, options: dict[str, str], lang: str = "en", seed: int = 3) -> Onlooker:
    match = Match(game, registry.settle(game, options), KeyedDice(seed_key(seed)))
    return Onlooker(match, 0, lang, "garrison resume", LineScreen())


def moments(game: AnyGame, options: dict[str, str], lang: str, every: int) -> Iterator[Moment]:
    """A random game, looked at now and then by whoever is asked."""
    chance = random.Random(11)
    looking = looker(game, options, lang)
    match = looking.match
    while match.ask is not None:
        looking.seat = match.awaited[0]
        if len(match.rows) % every == 0:
            yield looking.moment()
        match.play(chance.choice(match.legal(looking.seat)), looking.seat)


def text(picture: Picture, size: Size) -> str:
    return "\n".join(drawn(picture.layout, size))


def pages(moment: Moment, size: Size) -> list[str]:
    """Every page of the choices, from the first on."""
    picture = asking(Asked(moment), size)
    found = [text(picture, size)]
    while picture.following:
        picture = asking(Asked(moment, first=picture.following), size)
        found.append(text(picture, size))
    return found


def many(count: int) -> Moment:
    moment = next(moments(ITTER, {}, "en", 1))
    listed = tuple(Choice(f"walk to a{number}", "k1", "Walk a long way") for number in range(count))
    scene = replace(moment.scene, choices=listed)
    return replace(moment, scene=scene, choices=ChoiceList(scene, moment.words))


@pytest.mark.parametrize(("game", "options", "lang"), VIEWS)
def test_every_choice_can_be_seen_at_every_size(game: AnyGame, options: dict[str, str], lang: str) -> None:
    seen = 0
    for moment in moments(game, options, lang, 7 if game.id == "toy" else 17):
        for size in SIZES[::2]:
            shown = "\n".join(pages(moment, size))
            flat = " ".join(re.sub(r" │.*", "", shown).split())
            for row in moment.choices.rows():
                if row.said:
                    assert texts.spaced(f"{row.number} {row.said}".strip()) in flat, (row, shown)
                else:
                    assert re.search(rf"{row.number} {re.escape(row.choices[0].do)}\b", shown), (row, shown)
                seen += len(row.choices)
    assert seen > 35


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("size", SIZES[::2])
def test_folded_and_open_choices_are_never_cut(lang: str, size: Size) -> None:
    looking = looker(registry.find("siege"), {}, lang)
    match = looking.match
    for each in ("post rest", "load boulder", "cast"):
        match.play(each)
    shown = " ".join(text(asking(Asked(looking.moment()), size), size).split())
    assert "site n1 … n5" in shown
    assert "site w1 … w5" in shown
    assert "aim x=… y=… dir=… force=… bend=…" in shown
    assert "1 to 3" in shown or "da 1 a 3" in shown


@pytest.mark.parametrize(("game", "options", "lang"), VIEWS)
def test_every_place_and_piece_of_the_board_is_on_the_table(
    game: AnyGame, options: dict[str, str], lang: str
) -> None:
    for moment in moments(game, options, lang, 9 if game.id == "toy" else 19):
        tableau = Tableau(moment)
        for size in SIZES[::2]:
            shown = text(asking(Asked(moment), size), size)
            places = {place.id: place for place in moment.board.places}
            groups = {group.id: group for group in moment.board.groups}
            for place in places.values():
                name = tableau.drawing.own_name(place, groups[place.group])
                assert name in shown or place.id in shown, (name, shown)
            for piece in moment.scene.pieces:
                if piece.at in places:
                    way = groups[places[piece.at].group].path
                    name = tableau.tight(piece.name) + piece.text if way else piece.name[:6]
                    assert name in shown, (piece, shown)
                    if not way:
                        assert tableau.marks(piece) in shown or piece.marks[0] in shown


@pytest.mark.slow
@pytest.mark.parametrize(
    "size",
    few(
        5,
        zip([*SIZES[::2], Size(100, 29), Size(40, 10), *SIZES[1::2], Size(99, 30), Size(60, 20)]),
    ),
)
def test_a_picture_fills_the_window_and_no_more(size: Size) -> None:
    for moment in moments(ITTER, {}, "it", 20):
        for asked in (
            Asked(moment),
            Asked(moment, ["a message", "and another"], 3, 1),
            Asked(moment, ["more"] * 40),
        ):
            lines = drawn(asking(asked, size).layout, size)
            assert len(lines) == size.rows
            assert all(len(line) <= size.columns for line in lines)
            assert lines[-2].strip(" │") == "" or size.columns >= 150


def test_guards_in_sight_are_told_below_the_map_though_it_has_many_signs() -> None:
    looking = looker(registry.find("colditz"), {"seats": "3"}, seed=5)
    match = looking.match
    for each in ("post post_in_1", "post post_in_2", "post post_out_1", "post post_out_2", "done"):
        match.play(each)
    for size in (Size(120, 40), Size(100, 30)):
        shown = text(asking(Asked(looking.moment()), size), size)
        drawn_map = " ".join(re.findall(r"^ [ \d]\d (.*)", shown, re.MULTILINE))
        guards = re.findall(r"\bG\d\b", drawn_map)
        assert guards, size
        for guard in guards:
            assert re.search(rf"\b{guard}( Guard \d)? \(?\d+[A-Z]+\b", shown), (guard, size)
        assert "elsewhere" not in shown


def test_cards_take_the_room_that_few_choices_leave() -> None:
    looking = looker(toy.TOY, {})
    moment = looking.moment()
    hand = Tray("hand", "Your hand", cards=True)
    told = "Two runners may pass the gate while the guard looks at the lantern. " * 6
    cards = tuple(Piece(f"card-{n}", "card", "hand", f"Card {n}", told) for n in range(2))
    scene = replace(moment.scene, trays=(hand,), pieces=cards, choices=(Choice("roll", "", "Roll"),))
    moment = replace(moment, scene=scene, choices=ChoiceList(scene, moment.words), story=["Turn 1 begins."])
    size = Size(120, 30)
    shown = text(asking(Asked(moment), size), size)
    assert "more lines" not in shown
    assert shown.count("lantern.") == 12
    assert "Turn 1 begins." in shown


def test_question_cards_log_and_title_are_there() -> None:
    moment = next(moments(ITTER, {}, "en", 1))
    shown = text(asking(Asked(moment), SIZES[0]), SIZES[0])
    assert "Turn 1   Phase Defender Phase   Actions left 5   Score so far -6" in shown
    assert "Who acts? Choose a Defender, or give up an action. Actions left: 5. [ITP-2.0a]" in shown
    assert "SS cards: cards left in the deck: 60" in shown
    assert "── Castle Itter · Defender ──" in shown
    assert "│   Turn 1 begins." in shown
    assert "2G Ri3  ›13R     ›14R     ›16R     ›21R     ›castle" in shown
    assert "BJ2 B [T] 76mm 4/7" in shown
    assert "black B tokens 0" in shown


def test_letters_have_a_key() -> None:
    moment = next(moments(ITTER, {}, "en", 1))
    assert drawn(asking(Asked(moment), SIZES[0]).layout, SIZES[0])[-1].rstrip().endswith("Ri SS Rifleman")
    worn = [replace(piece, marks=("Exhausted",)) for piece in moment.scene.pieces if piece.id == "clemenceau"]
    worn += [piece for piece in moment.scene.pieces if piece.id != "clemenceau"]
    moment = replace(moment, scene=replace(moment.scene, pieces=tuple(worn)))
    shown = text(asking(Asked(moment), SIZES[0]), SIZES[0])
    assert "Clemenceau (E)" in shown
    assert "E Exhausted  Ri SS Rifleman" in shown


def test_the_last_step_of_a_way_is_marked_by_more_than_a_colour() -> None:
    moment = next(moments(ITTER, {}, "en", 1))
    ahead = Piece("scout@21", "ss-scout", "21", "SS Scout", "4")
    moment = replace(moment, scene=replace(moment.scene, pieces=(*moment.scene.pieces, ahead)))
    (line,) = [each.plain for each in Tableau(moment).ways(60) if "21R" in each.plain]
    assert "›21R Sc4! ›castle" in line


def test_colours_are_told_by_letters_too() -> None:
    moment = next(moments(ITTER, {}, "it", 1))
    (line,) = [each for each in Tableau(moment).groups(30, 99) if each.plain.startswith("NT5 ViGi 5")]
    styles = {str(span.style): line.plain[span.start : span.end] for span in line.spans if span.style}
    assert styles["magenta"] == "Vi"
    assert styles["yellow"] == "Gi"


def test_new_sentences_stand_out_without_colour() -> None:
    lines = [line.plain for line in story_lines(["old", "new"], 1, 20)]
    assert lines == ["  old", "› new"]


def test_many_choices_say_how_many_more_there_are() -> None:
    moment = many(120)
    shown = pages(moment, SIZES[0])
    assert len(shown) > 1
    found = re.search(r"1 to (\d+) of 120; Enter: more", shown[0])
    assert found is not None
    assert f"{int(found[1]) + 1} to " in shown[1]
    assert text(asking(Asked(moment, first=120), SIZES[0]), SIZES[0]) == shown[0]


def test_a_page_begins_where_the_last_one_ended_whatever_its_size() -> None:
    moment = many(60)
    small = asking(Asked(moment, ["a message"] * 5), SIZES[0])
    large = asking(Asked(moment), SIZES[0])
    assert 0 < small.following < large.following
    then = asking(Asked(moment, first=small.following), SIZES[0])
    assert f"{small.following + 1} to {then.following or 60} of 60" in text(then, SIZES[0])
    assert then.first == small.following


def test_where_all_choices_fit_the_page_is_the_first() -> None:
    moment = many(12)
    picture = asking(Asked(moment, first=9), SIZES[0])
    assert (picture.first, picture.following) == (0, 0)
    assert text(picture, SIZES[0]) == text(asking(Asked(moment), SIZES[0]), SIZES[0])


@pytest.mark.parametrize("rows", few(4, [0, 3, 6, 8, 1, 2, 4, 5, 7]))
def test_rows_of_the_table_never_vanish_without_a_word(rows: int) -> None:
    size = SIZES[0]
    hidden = 0
    for moment in moments(ITTER, {"difficulty": "elite"}, "en", 15):
        trays = [line.plain for line in Tableau(moment).trays(size.columns)]
        shown = text(asking(Asked(moment, ["a message"] * rows), size), size)
        table = shown.split("──")[0]
        missing = [tray for tray in trays if tray not in table]
        told = re.search(r"… (\d+) more; to see all: board", table)
        assert bool(missing) <= bool(told), shown
        hidden += bool(told)
        assert told is None or int(told[1]) >= len(missing)
        assert "a message" in shown or not rows
        assert moment.scene.ask is not None
        assert " ".join(shown.split()).count(moment.scene.ask.text[:30]) == 1
    assert hidden or rows < 6


@pytest.mark.slow
def test_the_line_of_keys_has_whole_entries_only() -> None:
    moment = next(moments(ITTER, {}, "it", 1))
    pieces = tuple(
        replace(piece, marks=("Esausto", "Disturbato", "Soppresso")) for piece in moment.scene.pieces
    )
    moment = replace(moment, scene=replace(moment.scene, pieces=pieces))
    entries = set(re.split("  +", moment.words("screen-keys")))
    entries |= {f"{short} {name}" for name, short in moment.board.short}
    cut = 0
    for columns in range(40, 150, 4):
        line = drawn(asking(Asked(moment), Size(columns, 30)).layout, Size(columns, 30))[-1].rstrip()
        shown = re.split("  +", line)
        cut += shown[-1] == "…"
        assert set(shown) - {"…"} <= entries, line
        assert len(line) <= columns
    assert 5 < cut < 28, "some are cut, the widest is not"


def test_a_small_window_says_so_and_still_asks() -> None:
    moment = next(moments(ITTER, {}, "en", 1))
    size = Size(80, 24)
    shown = text(asking(Asked(moment), size), size)
    assert "The window has 80 columns and 24 rows; with at least 100 by 30 there is room" in shown
    assert "Who acts?" in shown
    assert "1 lee" in shown
    assert "North Terrace" not in shown


def test_a_long_text_is_shown_from_any_line_to_its_end() -> None:
    moment = next(moments(ITTER, {}, "en", 1))
    lines = [Text(f"line {number}") for number in range(100)]
    size = SIZES[0]
    for top in (0, 1, 50, 99, 500):
        page = reading(lines, top, size, "Title", moment.words, None)
        shown = drawn(page.layout, size)
        first = min(top, 100 - page.rows)
        assert page.first == first
        assert shown[1].rstrip() == f"line {first}"
        assert f"{first + 1} to {first + page.rows} of 100" in shown[0]
        assert ("Esc: close" in shown[-1]) == (first + page.rows < 100)


def test_alarms_are_told_with_equal_numbers_and_sentences_in_one_line() -> None:
    moment = next(moments(ITTER, {}, "en", 1))
    numbers = {"2": "4", "3": "4", "4": "0", "5": "3", "6": "0"}
    counted = [
        Alarm(at, "Nothing is free." if n == "0" else "Some are free.", n, n == "0", "Free circles")
        for at, n in numbers.items()
    ]
    alarms = (*counted, Alarm("keep", "The wall is cracked."))
    tableau = Tableau(replace(moment, scene=replace(moment.scene, alarms=alarms)))
    assert [(texts.spaced(line), urgent) for line, urgent in tableau.drawing.alarms()] == [
        ("Free circles: 2, 3: 4; 4, 6: 0; 5: 3", False),
        ("! Nothing is free.", True),
        ("The wall is cracked.", False),
    ]
    assert [line.plain for line in tableau.head(100)][-1] == "! Nothing is free."
    lines = tableau.drawing.lines()
    assert lines[lines.index("! Nothing is free.") - 1].startswith("Free circles: ")


def test_news_are_read_below_the_table() -> None:
    moment = next(moments(ITTER, {}, "en", 1))
    page = reading([Text("something")], 0, SIZES[0], "What happened", moment.words, moment)
    shown = drawn(page.layout, SIZES[0])
    assert shown[1].startswith("North Terrace Defence 6")
    assert any(line.startswith("── What happened ──") for line in shown)
    assert page.rows >= 8


def test_a_text_before_a_question_says_that_an_answer_can_be_typed() -> None:
    for lang, said in (("en", "or type your answer"), ("it", "oppure scrivi la risposta")):
        moment = next(moments(ITTER, {}, lang, 1))
        for count in (1, 100):
            text = [Text("something")] * count
            page = reading(text, 0, SIZES[0], "Title", moment.words, None, asked=True)
            assert drawn(page.layout, SIZES[0])[-1].rstrip().endswith(said)
            page = reading(text, 0, SIZES[0], "Title", moment.words, None)
            assert said not in drawn(page.layout, SIZES[0])[-1]


@pytest.mark.parametrize("width", [8, 13, 40])
def test_folding_loses_nothing(width: int) -> None:
    said = "The quick brown fox jumps over averyverylongword and rests."
    lines = folded(Text(said), width)
    assert all(line.cell_len <= width for line in lines)
    assert "".join("".join(line.plain.split()) for line in lines) == said.replace(" ", "")


def test_a_message_wrapped_for_the_whole_page_fills_the_lines_beside_the_log(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("garrison.cli.output.width", lambda: 118)
    sentence = " ".join(f"word{number}" for number in range(40))
    kept = "a list:\n  one thing\n  another"
    assert texts.wrap(sentence).count("\n") == 2
    assert texts.unwrapped(texts.wrap(sentence)) == sentence
    assert texts.unwrapped(f"{texts.wrap(sentence)}\n{kept}") == f"{sentence}\n{kept}"
    moment, size = looker(ITTER, {"difficulty": "beginner"}).moment(), Size(120, 40)
    lines = drawn(asking(Asked(moment, [texts.wrap(sentence)]), size).layout, size)
    shown = [line.partition("\u2502")[0].rstrip() for line in lines if line.startswith("word")]
    assert " ".join(shown) == sentence
    assert all(len(line) > 60 for line in shown[:-1])
