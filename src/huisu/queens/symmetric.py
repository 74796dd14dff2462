"""Which solutions are symmetric, and which one stands for each class of images?

Fundamental solutions are one of each class under the 8 symmetries; symmetric
ones are unchanged by a half turn or by a quarter turn. Read count.py next.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Literal, NamedTuple

from huisu.errors import InputError
from huisu.kernel import core
from huisu.queens.board import Board, Placement, Square, searchable
from huisu.queens.solutions import Batch, OneByOne, Search, placements_in

__all__ = [
    "TURNS",
    "Turn",
    "fundamental_batches",
    "fundamental_solutions",
    "symmetric_batches",
    "symmetric_solutions",
]

Turn = Literal["half", "quarter"]
TURNS: tuple[Turn, ...] = ("half", "quarter")


def fundamental_solutions(n: int) -> Iterator[tuple[Placement, int]]:
    """Return an iterator of one solution of each class, with the size of its class, in order.

    The one is the least of its images; the sizes of all classes add up to Q(n).
    A002562.

    >>> list(fundamental_solutions(6))
    [((1, 3, 5, 0, 2, 4), 4)]
    """
    return OneByOne(fundamental_batches(n))


def fundamental_batches(n: int) -> Iterator[Batch[tuple[Placement, int]]]:
    """Return an iterator of the same in batches, each with the share of the search done."""
    if searchable(Board(n)).n == 0:
        return iter([([((), 1)], 1.0)])
    # The least image has its first queen in the left half: its mirror is no less.
    full = (1 << n) - 1
    left_half = ((1 << (n + 1) // 2) - 1, *[full] * (n - 1))

    def least_images(found: bytes) -> list[tuple[Placement, int]]:
        pairs = zip(placements_in(found, n), core.class_sizes(n, found), strict=True)
        return [(x, size) for x, size in pairs if size]

    return Search(left_half, least_images)


def symmetric_solutions(board: int | Board, turn: Turn) -> Iterator[Placement]:
    """Return an iterator of the solutions that a half or a quarter turn leaves unchanged.

    In lexicographic order. A032522 and A033148; a quarter turn includes the
    half turn. Each queen is placed with its images, so the search is about the
    square root, for quarter turns the fourth root, of the whole.

    >>> list(symmetric_solutions(5, "quarter"))
    [(1, 4, 2, 0, 3), (3, 0, 2, 4, 1)]
    """
    return OneByOne(symmetric_batches(board, turn))


def symmetric_batches(board: int | Board, turn: Turn) -> Iterator[Batch[Placement]]:
    """Return an iterator of the same in batches, each with the share of the search done."""
    board = searchable(board)
    if turn not in TURNS:
        raise InputError("error.turn", turn=turn, turns=", ".join(TURNS))
    return chain(_search(board.n, _orbits_by_row(board, turn)), [([], 1.0)])


class _Orbit(NamedTuple):
    """The queens that one queen and its turned images are, and every line they stand on."""

    lines: int
    queens: tuple[Square, ...]


def _lines(n: int, square: Square) -> int:
    """Return the four lines through a square as four bits of one int."""
    row, column = square
    falling, rising = row - column + n - 1, row + column
    return 1 << row | 1 << n + column | 1 << 2 * n + falling | 1 << 4 * n + rising


def _turned(n: int, square: Square, turn: Turn) -> tuple[Square, ...]:
    row, column = square
    last = n - 1
    half = (last - row, last - column)
    if turn == "half":
        return tuple(sorted({square, half}))
    return tuple(sorted({square, half, (column, last - row), (last - column, row)}))


def _orbits_by_row(board: Board, turn: Turn) -> list[list[_Orbit]]:
    """Return for each row the orbits on open squares whose queens do not attack each other."""
    n, rows = board.n, board.open_squares
    by_row: list[list[_Orbit]] = []
    for row in range(n):
        orbits = []
        for column in range(n):
            queens = _turned(n, (row, column), turn)
            lines = 0
            for square in queens:
                lines |= _lines(n, square)
            is_open = all(rows[r] >> c & 1 for r, c in queens)
            if is_open and lines.bit_count() == 4 * len(queens):
                orbits.append(_Orbit(lines, queens))
        by_row.append(orbits)
    return by_row


def _search(n: int, by_row: list[list[_Orbit]]) -> Iterator[Batch[Placement]]:
    """Yield each solution, and the share done after each of the topmost nodes."""
    x = [0] * n

    def from_row(row: int, taken: int, done: float, share: float) -> Iterator[Batch[Placement]]:
        while row < n and taken >> row & 1:  # filled by the image of a queen above
            row += 1
        if row == n:
            yield [tuple(x)], done
            return
        live = [orbit for orbit in by_row[row] if not orbit.lines & taken]
        share /= max(1, len(live))
        for orbit in live:
            for r, c in orbit.queens:
                x[r] = c
            yield from from_row(row + 1, taken | orbit.lines, done, share)
            done += share
            if row < 3:
                yield [], done

    return from_row(0, 0, 0.0, 1.0)
