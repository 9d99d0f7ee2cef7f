"""The frames, logs and undos that a seat is sent of a match."""

from __future__ import annotations

import pytest

import garrison
from garrison.core import registry
from garrison.core.dice import KeyedDice, ScriptedDice, seed_key
from garrison.core.errors import UNDO_DRAW, UNDO_NOTHING, UNDO_UNSEEN, Damaged, GameOver, Refused
from garrison.core.match import Match
from garrison.core.record import parse, replay
from garrison.core.show.perspective import Perspective
from garrison.core.state import ARBITER, SPECTATOR
from support.fixtures import NewToy, Register
from support.games.toy import TOY, vary
from support.games.toy_warren import WARREN


def play(match: Match, *said: str) -> None:
    for each in said:
        who, _, notation = each.partition(" ")
        match.play(notation, match.seats.index(who))


def frames(match: Match, seat: int) -> list[int]:
    """The rows a seat knows of."""
    return Perspective(match, seat).rows


def test_a_seat_counts_its_own_rows_and_those_it_was_told_of(new_toy: NewToy) -> None:
    match = new_toy()
    play(match, "anna offer left 12", "carla hold", "bruno decline right", "bruno hold", "anna hold")
    assert frames(match, 2) == [0, 2, 5]
    assert frames(match, 0) == [0, 1, 3, 5]
    assert frames(match, SPECTATOR) == [0, 5]
    assert frames(match, ARBITER) == [0, 1, 2, 3, 4, 5]


def reconsidered(match: Match, thing: str) -> tuple[int, str] | None:
    """The row that a click goes back to, and what it chooses there."""
    found = Perspective(match, 0).instead(thing)
    return found and (found.row, "" if found.action is None else match.write(found.action))


def test_a_click_on_an_earlier_answer_changes_it_until_something_is_new() -> None:
    match = garrison.new("itter", seed=1)
    assert reconsidered(match, "lee") is None
    match.play("lee")
    assert reconsidered(match, "basse") == (0, "basse")
    assert reconsidered(match, "lee") == (0, "")
    assert reconsidered(match, "clemenceau") is None
    match.play("place g4")
    assert reconsidered(match, "g2") == (1, "place g2")
    assert reconsidered(match, "g4") == (1, "")
    assert reconsidered(match, "lee") == (0, "")
    assert reconsidered(match, "basse") == (0, "basse")
    match.play("suppress black=2")
    assert reconsidered(match, "lee") is None  # that was another action
    match.play("basse")
    assert reconsidered(match, "seiner") == (3, "seiner")
    match.play("place g2")
    match.play("attack rifleman@9")
    assert reconsidered(match, "basse") is None


def test_nobody_changes_his_mind_where_others_may_have_acted_unseen(register: Register) -> None:
    game = register(vary(TOY, subjects=lambda _: ("leader",)))
    match = Match(game, {"edition": "plain"}, ScriptedDice([6]))
    play(match, "anna hold", "bruno hold", "carla hold", "anna bid x=1")
    assert reconsidered(match, "wall") is None
    alone = register(vary(game, anytime=None))
    match = Match(alone, {"edition": "plain"}, ScriptedDice([6]))
    play(match, "anna hold", "bruno hold", "carla hold", "anna bid x=1")
    assert reconsidered(match, "wall") == (3, "")


def test_a_sealed_answer_is_not_taken_back_alone_not_even_among_bots(new_toy: NewToy) -> None:
    match = new_toy()
    play(match, "anna hold")
    assert Perspective(match, 0, alone=True).undo_reach() is None
    with pytest.raises(Refused) as refused:
        Perspective(match, 0, alone=True).undo()
    assert refused.value.rule == UNDO_UNSEEN


def test_an_undo_past_dice_names_who_took_them_back() -> None:
    match = garrison.new("itter", seed=1)
    for each in ("lee", "place g4"):
        match.play(each)
    match.undo()
    assert Perspective(match, 0).log("en")[-1].agreed == ()
    match.play("place g2")
    match.play("attack rifleman@9")
    match.undo(0, consent=(0,))
    assert [match.took_back_more(number) for number in (3, 6)] == [False, True]
    assert Perspective(match, 0).log("en")[-1].agreed == ("defender",)
    again = replay(parse(match.record()))
    assert Perspective(again, 0).log("en")[-1].agreed == ("defender",)
    match.undo(0, to=1)
    assert Perspective(match, 0).log("en")[-1].agreed == ()


