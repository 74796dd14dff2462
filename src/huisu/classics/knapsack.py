"""Which objects make the most valuable load that the knapsack can bear?

The subset tree; the bound fills the knapsack greedily, the last object in part.
Read graph.py next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from huisu.backtrack import Cause, Problem, caused
from huisu.classics.base import Classic, ints_of, listed
from huisu.classics.instance import keep_numbers, keep_whole, same_length
from huisu.words import Language, word

__all__ = ["Knapsack"]


@dataclass(frozen=True)
class Knapsack(Classic):
    """0-1 背包问题: x[k] is 1 if object order[k] is taken, else 0.

    The search decides on the objects in the order of value per weight, the best
    first, so the components of x are in that `order`, not in the order in which
    the objects were given. `taken` and `answer` name them as they were given.

    >>> sack = Knapsack(weights=(3, 5, 2, 1), values=(9, 10, 7, 4), capacity=7)
    >>> sack.order, sack.taken((1, 1, 1, 0))
    ((3, 2, 0, 1), (0, 2, 3))
    """

    weights: tuple[int, ...] = (16, 15, 15)
    values: tuple[int, ...] = (45, 25, 25)
    capacity: int = 30

    name = "knapsack"
    goal = "best"
    tree = "subset"

    def __post_init__(self) -> None:
        """Refuse what is no weight or value, and objects that lack one of them."""
        keep_numbers(self, "weights")
        keep_numbers(self, "values")
        keep_whole(self, "capacity")
        same_length(self, "values", "weights")

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The objects by value per weight, the best first; equals stay as they were given."""
        return tuple(sorted(range(len(self.weights)), key=self._rank))

    def _rank(self, i: int) -> tuple[bool, Fraction]:
        """Return where object i belongs: weightless ones first."""
        weight, value = self.weights[i], self.values[i]
        return weight > 0, -Fraction(value, weight or 1)

    def make_problem(self) -> Problem[int]:
        """State the problem with the textbook's running sums cw and cp."""
        load = _Load(self)
        return Problem(
            depth=len(self.weights),
            domain=(1, 0),
            feasible=load.feasible,
            bound=load.bound,
            value=lambda x: load.cp,
            push=load.push,
            pop=load.pop,
            cause=self.cause,
            name=self.problem_name,
            tree=self.tree,
        )

    def taken(self, x: Sequence[int]) -> tuple[int, ...]:
        """Return the objects that x takes, numbered from 0 as they were given."""
        return tuple(sorted(i for i, is_in in zip(self.order, x, strict=False) if is_in))

    def cause(self, k: int, x: Sequence[int]) -> Cause:
        """Return why the knapsack cannot bear the newest object."""
        weight = self._weight(x)
        return caused("cause.capacity", "W", weight=weight, capacity=self.capacity)

    def _weight(self, x: Sequence[int]) -> int:
        return sum(self.weights[i] for i in self.taken(x))

    def check(self, x: Sequence[int]) -> bool:
        """Return whether the knapsack bears the objects that x takes."""
        return ints_of(x, (0, 1), len(self.weights)) and self._weight(x) <= self.capacity

    def worth(self, x: Sequence[int]) -> int:
        """Return the value of the objects that x takes."""
        return sum(self.values[i] for i in self.taken(x))

    def answer(self, x: Sequence[int], language: Language = "en") -> str:
        """Return which objects are taken, their weight and their value."""
        return word(
            "classic.knapsack.answer",
            language,
            objects=listed((i + 1 for i in self.taken(x)), language),
            weight=self._weight(x),
            capacity=self.capacity,
            value=self.worth(x),
        )


class _Load:
    """cw and cp, the weight and the value (profit) of what has been taken."""

    def __init__(self, sack: Knapsack) -> None:
        self.w = [sack.weights[i] for i in sack.order]
        self.p = [sack.values[i] for i in sack.order]
        self.c = sack.capacity
        self.cw = self.cp = 0

    def feasible(self, k: int, x: Sequence[int]) -> bool:
        return not x[k] or self.cw + self.w[k] <= self.c

    def push(self, k: int, x: Sequence[int]) -> None:
        self.cw += self.w[k] * x[k]
        self.cp += self.p[k] * x[k]

    def pop(self, k: int, x: Sequence[int]) -> None:
        self.cw -= self.w[k] * x[k]
        self.cp -= self.p[k] * x[k]

    def bound(self, k: int, x: Sequence[int]) -> int:
        """Fill what room is left with the next objects, the last one in part.

        The part's value is rounded up: as values are whole numbers, that cuts
        off the same nodes as the fraction does, and is exact.
        """
        left, value = self.c - self.cw, self.cp
        for i in range(k + 1, len(self.w)):
            if self.w[i] > left:
                return value - (-self.p[i] * left // self.w[i])
            left -= self.w[i]
            value += self.p[i]
        return value
