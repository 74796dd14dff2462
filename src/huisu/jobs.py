"""How is one count cut into many, and how are they run on all cores?

A job is a board with open squares and a weight; its answer is the number of
placements that use open squares only, times the weight. Read queens/count.py
next, which turns questions into jobs.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import NamedTuple

from huisu.bits import Attacks, BitRow, columns_in
from huisu.errors import InputError
from huisu.estimate import estimate_rows
from huisu.kernel import Kernel, choose_kernel

__all__ = [
    "Job",
    "SizedJob",
    "Workers",
    "count_jobs",
    "mirror_plan",
    "split",
]


class Job(NamedTuple):
    """A count that any kernel can do: the open squares of each row, and a positive weight."""

    open: tuple[BitRow, ...]
    weight: int


class SizedJob(NamedTuple):
    """A job and the nodes that its search is expected to visit."""

    job: Job
    nodes: float


def mirror_plan(n: int) -> list[Job]:
    """Return jobs that add up to the whole board of n >= 1, by its left-right mirror.

    The first queen stands in the left half, which counts twice, or for odd n
    in the middle column, which counts once.

    >>> mirror_plan(3)
    [Job(open=(1, 7, 7), weight=2), Job(open=(2, 7, 7), weight=1)]
    """
    full = (1 << n) - 1
    below = (full,) * (n - 1)
    half = (1 << n // 2) - 1
    left = [Job((half, *below), 2)] if half else []
    return left + ([Job((half + 1, *below), 1)] if n % 2 else [])


def split(jobs: Iterable[Job], most_nodes: float) -> Iterator[SizedJob]:
    """Yield jobs with the same total, each expected to visit at most `most_nodes` nodes.

    A job that is too large is replaced by one job for each square of its first
    undecided row. Lazy: only the jobs of one path are held at a time.
    """
    stack = [*reversed(list(jobs))]
    while stack:
        job = stack.pop()
        nodes = estimate_rows(job.open, probes=32).nodes
        children = [job] if nodes <= most_nodes else list(_children(job))
        if children == [job]:
            yield SizedJob(job, nodes)
        else:
            stack.extend(reversed(children))


def _children(job: Job) -> Iterator[Job]:
    """Yield the job once for each free square of the first row that has a choice, else itself."""
    attacks = Attacks()
    for row, squares in enumerate(job.open):
        free = attacks.free(squares)
        if free.bit_count() != 1:
            yield from (
                Job((*job.open[:row], 1 << column, *job.open[row + 1 :]), job.weight)
                for column in columns_in(free)
            )
            return
        attacks = attacks.below(free)
    yield job


class Workers(NamedTuple):
    """Who counts the jobs: a kernel, on this many threads."""

    kernel: Kernel
    threads: int

    @classmethod
    def choose(
        cls, kernel: str | None = None, threads: int | None = None, *, n: int = 0
    ) -> Workers:
        """Return the workers asked for, by default the fastest kernel for side n on all cores.

        Raises InputError for an unknown kernel or fewer than one thread.
        """
        if threads is not None and threads < 1:
            raise InputError("error.threads", threads=threads)
        return cls(choose_kernel(kernel, n=n), threads or _cores())


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def count_jobs(
    jobs: Iterable[Job], workers: Workers
) -> Generator[tuple[SizedJob, int], None, None]:
    """Yield the pieces of the jobs with their unweighted counts, in the order they end.

    The pieces take about 10 ms each and are handed to the threads from a
    bounded window. Leaving early, by an exception or by closing the iterator,
    cancels what runs and returns within milliseconds.
    """
    kernel, threads = workers
    pieces = split(jobs, kernel.job_nodes)
    cancel = kernel.cancel_flag()
    running: dict[Future[int], SizedJob] = {}
    pool = ThreadPoolExecutor(threads, thread_name_prefix="huisu")
    try:
        while True:
            for piece in islice(pieces, 2 * threads + 1 - len(running)):
                running[pool.submit(kernel.count, piece.job.open, cancel)] = piece
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
    finally:
        cancel.set()
        pool.shutdown(wait=True, cancel_futures=True)
