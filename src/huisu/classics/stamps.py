"""Which n stamps, at most m on a letter, make the longest run of postages 1, 2, 3, ...?

A tree whose domains depend on the path: the next stamp is larger than the last
one, and at most 1 more than the run so far. Read subset_sum.py next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from huisu.backtrack import Problem
from huisu.classics.base import Classic, listed
from huisu.classics.instance import keep_whole
from huisu.words import Language, word

__all__ = ["Stamps"]


@dataclass(frozen=True)
class Stamps(Classic):
    """连续邮资问题: x[k] is the value of stamp k, in increasing order; the first is 1.

    `stamps` different values are to be chosen, and at most `most` stamps fit on
    a letter. A solution reaches the longest run of postages from 1 on.

    >>> from huisu.backtrack import best
    >>> best(Stamps().problem())
    Best(value=70, solution=(1, 3, 11, 15, 32))
    """

    stamps: int = 5
    most: int = 4

    name = "stamps"
    goal = "best"
    tree = None

    def __post_init__(self) -> None:
        """Refuse an album or a letter without stamps."""
        keep_whole(self, "stamps", least=1)
        keep_whole(self, "most", least=1)

    def make_problem(self) -> Problem[int]:
        """State the problem; the explicit constraint does all the pruning."""
        postages = _Postages(self.most)
        return Problem(
            depth=self.stamps,
            domain=postages.domain,
            value=lambda x: postages.run[-1],
            push=postages.push,
            pop=postages.pop,
            name=self.problem_name,
        )

    def check(self, x: Sequence[int]) -> bool:
        """Return whether each stamp is larger than those before, at most 1 beyond their run."""
        return len(x) == self.stamps and all(
            (x[k - 1] if k else 0) < x[k] <= self.worth(x[:k]) + 1 for k in range(len(x))
        )

    def worth(self, x: Sequence[int]) -> int:
        """Return how far the run of postages goes: all sums of at most `most` stamps."""
        sums = {0}
        for _ in range(self.most):
            sums |= {postage + stamp for postage in sums for stamp in x}
        return next(postage for postage in range(len(sums) + 1) if postage not in sums) - 1

    def answer(self, x: Sequence[int], language: Language = "en") -> str:
        """Return the stamps and how far the run goes."""
        return word(
            "classic.stamps.answer", language, stamps=listed(x, language), run=self.worth(x)
        )


class _Postages:
    """For each postage the fewest stamps that make it, and how far the run goes; both stacks."""

    def __init__(self, most: int) -> None:
        self.m = most
        self.fewest = [[0]]
        self.run = [0]

    def domain(self, k: int, x: Sequence[int]) -> range:
        return range(x[-1] + 1, self.run[-1] + 2) if x else range(1, 2)

    def push(self, k: int, x: Sequence[int]) -> None:
        stamp, impossible = x[k], self.m + 1
        fewest = self.fewest[-1] + [impossible] * (1 + self.m * stamp - len(self.fewest[-1]))
        for postage in range(stamp, len(fewest)):
            fewest[postage] = min(fewest[postage], fewest[postage - stamp] + 1)
        self.fewest.append(fewest)
        reached = self.run[-1]
        while reached + 1 < len(fewest) and fewest[reached + 1] <= self.m:
            reached += 1
        self.run.append(reached)

    def pop(self, k: int, x: Sequence[int]) -> None:
        del self.fewest[-1], self.run[-1]
