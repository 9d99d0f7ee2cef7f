"""The bots of Castle under Siege see only what their seat sees, give reasons, and play with some sense."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import product
from statistics import median

import pytest

from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match
from garrison.core.state import Action, Seat
from garrison.games.siege import flight
from garrison.games.siege.bot import attack
from garrison.games.siege.game import SIEGE
from garrison.games.siege.tables import CASTLES, DIFFICULTIES, SITE_AT, SITE_NAMES, STRUCTURES
from garrison.lab.simulate import one
from garrison.players import make
from garrison.players.hint import hint
from garrison.players.sound import Sound
from support.games import siege
from support.proof import few

GUIDE = SIEGE.guide
CELLS = list(product(CASTLES, DIFFICULTIES))
ATTACKER, DEFENDER = 0, 1


def watched(seed: int, every: int = 1, **options: str) -> Iterator[tuple[Match, Seat, list[Action]]]:
    """Positions of a game between sound players."""
    match = siege.new(seed, **options)
    players = [Sound(SIEGE, seat, "en") for seat in range(2)]
    row = 0
    while match.ask is not None:
        seat = match.awaited[0]
        actions = match.legal(seat)
        row += 1
        if row % every == 0:
            yield match, seat, actions
        match.play(players[seat].choose(match.view(seat), match.ask, actions, 1)[0], seat)


@pytest.mark.parametrize("castle", few(1, CASTLES))
def test_a_guide_finds_the_same_whatever_is_hidden(castle: str) -> None:
    """What lies behind the catapult is the attacker's secret: the defender's judgement never meets it."""
    hidden = 0
    for match, seat, actions in watched(11, castle=castle):
        view = match.view(seat)
        hidden += view["loaded"] == "hidden"
        true = GUIDE.rank(match.state, seat, actions), GUIDE.worth(match.state, seat)
        said = [GUIDE.reason(match.state, seat, action, "en") for action in actions[:3]]
        for deal in range(3):
            other = SIEGE.know.sample(view, KeyedDice(seed_key(deal)))
            assert (GUIDE.rank(other, seat, actions), GUIDE.worth(other, seat)) == true
            assert [GUIDE.reason(other, seat, action, "en") for action in actions[:3]] == said
    assert hidden


@pytest.mark.parametrize("priest", ["anywhere", "section"])
def test_every_answer_has_a_reason_in_both_languages(priest: str) -> None:
    asked = set()
    for match, seat, actions in watched(3, every=2, castle="average", priest=priest):
        assert match.ask is not None
        asked.add(match.ask[0])
        for action in actions:
            english, italian = (GUIDE.reason(match.state, seat, action, lang) for lang in ("en", "it"))
            assert english != italian
            for said in (english, italian):
                assert said.endswith(".")
                assert said[0].isupper()
                assert "{" not in said
    assert asked >= {"load", "aim", "direction", "strength", "who", "what"}


@pytest.mark.proof
@pytest.mark.quiet
def test_sound_decides_in_a_few_milliseconds_from_short_lists() -> None:
    attack.best_chances(2)  # worked out once, for all games
    times = []
    for match, seat, actions in watched(5, castle="powerful", difficulty="2"):
        assert len(actions) < 60
        view, player = match.view(seat), Sound(SIEGE, seat, "en")
        assert match.ask is not None
        start = time.process_time()
        player.choose(view, match.ask, actions, 1)
        times.append(time.process_time() - start)
    assert median(times) < 0.005


def best(match: Match) -> str:
    """The sound player's answer."""
    assert match.ask is not None
    seat = match.awaited[0]
    choice, why = make("sound", b"", SIEGE, seat).choose(match.view(seat), match.ask, match.legal(), 1)
    assert why
    return match.write(choice)


def test_a_mason_repairs_a_water_boy_puts_out_and_a_priest_heals() -> None:
    counters = {
        "mason-1": "gate-n-w",
        "waterboy-1": "wall-nw-n",
        "priest-1": "court",
        "soldier-1": "keep-w",
        "mason-2": {"at": "keep-w", "health": "injured"},
    }
    match = siege.at(
        phase="defence",
        counters=counters,
        structures={"gate-n": 2, "wall-nw-n": 1},
        ammunition={"fire-1": "wall-nw-n"},
        shows={"fire-1": 2},
        lies={"fire-1": [24000, 17000]},
    )
    done = []
    for _ in range(6):
        done.append(best(match))
        match.play(done[-1])
    assert done == ["mason-1", "repair", "waterboy-1", "douse fire-1", "priest-1", "heal mason-2"]


