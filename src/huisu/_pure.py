"""What does the compiled core do, said in plain Python?

The same functions with the same answers, for machines without a C++ compiler
and for tests of the core. Read kernels.py next, which chooses between them.

Representation: row r is the int open[r], whose bit c is 1 where a queen may
stand on column c. `columns`, `falling` and `rising` are the squares of the
current row that queens above attack; going down a row moves the falling
diagonals one bit up and the rising ones one bit down. A batch of solutions is
bytes, one byte a column, one solution after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Cancel", "class_sizes", "count", "kernels", "next_solutions", "probe"]


class Cancel:
    """A flag that another thread sets to make a count return early, its answer void."""

    def __init__(self) -> None:
        """Start unset."""
        self.cancelled = False

    def set(self) -> None:
        """Ask the count to stop."""
        self.cancelled = True


class _Attacks(NamedTuple):
    columns: int = 0
    falling: int = 0
    rising: int = 0

    def free(self, row: int) -> int:
        return row & ~(self.columns | self.falling | self.rising)

    def below(self, queen: int) -> _Attacks:
        return _Attacks(
            self.columns | queen, (self.falling | queen) << 1, (self.rising | queen) >> 1
        )


def kernels() -> list[tuple[str, int, bool]]:
    """Return the one kernel of this module: its name, its greatest n, and that it runs here."""
    return [("python", 64, True)]


def count(index: int, open: Sequence[int], cancel: Cancel) -> int:
    """Return the number of placements on open squares; kernel `index` is always 0 here."""
    last = len(open) - 1

    def from_row(row: int, columns: int, falling: int, rising: int) -> int:
        free = open[row] & ~(columns | falling | rising)
        if row == last:
            return free.bit_count()
        if cancel.cancelled:
            return 0
        total = 0
        while free:
            queen = free & -free
            free ^= queen
            total += from_row(
                row + 1, columns | queen, (falling | queen) << 1, (rising | queen) >> 1
            )
        return total

    return from_row(0, 0, 0, 0)


def next_solutions(
    open: Sequence[int],
    after: bytes,
    max_solutions: int,
    max_nodes: int,
) -> tuple[bytes, bytes, bool]:
    """Return the next solutions in lexicographic order, the position reached, and if that is all.

    The search goes on after the prefix `after` (empty: from the start) until
    `max_solutions` are found or about `max_nodes` squares have been tried.
    """
    last = len(open) - 1
    found = bytearray()
    path = bytearray(after)
    attacks = [_Attacks()]
    to_try = [open[0]]
    for row, column in enumerate(after):
        queen = 1 << column
        to_try[row] &= -queen << 1
        if row < last:
            attacks.append(attacks[row].below(queen))
            to_try.append(attacks[-1].free(open[row + 1]))
    row, nodes = max(len(after) - 1, 0), 0
    del attacks[row + 1 :], to_try[row + 1 :], path[row:]
    while len(found) < max_solutions * len(open):
        if not to_try[row]:  # dead node: backtrack
            if row == 0:
                return bytes(found), b"", True
            row -= 1
            attacks.pop()
            to_try.pop()
            if nodes >= max_nodes:
                return bytes(found), bytes(path), False
            path.pop()
            continue
        queen = to_try[row] & -to_try[row]
        to_try[row] ^= queen
        nodes += 1
        if row == last:
            found += path
            found.append(queen.bit_length() - 1)
            continue
        path.append(queen.bit_length() - 1)
        attacks.append(attacks[row].below(queen))
        row += 1
        to_try.append(attacks[row].free(open[row]))
    return bytes(found), bytes(found[-len(open) :]), False


_WORD = (1 << 64) - 1


class _Random:
    """splitmix64 (Steele, Lea, Flood 2014), seeded by the stream and the probe's number."""

    def __init__(self, seed: int, probe: int) -> None:
        self.state = seed & _WORD
        self.state = (self.next() + probe) & _WORD

    def next(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & _WORD
        z = self.state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _WORD
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        return (self.next() >> 32) * bound >> 32


def probe(
    open: Sequence[int],
    seed: int,
    first: int,
    probes: int,
) -> tuple[list[float], list[float], float, float]:
    """Return sums over Knuth's random descents: per level, of squares, of totals, of their squares.

    Probe number p of the stream `seed` is the same walk in any batch.
    """
    level = [0.0] * (len(open) + 1)
    squared = [0.0] * (len(open) + 1)
    total_sum = total_squared = 0.0
    for number in range(first, first + probes):
        random = _Random(seed, number)
        attacks = _Attacks()
        nodes = total = 1.0
        level[0] += 1
        squared[0] += 1
        for row, squares in enumerate(open):
            free = attacks.free(squares)
            children = free.bit_count()
            if not children:
                break
            nodes *= children
            total += nodes
            level[row + 1] += nodes
            squared[row + 1] += nodes * nodes
            for _ in range(random.below(children)):
                free &= free - 1
            attacks = attacks.below(free & -free)
        total_sum += total
        total_squared += total * total
    return level, squared, total_sum, total_squared


def class_sizes(side: int, solutions: bytes) -> bytes:
    """Return one byte a solution: its class's size if it is the least of its images, else 0."""
    sizes = bytearray()
    mirror = side - 1
    for at in range(0, len(solutions), side):
        x = solutions[at : at + side]
        inverse = bytearray(side)
        for row, column in enumerate(x):
            inverse[column] = row
        images = [
            bytes(mirror - c for c in half) if mirrored else bytes(half)
            for board in (x, bytes(inverse))
            for half in (board, board[::-1])
            for mirrored in (False, True)
        ]
        sizes.append(8 // images.count(x) if min(images) == x else 0)
    return bytes(sizes)
