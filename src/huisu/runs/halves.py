"""How is a range of the join's units counted, by the join itself or by other means?

The join counts row splits: each row's queen in the west half or in the east half.
That can be said in boards with open squares too, so any kernel may recount a unit.
Read task.py next, which asks for both; docs/core.md derives the weights.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any

from huisu.bits import BitRow
from huisu.errors import InputError
from huisu.jobs import Job, Workers
from huisu.joined import memory_for, too_little, units_a_piece
from huisu.kernel import Kernel, compiled, core

__all__ = ["join_tasks", "mask_jobs"]

_making = Lock()


def join_tasks(
    n: int, units: range, workers: Workers, cancel: Any
) -> Iterator[Callable[[], tuple[int, int]]]:
    """Return tasks that count neighbouring units of the join; each returns a count, and 0.

    Some for each thread. What they need is made once in a process and kept for
    the next units of the same n. Raises InputError where memory is too small,
    also when a task runs.
    """
    with _making:
        join, rooms = _join(n, workers), _rooms(n, workers.kernel)

    def counted(first: int) -> tuple[int, int]:
        room = _taken(n, workers, rooms)
        try:
            last = min(first + step, units.stop)
            return join.count_units(first, last, room, cancel), 0
        finally:
            rooms.put(room)

    step = max(1, min(units_a_piece(n), len(units) // (4 * workers.threads)))
    return (partial(counted, first) for first in range(units.start, units.stop, step))


@lru_cache(maxsize=1)
def _join(n: int, workers: Workers) -> Any:
    """Return the core's plan of the join, the same for all threads."""
    memory = memory_for(n, workers)
    if not memory.fits:
        raise too_little(n, workers, memory)
    try:
        return workers.kernel.backend.Join(n)
    except MemoryError:
        raise too_little(n, workers, memory) from None


@lru_cache(maxsize=1)
def _rooms(n: int, kernel: Kernel) -> SimpleQueue[Any]:
    """Return the rooms that no thread is using now."""
    return SimpleQueue()


def _taken(n: int, workers: Workers, rooms: SimpleQueue[Any]) -> Any:
    """Return a free room, or a new one."""
    try:
        return rooms.get_nowait()
    except Empty:
        pass
    try:
        return workers.kernel.backend.JoinRoom(n, workers.kernel.index)
    except MemoryError:
        raise too_little(n, workers, memory_for(n, workers)) from None


def mask_jobs(n: int, units: range) -> list[Job]:
    """Return jobs that add up to some units of the join, for a kernel that counts jobs.

    Some weights are negative. Raises InputError where there is no compiled core.
    """
    if not compiled:
        raise InputError("error.runs.plan.uncompiled")
    with _making:
        join = _listed(n)
    return [job for unit in units for split in join.unit_jobs(unit) for job in _jobs_of(n, *split)]


@lru_cache(maxsize=1)
def _listed(n: int) -> Any:
    join: Any = core
    return join.Join(n)


def _jobs_of(n: int, north: int, south: int, x: int, y: int, images: int) -> Iterator[Job]:
    """Yield the jobs of a row split of the join and of its images (core/join.hpp)."""
    if n % 2:  # the images of a split have the same count
        yield Job(_open_rows(n, north, south, x, y), images)
        return
    every = (1 << n // 2) - 1
    turned = (every & ~north, every & ~south)
    different = {(north, south), (south, north), turned, turned[::-1]}
    for split, times in Counter(min(s, s[::-1]) for s in different).items():
        rows = _open_rows(n, *split, 0, 0)
        for names, sign in _SIGNS.items():
            yield Job(_closed(rows, names), sign * times)


#: The pairs of an even split whose east half leaves both long diagonals empty count twice for
#: each of them that the west half uses. With N(c) for those that leave c empty in the west too,
#: that is 4 N() - 2 N(falling) - 2 N(rising) + N(both).
_SIGNS = {(): 4, ("falling",): -2, ("rising",): -2, ("falling", "rising"): 1}


def _open_rows(n: int, north: int, south: int, x: int, y: int) -> tuple[BitRow, ...]:
    """Return the open squares of a row split: each row's queen in the half that it looks to.

    Bit i of north and south is the row i rows from the middle, 1 for east. For odd
    n the middle row's queen stands x columns east of the centre, the middle
    column's y rows south of it.
    """
    side, odd = n // 2, n % 2
    west = (1 << side) - 1
    halves = (west, west << side + odd)
    rows = [halves[north >> i & 1] for i in reversed(range(side))]
    rows += [1 << side + x] * odd
    rows += [halves[south >> i & 1] for i in range(side)]
    if y:
        rows[side + y] = 1 << side
    return tuple(rows)


def _closed(rows: tuple[BitRow, ...], in_west: Iterable[str]) -> tuple[BitRow, ...]:
    """Return the rows without the long diagonals in the east half, and those named in the west."""
    n = len(rows)
    found = list(rows)
    for row in range(n):
        for name, column in (("falling", row), ("rising", n - 1 - row)):
            if column >= n // 2 or name in in_west:
                found[row] &= ~(1 << column)
    return tuple(found)
