"""How is one count made, in a process of its own? It reports as it goes, and can be killed.

Its input is one line, the order; its output says which kernel counts, then how
far it is, then the number or why there is none. Read counts.py next, which
starts it.
"""

from __future__ import annotations

import time
from typing import Any

from huisu.errors import HuisuError
from huisu.inherited import answer, requests
from huisu.progress import Progress
from huisu.queens.board import Board
from huisu.queens.count import choose_workers, count, count_fundamental
from huisu.web.texts import texts_of

__all__ = ["main"]

_AT_FIRST = 10.0  # seconds
_OFTEN, _LATER = 0.25, 1.0  # seconds between reports, at first and after that


def main() -> None:
    """Make the count that the server asks for."""
    reports = _Reports()
    try:
        answer({"count": _counted(next(requests()), reports), "seconds": reports.seconds})
    except HuisuError as error:
        answer({"error": texts_of(error)})


def _counted(order: dict[str, Any], reports: _Reports) -> int:
    """Return the count; say before it by which kernel, and now and then how far it is."""
    n, kernel, threads = order["n"], order["kernel"], order["threads"]
    workers, _ = choose_workers(Board(n), kernel, threads)
    answer({"kernel": workers.kernel.name, "threads": workers.threads})
    counting = count_fundamental if order["fundamental"] else count
    return counting(n, kernel=kernel, threads=threads, on_progress=reports.hear)


class _Reports:
    """Tells the server of the progress, but not of each of hundreds of steps a second."""

    def __init__(self) -> None:
        """Begin to measure the time."""
        self._started = time.monotonic()
        self._told = 0.0

    @property
    def seconds(self) -> float:
        """The time since the beginning."""
        return time.monotonic() - self._started

    def hear(self, progress: Progress) -> None:
        """Tell it, unless that was done just now."""
        seconds = self.seconds
        if seconds - self._told < (_OFTEN if seconds < _AT_FIRST else _LATER):
            return
        self._told = seconds
        done, found = progress
        left = seconds * (1 - done) / done if done else None
        answer({"done": done, "found": found, "seconds": seconds, "left": left})


if __name__ == "__main__":
    main()
