"""Where do n queens stand so that none attacks another? Both trees, stated as in the books.

The permutation tree takes each column once, so that its constraint function is
left with the diagonals; the n-ary tree tries every column in every row. Read
knapsack.py next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from huisu.backtrack import Cause, Problem, Tree, caused
from huisu.classics.base import Classic, ints_of, listed, unused
from huisu.classics.instance import keep_whole
from huisu.errors import InputError
from huisu.words import Language, word

__all__ = ["Queens"]

TREES = tuple(tree for tree in get_args(Tree) if tree != "subset")


@dataclass(frozen=True)
class Queens(Classic):
    """n 后问题: x[k] is the column of the queen in row k.

    >>> from huisu.backtrack import first, solutions
    >>> first(Queens(n=8).problem())
    (0, 4, 7, 5, 2, 6, 1, 3)
    """

    n: int = 4
    tree: Tree | None = "permutation"

    name = "queens"
    goal = "all"
    optional = frozenset({"tree"})

    def __post_init__(self) -> None:
        """Refuse an n that is none, and other trees."""
        keep_whole(self, "n")
        if self.tree not in TREES:
            raise InputError("error.classic.tree", tree=self.tree, trees=", ".join(TREES))

    def make_problem(self) -> Problem[int]:
        """State the problem; its depth and the tree in its name tell its instances apart."""
        columns = range(self.n)
        return Problem(
            depth=self.n,
            domain=unused(columns) if self.tree == "permutation" else columns,
            feasible=place,
            cause=self.cause,
            name=self.name if self.tree == "permutation" else f"{self.name} {self.tree}",
            tree=self.tree,
        )

    def cause(self, k: int, x: Sequence[int]) -> Cause:
        """Return which queen attacks the one of row k: of several, the one of the least row."""
        row = min(j for j in range(k) if _attack(j, k, x))
        if x[row] == x[k]:
            return caused("cause.queens.column", "C", row=row + 1)
        if x[k] - x[row] == k - row:
            return caused("cause.queens.falling", "↘", row=row + 1)
        return caused("cause.queens.rising", "↗", row=row + 1)

    def check(self, x: Sequence[int]) -> bool:
        """Return whether the queens have n columns and n diagonals of each direction."""
        lines = (set(x), {k - c for k, c in enumerate(x)}, {k + c for k, c in enumerate(x)})
        return ints_of(x, range(self.n), self.n) and all(len(line) == self.n for line in lines)

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


def _attack(j: int, k: int, x: Sequence[int]) -> bool:
    return abs(x[j] - x[k]) in (0, k - j)
