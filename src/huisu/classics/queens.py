"""Where do n queens stand so that none attacks another? Both trees, stated as in the books.

The permutation tree takes each column once, so that its constraint function is
left with the diagonals; the n-ary tree tries every column in every row. Read
knapsack.py next.

Queens that stand already and blocked squares are left to the constraint
function too: the tree stays that of the empty board, and one sees what they cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import get_args

from huisu.backtrack import Cause, Problem, Tree, caused
from huisu.classics.base import Classic, ints_of, listed, unused
from huisu.classics.instance import elements, int_or_none, keep, keep_whole, shown
from huisu.errors import InputError
from huisu.queens.board import Board, Line, Square
from huisu.words import Language, word

__all__ = ["Queens"]

TREES = tuple(tree for tree in get_args(Tree) if tree != "subset")

LINES: tuple[Line, ...] = get_args(Line)

MARKS: dict[Line, str] = {"column": "C", "falling": "↘", "rising": "↗"}


@dataclass(frozen=True)
class Queens(Classic):
    """n 后问题: x[k] is the column of the queen in row k.

    `fixed` queens stand already and `blocked` squares take none, each a square
    (row, column). The rules are those of huisu.Board: squares on the board, no
    fixed queen on a blocked square, no two fixed queens that attack each other.

    >>> from huisu.backtrack import first
    >>> first(Queens(n=8).problem())
    (0, 4, 7, 5, 2, 6, 1, 3)
    >>> first(Queens(n=8, fixed=((0, 0),), blocked=((1, 4),)).problem())
    (0, 5, 7, 2, 6, 3, 1, 4)
    """

    n: int = 4
    tree: Tree | None = "permutation"
    fixed: tuple[Square, ...] = ()
    blocked: tuple[Square, ...] = ()

    name = "queens"
    goal = "all"
    numbered = frozenset({"fixed", "blocked"})
    optional = frozenset({"tree", "fixed", "blocked"})

    def __post_init__(self) -> None:
        """Refuse an n that is none, other trees, and squares that make no board."""
        keep_whole(self, "n")
        if self.tree not in TREES:
            raise InputError("error.classic.tree", tree=self.tree, trees=", ".join(TREES))
        for field in ("fixed", "blocked"):
            squares = {self._square(field, each) for each in elements(self, field)}
            keep(self, field, tuple(sorted(squares)))
        Board(self.n, fixed=self.fixed, blocked=self.blocked)  # refuses what is no board

    def _square(self, field: str, given: object) -> Square:
        parts = [int_or_none(part) for part in given] if isinstance(given, Iterable) else []
        if len(parts) != 2 or parts[0] is None or parts[1] is None:
            raise InputError("error.square.type", square=shown(self, field, given))
        return parts[0], parts[1]

    @property
    def problem_name(self) -> str:
        """The name, in which a digest stands for fixed queens and blocked squares.

        Without them the depth and the tree tell instances apart.
        """
        if self.fixed or self.blocked:
            return super().problem_name
        return self.name if self.tree == "permutation" else f"{self.name} {self.tree}"

    def make_problem(self) -> Problem[int]:
        """State the problem; all but the columns of a permutation is for `feasible` to refuse."""
        columns = range(self.n)
        fixed, blocked = dict(self.fixed), set(self.blocked)

        def feasible(k: int, x: Sequence[int]) -> bool:
            is_open = (k, x[k]) not in blocked and fixed.get(k, x[k]) == x[k]
            return is_open and place(k, x)

        return Problem(
            depth=self.n,
            domain=unused(columns) if self.tree == "permutation" else columns,
            feasible=feasible if fixed or blocked else place,
            cause=self.cause,
            name=self.problem_name,
            tree=self.tree,
        )

    def cause(self, k: int, x: Sequence[int]) -> Cause:
        """Return what is against the queen of row k.

        That its square is blocked, else the queen fixed in its row, else the
        queen that attacks it: of several, the one of the least row.
        """
        if (k, x[k]) in self.blocked:
            return caused("cause.queens.blocked", "#", row=k + 1, column=x[k] + 1)
        column = dict(self.fixed).get(k, x[k])
        if column != x[k]:
            return caused("cause.queens.fixed", "F", row=k + 1, column=column + 1)
        attacks = ((row, _line((row, x[row]), (k, x[k]))) for row in range(k))
        row, line = next((row, line) for row, line in attacks if line)
        return caused(f"cause.queens.{line}", MARKS[line], row=row + 1)

    def check(self, x: Sequence[int]) -> bool:
        """Return whether the queens have n columns and n diagonals of each direction.

        And whether they stand where the fixed ones do, and on no blocked square.
        """
        lines = (set(x), {k - c for k, c in enumerate(x)}, {k + c for k, c in enumerate(x)})
        return (
            ints_of(x, range(self.n), self.n)
            and all(len(line) == self.n for line in lines)
            and set(enumerate(x)).issuperset(self.fixed)
            and set(enumerate(x)).isdisjoint(self.blocked)
        )

    def label(self, value: int) -> int:
        """Return the number of a column, from 1."""
        return value + 1

    def answer(self, x: Sequence[int], language: Language = "en") -> str:
        """Return the column of each row's queen."""
        columns = listed(map(self.label, x), language)
        return word("classic.queens.answer", language, columns=columns)


def place(k: int, x: Sequence[int]) -> bool:
    """Return whether the queen of row k is attacked by none above it: the constraint function."""
    return all(x[j] != x[k] and abs(x[j] - x[k]) != k - j for j in range(k))


def _line(one: Square, other: Square) -> Line | None:
    """Return the line on which two queens attack each other; None when they do not."""
    down, right = other[0] - one[0], other[1] - one[1]
    ways = (down == 0, right == 0, down == right, down == -right)
    return next((line for line, is_way in zip(LINES, ways, strict=True) if is_way), None)
