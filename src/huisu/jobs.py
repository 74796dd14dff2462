"""How is one count cut into many, and how are they run on all cores?

A job is a board with open squares and a weight; its answer is the number of
placements that use open squares only, times the weight. Read queens/count.py
next, which turns questions into jobs.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import NamedTuple, TypeVar

from huisu.bits import Attacks, BitRow, columns_in
from huisu.errors import InputError
from huisu.estimate import estimate_nodes
from huisu.kernel import Kernel, choose_kernel

__all__ = [
    "Job",
    "SizedJob",
    "Workers",
    "count_jobs",
    "count_weighted",
    "in_window",
    "mirror_plan",
    "split",
    "together",
]

Result = TypeVar("Result")


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
        nodes = _nodes(job, 32)
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
        cls,
        kernel: str | None = None,
        threads: int | None = None,
        *,
        n: int = 0,
        whole: bool = False,
    ) -> Workers:
        """Return the workers asked for, by default the fastest kernel for side n on all cores.

        `whole` says that it is a whole board that is to be counted. Raises
        InputError for an unknown kernel or fewer than one thread.
        """
        if threads is not None and threads < 1:
            raise InputError("error.threads", threads=threads)
        return cls(choose_kernel(kernel, n=n, whole=whole), threads or _cores())


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
    kernel = workers.kernel
    cancel = kernel.cancel_flag()

    def task(piece: SizedJob) -> Callable[[], tuple[SizedJob, int]]:
        return lambda: (piece, kernel.count(piece.job.open, cancel))

    tasks = map(task, split(jobs, kernel.job_nodes))
    yield from in_window(tasks, workers.threads, cancel.set)


def count_weighted(
    jobs: Sequence[Job], workers: Workers
) -> Generator[tuple[float, int], None, None]:
    """Yield the weighted counts of pieces of the jobs, each with the share that is done then.

    The pieces take about 10 ms, be it that a job is cut or that many are put
    together. Leaving early cancels like count_jobs.
    """
    kernel = workers.kernel
    cancel = kernel.cancel_flag()
    expected, pieces = _sized(jobs, kernel.job_nodes)

    def task(piece: list[SizedJob]) -> Callable[[], tuple[float, int]]:
        return lambda: (sum(sized.nodes for sized in piece), weighted(piece))

    def weighted(piece: list[SizedJob]) -> int:
        counts = kernel.count_each([sized.job.open for sized in piece], cancel)
        return sum(found * sized.job.weight for found, sized in zip(counts, piece, strict=True))

    done = 0.0
    tasks = map(task, together(pieces, min(kernel.job_nodes, expected / _SHARE)))
    for nodes, found in in_window(tasks, workers.threads, cancel.set):
        done += nodes
        yield (min(1.0, done / expected) if expected else 1.0), found


_SAMPLE = 32  # jobs, when there are many, that stand for all
_SHARE = 100  # pieces at least, where there are so many jobs: else a core may idle at the end


def _sized(jobs: Sequence[Job], most_nodes: float) -> tuple[float, Iterable[SizedJob]]:
    """Return the expected nodes of all jobs, and pieces of at most so many.

    Where there are many jobs and they are small, their mean stands for each:
    an estimate would take as long as the count.
    """
    step = max(1, len(jobs) // _SAMPLE)
    sample = jobs[::step]
    mean = sum(_nodes(job, 5000 // len(sample)) for job in sample) / max(1, len(sample))
    if len(jobs) > _SAMPLE and 4 * mean < most_nodes:
        return mean * len(jobs), (SizedJob(job, mean) for job in jobs)
    return mean * len(jobs), split(jobs, most_nodes)


def _nodes(job: Job, probes: int) -> float:
    return estimate_nodes(job.open, probes=probes)[0]


def together(pieces: Iterable[SizedJob], most_nodes: float) -> Iterator[list[SizedJob]]:
    """Yield the pieces in groups of at most so many nodes, or one piece."""
    group: list[SizedJob] = []
    nodes = 0.0
    for sized in pieces:
        if group and nodes + sized.nodes > most_nodes:
            yield group
            group, nodes = [], 0.0
        group.append(sized)
        nodes += sized.nodes
    if group:
        yield group


def in_window(
    tasks: Iterable[Callable[[], Result]], threads: int, cancel: Callable[[], object]
) -> Generator[Result]:
    """Yield the results of tasks on some threads, in the order they end.

    A few tasks are handed out at a time, so that the others may still be made.
    Leaving early calls `cancel` and waits for those that run.
    """
    waiting = iter(tasks)
    running: set[Future[Result]] = set()
    pool = ThreadPoolExecutor(threads, thread_name_prefix="huisu")
    try:
        while True:
            for task in islice(waiting, 2 * threads + 1 - len(running)):
                running.add(pool.submit(task))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        cancel()
        pool.shutdown(wait=True, cancel_futures=True)
