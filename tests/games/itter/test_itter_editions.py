"""Differences between the editions that no scenario can show: seats, results, events that never happen."""

import pytest

import garrison
from garrison.core import kernel, record
from garrison.core.dice import KeyedDice, ScriptedDice, seed_key
from garrison.core.errors import Damaged
from garrison.core.learning import offsets
from garrison.core.match import Match
from garrison.core.registry import Unknown, combinations, complete, find, settle, usual
from garrison.core.show import rulebook, words
from garrison.games.itter import defender_phase, ss_phase
from garrison.games.itter.actions import ACTIONS
from garrison.games.itter.knowledge.encode import LEARNING
from garrison.games.itter.state import DISRUPTED, EXHAUSTED, ItterState
from garrison.games.itter.tables import CARDS, CIRCLES, DEFENDERS, LOCATIONS, MODES
from support.games.itter_scenarios import BY_EVENTFUL, EVENTFUL, NORMAL, at, played
from support.games.moves import sample_play

ITTER = find("itter")
EMPTY = {str(circle): [] for circle in CIRCLES}


def random_game(seed, **options):
    match = garrison.new("itter", seed=seed, **options)
    chance = KeyedDice(seed_key(seed))
    while match.ask:
        actions = match.legal()
        match.play(actions[chance.pick(len(actions), "choice")], match.awaited[0])
    return match


def test_every_mode_is_a_combination_of_options_and_nothing_else():
    assert [tuple(each.values()) for each in usual(ITTER, combinations(ITTER))] == sorted(
        MODES, key=lambda mode: (mode[0] == "playtest", list(ITTER.options["difficulty"]).index(mode[1]))
    )


@pytest.mark.parametrize(
    ("given", "settled"),
    [
        ({}, ("published", "beginner")),
        ({"edition": "playtest"}, ("playtest", "normal")),
        ({"difficulty": "normal"}, ("playtest", "normal")),
        ({"difficulty": "veteran"}, ("published", "veteran")),
        ({"edition": "playtest", "difficulty": "elite"}, ("playtest", "elite")),
        ({"difficulty": "competitive"}, ("published", "competitive")),
    ],
)
def test_what_is_not_said_is_the_first_that_fits(given, settled):
    assert tuple(settle(ITTER, given).values()) == settled


STRICT = {"escape": "coloured", "command": "late"}


@pytest.mark.ruling("itter", "AMB-18", "AMB-41")
def test_a_stricter_reading_goes_with_every_mode_and_is_written_only_if_chosen():
    sets = combinations(ITTER)
    assert len(sets) == 4 * len(MODES)
    assert [{**each, **STRICT} for each in usual(ITTER, sets)] == [each for each in sets if len(each) == 4]
    usual_readings = {"escape": "white", "command": "early"}
    assert settle(ITTER, usual_readings) == settle(ITTER, {})
    assert complete(ITTER, settle(ITTER, {})) == {**settle(ITTER, {}), **usual_readings}
    match = random_game(3, **STRICT)
    assert match.view()["options"] == match.options == {**settle(ITTER, {}), **STRICT}
    text = match.record()
    assert "\noptions edition=published difficulty=beginner escape=coloured command=late\n" in text
    assert record.replay(record.parse(text)).record() == text


def test_a_stricter_reading_is_seen_by_learners():
    at = offsets(LEARNING.features)["readings"]
    assert garrison.new("itter", seed=1).encode(0)[at : at + 2] == [0, 0]
    assert garrison.new("itter", seed=1, command="late").encode(0)[at : at + 2] == [0, 1]


def test_a_position_is_played_on_by_the_readings_it_was_played_by():
    match = garrison.new("itter", seed=3, **STRICT)
    again = Match(ITTER, match.options, KeyedDice(seed_key(4)), start=match.view()).record()
    assert record.replay(record.parse(again)).view()["options"] == match.options
    with pytest.raises(Damaged, match="with these options"):
        record.parse(again.replace(" escape=coloured command=late\n", "\n"))


