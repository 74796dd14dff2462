"""How is a job counted in another orientation?

All squares are moved by a symmetry of the board: the count stays the same, but the
search meets the queens in another order. Read task.py next, which asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from huisu.bits import BitRow, columns_in
from huisu.jobs import Job
from huisu.queens.symmetry import SYMMETRIES

__all__ = ["by_last_queen", "moved", "settled"]


def moved(job: Job, symmetry: str) -> Job | None:
    """Return the job as a symmetry turns it, with the same count; None if that is 0.

    What settled queens attack is closed first: they may stand in the last rows
    of the turned board, and a search of all that lies above would not know.

    >>> moved(Job((0b0010, 15, 15, 15), 2), "flip")
    Job(open=(4, 1, 8, 2), weight=2)
    """
    rows = settled(job.open)
    if not all(rows):
        return None
    turn, last = SYMMETRIES[symmetry], len(rows) - 1
    turned = [0] * len(rows)
    for row, squares in enumerate(rows):
        for column in columns_in(squares):
            to_row, to_column = turn(last, row, column)
            turned[to_row] |= 1 << to_column
    return Job(tuple(turned), job.weight)


def settled(open_squares: tuple[BitRow, ...]) -> tuple[BitRow, ...]:
    """Return the rows without what the only queens that some rows can have attack.

    >>> settled((0b0010, 15, 15, 15))
    (2, 8, 1, 4)
    """
    rows = list(open_squares)
    waiting = {row for row, squares in enumerate(rows) if squares.bit_count() == 1}
    done: set[int] = set()
    while waiting:
        row = waiting.pop()
        done.add(row)
        _close(rows, row)
        waiting |= {r for r, squares in enumerate(rows) if squares.bit_count() == 1} - done
    return tuple(rows)


def _close(rows: list[BitRow], queen_row: int) -> None:
    """Close what the queen of a row attacks in the other rows."""
    queen = rows[queen_row]
    for row in range(len(rows)):
        if distance := abs(row - queen_row):
            rows[row] &= ~(queen | queen << distance | queen >> distance)


def by_last_queen(jobs: Sequence[Job]) -> Iterator[tuple[int, list[Job]]]:
    """Yield each column with the jobs whose last queen stands there: together the same count.

    >>> list(by_last_queen((Job((3, 2), 1),)))
    [(1, [Job(open=(3, 2), weight=1)])]
    """
    for column in range(len(jobs[0].open)):
        last = 1 << column
        ending = [Job((*job.open[:-1], last), job.weight) for job in jobs if job.open[-1] & last]
        if ending:
            yield column, ending