def test_a_perspective_follows_its_match(new_toy: NewToy) -> None:
    match = new_toy()
    perspective = Perspective(match, 0)
    assert perspective.count == 1
    play(match, "anna hold")
    assert perspective.count == 2


def test_a_seat_is_told_what_it_heard_in_its_language(new_toy: NewToy) -> None:
    match = new_toy()
    play(match, "anna offer left 12")
    assert [step.say for step in Perspective(match, 1).frame("en").steps] == ["Anna offers Bruno lantern 12."]
    assert [step.say for step in Perspective(match, 1).frame("it").steps] == [
        "Anna offre a Bruno la lanterna 12."
    ]
    assert "12" not in repr(Perspective(match, 2).log("en"))


def test_a_roll_shows_its_dice(new_toy: NewToy) -> None:
    match = new_toy(dice=[6, 1])
    play(match, "anna hold", "bruno hold", "carla hold", "anna bid x=1", "anna dare 2")
    rolled = next(step for step in Perspective(match, 2).frame("en").steps if step.gesture == "roll")
    assert rolled.dice == (6, 1)
    assert rolled.kind == "rolled"


def test_a_log_has_headings_signs_and_the_number_a_die_must_reach(new_toy: NewToy) -> None:
    match = new_toy(dice=[6, 1])
    play(match, "anna hold", "bruno hold", "carla hold", "anna bid x=2", "anna dare 2")
    perspective = Perspective(match, 2)
    begins = perspective.moment(1, "it").steps[-1]
    assert (begins.heading, begins.level, begins.passing) == ("Ora 1", 1, True)
    rolled, reached, *_ = perspective.frame("it").steps
    assert (rolled.heading, rolled.level, rolled.sign, rolled.need) == ("La salita", 2, "dice", 5)
    assert rolled.say[rolled.dice_at :].startswith("6 1")
    assert (reached.heading, reached.level, reached.sign, reached.dice_at, reached.need) == (
        "",
        0,
        "hit",
        -1,
        0,
    )


def test_who_waits_is_told_who_decides_what(new_toy: NewToy) -> None:
    match = new_toy()
    play(match, "anna hold")
    asked = Perspective(match, 0).scene("en").ask
    assert asked is not None
    assert asked.waiting == "{0} are choosing a lantern"
    assert asked.who == ("Bruno", "Carla")
    told = [Perspective(match, seat).told_scene("it").ask for seat in (0, 1)]
    assert [ask.text for ask in told if ask] == [
        "Bruno, Carla scelgono una lanterna.",
        "Quale lanterna mostri?",
    ]
    play(match, "bruno hold", "carla hold")
    waiting = [Perspective(match, SPECTATOR).told_scene(lang).ask for lang in ("en", "it")]
    assert [ask.text for ask in waiting if ask] == ["Anna is deciding.", "Anna decide."]
    play(match, "anna bid x=1")
    later = Perspective(match, SPECTATOR).told_scene("en").ask
    assert later is not None
    assert later.text == "Anna is choosing the dice for 100 pence."


def test_who_comes_back_is_told_what_was_missed(new_toy: NewToy) -> None:
    match = new_toy()
    play(match, "anna hold", "bruno hold", "carla hold", "anna bid x=1")
    perspective = Perspective(match, 0)
    first = perspective.frame("en", have=0)
    assert first.n == perspective.count
    assert [moment.n for moment in first.past] == list(range(1, first.n))
    assert perspective.frame("en", have=first.n - 1).past == ()
    assert perspective.frame("en", have=first.n).steps == ()
    assert perspective.frame("en").past == ()


def test_a_question_keeps_its_number_while_others_answer(new_toy: NewToy) -> None:
    match = new_toy()
    before = Perspective(match, 0).frame("en").ask
    play(match, "bruno hold", "carla hold")
    assert Perspective(match, 0).frame("en").ask == before
    play(match, "anna hold")
    assert Perspective(match, 0).frame("en").ask != before


