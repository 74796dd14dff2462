"""Whose turn is it, where many ask and a few things may run at a time?

Visitors take turns: what waits begins in the order in which it would if each
visitor in turn began one thing. Read child.py next, what then runs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count

__all__ = ["Turn", "Turns"]


class Turn:
    """One thing that waits or runs; `begun` is set when it may run."""

    def __init__(self, owner: str, number: int) -> None:
        """Keep whose it is and the place at which it was asked for."""
        self.owner, self.number = owner, number
        self.begun = asyncio.Event()


class Turns:
    """Hands out turns, at most `slots` at a time and `each` of them to one visitor."""

    def __init__(
        self, slots: int, *, each: int, on_change: Callable[[], object] = lambda: None
    ) -> None:
        """Begin with nobody; `on_change` is called when what waits has changed."""
        self.slots, self.each, self.on_change = slots, each, on_change
        self.running: list[Turn] = []
        self.waiting: list[Turn] = []
        self._numbers = count(1)
        self._served: dict[str, int] = {}  # when each visitor who is here last began something

    def ask(self, owner: str) -> Turn:
        """Return a visitor's new turn, which may begin at once."""
        turn = Turn(owner, next(self._numbers))
        self.waiting.append(turn)
        self._begin()
        return turn

    def leave(self, turn: Turn) -> None:
        """End a turn, whether it runs or waits."""
        for turns in (self.running, self.waiting):
            if turn in turns:
                turns.remove(turn)
        if not self.of(turn.owner):
            self._served.pop(turn.owner, None)
        self._begin()

    def of(self, owner: str) -> int:
        """Return how many turns a visitor has, running and waiting."""
        return sum(turn.owner == owner for turn in (*self.running, *self.waiting))

    def order(self) -> list[Turn]:
        """Return the turns that wait, the next one first."""
        ahead = {turn.owner: self._runs(turn.owner) for turn in self.waiting}
        keys: dict[Turn, tuple[int, int, int]] = {}
        for turn in self.waiting:  # in the order in which they were asked for
            keys[turn] = (ahead[turn.owner], self._served.get(turn.owner, 0), turn.number)
            ahead[turn.owner] += 1
        return sorted(self.waiting, key=lambda turn: keys[turn])

    def _runs(self, owner: str) -> int:
        return sum(turn.owner == owner for turn in self.running)

    def _begin(self) -> None:
        """Let begin what may."""
        while len(self.running) < self.slots:
            ready = (turn for turn in self.order() if self._runs(turn.owner) < self.each)
            turn = next(ready, None)
            if turn is None:
                break
            self.waiting.remove(turn)
            self.running.append(turn)
            self._served[turn.owner] = next(self._numbers)
            turn.begun.set()
        self.on_change()
