"""How is a whole board counted by joining quarter boards, on all cores?

The core plans the count as units, each independent of the others and a few
milliseconds long (core/join.hpp); here they are handed to the threads. Read
queens/count.py next, which chooses between this and the jobs of jobs.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from queue import SimpleQueue
from typing import Any, NamedTuple

from huisu.jobs import Workers, in_window
from huisu.memory import available_memory

__all__ = ["Memory", "count_joined", "megabytes", "memory_for"]

_PIECE = 0.015  # seconds that a piece of units should take
_SHARE = 100  # pieces at least, where there are so many units: else a core may idle at the end


class Memory(NamedTuple):
    """What a count needs, and what there is, in bytes; None where nobody says."""

    needed: int
    available: int | None

    @property
    def fits(self) -> bool:
        """Whether there is enough."""
        return self.available is None or self.needed <= self.available


def memory_for(n: int, workers: Workers) -> Memory:
    """Return the memory that joining quarter boards of side n takes, known beforehand."""
    shared, for_each = workers.kernel.backend.join_memory(n, workers.kernel.index)
    return Memory(shared + workers.threads * for_each, available_memory())


def megabytes(number: int) -> str:
    """Return an amount of memory as people write it.

    >>> megabytes(81_900_000)
    '82 MB'
    """
    return f"{max(1, round(number / 1e6)):,} MB"


def count_joined(n: int, workers: Workers) -> Generator[tuple[float, int], None, None]:
    """Yield the share of the units done and the count of the piece that was done last.

    All counts together are Q(n), for 1 <= n <= 24. Leaving early, by an exception
    or by closing the iterator, cancels what runs and returns within milliseconds.
    """
    core: Any = workers.kernel.backend
    cancel = workers.kernel.cancel_flag()
    join = core.Join(n)
    rooms: SimpleQueue[Any] = SimpleQueue()  # what a thread needs to count, made once
    for _ in range(workers.threads):
        rooms.put(core.JoinRoom(n, workers.kernel.index))
    pieces = _Pieces(join.units)

    def task(first: int, last: int) -> Callable[[], tuple[int, int]]:
        def counted() -> tuple[int, int]:
            room = rooms.get()
            started = time.monotonic()
            try:
                found = join.count_units(first, last, room, cancel)
            finally:
                rooms.put(room)
            pieces.took(last - first, time.monotonic() - started)
            return last - first, found

        return counted

    done = 0
    tasks = (task(*piece) for piece in pieces)
    for units, found in in_window(tasks, workers.threads, cancel.set):
        done += units
        yield done / join.units, found


class _Pieces(Iterator[tuple[int, int]]):
    """Cuts the units into pieces of about equal time, learning from those that are done."""

    def __init__(self, units: int) -> None:
        self._next, self._units, self._size = 0, units, 1

    def __next__(self) -> tuple[int, int]:
        first = self._next
        if first == self._units:
            raise StopIteration
        self._next = min(first + self._size, self._units)
        return first, self._next

    def took(self, units: int, seconds: float) -> None:
        """Hear how long a piece took."""
        if seconds < _PIECE / 2 and units == self._size:
            self._size = min(2 * self._size, max(1, self._units // _SHARE))
        elif seconds > 2 * _PIECE:
            self._size = max(1, self._size // 2)
