"""Which round trip through all the vertices is the shortest?

The permutation tree; the bound is cc, the cost of the way so far. Read
circles.py next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from huisu.backtrack import Cause, Problem, caused
from huisu.classics.base import Classic, unused
from huisu.classics.instance import elements, got, keep, sequence, whole
from huisu.errors import Index, InputError
from huisu.words import Language, word

__all__ = ["Costs", "Salesman"]

#: costs[i][j] is what the way from vertex i to vertex j costs, None where there is none.
Costs = tuple[tuple[int | None, ...], ...]


@dataclass(frozen=True)
class Salesman(Classic):
    """旅行售货员问题: x[k] is the vertex that the tour comes to after k + 1 steps.

    The tour begins and ends at vertex 0 (1 in the texts), which is no component
    of x. `costs` is a square table; its diagonal is not used, and the way back
    may cost something else than the way there.

    >>> from huisu.backtrack import best
    >>> Salesman().answer(best(Salesman().problem()).solution)
    'tour 1-3-2-4-1; length 25'
    """

    costs: Costs = ((0, 30, 6, 4), (30, 0, 5, 10), (6, 5, 0, 20), (4, 10, 20, 0))

    name = "salesman"
    goal = "best"
    tree = "permutation"

    def __post_init__(self) -> None:
        """Refuse a table that is empty or not square, and what is no cost."""
        table = elements(self, "costs")
        if not table:
            raise InputError("error.classic.empty", **got(self, "costs", ()))
        keep(self, "costs", tuple(self._row(i, row, len(table)) for i, row in enumerate(table)))

    def _row(self, i: int, row: object, n: int) -> tuple[int | None, ...]:
        costs = sequence(self, "costs", row)
        if len(costs) != n:
            raise InputError("error.classic.square", row=Index(i), given=len(costs), needed=n)
        return tuple(None if cost is None else whole(self, "costs", cost, 0) for cost in costs)

    def make_problem(self) -> Problem[int]:
        """State the problem with the textbook's running cost cc."""
        tour = _Tour(self.costs)
        return Problem(
            depth=len(self.costs) - 1,
            domain=unused(range(1, len(self.costs))),
            feasible=tour.feasible,
            bound=lambda k, x: tour.cc,
            value=tour.value,
            sense="minimise",
            push=tour.push,
            pop=tour.pop,
            cause=self.cause,
            name=self.problem_name,
            tree=self.tree,
        )

    def cause(self, k: int, x: Sequence[int]) -> Cause:
        """Return which way there is none of: the one to the newest vertex, or the one back."""
        before = x[k - 1] if k else 0
        start, end = (before, x[k]) if self.costs[before][x[k]] is None else (x[k], 0)
        return caused("cause.salesman.way", "E", start=start + 1, end=end + 1)

    def _steps(self, x: Sequence[int]) -> list[int | None]:
        """Return the cost of each step of a tour."""
        tour = (0, *x, 0) if x else (0,)
        return [self.costs[a][b] for a, b in pairwise(tour)]

    def check(self, x: Sequence[int]) -> bool:
        """Return whether the tour visits every other vertex once, on ways that there are."""
        visits_all = sorted(x) == list(range(1, len(self.costs)))
        return visits_all and None not in self._steps(x)

    def worth(self, x: Sequence[int]) -> int:
        """Return the cost of all the steps of a tour."""
        return sum(cost for cost in self._steps(x) if cost is not None)

    def label(self, value: int) -> int:
        """Return the number of a vertex, from 1."""
        return value + 1

    def answer(self, x: Sequence[int], language: Language = "en") -> str:
        """Return the tour and its length."""
        tour = "-".join(str(self.label(v)) for v in ((0, *x, 0) if x else (0,)))
        return word("classic.salesman.answer", language, tour=tour, length=self.worth(x))


class _Tour:
    """cc, the cost of the way so far."""

    def __init__(self, costs: Costs) -> None:
        self.a, self.last = costs, len(costs) - 2
        self.cc = 0

    def _step(self, k: int, x: Sequence[int]) -> int | None:
        return self.a[x[k - 1] if k else 0][x[k]]

    def feasible(self, k: int, x: Sequence[int]) -> bool:
        if self._step(k, x) is None:
            return False
        return k < self.last or self.a[x[k]][0] is not None

    def push(self, k: int, x: Sequence[int]) -> None:
        self.cc += self._step(k, x) or 0

    def pop(self, k: int, x: Sequence[int]) -> None:
        self.cc -= self._step(k, x) or 0

    def value(self, x: Sequence[int]) -> int:
        """Return the cost with the way back; a single vertex needs none."""
        return self.cc + (self.a[x[-1]][0] or 0) if x else 0
