"""When must a search stop, and when does it tell how far it is?

The drivers ask after a number of E-nodes; the answer is the number after which
they ask again, chosen so that asking costs nothing and is never late. Read
checkpoint.py next.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from huisu.backtrack.search import Search, Stopped
from huisu.backtrack.statistics import statistics_of
from huisu.errors import InputError

__all__ = ["Limits", "Listener"]

_SECONDS = 0.02  #: between two looks at the clock


@dataclass(frozen=True)
class Limits:
    """How many nodes, seconds and solutions a run may take; None is no limit."""

    nodes: int | None = None
    seconds: float | None = None
    solutions: int | None = None

    def __post_init__(self) -> None:
        """Refuse what is no amount."""
        for name in ("nodes", "seconds", "solutions"):
            most = getattr(self, name)
            if most is not None and (not isinstance(most, (int, float)) or not most >= 0):
                raise InputError("error.limit", name=name, most=most)


class Listener:
    """Watches the nodes and the clock for one run."""

    def __init__(self, limits: Limits, on_time: Callable[[], None] | None) -> None:
        """Start the clock; `on_time` is called now and then."""
        self._limits, self._on_time = limits, on_time
        self._started = self._looked = time.monotonic()
        self._ticks = 1
        self._nodes_before: int | None = None

    def ticks(self, search: Search[Any]) -> int:
        """Return after how many E-nodes to ask again; raise Stopped at a limit."""
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
        return max(1, left // (max(search.width) + 1))

    def _by_clock(self) -> int:
        now = time.monotonic()
        if self._limits.seconds is not None and now - self._started >= self._limits.seconds:
            raise Stopped("seconds")
        passed, self._looked = now - self._looked, now
        self._ticks = max(1, self._ticks // 2) if passed > _SECONDS else self._ticks * 2
        if self._on_time:
            self._on_time()
        return self._ticks
