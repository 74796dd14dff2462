"""What does every textbook problem have: which parts, and which text for people?

A classic is an instance: a frozen dataclass whose fields are the data and whose
defaults are the textbook's own instance. It states itself as a problem of
huisu.backtrack, and checks an answer by the definition, without the search.
Read instance.py next, how the data are checked and read.

Everything counts from 0 here; only the texts of `answer` and `label`, of
causes, and of JSON count objects, vertices and so on from 1, as the books do.
"""

from __future__ import annotations

import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from huisu.backtrack import Goal, Problem, Source, Tree
from huisu.words import Language, word

__all__ = ["Classic", "ints_of", "listed", "unused"]


class Classic(ABC):
    """A textbook problem with its instance; each one is a frozen dataclass.

    >>> from huisu.backtrack import best
    >>> from huisu.classics import Knapsack
    >>> sack = Knapsack(weights=(3, 5, 2, 1), values=(9, 10, 7, 4), capacity=7)
    >>> found = best(sack.problem())
    >>> found.value, sack.check(found.solution), sack.answer(found.solution)
    (20, True, 'objects taken: 1, 3, 4 (weight 6 of 7); value 20')
    """

    name: ClassVar[str]
    """What the command line calls it."""
    goal: ClassVar[Goal]
    """Whether all solutions are asked for, or a best one."""
    numbered: ClassVar[frozenset[str]] = frozenset()
    """The fields that name vertices and the like by their numbers."""
    optional: ClassVar[frozenset[str]] = frozenset()
    """The fields that JSON may leave out."""
    tree: Tree | None
    """Which tree the solution space makes; None where the domains differ from node to node."""

    def problem(self) -> Source[int]:
        """Return what the searches of huisu.backtrack take: a function that makes the problem.

        Each run so has a state of its own.
        """
        return lambda: replace(self.make_problem(), label=self.label)

    @abstractmethod
    def make_problem(self) -> Problem[int]:
        """Return the problem as the textbook states it, with a fresh state."""

    @abstractmethod
    def check(self, x: Sequence[int]) -> bool:
        """Return whether a whole vector is a solution, by the definition."""

    def worth(self, x: Sequence[int]) -> Any:
        """Return what a solution is worth, by the definition; None where all are asked for."""
        return None

    @abstractmethod
    def answer(self, x: Sequence[int], language: Language = "en") -> str:
        """Return what a solution says, for people: a line, or the lines of a picture."""

    def label(self, value: int) -> int | str:
        """Return how people write a component of the solution vector."""
        return value

    def title(self, language: Language = "en") -> str:
        """Return the name that the textbooks have for it."""
        return word(f"classic.{self.name}", language)

    def about(self, language: Language = "en") -> str:
        """Return one sentence that says what is asked for."""
        return word(f"classic.{self.name}.about", language)

    @property
    def problem_name(self) -> str:
        """The name with a digest of the instance, so that checkpoints of others are refused."""
        return f"{self.name} {zlib.crc32(repr(self).encode()):08x}"


def unused(values: Sequence[int]) -> Callable[[int, Sequence[int]], list[int]]:
    """Return the domain of a permutation tree: the values not on the path, in their order.

    >>> unused(range(4))(2, [3, 1])
    [0, 2]
    """

    def domain(k: int, x: Sequence[int]) -> list[int]:
        used = set(x)
        return [value for value in values if value not in used]

    return domain


def ints_of(x: Sequence[int], allowed: Iterable[int], length: int) -> bool:
    """Return whether x has `length` components, all of them among the allowed values."""
    return len(x) == length and set(x) <= set(allowed)


def listed(values: Iterable[object], language: Language) -> str:
    """Return values in a row for people, or the word for none.

    >>> listed([1, 3], "en"), listed([], "en")
    ('1, 3', 'none')
    """
    return ", ".join(map(str, values)) or word("classic.none", language)
