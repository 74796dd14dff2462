"""How much work is left in a run, and how sure is that?

Work is measured in expected nodes (Knuth's estimate of each unit), which the
seconds of the units done turn into worker-seconds. To count finished units
instead would be wrong by half: they are not equally large, and the largest come
first. Read coordinator.py next, which divides by how many work at once.

    E[i]  expected nodes of unit i      s[i]  the seconds that a worker took for it
    pace = sum of s / sum of E over the units done        seconds for an expected node
    left = pace * sum of E over the units still open

The error: what the units done took differs from pace * E by residuals, in which all
is mixed that can be wrong, the estimates, the pace of single workers, noise. The
pace carries the mean of those that were seen, the rest those to come: as much again.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

__all__ = ["Pace", "Recent", "Work"]


class Work(NamedTuple):
    """Worker-seconds, and their standard error."""

    seconds: float
    error: float


class Pace:
    """How fast the units go, learnt from those that were counted.

    `guess` is the seconds for an expected node while nothing is known.

    >>> pace = Pace([10.0, 30.0, 20.0], guess=1.0)
    >>> pace.open(range(3))
    >>> pace.enter(1, 6.0)
    >>> pace.close([1])
    >>> round(pace.left().seconds, 3)
    6.0
    """

    def __init__(
        self, nodes: Sequence[float], errors: Sequence[float] | None = None, *, guess: float
    ) -> None:
        """Begin with nothing done and nothing open."""
        self._nodes, self._errors, self._guess = nodes, errors, guess
        self.open_nodes = 0.0
        """Expected nodes of the units that are open."""
        self._open_squares = 0.0  # sums over the open units: E^2
        self._open_variance = 0.0  # and the variance of E
        self._done = 0  # and over what was counted
        self._done_nodes = 0.0
        self._done_variance = 0.0
        self._seconds = 0.0
        self._products = [0.0, 0.0, 0.0]  # E^2, E*s, s^2

    def open(self, units: Iterable[int]) -> None:
        """These units are to be counted."""
        self._change(units, 1)

    def close(self, units: Iterable[int]) -> None:
        """These units are not to be counted any more."""
        self._change(units, -1)

    def forget(self) -> None:
        """No unit is open; what was learnt stays."""
        self.open_nodes = self._open_squares = self._open_variance = 0.0

    def enter(self, unit: int, seconds: float) -> None:
        """A worker took so long for a unit."""
        nodes = self._nodes[unit]
        self._done += 1
        self._done_nodes += nodes
        self._done_variance += self._variance(unit)
        self._seconds += seconds
        products = nodes * nodes, nodes * seconds, seconds * seconds
        self._products = [a + b for a, b in zip(self._products, products, strict=True)]

    @property
    def known(self) -> bool:
        """Whether anything was counted yet."""
        return self._done > 0 and self._seconds > 0

    @property
    def seconds_a_node(self) -> float:
        """Worker-seconds for an expected node."""
        return self._seconds / self._done_nodes if self.known else self._guess

    def left(self) -> Work:
        """Return the worker-seconds that the open units will take."""
        seconds = self.seconds_a_node * self.open_nodes
        return Work(seconds, math.sqrt(self._squared_error()))

    def _squared_error(self) -> float:
        pace = self.seconds_a_node
        by_estimates = self._open_variance
        if self._done:
            by_estimates += self._done_variance * (self.open_nodes / self._done_nodes) ** 2
        return max(pace * pace * by_estimates, self._by_residuals(pace))

    def _by_residuals(self, pace: float) -> float:
        """Return the squared error that the units done lead to expect; 0 for fewer than two."""
        squares, mixed, seconds = self._products
        if self._done < 2 or not squares:
            return 0.0
        residuals = max(0.0, seconds - 2 * pace * mixed + pace * pace * squares)
        residuals *= self._done / (self._done - 1)
        ratio = self.open_nodes / self._done_nodes
        return residuals * (ratio * ratio + self._open_squares / squares)

    def _variance(self, unit: int) -> float:
        return self._errors[unit] ** 2 if self._errors is not None else 0.0

    def _change(self, units: Iterable[int], sign: int) -> None:
        for unit in units:
            nodes = self._nodes[unit]
            self.open_nodes += sign * nodes
            self._open_squares += sign * nodes * nodes
            self._open_variance += sign * self._variance(unit)
        self.open_nodes = max(0.0, self.open_nodes)
        self._open_squares = max(0.0, self._open_squares)
        self._open_variance = max(0.0, self._open_variance)


class Recent:
    """What was done in the last half minute, by how many workers.

    >>> now = iter([0.0, 10.0])
    >>> recent = Recent(lambda: next(now))
    >>> recent.look(slots=2)
    >>> recent.enter(nodes=500.0, seconds=9.0)
    >>> recent.look(slots=2)
    >>> recent.rate, recent.node_rate
    (0.1, 50.0)
    """

    _SECONDS = 30.0

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with nothing seen."""
        self._clock = clock
        # Until now: units, nodes, worker-seconds; time that workers were there.
        self._sums = [0.0, 0.0, 0.0, 0.0]
        self._looks: deque[tuple[float, list[float]]] = deque()

    def enter(self, nodes: float, seconds: float) -> None:
        """A worker has answered."""
        self._sums = [
            total + more for total, more in zip(self._sums, (1, nodes, seconds, 0), strict=True)
        ]

    def look(self, slots: int) -> None:
        """So many tasks could run at once since the last look."""
        now = self._clock()
        if self._looks:
            self._sums[3] += slots * (now - self._looks[-1][0])
        self._looks.append((now, list(self._sums)))
        while now - self._looks[0][0] > self._SECONDS and len(self._looks) > 2:
            self._looks.popleft()

    @property
    def rate(self) -> float | None:
        """Units a second; None while none was counted."""
        return self._a_second(0)

    @property
    def node_rate(self) -> float | None:
        """Expected nodes a second."""
        return self._a_second(1)

    @property
    def use(self) -> float:
        """The share of their time that workers spent on units: 1 while that is not known."""
        units, _, worked, there = self._lately()
        slots = there / max(1e-9, self._time())
        if units < 4 * slots or not there:
            return 1.0
        return min(1.0, max(0.05, worked / there))

    def _lately(self) -> list[float]:
        if not self._looks:
            return [0.0] * 4
        first = self._looks[0][1]
        return [last - early for last, early in zip(self._looks[-1][1], first, strict=True)]

    def _time(self) -> float:
        return self._looks[-1][0] - self._looks[0][0] if self._looks else 0.0

    def _a_second(self, which: int) -> float | None:
        lately, seconds = self._lately(), self._time()
        return lately[which] / seconds if seconds > 0 and lately[0] else None
