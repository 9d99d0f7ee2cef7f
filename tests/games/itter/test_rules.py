"""The laws hold in every position of the scenarios, and the log tells what happens there."""

import pytest

import garrison
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.laws.inspector import LAWS, ROW
from garrison.core.registry import find
from support.games.itter_scenarios import played, scenarios

ITTER = find("itter")
LAWS_OF_CHOICES = (1, 2, 11)
"""The list and the judge agree, somebody can go on, odds are exact."""
LAWS_OF_STATES = (3, 7, 9)
"""A state can be saved and copied, every piece is in one place, samples fit the view."""


def keeps(laws, path):
    chance = KeyedDice(seed_key(0))
    for number, match, _ in played(path):
        chance.start(number)
        for law in laws:
            for check in LAWS[law].checks(ROW):
                check(match, chance)


SAMPLED = [
    each if n % 5 == 0 else pytest.param(*each.values, id=each.id, marks=[*each.marks, pytest.mark.proof])
    for n, each in enumerate(scenarios())
]
"""All scenarios, of which `make test` takes every fifth."""


@pytest.mark.slow
@pytest.mark.parametrize("path", SAMPLED)
def test_laws_of_choices_hold_in_every_position_of_the_scenario(path):
    keeps(LAWS_OF_CHOICES, path)


@pytest.mark.proof
@pytest.mark.parametrize("path", scenarios())
def test_laws_of_states_hold_in_every_position_of_the_scenario(path):
    keeps(LAWS_OF_STATES, path)


def said(event):
    """An event in ids: its kind, then what it names."""
    parts = [event[1]]
    for name, value in zip(ITTER.tell.events[event[1]].args, event[2:], strict=True):
        if name == "dice":
            parts += map(str, value)
        else:
            parts.append(ITTER.tell.names[name][value] if name in ITTER.tell.names else str(value))
    return " ".join(parts)


