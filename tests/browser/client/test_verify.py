"""The page's own verification of the dice, run in Node: it agrees with Python and notices forgeries."""

from __future__ import annotations

import hashlib
import json
import random
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

import garrison
from garrison.core import record
from support import paths
from tools import fetch

WEB = Path(garrison.__file__).parent / "table" / "web"
RECORDS = sorted(paths.RECORDS.glob("*.txt"))
FEW = ("itter-1-published-competitive", "siege-1-powerful")
"""Those of `make test`: cards and dice of several, and scattered shots."""

HASHES = """
import {{ hex, sha256, unhex }} from "{web}/report/sha256.js";
const texts = JSON.parse(await new Response(process.stdin).text());
console.log(JSON.stringify(texts.map((each) => hex(sha256(unhex(each))))));
"""
VERDICT = """
import {{ recompute }} from "{web}/report/dice_check.js";
const [dice, record, rows] = JSON.parse(await new Response(process.stdin).text());
console.log(JSON.stringify(recompute(dice, record, rows)));
"""

WITNESSED = """
import {{ witnessed }} from "{web}/report/dice_check.js";
const [dice, kept] = JSON.parse(await new Response(process.stdin).text());
console.log(JSON.stringify(witnessed(dice, kept).map(({{ ok, key }}) => [ok, key])));
"""


def node(script: str, given: Any) -> Any:
    done = subprocess.run(
        [fetch.node(), "--input-type=module", "--eval", script.format(web=WEB.as_uri())],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def recomputed(text: str, changed: str | None = None, **dice: str) -> dict[str, Any]:
    """The page's verdict on a record, or on what it was changed to."""
    found = record.parse(text)
    head = found.header
    known = {"key": (head.key or b"").hex(), "salt": head.salt, "sha256": head.hash, **dice}
    return dict(node(VERDICT, [known, changed or text, record.wanted(record.replay(found))]))


def test_sha256_agrees_with_python_around_every_edge_of_a_block() -> None:
    chance = random.Random(5)
    texts = [b"", b"abc", b"a" * 100_000, *(chance.randbytes(n) for n in range(1, 200))]
    assert node(HASHES, [each.hex() for each in texts]) == [
        hashlib.sha256(each).hexdigest() for each in texts
    ]


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[] if path.stem in FEW else pytest.mark.proof)
        for path in RECORDS
    ],
)
def test_every_draw_of_a_kept_record_comes_out_again(path: Path) -> None:
    text = path.read_text()
    found = record.verify(record.parse(text))
    assert found.ok
    assert recomputed(text) == {"ok": True, "rows": found.rows, "draws": found.draws}


CHANGES = {
    "another die": (
        r"(\n\d+ .* \| [a-z-]+) (\d)",
        lambda m: f"{m[1]} {int(m[2]) % 6 + 1}",
        "pages.verify-bad",
    ),
    "another shuffle": (r"(\n0 \| [a-z0-9-]+) (\d)", lambda m: f"{m[1]} {int(m[2]) ^ 1}", "pages.verify-bad"),
    "another label": (r"(\n0) \| [a-z]+", r"\1 | cards", "pages.verify-shape"),
    "a draw left out": (r"(\n\d+ .*) \| [a-z0-9 -]+\n", r"\1\n", "pages.verify-shape"),
    "a row left out": (r"\n1 .*", "", "pages.verify-rows"),
}


@pytest.mark.parametrize(("pattern", "instead", "said"), CHANGES.values(), ids=CHANGES)
def test_what_was_changed_in_a_record_is_noticed(pattern: str, instead: Any, said: str) -> None:
    text = RECORDS[0].read_text()
    changed, times = re.subn(pattern, instead, text, count=1)
    assert times == 1
    found = recomputed(text, changed)
    assert (found["ok"], found["key"]) == (False, said)


def test_a_key_that_was_not_promised_is_noticed() -> None:
    found = recomputed(RECORDS[0].read_text(), key="00" * 32)
    assert (found["ok"], found["key"]) == (False, "pages.verify-key")


PART = "9f2c" * 8
DICE = {"salt": f"defender:{PART}+ss:77ab", "sha256": "ab" * 32}
SEEN = [True, "pages.verify-promise"]
OTHER = [False, "pages.verify-promise-no"]
ADDED = [True, "pages.verify-part"]
MISSING = [False, "pages.verify-part-no"]


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        ({"salt": PART, "sha256": "ab" * 32, "seats": ["defender"]}, [SEEN, ADDED]),
        ({"salt": "77ab", "sha256": "ab" * 32, "seats": ["ss", "defender"]}, [SEEN, ADDED]),
        ({"salt": PART, "sha256": "cd" * 32, "seats": ["defender"]}, [OTHER, ADDED]),
        ({"salt": PART, "sha256": "ab" * 32, "seats": ["ss"]}, [SEEN, MISSING]),
        ({"salt": PART[:-4], "sha256": "ab" * 32, "seats": ["defender"]}, [SEEN, MISSING]),
        ({"salt": "defender", "seats": ["defender"]}, [MISSING]),
        ({"sha256": "ab" * 32, "seats": []}, [SEEN]),
        ({"seats": []}, []),
    ],
    ids=[
        "all is well",
        "the other seat",
        "another promise",
        "the part of another seat",
        "half a part",
        "no part",
        "a spectator who came early",
        "somebody who came late",
    ],
)
def test_a_device_says_what_it_saw_and_added_before_the_first_row(kept: dict[str, Any], said: Any) -> None:
    assert node(WITNESSED, [DICE, kept]) == said
