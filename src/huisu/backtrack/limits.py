"""When must a search stop, and when does it tell how far it is?

The drivers ask after a number of steps; the answer is the number after which
they ask again, chosen so that asking costs nothing and is not late. Read
checkpoint.py next.
"""

from __future__ import annotations

import math
import operator
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from huisu.backtrack.search import Search, Stopped
from huisu.backtrack.statistics import statistics_of
from huisu.errors import InputError

__all__ = ["Limits", "Listener"]

_SECONDS = 0.02  #: between two looks at the clock, if steps cost alike
_REST = 9  #: times as long as it took to tell how far it is, until it is told again
_MOST = 1000  #: steps between two looks, for the next ones may cost more


@dataclass(frozen=True)
class Limits:
    """How many nodes, seconds and solutions a run may take; None is no limit."""

    nodes: int | None = None
    seconds: float | None = None
    solutions: int | None = None

    def __post_init__(self) -> None:
        """Refuse what is no amount."""
        for name in ("nodes", "solutions"):
            if not _is_amount(getattr(self, name), operator.index):
                most = repr(getattr(self, name))
                raise InputError("error.limit.whole", name=name, most=most)
        if not _is_amount(self.seconds, operator.pos):
            raise InputError("error.limit", name="seconds", most=repr(self.seconds))


def _is_amount(most: Any, number: Callable[[Any], Any]) -> bool:
    try:
        return most is None or number(most) >= 0
    except TypeError:
        return False


class Listener:
    """Watches the nodes and the clock for one run; both begin when it is first asked."""

    def __init__(self, limits: Limits, on_time: Callable[[], None] | None) -> None:
        """Take note of what to watch; `on_time` is called now and then."""
        self._limits, self._on_time = limits, on_time
        self._sure, self._most_sure = 0, 1  # steps that cannot reach the limit of nodes
        self._nodes_before: int | None = None
        self._ticks = 1
        self._started: float | None = None
        self._looked, self._tell_at = 0.0, -math.inf

    def ticks(self, search: Search[Any]) -> int:
        """Return after how many steps to ask again; raise Stopped at a limit.

        A limit that is not 0 lets one step pass, so that a search which is
        resumed again and again comes to its end.
        """
        by_nodes, by_clock = sys.maxsize, sys.maxsize
        if self._limits.nodes is not None:
            by_nodes = self._by_nodes(search, self._limits.nodes)
        if self._limits.seconds is not None or self._on_time:
            by_clock = self._by_clock()
        ticks = min(by_nodes, by_clock)
        self._sure -= ticks
        return ticks

    def _by_nodes(self, search: Search[Any], most: int) -> int:
        """Count the nodes only when the limit may be near, for that takes a look at each level."""
        if self._sure <= 0:
            self._sure = self._steps_to(search, most)
        return self._sure

    def _steps_to(self, search: Search[Any], most: int) -> int:
        """Return how many steps cannot reach the limit.

        Where the domains depend on the path, levels below may be wider than those
        that have been met; so it begins with a few steps and doubles them.
        """
        generated = statistics_of(search).generated
        if self._nodes_before is None:
            self._nodes_before = generated
        left = most - (generated - self._nodes_before)
        if left <= 0:
            raise Stopped("nodes")
        steps = max(1, left // max(1, *search.width))
        if search.hooks.values is None:
            steps = min(steps, self._most_sure)
            self._most_sure *= 2
        return steps

    def _by_clock(self) -> int:
        now = time.monotonic()
        if self._started is None:
            self._started = self._looked = now
        if self._limits.seconds is not None and now - self._started >= self._limits.seconds:
            raise Stopped("seconds")
        passed, self._looked = now - self._looked, now
        if self._on_time and now >= self._tell_at:
            self._on_time()
            self._looked = time.monotonic()
            self._tell_at = self._looked + max(_SECONDS, _REST * (self._looked - now))
        self._ticks = max(1, self._ticks // 2) if passed > _SECONDS else self._ticks * 2
        self._ticks = min(self._ticks, _MOST)
        return self._ticks
