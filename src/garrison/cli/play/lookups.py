"""Commands that show something between two answers. Nothing here changes the game."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from garrison.cli.commands import player_aid, rule_pages
from garrison.cli.play import answers, ending, log, offers, one_line_offer
from garrison.cli.screen import text_board
from garrison.cli.screen.board_map import BoardMap
from garrison.cli.screen.choice_list import ChoiceList, Row
from garrison.cli.screen.screen import Moment, Screen
from garrison.cli.texts import BadAnswer, glued, paragraphs, words, wrap
from garrison.core.dice import KeyedDice
from garrison.core.errors import OTHER_QUESTION, REASONS, Refused
from garrison.core.game import AnyGame
from garrison.core.match import Match
from garrison.core.show import boards
from garrison.core.show.perspective import Perspective
from garrison.core.show.scene import Scene
from garrison.core.show.words import figure
from garrison.core.state import Action, Seat
from garrison.players.hint import KeptIdeas, hint

LOG_ROWS = 10
STORY_ROWS = 60
"""Rows shown by a screen with its own log."""
NEAR = 2
"""Cells of the map that are still around a place."""
NEAREST = 8
"""Choices listed where none is so near."""
RECENT = 20
"""Frames of the log in which the latest news with a place is looked for."""
AHEAD = 200
"""Most answers tried when looking for an example."""


@lru_cache(maxsize=8)
def _asking_everything(game: AnyGame) -> AnyGame:
    """The game with every question asked, even those with a single answer."""
    asked = {name: replace(question, always=True) for name, question in game.play.questions.items()}
    return replace(game, play=replace(game.play, questions=asked))


def _percent(chance: float) -> str:
    return f"{round(100 * chance)} %"


class Onlooker:
    """A seat's view of a match. `command` is the shell command that resumes it."""

    def __init__(self, match: Match, seat: Seat, lang: str, command: str, screen: Screen) -> None:
        self.screen = screen
        self.match = match
        self._perspectives: dict[Seat, Perspective] = {}
        self.seat = seat
        self.lang = lang
        self.command = command
        self.ideas: KeptIdeas | None = None
        # The choices listed by request with their numbers, and the moment in which they were.
        self._numbered: tuple[tuple[int, Seat], set[str]] = (0, seat), set()
        self.words = words(lang)
        self.board = boards.board(match.game, match.options, lang)
        self.edition = match.options.get("edition")
        self.aid_page = player_aid.page(match.game, self.edition, lang)
        # Suggestions for an unknown word: what this game has, nothing that ends the game.
        missing = [] if self.aid_page else ["aid"]
        missing += [] if match.game.kind.offers else ["offers", "offer", "later", "call"]
        self.commands = {
            alias: command
            for alias, command in self.words.commands.items()
            if command not in (*missing, *ending.COMMANDS)
        }

    def say(self, text: str = "") -> None:
        self.screen.say(text)

    def tell(self, key: str, /, **values: object) -> None:
        self.say(wrap(self.words(key, **values)))

    def reason(self, match: Match, action: Action) -> str:
        return log.reason(match, action, self.seat, self.lang)

    def read(self, match: Match, text: str) -> Action:
        return answers.read(match, self.seat, text, self.words, board=self.board)

    def perspective(self, seat: Seat) -> Perspective:
        """The perspective of a seat on the match."""
        if seat not in self._perspectives:
            self._perspectives[seat] = Perspective(self.match, seat)
        return self._perspectives[seat]

    # For the screen

    def moment(self) -> Moment:
        """The table as the person at the keyboard sees it."""
        match = self.match
        view = match.view(self.seat)
        seen = self.perspective(self.seat)
        scene = seen.told_scene(self.lang)
        if scene.replies and scene.ask is not None and self.seat not in match.awaited:
            text = f"{scene.ask.text} {self.words('offers-answer')}"
            scene = replace(scene, choices=scene.replies, ask=replace(scene.ask, text=text, rule=""))
        seat = self.name(self.seat) if self.seat >= 0 else ""
        return Moment(
            title=" · ".join(each for each in (match.game.title(self.lang), seat) if each),
            seat=self.seat,
            board=self.board,
            scene=scene,
            words=self.words,
            phase=(view.get("turn"), view.get("phase")),
            shape=match.game.play.actions[scene.form.row] if scene.form is not None else "",
            legend=self.term("legend"),
            story=self.heard(seen.standing[-STORY_ROWS:], self.seat),
            choices=ChoiceList.of(seen, self.words, self.board),
            outlook=self._outlook(seen),
            happened=self.happened(scene),
            help=self.answer_help(),
            passes=self.passing() is not None,
        )

    def happened(self, scene: Scene) -> tuple[str, ...]:
        """The pieces and places that the latest news is about, as far as the seat was told."""
        seen, tell = self.perspective(self.seat), self.match.game.tell
        shown = {place.id for place in self.board.places} | {piece.id for piece in scene.pieces}
        for n in reversed(seen.standing[-RECENT:]):
            for event in reversed(seen.events(n)):
                things = tell.things_of(event)
                if any(thing in shown for thing in things):
                    return things
        return ()

    def passing(self) -> Action | None:
        """The answer that stands for saying nothing, where there is no other: Enter gives it."""
        return None

    def answer_help(self) -> str:
        """How several answers are given at once, or that Enter passes; where neither can be, nothing."""
        return ""

    def _outlook(self, seen: Perspective) -> str:
        """Help with the open question, and how to look up where a number leads."""
        told, values = seen.outlook(self.lang), seen.values()
        if not told or values is None:
            return told
        example = figure(next(iter(values.answers)), self.lang)
        return f"{told} {self.words('outlook-more', number=example)}"

    def heard(self, frames: Sequence[int], seat: Seat) -> list[str]:
        """The log sentences of these frames for a seat, which knows its own choices."""
        return self.perspective(seat).log_lines(frames, self.lang)

    def name(self, seat: Seat) -> str:
        return log.seat_name(self.match, seat, self.lang)

    # Help

    def help(self, _: str) -> None:
        """List what can be typed, with examples from the present position."""
        examples = [self.words("why-example", parts=example) for example in self._examples()]
        offer = one_line_offer.example(self.perspective(self.seat), self.words, trade=True)
        text = self.words.help.format(
            offer=glued(offer or self.words("offer-example")),
            examples="\n    ".join(map(glued, examples)),
            aid=self.words.help_aid if self.aid_page else "",
            command=glued(self.command),
        )
        self.say(paragraphs(text.strip()))
        for term in ("help-actions", "legend"):
            self.show_term(term)

    def show_term(self, ident: str) -> None:
        """Show a longer text of the game, if it has one."""
        text = self.term(ident)
        if text:
            self.say()
            self.say(paragraphs(text))

    def term(self, ident: str) -> str:
        return self.match.game.tell.optional_term(ident, self.lang, self.match.options).strip()

    def _first(self, match: Match) -> str:
        listed = match.legal(self.seat)
        return match.write(listed[0]) if listed else ""

    def _examples(self) -> list[str]:
        """Examples for `why`: something forbidden, and something after another answer."""
        return [each for each in (self._forbidden(), self._onward()) if each] or [self._first(self.match)]

    def _forbidden(self) -> str:
        """An action that a rule forbids now."""
        match = self.match
        for row, notation in enumerate(match.game.play.actions):
            if "=?" not in notation and match.refusal(row, self.seat) not in (None, *REASONS):
                return notation
        return ""

    def _onward(self) -> str:
        """An answer followed by one to the next question, with no chance event between."""
        for action in self.match.legal(self.seat):
            copy = self._copy()
            if self._calm(copy, action) and self.seat in copy.awaited:
                return f"{copy.write(action)}; {self._first(copy)}"
        return ""

    # The table and the log

    def show_board(self, part: str) -> None:
        drawing = self.drawing()
        lines = drawing.part(part) if part else drawing.lines()
        if not lines:
            parts = "; ".join(drawing.parts())
            raise BadAnswer(self.words("board-unknown", text=part[:40], parts=parts))
        self.screen.table(lines)

    def show_map(self, part: str) -> None:
        """Show the whole map of a large board, or the part around what is named."""
        drawing = self.drawing()
        lines = drawing.map_lines(part)
        if not lines:
            parts = "; ".join(group.name for group in self.board.groups)
            raise BadAnswer(self.words("map-unknown", text=part[:40], parts=parts))
        self.screen.table(lines)

    def near(self, text: str) -> None:
        """List what can be chosen around a place, the nearest first."""
        drawing = self.drawing()
        ground = drawing.map or BoardMap(self.board, drawing.scene, self.words, drawing.pieces)
        about = [*filter(None, map(ground.place_of, drawing.scene.ask.about if drawing.scene.ask else ()))]
        places = ground.found(text) if text else about
        if not places:
            if text:
                raise BadAnswer(self.words("near-unknown", text=text[:40]))
            example = ground.called(next(iter(ground.choices), self.board.places[0].id))
            raise BadAnswer(self.words("near-usage", example=example))
        found = ground.near(places)
        if not found:
            raise BadAnswer(self.words("near-nothing"))
        beside = [choice for far, choice in found if far <= NEAR]
        wanted = {each.do for each in beside or [choice for _, choice in found[:NEAREST]]}
        self.tell("near-title" if beside else "near-far", place=self._called(ground, places))
        rows = [row for row in self.moment().choices.rows(folded=False) if row.choices[0].do in wanted]
        order = {choice.do: n for n, (_, choice) in enumerate(found)}
        rows.sort(key=lambda row: order[row.choices[0].do])
        self._list(drawing, rows)

    def _called(self, ground: BoardMap, places: Sequence[str]) -> str:
        """A place by its name, and by that on the map if there is one; several by that of their group."""
        found = [place for place in self.board.places if place.id in places]
        if len(found) == 1:
            square = f" ({ground.called(found[0].id)})" if ground.large else ""
            return f"{found[0].name}{square}"
        groups = {place.group for place in found}
        names = [group.name for group in self.board.groups if group.id in groups]
        return names[0] if len(names) == 1 else self.words.some([place.name for place in found])

    def drawing(self) -> text_board.Drawing:
        """The table as the seat sees it now."""
        scene = self.perspective(self.seat).scene(self.lang)
        return text_board.Drawing(self.board, scene, self.words, self.happened(scene))

    def cards(self, _: str) -> None:
        """Show the cards to read, and what is known of everybody's."""
        lines = self.drawing().cards()
        if not lines:
            raise BadAnswer(self.words("cards-none"))
        self.screen.table(lines)

    def log(self, count: str) -> None:
        if count and not (count.isascii() and count.isdecimal() and len(count) < 7 and int(count)):
            raise BadAnswer(self.words("log-number"))
        perspective = self.perspective(self.seat)
        told = [log.told(perspective, n, self.words) for n in perspective.standing]
        wanted = int(count or LOG_ROWS)
        for lines in [lines for lines in told if lines][-wanted:]:
            for line in lines:
                self.say(line)

    def choices(self, begins: str) -> None:
        """List all choices in full, or those whose notation begins with a text."""
        moment = self.moment()
        rows = moment.choices.rows(folded=False, begins=begins.lower())
        if not rows:
            raise BadAnswer(self.words("choices-none", text=begins[:40]))
        self._list(moment.drawing(), rows)

    def _list(self, drawing: text_board.Drawing, rows: Sequence[Row]) -> None:
        """List choices with their numbers, which count from now on."""
        for line in text_board.choices(drawing, rows):
            self.say(line)
        self.numbered().update(choice.do for row in rows for choice in row.choices)

    def numbered(self) -> set[str]:
        """The choices whose numbers have been listed by request since the last change."""
        now = (len(self.match.rows), self.seat)
        if self._numbered[0] != now:
            self._numbered = now, set()
        return self._numbered[1]

    def offers(self, text: str) -> None:
        """List the offers to answer, and those the seat can make, step by step."""
        self.show_offers(text)
        shown = "" if text else one_line_offer.example(self.perspective(self.seat), self.words)
        if shown:
            self.tell("offer-in-one-line", command=glued(shown))

    def show_offers(self, text: str) -> None:
        """List them without saying how to make one in a line."""
        for line in offers.lines(self.drawing(), text):
            self.say(line)

    # Odds

    def odds(self, text: str) -> None:
        if text:
            self._odds_of(self.read(self.match, text))
            return
        seen = self.perspective(self.seat)
        rolling = [each for each in seen.scene(self.lang).choices if each.odds]
        if not rolling:
            self.say(wrap(seen.outlook(self.lang)) or wrap(self.words("odds-none")))
        for choice in rolling:
            if choice.odds is not None:
                self._say_odds(choice.do, choice.odds)

    def _odds_of(self, action: Action) -> None:
        notation = self.match.write(action)
        if self.match.refusal(action, self.seat) is not None:
            reason = self.reason(self.match, action)
            raise BadAnswer(answers.refused(self.match, self.seat, action, reason, self.words))
        found = self.match.odds(action, self.seat)
        if found is None:
            outlook = self.perspective(self.seat).outlook(self.lang, action)
            self.say(wrap(outlook or self.words("odds-none-one", notation=notation)))
        else:
            self._say_odds(notation, found)

    def _say_odds(self, notation: str, odds: tuple[int, int]) -> None:
        self.say(wrap(f"{glued(notation)}: {glued(text_board.chance(odds, self.words))}"))

    # Hints

    def hint(self, _: str) -> None:
        """Show what a bot would do in this seat, knowing only what the seat may know: the whole action.

        What is left of a plan that the seat has begun to play is told again, and no other idea.
        """
        match = self.match
        if not match.legal(self.seat):
            raise BadAnswer(self.words("hint-none"))
        if len(match.legal(self.seat)) == 1:
            self.tell("hint-only")
            return
        found = [] if self.ideas is None else self.ideas.left(match, self.seat, self.lang)
        if not found:
            self.screen.wait(self.moment, self.words("hint-wait"))
            found = hint(match, self.seat, self.lang)
            self.ideas = KeptIdeas(self.seat, self.lang, len(match.rows), found)
        best, *others = found
        # As it can be typed: answers on one line are separated by semicolons.
        notation = "; ".join(glued(each.do) for each in best.plan)
        say = "; ".join(each.say for each in best.plan)
        self.tell("hint-best", notation=notation, say=say, reason=best.reason)
        told = [
            glued(self.words("hint-other", notation=each.plan[0].do, chance=_percent(each.chance)))
            for each in others
        ]
        key = "hint-chances" if told else "hint-chance"
        self.tell(key, chance=glued(_percent(best.chance)), others=", ".join(told))

    # Why not

    def why(self, *parts: str) -> None:
        """Explain whether the last notation is legal, after playing the others on a copy."""
        asked = [" ".join(part.split()) for part in parts if part.strip()]
        if not asked:
            raise BadAnswer(self.words("why-usage", example=glued(self._first(self.match))))
        for line in self._why(asked[:-1], asked[-1]):
            self.say(line)

    def _copy(self) -> Match:
        """A copy to try things on, with dice of its own: the real ones must not be seen.

        It also asks questions with a single answer: to ask why an Exhausted Defender cannot attack, the
        player needs the question.
        """
        copy = self.match.copy(KeyedDice(os.urandom(32)))
        copy.game = _asking_everything(copy.game)
        return copy

    def _calm(self, copy: Match, action: Action) -> bool:
        """Play on a copy; False if dice were rolled or something was revealed, which must not be used."""
        events = copy.play(action, self.seat)
        return not copy.rows[-1].draws and not any(copy.game.tell.kind(event).news for event in events)

    def _why(self, earlier: Sequence[str], last: str) -> list[str]:
        copy = self._copy()
        played: list[str] = []
        for text in earlier:
            action = self.read(copy, text)
            notation = copy.write(action)
            try:
                calm = self._calm(copy, action)
            except Refused as error:
                if error.rule == OTHER_QUESTION:
                    return self._other_question(copy, played, action)
                return [wrap(self.words("why-first", notation=notation, reason=self.reason(copy, action)))]
            played.append(notation)
            if not calm:
                return [wrap(self.words("why-chance", notation=notation))]
        first = "; ".join(played)
        if copy.over:
            return [wrap(self.words("why-over", first=first))]
        action = self.read(copy, last)
        rule = copy.refusal(action, self.seat)
        if rule == OTHER_QUESTION:
            return self._other_question(copy, played, action)
        key = ("why-legal" if rule is None else "why-not") + ("-after" if played else "")
        reason = "" if rule is None else self.reason(copy, action)
        return [wrap(self.words(key, notation=copy.write(action), first=first, reason=reason))]

    def _other_question(self, copy: Match, played: Sequence[str], action: Action) -> list[str]:
        """Describe the question asked instead, and how to look ahead to the one an action belongs to."""
        notation = copy.write(action)
        ask = copy.scene(self.seat, self.lang).ask
        key = "why-other-after" if played else "why-other"
        asked = "" if ask is None else ask.text
        line = self.words(key, notation=notation, first="; ".join(played), question=asked)
        leading = self._leading(copy, action)
        if not leading:
            return [wrap(line)]
        example = self.words("why-example", parts="; ".join([*played, *leading, notation]))
        return [wrap(f"{line} {self.words('why-ahead')}"), wrap(glued(example), "  ")]

    def _leading(self, start: Match, action: Action) -> list[str]:
        """The fewest answers that lead to the question an action belongs to, without chance events."""
        paths: deque[tuple[Match, list[str]]] = deque([(start, [])])
        tried = 0
        while paths and tried < AHEAD:
            match, answered = paths.popleft()
            for answer in match.legal(self.seat):
                copy = match.copy(KeyedDice(os.urandom(32)))
                tried += 1
                if not self._calm(copy, answer) or self.seat not in copy.awaited:
                    continue
                path = [*answered, match.write(answer)]
                rule = copy.refusal(action, self.seat)
                if rule is None or rule not in REASONS:
                    return path
                paths.append((copy, path))
        return []

    # Rules

    def rule(self, ident: str) -> None:
        game = self.match.game
        listing = self.words("rules-command")
        found = rule_pages.entry_id(game, ident or self.match.rule, self.words, listing)
        self.say(rule_pages.entry(game, found, self.words, self.edition))

    def rules(self, ident: str) -> None:
        if ident:
            self.rule(ident)
            return
        for line in rule_pages.index(self.match.game, self.words, self.edition):
            self.say(line)

    def aid(self, _: str) -> None:
        if not self.aid_page:
            raise BadAnswer(self.words("aid-not-here", rules=self.words("rules-command")))
        self.say(paragraphs(self.aid_page))
