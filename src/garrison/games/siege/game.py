"""Castle under Siege as a Game: its tables, steps and questions in one place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from garrison.core.figure_sources import Figure
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
from garrison.games.siege import attacker_turn, defender_turn, landing, scoring, setup
from garrison.games.siege.actions import ACTIONS, PHRASES
from garrison.games.siege.bot.guide import SiegeGuide
from garrison.games.siege.knowledge import position, sample, study, view
from garrison.games.siege.show import figures, reasons, scene, staging
from garrison.games.siege.state import ENDINGS, SiegeState
from garrison.games.siege.tables import (
    CASTLES,
    COUNTER_COUNT,
    COUNTERS,
    KINDS,
    OPTIONS,
    SECTIONS,
    SHOT_COUNT,
    SHOTS,
    SITE_NAMES,
    STRUCTURES,
)

ROWS_A_TURN: Final = 6 + COUNTER_COUNT + 2 * COUNTER_COUNT + 1
"""Counter, spell, three to aim, a tie to break; everybody flees; everybody acts; done."""


class Siege(Game[SiegeState]):
    """Two castles, three difficulties, and two readings of the rules as options."""

    id: ClassVar[str] = "siege"
    rules: ClassVar[int] = 1
    options: ClassVar[Mapping[str, tuple[str, ...]]] = OPTIONS
    actions: ClassVar[tuple[str, ...]] = ACTIONS
    news: ClassVar[frozenset[str]] = frozenset({"shot", "cast", "spell_kept"})
    unordered: ClassVar[frozenset[str]] = frozenset({"acted", "contaminated"})

    steps: ClassVar[Mapping[str, Step]] = {
        "announce": setup.announce,
        "posting": setup.posting,
        "turn": attacker_turn.turn,
        "choosing": attacker_turn.choosing,
        "wizard": attacker_turn.wizard,
        "aiming": attacker_turn.aiming,
        "shoot": landing.shoot,
        "escape": landing.escape,
        "look": scoring.look,
        "defend": defender_turn.defend,
        "burn": defender_turn.burn,
        "round": defender_turn.round_ends,
        "count": scoring.count,
    }
    questions: ClassVar[Mapping[str, Question]] = {
        "post": setup.POSTS,
        "load": attacker_turn.LOADING,
        "spell": attacker_turn.SPELL,
        "aim": attacker_turn.AIMING,
        "direction": attacker_turn.DIRECTION,
        "strength": attacker_turn.STRENGTH_OF_PULL,
        "struck": landing.STRUCK,
        "flee": landing.FLEEING,
        "who": defender_turn.WHO,
        "what": defender_turn.WHAT,
    }
    guide: ClassVar[Guide] = SiegeGuide()

    names: ClassVar[Mapping[str, Sequence[str]]] = {
        "counter": COUNTERS,
        "section": SECTIONS,
        "structure": STRUCTURES,
        "shot": SHOTS,
        "kind": KINDS,
        "site": SITE_NAMES,
        "castle": CASTLES,
        "ending": ENDINGS,
    }
    events: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "announced": ("castle", "n"),
        "reconstruction": (),
        "posted": ("counter", "section"),
        "posts_done": (),
        "turn": ("n",),
        "loaded": (),
        "loaded_kind": ("kind",),
        "cast": (),
        "spell_kept": (),
        "sited": ("hundredths", "hundredths"),
        "turned": ("n",),
        "shot": ("shot", "hundredths", "hundredths", "n"),
        "touched_down": ("hundredths", "hundredths"),
        "landed": ("hundredths", "hundredths"),
        "missed": (),
        "lies_on": ("section", "permille"),
        "covers": ("counter", "permille"),
        "on_court": (),
        "beside": ("permille",),
        "deflected": (),
        "weaker": ("n", "n"),
        "small_fire": (),
        "dropped_outside": (),
        "damaged": ("structure", "n", "n", "n"),
        "destroyed": ("structure",),
        "no_damage": ("structure",),
        "stone": ("structure",),
        "ruin": ("structure",),
        "on_fire": ("shot", "structure", "n"),
        "contaminated": ("section",),
        "injured": ("counter",),
        "killed": ("counter",),
        "spared": ("counter",),
        "shielded": ("counter",),
        "fled": ("counter", "section"),
        "trapped": ("counter",),
        "chosen": ("counter",),
        "moved": ("counter", "section"),
        "healed": ("counter", "counter"),
        "repaired": ("counter", "structure", "n"),
        "doused": ("counter", "shot"),
        "defended": (),
        "burns": ("shot", "n"),
        "burnt": ("structure", "n", "n"),
        "fire_over": ("shot",),
        "last_shot": (),
        "counted": ("n", "n"),
        "ended": ("ending",),
    }
    gestures: ClassVar[Mapping[str, str]] = staging.GESTURES
    grounds: ClassVar[Mapping[str, str]] = staging.GROUNDS
    asks: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "post": ("counter",),
        "load": (),
        "spell": (),
        "aim": (),
        "direction": ("site", "n"),
        "strength": ("site", "n", "hundredths", "hundredths", "hundredths", "hundredths"),
        "struck": ("shot",),
        "flee": ("counter",),
        "who": (),
        "what": ("counter",),
    }
    phrases: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "who": ("counter",),
        "done": (),
        "move": ("section",),
        "heal": ("counter",),
        "repair": (),
        "douse": ("shot",),
        "post": ("section",),
        "post-rest": (),
        "flee": ("section",),
        "load": ("kind",),
        "cast": (),
        "wait": (),
        "site": ("site",),
        "aim": ("hundredths", "hundredths", "hundredths", "hundredths", "hundredths"),
        "turn": ("n",),
        "pull": ("hundredths",),
        "strike": ("structure",),
        "foul": ("section",),
    }

    def seats(self, options: Options) -> tuple[str, ...]:
        """CUS-01"""
        return ("attacker", "defender")

    def allowed(self, options: Options) -> str | None:
        return None

    def setup(self, options: Options, dice: Dice) -> SiegeState:
        return setup.setup(self.rules, options, dice)

    def result(self, state: SiegeState) -> Result | None:
        return scoring.result(state)

    def bound(self, options: Options) -> int:
        return 1 + COUNTER_COUNT + SHOT_COUNT * ROWS_A_TURN

    def view(self, state: SiegeState, seat: Seat) -> View:
        return view.view(state, seat)

    def load(self, view_: View) -> SiegeState:
        return view.load(view_)

    def sample(self, view_: View, dice: Dice) -> SiegeState:
        return sample.sample(view_, dice)

    def stock(self, options: Options) -> dict[str, int]:
        return view.stock()

    def count(self, view_: View) -> dict[str, int]:
        return view.count(view_)

    def position(self, setup_: View, changes: View) -> View:
        return position.position(setup_, changes)

    def phrase(self, action: Action) -> tuple[Any, ...]:
        return (*PHRASES[action[0]], *action[1:]) if isinstance(action, tuple) else PHRASES[action]

    def sensible(self, match: Match, actions: Sequence[Action]) -> Action:
        """The sound player's action, for measuring sensible games."""
        ranks = self.guide.rank(match.state, match.awaited[0], actions)
        return actions[max(range(len(actions)), key=ranks.__getitem__)]

    def figures(self, lang: str) -> list[Figure]:
        return figures.figures(self, lang)

    def sources(self, lang: str) -> dict[str, str]:
        return figures.sources(self, lang)

    def because(self, view_: View, action: Action, rule: str, lang: str) -> str:
        return reasons.because(self, view_, action, rule, lang)

    studied: ClassVar[Mapping[str, type]] = study.STUDIED

    def study(self, end: View, told: Sequence[Event]) -> dict[str, Any]:
        return study.study(end, told)

    def board(self, options: Options, lang: str) -> Board:
        return scene.board(self, options, lang)

    def scene(self, view_: View, lang: str) -> Scene:
        return scene.scene(self, view_, lang)

    def at(self, view_: View, action: Action) -> str:
        return scene.at(view_, action)

    def about(self, ask: Ask) -> tuple[str, ...]:
        return scene.about(ask)

    def also(self, view_: View, action: Action) -> tuple[str, ...]:
        return scene.also(view_, action)

    def meant(self, view_: View, thing: str) -> list[Action]:
        return scene.meant(view_, thing)

    def ground(self, told: Sequence[Event], at: int) -> str:
        return staging.ground(told, at)

    def things(self, event: Event) -> tuple[str, ...]:
        return staging.things(self, event)
