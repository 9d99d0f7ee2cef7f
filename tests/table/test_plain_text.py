"""Names and remarks: what reads alike is alike, and nothing invisible or piled up is in them."""

from __future__ import annotations

import unicodedata

import pytest

from garrison.core.limits import NAME_CHARACTERS
from garrison.table.plain_text import MARKS, name, remark

INVISIBLE = [
    *("\u3164", "\u115f", "\u1160", "\uffa0", "\u00ad", "\u034f", "\u200b", "\u2060", "\ufeff", "\u2800"),
    *("\u17b4", "\u180e", "\u061c", "\u202e", "\u2066", "\u2028", "\0", "\x1b", "\x7f", "\x9b", "\n"),
    *("\u2065", "\ufff0", "\U000e0002", "\U0001d159", "\uffff"),
    *("\U000e0061", "\U0001d173", "\ue000", "\ufe0f", "\U000e0100"),
]


@pytest.mark.parametrize("sign", INVISIBLE, ids=[f"U+{ord(each):04X}" for each in INVISIBLE])
def test_what_cannot_be_seen_is_in_no_name_and_no_remark(sign: str) -> None:
    for text in (f"Anna{sign}", f"{sign}Anna", f"An{sign}na", sign):
        for form in (name, remark):
            with pytest.raises(ValueError, match="invisible"):
                form(text)


def test_joiners_are_only_where_they_are_seen() -> None:
    family, rainbow = "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f3f3\ufe0f\u200d\U0001f308"
    for text in (family, rainbow, "علی\u200cرضا", "ශ්\u200dරී", "क्\u200dष"):
        assert remark(text) == name(text) == text
    for text in ("An\u200cna", "A\u200dnna", "А\u200dнна", "李\u200c雷"):
        with pytest.raises(ValueError, match="invisible"):
            name(text)
    for text in ("Anna\u200d", "\u200cAnna", "An\u200d\u200dna", "An \u200dna"):
        with pytest.raises(ValueError, match="invisible"):
            remark(text)


def test_the_same_letters_are_the_same_name_however_they_are_written() -> None:
    composed = "Ä\u1ec7nna é"
    assert name(unicodedata.normalize("NFD", composed)) == name(composed) == composed
    assert name(" Anna\u00a0\u3000 Lena\u2003") == "Anna Lena"
    assert name(" ") == name("") == ""
    assert remark(unicodedata.normalize("NFD", "schön")) == "schön"
    assert remark("  two  spaces ") == "  two  spaces "
    with pytest.raises(ValueError, match="blank"):
        remark(" \u3000 ")


@pytest.mark.parametrize(
    "text", ["Änna ☃", "O'Brien", "李小龍", "عمر", "שָׁלוֹם", "ไม้เอก", "ज़ोया", "❤️", "4️⃣ 👍🏽", "Zoë", "İzmir"]
)
def test_names_of_all_scripts_are_names(text: str) -> None:
    assert name(text) == unicodedata.normalize("NFC", text)


def test_marks_are_not_piled_up() -> None:
    pile = "a" + "\u0318" * MARKS
    assert name(pile) == pile
    for text in (pile + "\u0318", "b" + "\u0489" * 20, "\u0301x", " \u0301"):
        for form in (name, remark):
            with pytest.raises(ValueError, match="marks"):
                form(text)


def test_a_name_stays_as_short_as_names_are() -> None:
    longer = "\u0958" * NAME_CHARACTERS  # two signs each in its normal form
    assert len(unicodedata.normalize("NFC", longer)) > NAME_CHARACTERS
    with pytest.raises(ValueError, match=f"{NAME_CHARACTERS} characters"):
        name(longer)
