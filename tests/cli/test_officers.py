"""Officers at the terminal: several answers at once, offers in a line, cards, summaries, reports."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from garrison.cli.play import log
from garrison.cli.play.terminal import Terminal
from garrison.cli.texts import words
from garrison.core.game import ReportTable
from garrison.core.match import Match
from garrison.core.show.perspective import Perspective
from garrison.core.show.scene import SummaryLine
from support.fixtures import Register
from support.games.colditz_matches import at, deeds, deployed, held, idle, play, question, roll, where
from support.games.toy import TOY, vary
from support.terminal.command import Run, only, rows
from support.terminal.surfaces import Listening

POWS = {"british-1": "in_031", "british-2": "in_064", "british-3": "chapel_9", "guard-1": "post_in_1"}
BRITISH, FRENCH, SECURITY = range(3)


class Person:
    """Somebody at the terminal; what is typed is answered at once."""

    def __init__(self, match: Match, seat: int, lang: str = "en") -> None:
        self.screen = Listening()
        saved = SimpleNamespace(match=match, path=Path("match.txt"), keep=lambda: False)
        self.terminal = Terminal(saved, seat, {}, lang, "garrison resume", self.screen)  # type: ignore[arg-type]
        self.terminal.told = len(match.rows)

    def type(self, line: str) -> str:
        """What a line is answered with, as one line."""
        self.screen.said = ""
        self.terminal.handle(line)
        return " ".join(self.screen.said.split())

    def asked(self) -> str:
        """The question as it is printed."""
        self.screen.said, self.screen.keyboard = "", SimpleNamespace(answer=str)  # type: ignore[assignment]
        self.screen.again()
        self.screen.ask(self.terminal.moment(), "> ")
        return self.screen.said


def written(match: Match) -> list[str]:
    """The answers that stand, without who gave them."""
    return [match.write(match.rows[row].action) for row in match.line[1:]]


def appel(hands: Sequence[str] = ()) -> Match:
    """The British officer is asked who stays away from the Appel."""
    match = at(turn="security", pawns=POWS, hands={"security": ["appel"], "british": [*hands]})
    play(match, "play appel")
    return match


# Several answers at once


@pytest.mark.parametrize(
    "line", ["1 2", "1, 2", "british-1 british-2", "refuse british-1 british-2", "refuse british-1, 26af"]
)
def test_who_stays_away_is_typed_in_one_line(line: str) -> None:
    match = appel()
    person = Person(match, BRITISH)
    ticks = [each.do for each in match.scene(BRITISH).choices if each.tick]
    assert ticks[:2] == ["refuse british-1", "refuse british-2"]
    assert [each.do for each in person.terminal.moment().choices.choices][:3] != ticks
    if line[0] == "1":
        numbers = [n for n, each in enumerate(person.terminal.moment().choices.choices, 1) if each.tick]
        line = line.replace("2", str(numbers[1])).replace("1", str(numbers[0]), 1)
    if "26af" in line:
        line = line.replace("26af", square(person, "in_064"))
    person.type(line)
    assert written(match)[-2:] == ["refuse british-1", "refuse british-2"]
    assert question(match) == "appel"


def square(person: Person, place: str) -> str:
    """What a place is called on the map."""
    shown = person.terminal.drawing().map
    assert shown is not None
    return shown.grid.name(place).lower()


def test_the_answer_that_closes_the_question_counts_those_given_and_can_come_last() -> None:
    match = appel()
    person = Person(match, BRITISH)
    assert "All go to the appel area" in person.asked()
    assert "several of these answers at once: " in person.asked()
    person.type("british-1")
    assert "1 stays away" in " ".join(person.asked().split())
    person.type("undo")
    person.type("refuse british-1 british-2 done")
    assert written(match)[-3:] == ["refuse british-1", "refuse british-2", "done"]


def test_nothing_is_tried_out_beyond_the_answer_that_goes_on() -> None:
    match = appel()
    said = Person(match, BRITISH).type("british-1 done british-2")
    assert "is not one of the choices" in said
    assert written(match)[-1] != "refuse british-1"


@pytest.mark.parametrize("bots", [{}, {FRENCH: None, SECURITY: None}], ids=["people", "bots"])
def test_only_people_who_may_have_acted_unseen_bar_an_undo(bots: dict[int, None]) -> None:
    traders = {"british": {"rope": 1}, "french": {"key": 1}}
    match = at({"seats": "3"}, phase="act", turn="british", points=8, pawns=POWS, equipment=traders)
    person = Person(match, BRITISH)
    person.terminal.bots = bots  # type: ignore[assignment]
    person.type("british-1")
    person.type("to in_032")
    assert written(match) == ["british-1", "to in_032"]
    if bots:
        assert person.type("undo").startswith("Undone: to in_032.")
        assert written(match) == ["british-1"]
    else:
        assert "others may have acted unseen" in person.type("undo")


def test_one_of_several_answers_is_taken_back_by_its_name_and_the_others_are_kept() -> None:
    match = deployed_two()
    person = Person(match, SECURITY)
    assert person.type("undo post_in_1").startswith("Undone: post post_in_1.")
    assert written(match) == ["post post_in_3"]
    assert "is not a yes" in person.type("undo post_in_5")
    assert written(match) == ["post post_in_3"]


def deployed_two() -> Match:
    match = at_set_up()
    Person(match, SECURITY).type("post_in_1 post_in_3")
    assert written(match) == ["post post_in_1", "post post_in_3"]
    return match


def at_set_up() -> Match:
    """The Security Officer is about to post his guards."""
    match = deployed(seats="3").at(0)
    assert question(match) == "deploy"
    return match


def test_answers_that_are_given_in_a_row_are_listed_by_name_however_many() -> None:
    match = at_set_up()
    person = Person(match, SECURITY)
    person.type("post_in_1 post_in_3 post_out_1 post_out_2")
    shown = person.asked()
    assert [f"post post_out_{n}  " in shown for n in range(3, 11)] == [True] * 8
    assert "done" in shown


def test_what_follows_from_the_first_answer_is_known_to_the_next() -> None:
    """Outer posts can only be named once the inner ones are manned."""
    match = at_set_up()
    Person(match, SECURITY).type("post post_in_1 post_in_3 post_out_2 post_out_4 done")
    posted = [f"post post_{each}" for each in ("in_1", "in_3", "out_2", "out_4")]
    assert written(match) == [*posted, "done"]


@pytest.mark.parametrize("lang", ["en", "it"])
def test_of_several_answers_with_one_that_is_not_allowed_none_is_played(lang: str) -> None:
    match = at_set_up()
    person = Person(match, SECURITY, lang)
    said = words(lang)
    assert said("number-range", number=99, first=1, last=6) in person.type("1 99")
    assert ("Not allowed: post post_out_2." if lang == "en" else "Non si può: post post_out_2.") in (
        person.type("post post_in_1 post_out_2")
    )
    assert not written(match)


# Who acts


def test_a_guard_is_taken_in_hand_by_what_the_map_calls_him_though_he_could_leave_his_post() -> None:
    match = at(turn="security", phase="act", points=6, pawns=POWS)
    person = Person(match, match.awaited[0])
    assert "withdraw guard-1" in [match.write(each) for each in match.legal()]
    person.type("g1")
    assert written(match)[-1] == "guard-1"


# Interrupts


def test_enter_passes_only_where_nothing_could_be_played() -> None:
    for hands, passes in (((), True), (("warning",), False)):
        match = at(
            turn="security", pawns=POWS, hands={"security": ["appel"], "british": ["find-rope", *hands]}
        )
        play(match, "play appel")
        if question(match) != "warned":
            assert passes
            continue
        person = Person(match, BRITISH)
        assert ("Enter: there is nothing you could play" in person.asked()) == passes
        assert person.terminal.moment().passes == passes
        person.type("")
        assert (written(match)[-1] == "pass") == passes


# Offers in one line


def traders() -> Match:
    """The British officer holds two ropes and a pass, the French one a key."""
    goods = {"british": {"rope": 2, "pass": 1}, "french": {"key": 1}}
    return at({"seats": "3"}, turn="british", rest="start", pawns={"guard-1": "post_in_1"}, equipment=goods)


@pytest.mark.parametrize(
    ("lang", "line", "sent"),
    [
        ("en", "offer french: rope for key", ["put rope", "want key"]),
        ("en", "offer fr: 2 ropes, pass for key and wire cutter", None),
        ("en", "offer french rope pass for key", ["put rope", "put pass", "want key"]),
        ("en", "offer french: nothing for keys", ["want key"]),
        ("it", "offri francese: 2 corde e lasciapassare per chiave", None),
    ],
)
def test_an_offer_is_made_in_one_line(lang: str, line: str, sent: list[str] | None) -> None:
    match = traders()
    Person(match, BRITISH, lang).type(line)
    if sent is None:
        sent = ["put rope", "put rope", "put pass", "want key"]
        sent += ["want cutter"] if "cutter" in line else []
    assert written(match) == ["trade french", *sent, "send"]
    assert [reply.do for reply in match.scene(FRENCH).replies][-1] == "decline british"


def test_an_offer_that_is_not_allowed_leaves_nothing_behind_and_says_why() -> None:
    match = traders()
    person = Person(match, BRITISH)
    for line, reply in (
        ("offer french: 3 ropes for key", "Not allowed: put rope."),
        ("offer french: key", "Not allowed: put key."),
        ("offer french: fish for key", "'fish' cannot be offered here. Possible: rope or pass."),
        ("offer german: rope for key", "'german' cannot be offered here. Possible: French."),
        ("offer french: rope for key for pass", "That is not a whole offer. Type for example: offer french"),
        ("offer french: nothing for nothing", "That is not a whole offer."),
    ):
        assert reply in person.type(line), line
        assert not written(match)


@pytest.mark.parametrize(
    ("lang", "line", "trade", "gift"),
    [
        ("en", "offer french: rope", "offer french: rope for key", "offer french: rope for nothing"),
        ("en", "offer french: rope for", "offer french: rope for key", "offer french: rope for nothing"),
        ("en", "offer french: for key", "offer french: rope for key", "offer french: nothing for key"),
        (
            "it",
            "offri francese: corda",
            "offri francese: corda per chiave",
            "offri francese: corda per niente",
        ),
    ],
)
def test_what_is_not_said_to_be_a_gift_is_not_given_away(lang: str, line: str, trade: str, gift: str) -> None:
    match = traders()
    said = Person(match, BRITISH, lang).type(line)
    assert words(lang)("offer-half", trade=trade, gift=gift) in said
    assert not written(match)
    Person(match, BRITISH, lang).type(gift)
    assert written(match)[-1] == "send"


def test_the_help_has_a_trade_that_could_be_offered_now_as_its_example() -> None:
    assert "such as offer french: rope for key;" in Person(traders(), BRITISH).type("help")
    poor = at({"seats": "3"}, turn="british", rest="start", pawns={}, equipment={"french": {"key": 1}})
    assert "such as offer bruno: rope for key;" in Person(poor, BRITISH).type("help")


def test_only_what_can_be_offered_now_is_proposed_instead_of_another_word() -> None:
    assert Person(traders(), BRITISH).type("offer french: escape kit for card") == (
        "'escape' cannot be offered here. Possible: rope or pass."
    )
    classic = at(
        {"edition": "classic", "seats": "3"},
        turn="british",
        rest="start",
        pawns={},
        equipment={"british": {"rope": 1}},
    )
    said = Person(classic, BRITISH).type("offer french: opportunity card for rope")
    assert "cannot be offered here. Possible: rope." in said


def test_after_each_step_of_an_offer_the_next_ones_are_shown() -> None:
    person = Person(traders(), BRITISH)
    said = person.type("trade french")
    assert "put rope" in said
    assert "want key" in said
    assert said.index("You prepare an offer") < said.index("put rope")
    assert "send" in person.type("put rope")
    assert "want key" not in person.type("send")
    assert "put rope" not in Person(traders(), BRITISH).type("trade french; put rope; send")


def test_how_to_write_an_offer_is_shown_with_what_could_be_offered() -> None:
    person = Person(traders(), BRITISH)
    assert "Or in one line: offer french: rope for key" in person.type("offers")
    assert "type for example: offer french: rope for key" in person.type("offer")
    said = person.type("offer french")
    assert "What do you give? rope, pass" in said
    assert "What do you want? rope, key, pass, wire cutter" in said
    assert not written(person.terminal.match)


def test_a_new_offer_in_one_line_replaces_a_draft_but_not_one_that_was_sent() -> None:
    match = traders()
    person = Person(match, BRITISH)
    person.type("tr fr; put pass")
    person.type("offer french: rope for key")
    assert written(match)[-5:] == ["drop", "trade french", "put rope", "want key", "send"]
    count = len(match.rows)
    assert "is still open" in person.type("offer french: pass for key")
    assert len(match.rows) == count
    person.type("rec")
    assert written(match)[-1] == "recall"


def test_who_is_offered_something_answers_by_the_first_letters() -> None:
    match = traders()
    Person(match, BRITISH).type("offer french: rope for key")
    Person(match, FRENCH).type("acc")
    assert written(match)[-1] == "accept british"
    assert held(match, "french") == {"rope": 1}


# Other questions


@pytest.mark.parametrize("lang", ["en", "it"])
def test_with_a_pawn_in_hand_it_is_said_how_to_end_the_turn_all_the_same(lang: str) -> None:
    match = at(turn="british", phase="act", points=6, pawns=POWS)
    person = Person(match, BRITISH, lang)
    person.type("british-1")
    said = person.type("end")
    assert words(lang)("first-this", first="back", both="back; end") in said
    assert written(match)[-1] == "british-1"
    person.type("back; end")
    assert written(match)[-2:] == ["back", "end"]


# Cards


@pytest.mark.parametrize(("lang", "command"), [("en", "cards"), ("it", "carte")])
def test_own_cards_are_read_one_a_line_and_the_other_officers_are_told_in_a_line_each(
    lang: str, command: str
) -> None:
    match = at(
        {"seats": "3"},
        turn="british",
        rest="start",
        pawns={"guard-1": "post_in_1"},
        hands={"british": ["find-rope", "find-rope"], "french": ["find-key"]},
        equipment={"french": {"key": 1}},
    )
    person = Person(match, BRITISH, lang)
    person.terminal.handle(command)
    lines = [line for line in person.screen.said.splitlines() if line]
    cards = words(lang).commands[command]
    assert cards == "cards"
    (rope,) = [line for line in lines if "×2" in line]
    assert ("Take a rope" if lang == "en" else "Prendi una corda") in rope
    french = [line for line in lines if line.startswith("French" if lang == "en" else "Francesi")]
    assert len(french) == 1
    assert "1 card" in french[0] or "1 carta" in french[0]


# Who was away


def away() -> Match:
    """The French officer's turn is over, and the Security Officer's: the British one is asked again."""
    match = deployed(seats="3")
    idle(match)
    roll(match, 3, 4)
    play(match, "french-1")
    play(match, next(deed for deed in deeds(match) if deed.startswith("to ")), "end")
    idle(match)
    return match


def test_after_the_turns_of_others_each_officer_is_summed_up_in_a_line() -> None:
    match = away()
    person = Person(match, BRITISH)
    person.terminal.told = 1
    person.screen.said = ""
    person.terminal.catch_up()
    told = person.screen.said.partition("Since your last decision:\n")[2].splitlines()
    assert [line.split(":")[0] for line in told] == ["  French", "  Security Officer"]
    spectator = Person(match, FRENCH)
    spectator.terminal.told = 1
    spectator.terminal.catch_up()
    assert "Since your last decision" not in spectator.screen.said, "nobody is asked to decide here"


@pytest.mark.parametrize("lang", ["en", "it"])
def test_whoever_resumes_is_told_what_the_others_did(garrison: Run, home: Path, lang: str) -> None:
    line = ("play", "colditz", "--seats", 3, "--players", "me,random,random", "--seed", 5, "--lang", lang)
    garrison(*line, typed="roll\nend\nend\n")
    done = garrison("resume", typed="")
    said = words(lang)
    heading = said("since")
    assert heading in done.out
    line_of = done.out.partition(f"{heading}\n")[2].splitlines()[0]
    assert line_of.startswith("  French:" if lang == "en" else "  Francesi:")
    assert only(home).exists()


def test_at_a_shared_terminal_the_next_person_is_told_too(garrison: Run) -> None:
    deploy = ("", "1 2", "1 2", "done", "")
    done = garrison(
        *("play", "colditz", "--seats", 3, "--players", "me,me,me", "--seed", 5),
        typed="\n".join((*deploy, "roll", "end", "", "roll", "1", "1", "end", "", "roll", "end", "")) + "\n",
    )
    british = done.out.rpartition("Next at the keyboard: British")[2]
    assert "Since your last decision:" in british


def test_a_game_without_a_summary_of_its_own_is_told_by_its_news_alone(garrison: Run) -> None:
    garrison("play", "siege", "--seed", 7, "--players", "sound,me", typed="")
    assert "Since your last decision" not in garrison("resume", typed="").out


# The end

TABLES = (
    ReportTable("Figures", (), (("Rounds played", "10 of 10"), ("Arrests", "3"))),
    ReportTable(
        "Officers", ("Officer", "Made", "Farthest"), (("British", "2 ropes", "Wall"), ("French", "-", ""))
    ),
)


def reported(_: object, __: object, lang: str) -> Sequence[ReportTable]:
    assert lang in ("en", "it")
    return TABLES


def ended(garrison: Run, register: Register, tables: object = reported) -> tuple[str, Run]:
    """A game of the toy to its end, with tables about it."""
    register(vary(TOY, report=tables))
    done = garrison("play", "toy", "--seed", 1, "--players", "me,random,random", typed="resign\nresign yes\n")
    return done.out, garrison


def test_the_tables_about_a_finished_game_stand_in_columns_below_the_result(
    garrison: Run, register: Register, home: Path
) -> None:
    out, _ = ended(garrison, register)
    report = (
        "\nFigures:\n  Rounds played  10 of 10\n  Arrests        3\n"
        "\nOfficers:\n  Officer  Made     Farthest\n  British  2 ropes  Wall\n  French   -\n"
    )
    assert report in out
    assert out.index("The game is over") < out.index(report)
    kept = only(home)
    assert report in garrison("show", kept).out
    assert report in garrison("replay", kept).out
    assert "Figures:" not in garrison("show", kept, "--at", 0).out


def test_a_table_too_wide_for_the_page_is_told_row_by_row(garrison: Run, register: Register) -> None:
    long = "a sentence that is long enough for a page, " * 2

    def wide(_: object, __: object, ___: str) -> Sequence[ReportTable]:
        return (ReportTable("Officers", ("Officer", "Made", "Farthest"), (("British", long, long),)),)

    out, _ = ended(garrison, register, wide)
    flat = " ".join(out.split())
    assert f"Officers: British: Made: {long.strip()} ; Farthest: {long.strip()}" in flat
    assert all(len(line) <= 100 for line in out.splitlines() if "a page" in line)


def test_of_a_running_game_there_is_no_report() -> None:
    assert log.report(Perspective(deployed(seats="3"), BRITISH), words("en")) == []


def test_a_summary_line_of_nobody_has_no_name() -> None:
    match = away()
    seen = Perspective(match, BRITISH)
    told = (SummaryLine("", "The round marker moves."), SummaryLine("French", "rolled."))
    game = vary(match.game, summary=lambda _told, _lang: told)
    match.game = game
    assert log.summary(seen, words("en")) == [
        "Since your last decision:",
        "  The round marker moves.",
        "  French: rolled.",
    ]


def test_a_pawn_is_looked_at_by_its_name_in_notation() -> None:
    match = at(turn="british", phase="act", points=6, pawns=POWS)
    person = Person(match, BRITISH)
    play(match, "british-1")
    assert f"({square(person, 'in_064').upper()})" in person.type("near british-2")
    assert "There is no place, piece or part" in person.type("near british-9")
    assert where(match, "british-2") == "in_064"


def test_where_pieces_are_that_are_not_in_sight_is_told_by_board_and_not_with_each_question() -> None:
    person = Person(at(turn="british", phase="act", points=6, pawns=POWS), BRITISH)
    asked = person.asked()
    assert "G1" in asked
    assert "elsewhere" not in asked
    assert "elsewhere: Guard (Barracks): G2 " in person.type("board")
    assert "elsewhere" not in person.asked()


def test_what_is_counted_stays_in_sight_line_by_line() -> None:
    match = at(turn="british", phase="act", points=6, pawns=POWS)
    person = Person(match, BRITISH)
    assert "Points left: 6" in person.asked()
    person.type("british-1")
    person.type("to in_030")
    assert "Points left: 5" in person.asked()


def test_a_deployment_in_one_line_is_kept_row_by_row(garrison: Run, home: Path) -> None:
    line = ("play", "colditz", "--seats", 3, "--players", "random,random,me", "--seed", 5)
    garrison(*line, typed="1 3\n1 2\nundo post_out_1\nquit\n")
    assert rows(only(home))[:4] == [
        f"security post post_{each}" for each in ("in_1", "in_3", "out_1", "out_2")
    ]
    assert rows(only(home))[-1] == "security post post_out_2"
