"""Which plan suits a count, a kernel and the number of workers?

A unit should last some seconds, and each worker should get some dozens of them, so
that all end at about the same time. Read plan.py next, where plans are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from time import perf_counter

from huisu.errors import InputError
from huisu.jobs import Job, Workers
from huisu.joined import far_apart
from huisu.kernel import Kernel
from huisu.queens.board import Board
from huisu.queens.count import countable
from huisu.runs.counting import count_range
from huisu.runs.cut import MAX_SIZE, estimated
from huisu.runs.plan import Plan, PlanKind, Units

__all__ = ["MOST_SECONDS", "choose_plan", "plan_of_jobs"]

LEAST_SECONDS, MOST_SECONDS = 0.001, 86_400.0  #: of a unit; a shorter one costs more to hand out
MOST_UNITS = 10_000_000  #: of a run; a ledger of more takes minutes to read
_UNITS_A_WORKER = 30  # at least, if they are not too short


def choose_plan(
    board: Board,
    *,
    kind: PlanKind | None = None,
    kernel: Kernel,
    unit_seconds: float = 10.0,
    workers: int = 1,
) -> Plan:
    """Return a plan to count a board in units that last about so long with a kernel.

    Shorter ones if each of the workers would get fewer than 30. The kind is by
    default the one that suits the kernel, "board" for a board that is not whole.
    Costs a second with the join, which is tried to know its pace. Raises
    InputError for a kind that fits neither the board nor the kernel, and for
    boards that cannot be counted.

    >>> from huisu.kernel import choose_kernel
    >>> choose_plan(Board(8), kernel=choose_kernel("python")).kind
    'mirror'
    """
    board = countable(board)
    _check(board.n, kernel, unit_seconds)
    kind = kind or _kind_for(board, kernel)
    _check_kind(kind, board, kernel)
    plan = Plan(kind, board.n, 1, board.fixed, tuple(sorted(board.blocked)))
    if kind == "halves":
        return replace(plan, size=_join_size(plan, kernel, unit_seconds, workers))
    return replace(plan, size=_size(plan, kernel, unit_seconds, workers))


def plan_of_jobs(
    jobs: Sequence[Job], *, kernel: Kernel, unit_seconds: float = 10.0, workers: int = 1
) -> Plan:
    """Return a plan for what jobs of one side add up to, with units as `choose_plan` makes them."""
    if not jobs:
        raise InputError("error.runs.jobs.none")
    if not kernel.counts_jobs:
        raise InputError("error.kernel.whole", name=kernel.name)
    _check(len(jobs[0].open), kernel, unit_seconds)
    plan = Plan("jobs", len(jobs[0].open), 1, jobs=tuple(jobs))
    return replace(plan, size=_size(plan, kernel, unit_seconds, workers))


def _check(n: int, kernel: Kernel, unit_seconds: float) -> None:
    if n > kernel.max_n:
        raise InputError("error.kernel.small", name=kernel.name, most=kernel.max_n, n=n)
    if not LEAST_SECONDS <= unit_seconds <= MOST_SECONDS:  # nor what is no number
        raise InputError(
            "error.runs.unit_seconds",
            seconds=unit_seconds, least=LEAST_SECONDS, most=f"{MOST_SECONDS:,.0f}",
        )  # fmt: skip


def _kind_for(board: Board, kernel: Kernel) -> PlanKind:
    """Return the kind of plan that a kernel is fastest with."""
    if not board.is_whole:
        return "board"
    if not kernel.counts_jobs:
        return "halves"
    return "border" if kernel.name.startswith("sweep") else "mirror"


def _check_kind(kind: PlanKind, board: Board, kernel: Kernel) -> None:
    if kind == "jobs":
        raise InputError("error.runs.jobs.none")
    if kind != "board" and not board.is_whole:
        raise InputError("error.runs.plan.whole", kind=kind)
    if kind == "halves" and kernel.counts_jobs:
        raise InputError("error.runs.plan.halves", kernel=kernel.name)
    if kind != "halves" and not kernel.counts_jobs:
        key = "error.runs.plan.joins" if board.is_whole else "error.kernel.whole"
        raise InputError(key, name=kernel.name, kind=kind)


def _size(plan: Plan, kernel: Kernel, unit_seconds: float, workers: int) -> int:
    """Return the nodes of a unit; without the clock, so that it is the same the next time."""
    nodes_a_second = kernel.job_nodes * 100
    nodes, _ = estimated(plan.whole_jobs(), 0, 10_000)
    all_units = nodes / nodes_a_second
    seconds = _seconds(unit_seconds, all_units, workers)
    if all_units > seconds * MOST_UNITS:
        _refuse(plan.n, all_units, seconds)
    return max(1, min(MAX_SIZE, round(seconds * nodes_a_second)))


def _refuse(n: int, all_units: float, seconds: float) -> None:
    """Say that there would be too many units, and how long they must be instead."""
    least = math.ceil(all_units / MOST_UNITS)
    key = "error.runs.many_units" if least <= MOST_SECONDS else "error.runs.endless"
    raise InputError(
        key, n=n, seconds=f"{seconds:g}", units=f"{all_units / seconds:.2g}",
        most=f"{MOST_UNITS:,}", least=f"{least:,}",
    )  # fmt: skip


def _join_size(plan: Plan, kernel: Kernel, unit_seconds: float, workers: int) -> int:
    """Return the units of the join in a unit of the run, from the time that some of them take."""
    units = len(Units(plan, sized=False))
    if plan.n == 0:
        return units
    one = _seconds_a_join_unit(plan.n, kernel, units)
    return max(1, min(units, round(_seconds(unit_seconds, one * units, workers) / one)))


def _seconds_a_join_unit(n: int, kernel: Kernel, units: int) -> float:
    """Return how long a unit of the join lasts, from at most 32 of them or a second."""
    workers = Workers(kernel, 1)
    tried = 0
    count_range(n, range(1), workers)  # what it needs is made once
    started = perf_counter()
    for unit in islice(far_apart(units), 1, 33):
        count_range(n, range(unit, unit + 1), workers)
        tried += 1
        if perf_counter() - started > 1:
            break
    return max(1e-6, (perf_counter() - started) / max(1, tried))


def _seconds(asked: float, all_units: float, workers: int) -> float:
    """Return the seconds of a unit: those asked for, or fewer so that there are 30 a worker."""
    return min(asked, max(LEAST_SECONDS, all_units / (_UNITS_A_WORKER * max(1, workers))))
