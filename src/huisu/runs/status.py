"""How far is a run, and what is it doing now?

The coordinator tells it after each commit, and leaves it in the ledger as JSON
text (the heartbeat) for whoever reads the ledger beside it. Read coordinator.py
next, which makes it, and eta.py, where the time left comes from.
"""

from __future__ import annotations

import json
import os
import socket
import time
from collections import Counter
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from huisu.queens.board import Square
from huisu.runs.evidence import read_run

if TYPE_CHECKING:
    from huisu.runs.ledger import Ledger, RunRecord

__all__ = ["RunState", "Status", "Waiting", "WorkerState", "WorkerStatus", "state_of", "this_host"]

#: "running", "stopped" (go on with resume), "complete" (the total is exact), or "parked"
#: (ended, but some units could not be counted).
RunState = Literal["running", "stopped", "complete", "parked"]
Waiting = Literal["workers", "scheduler", "disk"]
WorkerState = Literal["here", "gone", "quarantined"]

#: A heartbeat comes at least every second; one as old as this has no coordinator any more.
_STALE = 15.0


class WorkerStatus(NamedTuple):
    """A worker, the rows of this run that it has counted, and whether it is there."""

    name: str
    rows: int
    state: WorkerState


@dataclass(frozen=True)
class Status:
    """How far a run is. All that is counted here is in the ledger."""

    run: int
    n: int
    plan: str
    """The kind of the plan: "mirror", "border", …"""
    fixed: tuple[Square, ...]
    blocked: tuple[Square, ...]
    kernel: str
    state: RunState
    units: int
    done: int
    """Units that have a value: the ledger keeps a row of each."""
    share: float
    """The share of the expected work that is done, 0 to 1."""
    partial: int
    """The sum of the units done: the total once the state is "complete"."""
    spent: float
    """Worker-seconds of all rows."""
    updated: float
    """Unix time."""
    rate: float | None = None
    """Units a second, of late."""
    node_rate: float | None = None
    """Expected nodes a second, of late."""
    left: float | None = None
    """Seconds until the end, and the standard error of that; None while nobody can say."""
    left_error: float | None = None
    workers: tuple[WorkerStatus, ...] = ()
    audits_done: int = 0
    """Units that two rows agree about."""
    audits_planned: int = 0
    """Audits wanted so far, those done among them."""
    mismatches: int = 0
    """Units whose rows do not all agree, whether that is settled or not."""
    parked: tuple[int, ...] = ()
    waiting_for: Waiting | None = None
    pid: int = 0
    host: str = ""

    @property
    def total(self) -> int | None:
        """The whole count; None until every unit is done."""
        return self.partial if self.state == "complete" else None

    def to_json(self) -> str:
        """Return the status as JSON text, in one line."""
        return json.dumps(asdict(self), ensure_ascii=False, allow_nan=False)

    @classmethod
    def from_json(cls, text: str) -> Status:
        """Return the status that to_json wrote; raise ValueError for any other text."""
        given = json.loads(text)
        if not isinstance(given, dict) or given.keys() != {field.name for field in fields(cls)}:
            raise ValueError(text)
        given["fixed"], given["blocked"] = _squares(given["fixed"]), _squares(given["blocked"])
        given["workers"] = tuple(WorkerStatus(*worker) for worker in given["workers"])
        given["parked"] = tuple(given["parked"])
        return cls(**given)


def _squares(given: Any) -> tuple[Square, ...]:
    return tuple((row, column) for row, column in given)


def this_host() -> str:
    """Return the name of this machine, by which a heartbeat says where it was written."""
    return socket.gethostname()


def state_of(ledger: Ledger, run: int | None = None) -> Status:
    """Return how far a run is, from its ledger alone, beside a live coordinator or without one.

    The last heartbeat says it. Where there is none that can be read, or units
    were made void since, all rows are read. A run whose coordinator is gone is
    "stopped". Raises InputError when there is no such run.
    """
    record = ledger.run(run)
    status = _heartbeat(ledger, record)
    if status is None:
        return _from_rows(ledger, record)
    if status.state == "running" and not _lives(status):
        return replace(status, state="stopped", left=None, left_error=None, waiting_for=None)
    return status


def _heartbeat(ledger: Ledger, record: RunRecord) -> Status | None:
    text = ledger.heartbeat(record.run)
    status = None
    with suppress(ValueError, TypeError):  # damaged: the rows know better
        status = Status.from_json(text) if text else None
    if status is None:
        return None
    voided = [note.time for note in ledger.notes(record.run) if note.kind == "void"]
    return None if voided and max(voided) >= status.updated else status


def _lives(status: Status) -> bool:
    """Whether the coordinator that wrote this still runs, as far as can be seen from here."""
    if os.name == "posix" and status.host == this_host():
        try:
            os.kill(status.pid, 0)
        except ProcessLookupError:
            return False
        except PermissionError:  # it is there, and somebody else's
            pass
    return time.time() - status.updated < _STALE


def _from_rows(ledger: Ledger, record: RunRecord) -> Status:
    found = read_run(ledger, record)
    plan, books = found.plan, found.books
    rows_of = Counter[str]()
    for source, number in books.rows_from.items():
        rows_of[source.worker] += number
    return Status(
        run=record.run, n=plan.n, plan=plan.kind, fixed=plan.fixed, blocked=plan.blocked,
        kernel=str(record.settings["kernel"]), units=record.units, done=books.done,
        state="complete" if books.done == record.units else "stopped",
        share=books.done / record.units if record.units else 1.0,
        partial=books.total, spent=found.spent, updated=time.time(),
        workers=tuple(
            WorkerStatus(name, rows, "quarantined" if name in books.quarantined else "gone")
            for name, rows in sorted(rows_of.items())
        ),
        audits_done=books.audited, audits_planned=books.audited, mismatches=books.mismatches,
    )  # fmt: skip
