"""What has happened to a count, so that someone who was away can be told of it?

Events are numbered; one who has heard some of them is told of those after. Only
the newest are kept, as each says all that the earlier ones did. Read counts.py
next.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

__all__ = ["Event", "Events"]

_KEPT = 300


class Event(NamedTuple):
    """One thing that has happened: its number, its kind, and what is known since."""

    number: int
    name: str
    data: dict[str, Any]


class Events:
    """What has happened to one count, for any number of listeners."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._kept: deque[Event] = deque(maxlen=_KEPT)
        self._news = asyncio.Event()
        self.last = 0  #: the number of the newest event
        self.over = False  #: whether no more will come

    def add(self, name: str, data: dict[str, Any], *, over: bool = False) -> None:
        """Tell all listeners of something; when it is over, nothing more will be told."""
        self.last += 1
        self._kept.append(Event(self.last, name, data))
        self.over = self.over or over
        self._wake()

    def close(self) -> None:
        """Let the listeners go, although it is not over."""
        self.over = True
        self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def after(self, number: int) -> AsyncIterator[Event]:
        """Yield each event after the one with this number, as they come, up to the last."""
        while True:
            news = self._news
            for event in [event for event in self._kept if event.number > number]:
                number = event.number
                yield event
            if self.over and number >= self.last:
                return
            if number >= self.last:
                await news.wait()
