"""QR codes for links: read back by a decoder of our own, every version, the mask with the least penalty."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

import garrison
from support.browser import qr_decoder
from tools import fetch

ENCODER = Path(garrison.__file__).parent / "table" / "web" / "lib" / "qr.js"
LINK = "https://castle.example.org/transfer/0123456789abcdef#AbCdEf-_0123456789xyzw"
LENGTHS = (0, 1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106, 107, 122, 123, 152, 153, 180, 181, 213)
"""The least and the most bytes of each version."""


def modules(texts: list[str]) -> list[list[list[bool]] | None]:
    """The codes that the client's encoder makes of texts; None where it refuses."""
    script = f"""
        import {{ qrModules }} from {json.dumps(ENCODER.as_uri())};
        const made = (text) => {{ try {{ return qrModules(text); }} catch (error) {{ return null; }} }};
        console.log(JSON.stringify({json.dumps(texts)}.map(made)));"""
    command = [str(fetch.node()), "--input-type=module", "--eval", script]
    found: list[list[list[bool]] | None] = json.loads(subprocess.check_output(command))
    return found


def test_every_version_is_read_back_and_has_the_best_mask() -> None:
    texts = [
        LINK,
        "perché – ☃",
        *("".join(chr(33 + (7 * n + size) % 94) for n in range(size)) for size in LENGTHS),
    ]
    versions, masks = set(), set()
    for text, grid in zip(texts, modules(texts), strict=True):
        assert grid is not None
        assert qr_decoder.decoded(grid) == text
        mask = qr_decoder.mask_of(grid)
        penalties = [qr_decoder.penalty(qr_decoder.with_mask(grid, each)) for each in range(8)]
        assert penalties[mask] == min(penalties) == qr_decoder.penalty(grid)
        versions.add((len(grid) - 17) // 4)
        masks.add(mask)
    assert versions == set(range(1, 11))
    assert len(masks) > 3


def test_the_decoder_notices_a_single_wrong_module_and_too_much_is_refused() -> None:
    grid, none = modules([LINK, "x" * 214])
    assert none is None
    assert grid is not None
    for i, j in ((0, 0), (6, 10), (8, 0), (20, 20), (len(grid) - 1, len(grid) - 1)):
        spoiled = [list(row) for row in grid]
        spoiled[i][j] = not spoiled[i][j]
        with pytest.raises(qr_decoder.Unreadable):
            qr_decoder.decoded(spoiled)
