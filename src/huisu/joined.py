"""How is a whole board counted by joining quarter boards, on all cores?

The core plans the count as units, each independent of the others and a few
milliseconds long (core/join.hpp); here they are handed to the threads. Read
queens/count.py next, which chooses between this and the jobs of jobs.py.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from math import gcd
from queue import SimpleQueue
from typing import Any, NamedTuple

from huisu.errors import InputError
from huisu.jobs import Workers, in_window
from huisu.memory import available_memory

__all__ = [
    "Memory",
    "count_joined",
    "far_apart",
    "megabytes",
    "memory_for",
    "too_little",
    "units_a_piece",
]

#: Up to this side, at most so many units are a piece of about 10 ms.
_UNITS_A_PIECE = ((18, 8), (20, 4), (24, 1))
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
    Raises InputError when the system gives less memory than it had said.
    """
    try:
        yield from _counted(n, workers)
    except MemoryError:
        raise too_little(n, workers, memory_for(n, workers)) from None


def _counted(n: int, workers: Workers) -> Generator[tuple[float, int], None, None]:
    cancel = workers.kernel.cancel_flag()
    join, rooms = _made(n, workers)

    def task(first: int, last: int) -> Callable[[], tuple[int, int]]:
        def counted() -> tuple[int, int]:
            room = rooms.get()
            try:
                return last - first, join.count_units(first, last, room, cancel)
            finally:
                rooms.put(room)

        return counted

    done = 0
    tasks = (task(*piece) for piece in _pieces(n, join.units))
    for units, found in in_window(tasks, workers.threads, cancel.set):
        done += units
        yield done / join.units, found


def _made(n: int, workers: Workers) -> tuple[Any, SimpleQueue[Any]]:
    """Return the plan that all threads share, and what each needs to count, made once."""
    core: Any = workers.kernel.backend
    rooms: SimpleQueue[Any] = SimpleQueue()
    for _ in range(workers.threads):
        rooms.put(core.JoinRoom(n, workers.kernel.index))
    return core.Join(n), rooms


def too_little(n: int, workers: Workers, memory: Memory) -> InputError:
    """Return the error that says how much memory is needed and how much there is."""
    return InputError(
        "error.join.memory", n=n, name=workers.kernel.name,
        needed=megabytes(memory.needed), available=megabytes(memory.available or 0),
    )  # fmt: skip


def _pieces(n: int, units: int) -> Iterator[tuple[int, int]]:
    """Yield the units in pieces of neighbours, far apart from each other in turn.

    Units grow from the first to the last, so that only a mixture of them says
    how far the count is: the steps are a golden section of the whole.
    """
    size = max(1, min(units_a_piece(n), units // _SHARE))
    number = -(-units // size)
    for k in far_apart(number):
        yield k * size, min((k + 1) * size, units)


def units_a_piece(n: int) -> int:
    """Return how many units take about 10 ms together, or one that takes longer.

    >>> units_a_piece(16), units_a_piece(24)
    (8, 1)
    """
    return next(most for side, most in _UNITS_A_PIECE if n <= side)


def far_apart(number: int) -> Iterator[int]:
    """Yield 0 .. number - 1 so that neighbours in time are far apart, as are any few in a row.

    >>> list(far_apart(8))
    [0, 5, 2, 7, 4, 1, 6, 3]
    """
    step = next(
        step for step in range(round(0.618 * number) or 1, 2 * number + 2) if gcd(step, number) == 1
    )
    return (k * step % number for k in range(number))
