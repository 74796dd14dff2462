"""What is there to show of a search at one position?

The path from the root to the E-node, with the siblings of each node on it.
Read player_board.py next, the first of the panels that show it.

A position is a step, or the number of steps: then the search is over, and the
root of a complete search is dead too.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property

from huisu.trace import Moment, Replay, Status, Trace
from huisu.trace.lists import CUT, KILLED, LIVE
from huisu.views.player_text import columns
from huisu.views.svg_parts import printable
from huisu.views.tree_picture import BOUNDED, DrawnNode, shortened
from huisu.words import Language

__all__ = ["Film", "Row", "Scene", "value_label"]

_LONGEST = 12  # letters of a value


class Film:
    """A search to be shown: its steps, and what is worked out once for all of them."""

    def __init__(self, trace: Trace, language: Language = "en") -> None:
        """Unroll the steps, and find the children of each node."""
        self.trace, self.language = trace, language
        self.replay = Replay(trace)
        self._first = array("l", [0]) * len(trace)
        self._next = array("l", [0]) * len(trace)
        self._find_children()

    def _find_children(self) -> None:
        newest = [0] * (self.trace.depth + 1)  # the newest node on each level
        levels, parents = self.trace.level, self.trace.parent
        for node in range(1, len(levels)):
            level, parent = levels[node], parents[node]
            if self._first[parent]:
                self._next[newest[level]] = node
            else:
                self._first[parent] = node
            newest[level] = node

    @property
    def over(self) -> int:
        """The last position: the search is over."""
        return len(self.replay)

    @property
    def last(self) -> int:
        """The last step."""
        return len(self.replay) - 1

    def children(self, node: int) -> list[int]:
        """Return the children of a node that are generated sooner or later, in that order."""
        found, child = [], self._first[node]
        while child:
            found.append(child)
            child = self._next[child]
        return found

    def born(self, node: int) -> int:
        """Return the step at which a node is generated; 0 for the root."""
        steps = range(len(self.replay))
        return bisect_left(steps, node + 1, key=lambda step: self.replay.at(step).generated)

    @cached_property
    def longest_value(self) -> int:
        """How many columns the longest value takes, as people write it."""
        return max(map(columns, {value_label(value) for value in self.trace.value[1:]}), default=0)

    @cached_property
    def most_children(self) -> int:
        """How many children a node has at most."""
        return max(self.trace.width.values(), default=0)

    @cached_property
    def answered(self) -> list[int]:
        """The steps at which there is an answer."""
        found, step = [], self.replay.next("answered", -1)
        while step is not None:
            found.append(step)
            step = self.replay.next("answered", step)
        return found


@dataclass(frozen=True)
class Row:
    """Siblings, in the order of their generation, and the one that the eye should find."""

    nodes: list[DrawnNode]
    indices: list[int]
    """The same nodes as indices of the trace."""
    focus: int
    missing: int
    """How many more there are, which were never generated because the search was stopped."""


@dataclass(frozen=True)
class Scene:
    """A search at one position."""

    film: Film
    position: int

    @cached_property
    def moment(self) -> Moment:
        """The search after the step; after the last one when it is over."""
        return self.film.replay.at(min(self.position, self.film.last))

    @property
    def is_over(self) -> bool:
        """Whether the search has ended."""
        return self.position >= self.film.over

    @property
    def refused(self) -> int | None:
        """The node that is killed in this very step; None if none is."""
        node = self.moment.node
        is_killed = self.moment.kind == "generated" and self.status(node) in ("killed", "cut")
        return node if is_killed and not self.is_over else None

    def status(self, node: int) -> Status:
        """Return how a node stands."""
        trace = self.film.trace
        if node == 0 and self.is_over and trace.outcome == "complete" and trace.fate[0] == LIVE:
            return "dead"
        return self.film.replay.status(node, self.moment.step)

    def mark(self, node: int) -> str:
        """Return the letter or sign for what kills a node in the end; empty for one that lives."""
        fate = self.film.trace.fate[node]
        if fate == KILLED:
            return printable(self.film.trace.cause(node).mark)
        return BOUNDED if fate == CUT else ""

    @cached_property
    def rows(self) -> list[Row]:
        """The root, then the children of each node on the path, down to those of the E-node."""
        path = self.moment.live
        rows = [self._row([0], (0,))]
        for parent in path:
            children = self.film.children(parent)
            if children and (parent == self.moment.e_node or parent != path[-1]):
                rows.append(self._row(children, path))
        return rows

    def _row(self, nodes: list[int], path: tuple[int, ...]) -> Row:
        width = self.film.trace.width.get(self.film.trace.parent[nodes[0]], len(nodes))
        return Row(
            [self._drawn(node, node in path) for node in nodes],
            nodes,
            self._focus(nodes, path),
            max(0, width - len(nodes)),
        )

    def _focus(self, nodes: list[int], path: tuple[int, ...]) -> int:
        """Return the place of the node on the path, else of the one something happened to."""
        for place, node in enumerate(nodes):
            if node in path or node == self.moment.node:
                return place
        generated = bisect_left(nodes, self.moment.generated)
        return max(0, generated - 1)

    def _drawn(self, node: int, is_on_path: bool) -> DrawnNode:
        trace, status = self.film.trace, self.status(node)
        return DrawnNode(
            number=trace.number[node],
            parent=trace.parent[node],
            level=trace.level[node],
            value="" if node == 0 else printable(str(trace.value[node])),
            status=status,
            is_on_path=is_on_path and status != "dead",
            mark=self.mark(node) if status in ("killed", "cut") else "",
            hidden=0,
        )


def value_label(value: object) -> str:
    """Return a value on one line; a long one is shortened."""
    return shortened(printable(str(value)), _LONGEST)
