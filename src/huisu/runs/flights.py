"""Which tasks are out, since when, and how often has a unit come back without an answer?

Read coordinator.py next, which sends them out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from huisu.runs.engine import Answered

__all__ = ["Failures", "Flight", "Flights"]

_QUEUED = 40  # times its lease: so long may a task wait for its turn, where nobody says it runs


@dataclass(eq=False)
class Flight:
    """A task that was handed out."""

    unit: int
    orientation: str
    recount: bool
    """Whether the unit had rows already."""
    future: Answered
    lease: float
    """Seconds for which its worker may give no sign of life."""
    begun: float = field(default_factory=time.monotonic)
    """When it was handed out, or began to run, or its worker gave the last sign of life."""
    runs: bool = False
    life: float | None = None
    """The last sign of life."""
    late: bool = False
    """Whether its lease was over: nobody waits for it any more."""

    def is_over(self, now: float) -> bool:
        """Whether it is time to look whether its worker lives."""
        if not self.runs and self.future.running():
            self.runs, self.begun = True, now
        return now - self.begun > (self.lease if self.runs else _QUEUED * self.lease)


class Flights:
    """All tasks that are out."""

    def __init__(self) -> None:
        """Begin without any."""
        self._out: set[Flight] = set()
        self._units: set[int] = set()

    def __len__(self) -> int:
        """Return how many tasks are out and waited for."""
        return len(self._units)

    def __contains__(self, unit: object) -> bool:
        """Whether a unit is out and waited for."""
        return unit in self._units

    def add(self, flight: Flight) -> None:
        """A task has gone out."""
        self._out.add(flight)
        self._units.add(flight.unit)

    def land(self, flight: Flight) -> None:
        """A task has come back, in whatever way."""
        self._out.discard(flight)
        if not flight.late:
            self._units.discard(flight.unit)

    def expire(self, sign_of_life: Callable[[Answered], float | None]) -> Iterator[Flight]:
        """Yield the tasks whose lease is over now, and wait for them no longer.

        The lease of a worker that has given a sign of life begins anew.
        """
        now = time.monotonic()
        for flight in [f for f in self._out if not f.late and f.is_over(now)]:
            life = sign_of_life(flight.future) if flight.runs else None
            if life is not None and life != flight.life:
                flight.life, flight.begun = life, now
                continue
            flight.late = True
            self._units.discard(flight.unit)
            yield flight


class Failures:
    """How often each unit has failed, and with whom."""

    _MOST = 3

    def __init__(self) -> None:
        """Begin with none."""
        self._of: dict[int, list[str | None]] = {}

    def add(self, unit: int, worker: str | None) -> None:
        """A unit has failed with a worker; None if nobody knows which."""
        self._of.setdefault(unit, []).append(worker)

    def workers(self, unit: int) -> frozenset[str]:
        """Return the workers with which a unit has failed."""
        return frozenset(worker for worker in self._of.get(unit, ()) if worker is not None)

    def too_many(self, unit: int, workers: tuple[str, ...]) -> bool:
        """Whether it has failed with three workers, or three times where there are not so many.

        Nine times are too many in any case: who failed may be no worker at all.
        """
        failed = self._of.get(unit, [])
        different = len(self.workers(unit)) + failed.count(None)
        few = len(self.workers(unit).union(workers)) < self._MOST
        most = self._MOST if few else self._MOST**2  # so often even if it is always the same one
        return different >= self._MOST or len(failed) >= most

    def attempts(self, unit: int) -> int:
        """Return how often a unit has failed."""
        return len(self._of.get(unit, ()))

    def forget(self, unit: int) -> None:
        """The unit is counted: what was before does not matter."""
        self._of.pop(unit, None)
