"""Answers and drafts that are played together, or only supposed, and a change of mind among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from garrison.core.dice import KeyedDice, ScriptedDice, seed_key
from garrison.core.errors import (
    GAME_OVER,
    NOT_ASKED,
    OTHER_QUESTION,
    GameOver,
    NoDice,
    NotAsked,
    Refused,
    Unreadable,
)
from garrison.core.game import AnyGame
from garrison.core.kernel import row_of, then
from garrison.core.match import Match
from garrison.core.show.perspective import Perspective
from garrison.core.state import SPECTATOR, Action, Dice, Seat, Tell
from support.fixtures import Register
from support.games import toy_market as toy
from support.games.moves import play
from support.games.toy import TOY, vary
from support.games.toy_market import MARKET, Market

ANNA, BRUNO, CARLA = 0, 1, 2


def opened(game: AnyGame = MARKET, seed: int = 1) -> Match:
    """Anna's first market."""
    return Match(game, {}, KeyedDice(seed_key(seed)))


def mustering(game: AnyGame = MARKET, seed: int = 1) -> Match:
    """Anna's porters muster."""
    match = opened(game, seed)
    play(match, "anna close")
    return match


def written(match: Match, since: int) -> list[str]:
    return [match.write(row.action) for row in match.rows[since:]]


def whole(match: Match) -> tuple[Any, ...]:
    """Everything a match is, for comparing."""
    everybody = (ANNA, BRUNO, CARLA, SPECTATOR)
    seen = [(Perspective(match, each).story(), Perspective(match, each).undo_reach()) for each in everybody]
    return match.view(), match.legal(ANNA), match.asked(), match.rows[:], match.line, match.record(), seen


# Played together


def test_ticks_and_the_answer_that_closes_their_question_are_a_row_each() -> None:
    match, single = mustering(), mustering()
    told = match.play_all(["stay 3", "stay 1", "march"], ANNA)
    play(single, "anna stay 3", "anna stay 1", "anna march")
    assert match.record() == single.record()
    assert match.view() == single.view()
    assert [event[1] for event in told] == ["stayed", "stayed", "marched"]
    assert match.ask is not None
    assert match.ask[0] == "gates"


def test_an_offer_is_sent_with_its_drafts() -> None:
    match = opened()
    first, second, *_ = match.view()["goods"]["anna"]
    match.play_all(["basket left", f"put {first}", f"put {second}", "send"], ANNA)
    assert match.waiting == (BRUNO,)
    assert Perspective(match, BRUNO).count == 2
    play(match, "bruno take")
    assert {first, second} <= {*match.view()["goods"]["bruno"]}


def test_a_single_action_is_played_as_always() -> None:
    match = mustering()
    match.play_all(["march"], ANNA)
    assert written(match, 2) == ["march"]
    assert match.play_all([], ANNA) == []


@pytest.mark.parametrize(
    ("actions", "rule"),
    [
        (["stay 1", "stay 1", "march"], "NM-3"),
        (["stay 1", "post 3", "march"], OTHER_QUESTION),
        (["stay 1", "march", "stay 2"], OTHER_QUESTION),
        (["march", "post 3"], OTHER_QUESTION),
        (["march", "gate"], OTHER_QUESTION),
        (["stay 1", "stay 2", "gate"], OTHER_QUESTION),
        (["stay 1", "stay 2", "stay 3", "stay 4", "gate"], OTHER_QUESTION),
        (["stay 1", "stay 2", "stay 3", "stay 4", "post 1"], OTHER_QUESTION),
        (["stay 1", "stay 2", "stay 3", "stay 4", "march", "gate"], OTHER_QUESTION),
        (["stay 1", "nonsense"], "unreadable"),
        (["nonsense", "march"], "unreadable"),
    ],
)
def test_what_is_refused_anywhere_leaves_nothing_behind(actions: list[str], rule: str) -> None:
    match = mustering()
    before = whole(match)
    with pytest.raises(Refused) as caught:
        match.play_all(actions, ANNA)
    assert caught.value.rule == rule
    assert whole(match) == before
    match.play_all(["stay 2", "march"], ANNA)
    assert match.view()["stay"] == [2]


