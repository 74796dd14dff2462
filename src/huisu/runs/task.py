"""What is a worker asked, and what does it answer?

A task is plain numbers and names, so that it can go over a pipe or a network; it
names no code, and a worker that is not of the same version refuses it. Read
engine.py next, which hands tasks out.
"""

from __future__ import annotations

from importlib.metadata import version
from time import perf_counter
from typing import NamedTuple

from huisu.errors import HuisuError
from huisu.jobs import Job, Workers
from huisu.kernel import choose_kernel
from huisu.runs.counting import Counted, Stop, count_range, count_unit
from huisu.runs.halves import mask_jobs
from huisu.runs.plan import Units
from huisu.runs.selftest import SelfTestFailed, self_test

__all__ = [
    "FORMAT",
    "VERSION",
    "Answer",
    "OtherVersion",
    "SelfTestFailed",
    "Stop",
    "Task",
    "answer",
    "make_task",
]

#: Of tasks (tables.py has that of ledgers): it changes when an old one would be misunderstood.
FORMAT = 1
VERSION = f"{version('huisu')}/{FORMAT}"


class Task(NamedTuple):
    """A unit to be counted, and how. Lists may stand for the tuples, as after a way through JSON.

    `kernel` is the name of one, or of a technique ("sweep"), whose fastest form
    on the machine counts. Halves have no jobs but a range of the join's units,
    first .. last - 1.
    """

    unit: int
    attempt: int
    kernel: str
    orientation: str
    flip: bool
    n: int
    jobs: tuple[tuple[tuple[int, ...], int], ...]
    first: int
    last: int
    version: str
    threads: int = 1


class Answer(NamedTuple):
    """The weighted count of a unit, T if it was asked for, and who counted for how long."""

    count: int  # type: ignore[assignment]  # a tuple has a method of this name
    flip: int | None
    seconds: float
    kernel: str


class OtherVersion(HuisuError):  # noqa: N818 - what has happened rather than a fault of the caller
    """A task was made by a version of huisu that may mean something else by it."""


def make_task(
    units: Units,
    unit: int,
    *,
    kernel: str,
    orientation: str = "identity",
    attempt: int = 0,
    threads: int = 1,
) -> Task:
    """Return the task to count a unit.

    >>> from huisu.runs.plan import Plan
    >>> answer(make_task(Units(Plan("board", 6, 1000)), 0, kernel="python")).count
    4
    """
    plan = units.plan
    return Task(
        unit, attempt, kernel, orientation, plan.has_flip, plan.n,
        tuple((job.open, job.weight) for job in units.task_jobs(unit)),
        *units.join_range(unit), VERSION, threads,
    )  # fmt: skip


def answer(task: Task, cancel: Stop | None = None) -> Answer:
    """Return the count of a unit.

    The kernel is tested before its first answer. T is the sum over the
    solutions of w[column of the last queen], weighted like the count, mod 2^64
    (flip.py). Raises OtherVersion, SelfTestFailed, InputError for a kernel that
    this machine does not have, or too little memory, and Interrupted soon after
    `cancel` was set.
    """
    if task.version != VERSION:
        raise OtherVersion("error.runs.other_version", task=task.version, own=VERSION)
    workers = Workers(choose_kernel(task.kernel, n=task.n, whole=_is_range(task)), task.threads)
    self_test(workers.kernel)
    started = perf_counter()
    count, flip = _counted(task, workers, cancel)
    seconds = perf_counter() - started
    return Answer(count, flip if task.flip else None, seconds, workers.kernel.name)


def _counted(task: Task, workers: Workers, cancel: Stop | None) -> Counted:
    units = range(task.first, task.last)
    if task.n == 0:  # a board without rows: one way to place no queen
        return sum(weight for _, weight in task.jobs) + len(units), 0
    if units and not workers.kernel.counts_jobs:
        return count_range(task.n, units, workers, cancel=cancel)
    jobs = mask_jobs(task.n, units) if units else _jobs(task)
    return count_unit(jobs, workers, orientation=task.orientation, flip=task.flip, cancel=cancel)


def _is_range(task: Task) -> bool:
    return task.first < task.last


def _jobs(task: Task) -> list[Job]:
    return [Job(tuple(open_squares), weight) for open_squares, weight in task.jobs]
