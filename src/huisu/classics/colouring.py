"""How can the vertices of a graph be coloured with m colours, no edge joining two of one colour?

The m-ary tree. Read salesman.py next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from huisu.backtrack import Cause, Problem, caused
from huisu.classics.base import ints_of, listed
from huisu.classics.graph import OnGraph
from huisu.classics.instance import keep_whole
from huisu.words import Language, word

__all__ = ["Colouring"]


@dataclass(frozen=True)
class Colouring(OnGraph):
    """图的 m 着色问题: x[k] is the colour of vertex k.

    >>> from huisu.backtrack import count
    >>> [count(Colouring(colours=m).problem()) for m in (2, 3, 4)]
    [0, 6, 96]
    """

    colours: int = 3

    name = "colouring"
    goal = "all"
    tree = "n-ary"

    def __post_init__(self) -> None:
        """Refuse a number of colours that is none, and what is no graph."""
        super().__post_init__()
        keep_whole(self, "colours")

    def make_problem(self) -> Problem[int]:
        """State the problem."""
        earlier = [[j for j in sorted(joined) if j < k] for k, joined in enumerate(self.joined)]

        def feasible(k: int, x: Sequence[int]) -> bool:
            return all(x[j] != x[k] for j in earlier[k])

        return Problem(
            depth=self.vertices,
            domain=range(self.colours),
            feasible=feasible,
            cause=self.cause,
            name=self.problem_name,
            tree=self.tree,
        )

    def cause(self, k: int, x: Sequence[int]) -> Cause:
        """Return which neighbour has the newest vertex's colour: the least of them."""
        other = min(j for j in self.joined[k] if j < k and x[j] == x[k])
        return caused(
            "cause.colouring.edge", "E", vertex=k + 1, other=other + 1, colour=self.label(x[k])
        )

    def check(self, x: Sequence[int]) -> bool:
        """Return whether the ends of each edge have different colours."""
        coloured = ints_of(x, range(self.colours), self.vertices)
        return coloured and all(x[a] != x[b] for a, b in self.edges)

    def label(self, value: int) -> int:
        """Return the number of a colour, from 1."""
        return value + 1

    def answer(self, x: Sequence[int], language: Language = "en") -> str:
        """Return the colours in the order of the vertices."""
        colours = listed(map(self.label, x), language)
        return word("classic.colouring.answer", language, colours=colours)