@pytest.mark.parametrize(
    ("actions", "rule"),
    [
        (["basket left", "send"], "NM-2"),
        (["basket left", "close"], OTHER_QUESTION),
        (["basket left", "take"], "NM-2"),
        (["close", "basket left"], OTHER_QUESTION),
        (["send", "basket left"], "NM-2"),
        (["basket left", "basket right", "drop"], "NM-2"),
    ],
)
def test_nor_does_an_offer_that_is_refused(actions: list[str], rule: str) -> None:
    match = opened()
    before = whole(match)
    with pytest.raises(Refused) as caught:
        match.play_all(actions, ANNA)
    assert caught.value.rule == rule
    assert whole(match) == before


def test_a_gathered_row_that_is_no_tick_is_played_alone() -> None:
    match = mustering()
    play(match, "anna march")
    with pytest.raises(Refused, match="played by itself") as caught:
        match.play_all(["post 1", "gate"], ANNA)
    assert caught.value.rule == OTHER_QUESTION


def test_an_offer_sent_is_more_than_a_draft() -> None:
    match = opened()
    card = match.view()["goods"]["anna"][0]
    with pytest.raises(Refused, match=r"send: .* played by itself"):
        match.play_all(["basket left", f"put {card}", "send", "basket left"], ANNA)


def test_whoever_is_not_asked_is_told_so() -> None:
    match = mustering()
    with pytest.raises(NotAsked) as caught:
        match.play_all(["stay 1", "march"], BRUNO)
    assert caught.value.rule == NOT_ASKED
    match.resign(ANNA)
    with pytest.raises(GameOver) as over:
        match.play_all(["stay 1", "march"], ANNA)
    assert over.value.rule == GAME_OVER


