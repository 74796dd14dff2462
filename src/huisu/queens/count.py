"""How many solutions has a board?

The count is cut into jobs that run on all cores; symmetric and fundamental
counts follow from the symmetric solutions and Burnside's lemma. Read rank.py
next.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing

from huisu.errors import InputError, InterruptedByUser
from huisu.estimate import Estimate, estimate_rows
from huisu.jobs import Job, Workers, count_weighted, mirror_plan
from huisu.joined import Memory, count_joined, memory_for, too_little
from huisu.kernel import Kernel
from huisu.progress import OnProgress, Progress
from huisu.queens.board import Board, as_board, searchable
from huisu.queens.border import border_plan
from huisu.queens.symmetric import Turn, symmetric_batches

__all__ = [
    "MAX_COUNTED",
    "choose_workers",
    "count",
    "count_fundamental",
    "count_symmetric",
    "countable",
    "estimate_board",
    "plan",
    "summed",
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
    workers, _ = choose_workers(board, kernel, threads)
    if board.n == 0:
        return 1
    if not workers.kernel.counts_jobs:
        return summed(count_joined(board.n, workers), on_progress)
    return total(plan(board, workers.kernel), workers, on_progress)


def choose_workers(
    board: Board, kernel: str | None = None, threads: int | None = None
) -> tuple[Workers, Memory | None]:
    """Return who counts a board, and how much memory joining quarter boards takes, if it can.

    By default the fastest kernel that can count it. The join needs more memory
    than the others; where there is too little, it is passed over, or refused
    with InputError if it was asked for.
    """
    workers = Workers.choose(kernel, threads, n=board.n, whole=board.is_whole)
    if workers.kernel.counts_jobs or board.n == 0:  # nothing to count: no kernel runs
        return workers, None
    memory = memory_for(board.n, workers)
    if memory.fits:
        return workers, memory
    if kernel is not None:
        raise too_little(board.n, workers, memory)
    return Workers.choose(None, threads, n=board.n), memory


def countable(board: int | Board) -> Board:
    """Return the board; raise InputError when counting it is out of reach."""
    board = as_board(board)
    if board.is_whole and board.n > MAX_COUNTED:
        raise InputError("error.n.count", n=board.n, most=MAX_COUNTED)
    return searchable(board)


def plan(board: Board, kernel: Kernel) -> list[Job]:
    """Return jobs whose weighted counts add up to the count of a board of n >= 1.

    The whole board is cut by all 8 symmetries for the sweep, which needs many
    boards at a time, and by the mirror alone for the others, so that the two
    have little in common; any other board is one job.
    """
    if not board.is_whole:
        return [Job(board.open_squares, 1)]
    return border_plan(board.n) if kernel.name.startswith("sweep") else mirror_plan(board.n)


def total(jobs: list[Job], workers: Workers, on_progress: OnProgress | None = None) -> int:
    """Return the weighted sum of the jobs' counts."""
    return summed(count_weighted(jobs, workers), on_progress)


def summed(
    pieces: Generator[tuple[float, int], None, None], on_progress: OnProgress | None = None
) -> int:
    """Return the sum of the counts of pieces, each of which comes with the share done."""
    found = 0
    try:
        with closing(pieces):
            for done, placements in pieces:
                found += placements
                if on_progress:
                    on_progress(Progress(min(done, 0.999), found))
    except KeyboardInterrupt:
        raise InterruptedByUser("interrupted.count", partial=found) from None
    if on_progress:
        on_progress(Progress(1.0, found))
    return found


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