@pytest.mark.parametrize("difficulty", ["beginner", "competitive"])
def test_a_difficulty_of_the_other_edition_is_refused_with_those_there_are(difficulty):
    with pytest.raises(Unknown, match=r"playtest has no difficulty .*normal, veteran, elite"):
        settle(ITTER, {"edition": "playtest", "difficulty": difficulty})


@pytest.mark.rule("itter", "IT3-01", "ITP-6.2a")
def test_one_seat_alone_and_two_in_the_competitive_game():
    for options in combinations(ITTER):
        two = options["difficulty"] == "competitive"
        assert ITTER.seats(options) == (("defender", "ss") if two else ("defender",))


ONLY_PUBLISHED = {"disrupted", "steadied", "sacrificed", "opens_fire", "no_heavy", "nobody_there"}
ONLY_PUBLISHED |= {
    "regiment",
    "tactic",
    "tactic_gone",
    "extra_dice",
    "approach",
    "harder",
    "pinned",
    "tokens_barred",
}
ONLY_PLAYTEST = {"got_suppressed", "unsuppressed", "squad_fires", "squad_silent", "no_squads"}
ONLY_PLAYTEST |= {"dropped", "nobody_above"}
ONLY_COMPETITIVE = {"drew", "drew_card", "planned", "planned_card", "planned_tactic", "planned_tactic_card"}
ONLY_COMPETITIVE |= {"chosen", "last_turn", "regiment_alone", "regiment_late"}


def told_in_scenarios(files):
    """The kinds of event of these scenarios, by edition and whether there is an SS player."""
    found = {}
    for path in files:
        for _, match, events in played(path):
            key = (match.options["edition"], match.options["difficulty"] == "competitive")
            found.setdefault(key, set()).update(event[1] for event in events)
    return found


@pytest.mark.slow
@BY_EVENTFUL
def test_each_edition_tells_its_own_events_and_no_other_ones(which):
    told = told_in_scenarios(EVENTFUL[which])
    alone, playtest, two = told["published", False], told["playtest", False], told["published", True]
    assert alone >= ONLY_PUBLISHED
    assert playtest >= ONLY_PLAYTEST
    assert two >= ONLY_COMPETITIVE
    assert not alone & (ONLY_PLAYTEST | ONLY_COMPETITIVE)
    assert not playtest & (ONLY_PUBLISHED | ONLY_COMPETITIVE)
    assert not two & ONLY_PLAYTEST


@pytest.mark.parametrize("mode", MODES, ids="-".join)
def test_rules_named_in_play_belong_to_the_edition(mode):
    edition, difficulty = mode
    known = {ident for ident, rule in rulebook.rules(ITTER, "en").items() if edition in rule["editions"]}
    match = garrison.new("itter", seed=3, edition=edition, difficulty=difficulty)
    chance = KeyedDice(seed_key(3))
    named = set()
    while match.ask and len(match.rows) < 80:
        seat = match.awaited[0]
        named.add(match.rule)
        named |= {match.refusal(row, seat) for row in range(len(ACTIONS))}
        actions = match.legal(seat)
        match.play(actions[chance.pick(len(actions), "choice")], seat)
    assert named - {None, "other-question"} <= known
    assert len(named) > 12


# The playtest edition


@pytest.mark.rule("itter", "IT3-40", "IT3-43")
@pytest.mark.parametrize(
    ("marks", "allowed", "refused"),
    [
        (EXHAUSTED, "recover exhausted", {"move st2": "IT3-40", "remove suppressed": "IT3-44"}),
        (DISRUPTED, "remove suppressed", {"move st2": "IT3-43", "recover exhausted": "IT3-43"}),
        (EXHAUSTED | DISRUPTED, "remove suppressed", {"move st2": "IT3-43", "recover exhausted": "IT3-43"}),
    ],
)
def test_whoever_is_unfit_has_one_action_only(marks, allowed, refused):
    match, _ = at({"rest": "casualty", "defenders": {"worsham": "k1", "lee": "g1"}, "counters": EMPTY})
    worsham = DEFENDERS.index("worsham")
    match.state.marks[worsham] = marks
    legal = defender_phase.what_legal(match.state, 0, worsham, 0)
    assert [ACTIONS[row] for row in legal] == [allowed]
    for notation, rule in {**refused, "recover disrupted": "IT3-44"}.items():
        found = defender_phase.what_judge(match.state, 0, ACTIONS.index(notation), worsham, 0)
        assert ITTER.play.cited(match.state, found) == rule
    assert defender_phase.what_judge(match.state, 0, ACTIONS.index(allowed), worsham, 0) is None


