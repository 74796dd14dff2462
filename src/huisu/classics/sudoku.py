"""Which digits fill the grid, each once in every row, column and box?

A tree with a level for each cell, from the top left on: 1..9 where the cell is
empty, one child where its digit is given. Read table.py next: this is the last
of the problems.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isqrt

from huisu.backtrack import Cause, Problem, caused
from huisu.classics.base import Classic
from huisu.classics.instance import elements, got, keep
from huisu.errors import Index, InputError
from huisu.words import Language

__all__ = ["Sudoku"]

EMPTY = ".0"
SIDES = (1, 4, 9)

#: Made for huisu: 30 digits in a pattern that a half turn keeps, with one solution.
PUZZLE = (
    ".83.21..5",
    "..5.....1",
    "69.4....7",
    "..2..5.1.",
    "8.......4",
    ".7.6..2..",
    "2....6.89",
    "9.....7..",
    "1..73.45.",
)


@dataclass(frozen=True)
class Sudoku(Classic):
    """数独: x[k] is the digit of cell k, counted along the rows.

    The rows are texts, with . or 0 for an empty cell: nine of nine signs, or,
    for a tree that can be drawn, four of four.

    >>> from huisu.backtrack import first
    >>> small = Sudoku(rows=("1...", "..3.", ".4..", "...2"))
    >>> print(small.answer(first(small.problem())))
    1324
    4231
    2413
    3142
    """

    rows: tuple[str, ...] = PUZZLE

    name = "sudoku"
    goal = "all"
    tree = None

    def __post_init__(self) -> None:
        """Refuse a grid of another shape, signs that are no digits, and clashing digits."""
        grid = elements(self, "rows")
        if len(grid) not in SIDES:
            sides = ", ".join(map(str, SIDES))
            raise InputError("error.classic.grid", given=len(grid), sides=sides)
        keep(self, "rows", tuple(self._row(i, row, len(grid)) for i, row in enumerate(grid)))
        for k in range(len(self.given)):
            for j in self.peers[k]:
                if j < k and self.given[j] == self.given[k] != 0:
                    self._refuse(j, k)

    def _row(self, i: int, row: object, side: int) -> str:
        if not isinstance(row, str):
            raise InputError("error.classic.row", **got(self, "rows", row))
        if len(row) != side:
            raise InputError("error.classic.cells", row=Index(i), given=len(row), needed=side)
        for sign in row:
            if sign not in EMPTY and sign not in "123456789"[:side]:
                raise InputError("error.classic.cell", row=Index(i), sign=sign, most=side)
        return row.replace("0", ".")

    def _refuse(self, j: int, k: int) -> None:
        cells = {"first": self._cell(j), "second": self._cell(k)}
        raise InputError("error.classic.clash", digit=self.given[k], **cells)

    def _cell(self, k: int) -> tuple[Index, Index]:
        row, column = divmod(k, self.side)
        return Index(row), Index(column)

    @property
    def side(self) -> int:
        """How many cells a row, a column or a box has."""
        return len(self.rows)

    @cached_property
    def given(self) -> tuple[int, ...]:
        """The digit of each cell, 0 where it is empty."""
        return tuple(0 if sign == "." else int(sign) for row in self.rows for sign in row)

    @cached_property
    def places(self) -> tuple[tuple[int, int, int], ...]:
        """The row, the column and the box of each cell."""
        side, box = self.side, isqrt(self.side)
        squares = (divmod(k, side) for k in range(side * side))
        return tuple((row, column, row // box * box + column // box) for row, column in squares)

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the others of its row, its column and its box."""
        cells = range(len(self.places))
        return tuple(tuple(j for j in cells if j != k and self._share(j, k)) for k in cells)

    def _share(self, j: int, k: int) -> bool:
        return any(a == b for a, b in zip(self.places[j], self.places[k], strict=True))

    def make_problem(self) -> Problem[int]:
        """State the problem with the digits that each row, column and box has."""
        grid = _Grid(self)
        return Problem(
            depth=len(self.given),
            domain=grid.domain,
            feasible=grid.feasible,
            push=grid.push,
            pop=grid.pop,
            cause=self.cause,
            name=self.problem_name,
        )

    def cause(self, k: int, x: Sequence[int]) -> Cause:
        """Return where the digit stands already: in the row, else the column, else the box."""
        holds = [*x, *self.given[k + 1 :]]
        same = [j for j in self.peers[k] if holds[j] == x[k]]
        shared, j = min((self._line(j, k), j) for j in same)
        row, column = divmod(j, self.side)
        values = {"digit": x[k], "row": row + 1, "column": column + 1}
        return caused(f"cause.sudoku.{('row', 'column', 'box')[shared]}", "RCB"[shared], **values)

    def _line(self, j: int, k: int) -> int:
        """Return what two cells share: 0 the row, 1 the column, 2 the box; the first of these."""
        return [a == b for a, b in zip(self.places[j], self.places[k], strict=True)].index(True)

    def check(self, x: Sequence[int]) -> bool:
        """Return whether every row, column and box has every digit, and those given are kept."""
        if len(x) != self.side**2:
            return False
        digits = list(range(1, self.side + 1))
        keeps = all(digit in (0, x[k]) for k, digit in enumerate(self.given))
        return keeps and all(sorted(cells) == digits for cells in self._groups(x))

    def _groups(self, x: Sequence[int]) -> Iterator[list[int]]:
        """Yield the digits of each row, each column and each box."""
        side, box = self.side, isqrt(self.side)
        for i in range(side):
            yield list(x[i * side : (i + 1) * side])
            yield list(x[i::side])
            top, left = i // box * box, i % box * box
            yield [
                x[row * side + column]
                for row in range(top, top + box)
                for column in range(left, left + box)
            ]

    def answer(self, x: Sequence[int], language: Language = "en") -> str:
        """Return the grid, a line for each row."""
        side = self.side
        return "\n".join("".join(map(str, x[i : i + side])) for i in range(0, len(x), side))


class _Grid:
    """Which digits, as bits, stand in each row, column and box: those given, and those tried."""

    def __init__(self, sudoku: Sudoku) -> None:
        self.given, self.places = sudoku.given, sudoku.places
        self.digits = range(1, sudoku.side + 1)
        self.used = [[0] * sudoku.side for _ in range(3)]
        for k, digit in enumerate(self.given):
            self._toggle(k, 1 << digit if digit else 0)

    def _toggle(self, k: int, bit: int) -> None:
        for used, place in zip(self.used, self.places[k], strict=True):
            used[place] ^= bit

    def domain(self, k: int, x: Sequence[int]) -> Sequence[int]:
        return (self.given[k],) if self.given[k] else self.digits

    def feasible(self, k: int, x: Sequence[int]) -> bool:
        if self.given[k]:
            return True
        row, column, box = self.places[k]
        used = self.used[0][row] | self.used[1][column] | self.used[2][box]
        return not used >> x[k] & 1

    def push(self, k: int, x: Sequence[int]) -> None:
        if not self.given[k]:
            self._toggle(k, 1 << x[k])

    pop = push