def test_dice_that_run_out_in_the_last_row_take_the_first_ones_back() -> None:
    """A copy has no dice: what draws is not played, nor what only prepared it."""

    def drawing(s: Market, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
        toy.mustered(s, seat, action, dice, tell)
        if action == toy.MARCH:
            dice.roll(1, "weather")

    question = replace(MARKET.play.questions["muster"], answer=drawing)
    game = vary(MARKET, questions={**MARKET.play.questions, "muster": question})
    copy = mustering(game).copy()
    before = whole(copy)
    with pytest.raises(NoDice):
        copy.play_all(["stay 1", "stay 2", "march"], ANNA)
    assert whole(copy) == before


def test_once_all_are_ticked_the_answer_that_closes_the_question_is_left_out() -> None:
    match = mustering()
    match.play_all(["stay 1", "stay 2", "stay 3", "stay 4", "march"], ANNA)
    assert written(match, 2) == ["stay 1", "stay 2", "stay 3", "stay 4"]
    assert match.ask is not None
    assert match.ask[0] == "gates"
    assert match.view()["stay"] == [1, 2, 3, 4]


def test_it_is_played_where_the_question_is_put_all_the_same() -> None:
    question = replace(MARKET.play.questions["muster"], always=True)
    match = mustering(vary(MARKET, questions={**MARKET.play.questions, "muster": question}))
    match.play_all(["stay 1", "stay 2", "stay 3", "stay 4", "march"], ANNA)
    assert written(match, 2)[-1] == "march"
    assert match.ask is not None
    assert match.ask[0] == "gates"


def twice() -> AnyGame:
    """A market in which the porters muster a second time before they go."""

    def answer(s: Market, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
        toy.mustered(s, seat, action, dice, tell)
        if action == toy.MARCH and not s.posts:
            s.agenda.clear()
            s.stay, s.posts = [], [6]
            then(s, ("muster",))

    question = replace(MARKET.play.questions["muster"], answer=answer)
    return vary(MARKET, questions={**MARKET.play.questions, "muster": question})


def test_what_closes_a_question_never_answers_the_next_one_like_it() -> None:
    match = mustering(twice())
    match.play_all(["stay 1", "stay 2", "stay 3", "stay 4", "march"], ANNA)
    assert written(match, 2) == ["stay 1", "stay 2", "stay 3", "stay 4"]
    assert match.ask is not None
    assert match.ask[0] == "muster"
    assert match.view()["stay"] == []
    before = whole(match)
    with pytest.raises(Refused, match="has closed the question"):
        mustering(twice()).play_all(["stay 1", "stay 2", "stay 3", "stay 4", "stay 1", "march"], ANNA)
    assert whole(match) == before


# Only supposed


def drafts(match: Match, rows: Sequence[str], seat: Seat = ANNA) -> tuple[tuple[str, ...], list[str]]:
    found = Perspective(match, seat).supposed(rows, "en")
    return found.rows, [offer.do for offer in found.offers]


def test_what_is_supposed_is_told_as_if_it_were_drafted() -> None:
    match = opened()
    mine = match.view()["goods"]["anna"]
    before = whole(match)
    rows, offers = drafts(match, ["basket right", f"put {mine[0]}"])
    assert rows == ("basket right", f"put {mine[0]}")
    assert offers == [*(f"put {card}" for card in mine[1:]), "drop", "send"]
    assert whole(match) == before
    play(match, "anna basket right", f"anna put {mine[0]}")
    assert [offer.do for offer in match.scene(ANNA).offers] == offers
    assert drafts(match, []) == ((), offers)


def test_the_offers_that_only_draft_are_told_from_the_others() -> None:
    match = opened()
    found = Perspective(match, ANNA).supposed(
        ["basket left", f"put {match.view()['goods']['anna'][0]}"], "it"
    )
    drafted = {offer.do.split()[0]: (offer.drafts, offer.weight) for offer in found.offers}
    assert drafted == {"put": (True, "main"), "drop": (True, "quiet"), "send": (False, "main")}
    names = ["Metti dentro merci", "Metti via il cesto", "Manda il cesto"]
    assert [kind.name for kind in found.kinds] == names


def test_what_could_not_be_is_left_out() -> None:
    match = opened()
    mine, other = match.view()["goods"]["anna"][0], match.view()["goods"]["bruno"][0]
    rows, _ = drafts(match, ["basket left", f"put {other}", f"put {mine}", f"put {mine}", "send", "close"])
    assert rows == ("basket left", f"put {mine}")


def test_ticks_and_answers_are_not_supposed() -> None:
    assert drafts(mustering(), ["stay 1", "march"]) == ((), [])


def test_who_may_draft_nothing_supposes_nothing() -> None:
    match = opened()
    for seat in (BRUNO, SPECTATOR):
        assert drafts(match, ["basket left"], seat) == ((), [])
    match.resign(ANNA)
    assert drafts(match, ["basket left"]) == ((), [])
    with pytest.raises(Unreadable):
        drafts(match, ["nonsense"])


# Ticks as a surface is told of them


def test_ticks_are_told_from_what_closes_the_question() -> None:
    match = mustering()
    found = {choice.do: choice for choice in match.scene(ANNA).choices}
    assert [do for do, choice in found.items() if choice.tick] == ["stay 1", "stay 2", "stay 3", "stay 4"]
    assert all(found[do].tally == () for do in found if do != "march")
    assert found["march"].tally == (
        "march",
        "March, one stays",
        "March, 2 of 4 stay",
        "March, 3 of 4 stay",
        "March, 4 of 4 stay",
    )
    assert found["march"].say == "march"


def test_what_was_ticked_before_counts() -> None:
    match = mustering()
    play(match, "anna stay 2")
    found = {choice.do: choice for choice in match.scene(ANNA, "it").choices}
    assert found["march"].tally[0] == found["march"].say == "Partenza, ne resta uno"
    assert found["march"].tally[-1] == "Partenza, ne restano 4 su 4"
    assert len(found["march"].tally) == 4


def test_what_is_gathered_in_another_way_is_not_ticked() -> None:
    match = mustering()
    play(match, "anna march")
    assert not any(choice.tick or choice.tally for choice in match.scene(ANNA).choices)


# A change of mind


def test_a_click_on_what_was_ticked_takes_it_back_and_keeps_the_others() -> None:
    match = mustering()
    play(match, "anna stay 1", "anna stay 2", "anna stay 3")
    found = Perspective(match, ANNA).instead("porter-anna-2")
    assert found is not None
    assert (found.row, found.action) == (2, None)
    assert [match.write(action) for action in found.actions] == ["stay 3"]
    match.undo(ANNA, found.row)
    for action in found.actions:
        match.play(action, ANNA)
    assert match.view()["stay"] == [1, 3]


def test_a_click_on_a_piece_takes_back_what_it_means() -> None:
    match = mustering()
    play(match, "anna march", "anna post 5", "anna post 2")
    for thing in ("gate-5", "porter-anna-2"):
        found = Perspective(match, ANNA).instead(thing)
        assert found is not None
        assert found.action is None
        assert [match.write(action) for action in found.actions] == ["post 2"]


def test_another_answer_than_the_one_given_takes_its_place() -> None:
    """Where two posts bar each other, a click on the other one changes to it."""

    def barring(s: Market, seat: Seat) -> list[Action]:
        rows = toy.gates_legal(s, seat)
        return [row for row in rows if row not in (toy.POST + 1, toy.POST + 2) or not {1, 2} & {*s.posts}]

    question = replace(MARKET.play.questions["gates"], legal=barring)
    match = mustering(vary(MARKET, questions={**MARKET.play.questions, "gates": question}))
    play(match, "anna march", "anna post 1", "anna post 6")
    found = Perspective(match, ANNA).instead("gate-2")
    assert found is not None
    assert [match.write(action) for action in found.actions] == ["post 2", "post 6"]


def test_what_can_still_be_given_is_no_change_of_mind() -> None:
    match = mustering()
    play(match, "anna stay 1", "anna stay 2")
    assert Perspective(match, ANNA).instead("porter-anna-4") is None
    play(match, "anna march", "anna post 1")
    assert Perspective(match, ANNA).instead("gate-2") is None


def test_nothing_is_found_where_the_others_cannot_be_kept() -> None:
    """Gates are opened from the first on: without the first there is no second."""

    def one_by_one(s: Market, seat: Seat) -> list[Action]:
        return [row for row in toy.gates_legal(s, seat) if row_of(row) - toy.POST <= len(s.posts) + 1]

    question = replace(MARKET.play.questions["gates"], legal=one_by_one)
    match = mustering(vary(MARKET, questions={**MARKET.play.questions, "gates": question}))
    play(match, "anna march", "anna post 1", "anna post 2")
    seen = Perspective(match, ANNA)
    assert seen.instead("gate-1") is None
    assert seen.instead("gate-2") is not None


def test_nothing_is_found_for_things_nobody_chose_nor_for_others() -> None:
    match = mustering()
    play(match, "anna stay 1", "anna march", "anna post 1")
    for seat, thing in ((ANNA, "porter-bruno-1"), (ANNA, "porter-anna-1"), (ANNA, "moon"), (BRUNO, "gate-1")):
        assert Perspective(match, seat).instead(thing) is None


def test_nothing_is_found_where_others_may_act_unseen() -> None:
    assert MARKET.play.anytime is not None
    offers = replace(MARKET.play.anytime, may=lambda _: 0b111)
    match = mustering(vary(MARKET, anytime=offers))
    play(match, "anna stay 1")
    assert Perspective(match, ANNA).instead("porter-anna-1") is None


# What happened meanwhile


def day(match: Match, who: str, *posts: int) -> None:
    play(match, f"{who} close", f"{who} march", *(f"{who} post {n}" for n in posts), f"{who} gate")


def summed(match: Match, seat: Seat, lang: str = "en") -> tuple[int, list[tuple[str, str]]] | None:
    found = Perspective(match, seat).summary(lang)
    return None if found is None else (found.since, [(line.who, line.text) for line in found.lines])


def scripted(*faces: int) -> Match:
    return Match(MARKET, {}, ScriptedDice(faces))


def test_a_summary_tells_what_others_have_done_since_the_last_decision() -> None:
    match = scripted(6, 3, 6)
    day(match, "anna", 1)
    since = Perspective(match, ANNA).count
    assert summed(match, ANNA) is None
    day(match, "bruno", 1, 2, 5)
    day(match, "carla", 4)
    assert summed(match, ANNA) == (since, [("Bruno", "2 pence"), ("Carla", "one penny")])
    assert summed(match, ANNA, "it") == (since, [("Bruno", "2 soldi"), ("Carla", "un soldo")])
    assert summed(match, BRUNO) == (Perspective(match, BRUNO).last_decision(), [("Carla", "one penny")])
    play(match, "anna close")
    assert summed(match, ANNA) is None


def test_who_has_decided_nothing_yet_reads_from_the_beginning() -> None:
    match = scripted(6, 3, 6)
    day(match, "anna", 1)
    assert summed(match, BRUNO) == (0, [("Anna", "one penny")])


def test_a_spectator_reads_from_where_the_last_turn_began() -> None:
    match = scripted(6, 3, 6)
    day(match, "anna", 1)
    day(match, "bruno", 1)
    found = summed(match, SPECTATOR)
    assert found is not None
    assert found[1] == [("Bruno", "one penny")]
    assert Perspective(match, SPECTATOR).sentences(found[0] + 1, "en")[-1] == "Bruno opens the market."


def test_what_was_taken_back_is_in_no_summary() -> None:
    match = scripted(6, 3, 2)
    day(match, "anna", 1)
    since = Perspective(match, ANNA).count
    play(match, "bruno close", "bruno march", "bruno post 6", "bruno post 5")
    match.undo(BRUNO, match.line[-3])
    play(match, "bruno post 1", "bruno gate")
    assert summed(match, ANNA) == (since, [("Bruno", "one penny")])
    match.undo(BRUNO, match.line[match.line.index(match.line[-2])], (ANNA, BRUNO, CARLA))
    found = summed(match, ANNA)
    assert found is None or all("penny" not in text for _, text in found[1])


def test_taking_back_a_decision_makes_an_earlier_one_the_last() -> None:
    match = mustering()
    seen = Perspective(match, ANNA)
    before = seen.last_decision()
    play(match, "anna stay 1")
    assert seen.last_decision() == before + 1
    match.undo(ANNA)
    assert seen.last_decision() == before


def test_core_tells_the_news_where_a_game_makes_no_summary() -> None:
    match = Match(vary(MARKET, summary=None), {}, ScriptedDice((6, 3, 6)))
    day(match, "anna", 1)
    day(match, "bruno", 1, 2)
    found = summed(match, ANNA)
    assert found is not None
    assert found[1] == [("Bruno's day", "Bruno rolls 3. Bruno earns 2 pence.")]


def test_little_is_read_in_the_log_as_quickly() -> None:
    match = scripted(6)
    day(match, "anna", 1)
    play(match, "bruno close")
    assert summed(match, ANNA) is None


def test_a_game_for_one_and_a_finished_one_have_no_summary() -> None:
    match = scripted(*[6] * 12)
    for who in ("anna", "bruno", "carla") * 2:
        assert not match.over
        day(match, who, 1)
    assert match.over
    assert summed(match, ANNA) is None
    alone = vary(MARKET, seats=lambda _: ("anna",))
    assert summed(Match(alone, {}, KeyedDice(seed_key(1))), ANNA) is None


def test_the_frame_has_it_for_who_returns_and_for_who_is_to_decide() -> None:
    match = scripted(6, 3, 6)
    day(match, "anna", 1)
    day(match, "bruno", 1)
    told = {seat: Perspective(match, seat) for seat in (ANNA, CARLA, SPECTATOR)}
    assert told[CARLA].frame("en").summary == told[CARLA].summary("en") is not None
    assert told[ANNA].frame("en").summary is None
    assert told[ANNA].frame("en", have=1).summary is None
    assert told[ANNA].frame("en", have=1, returns=True).summary == told[ANNA].summary("en") is not None
    assert told[SPECTATOR].frame("en", have=0, returns=True).summary is not None
    plain = Match(vary(MARKET, summary=None), {}, ScriptedDice((6, 3)))
    day(plain, "anna", 1)
    assert Perspective(plain, BRUNO).frame("en").summary is None
    assert Perspective(plain, BRUNO).frame("en", returns=True).summary is not None


def test_the_report_is_made_of_what_everybody_knows_and_only_at_the_end() -> None:
    match = scripted(*[6] * 12)
    for who in ("anna", "bruno", "carla") * 2:
        assert Perspective(match, ANNA).report("en") == ()
        day(match, who, 1)
    tables = [Perspective(match, seat).report("it") for seat in (ANNA, SPECTATOR)]
    assert tables[0] == tables[1]
    assert [(table.title, table.head) for table in tables[0]] == [("Le giornate", ("Mercante", "soldi"))]
    assert [row[0] for row in tables[0][0].rows] == ["Anna", "Bruno", "Carla"] * 2


def test_a_seat_passing_by_silence_has_decided_nothing(register: Register) -> None:
    """In the Night Watch to throw no rope says nothing, and to show no lantern neither."""
    match = Match(register(TOY), {"edition": "plain"}, ScriptedDice((1,)))
    play(match, "anna commit 12", "bruno hold", "carla hold")
    assert [Perspective(match, seat).last_decision() > 0 for seat in (ANNA, BRUNO)] == [True, False]
