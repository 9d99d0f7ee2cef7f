"""Castle Itter as a Game: its tables, steps and questions in one place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from garrison.core.game import (
    Action,
    Ask,
    Dice,
    Event,
    Game,
    Guide,
    Options,
    Question,
    Result,
    Seat,
    Step,
    View,
)
from garrison.core.match import Match
from garrison.core.show.scene import Board, Scene
from garrison.games.itter import (
    attributes,
    defender_phase,
    placement,
    planning_phase,
    scoring,
    setup,
    ss_phase,
    tactics,
)
from garrison.games.itter.actions import ACTIONS, PHRASES
from garrison.games.itter.bot.baseline import sensible
from garrison.games.itter.bot.guide import ItterGuide
from garrison.games.itter.knowledge import position, sample, study, view
from garrison.games.itter.show import reasons, scene, staging
from garrison.games.itter.show.figures import Figure, figures, sources
from garrison.games.itter.state import ENDINGS, ItterState
from garrison.games.itter.tables import (
    CARDS,
    COLOURS,
    DEFENDERS,
    DIFFICULTIES,
    EDITIONS,
    EFFECT_TEXTS,
    KINDS,
    LOCATIONS,
    MODES,
    SQUARES,
)

TURNS_AT_MOST: Final = 24
ROWS_A_TURN: Final = 4 + 5 * 7 + 3 * 40
"""A safe upper bound: four rows to plan, seven questions per action, forty per card."""


class Itter(Game[ItterState]):
    """Two solitaire editions, and the published game for two."""

    id: ClassVar[str] = "itter"
    rules: ClassVar[int] = 1
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {"edition": EDITIONS, "difficulty": DIFFICULTIES}
    actions: ClassVar[tuple[str, ...]] = ACTIONS
    news: ClassVar[frozenset[str]] = frozenset({"card", "tactic", "drew_card"})

    unordered: ClassVar[frozenset[str]] = frozenset({"counters", "marks", "removed", "face_down"})

    steps: ClassVar[Mapping[str, Step]] = {
        "announce": setup.announce,
        "array": setup.array,
        "turn": defender_phase.turn,
        "planning": planning_phase.planning,
        "orders": planning_phase.orders,
        "draw_ahead": planning_phase.draw_ahead,
        "actions": defender_phase.actions,
        "ss_phase": ss_phase.ss_phase,
        "reveal_tactics": tactics.reveal_tactics,
        "reveal_card": ss_phase.reveal_card,
        "sniper": ss_phase.sniper,
        "location": ss_phase.location,
        "arrive": placement.arrive,
        "land": placement.land,
        "harass": ss_phase.harass,
        "flak30": ss_phase.flak30,
        "flak30-location": ss_phase.flak30_location,
        "flak30_at": ss_phase.flak30_at,
        "ss-squads": ss_phase.ss_squads,
        "next_squad": ss_phase.next_squad,
        "squad": ss_phase.squad,
        "suppressive-fire": ss_phase.suppressive_fire,
        "volley": ss_phase.volley,
        "reinforcements": ss_phase.reinforcements,
        "relief": ss_phase.relief,
        "doom": attributes.doom,
        "perish": attributes.perish,
        "turn_ends": ss_phase.turn_ends,
        "deck_end": ss_phase.deck_end,
    }
    questions: ClassVar[Mapping[str, Question]] = {
        "who": defender_phase.WHO,
        "where": defender_phase.WHERE,
        "what": defender_phase.WHAT,
        "command": defender_phase.HELP,
        "spend": placement.SPEND_QUESTION,
        "sacrifice": attributes.SACRIFICE_QUESTION,
        "fire": ss_phase.FIRE,
        "squads": ss_phase.SQUADS,
        "plan": planning_phase.PLAN,
    }

    guide: ClassVar[Guide | None] = ItterGuide()

    names: ClassVar[Mapping[str, Sequence[str]]] = {
        "defender": DEFENDERS,
        "square": SQUARES,
        "location": LOCATIONS,
        "colour": COLOURS,
        "kind": KINDS,
        "card": CARDS,
        "effect": EFFECT_TEXTS,
        "origin": ("known", "reconstructed"),
        "ending": ENDINGS,
        "stage": planning_phase.STAGES,
    }
    events: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "arrayed": ("kind", "n"),
        "turn": ("n",),
        "passed": ("n",),
        "chosen": ("defender",),
        "placed": ("defender", "square"),
        "attacked": ("defender", "kind", "n", "dice"),
        "missed": ("kind", "n"),
        "destroyed": ("kind", "n"),
        "suppressed": ("defender", "colour", "n"),
        "shifted": ("defender", "square"),
        "swapped": ("defender", "defender", "square", "square"),
        "stayed": ("defender",),
        "moved": ("defender", "square"),
        "rested": ("defender",),
        "steadied": ("defender",),
        "commanded": ("defender",),
        "loaded": ("defender",),
        "unloaded": (),
        "escaped": ("defender",),
        "regiment": ("n",),
        "regiment_alone": (),
        "regiment_late": (),
        "ss_phase": (),
        "tactic": ("card", "effect", "origin"),
        "tactic_gone": ("card",),
        "extra_dice": ("n", "card"),
        "approach": ("card",),
        "harder": ("kind", "n"),
        "card": ("card", "effect"),
        "aimed_colour": ("die", "colour"),
        "aimed_location": ("die", "location"),
        "aimed": ("die", "defender", "square"),
        "flak_at": ("defender",),
        "opens_fire": ("kind", "n"),
        "nobody_there": ("colour",),
        "fired": ("location", "dice", "n"),
        "unhurt": ("defender",),
        "walls_held": ("location",),
        "wreck_hit": (),
        "battered": ("location", "n"),
        "tank_destroyed": (),
        "no_heavy": (),
        "tokens_barred": ("kind",),
        "doomed": ("defender",),
        "disrupted": ("defender",),
        "second_token": ("defender",),
        "pinned": ("defender",),
        "killed": ("defender",),
        "lost_heart": ("defender",),
        "sacrificed": ("defender",),
        "reinforced": ("defender",),
        "rolled_area": ("kind", "n", "dice"),
        "spent": ("n", "colour", "dice"),
        "held_off": ("kind", "n"),
        "landed": ("kind", "n"),
        "pushed": ("kind", "n", "n"),
        "breached": ("kind", "n"),
        "ended": ("ending",),
        "reconstruction": (),
        "got_suppressed": ("defender",),
        "unsuppressed": ("defender",),
        "nobody_above": ("die", "colour"),
        "nobody_in": ("location",),
        "no_squads": (),
        "squad_fires": ("colour", "n"),
        "squad_silent": ("colour",),
        "dropped": ("n",),
        "drew": ("n", "n"),
        "drew_card": ("card",),
        "planned": ("n",),
        "planned_card": ("card", "n"),
        "planned_tactic": (),
        "planned_tactic_card": ("card",),
        "last_turn": (),
    }
    gestures: ClassVar[Mapping[str, str]] = staging.GESTURES
    grounds: ClassVar[Mapping[str, str]] = staging.GROUNDS
    throws: ClassVar[Mapping[str, str]] = staging.THROWS
    asks: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "who": ("n",),
        "where": ("defender",),
        "what": ("defender",),
        "command": ("defender", "n"),
        "spend": ("kind", "n"),
        "sacrifice": ("defender",),
        "fire": ("n", "n", "n"),
        "squads": (),
        "plan": ("n", "stage"),
    }
    phrases: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "who": ("defender",),
        "pass": (),
        "place": ("square",),
        "attack": ("kind", "n"),
        "attack-weapon": ("kind", "n"),
        "suppress": ("n", "colour"),
        "suppress-weapon": ("n", "colour"),
        "suppress-both": ("n", "colour", "n", "colour"),
        "shift": ("square",),
        "move": ("square",),
        "recover-exhausted": (),
        "recover-disrupted": (),
        "command": (),
        "load": (),
        "escape": (),
        "help-exhausted": ("defender",),
        "help-disrupted": ("defender",),
        "done": (),
        "spend": ("n",),
        "sacrifice": (),
        "keep": (),
        "fire-mg": (),
        "fire-mortar": (),
        "remove-suppressed": (),
        "help-suppressed": ("defender",),
        "squad": ("colour",),
        "plan": ("card", "effect"),
        "tactic": ("card", "effect"),
    }

    def seats(self, options: Options) -> tuple[str, ...]:
        return ("defender", "ss") if options["difficulty"] == "competitive" else ("defender",)

    def allowed(self, options: Options) -> str | None:
        edition, difficulty = options["edition"], options["difficulty"]
        if (edition, difficulty) in MODES:
            return None
        known = [name for of, name in MODES if of == edition]
        return f"edition {edition} has no difficulty '{difficulty}'; choose one of {', '.join(known)}"

    def cited(self, state: ItterState, rule: str) -> str:
        return staging.cited(state.mode, rule)

    def setup(self, options: Options, dice: Dice) -> ItterState:
        return setup.setup(self.rules, options, dice)

    def result(self, state: ItterState) -> Result | None:
        return scoring.result(state)

    def bound(self, options: Options) -> int:
        return TURNS_AT_MOST * ROWS_A_TURN

    def view(self, state: ItterState, seat: Seat) -> View:
        return view.view(state, seat)

    def load(self, view_: View) -> ItterState:
        return view.load(view_)

    def sample(self, view_: View, dice: Dice) -> ItterState:
        return sample.sample(view_, dice)

    def stock(self, options: Options) -> dict[str, int]:
        return view.stock(MODES.index((options["edition"], options["difficulty"])))

    def count(self, view_: View) -> dict[str, int]:
        return view.count(view_)

    def position(self, setup_: View, changes: View) -> View:
        return position.position(setup_, changes)

    def phrase(self, action: Action) -> tuple[Any, ...]:
        return PHRASES[action] if isinstance(action, int) else PHRASES[action[0]]

    def sensible(self, match: Match, actions: Sequence[Action]) -> Action:
        return sensible(match, actions)

    def figures(self, lang: str) -> list[Figure]:
        return figures(self, lang)

    def sources(self, lang: str) -> dict[str, str]:
        return sources(self, lang)

    def because(self, view_: View, action: Action, rule: str, lang: str) -> str:
        return reasons.because(self, view_, action if isinstance(action, int) else action[0], rule, lang)

    def cards(self, edition: str, lang: str) -> list[tuple[str, str, str]]:
        return scene.cards(self, edition, lang)

    def sheet(self, view_: View, lang: str) -> list[tuple[str, int]]:
        return scene.sheet(self, view_, lang)

    studied: ClassVar[Mapping[str, type]] = study.STUDIED

    def study(self, end: View, told: Sequence[Event]) -> dict[str, Any]:
        return study.study(end, told)

    def board(self, options: Options, lang: str) -> Board:
        return scene.board(self, options["edition"], lang)

    def scene(self, view_: View, lang: str) -> Scene:
        return scene.scene(self, view_, lang)

    def at(self, view_: View, action: Action) -> str:
        return scene.at(view_, action if isinstance(action, int) else action[0])

    def about(self, ask: Ask) -> tuple[str, ...]:
        return scene.about(ask)

    def also(self, view_: View, action: Action) -> tuple[str, ...]:
        return scene.also(action if isinstance(action, int) else action[0])

    def meant(self, view_: View, thing: str) -> list[Action]:
        return scene.meant(view_, thing)

    def ground(self, told: Sequence[Event], at: int) -> str:
        return staging.ground(told, at)

    def things(self, event: Event) -> tuple[str, ...]:
        return staging.things(self, event)

    def tried(self, event: Event) -> tuple[str, int, int, bool] | None:
        return staging.tried(event)
