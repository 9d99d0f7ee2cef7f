"""Commands during play: help, board, log, odds, why, rules, undo, save and quit."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from garrison.cli import texts
from garrison.cli.screen import text_board
from garrison.core.show.scene import Scene, Tray
from support.fixtures import Register
from support.games import toy
from support.terminal.command import BOTS, Run, itter, only, rows


def test_the_question_is_repeated_after_what_does_not_change_it(garrison: Run) -> None:
    for typed in (
        "help",
        "log",
        "why lee",
        "why",
        "rules",
        "rule",
        "odds",
        "save",
        "board",
        "xyzzy",
        "attack mg@2",
    ):
        out = itter(garrison, typed).out
        after = out[out.index(f"> {typed}") :]
        assert re.search(r"\nWho acts\?.*\n(  \[.*\]\n)?>\n", after), typed
        assert "  1  lee " not in after, typed


def test_a_question_stands_below_what_it_is_about(garrison: Run) -> None:
    out = itter(garrison, "lee", "nt2", "").out
    first, second = re.findall(r"> (?:nt2)?\n((?:.*\n)*?)What does Lee do\?", out)
    for shown in (first, second):
        assert re.search(r"^North Terrace \(.*\)\n  NT2 .*: Lee", shown, re.MULTILINE)
        assert "South Terrace" not in shown


def test_what_a_question_is_about_is_not_drawn_twice(garrison: Run) -> None:
    out = garrison("play", "toy", "--seed", 3, "--players", BOTS, typed="\n").out
    assert out.count("\ncastle (") == 2
    assert out[out.index("\n> \n") :].count("\ncastle (") == 1


def test_a_way_that_joins_another_is_written_to_its_end(garrison: Run) -> None:
    english, italian = itter(garrison).out, itter(garrison, lang="it").out
    assert re.search(r"^Track 3: 3 .* → 13 R → 14 R → 16 R → 21 R → castle$", english, re.MULTILINE)
    way = r"^Track 6: 6 .* → 20 P → 19 P → 17 R → 16 R → 21 R → castle$"
    assert re.search(way, english, re.MULTILINE)
    assert re.search(r"^Percorso 3: 3 .* → 13 Ro → 14 Ro → 16 Ro → 21 Ro → castello$", italian, re.MULTILINE)


def test_squares_are_feminine_in_italian(garrison: Run) -> None:
    out = itter(garrison, lang="it").out
    assert "  Libere: NT2" in out
    assert "Liberi" not in out


def test_help_shows_how_to_ask_why(garrison: Run) -> None:
    out = itter(garrison, "help").out
    forbidden, ahead = re.findall(r"^    why (.*)$", out, re.MULTILINE)
    assert ahead == "lee; place nt2"
    assert re.search(r"\(ITP-[\w.]+\)", itter(garrison, f"why {forbidden}").flat)
    assert "place nt2 would be allowed after lee." in itter(garrison, f"why {ahead}").out


def wordy(file: str) -> str:
    """The texts a game may have."""
    found = toy.WORDS.text(file)
    if file.startswith("words"):
        return 'terms.intro = "Night falls."\nterms.help-actions = "dare: climb."\n' + found
    return found


def test_texts_of_the_game_at_the_start_and_in_help(garrison: Run, register: Register) -> None:
    register(toy.vary(toy.TOY, text=wordy))
    out = garrison("play", "toy", "--seed", 3, "--players", BOTS, typed="help\nhold\n").out
    assert out.count("\nNight falls.\n") == 1
    assert out.index("Night falls.") < out.index("\ncastle (") < out.index("\ndare: climb.\n")
    assert "Night falls." not in garrison("resume").out


def test_the_set_up_is_told_in_the_log_only(garrison: Run) -> None:
    out = garrison("play", "toy", "--seed", 3, "--players", BOTS, typed="log\n").out
    assert "You took" not in out[: out.index("> log")]
    assert out[out.index("> log") :].count("You took") == 3


def test_why_of_another_question_says_what_is_asked_and_how_to_look_ahead(garrison: Run, home: Path) -> None:
    out = itter(garrison, "why attack mg@2", "why lee; attack mg@2", "why place k1; pass").out
    flat = " ".join(out.split())
    assert "attack mg@2 answers a different question from the one being asked now: Who acts?" in flat
    assert out.count("\n  why lee; place nt2; attack mg@2\n") == 2
    assert "attack mg@2 answers a different question from the one that follows lee: Where does Lee" in flat
    assert "\n  why lee; place k1\n" in out
    assert rows(only(home)) == []
    italian = itter(garrison, "perché attack mg@2", lang="it").out
    assert "\n  perché lee; place nt2; attack mg@2\n" in italian


def test_why_shows_no_example_that_would_need_dice(garrison: Run) -> None:
    out = itter(garrison, "lee; nt2", "why spend 1").out
    assert "spend 1 answers a different question" in out
    assert not re.search(r"^  why ", out, re.MULTILINE)


@pytest.mark.parametrize("typed", ["rule AMB-41", "rule amb-41", "rules AMB-41"])
def test_a_ruling_can_be_read_in_play(garrison: Run, typed: str) -> None:
    out = itter(garrison, typed).out
    shown = out[out.index(f"> {typed}\n") :]
    assert re.search(r"^AMB-41  \S.*\n(.*\n)*?  \S", shown, re.MULTILINE)
    assert "AMB-42" not in shown


def test_an_unknown_rule_names_near_ones_and_how_to_list(garrison: Run) -> None:
    out = itter(garrison, "rule ITP-2.2z", "rule xyzzy").flat
    assert "no rule or ruling 'ITP-2.2z'. Similar ids: ITP-2.2" in out
    assert out.count("To list them all: rules ") == 2


def test_rules_lists_ids_with_titles(garrison: Run) -> None:
    out = itter(garrison, "rules").out
    assert re.search(r"^  ITP-2\.2a  \S", out, re.MULTILINE)
    assert re.search(r"^  AMB-41  \S", out, re.MULTILINE)
    assert re.search(r"^  AMB-41  \S", itter(garrison, "regole", lang="it").out, re.MULTILINE)


def test_help_names_every_command(garrison: Run) -> None:
    out = itter(garrison, "help").out
    for command in ("board", "log", "undo", "odds", "why", "rule", "save", "quit"):
        assert re.search(rf"^- {command}", out, re.MULTILINE)


def test_the_table_is_drawn_at_the_start_and_when_asked_for(garrison: Run) -> None:
    heading = "South Terrace (Defence: 6)"
    assert itter(garrison, "lee", "nt2").out.count(heading) == 1
    assert itter(garrison, "lee", "board").out.count(heading) == 2


def test_a_new_turn_shows_what_has_changed_on_the_table(garrison: Run) -> None:
    out = itter(garrison, "lee; nt2; attack rifleman@5; pass; pass; pass; pass", "board").out
    turn = out[out.index("Turn 2 begins.") : out.index("> board")]
    assert re.search(r"^Turn: 2; ", turn, re.MULTILINE)
    assert "Only what has changed on the table is shown; to see all of it: board\n" in turn
    assert "\nSouth Terrace (Defence: 6)\n" not in turn
    assert "\nSouth Terrace (Defence: 6)\n" in out[out.index("> board") :]
    tracks = re.findall(r"^Track (\d+): ", turn, re.MULTILINE)
    assert 0 < len(tracks) < 11


def test_a_tray_that_has_become_empty_is_told_once() -> None:
    board, words = toy.TOY.show.board({"edition": "plain"}, "en"), texts.words("en")
    full, empty = (
        text_board.Drawing(board, Scene((), (Tray("supply", "Supply", inside),), ()), words)
        for inside in ("three", "")
    )
    assert full.emptied(full.lines()) == []
    assert empty.emptied(full.lines()) == ["Supply: 0"]
    assert empty.emptied([*empty.lines(), "Supply: 0"]) == []


def test_the_table_is_not_drawn_again_after_an_answer(garrison: Run) -> None:
    """Only the part that the question is about, and of that only what is different."""
    out = itter(garrison, "lee", "nt2", "suppress purple=2", "basse", "nt3").out
    assert out.count("North Terrace (Defence: 6)\n") == 3
    assert out.count("South Terrace (Defence: 6)\n") == 1
    last = out[out.index("> nt3") :]
    assert "  NT3 (P 3): Basse" in last
    assert "  NT2 (P 2): Lee [1/2 CT] (Exhausted, Action token)\n" in last
    assert "Empty: NT5" in last
    assert out[out.index("> nt2") :].count("NT2 (P 2): Lee [1/2 CT]") == 2


def test_a_part_of_the_table_can_be_looked_at_alone(garrison: Run) -> None:
    out = itter(garrison, "lee; k1", "board Great h").out
    assert out.count("Great Hall (Defence: 6)") == 2
    assert out.count("Gate House (Defence: 6)") == 1
    assert "The table has no part 'moat'" in itter(garrison, "board moat").out


def test_the_table_shows_squares_pieces_tracks_and_trays(garrison: Run) -> None:
    out = itter(garrison, "lee; k1", "board").out
    assert "  K1 (R 1): Lee [1/2 CT]" in out
    assert "  Empty: K2 (R 2); K3 (RG 3); K4 (RP 4)" in out
    assert re.search(r"^Supply: .*Basse \[1/2 CT\]", out, re.MULTILINE)
    assert "Turn: 1; " in out


def test_odds_stand_beside_choices_and_can_be_asked_for(garrison: Run) -> None:
    out = itter(garrison, "lee; nt2", "odds", "odds attack rifleman@6", "odds suppress purple=2").out
    assert re.search(r"attack rifleman@5 +Attack .*: 2 of 3, 67 %", out)
    assert "\nattack rifleman@6: 2 of 3, 67 %\n" in out
    assert "suppress purple=2 has no odds: it is not a roll that succeeds or fails." in out


def test_odds_of_what_is_not_allowed_are_not_told(garrison: Run) -> None:
    assert "Not allowed: attack mg@2." in itter(garrison, "lee; nt2", "odds attack mg@2").out


def test_odds_where_nothing_rolls(garrison: Run) -> None:
    assert (
        "No choice here has odds: none of them is a single roll that succeeds or fails."
        in itter(garrison, "odds").out
    )


def test_why_names_the_rule_in_words(garrison: Run) -> None:
    out = itter(garrison, "lee; nt2", "why attack mg@2").out
    assert re.search(r"attack mg@2: [A-Z].*\(ITP-2\.2a\)", out.replace("\n", " "))


def test_why_of_something_allowed_says_so(garrison: Run) -> None:
    assert "lee is allowed now." in itter(garrison, "why lee").out


def test_why_looks_ahead_without_playing(garrison: Run, home: Path) -> None:
    out = itter(garrison, "why lee; place k1", "why lee; place c1", "why place k1; pass").out
    assert "place k1 would be allowed after lee." in out
    assert re.search(r"place c1 after lee: .*\(ITP-", out.replace("\n", " "))
    assert rows(only(home)) == []


def test_why_does_not_look_at_dice_or_hidden_cards(garrison: Run, home: Path) -> None:
    out = itter(garrison, "lee; nt2", "why attack rifleman@5; attack rifleman@6").out.replace("\n", " ")
    assert "attack rifleman@5 rolls dice or reveals something new" in out
    assert len(rows(only(home))) == 2


def test_why_without_a_notation_gives_an_example(garrison: Run) -> None:
    assert "for example: why lee." in itter(garrison, "why", "why ;").out
    assert "'xyzzy' is not one of the choices" in itter(garrison, "why xyzzy").out


def test_rule_shows_the_rule_of_the_question_or_the_one_named(garrison: Run) -> None:
    out = itter(garrison, "rule", "rule itp-2.2a").out
    assert re.search(r"^ITP-2\.0a  \S", out, re.MULTILINE)
    assert re.search(r"^ITP-2\.2a  \S", out, re.MULTILINE)


def test_log_looks_back_as_far_as_told(garrison: Run) -> None:
    out = itter(garrison, "lee; nt2", "log 1").out
    assert "2  Defender: place nt2\n    Lee takes position on NT2.\n" in out
    assert "1  Defender: lee" not in out
    assert "log needs the number of rows" in itter(garrison, "log x").out


def test_the_log_of_a_seat_does_not_count_what_it_was_not_told(garrison: Run) -> None:
    out = garrison("play", "toy", "--seed", 3, "--players", BOTS, typed="2\nlog 50\n").out
    log = out[out.index("> log 50") :]
    assert "Anna: commit" in log
    assert not re.search(r"^\d", log, re.MULTILINE)
    assert "Bruno: " not in log.replace("Bruno: hand", "")


def test_undo_takes_an_answer_back_and_is_a_row_of_the_record(garrison: Run, home: Path) -> None:
    out = itter(garrison, "lee; nt2", "undo", "undo", "undo").out
    assert "Undone: place nt2." in out
    assert "Undone: lee." in out
    assert "Nothing was undone: there is nothing to undo.\n" in out
    assert rows(only(home)) == ["defender lee", "defender place nt2", "undo 1 defender", "undo 0 defender"]


def test_undo_reaches_behind_the_dice_if_one_insists_and_a_replay_says_so(garrison: Run, home: Path) -> None:
    out = itter(garrison, "lee; nt2; attack rifleman@5", "undo", "undo 2", "undo yes").out
    assert "Nothing was undone: dice have been rolled" in out
    assert "To take it back all the same, type: undo yes." in out.replace("\n", " ")
    assert "'2' is not a yes, so nothing was undone." in out
    assert "Taken back all the same." in out
    assert rows(only(home))[-1] == "undo 2 defender"
    assert "4  undone all the same, back to row 2" in garrison("replay", only(home)).out


def test_who_insists_without_need_undoes_as_usual(garrison: Run) -> None:
    assert "Undone: lee." in itter(garrison, "lee", "undo yes").out


def test_against_a_bot_one_may_insist_on_an_undo_as_well(garrison: Run, home: Path) -> None:
    typed = "load boulder\nundo\nundo yes\nquit\n"
    out = garrison("play", "siege", "--seed", 3, "--players", "me,sound", typed=typed).out
    assert "type: undo yes" in out.replace("\n", " ")
    assert rows(only(home))[-1].startswith("undo ")
    assert rows(only(home))[-1].endswith(" attacker defender")


def test_save_says_where(garrison: Run, home: Path) -> None:
    out = itter(garrison, "save").out
    assert f"The game is kept in {only(home)}; every row" in out[out.index("> save") :].replace("\n", " ")


def test_an_empty_line_shows_the_choices_again(garrison: Run) -> None:
    assert itter(garrison, "", "lee").out.count("  1  lee ") == 2
    assert itter(garrison, "save", "lee").out.count("  1  lee ") == 1


@pytest.mark.parametrize("typed", ["quit\nlee\n", "", "exit\n", "help\nquit"])
def test_quit_and_the_end_of_input_leave_a_saved_game(garrison: Run, home: Path, typed: str) -> None:
    done = garrison("play", "itter", typed=typed)
    assert (done.status, done.err) == (0, "")
    assert done.flat.endswith("To continue from here: garrison resume")
    assert rows(only(home)) == []


def test_italian_commands_and_sentences(garrison: Run, home: Path) -> None:
    out = itter(
        garrison, "aiuto", "lee; nt2", "perché attack mg@2", "annulla", "registro", "esci", lang="it"
    ).out
    assert "In ogni momento puoi anche scrivere" in out
    assert "Annullata: place nt2." in out
    assert "riprenderla da qui:" in " ".join(out.split())
    assert out.endswith("\n  garrison resume\n")
    assert "su 3, 67 %" in out
    assert rows(only(home))[-1] == "undo 1 defender"
