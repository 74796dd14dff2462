"""What is a board, what is a placement on it, and when is it a solution?

This module is the checker: it shares no code with the searches whose results
it accepts or rejects. Read reference.py next, the plainest search.

Representation: a square is (row, column), both from 0; row 0 is the top row,
column 0 the left one. A placement x has one queen a row: x[row] = column.

    . Q . .     x = (1, 3, 0, 2)
    . . . Q     falling diagonal of (row, column): row - column is constant
    Q . . .     rising diagonal of (row, column):  row + column is constant
    . . Q .     open squares of row 0 as bits: 0b0010, column 0 the lowest bit
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import index
from typing import Literal, NamedTuple

from huisu.bits import BitRow
from huisu.errors import Index, InputError
from huisu.shown import as_svg

__all__ = [
    "MAX_SEARCHED",
    "Board",
    "Clash",
    "Line",
    "Placement",
    "Square",
    "as_board",
    "clashes",
    "is_solution",
    "searchable",
]

Square = tuple[int, int]
Placement = tuple[int, ...]
Line = Literal["row", "column", "falling", "rising"]

MAX_SEARCHED = 64  #: a row of a searched board is one 64-bit word


class Clash(NamedTuple):
    """Two or more queens that attack each other along one line, in row order."""

    line: Line
    squares: tuple[Square, ...]


@dataclass(frozen=True)
class Board:
    """A board of side n on which some queens stand already and some squares are blocked.

    A blocked square takes no queen but lets attacks pass. Raises InputError
    when a square lies off the board, a fixed queen stands on a blocked square,
    or two fixed queens attack each other.

    >>> Board(4, fixed=[(0, 1)]).open_squares
    (2, 15, 15, 15)
    """

    n: int
    fixed: tuple[Square, ...] = ()
    blocked: frozenset[Square] = frozenset()

    def __init__(
        self, n: int, *, fixed: Iterable[Square] = (), blocked: Iterable[Square] = ()
    ) -> None:
        """Check and keep the three parts."""
        object.__setattr__(self, "n", _side(n))
        object.__setattr__(self, "fixed", tuple(sorted(set(_squares(fixed)))))
        object.__setattr__(self, "blocked", frozenset(_squares(blocked)))
        self._check()

    def _check(self) -> None:
        for square in (*self.fixed, *sorted(self.blocked)):
            if not all(0 <= part < self.n for part in square):
                last = Index(self.n - 1)
                raise InputError(
                    "error.square.off", square=_named(square), first=Index(0), last=last, n=self.n
                )
        for square in self.fixed:
            if square in self.blocked:
                raise InputError("error.square.blocked", square=_named(square))
        for clash in clashes(self.fixed):
            first, second = map(_named, clash.squares[:2])
            raise InputError(f"error.clash.{clash.line}", first=first, second=second)

    @property
    def is_whole(self) -> bool:
        """True when no queen is fixed and no square is blocked."""
        return not self.fixed and not self.blocked

    @cached_property
    def open_squares(self) -> tuple[BitRow, ...]:
        """One int a row: bit c is 1 where a queen may stand on column c."""
        rows = [(1 << self.n) - 1] * self.n
        for row, column in self.blocked:
            rows[row] &= ~(1 << column)
        for row, column in self.fixed:
            rows[row] = 1 << column
        return tuple(rows)

    def allows(self, x: Sequence[int]) -> bool:
        """Return whether x is a solution that keeps the fixed queens and avoids blocked squares.

        >>> Board(4, blocked=[(0, 1)]).allows((1, 3, 0, 2))
        False
        """
        return (
            len(x) == self.n
            and is_solution(x)
            and all(x[row] == column for row, column in self.fixed)
            and not any(square in self.blocked for square in enumerate(x))
        )

    def _repr_svg_(self) -> str | None:
        return as_svg(self)


def _side(n: int) -> int:
    """Return n as an int, also one of NumPy's; raise InputError for what is no side."""
    if isinstance(n, bool) or not hasattr(n, "__index__"):
        raise InputError("error.n.type", n=repr(n))
    side = index(n)
    if side < 0:
        raise InputError("error.n.negative", n=side)
    return side


def _squares(squares: Iterable[Square]) -> Iterator[Square]:
    """Yield the squares as pairs of ints; raise InputError for anything else."""
    for square in squares:
        try:
            row, column = square
            yield index(row), index(column)
        except (TypeError, ValueError):
            raise InputError("error.square.type", square=repr(square)) from None


def _named(square: Square) -> tuple[Index, Index]:
    return Index(square[0]), Index(square[1])


def as_board(board: int | Board) -> Board:
    """Return the board itself, or the whole board of side n.

    >>> as_board(8).is_whole
    True
    """
    return board if isinstance(board, Board) else Board(board)


def searchable(board: int | Board) -> Board:
    """Return the board; raise InputError when its rows do not fit the searches' words."""
    board = as_board(board)
    if board.n > MAX_SEARCHED:
        raise InputError("error.n.search", n=board.n, most=MAX_SEARCHED)
    return board


def is_solution(x: Sequence[int]) -> bool:
    """Return whether x places one queen in each row and no two queens attack each other.

    Takes time and memory proportional to n. Raises TypeError for columns that
    are not whole numbers.

    >>> is_solution((1, 3, 0, 2)), is_solution((0, 1, 2, 3)), is_solution(())
    (True, False, True)
    """
    x = [index(column) for column in x]
    n = len(x)
    return (
        all(0 <= column < n for column in x)
        and len(set(x)) == n
        and len({row - column for row, column in enumerate(x)}) == n
        and len({row + column for row, column in enumerate(x)}) == n
    )


def clashes(queens: Iterable[Square]) -> tuple[Clash, ...]:
    """Return every line that holds two or more queens: rows first, then columns, then diagonals.

    >>> clashes([(0, 0), (3, 1), (1, 1)])[0]
    Clash(line='column', squares=((1, 1), (3, 1)))
    """
    lines: dict[tuple[Line, int], list[Square]] = {}
    for row, column in sorted(queens):
        numbers = {"row": row, "column": column, "falling": row - column, "rising": row + column}
        for line, number in numbers.items():
            lines.setdefault((line, number), []).append((row, column))  # type: ignore[arg-type]
    order = ("row", "column", "falling", "rising")
    found = [Clash(line, tuple(on)) for (line, _), on in lines.items() if len(on) > 1]
    return tuple(sorted(found, key=lambda clash: (order.index(clash.line), clash.squares)))
