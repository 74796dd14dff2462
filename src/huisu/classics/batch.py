"""In which order do jobs pass through two machines, so that they finish soonest on average?

The permutation tree; the bound is the sum of the finish times so far. Read
sign_triangle.py next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from huisu.backtrack import Problem
from huisu.classics.base import Classic, listed, unused
from huisu.classics.instance import elements, keep, sequence, whole
from huisu.errors import Index, InputError
from huisu.words import Language, word

__all__ = ["Batch"]


@dataclass(frozen=True)
class Batch(Classic):
    """批处理作业调度问题: x[k] is the job that comes k-th.

    `jobs` has for each job its time on machine 1 and then on machine 2. Both
    machines take the jobs in the same order; the sum of the times at which
    they leave machine 2 is to be least.

    >>> from huisu.backtrack import best
    >>> best(Batch().problem())
    Best(value=18, solution=(0, 2, 1))
    """

    jobs: tuple[tuple[int, ...], ...] = ((2, 1), (3, 1), (2, 3))

    name = "batch"
    goal = "best"
    tree = "permutation"

    def __post_init__(self) -> None:
        """Refuse jobs without two times."""
        keep(self, "jobs", tuple(self._job(i, job) for i, job in enumerate(elements(self, "jobs"))))

    def _job(self, i: int, job: object) -> tuple[int, ...]:
        times = tuple(whole(self, "jobs", time, 0) for time in sequence(self, "jobs", job))
        if len(times) != 2:
            raise InputError("error.classic.job", job=Index(i), given=len(times))
        return times

    def make_problem(self) -> Problem[int]:
        """State the problem with the textbook's running times f1, f2 and f."""
        shop = _Shop(self.jobs)
        return Problem(
            depth=len(self.jobs),
            domain=unused(range(len(self.jobs))),
            bound=lambda k, x: shop.f[-1],
            value=lambda x: shop.f[-1],
            sense="minimise",
            push=shop.push,
            pop=shop.pop,
            name=self.problem_name,
            tree=self.tree,
        )

    def check(self, x: Sequence[int]) -> bool:
        """Return whether x names each job once."""
        return sorted(x) == list(range(len(self.jobs)))

    def worth(self, x: Sequence[int]) -> int:
        """Return the sum of the finish times: each job's from the longest chain before it.

        Job k leaves machine 2 when, for some job i of those up to it, all jobs up
        to i have passed machine 1 and all from i to k machine 2, without a pause.
        """
        first = [self.jobs[job][0] for job in x]
        second = [self.jobs[job][1] for job in x]
        return sum(
            max(sum(first[: i + 1]) + sum(second[i : k + 1]) for i in range(k + 1))
            for k in range(len(x))
        )

    def label(self, value: int) -> int:
        """Return the number of a job, from 1."""
        return value + 1

    def answer(self, x: Sequence[int], language: Language = "en") -> str:
        """Return the order of the jobs and the sum of their finish times."""
        order = listed(map(self.label, x), language)
        return word("classic.batch.answer", language, order=order, sum=self.worth(x))


class _Shop:
    """f1 and f2, when the last job leaves machine 1 and 2, and f, the sum of f2: each a stack."""

    def __init__(self, jobs: Sequence[Sequence[int]]) -> None:
        self.jobs = jobs
        self.f1, self.f2, self.f = [0], [0], [0]

    def push(self, k: int, x: Sequence[int]) -> None:
        on_first, on_second = self.jobs[x[k]]
        self.f1.append(self.f1[-1] + on_first)
        self.f2.append(max(self.f2[-1], self.f1[-1]) + on_second)
        self.f.append(self.f[-1] + self.f2[-1])

    def pop(self, k: int, x: Sequence[int]) -> None:
        for stack in (self.f1, self.f2, self.f):
            del stack[-1]
