"""Offers in the terminal: made step by step, answered by bots and by people, never among the choices."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from garrison.cli import texts
from garrison.cli.play import answers
from garrison.cli.play.lookups import Onlooker
from garrison.cli.screen.layout import Asked, Size, asking
from garrison.cli.screen.plain_screen import LineScreen
from garrison.core import registry
from garrison.core.dice import KeyedDice, ScriptedDice, seed_key
from garrison.core.match import Match
from support.fixtures import Register
from support.games.toy import vary
from support.games.toy_warren import WARREN
from support.games.toy_warren_rules import CARDS
from support.terminal.command import Done, Run, only, rows
from support.terminal.surfaces import Listening

HANDS = {
    "anna": ["rope", "hush", "moon", "moon"],
    "bruno": ["map", "alarm", "sun", "sun"],
    "carla": ["star"],
}


def dealt(*dice: int) -> Match:
    """Anna's turn, of three runners who have cards to swap."""
    options = registry.settle(WARREN, {"players": "4"})
    begun = Match(WARREN, options, ScriptedDice((1, 1))).view()
    position = WARREN.know.position(begun, {"turn": "anna", "round": 1, "hands": HANDS})
    return Match(WARREN, options, ScriptedDice((2, 2, *dice)), start=position)


def asked(match: Match, text: str, seat: int = 1, lang: str = "en") -> str:
    """What the command says to a seat."""
    screen = Listening()
    Onlooker(match, seat, lang, "garrison resume", screen).offers(text)
    return screen.said


# Making an offer


def test_an_offer_is_made_step_by_step() -> None:
    match = dealt()
    assert asked(match, "") == (
        "Offer a swap: To whom?\n  Bruno, Carla\n  To go on, type for example: offers bruno\n"
    )
    assert asked(match, "bru") == (
        "Offer a swap: What do you give?\n  a rope, a hush, a moon\n"
        "  To go on, type for example: offers bru rope\n"
    )
    listed = asked(match, "bruno rope")
    assert listed.startswith("Offer a swap:\n  offer bruno rope map    offer Bruno a rope for a map\n")
    assert listed.count("\n") == 12
    assert asked(match, "bruno rope sun") == (
        "Offer a swap:\n  offer bruno rope sun  offer Bruno a rope for a sun\n"
    )


def test_a_few_offers_are_listed_at_once() -> None:
    assert asked(dealt(), "", seat=3).count("\n  offer ") == 0
    assert asked(dealt(), "anna", seat=3).count("\n  offer anna star ") == 11


def test_what_cannot_be_offered_is_said_in_the_language_of_the_reader() -> None:
    match = dealt()
    with pytest.raises(texts.BadAnswer, match="You can make no offer with 'bruno fish'"):
        asked(match, "bruno fish")
    with pytest.raises(texts.BadAnswer, match=r"Non puoi fare un'offerta con 'elena'"):
        asked(match, "elena", lang="it")
    with pytest.raises(texts.BadAnswer, match="Nobody has offered you anything"):
        asked(match, "", seat=0)
    assert asked(match, "", lang="it").startswith("Proponi uno scambio: A chi?\n  Bruno, Carla\n")


def test_offers_are_never_among_the_choices() -> None:
    match = dealt()
    match.play("offer anna map rope", 2)
    for seat in (1, 2):
        moment = Onlooker(match, seat, "en", "garrison resume", LineScreen()).moment()
        shown = [choice.do for row in moment.choices.rows() for choice in row.choices]
        assert not any(do.split()[0] in ("offer", "accept", "decline") for do in shown), shown


# Answering one


