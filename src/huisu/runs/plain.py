"""What do our scheduler and our worker do, and not do, beside what Dask's do?

Neither opens a second port, where Dask would show pages; a worker knows why it
ends and which of its counts nobody wants any more. Imported only by those that
have called prepare() of dask.py. Read scheduler.py or member.py next.
"""

from __future__ import annotations

import asyncio
import threading
from typing import Any

from distributed import Scheduler, Worker

__all__ = ["PlainScheduler", "PlainWorker"]

_LOOK_SECONDS = 0.2


class PlainScheduler(Scheduler):
    """A scheduler without pages."""

    def start_http_server(self, *arguments: Any, **settings: Any) -> None:
        """Do nothing."""


class PlainWorker(Worker):
    """A worker without pages, which ends as soon as it is told to or loses its scheduler."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        """Begin as a worker that nobody has sent away."""
        super().__init__(*arguments, **settings)
        self.gone, self.why = asyncio.Event(), "lost"
        #: What stops each of the counts that run, by Dask's key of it.
        self.running: dict[str, threading.Event] = {}

    def start_http_server(self, *arguments: Any, **settings: Any) -> None:
        """Do nothing."""

    def leave(self, why: str) -> None:
        """End, for a reason of our own."""
        self.why = why
        self.gone.set()

    async def close(self, *arguments: Any, **settings: Any) -> str | None:  # type: ignore[override]
        """Be gone at once, when the scheduler is: the process ends, with all that it has."""
        self.gone.set()
        return await super().close(*arguments, **settings)

    async def look(self) -> None:
        """Stop the counts that the scheduler has taken back, until cancelled."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            tasks = self.state.tasks
            for key, stop in list(self.running.items()):
                if key not in tasks or tasks[key].state != "executing":
                    stop.set()
