"""The toy game keeps its own rules, so that tests can rely on it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from garrison.core.game import AnyGame
from garrison.core.match import Match
from garrison.core.show.words import EventKind
from garrison.core.state import ALL, SPECTATOR, bit
from support.fixtures import NewToy
from support.games import toy as watch
from support.games.moves import kinds, play


def led_by_bruno(new_toy: NewToy, *lines: str, edition: str = "plain", dice: tuple[int, ...] = ()) -> Match:
    match = new_toy(edition, dice=dice)
    best = max(match.view()["hands"]["bruno"])
    play(match, "anna hold", f"bruno commit {best}", "carla hold", *lines)
    return match


def test_everybody_begins_with_three_lanterns_of_their_own(new_toy: NewToy) -> None:
    match = new_toy()
    for seat, who in enumerate(match.seats):
        hands = match.view(seat)["hands"]
        assert len(hands.pop(who)) == 3
        assert set(hands.values()) == {3}
    assert match.view(SPECTATOR)["deck"] == 3


def test_a_drawn_lantern_is_told_to_one_the_drawing_to_all(new_toy: NewToy) -> None:
    match = new_toy()
    assert match.events(0)[:2] == [(ALL, "drew", 0), (bit(0), "drew_card", 12)]
    assert kinds(match.events(0, SPECTATOR)).count("drew") == 9
    assert kinds(match.events(0, 1)).count("drew_card") == 3


@pytest.mark.parametrize(
    ("shown", "leader"),
    [
        (("commit 12", "commit 11", "commit 10"), 0),
        (("commit 6", "commit 5", "commit 7"), 2),
        (("hold", "commit 5", "commit 4"), 1),
        (("hold", "hold", "hold"), 0),
    ],
)
def test_the_highest_lantern_leads(new_toy: NewToy, shown: tuple[str, str, str], leader: int) -> None:
    match = new_toy()
    for seat in (2, 0, 1):
        match.play(shown[seat], seat)
    assert match.ask == ("bid", bit(leader))
    assert match.view()["pile"] == sorted(int(each.split()[1]) for each in shown if each != "hold")


@pytest.mark.parametrize(
    ("edition", "stake", "needed"),
    [("plain", "1", 4), ("plain", "2", 5), ("grand", "1.75", 3), ("grand", "4", 4)],
)
@pytest.mark.parametrize("face", range(1, 7))
def test_one_die_high_enough_reaches_the_top(
    new_toy: NewToy, edition: str, stake: str, needed: int, face: int
) -> None:
    match = led_by_bruno(new_toy, f"bruno bid x={stake}", edition=edition, dice=(1, face))
    told = kinds(match.play("dare 2", 1))
    assert ("reached" in told) == (face >= needed)
    assert match.view()["score"]["bruno"] == (float(stake) * 100 if face >= needed else 0)


def test_a_fall_costs_half_the_stake_and_a_rope_saves_it(new_toy: NewToy) -> None:
    match = led_by_bruno(new_toy, "bruno bid x=1.25", "bruno dare 1", dice=(1,))
    saved = match.copy()
    match.play("refuse", 2)
    assert match.view()["score"]["bruno"] == -62
    saved.play("help 10", 2)
    assert saved.view()["score"]["bruno"] == 0
    assert 10 in saved.view()["pile"]


def test_dice_are_limited_by_the_lanterns_in_hand(new_toy: NewToy) -> None:
    match = led_by_bruno(new_toy, "bruno bid x=1")
    assert [match.write(row) for row in match.legal(1)][:3] == ["dare 1", "dare 2", "dare 3"]
    match.state.owner[8] = match.state.owner[5] = watch.PILE  # type: ignore[attr-defined]
    match.state.known = None
    assert match.refusal("dare 2", 1) == "NW-4.1"


def test_a_swap_is_known_to_the_two_alone(new_toy: NewToy) -> None:
    match = new_toy()
    unseen = match.view(2)
    match.play("offer left 12", 0)
    assert match.view(1)["offers"] == {"anna": ["left", 12]}
    match.play("accept right 5", 1)
    assert match.view(2) == unseen
    assert match.events(1, 2) == match.events(2, 2) == []
    assert match.events(2, 1) == [(0b011, "swapped", 0, 12, 1, 5)]
    assert match.view()["hands"] == {"anna": [5, 6, 9], "bruno": [8, 11, 12], "carla": [4, 7, 10]}


def test_offers_are_limited_and_bind_their_lantern(new_toy: NewToy) -> None:
    match = new_toy()
    match.play("offer right 12", 0)
    assert match.refusal("offer left 9", 0) == "NW-5.1"
    assert match.refusal("commit 12", 0) == "NW-5.2"
    assert match.refusal("accept left 4", 1) == "NW-5.3"
    match.play("decline left", 2)
    assert match.refusal("commit 12", 0) is None
    assert match.refusal("offer left 9", 0) == "NW-5.1"
    match.play("commit 9", 0)
    assert match.refusal("decline left", 2) == "NW-5.3"


def test_a_chosen_lantern_is_bound_and_an_open_offer_lapses(new_toy: NewToy) -> None:
    match = new_toy(dice=(6,))
    play(match, "bruno commit 11", "carla offer left 4", "anna hold")
    assert match.refusal("offer left 11", 1) == "NW-2.2"
    play(match, "carla hold", "bruno bid x=1")
    told = match.play("dare 1", 1)
    assert (0b101, "lapsed", 2, 0) in told
    assert match.view()["offers"] == {}
    assert match.refusal("offer left 4", 2) is None


def test_hands_are_filled_while_the_deck_lasts(new_toy: NewToy) -> None:
    match = new_toy(dice=(6, 6, 6))
    for _ in range(2):
        for seat in range(3):
            match.play(match.legal(seat)[1], seat)
        match.play("bid x=1")
        match.play("dare 1")
    hands = match.view()["hands"]
    assert [len(hands[who]) for who in match.seats] == [2, 2, 2]
    assert match.view()["deck"] == []


def test_only_the_grand_watch_shuffles_lanterns_back_in(new_toy: NewToy) -> None:
    for edition in watch.EDITIONS:
        match = led_by_bruno(new_toy, "bruno bid x=1", edition=edition, dice=(6,))
        told = kinds(match.play("dare 1", 1))
        assert ("reshuffled" in told) == (edition == "grand")
        assert (match.view()["pile"] == []) == (edition == "grand")


@pytest.mark.parametrize("edition", watch.EDITIONS)
def test_the_watch_ends_after_its_hours(new_toy: NewToy, edition: str) -> None:
    match = new_toy(edition, seed=11)
    while not match.over:
        match.play(match.legal()[0])
    assert match.view()["hour"] == {"plain": 3, "grand": 4}[edition]
    assert len(match.rows) <= match.game.play.bound(match.options)
    result = match.result
    assert result is not None
    assert {result.score[seat] for seat in result.won} == {max(result.score)}


def test_everything_told_has_sentences_in_two_languages(new_toy: NewToy) -> None:
    match = led_by_bruno(new_toy, "bruno bid x=1.25", "bruno dare 1", dice=(1,))
    said = [[match.game.tell.sentence(event, lang) for event in match.events(5)] for lang in ("en", "it")]
    assert said == [["Bruno rolls 1.", "Bruno slips."], ["Bruno tira 1.", "Bruno perde la presa."]]
    assert match.game.tell.prompt(("dare", 2, 125), "it") == "In palio 125 soldi: quanti dadi?"


def test_a_sample_keeps_what_the_seat_knows(toy: AnyGame, new_toy: NewToy) -> None:
    match = new_toy(seed=5)
    offered = match.view()["hands"]["bruno"][0]
    match.play(f"offer right {offered}", 1)
    hands = set()
    for seed in range(20):
        sampled = toy.know.sample(match.view(0), new_toy(seed=seed).dice)
        view = toy.know.view(sampled, -2)
        assert offered in view["hands"]["bruno"]
        assert view["hands"]["anna"] == match.view(0)["hands"]["anna"]
        hands.add(tuple(view["hands"]["carla"]))
    assert len(hands) > 5


def test_choices_come_by_kind_the_best_odds_first(new_toy: NewToy) -> None:
    """In the order of the headings; what has no roll stays as the rules list it."""
    match = new_toy()
    scene = match.scene(0, "it")
    kinds = [choice.kind for choice in scene.choices]
    assert kinds == ["La ronda"] * 4
    assert scene.minor_kinds == ()
    assert [choice.do for choice in scene.choices] == [match.write(each) for each in match.answers(0)]
    for seat in (0, 1, 2):
        match.play("hold", seat)
    match.play("bid x=1")
    dared = [choice.odds for choice in match.scene(match.awaited[0], "en").choices if choice.odds]
    assert len(dared) == 3
    assert dared == sorted(dared, key=lambda odds: -odds[0] / odds[1])


def test_an_event_may_tell_of_several_things_of_a_kind() -> None:
    """Such as all wardens that a lamp goes by: each is named, and each is a thing of the gesture."""
    passed = EventKind(("n", "seat*"), gesture="walk", about=("lamp", "{1}"))
    texts = {name: f'events.passed = "{{0}}: {{1}}"\n{text}' for name, text in watch.TEXTS.items()}
    words = replace(watch.WORDS, text=texts.__getitem__, events={**watch.WORDS.events, "passed": passed})
    event = (ALL, "passed", 4, (2, 0, 1))
    assert words.line(event, "en") == "4: Carla, Anna, Bruno"
    assert words.plain(event) == ["passed", 4, ["carla", "anna", "bruno"]]
    assert words.things_of(event) == ("lamp", "carla", "anna", "bruno")
    assert words.sign(event) == "move"
