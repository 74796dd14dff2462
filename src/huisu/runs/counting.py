"""How is a unit counted, on the cores that its worker has, and stopped when told so?

A unit lasts seconds, and is counted in pieces of about 10 ms. Read moved.py and
halves.py next, which make jobs of what is to be counted in another way.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from functools import partial
from typing import Any, Protocol

from huisu.errors import Interrupted
from huisu.jobs import Job, SizedJob, Workers, in_window, split, together
from huisu.runs.flip import weights
from huisu.runs.halves import join_tasks
from huisu.runs.moved import by_last_queen, moved

__all__ = ["Counted", "Stop", "count_range", "count_unit"]

Counted = tuple[int, int]
"""The weighted count of some jobs and, where it was asked for, the sum T (flip.py), else 0."""

_WORD = (1 << 64) - 1


class Stop(Protocol):
    """What tells a count to stop: a threading.Event, for instance."""

    def is_set(self) -> bool:
        """Return whether it should."""


def count_unit(
    jobs: Sequence[Job],
    workers: Workers,
    *,
    orientation: str = "identity",
    flip: bool = False,
    cancel: Stop | None = None,
) -> Counted:
    """Return the weighted count of jobs of one side, turned by a symmetry of the board.

    Raises Interrupted soon after `cancel` was set.

    >>> workers = Workers.choose("python", 1)
    >>> jobs = [Job((0b0010, 15, 15, 15), 2)]
    >>> count_unit(jobs, workers, orientation="transpose")
    (2, 0)
    >>> count_unit(jobs, workers, flip=True) == (2, 2 * weights(4)[2] % 2**64)
    True
    """
    if flip and orientation == "identity" and workers.kernel.counts_flip:
        return _count_jobs(jobs, workers, cancel, flip=True)
    if not flip:
        return _count_jobs(_turned(jobs, orientation), workers, cancel)
    count = total = 0
    for column, ending in by_last_queen(jobs):
        found, _ = _count_jobs(_turned(ending, orientation), workers, cancel)
        count += found
        total += found * weights(len(jobs[0].open))[column]
    return count, total & _WORD


def count_range(n: int, units: range, workers: Workers, *, cancel: Stop | None = None) -> Counted:
    """Return what some units of the join count, and 0. Raises Interrupted like count_unit."""
    flag = workers.kernel.cancel_flag()
    return _summed(join_tasks(n, units, workers, flag), workers, flag, cancel)


def _turned(jobs: Sequence[Job], orientation: str) -> Sequence[Job]:
    if orientation == "identity":
        return jobs
    return [turned for job in jobs if (turned := moved(job, orientation))]


def _count_jobs(
    jobs: Sequence[Job], workers: Workers, cancel: Stop | None, *, flip: bool = False
) -> Counted:
    kernel = workers.kernel
    flag = kernel.cancel_flag()

    def counted(piece: list[SizedJob]) -> Counted:
        counts = kernel.count_each([sized.job.open for sized in piece], flag)
        return _weighted(piece, [(found, 0) for found in counts])

    def with_flip(piece: list[SizedJob]) -> Counted:
        w = weights(len(piece[0].job.open))
        return _weighted(piece, [kernel.count_flip(s.job.open, w, flag) for s in piece])

    nodes = kernel.job_nodes if workers.threads == 1 else kernel.job_nodes / 4
    pieces = together(split(jobs, nodes), nodes)
    tasks = (partial(with_flip if flip else counted, piece) for piece in pieces)
    return _summed(tasks, workers, flag, cancel)


def _weighted(piece: Iterable[SizedJob], found: Iterable[Counted]) -> Counted:
    weighted = [
        (count * sized.job.weight, flip * sized.job.weight)
        for sized, (count, flip) in zip(piece, found, strict=True)
    ]
    return sum(count for count, _ in weighted), sum(flip for _, flip in weighted)


def _summed(
    tasks: Iterable[Callable[[], Counted]], workers: Workers, flag: Any, cancel: Stop | None
) -> Counted:
    """Return the sums of what tasks count, on one thread or several."""
    count = total = 0
    with closing(_results(tasks, workers.threads, flag)) as results:
        for found, flip in results:
            if cancel is not None and cancel.is_set():
                raise Interrupted("interrupted.plain")
            count += found
            total += flip
    return count, total & _WORD


def _results(tasks: Iterable[Callable[[], Counted]], threads: int, flag: Any) -> Generator[Counted]:
    """Yield the results of tasks in the order they end; one thread needs no others."""
    if threads > 1:
        yield from in_window(tasks, threads, flag.set)
    else:
        yield from (task() for task in tasks)
