"""Which containers go on the first ship, so that it is loaded as fully as can be?

The subset tree, with the bound cw + r. If any loading of both ships is
possible, then this one is: the rest is as light as can be. Read batch.py next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from huisu.backtrack import Cause, Problem, caused
from huisu.classics.base import Classic, ints_of, listed
from huisu.classics.instance import got, keep_numbers
from huisu.errors import InputError
from huisu.words import Language, word

__all__ = ["Loading"]


@dataclass(frozen=True)
class Loading(Classic):
    """装载问题: x[k] is 1 if container k goes on the first ship, else 0.

    A solution loads the first ship as fully as possible; whether the second
    one then carries the rest is what `carries_all` says.

    >>> Loading().carries_all((1, 1, 0)), Loading(weights=(20, 40, 40)).carries_all((0, 1, 0))
    (True, False)
    """

    weights: tuple[int, ...] = (10, 40, 40)
    capacities: tuple[int, ...] = (50, 50)

    name = "loading"
    goal = "best"
    tree = "subset"

    def __post_init__(self) -> None:
        """Refuse weights that are none, and any other number of ships."""
        keep_numbers(self, "weights")
        keep_numbers(self, "capacities")
        if len(self.capacities) != 2:
            given = len(self.capacities)
            raise InputError("error.classic.ships", **got(self, "capacities", given))

    def make_problem(self) -> Problem[int]:
        """State the problem with the textbook's running sums cw and r."""
        ship = _Ship(self.weights, self.capacities[0])
        return Problem(
            depth=len(self.weights),
            domain=(1, 0),
            feasible=ship.feasible,
            bound=ship.bound,
            value=lambda x: ship.cw,
            push=ship.push,
            pop=ship.pop,
            cause=self.cause,
            name=self.problem_name,
            tree=self.tree,
        )

    def cause(self, k: int, x: Sequence[int]) -> Cause:
        """Return why the first ship cannot take container k."""
        weight, capacity = self._weight(x), self.capacities[0]
        return caused("cause.ship", "W", weight=weight, capacity=capacity)

    def _weight(self, x: Sequence[int]) -> int:
        return sum(w for w, aboard in zip(self.weights, x, strict=False) if aboard)

    def check(self, x: Sequence[int]) -> bool:
        """Return whether the first ship bears what x puts on it."""
        return ints_of(x, (0, 1), len(self.weights)) and self._weight(x) <= self.capacities[0]

    def worth(self, x: Sequence[int]) -> int:
        """Return the weight on the first ship."""
        return self._weight(x)

    def carries_all(self, x: Sequence[int]) -> bool:
        """Return whether the second ship bears what x leaves."""
        return sum(self.weights) - self._weight(x) <= self.capacities[1]

    def answer(self, x: Sequence[int], language: Language = "en") -> str:
        """Return what each ship carries, and whether the second one can."""
        key = "classic.loading.answer" if self.carries_all(x) else "classic.loading.too-heavy"
        weight = self._weight(x)
        return word(
            key,
            language,
            containers=listed((k + 1 for k, aboard in enumerate(x) if aboard), language),
            weight=weight,
            capacity=self.capacities[0],
            rest=sum(self.weights) - weight,
            other=self.capacities[1],
        )


class _Ship:
    """cw, the weight aboard, and r, the weight of the containers not yet decided on."""

    def __init__(self, weights: Sequence[int], capacity: int) -> None:
        self.w, self.c = weights, capacity
        self.cw, self.r = 0, sum(weights)

    def feasible(self, k: int, x: Sequence[int]) -> bool:
        return not x[k] or self.cw + self.w[k] <= self.c

    def push(self, k: int, x: Sequence[int]) -> None:
        self.r -= self.w[k]
        self.cw += self.w[k] * x[k]

    def pop(self, k: int, x: Sequence[int]) -> None:
        self.r += self.w[k]
        self.cw -= self.w[k] * x[k]

    def bound(self, k: int, x: Sequence[int]) -> int:
        """All that is left may still fit."""
        return self.cw + self.r
