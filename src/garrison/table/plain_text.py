"""The names and remarks of people: one line in one spelling, with nothing in it that cannot be seen.

Otherwise one player could take a name that looks like another's, or spread over the lines of others.
"""

from __future__ import annotations

from collections.abc import Callable
from unicodedata import category, normalize
from unicodedata import name as script

from garrison.core.limits import CHAT_CHARACTERS, NAME_CHARACTERS

MARKS = 4
"""Most accents and other marks on one sign; Hebrew and Thai need three."""
_UNSEEN = ("Cc", "Cf", "Cn", "Cs", "Co", "Zl", "Zp")
"""Categories of signs that steer, that nobody has assigned, or that everybody sees in another way."""
_BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\ufffc\U0001d159"
"""Signs of other categories that show nothing."""
_JOINERS = "\u200c\u200d"
"""Needed in the middle of Persian and Indian words and of some pictures."""
_JOINED = (
    "ARABIC",
    "BENGALI",
    "DEVANAGARI",
    "GUJARATI",
    "GURMUKHI",
    "KANNADA",
    "KHMER",
    "MALAYALAM",
    "MONGOLIAN",
    "MYANMAR",
    "ORIYA",
    "SINHALA",
    "TAMIL",
    "TELUGU",
)
"""Scripts in which a joiner is seen, so that a name may have one."""
_WITH_PICTURES = "#*0123456789"
"""Signs that a variation selector turns into pictures, besides symbols."""


def name(text: str) -> str:
    """A person's name in its one spelling; raises ValueError."""
    found = _checked(text, NAME_CHARACTERS, _joined)
    return " ".join(found.split())


def remark(text: str) -> str:
    """A person's words to others; raises ValueError."""
    found = _checked(text, CHAT_CHARACTERS, _shown)
    if found.isspace():
        raise ValueError("a text must not be blank")
    return found


def _checked(text: str, most: int, joins: Callable[[str], bool]) -> str:
    found = normalize("NFC", text)
    if len(found) > most:
        raise ValueError(f"a text has at most {most} characters here")
    marks, before = MARKS, ""
    for sign, after in zip(found, f"{found[1:]} ", strict=False):
        if not _seen(sign, before, after, joins):
            raise ValueError("a text must be one line without invisible characters")
        marks = marks + 1 if category(sign)[0] == "M" else 0
        if marks > MARKS or (marks and before.isspace()):
            raise ValueError(f"a text has at most {MARKS} accents or other marks on one character")
        before = sign
    return found


def _seen(sign: str, before: str, after: str, joins: Callable[[str], bool]) -> bool:
    """True if a sign shows itself, or is needed where it stands."""
    if sign in _JOINERS:
        return joins(before) and joins(after)
    if _selects(sign):
        return bool(before) and (before in _WITH_PICTURES or category(before)[0] == "S")
    return category(sign) not in _UNSEEN and sign not in _BLANKS


def _shown(sign: str) -> bool:
    """True for all that a joiner can join."""
    return bool(sign) and category(sign)[0] in "LMNS"


def _joined(sign: str) -> bool:
    """True for all that a joiner visibly joins: letters of some scripts, and pictures."""
    return bool(sign) and (
        category(sign) in ("So", "Sk") or _selects(sign) or script(sign, "").startswith(_JOINED)
    )


def _selects(sign: str) -> bool:
    """True for a variation selector."""
    return "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"