@pytest.mark.rule("itter", "IT3-43", "IT3-48")
def test_the_token_goes_first_in_the_playtest_edition_only():
    here = {"rest": "casualty", "defenders": {"lee": "k1", "sutton": "g1"}, "counters": EMPTY}
    match, _ = at({**here, "marks": {"lee": ["exhausted", "disrupted"]}}, {})
    match.play("lee")
    assert [match.write(action) for action in match.legal()] == ["recover exhausted", "recover disrupted"]
    match, _ = at({**here, "marks": {"lee": ["exhausted", "suppressed"]}})
    assert [event[1] for event in match.play("lee")] == ["unsuppressed"]


@pytest.mark.rule("itter", "IT3-44", "ITP-2.6b")
@pytest.mark.parametrize("mode", range(len(MODES)))
def test_who_has_no_token_cannot_shed_it_by_the_rule_of_the_edition(mode):
    edition, difficulty = MODES[mode]
    s = ItterState(1, mode)
    s.where[0], s.who[0] = 0, 0
    notation = "remove suppressed" if edition == "playtest" else "recover disrupted"
    found = defender_phase.what_judge(s, 0, ACTIONS.index(notation), 0, 0)
    assert ITTER.play.cited(s, found) == ("IT3-44" if edition == "playtest" else "ITP-2.6b"), difficulty


@pytest.mark.rule("itter", "IT3-76", "IT3-96")
def test_the_die_for_the_square_is_rolled_at_an_empty_colour_in_the_playtest_edition_only():
    position = {"rest": "casualty", "actions_left": 1, "defenders": {"lee": "gh3"}, "ss_deck": ["sniper/2"]}
    for options, dice, told in (
        ({}, [6], ["aimed_colour", "nobody_there"]),
        (NORMAL, [6, 3], ["aimed_colour", "nobody_above"]),
    ):
        match, script = at(position, options)
        script.feed(dice)
        assert [event[1] for event in match.play("pass")][3:-1] == told
        assert not script.left


@pytest.mark.rule("itter", "ITP-4.3g", "IT3-90")
def test_a_machine_gunner_fires_on_arrival_in_the_published_edition_only():
    position = {"rest": "casualty", "actions_left": 1, "defenders": {"lee": "g1"}, "ss_deck": ["mg-1/1"]}
    for options, dice, told in (
        ({}, [4, 5, 1, 1, 1], ["rolled_area", "landed", "aimed", "fired", "unhurt"]),
        (NORMAL, [4, 5], ["rolled_area", "landed"]),
    ):
        match, script = at({**position, "counters": EMPTY}, options)
        script.feed(dice)
        assert [event[1] for event in match.play("pass")][3:-1] == told


@pytest.mark.rule("itter", "IT3-86")
def test_there_is_no_sturm_in_the_playtest_box():
    with pytest.raises(Damaged, match="sturm"):
        at({"counters": {"9": ["sturm"]}})
    with pytest.raises(Damaged, match="sturm-1/1"):
        at({"ss_deck": ["sturm-1/1"]})


ESCAPE = {
    "rest": "casualty",
    "actions_left": 2,
    "defenders": {"borotra": "k1", "lee": "g1"},
    "counters": EMPTY,
}


@pytest.mark.rule("itter", "IT3-56")
def test_the_seven_cards_leave_unseen():
    match, _ = at(ESCAPE)
    bottom = match.view()["ss_deck"][-7:]
    for action in ("borotra", "escape"):
        match.play(action)
    assert sorted(match.view()["face_down"]) == sorted(bottom)
    assert len(match.view()["ss_deck"]) == 53
    for seat in (0, garrison.SPECTATOR):
        assert match.view(seat)["face_down"] == ["?/4"] * 7
        assert match.view(seat)["ss_deck"] == [f"?/{card[-1]}" for card in match.view()["ss_deck"]]
    gone = {
        tuple(ITTER.know.sample(match.view(0), KeyedDice(seed_key(seed))).face_down) for seed in range(20)
    }
    assert len(gone) > 10