def test_looking_back_shows_the_moment_and_offers_nothing(new_toy: NewToy) -> None:
    match = new_toy()
    play(match, "anna hold", "bruno hold", "carla hold", "anna bid x=1")
    perspective = Perspective(match, 0)
    was = match.at(0).scene(0)
    then = perspective.look_back(1, "en")
    assert then.scene.pieces == was.pieces
    assert then.scene.ask == was.ask
    assert (then.scene.choices, then.scene.form, then.ask, then.undo) == ((), None, None, None)
    assert match.scene(0).pieces == perspective.frame("en").scene.pieces


def plain(*dice: int) -> Match:
    """The Night Watch without offers, so that nobody acts unseen but in a window."""
    return Match(vary(TOY, anytime=None), {"edition": "plain"}, ScriptedDice(dice))


def barred(perspective: Perspective, n: int | None = None) -> str:
    with pytest.raises(Refused) as caught:
        perspective.undo(n)
    return caught.value.rule


def test_a_seat_goes_back_as_far_as_nothing_was_learned() -> None:
    match = plain(1)
    perspective = Perspective(match, 0)
    assert perspective.frame("en").undo is None
    play(match, "anna hold", "bruno hold", "carla hold")
    assert perspective.frame("en").undo is None
    play(match, "anna bid x=1")
    asked = perspective.frame("en")
    assert asked.undo == asked.n - 1
    perspective.undo(asked.undo)
    after = perspective.frame("en")
    assert (after.n, after.back, after.agreed) == (asked.n + 1, asked.n - 1, ())
    assert after.ask not in (None, asked.ask)
    play(match, "anna bid x=2", "anna dare 1")
    assert perspective.frame("en").undo is None
    assert barred(perspective) == UNDO_DRAW


def test_no_undo_tells_whether_others_have_answered() -> None:
    """While a window is open nobody goes back alone, nor afterwards into it, whoever answered last."""
    for order in ("bruno carla anna", "anna bruno carla", "bruno anna carla"):
        match = plain(6)
        perspective = Perspective(match, 0)
        for seat in order.split():
            play(match, f"{seat} hold")
            assert perspective.undo_reach() is None
        assert barred(perspective) == UNDO_UNSEEN
        play(match, "anna bid x=1")
        assert perspective.undo_reach() == perspective.count - 1
        assert barred(perspective, 1) == UNDO_UNSEEN


def test_where_there_are_offers_nobody_goes_back_alone(new_toy: NewToy) -> None:
    match = new_toy(dice=(6,))
    play(match, "anna hold", "bruno hold", "carla hold", "anna bid x=1")
    told = Perspective(match, 0).undo_reach(), barred(Perspective(match, 0))
    assert told == (None, UNDO_UNSEEN)
    play(match, "bruno offer left 11")
    assert (Perspective(match, 0).undo_reach(), barred(Perspective(match, 0))) == told


def test_going_back_by_consent_names_who_agreed(new_toy: NewToy) -> None:
    match = new_toy(dice=(6,))
    play(match, "anna hold", "bruno hold", "carla hold", "anna bid x=1")
    goal = Perspective(match, 0).goal(None)
    match.undo(0, goal, (1, 2))
    for seat in (0, 1, SPECTATOR):
        moment = Perspective(match, seat).log("en")[-1]
        assert moment.agreed == ("anna", "bruno", "carla")
        assert moment.back == Perspective(match, seat).frame_of(goal)


@pytest.mark.parametrize("n", [0, -1, 99])
def test_there_is_no_going_back_to_a_frame_that_is_not_there(new_toy: NewToy, n: int) -> None:
    match = new_toy()
    play(match, "anna hold", "bruno hold", "carla hold", "anna bid x=1")
    with pytest.raises(Refused) as caught:
        Perspective(match, 0).undo(n)
    assert caught.value.rule == UNDO_NOTHING


def test_who_saw_nothing_of_it_sees_no_undo_either(new_toy: NewToy) -> None:
    match = new_toy()
    play(match, "bruno hold")
    match.undo(1)
    assert [moment.back for moment in Perspective(match, 1).log("en")] == [None, None, 1]


def test_the_end_is_told_with_the_names_of_who_won(new_toy: NewToy) -> None:
    match = new_toy(seed=3)
    while not match.over:
        match.play(match.legal()[0])
    frame = Perspective(match, 0).frame("en")
    assert frame.result is not None
    assert match.result is not None
    assert frame.result.won == tuple(match.seats[seat] for seat in match.result.won)
    assert frame.ask is None
    assert Perspective(match, 0).look_back(1, "en").result is None


