"""What an Escape Officer's reasons are about: his plan, what each POW does for it, and who is out."""

from __future__ import annotations

from functools import cached_property

from garrison.core.state import Seat
from garrison.games.colditz.bot.camps import camp, held
from garrison.games.colditz.bot.distances import DEPTH, into_rooms, to_spaces
from garrison.games.colditz.bot.escape_officer import outlook, ready
from garrison.games.colditz.bot.launch import Launch, launch, turns_left
from garrison.games.colditz.bot.plans import USUAL_POINTS, Plan, Route, complete, is_out, plan, route_stages
from garrison.games.colditz.bot.reasons.speaker import Speaker, room_near
from garrison.games.colditz.bot.runs import open_to, steps_out, watched
from garrison.games.colditz.bot.ways_out import Cards
from garrison.games.colditz.editions import TUNNEL_CHAINS
from garrison.games.colditz.gathering import COMPONENT_SYMBOL, makers
from garrison.games.colditz.offers import free, usable
from garrison.games.colditz.state import ColditzState, pawn_on, team, tunnel_of
from garrison.games.colditz.tables import CARD, COMPONENTS, EQUIPMENT_KINDS, FIRST_GUARD

ITEM, PART, RUN, MATE, FOLLOW, NONE = "item", "part", "run", "mate", "follow", "none"
"""What a POW does for a plan: make equipment, bring a part of a kit, run, run along in a tunnel, follow."""


