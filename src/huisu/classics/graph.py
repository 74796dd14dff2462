"""What do the problems on graphs share? A number of vertices, and edges between them.

Read clique.py next.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from huisu.classics.base import Classic
from huisu.classics.instance import elements, got, keep, keep_whole, one_of, sequence
from huisu.errors import Index, InputError

__all__ = ["Edges", "OnGraph"]

#: Pairs of vertices, the less one first.
Edges = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class OnGraph(Classic):
    """A problem on a graph; the edges are kept sorted, each once. The default is the textbook's.

    >>> from huisu.classics import Clique
    >>> Clique(vertices=3, edges=((1, 0), (2, 1), (0, 1))).edges
    ((0, 1), (1, 2))
    """

    vertices: int = 5
    edges: Edges = ((0, 1), (0, 3), (0, 4), (1, 2), (1, 4), (2, 4), (3, 4))

    numbered = frozenset({"edges"})

    def __post_init__(self) -> None:
        """Refuse edges that do not join two vertices."""
        keep_whole(self, "vertices")
        keep(self, "edges", tuple(sorted({self._edge(edge) for edge in elements(self, "edges")})))

    def _edge(self, edge: object) -> tuple[int, int]:
        ends = [
            one_of(self, "edges", vertex, self.vertices) for vertex in sequence(self, "edges", edge)
        ]
        if len(ends) != 2 or ends[0] == ends[1]:
            named = tuple(map(Index, ends))
            raise InputError("error.classic.edge", **got(self, "edges", edge), edge=named)
        return min(ends), max(ends)

    @cached_property
    def joined(self) -> tuple[frozenset[int], ...]:
        """The vertices that each vertex is joined to."""
        found: list[set[int]] = [set() for _ in range(self.vertices)]
        for a, b in self.edges:
            found[a].add(b)
            found[b].add(a)
        return tuple(map(frozenset, found))
