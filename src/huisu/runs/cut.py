"""How are jobs cut into the units of a run, and kept by the million?

A unit is some pieces of jobs. A piece is a job with queens on its first rows, and
all that is kept of it is the number of the job and the columns of these queens.
Read plan.py next, which says what is cut.

Whether a job is cut depends on whole numbers alone: an estimate of jobs.split is
the sum of 32 probes over 32, exact as a float up to 2^48 nodes, which is more than
a unit has. So the units are the same on every machine.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from huisu.bits import columns_in
from huisu.estimate import estimate_nodes
from huisu.jobs import Job, split

__all__ = ["MAX_SIZE", "Cut", "estimated", "first_queens", "largest_first"]

MAX_SIZE = 1 << 48  #: expected nodes of a unit at most

_NO_QUEEN = 255  # a row above the last queen of a piece in which its job leaves no choice


def first_queens(jobs: Iterable[Job]) -> Iterator[Job]:
    """Yield the jobs once for each square of their first row.

    >>> list(first_queens([Job((3, 3), 2)]))
    [Job(open=(1, 3), weight=2), Job(open=(2, 3), weight=2)]
    """
    for (first, *below), weight in jobs:
        yield from (Job((1 << column, *below), weight) for column in columns_in(first))


class Cut:
    """Jobs as units of at most `size` expected nodes, or of one piece that leaves no choice.

    A job that is too large is cut by rows; small pieces are put together with
    their neighbours, unless they are of another job and jobs stay `apart`.

    >>> cut = Cut([Job((15,) * 4, 1)], 12)
    >>> list(cut.grow()), [job.open[0] for job in cut[1]]
    ([0, 1], [4, 8])
    """

    def __init__(self, jobs: Sequence[Job], size: int, *, apart: bool = False) -> None:
        """Start without units."""
        self._jobs, self._size, self._apart = jobs, size, apart
        self._numbers = array("L")  # of each piece: its job
        self._ends = array("Q", [0])  # where the columns of each piece end
        self._columns = bytearray()
        self._units = array("Q", [0])  # the first piece of each unit, and where the last one ends
        self.sizes = array("d")
        """The nodes that the cut expected of each unit, roughly: by 32 probes a piece."""

    def grow(self) -> Iterator[int]:
        """Make the units, and yield the number of each when it is there."""
        nodes = 0.0
        for number, job in enumerate(self._jobs):
            for piece in split([job], self._size):
                full = nodes + piece.nodes > self._size
                if full or (self._apart and self._numbers and self._numbers[-1] != number):
                    yield from self._end_unit(nodes)
                    nodes = 0.0
                nodes += piece.nodes
                self._keep(number, piece.job)
        yield from self._end_unit(nodes)

    def _end_unit(self, nodes: float) -> Iterator[int]:
        if len(self._numbers) > self._units[-1]:
            self._units.append(len(self._numbers))
            self.sizes.append(nodes)
            yield len(self) - 1

    def _keep(self, number: int, piece: Job) -> None:
        whole = self._jobs[number].open
        queens = [
            _NO_QUEEN if squares == open_squares else squares.bit_length() - 1
            for squares, open_squares in zip(piece.open, whole, strict=True)
        ]
        while queens and queens[-1] == _NO_QUEEN:
            queens.pop()
        self._numbers.append(number)
        self._columns += bytes(queens)
        self._ends.append(len(self._columns))

    def __len__(self) -> int:
        """Return the number of units."""
        return len(self._units) - 1

    def __getitem__(self, unit: int) -> tuple[Job, ...]:
        """Return the pieces of a unit as jobs."""
        return tuple(map(self._piece, range(self._units[unit], self._units[unit + 1])))

    def _piece(self, index: int) -> Job:
        whole, weight = self._jobs[self._numbers[index]]
        queens = self._columns[self._ends[index] : self._ends[index + 1]]
        rows = (
            squares if column == _NO_QUEEN else 1 << column
            for squares, column in zip(whole, queens, strict=False)
        )
        return Job((*rows, *whole[len(queens) :]), weight)

    def job_of(self, unit: int) -> int:
        """Return the number of the job that the first piece of a unit belongs to."""
        return self._numbers[self._units[unit]]


def estimated(jobs: Sequence[Job], seed: int, probes: int) -> tuple[float, float]:
    """Return the nodes that jobs are expected to take together, and the standard error.

    The probes are shared out among the jobs, at least two for each. Those of the
    seed 0 have decided the cut, and say too little afterwards: a piece that
    looked small was left whole.
    """
    each = max(2, -(-probes // max(1, len(jobs))))
    found = [
        estimate_nodes(job.open, probes=each, seed=seed, first=number * each)
        for number, job in enumerate(jobs)
    ]
    return sum(nodes for nodes, _ in found), math.hypot(*(error for _, error in found))


_STEPS = 1000  # sizes are told apart by so many parts of the largest


def largest_first(sizes: array[float]) -> array[int]:
    """Return the numbers 0, 1, 2 .. of some sizes by size; nearly equal ones stay in their order.

    By counting, because a list of a million numbers takes a hundred megabytes to sort.

    >>> largest_first(array("d", [5.0, 90.0, 30.0, 30.0])).tolist()
    [1, 2, 3, 0]
    """
    largest = max(sizes, default=1.0)
    places = [0] * (_STEPS + 2)
    for size in sizes:
        places[_STEPS - int(_STEPS * size / largest) + 1] += 1
    places = list(accumulate(places))
    order = array("L", bytes(array("L").itemsize * len(sizes)))
    for number, size in enumerate(sizes):
        step = _STEPS - int(_STEPS * size / largest)
        order[places[step]] = number
        places[step] += 1
    return order
