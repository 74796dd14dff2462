"""What does the compiled core do, said in plain Python?

The same functions with the same answers, for machines without a C++ compiler
and for tests of the core. Read kernel.py next, which chooses between them.

Representation: row r is the int open[r], whose bit c is 1 where a queen may
stand on column c (bits.py). A batch of solutions is bytes, one byte a column,
one solution after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import mul

from huisu.bits import Attacks, BitRow
from huisu.splitmix import STEP, WORD, splitmix64

__all__ = [
    "Cancel",
    "class_sizes",
    "count",
    "count_each",
    "count_flip",
    "kernels",
    "next_solutions",
    "probe",
]


class Cancel:
    """A flag that another thread sets to make a count return early, its answer void."""

    def __init__(self) -> None:
        """Start unset."""
        self.cancelled = False

    def set(self) -> None:
        """Ask the count to stop."""
        self.cancelled = True


def kernels() -> list[tuple[str, int, bool, bool]]:
    """Return the one kernel: its name, its greatest n, that it runs here and counts any job."""
    return [("python", 64, True, True)]


def count(index: int, open: Sequence[int], cancel: Cancel) -> int:
    """Return the number of placements on open squares; kernel `index` is always 0 here."""
    return _add_up(open, int.bit_count, cancel)


def count_flip(
    index: int, open: Sequence[int], weights: Sequence[int], cancel: Cancel
) -> tuple[int, int]:
    """Return the count, and the sum mod 2^64 of the weight of each last queen's column."""
    ending_in = [0] * len(open)  # placements by the column of their last queen

    def last_row(free: BitRow) -> int:
        if free:  # one square: one column is left
            ending_in[free.bit_length() - 1] += 1
        return free.bit_count()

    found = _add_up(open, last_row, cancel)
    return found, sum(map(mul, ending_in, weights)) & WORD


def _add_up(open: Sequence[int], last_row: Callable[[BitRow], int], cancel: Cancel) -> int:
    """Return the sum of `last_row` over the free squares that each search of the rows leaves."""
    last = len(open) - 1

    # The steps of bits.py written out: this loop is all that a count does.
    def from_row(row: int, columns: int, falling: int, rising: int) -> int:
        free = open[row] & ~(columns | falling | rising)
        if row == last:
            return last_row(free)
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


def count_each(index: int, jobs: Sequence[Sequence[int]], cancel: Cancel) -> list[int]:
    """Return the count of each of several boards; void once `cancel` is set."""
    return [count(index, open_squares, cancel) for open_squares in jobs]


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
    search = _Search(open, after)
    found = bytearray()
    nodes = 0
    while len(found) < max_solutions * len(open):
        if not search.to_try[-1]:  # dead node: backtrack
            if len(search.to_try) == 1:
                return bytes(found), b"", True
            search.retreat()
            if nodes >= max_nodes:
                break
            continue
        nodes += 1
        found += search.advance()
    return bytes(found), bytes(search.path), False


class _Search:
    """One level a row: the squares still to try, what attacks them, and the queen now on it."""

    def __init__(self, open: Sequence[BitRow], after: bytes) -> None:
        self.open = open
        self.attacks = [Attacks()]
        self.to_try = [open[0]]
        self.path = bytearray()
        for column in after:  # put back the queens of the position, and what was tried before them
            if self.path:
                self.descend()
            self.to_try[-1] &= -1 << column
            self.to_try[-1] |= 1 << column
            self.place()

    def place(self) -> None:
        """Take the lowest square left in the row."""
        queen = self.to_try[-1] & -self.to_try[-1]
        self.to_try[-1] ^= queen
        self.path[len(self.to_try) - 1 :] = bytes([queen.bit_length() - 1])

    def descend(self) -> None:
        """Open the row below the queen just placed."""
        attacks = self.attacks[-1].below(1 << self.path[-1])
        self.attacks.append(attacks)
        self.to_try.append(attacks.free(self.open[len(self.to_try)]))

    def advance(self) -> bytes:
        """Place a queen and go down; on the last row stay, and return the solution."""
        self.place()
        if len(self.path) == len(self.open):
            return bytes(self.path)
        self.descend()
        return b""

    def retreat(self) -> None:
        """Go back to the row above, whose queen is then done."""
        self.attacks.pop()
        self.to_try.pop()
        del self.path[len(self.to_try) :]


class _Random:
    """splitmix64, seeded by the stream and the probe's number."""

    def __init__(self, seed: int, probe: int) -> None:
        self.state = seed & WORD
        self.state = (self.next() + probe) & WORD

    def next(self) -> int:
        found = splitmix64(self.state)
        self.state = (self.state + STEP) & WORD
        return found

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
        attacks = Attacks()
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
