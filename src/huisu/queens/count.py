"""How many solutions has a board?

The count is cut into jobs that run on all cores; symmetric and fundamental
counts follow from the symmetric solutions and Burnside's lemma. Read rank.py
next.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

from huisu.errors import InputError, InterruptedByUser
from huisu.estimate import Estimate, estimate_rows
from huisu.jobs import Job, Workers, count_jobs, mirror_plan
from huisu.progress import OnProgress, Progress
from huisu.queens.board import Board, as_board, searchable
from huisu.queens.symmetric import Turn, symmetric_batches

__all__ = [
    "MAX_COUNTED",
    "count",
    "count_fundamental",
    "count_symmetric",
    "countable",
    "estimate_board",
    "plan",
    "total",
]

MAX_COUNTED = 30  #: Q(28) is not known to anyone; beyond 30 a whole board is refused


def count(
    board: int | Board,
    *,
    kernel: str | None = None,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> int:
    """Return the number of solutions of a board: Q(n) for a whole one (A000170).

    `kernel` names one of huisu.kernels(), by default the fastest; `threads` is
    by default the number of cores. `on_progress` is called after each job.
    Ctrl-C raises InterruptedByUser, whose `partial` is what had been counted.
    Raises InputError for a whole board above n = 30 and any board above 64.

    >>> count(8)
    92
    >>> count(Board(8, fixed=[(0, 0)], blocked=[(1, 4)]))
    3
    """
    board = countable(board)
    workers = Workers.choose(kernel, threads, n=board.n)
    return 1 if board.n == 0 else total(plan(board), workers, on_progress)


def countable(board: int | Board) -> Board:
    """Return the board; raise InputError when counting it is out of reach."""
    board = as_board(board)
    if board.is_whole and board.n > MAX_COUNTED:
        raise InputError("error.n.count", n=board.n, most=MAX_COUNTED)
    return searchable(board)


def plan(board: Board) -> list[Job]:
    """Return jobs whose weighted counts add up to the count of a board of n >= 1.

    The whole board is halved by its mirror; any other board is one job.
    """
    return mirror_plan(board.n) if board.is_whole else [Job(board.open_squares, 1)]


def total(jobs: list[Job], workers: Workers, on_progress: OnProgress | None = None) -> int:
    """Return the weighted sum of the jobs' counts."""
    found, done = 0, 0.0
    try:
        expected = _nodes_in(jobs) if on_progress else 0.0
        with closing(count_jobs(jobs, workers)) as pieces:
            for sized, placements in pieces:
                found += placements * sized.job.weight
                done += sized.nodes
                if on_progress:
                    on_progress(Progress(min(done / expected, 0.999), found))
    except KeyboardInterrupt:
        raise InterruptedByUser("interrupted.count", partial=found) from None
    if on_progress:
        on_progress(Progress(1.0, found))
    return found


def _nodes_in(jobs: list[Job]) -> float:
    """Return the nodes that the jobs are expected to visit together."""
    return sum(estimate_rows(job.open, probes=5000).nodes for job in jobs)


def estimate_board(
    board: int | Board,
    *,
    probes: int = 100_000,
    seed: int = 0,
    on_progress: Callable[[float], None] | None = None,
) -> Estimate:
    """Return the estimated size of the search of a board, before it is made.

    The last level of its profile estimates the number of solutions. The same
    seed gives the same estimate; four times the probes halve the errors.
    Raises InputError for n above 64. Knuth, Math. Comp. 29, 1975.

    >>> size = estimate_board(8)
    >>> 2000 < size.nodes < 2100, 85 < size.profile[-1] < 99
    (True, True)
    """
    rows = searchable(board).open_squares
    return estimate_rows(rows, probes=probes, seed=seed, on_progress=on_progress)


def count_symmetric(
    board: int | Board, turn: Turn, *, on_progress: OnProgress | None = None
) -> int:
    """Return how many solutions a "half" or "quarter" turn leaves unchanged (A032522, A033148).

    By enumeration in Python, on one core: half turns of n = 19 and quarter
    turns of n = 28 take seconds.

    >>> count_symmetric(12, "quarter"), count_symmetric(8, "half")
    (8, 4)
    """
    found = 0
    try:
        for batch, done in symmetric_batches(countable(board), turn):
            found += len(batch)
            if on_progress:
                on_progress(Progress(done, found))
    except KeyboardInterrupt:
        raise InterruptedByUser("interrupted.count", partial=found) from None
    return found


def count_fundamental(
    n: int,
    *,
    kernel: str | None = None,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> int:
    """Return the number of solutions up to the 8 symmetries (A002562).

    Ctrl-C raises InterruptedByUser, whose `partial` is a number of classes
    that there are at least: no class has more than 8 solutions.
    By Burnside's lemma: no solution of n > 1 is its own mirror image, so it is
    (all + half-turn + 2 quarter-turn solutions) / 8.

    >>> [count_fundamental(n) for n in range(1, 9)]
    [1, 0, 0, 1, 2, 1, 6, 12]
    """
    if Board(n).n < 2:
        return count(n, kernel=kernel, threads=threads)

    def classes_at_least(progress: Progress) -> None:
        if on_progress:
            on_progress(Progress(progress.done, _classes_at_least(progress.found)))

    try:
        symmetric = count_symmetric(n, "half") + 2 * count_symmetric(n, "quarter")
        whole = count(n, kernel=kernel, threads=threads, on_progress=classes_at_least)
    except InterruptedByUser as stop:
        partial = _classes_at_least(stop.partial)
        raise InterruptedByUser("interrupted.fundamental", partial=partial) from None
    return (whole + symmetric) // 8


def _classes_at_least(solutions: int) -> int:
    return -(-solutions // 8)
