"""Which first rows of signs grow into a triangle with as many + as -?

The subset tree; below two equal signs stands +, below two different ones -.
Read queens.py next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from huisu.backtrack import Cause, Problem, caused
from huisu.classics.base import Classic, ints_of
from huisu.classics.instance import keep_whole
from huisu.words import Language, word

__all__ = ["SignTriangle"]

SIGNS = "+-"


@dataclass(frozen=True)
class SignTriangle(Classic):
    """符号三角形问题: x[k] is 0 if sign k of the first row is +, 1 if it is -.

    With an odd number of signs in all there is no solution, which is said at
    once instead of after a search.

    >>> from huisu.backtrack import count
    >>> count(SignTriangle(n=7).problem())
    12
    """

    n: int = 7

    name = "sign-triangle"
    goal = "all"
    tree = "subset"

    def __post_init__(self) -> None:
        """Refuse an n that is none."""
        keep_whole(self, "n")

    @property
    def signs(self) -> int:
        """How many signs the triangle has."""
        return self.n * (self.n + 1) // 2

    def make_problem(self) -> Problem[int]:
        """State the problem; a new sign of the first row adds a diagonal to the triangle."""
        triangle = _Triangle(self.signs)
        return Problem(
            depth=self.n,
            domain=(0, 1),
            feasible=triangle.feasible,
            push=triangle.push,
            pop=triangle.pop,
            cause=self.cause,
            name=self.problem_name,
            tree=self.tree,
        )

    def cause(self, k: int, x: Sequence[int]) -> Cause:
        """Return which sign there are too many of, or that there can be no halves."""
        if self.signs % 2:
            return caused("cause.triangle.odd", "½", signs=self.signs)
        minus, signs = sum(map(sum, _rows(x))), (k + 1) * (k + 2) // 2
        more = "-" if 2 * minus > self.signs else "+"
        number = minus if more == "-" else signs - minus
        return caused("cause.triangle.more", more, sign=more, number=number, half=self.signs // 2)

    def check(self, x: Sequence[int]) -> bool:
        """Return whether half of the signs in the triangle below x are -."""
        return ints_of(x, (0, 1), self.n) and 2 * sum(map(sum, _rows(x))) == self.signs

    def label(self, value: int) -> str:
        """Return the sign."""
        return SIGNS[value]

    def answer(self, x: Sequence[int], language: Language = "en") -> str:
        """Return the first row, which makes all the others."""
        row = "".join(map(self.label, x))
        return word("classic.sign-triangle.answer", language, row=row, half=self.signs // 2)


def _rows(x: Sequence[int]) -> list[list[int]]:
    """Return the rows of the triangle below a first row, from the definition."""
    rows = [list(x)]
    while len(rows[-1]) > 1:
        rows.append([int(a != b) for a, b in pairwise(rows[-1])])
    return rows


class _Triangle:
    """The diagonals so far, and how many signs of them are -, both as stacks."""

    def __init__(self, signs: int) -> None:
        self.is_odd, self.half = bool(signs % 2), signs // 2
        self.diagonals: list[list[int]] = [[]]
        self.minus = [0]

    def _diagonal(self, sign: int) -> list[int]:
        """Return the signs that a new one of the first row adds, from the top down."""
        new = [sign]
        for left in self.diagonals[-1]:
            new.append(left ^ new[-1])
        return new

    def feasible(self, k: int, x: Sequence[int]) -> bool:
        minus = self.minus[-1] + sum(self._diagonal(x[k]))
        plus = (k + 1) * (k + 2) // 2 - minus
        return not self.is_odd and minus <= self.half and plus <= self.half

    def push(self, k: int, x: Sequence[int]) -> None:
        new = self._diagonal(x[k])
        self.diagonals.append(new)
        self.minus.append(self.minus[-1] + sum(new))

    def pop(self, k: int, x: Sequence[int]) -> None:
        del self.diagonals[-1], self.minus[-1]