def test_an_offer_is_told_beside_the_question_and_answered_by_its_first_letters() -> None:
    match = dealt()
    match.play("offer anna map rope", 2)
    said = asked(match, "")
    assert said.startswith(
        "Offered to you:\n  accept bruno   take a map from Bruno and give a rope\n"
        "  decline bruno  decline Bruno's offer\nOffer a swap: To whom?\n"
    )
    moment = Onlooker(match, 1, "en", "garrison resume", LineScreen()).moment()
    assert moment.scene.ask is not None
    assert "You have 4 points." in moment.scene.ask.text
    size = Size(100, 30)
    layout = asking(Asked(moment), size).layout
    shown = " ".join(str(each) for each in _texts(layout))
    assert "You have been made an offer. To see it: offers" in shown
    words = texts.words("en")
    assert match.write(answers.read(match, 1, "acc", words)) == "accept bruno"
    assert match.write(answers.read(match, 1, "1", words)) == "pick 1"
    assert match.write(answers.read(match, 1, "offer bruno hush sun", words)) == "offer bruno hush sun"


def _texts(layout: object) -> list[object]:
    children = getattr(layout, "children", [])
    if children:
        return [each for child in children for each in _texts(child)]
    return list(getattr(getattr(layout, "renderable", None), "renderables", []))


def test_who_is_not_asked_chooses_among_the_answers_to_an_offer() -> None:
    match = dealt()
    match.play("offer carla rope star", 1)
    looking = Onlooker(match, 3, "en", "garrison resume", LineScreen())
    moment = looking.moment()
    assert moment.scene.ask is not None
    assert moment.scene.ask.text == (
        "Anna is choosing a piece. You have been made an offer: answer it, or type: later"
    )
    assert [row.choices[0].do for row in moment.choices.rows()] == ["accept anna", "decline anna"]
    words = texts.words("en")
    assert match.write(answers.read(match, 3, "1", words)) == "accept anna"
    assert match.write(answers.read(match, 3, "dec", words)) == "decline anna"


# Whole games


def play(garrison: Run, players: str, *typed: str, seed: int = 5, lang: str = "en") -> str:
    given = ("play", "warren", "--players", players, "--rounds", "2", "--cards", "4", "--seed", seed)
    return garrison(*given, "--lang", lang, typed="\n".join(typed) + "\n").out


@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_bot_accepts_and_a_bot_declines_outside_its_turn(
    garrison: Run, register: Register, home: Path, lang: str
) -> None:
    register(WARREN)
    begun = Match(WARREN, registry.settle(WARREN, {"cards": "4"}), KeyedDice(seed_key(5)))
    hands = begun.view()["hands"]
    give = next(card for card in hands["anna"] if card != "alarm")
    glad = next(name for name, hand in hands.items() if name not in ("warden", "anna") and "alarm" in hand)
    lacks = next(card for card in CARDS if card not in (*hands[glad], *hands["anna"]))
    wanted = (f"offer {glad} {give} alarm", "stay", f"offer {glad} alarm {lacks}", "stay")
    out = play(garrison, "sound,me,sound,sound,sound,sound", *wanted, lang=lang)
    played = rows(only(home))
    for offer, answer in ((wanted[0], "accept"), (wanted[2], "decline")):
        at = played.index(f"anna {offer}")
        assert played[at + 1] == f"{glad} {answer} anna"
    told = (
        ("Anna gives ", "declines Anna's offer")
        if lang == "en"
        else ("Anna cede ", "rifiuta lo scambio con Anna")
    )
    assert all(each in out for each in told)


def test_a_person_is_asked_about_an_offer_while_a_bot_moves(
    garrison: Run, register: Register, home: Path
) -> None:
    register(WARREN)
    out = play(garrison, "random,random,me,random,random,random", "stay", "later", "2")
    asks = re.findall(r"^(\w+) is choosing .* You have been made an offer", out, re.MULTILINE)
    assert asks[:2] == ["Carla", "Dario"]
    played = rows(only(home))
    assert "bruno decline dario" in played
    assert "bruno decline carla" not in played
    assert "Carla's offer to Bruno lapses." in out


