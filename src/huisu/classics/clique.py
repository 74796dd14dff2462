"""Which vertices of a graph, as many as can be, are all joined to each other?

The subset tree; the bound is cn + n - i, all the vertices not yet decided on.
Read colouring.py next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from huisu.backtrack import Cause, Problem, caused
from huisu.classics.base import ints_of, listed
from huisu.classics.graph import OnGraph
from huisu.words import Language, word

__all__ = ["Clique"]


@dataclass(frozen=True)
class Clique(OnGraph):
    """最大团问题: x[k] is 1 if vertex k is in the clique, else 0.

    >>> from huisu.backtrack import best
    >>> best(Clique().problem())
    Best(value=3, solution=(1, 1, 0, 0, 1))
    """

    name = "clique"
    goal = "best"
    tree = "subset"

    def make_problem(self) -> Problem[int]:
        """State the problem with the textbook's running number cn."""
        growing = _Growing(self)
        return Problem(
            depth=self.vertices,
            domain=(1, 0),
            feasible=growing.feasible,
            bound=growing.bound,
            value=lambda x: len(growing.clique),
            push=growing.push,
            pop=growing.pop,
            cause=self.cause,
            name=self.problem_name,
            tree=self.tree,
        )

    def cause(self, k: int, x: Sequence[int]) -> Cause:
        """Return which vertex of the clique the newest is not joined to: the least of them."""
        other = min(j for j in range(k) if x[j] and j not in self.joined[k])
        return caused("cause.clique.edge", "E", vertex=k + 1, other=other + 1)

    def check(self, x: Sequence[int]) -> bool:
        """Return whether each two vertices that x takes are joined by an edge."""
        taken = [k for k, is_in in enumerate(x) if is_in]
        edges = set(self.edges)
        return ints_of(x, (0, 1), self.vertices) and edges.issuperset(combinations(taken, 2))

    def worth(self, x: Sequence[int]) -> int:
        """Return how many vertices x takes."""
        return sum(x)

    def answer(self, x: Sequence[int], language: Language = "en") -> str:
        """Return the vertices of the clique and how many they are."""
        vertices = listed((k + 1 for k, is_in in enumerate(x) if is_in), language)
        return word("classic.clique.answer", language, vertices=vertices, size=sum(x))


class _Growing:
    """The vertices in the clique so far; their number is the textbook's cn."""

    def __init__(self, graph: Clique) -> None:
        self.n, self.joined = graph.vertices, graph.joined
        self.clique: list[int] = []

    def feasible(self, k: int, x: Sequence[int]) -> bool:
        return not x[k] or self.joined[k].issuperset(self.clique)

    def push(self, k: int, x: Sequence[int]) -> None:
        if x[k]:
            self.clique.append(k)

    def pop(self, k: int, x: Sequence[int]) -> None:
        if x[k]:
            del self.clique[-1]

    def bound(self, k: int, x: Sequence[int]) -> int:
        """All vertices that are left may still join."""
        return len(self.clique) + self.n - 1 - k