def test_a_question_keeps_its_number_when_an_unseen_answer_is_taken_back(new_toy: NewToy) -> None:
    match = new_toy()
    before = Perspective(match, 0).frame("en")
    play(match, "bruno hold")
    match.undo(1)
    assert Perspective(match, 0).frame("en") == before


def test_nothing_is_taken_back_once_the_game_is_over(new_toy: NewToy) -> None:
    """By then the key is known: who went on would know the dice."""
    for seed in range(40):
        match = new_toy(seed=seed)
        while not match.over:
            match.play(match.legal()[0])
        last = match.rows[-1]
        assert Perspective(match, last.seat).frame("en").undo is None
        for consent in ((), (0, 1, 2)):
            with pytest.raises(GameOver):
                match.undo(last.seat, consent=consent)
        if not last.draws:
            return
    pytest.fail("no game ended without dice: the case was not met")


def test_a_record_that_goes_on_after_the_end_is_damaged(new_toy: NewToy) -> None:
    match = new_toy(seed=3)
    while not match.over:
        match.play(match.legal()[0])
    lines = match.record().splitlines()[:-1]
    number = len(match.rows)
    with pytest.raises(Damaged, match="the game was over"):
        replay(parse("\n".join([*lines, f"{number} undo {number - 2} anna bruno carla", ""])))


def test_what_was_undone_before_makes_no_undo_known(new_toy: NewToy) -> None:
    """A seat that saw one row taken back hears nothing of another that it never saw."""
    match = new_toy()
    play(match, "anna commit 12", "bruno hold", "carla hold", "anna bid x=1")
    match.undo()
    seen = Perspective(match, 2).count
    play(match, f"anna offer left {match.view()['hands']['anna'][0]}")
    match.undo(0, consent=(0, 1, 2))
    assert Perspective(match, 2).count == seen
    assert [Perspective(match, seat).log("en")[-1].back for seat in (0, 1)] == [3, 3]


def test_what_stands_is_what_was_not_taken_back(new_toy: NewToy) -> None:
    match = new_toy()
    play(match, "anna commit 12", "bruno hold", "carla hold", "anna bid x=1")
    match.undo()
    play(match, "anna bid x=2")
    carla, arbiter = Perspective(match, 2), Perspective(match, ARBITER)
    assert (carla.rows, carla.standing) == ([0, 3, 4, 5, 6], [1, 2, 5])
    assert [arbiter.rows[n - 1] for n in arbiter.standing] == list(match.line)
    assert [n for n in range(1, carla.count + 1) if carla.back(n)] == [4]
    assert arbiter.complete
    assert not carla.complete


def test_a_seat_is_told_what_it_did_itself_and_the_arbiter_what_all_did(new_toy: NewToy) -> None:
    match = new_toy()
    play(match, "anna commit 12", "bruno hold")
    actions = {
        seat: [
            (found[0], match.write(found[1])) if (found := perspective.action(n)) else None
            for n in range(1, perspective.count + 1)
        ]
        for seat in (0, 1, 2, ARBITER)
        for perspective in [Perspective(match, seat)]
    }
    anna, bruno = (0, "commit 12"), (1, "hold")
    assert actions == {0: [None, anna], 1: [None, bruno], 2: [None], ARBITER: [None, anna, bruno]}


def test_a_brief_log_leaves_out_what_only_leads_to_the_next_thing() -> None:
    match = Match(WARREN, registry.settle(WARREN, {}), KeyedDice(seed_key(1)))
    match.play("pick 1")
    seen = Perspective(match, 1)
    (chosen,) = seen.log_lines([seen.count], "en")
    assert chosen == "Guard 1 is to move."
    match.play(match.legal()[0])
    seen = Perspective(match, 1)
    brief, whole = (
        seen.log_lines(range(1, seen.count + 1), "en"),
        [line for n in range(1, seen.count + 1) for line in seen.sentences(n, "en")],
    )
    assert chosen in whole
    assert brief == [line for line in whole if line != chosen]
    assert any(line.startswith("Round 1") for line in brief)
