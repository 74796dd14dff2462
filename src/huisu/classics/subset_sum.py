"""Which of some numbers add up to the target?

The subset tree; a node lives while the sum is not too large, and what is left
can still make it large enough. Read sudoku.py next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from huisu.backtrack import Cause, Problem, caused
from huisu.classics.base import Classic, ints_of
from huisu.classics.instance import got, keep_numbers, keep_whole
from huisu.errors import InputError
from huisu.words import Language, word

__all__ = ["SubsetSum"]


@dataclass(frozen=True)
class SubsetSum(Classic):
    """子集和问题: x[k] is 1 if number k is taken, else 0.

    >>> from huisu.backtrack import solutions
    >>> [SubsetSum().answer(x) for x in solutions(SubsetSum().problem())]
    ['5 + 10 + 15 = 30', '5 + 12 + 13 = 30', '12 + 18 = 30']
    """

    numbers: tuple[int, ...] = (5, 10, 12, 13, 15, 18)
    target: int = 30

    name = "subset-sum"
    goal = "all"
    tree = "subset"

    def __post_init__(self) -> None:
        """Refuse an empty set, and what is no number."""
        keep_numbers(self, "numbers")
        keep_whole(self, "target")
        if not self.numbers:  # a tree of the root alone has no node to refuse
            raise InputError("error.classic.empty", **got(self, "numbers", ()))

    def make_problem(self) -> Problem[int]:
        """State the problem with the textbook's running sums s and r."""
        sums = _Sums(self.numbers, self.target)
        return Problem(
            depth=len(self.numbers),
            domain=(1, 0),
            feasible=sums.feasible,
            push=sums.push,
            pop=sums.pop,
            cause=self.cause,
            name=self.problem_name,
            tree=self.tree,
        )

    def cause(self, k: int, x: Sequence[int]) -> Cause:
        """Return whether the sum is too large, or cannot become large enough."""
        total, rest = self._sum(x), sum(self.numbers[k + 1 :])
        if total > self.target:
            return caused("cause.subset-sum.over", ">", sum=total, target=self.target)
        return caused("cause.subset-sum.under", "<", sum=total, rest=rest, target=self.target)

    def _sum(self, x: Sequence[int]) -> int:
        return sum(number for number, is_in in zip(self.numbers, x, strict=False) if is_in)

    def check(self, x: Sequence[int]) -> bool:
        """Return whether the numbers that x takes add up to the target."""
        return ints_of(x, (0, 1), len(self.numbers)) and self._sum(x) == self.target

    def answer(self, x: Sequence[int], language: Language = "en") -> str:
        """Return the sum, written out."""
        terms = [str(n) for n, is_in in zip(self.numbers, x, strict=False) if is_in]
        if not terms:
            return word("classic.subset-sum.empty", language)
        return word(
            "classic.subset-sum.answer", language, terms=" + ".join(terms), target=self.target
        )


class _Sums:
    """s, the sum of the numbers taken, and r, that of those not yet decided on."""

    def __init__(self, numbers: Sequence[int], target: int) -> None:
        self.w, self.m = numbers, target
        self.s, self.r = 0, sum(numbers)

    def feasible(self, k: int, x: Sequence[int]) -> bool:
        s, r = self.s + self.w[k] * x[k], self.r - self.w[k]
        return s <= self.m <= s + r

    def push(self, k: int, x: Sequence[int]) -> None:
        self.s += self.w[k] * x[k]
        self.r -= self.w[k]

    def pop(self, k: int, x: Sequence[int]) -> None:
        self.s -= self.w[k] * x[k]
        self.r += self.w[k]
