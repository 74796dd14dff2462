"""What has a search met so far: how many nodes, and what became of them?

The drivers of search.py count two things a level; all other figures follow from
these and from the place where the search is. Read limits.py next.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from huisu.backtrack.search import Search

__all__ = ["Statistics", "statistics_of"]


@dataclass(frozen=True)
class Statistics:
    """What a search has met so far, level by level; the root is level 0.

    >>> from huisu.backtrack import Problem, solutions
    >>> run = solutions(Problem(2, (0, 1), lambda k, x: sum(x) < 2))
    >>> list(run)
    [(0, 0), (0, 1), (1, 0)]
    >>> run.stats.generated, run.stats.killed_by_constraint, run.stats.profile
    (7, 1, (1, 2, 3))
    """

    generated_by_level: tuple[int, ...]
    killed_by_level: tuple[int, ...]
    """By the constraint function."""
    cut_by_level: tuple[int, ...]
    """By the bounding function."""
    profile: tuple[int, ...]
    """The nodes that lived; on the last level, the answers."""
    backtracks: int
    """Returns from a dead E-node to its parent."""
    answers: int
    """Answer nodes; for a best solution, each that was better than those before it."""

    @property
    def generated(self) -> int:
        """All nodes that were generated, the root among them."""
        return sum(self.generated_by_level)

    @property
    def killed_by_constraint(self) -> int:
        """Nodes that the constraint function killed."""
        return sum(self.killed_by_level)

    @property
    def killed_by_bound(self) -> int:
        """Nodes that cannot lead to, or are, anything better than the best so far."""
        return sum(self.cut_by_level)


def statistics_of(search: Search[Any]) -> Statistics:
    """Return the figures of a search where it stands."""
    generated = [1, *_offspring(search)]
    for k, place in enumerate(position := search.position()):
        begun = place if k + 1 == len(position) else place + 1
        generated[k + 1] -= search.width[k] - begun
    profile = [*search.expanded, search.answers]
    profile[0] = 1
    killed = [
        all_ - lived - cut for all_, lived, cut in zip(generated, profile, search.cut, strict=True)
    ]
    returns = sum(search.expanded[1:]) - max(0, len(position) - 1)
    return Statistics(
        tuple(generated), tuple(killed), tuple(search.cut), tuple(profile), returns, search.answers
    )


def _offspring(search: Search[Any]) -> list[int]:
    """Return, for each level, how many children its E-nodes have, generated or not."""
    if search.hooks.values is None:
        return search.offspring
    return [nodes * len(search.hooks.values) for nodes in search.expanded]
