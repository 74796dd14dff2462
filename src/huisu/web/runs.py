"""How far are the runs in the ledgers that the operator shows?

Each ledger is read beside its coordinator, by one thread, at most once a second
however many ask. Read runs/status.py next, what is known of a run.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from huisu.errors import HuisuError
from huisu.runs.ledger import open_ledger, shown_address
from huisu.runs.status import Status, state_of
from huisu.web.refusal import json_answer, refuse

__all__ = ["Runs"]

_FRESH = 1.0  # seconds
#: What visitors are told of a run; not on which machine it is, nor as which process.
_SHOWN = (
    "run", "n", "plan", "kernel", "state", "units", "done", "share", "updated", "rate", "left",
    "left_error", "audits_done", "audits_planned", "mismatches", "waiting_for",
)  # fmt: skip


class Runs:
    """Answers to the requests that concern runs; nobody can change one from here."""

    def __init__(self, ledgers: Iterable[str]) -> None:
        """Keep where the ledgers are: files, or addresses of databases.

        Raises InputError for one that cannot be read.
        """
        self.ledgers = tuple(ledgers)
        for address in self.ledgers:
            open_ledger(address, "read").close()
        self._known: list[dict[str, Any]] = []
        self._read = 0.0
        self._lock = asyncio.Lock()

    async def all(self, _: Request) -> Response:
        """Return every run of every ledger, the newest first."""
        async with self._lock:
            if time.monotonic() - self._read > _FRESH:
                self._known = await asyncio.to_thread(self._look)
                self._read = time.monotonic()
        return json_answer({"runs": self._known})

    def _look(self) -> list[dict[str, Any]]:
        return [run for address in self.ledgers for run in _runs_in(address)]


def _runs_in(address: str) -> list[dict[str, Any]]:
    """Return what is shown of the runs of a ledger, or that it cannot be read now."""
    name = _name(address)
    try:
        with open_ledger(address, "read") as ledger:
            states = [state_of(ledger, record.run) for record in reversed(ledger.runs())]
    except HuisuError as error:
        logging.getLogger(__name__).error("%s", error)
        return [{"ledger": name, "error": refuse(503, "error.web.ledger", name=name).texts}]
    return [{"ledger": name, **_shown(status)} for status in states]


def _name(address: str) -> str:
    """Return what visitors call a ledger; they need no folder, and no host or user of a database.

    >>> _name("/home/anna/q20.ledger"), _name("postgresql://anna:secret@host")
    ('q20.ledger', 'postgresql')
    """
    path = urlsplit(shown_address(address)).path if "://" in address else address
    return path.rstrip("/").replace("\\", "/").rpartition("/")[2] or "postgresql"


def _shown(status: Status) -> dict[str, Any]:
    """Return what the page says of a run; a count as text, JavaScript has 53 bits for numbers."""
    known = asdict(status)
    here = sum(worker.state == "here" for worker in status.workers)
    return {
        **{name: known[name] for name in _SHOWN},
        "squares": len(status.fixed) + len(status.blocked),
        "workers": here if status.state == "running" else 0,
        "quarantined": sum(worker.state == "quarantined" for worker in status.workers),
        "parked": len(status.parked),
        "found": str(status.partial),
    }