def test_against_bots_an_answer_is_taken_back_though_they_may_make_offers(
    garrison: Run, register: Register
) -> None:
    register(WARREN)
    line = ("play", "warren", "--option-players", 3, "--players", "random,me,random", "--seed", 1)
    done = garrison(*line, typed="pick 1\nundo\n")
    assert "everybody must agree" not in done.flat
    assert "Undone: pick 1." in done.flat


# Several people at one terminal


def swap(options: dict[str, str]) -> tuple[str, str]:
    """A card of Anna's and one of Bruno's that they can swap."""
    hands = Match(WARREN, registry.settle(WARREN, options), KeyedDice(seed_key(5))).view()["hands"]
    return next((give, want) for give in hands["anna"] for want in hands["bruno"] if give != want)


def shared(garrison: Run, *typed: str, lang: str = "en") -> Done:
    """Anna's turn in a game of three people at one terminal and a bot."""
    options = ("--option-players", 4, "--rounds", 2, "--cards", 4, "--seed", 5, "--lang", lang)
    line = ("play", "warren", "--players", "random,me,me,me", *options)
    return garrison(*line, typed="\n".join(typed) + "\n")


@pytest.mark.parametrize(("lang", "call", "later"), [("en", "call", "later"), ("it", "chiama", "dopo")])
def test_people_at_one_terminal_call_each_other_to_the_keyboard(
    garrison: Run, register: Register, home: Path, lang: str, call: str, later: str
) -> None:
    register(WARREN)
    give, want = swap({"players": "4", "rounds": "2", "cards": "4"})
    offer = f"offer bruno {give} {want}"
    typed = (
        "",
        offer,
        call,
        f"{call} car",
        "",
        later,
        "",
        f"{call} bruno",
        "",
        "accept anna",
        "",
        "stay",
        "",
    )
    done = shared(garrison, *typed, lang=lang)
    played = rows(only(home))
    at = played.index(f"anna {offer}")
    assert played[at + 1 : at + 3] == ["bruno accept anna", "anna stay"]
    words = texts.words(lang)
    assert words("offer-made") in done.flat
    assert words("call-whom", names="Bruno, Carla") in done.flat
    assert done.flat.count(words("called", seat="Anna")) == 2


def test_who_is_called_keeps_the_keyboard_until_an_offer_is_sent(garrison: Run, home: Path) -> None:
    """An offer made piece by piece, in Italian; a seat is called by its name, or as notation has it."""
    deploy = ("", "post post_in_1", "post post_in_2", "post post_out_1", "post post_out_2", "done", "")
    visit = ("chiama french", "", "trade british", "want rope", "send", "", "chiama fra", "", "recall", "")
    line = ("play", "colditz", "--seats", 3, "--players", "me,me,me", "--seed", 5, "--lang", "it")
    done = garrison(*line, typed="\n".join((*deploy, *visit)) + "\n")
    assert rows(only(home))[-4:] == [
        "french trade british",
        "french want rope",
        "french send",
        "french recall",
    ]
    assert "Chiedi: corda." in done.flat


def test_only_after_an_offer_somebody_can_be_called_to_answer_it(garrison: Run) -> None:
    """To take an offer back leaves nothing to answer."""
    deploy = ("", "post post_in_1", "post post_in_2", "post post_out_1", "post post_out_2", "done", "")
    line = ("play", "colditz", "--seats", 3, "--players", "me,me,me", "--seed", 5)
    done = garrison(*line, typed="\n".join((*deploy, "trade french; want rope; send", "recall")) + "\n")
    assert done.flat.count(texts.words("en")("offer-made")) == 1


def three_officers(garrison: Run, *typed: str, players: str = "me,me,me") -> Done:
    deploy = ("", "post post_in_1", "post post_in_2", "post post_out_1", "post post_out_2", "done", "")
    line = ("play", "colditz", "--seats", 3, "--players", players, "--seed", 5)
    return garrison(*line, typed="\n".join((*deploy, "roll", *typed)) + "\n")