def test_a_mason_walks_to_what_is_damaged_round_what_is_closed() -> None:
    way = ["keep-w"]
    while way[-1] != "gate-s-e":
        match = siege.at(
            phase="defence",
            counters={"mason-1": way[-1], "soldier-1": "keep-w"},
            structures={"gate-s": 3},
            contaminated=["wall-sw-s"],
        )
        assert best(match) == "mason-1"
        match.play("mason-1")
        verb, section = best(match).split()
        assert verb == "move"
        way.append(section)
    assert way == ["keep-w", "court", "wall-se-s", "gate-s-e"]


def test_who_has_no_work_is_left_alone() -> None:
    match = siege.at(phase="defence", counters={"soldier-1": "tower-nw", "wizard": "keep-w"})
    assert best(match) == "done"


def test_the_attacker_goes_for_what_is_about_to_fall() -> None:
    match = siege.at(structures={"gate-s": 3}, spell=False)
    assert best(match) == "load boulder"
    match.play("load boulder")
    placed = best(match)
    match.play(placed)
    site = SITE_NAMES.index(placed.split()[1])
    assert STRUCTURES[attack.target(match.state, site)] == "gate-s"
    turned = best(match)
    match.play(turned)
    pulled = best(match)
    landing = flight.expected(
        SITE_AT[site], 100 * int(turned.split()[1]), round(100 * float(pulled.split()[1])), 1
    )
    x, y = attack.CENTRES[STRUCTURES.index("gate-s")]
    assert abs(landing[0] - x) < 500
    assert abs(landing[1] - y) < 500


def test_the_wizard_casts_as_soon_as_he_may() -> None:
    match = siege.at(counters={"wizard": "keep-w", "soldier-1": "keep-w"})
    match.play("load boulder")
    assert best(match) == "cast"


@pytest.mark.parametrize(
    ("castle", "difficulty"), few(2, sorted(CELLS, key=lambda cell: CELLS.index(cell) % 4))
)
def test_sound_plays_every_castle_and_difficulty_to_its_end(castle: str, difficulty: str) -> None:
    options = {"castle": castle, "difficulty": difficulty, "survivors": "healthy", "priest": "section"}
    match = one("siege", options, ("sound", "sound"), 2, 0)
    assert match.result is not None


def test_sound_beats_chance_on_either_side() -> None:
    options = {"castle": "average", "difficulty": "2", "survivors": "living", "priest": "anywhere"}
    for seat, players in ((ATTACKER, ("sound", "random")), (DEFENDER, ("random", "sound"))):
        won = sum(seat in one("siege", options, players, 7, number).result.won for number in range(6))  # type: ignore[union-attr]
        assert won >= 5


def test_search_gives_hints_with_a_chance() -> None:
    match = siege.new(4)
    match.play("post rest", DEFENDER)
    found = hint(match, ATTACKER, "it", 0.2)
    assert found[0].chance is not None
    assert found[0].reason


def test_a_hint_aims_in_one_answer_at_the_middle_of_its_target() -> None:
    match = siege.new(4)
    for answer, seat in (("post rest", DEFENDER), ("load boulder", ATTACKER), ("wait", DEFENDER)):
        match.play(answer, seat)
    for idea in hint(match, ATTACKER, "en", 0.05):
        (aim,) = idea.plan
        assert aim.do.startswith("aim x=")
        assert aim.say.startswith("Shoot from ")
        assert match.refusal(aim.do, ATTACKER) is None
        _, x, y, angle, pull, bend = match.read(aim.do)
        lies = flight.expected((10 * x, 10 * y), angle, pull, bend // 100)
        middles = [attack.CENTRES[target] for target, *_ in attack.worths(match.state, 0)]
        assert min(max(abs(lies[0] - u), abs(lies[1] - v)) for u, v in middles) < 250