TOLD = {
    "AMB-01-fewer-than-five": {
        2: ["suppressed worsham red 1"],
        6: [
            "passed 0",
            "ss_phase",
            "card suppressive-fire/2",
            "no_heavy",
            "card suppressive-fire/3",
            "no_heavy",
            "card suppressive-fire/4",
            "no_heavy",
            "turn 2",
        ],
    },
    "AMB-02-alone-it-is-an-action": {2: ["shifted worsham k2"], 3: ["stayed worsham"]},
    "AMB-02-the-partner-spends-nothing": {2: ["swapped worsham petrukovich k2 k1"]},
    "AMB-05-each-inspirer-adds-one": {2: ["attacked worsham rifleman 13 2 2 3", "destroyed rifleman 13"]},
    "AMB-09-his-death-shakes-the-riflemen": {
        2: ["sacrificed gamelin", "killed gangl", "lost_heart rifleman1", "ended deck-end"]
    },
    "AMB-09-not-if-he-dies-in-the-same-event": {
        1: [
            "passed 0",
            "ss_phase",
            "card flak37/1",
            "aimed_location 5 north-terrace",
            "fired north-terrace 1 1 1 1 4 4",
            "second_token gangl",
            "second_token gamelin",
            "doomed gangl",
            "doomed gamelin",
            "killed gangl",
            "killed gamelin",
            "ended deck-end",
        ]
    },
    "AMB-11-loading-exhausts": {2: ["loaded lee"]},
    "AMB-14-deck-1-card-on-top": {2: ["escaped borotra", "regiment 2"]},
    "AMB-22-asked-again-while-both-kinds-are-left": {
        2: ["opens_fire mg 2", "aimed 2 worsham", "fired south-terrace 5 6 6", "disrupted worsham"]
    },
    "AMB-27-white-has-none-either": {2: ["moved worsham ghp"]},
    "AMB-28-either-order": {2: ["steadied worsham"]},
    "AMB-28-either-order-by-command": {2: ["commanded schrader"], 3: ["rested worsham"]},
    "AMB-37-placed-and-moved": {2: ["placed lee k1"]},
    "ITP-3.4a-reinforcements-join-the-supply": {
        2: [
            "passed 0",
            "ss_phase",
            "card reinforcements/3",
            "reinforced wegscheider",
            "reinforced linson",
            "reinforced waltl",
            "card suppressive-fire/2",
            "no_heavy",
            "card suppressive-fire/3",
            "no_heavy",
            "turn 2",
        ]
    },
    "ITP-3.6d-four-dice-then-empty": {2: ["unloaded", "attacked rushford sturm 7 4 4 4 4", "missed sturm 7"]},
    "ITP-4.0b-one-card-is-turned-at-a-time": {
        1: ["passed 0", "ss_phase", "card rifleman-2/1", "rolled_area rifleman 2 1 1"],
        3: ["spent 1 green 4", "held_off scout 2", "turn 2"],
    },
    "ITP-4.2f-shots-at-a-destroyed-tank": {
        1: [
            "passed 0",
            "ss_phase",
            "card panzerfaust/2",
            "fired tank 3 3 3 4 4",
            "battered tank 0",
            "tank_destroyed",
            "killed lee",
            "card pak40-east/1",
            "aimed_location 1 tank",
            "wreck_hit",
            "card panzerfaust/3",
            "wreck_hit",
            "ended deck-end",
        ]
    },
    "ITP-4.4a-flak30-misses-one-below": {
        1: [
            "passed 0",
            "ss_phase",
            "card flak30/2",
            "aimed_colour 1 purple",
            "flak_at seiner",
            "fired north-terrace 5 5 6",
            "unhurt seiner",
            "ended deck-end",
        ]
    },
    "ITP-5.0b-breach-loses-whatever-the-score": {
        1: [
            "passed 0",
            "ss_phase",
            "card sturm-1/4",
            "rolled_area sturm 11 5 6",
            "landed sturm 11",
            "pushed rifleman 11 32",
            "pushed rifleman 32 30",
            "pushed rifleman 30 31",
            "breached rifleman 31",
            "ended breach",
        ]
    },
    "ITP-5.0c-standing-tank": {
        1: [
            "passed 0",
            "ss_phase",
            "card panzerfaust/3",
            "fired tank 3 3 3 3 4",
            "walls_held tank",
            "ended deck-end",
        ]
    },
    "ITP-EX16": {8: ["landed rifleman 10", "approach eastern-approach/1", "rolled_area rifleman 8 3"]},
    "T02-focus-fire-mg-placed": {
        1: [
            "passed 0",
            "ss_phase",
            "tactic focus-fire/1",
            "card mg-1/1",
            "rolled_area mg 2 1 1",
            "landed mg 2",
            "aimed 4 worsham",
            "extra_dice 1 focus-fire/1",
            "fired south-terrace 5 5 6 6",
            "disrupted worsham",
            "ended deck-end",
        ]
    },
    "T12-pinning-fire-suppressive-fire": {
        1: [
            "passed 0",
            "ss_phase",
            "tactic pinning-fire/4",
            "card suppressive-fire/4",
            "opens_fire mg 2",
            "aimed 4 worsham",
            "fired south-terrace 5 6 6",
            "disrupted worsham",
            "pinned worsham",
            "ended deck-end",
        ]
    },
    "T14-storm-assault-sturm": {
        1: [
            "passed 0",
            "ss_phase",
            "tactic storm-assault/4",
            "card sturm-2/4",
            "rolled_area sturm 2 1 1",
            "tokens_barred sturm",
            "landed sturm 2",
            "rolled_area sturm 3 2 1",
            "tokens_barred sturm",
            "landed sturm 3",
            "ended deck-end",
        ]
    },
    "TAC-e-dug-in-twice": {
        2: [
            "spent 2 green 5 5",
            "landed mortar 2",
            "nobody_there green",
            "card mg-1/4",
            "rolled_area mg 3 1 2",
            "harder mg 6",
        ]
    },
    "TAC-f-elite-only-the-slid-card": {
        1: ["passed 0", "ss_phase", "tactic_gone focus-fire/4", "card rifleman-2/4", "rolled_area rifleman 2"]
    },
    "AMB-51-escape-on-turn-19": {
        2: ["escaped borotra", "regiment_alone"],
        7: [
            "planned_tactic",
            "planned_tactic_card pinning-fire/4",
            "drew 1 0",
            "drew_card regiment-142",
        ],
        15: ["planned_tactic", "planned_tactic_card infiltration/4", "last_turn"],
    },
    "AMB-51-escape-after-planning-turn-20": {
        4: ["planned_tactic", "planned_tactic_card pinning-fire/4", "last_turn"],
        6: ["escaped borotra", "regiment_late"],
    },
    "AMB-14-a-held-deck-1-card-on-top": {
        2: ["planned 1", "planned_card panzerfaust/3 1"],
        6: ["chosen borotra"],
    },
    "ITP-2.3a-without-a-target": {2: ["suppressed pollock red 3"]},
    "IT3-EX6": {2: ["moved worsham k2"]},
    "IT3-56-nobody-loses-heart": {2: ["escaped borotra", "dropped 7"]},
    "IT3-EX12": {2: ["landed rifleman 11", "pushed rifleman 11 32", "rolled_area rifleman 9 4 5"]},
    "T08-dug-in-mortar": {3: ["spent 1 red 5", "held_off mg 3", "ended deck-end"]},
    "IT3-EX10c": {
        1: [
            "passed 0",
            "ss_phase",
            "card sniper/2 sniper-playtest",
            "aimed_colour 6 purple",
            "aimed 2 gamelin nt2",
            "fired north-terrace 4 4 4 4 4 5",
            "unhurt gamelin",
            "ended deck-end",
        ]
    },
    "IT3-83-panzerfaust-misses": {
        1: [
            "passed 0",
            "ss_phase",
            "card panzerfaust/2",
            "fired tank 5 5 5 5 6",
            "walls_held tank",
            "ended deck-end",
        ]
    },
    "IT3-83-panzerfaust-from-five-to-four": {
        1: [
            "passed 0",
            "ss_phase",
            "card panzerfaust/3",
            "fired tank 5 4 4 4 5",
            "battered tank 4",
            "ended deck-end",
        ]
    },
    "IT3-82-empty-location-at-four": {
        1: [
            "passed 0",
            "ss_phase",
            "card pak40-southwest/1",
            "aimed_location 2 keep",
            "fired keep 6 6 6 6 4",
            "nobody_in keep",
            "ended deck-end",
        ]
    },
    "AMB-09-declined-under-a-hit-at-four": {
        1: [
            "passed 0",
            "ss_phase",
            "card pak40-southwest/1",
            "aimed_location 1 keep",
            "fired keep 3 3 3 4 4",
            "disrupted gangl",
            "second_token gamelin",
        ]
    },
    "AMB-09-saved-prisoner-keeps-his-token": {
        1: [
            "passed 0",
            "ss_phase",
            "card mg-1/1",
            "rolled_area mg 2 1 1",
            "landed mg 2",
            "aimed 4 gamelin st4",
            "fired south-terrace 5 6 6",
            "second_token gamelin",
        ]
    },
    "ITP-4.4a-flak30-with-nobody-on-the-colour": {
        1: [
            "passed 0",
            "ss_phase",
            "card flak30/2",
            "aimed_colour 5 red",
            "nobody_there red",
            "ended deck-end",
        ]
    },
    "ITP-4.4b-nothing-to-fire": {
        1: ["passed 0", "ss_phase", "card suppressive-fire/2", "no_heavy", "ended deck-end"]
    },
    "IT3-95-no-counters-at-all": {
        1: ["passed 0", "ss_phase", "card ss-squads/2", "no_squads", "ended deck-end"]
    },
    "IT3-96-scout-is-worth-nothing": {
        1: ["passed 0", "ss_phase", "card ss-squads/2", "squad_silent green", "ended deck-end"]
    },
    "TAC-c-tank-hunters-twice": {
        1: [
            "passed 0",
            "ss_phase",
            "tactic tank-hunters/2",
            "tactic tank-hunters/3",
            "card panzerfaust/2",
            "extra_dice 1 tank-hunters/2",
            "extra_dice 1 tank-hunters/3",
            "fired tank 5 5 5 5 5 6 6",
            "battered tank 5",
            "ended deck-end",
        ]
    },
    "TAC-d-newer-approach-later-turn": {
        1: [
            "passed 0",
            "ss_phase",
            "tactic_gone barrage/1",
            "tactic northern-approach/3",
            "card scout-2/2",
            "approach northern-approach/3",
            "rolled_area scout 5 1",
            "landed scout 5",
            "approach northern-approach/3",
            "rolled_area scout 6 6",
            "landed scout 6",
            "ended deck-end",
        ]
    },
    "ITP-6.2d-only-cards-in-hand": {2: ["planned 1", "planned_card rifleman-2/1 1"]},
    "ITP-6.2d-three-orders-then-one-tactic": {
        5: [
            "planned_tactic",
            "planned_tactic_card smoke-screen/1",
            "drew 3 1",
            "drew_card panzerfaust/2",
            "drew_card panzerfaust/2",
            "drew_card panzerfaust/3",
            "drew_card barrage/2",
        ]
    },
    "AMB-49-drawn-cards-do-nothing-yet": {
        13: [
            "planned_tactic",
            "planned_tactic_card barrage/3",
            "drew 3 0",
            "drew_card panzerfaust/3",
            "drew_card panzerfaust/3",
            "drew_card panzerfaust/2",
        ]
    },
    "IT3-19-action-token": {3: ["unsuppressed petrukovich"]},
    "IT3-54-back-on-the-square-where-he-began": {6: ["escaped borotra", "dropped 7"]},
    "IT3-95-all-five-colours-one-after-the-other": {
        2: ["squad_fires yellow 1", "aimed 3 pollock", "fired great-hall 6 6", "got_suppressed pollock"]
    },
    "IT3-97-search-never-goes-down": {
        1: [
            "passed 0",
            "ss_phase",
            "card ss-squads/2 ss-squads",
            "squad_fires green 3",
            "nobody_above 4 green",
            "ended deck-end",
        ]
    },
    "IT3-01-the-last-card-outlasted-is-a-win": {
        1: ["passed 0", "ss_phase", "card ss-squads/4 ss-squads", "no_squads", "ended deck-end"]
    },
    "IT3-12-suppress-value-of-the-scout": {
        1: ["passed 0", "ss_phase", "card ss-squads/4 ss-squads", "squad_silent red", "ended deck-end"]
    },
    "IT3-94-empty-keep": {
        1: [
            "passed 0",
            "ss_phase",
            "card flak30/2 flak30-playtest",
            "aimed_location 4 keep",
            "nobody_in keep",
            "ended deck-end",
        ]
    },
}
"""By scenario and step all that is told, in order; what an event adds at its end may be left out."""


@pytest.mark.parametrize("path", scenarios(TOLD))
def test_what_happens_is_told_in_order(path):
    told = {number: [said(event) for event in events] for number, _, events in played(path)}
    for number, wanted in TOLD[path.stem].items():
        assert len(told[number]) == len(wanted), told[number]
        for line, start_of_line in zip(told[number], wanted, strict=True):
            assert f"{line} ".startswith(f"{start_of_line} ")


def test_every_kind_of_event_is_told_somewhere():
    kinds = {line.split()[0] for steps in TOLD.values() for lines in steps.values() for line in lines}
    assert kinds == set(ITTER.tell.events) - {"arrayed", "reconstruction"}


def test_the_player_is_told_at_once_that_the_playtest_cards_are_reconstructed():
    for edition, told in (("playtest", True), ("published", False)):
        events = garrison.new("itter", seed=1, edition=edition).events(0)
        assert (events[0][1] == "reconstruction") is told
        assert len([event for event in events if event[1] == "arrayed"]) == 11