def test_at_one_terminal_an_answer_is_taken_back_alone_while_nobody_else_was_at_the_keyboard(
    garrison: Run, home: Path
) -> None:
    done = three_officers(garrison, "british-7", "undo", "british-6", "undo")
    assert done.flat.count("Undone: british-") == 2
    played = rows(only(home))
    assert played[-4:] == ["british british-7", f"undo {len(played) - 4} british", *played[-2:]]
    assert re.fullmatch(r"undo \d+ british", played[-1])


def test_at_one_terminal_nothing_is_taken_back_alone_once_another_has_acted(garrison: Run) -> None:
    done = three_officers(garrison, "end", "", "undo")
    assert "Nothing was undone" in done.flat
    assert "Undone:" not in done.flat


def test_at_one_terminal_dice_are_not_taken_back(garrison: Run) -> None:
    assert "Nothing was undone" in three_officers(garrison, "undo").flat


def test_once_somebody_was_called_what_came_before_is_not_taken_back_alone(
    garrison: Run, register: Register
) -> None:
    """Whether it could be would tell whether the visitor made somebody else an offer."""
    register(WARREN)
    give, want = swap({"players": "4", "rounds": "2", "cards": "4"})
    for visit in ((f"offer carla {want} {give}",), ("later",)):
        done = shared(garrison, "", "pick 1", "call bruno", "", *visit, "", "undo")
        assert "others may have acted unseen since then" in done.flat, visit
        assert "Undone:" not in done.flat
    assert "Undone: pick 1" in shared(garrison, "", "pick 1", "undo").flat


def test_beside_bots_who_may_make_offers_undo_stays_as_it_is(garrison: Run) -> None:
    done = three_officers(garrison, "british-7", "undo", players="me,random,me")
    assert "Undone:" not in done.flat
    assert "everybody must agree" in done.flat


def test_nothing_typed_ahead_is_played_or_shown_to_who_is_called(
    garrison: Run, register: Register, home: Path
) -> None:
    register(WARREN)
    give, want = swap({"players": "4", "rounds": "2", "cards": "4"})
    done = shared(garrison, "", f"offer bruno {give} {want}", "call bruno; accept anna", "", "later", "")
    assert rows(only(home))[-1] == f"anna offer bruno {give} {want}"
    bruno = done.out.partition("Next at the keyboard: Bruno")[2].partition("Next at the keyboard")[0]
    assert "accept anna; " not in bruno
    assert "was not played" in done.flat


def test_around_a_visit_nothing_is_taken_back(garrison: Run, register: Register, home: Path) -> None:
    """Whether it can be would tell whether the visitor did anything."""
    register(WARREN)
    give, want = swap({"players": "4", "rounds": "2", "cards": "4"})
    for visit in ((f"offer anna {want} {give}",), ("later",)):
        for path in home.glob("*"):
            path.unlink()
        done = shared(
            garrison, "", "pick 1", "call bruno", "undo", "", *visit, "undo", "", "call carla", "undo"
        )
        assert done.flat.count("only Enter") == 3
        assert "undone" not in done.flat
        assert "anna pick 1" in rows(only(home))


def test_who_is_called_and_can_do_nothing_gets_no_hint(garrison: Run, register: Register) -> None:
    offers = WARREN.play.anytime
    assert offers is not None
    register(vary(WARREN, anytime=replace(offers, legal=lambda *_: [], may=lambda _: 0, waits=lambda _: 0)))
    assert "There is nothing you could do now." in shared(garrison, "", "call bruno", "", "hint").flat


def test_where_nothing_is_offered_nobody_is_called(garrison: Run) -> None:
    done = garrison("play", "siege", "--seed", 1, typed="\ncall attacker\ncall defender\n")
    assert done.flat.count("there is nothing you can offer now") == 2


def test_a_single_player_can_call_nobody(garrison: Run, register: Register) -> None:
    register(WARREN)
    line = ("play", "warren", "--option-players", 2, "--players", "me,random", "--seed", 1)
    assert "Nobody else plays at this terminal." in garrison(*line, typed="call anna\n").flat