class Situation:
    """A position as an Escape Officer sees it."""

    def __init__(self, s: ColditzState, seat: Seat, speaker: Speaker) -> None:
        self.s = s
        self.seat = seat
        self.speaker = speaker
        self.say = speaker.say
        self.turns = turns_left(s)

    @cached_property
    def plan(self) -> Plan | None:
        return plan(camp(self.s, self.seat))

    @cached_property
    def ready(self) -> Launch | None:
        """The run that is worth beginning now."""
        return ready(self.s, self.seat, self.s.points)

    @cached_property
    def able(self) -> Launch | None:
        """The run that could begin now, whether it is worth it or not."""
        return launch(self.s, self.seat, max(1, self.s.points))

    @cached_property
    def out(self) -> list[int]:
        """His POWs who are on their way from the inner courtyard to a target."""
        s = self.s
        below = s.inside | s.exempt | (1 << s.driver if s.driver >= 0 else 0)
        return [pawn for pawn in team(s, self.seat) if is_out(s.at[pawn]) and not below >> pawn & 1]

    # The plan

    def way(self, route: Route) -> str:
        """A way out; or the way on, if it begins with somebody who is out."""
        runner = pawn_on(self.s, route.start) if is_out(route.start) else FIRST_GUARD
        if runner >= FIRST_GUARD or runner < 0 or route.tunnel >= 0:
            return self.speaker.way(route)
        values = {
            "pawn": self.speaker.pawn(runner),
            "to": self.speaker.goal(route.goal),
            "n": len(route.legs),
        }
        if not any(route.cards):
            return self.say("way-on-free", **values)
        return self.say("way-on", things=self.speaker.things(route.cards), **values)

    def guard(self, route: Route, points: int) -> str:
        """How soon guards could be where somebody who runs now would stop first."""
        stages = route_stages(self.s.mode, route, watched(self.s))
        if points >= len(stages) - 1:
            return self.say("guard-late")
        place = max((n for n in range(points + 1) if stages[n].stops), default=0)
        if stages[place].safe:
            return self.say("guard-safe")
        return self.speaker.guard(self.s.mode, stages[place].need, planned=True)

    def missing(self, found: Plan) -> str:
        """What is still to be made for the plan."""
        kit = [self.say("a-kit")] if found.components else []
        return self.say("missing", things=self.speaker.things(found.missing, *kit))

    def outline(self) -> str:
        """The plan: the way out, what is missing for it, and how near guards are to it."""
        found = self.plan
        if found is None:
            return self.say("no-plan")
        way = self.way(found.route)
        if complete(found):
            return self.say("plan", way=way, more=self.guard(found.route, USUAL_POINTS))
        return self.say("plan", way=way, more=self.missing(found))

    def short(self) -> str:
        """The way out alone."""
        return (
            self.say("no-plan")
            if self.plan is None
            else self.say("plan-short", way=self.way(self.plan.route))
        )

    def lacked(self) -> list[int]:
        """The kinds of equipment of which the plan takes more than he holds."""
        if self.plan is None:
            return []
        mine = free(self.s, self.seat)
        return [kind for kind, number in enumerate(self.plan.route.cards) if number > mine[kind]]

    # The POWs

    def goal(self, pawn: int) -> bytes | None:
        """By space, the steps to where a POW is needed."""
        if self.plan is None:
            return None
        return self.plan.goals[pawn - team(self.s, self.seat)[0]]

    def task(self, pawn: int) -> tuple[str, int]:
        """What a POW is to do, and the equipment or the component that it is about."""
        found, goal = self.plan, self.goal(pawn)
        if found is None or goal is None:
            return NONE, 0
        for kind in range(EQUIPMENT_KINDS):
            if found.missing[kind] and goal == into_rooms(kind):
                return ITEM, kind
        for component, symbol in enumerate(COMPONENT_SYMBOL):
            if symbol in found.components and goal == into_rooms(symbol):
                return PART, component
        if pawn - team(self.s, self.seat)[0] == found.runner:
            return RUN, 0
        if found.route.tunnel >= 0 and goal == to_spaces(found.route.exits):
            return MATE, found.route.tunnel
        return FOLLOW, 0

    def duty(self, pawn: int, space: int) -> str:
        """A POW's task, as seen from a space: "British 3 goes to the chapel to make a rope"."""
        name, about = self.task(pawn)
        who = self.speaker.pawn(pawn)
        if name in (ITEM, PART):
            symbol = about if name == ITEM else COMPONENT_SYMBOL[about]
            room = self.speaker.room(room_near(symbol, space))
            if name == PART:
                part = self.speaker.word("part", COMPONENTS[about])
                return self.say("duty-part", pawn=who, room=room, part=part)
            others = sum(other != pawn for other in makers(self.s, self.seat, about))
            thing = self.speaker.count(about, 1)
            return self.say("duty-second" if others else "duty-item", pawn=who, room=room, thing=thing)
        if name == MATE:
            return self.say("duty-mate", pawn=who, tunnel=self.speaker.tunnel(about))
        if name == RUN:
            assert self.plan is not None
            return self.say("duty-run", pawn=who, start=self.speaker.start(self.plan.route))
        return self.say("duty-follow", pawn=who)

    def in_place(self, pawn: int, space: int) -> bool:
        goal = self.goal(pawn)
        if goal is None:
            return False
        return goal[space] <= (DEPTH if self.task(pawn)[0] in (ITEM, PART) else 0)

    def outlook(self, space: int, points: int) -> tuple[float, int]:
        """The chance to get away for a POW on a space, and the target he makes for."""
        s = self.s
        car = CARD["staff-car"] in usable(s, self.seat)
        return outlook(s.mode, space, self.cards, open_to(s, self.seat), watched(s), points, self.turns, car)

    def outlook_of(self, pawn: int, points: int) -> tuple[float, int]:
        """The same for a POW where he is; from the exit, if he is in a tunnel."""
        at = self.s.at[pawn]
        if not self.s.inside >> pawn & 1:
            return self.outlook(at, points)
        chain = TUNNEL_CHAINS[self.s.mode][tunnel_of(self.s, at)]
        return self.outlook(chain[-1], max(0, points - len(chain) + 1 + chain.index(at)))

    @property
    def cards(self) -> Cards:
        return held(self.s, self.seat)

    def steps(self, space: int, goal: int) -> int:
        """The steps from a space to a target with the equipment in hand."""
        return steps_out(goal, self.cards, open_to(self.s, self.seat))[space]