@pytest.mark.rule("itter", "IT3-56", "ITP-2.8e")
def test_no_card_leaves_in_the_published_edition():
    match, _ = at({**ESCAPE, "ss_discard": ["sniper/2"]}, {})
    before = match.view()["ss_deck"]
    for action in ("borotra", "escape"):
        match.play(action)
    assert match.view()["face_down"] == []
    assert sorted(match.view()["ss_deck"]) == sorted([*before, "regiment-142"])


@pytest.mark.rule("itter", "IT3-100", "IT3-101", "IT3-102")
@pytest.mark.parametrize(
    ("counters", "dice", "won", "how", "level"),
    [
        (EMPTY, [1, 1, 1, 1], (0,), "deck-end", "win"),
        (
            {**EMPTY, **{str(circle): ["scout"] for circle in (2, 13, 14, 16, 21)}},
            [1, 1],
            (),
            "breach",
            "loss",
        ),
    ],
)
def test_all_but_a_breach_is_won_and_the_score_stands_apart(counters, dice, won, how, level):
    match, script = at({**ESCAPE, "actions_left": 1, "counters": counters, "ss_deck": ["scout-2/1"]})
    script.feed(dice)
    match.play("pass")
    assert match.result.won == won
    assert match.result.score == (4 * 3 + 22,)
    assert match.view()["result"] == {"how": how, "score": 34, "level": level}


@pytest.mark.ruling("itter", "AMB-35")
def test_flak_30_at_a_destroyed_tank_does_nothing(monkeypatch):
    match, _ = at({**ESCAPE, "defence": {"tank": 0}})
    flak30 = CARDS.index("flak30/2")
    tank = LOCATIONS.index("tank")
    table = [list(row) for row in ss_phase.CARD_TABLE]
    table[match.state.mode][flak30] = (tank,) * 6
    monkeypatch.setattr(ss_phase, "CARD_TABLE", table)
    told = []
    ss_phase.flak30_location(match.state, ScriptedDice([2]), told.append, flak30)
    assert [event[1:] for event in told] == [("aimed_location", 2, tank), ("nobody_in", tank)]
    kernel.run(ITTER.play, match.state, ScriptedDice(), told.append)
    assert len(told) == 2


def test_a_players_sentences_do_not_speak_of_the_other_edition():
    foreign = {"en": ("Disrupt", "142nd", "Sturm"), "it": ("Disturb", "142°", "Sturm")}
    for seed in range(8):
        match = random_game(seed, **NORMAL)
        for lang, barred in foreign.items():
            said = [
                ITTER.tell.sentence(event, lang)
                for row in range(len(match.rows))
                for event in match.events(row, 0)
            ]
            assert not [line for line in said if any(word in line for word in barred)]


@pytest.mark.parametrize("mode", MODES, ids="-".join)
@pytest.mark.parametrize("seed", [11, 14, 49])
def test_every_seat_can_read_how_its_score_came_about(mode, seed):
    match = garrison.new("itter", seed=seed, edition=mode[0], difficulty=mode[1])
    while match.ask:
        match.play(sample_play(match))
    for seat in (garrison.SPECTATOR, *range(len(match.seats)), garrison.ARBITER):
        for lang in words.LANGS:
            lines = ITTER.book.sheet(match.view(seat), lang)
            assert sum(points for _, points in lines) == match.result.score[0]


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"ss_deck": ["ss-sqads/1"]}, "no card 'ss-sqads/1'; known, among others: ss-squads/1, "),
        ({"marks": {"lee": ["disrupted"]}}, "no mark 'disrupted'; known: exhausted, suppressed, acted"),
    ],
)
def test_a_wrong_name_in_a_position_is_answered_with_those_like_it(position, said):
    with pytest.raises(Damaged) as found:
        at(position)
    assert said in str(found.value)
    assert len(str(found.value)) < 200
