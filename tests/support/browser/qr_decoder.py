"""A reader of QR codes, written from the standard (ISO/IEC 18004) and not from the encoder it checks.

It reads byte mode at error correction level M, and corrects nothing: every check must come out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

Grid = Sequence[Sequence[bool]]

BLOCKS: Final = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 4, 7: 4, 8: 4, 9: 5, 10: 5}
"""Blocks of a version at level M."""
CORRECTION: Final = {1: 10, 2: 16, 3: 26, 4: 18, 5: 24, 6: 16, 7: 18, 8: 22, 9: 22, 10: 26}
"""Codewords of error correction in each of them."""
ALIGNMENT: Final = {1: [], 7: [6, 22, 38], 8: [6, 24, 42], 9: [6, 26, 46], 10: [6, 28, 50]}
"""Rows and columns of the alignment patterns; below version 7 they are 6 and seven from the end."""
LEVEL_M: Final = 0
PADDING: Final = "1110110000010001"
FORMAT_MASK: Final = 0b101010000010010
FINDER_LIKE: Final = ([1, 0, 1, 1, 1, 0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0, 1, 1, 1, 0, 1])


class Unreadable(Exception):
    """The code breaks the standard."""


def need(true: bool, what: str) -> None:
    if not true:
        raise Unreadable(what)


def inverts(mask: int, i: int, j: int) -> bool:
    """True if a mask inverts the module of row i and column j."""
    return [
        (i + j) % 2,
        i % 2,
        j % 3,
        (i + j) % 3,
        (i // 2 + j // 3) % 2,
        (i * j) % 2 + (i * j) % 3,
        ((i * j) % 2 + (i * j) % 3) % 2,
        ((i + j) % 2 + (i * j) % 3) % 2,
    ][mask] == 0


# What is not data


def centres(version: int) -> list[tuple[int, int]]:
    """Where alignment patterns are: everywhere on their lines but under the finders."""
    last = 16 + 4 * version
    lines = ALIGNMENT.get(version, [6, last - 6])
    corners = {(6, 6), (6, last - 6), (last - 6, 6)}
    return [(i, j) for i in lines for j in lines if (i, j) not in corners]


def reserved(version: int) -> set[tuple[int, int]]:
    size = 17 + 4 * version
    found = {(6, n) for n in range(size)} | {(n, 6) for n in range(size)}
    for top, left in ((0, 0), (0, size - 8), (size - 8, 0)):
        found |= {(top + i, left + j) for i in range(8) for j in range(8)}
    found |= {(8, n) for n in range(size) if n < 9 or n >= size - 8}
    found |= {(n, 8) for n in range(size) if n < 9 or n >= size - 8}
    for i, j in centres(version):
        found |= {(i + a, j + b) for a in range(-2, 3) for b in range(-2, 3)}
    if version >= 7:
        for n in range(6):
            found |= {(n, size - 9 - k) for k in range(3)} | {(size - 9 - k, n) for k in range(3)}
    return found


def format_spots(size: int) -> list[list[tuple[int, int]]]:
    """Both copies of the format information, the highest bit first."""
    beside = [(8, n) for n in (0, 1, 2, 3, 4, 5, 7, 8)] + [(n, 8) for n in (7, 5, 4, 3, 2, 1, 0)]
    apart = [(size - 1 - n, 8) for n in range(7)] + [(8, size - 8 + n) for n in range(8)]
    return [beside, apart]


def check_patterns(grid: Grid, version: int) -> None:
    size = len(grid)
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        for i in range(-1, 8):
            for j in range(-1, 8):
                if 0 <= top + i < size and 0 <= left + j < size:
                    ring = max(abs(i - 3), abs(j - 3))
                    need(grid[top + i][left + j] == (ring in (0, 1, 3)), "finder")
    for n in range(8, size - 8):
        need(grid[6][n] == grid[n][6] == (n % 2 == 0), "timing")
    for i, j in centres(version):
        for a in range(-2, 3):
            for b in range(-2, 3):
                need(grid[i + a][j + b] == (max(abs(a), abs(b)) != 1), "alignment")
    need(grid[size - 8][8], "the module that is always dark")
    if version >= 7:
        check_version(grid, version)


def divisible(bits: int, generator: int) -> bool:
    """True if a code word is a multiple of its generator, as polynomials over two elements."""
    while bits.bit_length() >= generator.bit_length():
        bits ^= generator << (bits.bit_length() - generator.bit_length())
    return bits == 0


def check_version(grid: Grid, version: int) -> None:
    size = len(grid)
    for turned in (False, True):
        bits = 0
        for n in range(17, -1, -1):
            i, j = n // 3, size - 11 + n % 3
            bits = bits << 1 | (grid[j][i] if turned else grid[i][j])
        need(bits >> 12 == version and divisible(bits, 0b1111100100101), "version")


def mask_of(grid: Grid) -> int:
    copies = set()
    for spots in format_spots(len(grid)):
        bits = 0
        for i, j in spots:
            bits = bits << 1 | grid[i][j]
        copies.add(bits ^ FORMAT_MASK)
    need(len(copies) == 1, "two formats")
    (bits,) = copies
    need(divisible(bits, 0b10100110111), "format")
    need(bits >> 13 == LEVEL_M, "level")
    return bits >> 10 & 7


# Data


def way(version: int) -> Iterator[tuple[int, int]]:
    """The data modules in the order they are read."""
    size, kept = 17 + 4 * version, reserved(version)
    columns = [*range(size - 1, 6, -2), 5, 3, 1]
    for number, right in enumerate(columns):
        rows = range(size) if number % 2 else range(size - 1, -1, -1)
        for i in rows:
            yield from ((i, j) for j in (right, right - 1) if (i, j) not in kept)


def powers() -> tuple[list[int], dict[int, int]]:
    up, value = [], 1
    for _ in range(255):
        up.append(value)
        value = value << 1 ^ (0b100011101 if value & 128 else 0)
    return up, {value: n for n, value in enumerate(up)}


UP, LOG = powers()


def check_block(words: Sequence[int], count: int) -> None:
    """All syndromes are 0: nothing is to be corrected."""
    for n in range(count):
        syndrome = 0
        for word in words:
            syndrome = (UP[(LOG[syndrome] + n) % 255] if syndrome else 0) ^ word
        need(syndrome == 0, "error correction")


def data_of(words: Sequence[int], version: int) -> bytes:
    """The data codewords, checked block by block; the last blocks may be one longer."""
    many, count = BLOCKS[version], CORRECTION[version]
    data = len(words) - many * count
    sizes = [data // many + (n >= many - data % many) for n in range(many)]
    blocks: list[list[int]] = [[] for _ in range(many)]
    waiting = iter(words)
    for n in range(max(sizes)):
        for block, size in zip(blocks, sizes, strict=True):
            if n < size:
                block.append(next(waiting))
    for n, word in enumerate(waiting):
        blocks[n % many].append(word)
    for block in blocks:
        check_block(block, count)
    return bytes(word for block, size in zip(blocks, sizes, strict=True) for word in block[:size])


def decoded(grid: Grid) -> str:
    """The text of a code; raises Unreadable."""
    version, rest = divmod(len(grid) - 17, 4)
    need(rest == 0 and version in BLOCKS and all(len(row) == len(grid) for row in grid), "size")
    check_patterns(grid, version)
    mask = mask_of(grid)
    bits = [grid[i][j] != inverts(mask, i, j) for i, j in way(version)]
    words = [int("".join("01"[bit] for bit in bits[n : n + 8]), 2) for n in range(0, len(bits) - 7, 8)]
    stream = "".join(f"{word:08b}" for word in data_of(words, version))
    need(stream[:4] == "0100", "mode")
    counted = 16 if version >= 10 else 8
    length, start = int(stream[4 : 4 + counted], 2), 4 + counted
    end = start + 8 * length
    full = -(-(end + 4) // 8) * 8
    need("1" not in stream[end:full], "terminator")
    need((PADDING * len(stream)).startswith(stream[full:]), "padding")
    return bytes(int(stream[n : n + 8], 2) for n in range(start, end, 8)).decode()


# The choice of the mask


def penalty(grid: Grid) -> int:
    size = len(grid)
    lines = [[int(dark) for dark in row] for row in grid]
    lines += [list(column) for column in zip(*lines, strict=True)]
    found = 0
    for line in lines:
        run = 1
        for n in range(1, size + 1):
            if n < size and line[n] == line[n - 1]:
                run += 1
                continue
            found += 3 + run - 5 if run >= 5 else 0
            run = 1
        found += 40 * sum(line[n : n + 11] in FINDER_LIKE for n in range(size - 10))
    for i in range(size - 1):
        for j in range(size - 1):
            found += 3 * (len({grid[i + a][j + b] for a in (0, 1) for b in (0, 1)}) == 1)
    share = 100 * sum(map(sum, grid)) / size**2
    return found + 10 * int(abs(share - 50) // 5)


def with_mask(grid: Grid, mask: int) -> list[list[bool]]:
    """The same code with another mask."""
    version, before = (len(grid) - 17) // 4, mask_of(grid)
    new = [list(row) for row in grid]
    for i, j in way(version):
        new[i][j] ^= inverts(before, i, j) != inverts(mask, i, j)
    data = LEVEL_M << 3 | mask
    bits = next(data << 10 | rest for rest in range(1024) if divisible(data << 10 | rest, 0b10100110111))
    for spots in format_spots(len(grid)):
        for n, (i, j) in enumerate(spots):
            new[i][j] = bool((bits ^ FORMAT_MASK) >> (14 - n) & 1)
    return new
