"""How does `huisu worker` stay with a scheduler, whatever becomes of either?

It watches over one counting process, member.py. When that dies, or the scheduler
does, it waits until the scheduler is there and starts another, under the same
name, for ever. Read member.py next.
"""

from __future__ import annotations

import json
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Literal, cast

from huisu.errors import InputError
from huisu.inherited import command
from huisu.jobs import Workers
from huisu.runs.address import Unreachable, own_host, reach, read_address
from huisu.runs.dask import require
from huisu.runs.supervised import ProcessEnded, Supervised
from huisu.runs.tls import read_certificates

__all__ = ["Event", "OnEvent", "join"]

#: What happens to a worker, for whoever tells it.
Event = Literal["waits", "joined", "lost", "rejoined", "died"]
#: It is given the event, the name of the worker and, where it died, why.
OnEvent = Callable[[Event, str, str], object]

_FIRST_PATIENCE = 10.0  # seconds at the start, when a wrong address is likelier than a dead machine
_PAUSES = (0.2, 0.5, 1.0, 2.0, 5.0)  # seconds, between attempts
_LEAVE_SECONDS = 3.0  # then the counting process is killed
_FIRST_ATTEMPTS = 3
_MOST_OF_A_HOST = 99  # workers of one machine that are given names


def join(
    address: str,
    *,
    workers: int | None = None,
    tls: str | Path | None = None,
    name: str | None = None,
    on_event: OnEvent = lambda event, name, reason: None,
) -> bool:
    """Count for the scheduler at an address until Ctrl-C or SIGTERM; for the main thread only.

    `workers` units are counted at a time, by default one on each core. Without a
    name it is given the first that is free of HOST-1, HOST-2, … Returns False
    when a coordinator has sent it away because its counts were wrong. Raises
    InputError where it may not or cannot join; once it has, it only waits.
    """
    require()
    threads = _threads(workers)
    certificates = read_certificates(tls) if tls is not None else None
    place = read_address(address, certificates)
    reach(place, certificates, _FIRST_PATIENCE, lambda: on_event("waits", name or "", ""))
    names = [name] if name else [
        f"{socket.gethostname()}-{number}" for number in range(1, _MOST_OF_A_HOST + 1)
    ]  # fmt: skip
    order = {
        "scheduler": str(place), "threads": threads, "names": names, "host": own_host(place),
        "certificates": certificates,
    }  # fmt: skip
    with _ended_by_sigterm():
        return _Joined(order, on_event, lambda: reach(place, certificates)).stay()


def _threads(workers: int | None) -> int:
    if workers is not None and workers < 1:
        raise InputError("error.runs.workers", workers=workers)
    return Workers.choose(threads=workers).threads


class _Joined:
    """A worker that has joined, or is about to."""

    def __init__(
        self,
        order: dict[str, Any],
        on_event: OnEvent,
        look: Callable[[], None],
    ) -> None:
        """Take what the counting process is told, and what looks for the scheduler."""
        self._order, self._on_event, self._look = order, on_event, look
        self._has_joined = False  # ever
        self._attempts = 0  # in vain, since it was there last

    def stay(self) -> bool:
        """Join again whenever it is lost; return False when it is sent away."""
        while True:
            if self._count() == "dismissed":
                return False
            self._wait()

    def _count(self) -> str:
        """Start a counting process and return why it ended."""
        process = Supervised(command("huisu.runs.member"))
        joined, why = False, "died"
        heard: dict[str, Any] = {}
        try:
            heard = process.ask(_line(self._order))
            if "joined" in heard:
                joined = True
                self._tell_joined(heard["joined"])
                why = str(process.hear()["left"])
        except ProcessEnded:
            pass  # its end says why
        except BaseException:  # Ctrl-C or SIGTERM
            if joined:
                _let_go(process)
            raise
        finally:
            reason = process.end()
        if not joined:
            self._fail({"failed": reason} | heard)
        elif why in ("lost", "died"):
            self._on_event(cast("Event", why), self._name, reason)
        return why

    @property
    def _name(self) -> str:
        name: str = self._order["names"][0]
        return name

    def _tell_joined(self, name: str) -> None:
        self._order["names"] = [name]  # which it keeps
        self._on_event("rejoined" if self._has_joined else "joined", name, "")
        self._has_joined, self._attempts = True, 0

    def _fail(self, heard: dict[str, Any]) -> None:
        """Try again later, but at the start only a few times."""
        self._attempts += 1
        if self._has_joined:
            return
        if "taken" in heard:
            raise InputError("error.cluster.name", name=heard["taken"])
        if self._attempts >= _FIRST_ATTEMPTS:
            scheduler, reason = self._order["scheduler"], heard["failed"]
            raise InputError("error.cluster.join", address=scheduler, reason=reason)

    def _wait(self) -> None:
        """Wait until the scheduler is there."""
        while True:
            time.sleep(_PAUSES[min(self._attempts, len(_PAUSES) - 1)])
            try:
                self._look()
            except Unreachable:
                self._attempts += 1
            else:
                return


def _let_go(process: Supervised) -> None:
    """Let a counting process take its leave of the scheduler, if it still can."""
    last = threading.Timer(_LEAVE_SECONDS, process.kill)
    last.start()
    with suppress(ProcessEnded):
        process.ask(_line({"leave": True}))
    last.cancel()


def _line(value: dict[str, Any]) -> bytes:
    return json.dumps(value).encode() + b"\n"


class _AskedToEnd(BaseException):
    """SIGTERM has come."""


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """Let SIGTERM unwind what it would have torn off, and end the process afterwards."""

    def end(number: int, frame: object) -> None:
        raise _AskedToEnd

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    except _AskedToEnd:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)
