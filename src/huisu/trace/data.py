"""What is kept of a search, so that it can be shown again step by step?

A few lists with one entry for each generated node, in the order of generation;
everything else about the search follows from these. Read record.py next, which
fills them.

    level[i]    how many components the path of node i has; node 0 is the root, on level 0
    value[i]    its newest component, as people write it; None for the root
    place[i]    its place among its parent's children in the whole tree, from 0
    fate[i]     what became of it, one letter of FATES
    width[i]    how many children it has in the whole tree, if it became the E-node
    amount[i]   what the bounding function, or for a vector the value, said of it
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from huisu.backtrack import Cause, Goal, Outcome, Sense, Tree, caused
from huisu.errors import InputError
from huisu.shown import as_html
from huisu.trace.lists import ANSWER, CUT, FATES, KILLED, LIVE, Lists
from huisu.words import Language, word

__all__ = ["Trace", "amount_text", "children_of_kind", "vector_text"]

#: Larger trees are not numbered: a number of 1,000 digits tells nobody anything.
MAX_SIZE = 10**1000

#: Why the constraint function refused x, as Problem.cause.
Why = Callable[[int, Sequence[Any]], "Cause | str | None"]


@dataclass(eq=False)
class Trace:
    """A search that was recorded; made by `trace`, and by `load` from a file.

    `outcome` says whether the whole tree was searched, like that of a run. The
    lists are described at the top of this module; nothing changes them.
    """

    problem: str
    depth: int
    goal: Goal
    sense: Sense
    order: str
    tree: Tree | None
    outcome: Outcome
    domains: list[tuple[Any, ...]] = field(repr=False)
    """The domain of the first E-node on each level. The last entry is that of all levels
    below, too; it is empty where that is not known."""
    find_lists: Callable[[], Lists] = field(repr=False)
    """Makes the lists when the first of them is asked for."""
    label: Callable[[Any], object] | None = field(default=None, repr=False)
    find_cause: Why | None = field(default=None, repr=False)
    causes: dict[int, Cause] = field(default_factory=dict, repr=False)

    def _repr_html_(self) -> str | None:
        return as_html(self)

    def __len__(self) -> int:
        """Return the number of nodes generated, the root among them."""
        return len(self.fate)

    @cached_property
    def _lists(self) -> Lists:
        return self.find_lists()

    @property
    def level(self) -> array[int]:
        """How many components the path of each node has."""
        return self._lists.level

    @cached_property
    def value(self) -> list[Any]:
        """The newest component of each node, as people write it; None for the root."""
        values = self._lists.value
        return values if self.label is None else [None, *map(self.label, values[1:])]

    @property
    def place(self) -> array[int]:
        """The place of each node among its parent's children in the whole tree, from 0."""
        return self._lists.place

    @property
    def fate(self) -> bytes:
        """What became of each node, one letter of FATES."""
        return self._lists.fate

    @property
    def width(self) -> dict[int, int]:
        """How many children each E-node has in the whole tree."""
        return self._lists.width

    @property
    def amount(self) -> dict[int, Any]:
        """What the bounding function, or for a vector the value, said of a node."""
        return self._lists.amount

    @cached_property
    def parent(self) -> array[int]:
        """The parent of each node; -1 for the root."""
        parents = array("l", [-1])
        path = [0] * (self.depth + 1)  # the newest node on each level
        levels = self.level
        for node in range(1, len(levels)):
            level = levels[node]
            parents.append(path[level - 1])
            path[level] = node
        return parents

    @cached_property
    def sizes(self) -> list[int] | None:
        """How many nodes the whole tree has below a node of each level, itself included.

        None when the kind of tree is not known, so that only a walk could tell,
        and when the tree has 10^1000 nodes or more.
        """
        if self.tree is None or (self.depth and 0 not in self.width):
            return None
        below = [1]
        for level in reversed(range(self.depth)):
            below.append(1 + self.children_of_kind(level) * below[-1])
            if below[-1] >= MAX_SIZE:
                return None
        return below[::-1]

    def children_of_kind(self, level: int) -> int:
        """Return how many children the kind of tree gives a node of a level."""
        return children_of_kind(self.tree, self.width[0], level)

    def misfits(self) -> Iterator[tuple[int, int]]:
        """Yield the E-nodes with another number of children than the kind of tree says."""
        for node, width in self.width.items() if self.tree else ():
            if width != self.children_of_kind(self.level[node]):
                yield node, width

    @cached_property
    def number(self) -> list[int]:
        """The number of each node, from 1: its place in the depth-first order of the whole tree.

        Where the kind of tree is not known, the order of generation.
        """
        if self.sizes is None:
            return list(range(1, len(self) + 1))
        numbers = [1]
        for node in range(1, len(self)):
            size = self.sizes[self.level[node]]
            numbers.append(numbers[self.parent[node]] + 1 + self.place[node] * size)
        return numbers

    def path(self, node: int) -> list[int]:
        """Return the nodes from the root to a node, both included."""
        found = []
        while node >= 0:
            found.append(node)
            node = self.parent[node]
        return found[::-1]

    def vector(self, node: int) -> tuple[Any, ...]:
        """Return the components on the path of a node."""
        return tuple(self.value[each] for each in self.path(node)[1:])

    def components(self, node: int) -> tuple[Any, ...]:
        """Return the same as the problem's functions see them; of a loaded trace, as written."""
        return tuple(self._lists.value[each] for each in self.path(node)[1:])

    @cached_property
    def answers(self) -> list[int]:
        """The answer nodes in their order."""
        found, node = [], self.fate.find(ANSWER)
        while node >= 0:
            found.append(node)
            node = self.fate.find(ANSWER, node + 1)
        return found

    def cause(self, node: int) -> Cause:
        """Return why the constraint function killed a node."""
        if node not in self.causes:
            x = self.components(node)
            found = self.find_cause(len(x) - 1, x) if self.find_cause else None
            if found is None:
                level, value = self.level[node], self.value[node]
                found = caused("cause.constraint", "×", k=level, value=value)
            self.causes[node] = Cause("×", found, found) if isinstance(found, str) else found
        return self.causes[node]

    def why(self, node: int, language: Language = "en") -> str:
        """Return in one sentence what became of a node, and why.

        >>> from huisu.backtrack import Problem
        >>> from huisu.trace import trace
        >>> recorded = trace(Problem(2, (1, 2), lambda k, x: sum(x) < 3, name="small"))
        >>> recorded.why(3)
        'killed by the constraint function: it refuses x2 = 2'

        Raises InputError for a node that there is not.
        """
        self.must_have(node)
        return word(f"why.{self._fate_name(node)}", language, **self._said(node, language))

    def must_have(self, node: int) -> None:
        """Raise InputError unless there is a node of this index; -1 is none."""
        if not 0 <= node < len(self.fate):
            raise InputError("error.trace.node", node=node, last=len(self) - 1)

    def _fate_name(self, node: int) -> str:
        fate = self.fate[node]
        if fate == CUT and self.level[node] == self.depth:
            return "no_better"
        if fate == CUT:
            return f"cut.{self.sense}"
        if fate == LIVE and self.outcome != "complete" and node in self._unfinished:
            return "live"
        if fate == LIVE:
            return "dead" if self.width.get(node) else "dead.childless"
        if fate == ANSWER and self.goal == "best":
            return "better"
        return next(name for name, letter in FATES.items() if letter == fate)

    @cached_property
    def _unfinished(self) -> frozenset[int]:
        """The nodes still live when the search was stopped."""
        return frozenset(self.path(len(self) - 1))

    def _said(self, node: int, language: Language) -> dict[str, object]:
        values: dict[str, object] = {
            "children": self.width.get(node, 0),
            "k": self.level[node] + 1,
            "x": vector_text(self.vector(node)),
        }
        if self.fate[node] == KILLED:
            values["cause"] = self.cause(node).text(language)
        if node in self.amount:
            best = self._best_before(node)
            values |= {"amount": amount_text(self.amount[node]), "best": amount_text(best)}
        return values

    def _best_before(self, node: int) -> Any:
        """Return the value of the best answer before a node; None when there was none."""
        before = bisect_left(self.answers, node)
        return self.amount[self.answers[before - 1]] if before else None


def children_of_kind(tree: Tree | None, widest: int, level: int) -> int:
    """Return how many children a kind of tree gives a node, if it gives the root `widest`."""
    return max(0, widest - level) if tree == "permutation" else widest


def vector_text(x: Sequence[Any]) -> str:
    """Return a solution vector, or a prefix of one, as people write it.

    >>> vector_text((2, 4, 1))
    '(2, 4, 1)'
    """
    return "(" + ", ".join(map(str, x)) + ")"


def amount_text(amount: object) -> str:
    """Return a value as people write it: without the last digits of a fraction.

    >>> amount_text(7.656854249492381), amount_text(50)
    ('7.65685', '50')
    """
    return f"{amount:g}" if isinstance(amount, float) else str(amount)
