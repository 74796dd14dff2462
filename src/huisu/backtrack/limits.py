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
        self._ticks = 1
        self._nodes_before: int | None = None
        self._started: float | None = None
        self._looked, self._told = 0.0, -math.inf

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
        return min(by_nodes, by_clock)

    def _by_nodes(self, search: Search[Any], most: int) -> int:
        generated = statistics_of(search).generated
        if self._nodes_before is None:
            self._nodes_before = generated
        left = most - (generated - self._nodes_before)
        if left <= 0:
            raise Stopped("nodes")
        return max(1, left // max(1, *search.width))

    def _by_clock(self) -> int:
        now = time.monotonic()
        if self._started is None:
            self._started = self._looked = now
        if self._limits.seconds is not None and now - self._started >= self._limits.seconds:
            raise Stopped("seconds")
        if self._on_time and now - self._told >= _SECONDS:
            self._told = now
            self._on_time()
        passed, self._looked = now - self._looked, now
        self._ticks = max(1, self._ticks // 2) if passed > _SECONDS else self._ticks * 2
        self._ticks = min(self._ticks, _MOST)
        return self._ticks
