"""A whole game of three people, kept as a record: nearly everything that the rules know happens in it."""

from garrison.core import record
from support import paths

HAPPENED = {
    "made", "offered", "declined", "traded", "crossed", "marker", "confiscated", "lost", "threatened",
    "saved", "appel", "forewarned", "refused", "general_search", "opened", "entered", "discovered",
    "collapsed", "lured", "escaped", "kit_gone", "arrested", "released", "drove_off", "last_turns", "ended",
}  # fmt: skip


def test_the_record_of_a_whole_game_has_a_trade_an_interrupt_a_tunnel_and_an_appel():
    match = record.replay(record.open_file(paths.RECORDS / "colditz-1-modern-3.txt"))
    told = {event[1] for row in range(len(match.rows)) for event in match.events(row)}
    assert told >= HAPPENED
    assert match.result is not None
    assert match.result.how == "held"


HAPPENED_IN_CLASSIC = {
    "made", "offered", "declined", "traded", "crossed", "rooms_opened", "threatened", "saved", "appel",
    "forewarned", "refused", "card_shown", "entered", "denied", "allowed", "detected", "missed", "lured",
    "released", "exemption_over", "arrested", "escaped", "dared", "ran", "team_out", "closed_again", "ended",
}  # fmt: skip


def test_the_record_of_a_whole_classic_game_has_two_runs_of_do_or_die():
    match = record.replay(record.open_file(paths.RECORDS / "colditz-1-classic-3.txt"))
    told = [event[1] for row in range(len(match.rows)) for event in match.events(row)]
    assert {*told} >= HAPPENED_IN_CLASSIC
    assert (told.count("dared"), told.count("team_out")) == (2, 1)
    assert match.result is not None
    assert (match.result.how, match.result.won) == ("first", (0,))
