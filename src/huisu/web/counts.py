"""Which counts do visitors have made, and how far is each?

Each runs in a process of its own, in its visitor's turn; the number that run,
that wait, and that are remembered is bounded. Read app.py next, which address
does what.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from huisu.web.child import Child, ChildEnded
from huisu.web.events import Events
from huisu.web.limits import Limits, cores
from huisu.web.refusal import refuse
from huisu.web.turns import Turn, Turns

__all__ = ["Count", "Counts", "Order"]

_REMEMBERED = 3600.0  # seconds


class Order(NamedTuple):
    """What is to be counted: a whole board, by which kernel, all solutions or classes of them."""

    n: int
    kernel: str | None
    fundamental: bool


@dataclass(eq=False)
class Count:
    """A count that waits, runs or has ended; only Counts changes it."""

    visitor: str
    address: str
    order: Order
    id: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    events: Events = field(default_factory=Events)
    known: dict[str, Any] = field(default_factory=lambda: {"state": "waiting"})
    threads: int = 0
    child: Child | None = None
    task: asyncio.Task[None] | None = None
    turn: Turn | None = None
    settled: bool = False  #: whether it is decided how it ends
    ended: float = 0.0  #: when it did

    def tell(self, name: str, *, over: bool = False, **known: Any) -> None:
        """Note what is known now, and tell those who listen."""
        self.known.update(known)
        self.events.add(name, {**self.shown(), "event": self.events.last + 1}, over=over)

    def shown(self) -> dict[str, Any]:
        """Return what the visitor sees of it."""
        return {
            "id": self.id, "n": self.order.n, "fundamental": self.order.fundamental,
            "kernel": self.order.kernel, "event": self.events.last, **self.known,
        }  # fmt: skip


class Counts:
    """The counts of all visitors."""

    def __init__(self, limits: Limits) -> None:
        """Begin with none."""
        self.limits = limits
        self._counts: dict[str, Count] = {}
        self._turns = Turns(limits.slots, each=limits.counts, on_change=self._tell_positions)

    def start(self, order: Order, visitor: str, address: str) -> Count:
        """Return a new count of a visitor's, or refuse it."""
        self._forget()
        self._check(visitor, address)
        count = Count(visitor, address, order)
        self._counts[count.id] = count
        count.turn = self._turns.ask(visitor)
        self._tell_positions()  # now that the turn is known to be this count's
        count.task = asyncio.create_task(self._run(count, count.turn))
        return count

    def _check(self, visitor: str, address: str) -> None:
        """Raise Refusal when enough is being counted already."""
        limits = self.limits
        busy = [each for each in self._counts.values() if not each.ended]
        if sum(each.visitor == visitor for each in busy) >= limits.counts:
            raise refuse(429, "error.web.counts", most=limits.counts)
        if sum(each.address == address for each in busy) >= limits.counts_address:
            raise refuse(429, "error.web.counts_address", most=limits.counts_address)
        if len(self._turns.waiting) >= limits.waiting:
            raise refuse(503, "error.web.busy")

    def of(self, visitor: str) -> list[Count]:
        """Return a visitor's counts, the newest first."""
        self._forget()
        return [each for each in reversed(self._counts.values()) if each.visitor == visitor]

    def find(self, id: str, visitor: str) -> Count:
        """Return a visitor's count; another's is as unknown as one that there is not."""
        self._forget()
        count = self._counts.get(id)
        if count is None or count.visitor != visitor:
            raise refuse(404, "error.web.count")
        return count

    async def cancel(self, count: Count) -> None:
        """End a count, if it has not ended; return when its process is gone."""
        if count.task is None:
            return
        if not count.settled:
            count.settled = True
            count.task.cancel()
        await asyncio.wait({count.task})

    async def close(self) -> None:
        """End all counts, and let go those who listen."""
        counts = list(self._counts.values())
        await asyncio.gather(*map(self.cancel, counts))
        for count in counts:
            count.events.close()

    async def _run(self, count: Count, turn: Turn) -> None:
        """Let a count wait, run and end, however that may be."""
        state, known = await self._ending(count, turn)
        count.settled = True
        if count.child is not None:
            await count.child.end()
        count.threads, count.ended = 0, time.monotonic()
        count.tell(state, over=True, state=state, position=None, left=None, **known)
        self._turns.leave(turn)

    async def _ending(self, count: Count, turn: Turn) -> tuple[str, dict[str, Any]]:
        """Return how a count ends, and what is known then."""
        try:
            await turn.begun.wait()
            return await asyncio.wait_for(self._counted(count), self.limits.seconds)
        except asyncio.CancelledError:
            return "cancelled", {}
        except asyncio.TimeoutError:
            refusal = refuse(503, "error.web.count_time", minutes=f"{self.limits.seconds / 60:g}")
            return "failed", {"error": refusal.texts}
        except ChildEnded:
            return "failed", {"error": refuse(500, "error.web.failed").texts}
        except Exception:  # the visitor must hear of it, and the operator why
            logging.getLogger(__name__).exception("a count failed")
            return "failed", {"error": refuse(500, "error.web.failed").texts}

    async def _counted(self, count: Count) -> tuple[str, dict[str, Any]]:
        """Have a worker count, and tell what it reports; return its last word."""
        busy = sum(each.threads for each in self._counts.values())
        count.threads = max(1, (cores() - busy) // 2)  # half of what is free, for those to come
        count.child = child = await Child.start("worker")
        count.tell("progress", state="running", pid=child.pid, position=None, done=0.0)
        await child.tell({**count.order._asdict(), "threads": count.threads})
        while True:
            heard = await child.hear()
            if "count" in heard:
                return "done", {**heard, "done": 1.0}
            if "error" in heard:
                return "failed", heard
            count.tell("progress", **heard)

    def _tell_positions(self) -> None:
        """Tell each count that waits how many begin before it, if that has changed."""
        counts = {each.turn: each for each in self._counts.values() if not each.ended}
        for position, turn in enumerate(self._turns.order(), start=1):
            count = counts.get(turn)
            if count is not None and count.known.get("position") != position:
                count.tell("waiting", position=position)

    def _forget(self) -> None:
        """Forget the counts that ended long ago, and the oldest where there are too many."""
        now = time.monotonic()
        ended = sorted(
            (each for each in self._counts.values() if each.ended), key=lambda each: -each.ended
        )
        seen: dict[str, int] = {}
        for place, count in enumerate(ended):
            seen[count.visitor] = seen.get(count.visitor, 0) + 1
            many = seen[count.visitor] > self.limits.kept or place >= self.limits.kept_all
            if many or now - count.ended > _REMEMBERED:
                del self._counts[count.id]
