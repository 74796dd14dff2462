"""How does a test get a ledger whose runs stand in every state that is shown?"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from huisu.runs.ledger import open_ledger
from huisu.runs.plan import Plan
from huisu.runs.status import Status, WorkerStatus

PLAN = Plan("mirror", 17, 1000)


def status(run: int, **known: Any) -> Status:
    """Return how a run stands that is half done, but for what is said otherwise."""
    usual: dict[str, Any] = {
        "n": 17, "plan": "mirror", "fixed": (), "blocked": (), "kernel": "sweep-avx2",
        "state": "running", "units": 12_000, "done": 6000, "share": 0.625,
        "partial": 2**53 + 1, "spent": 100.0, "updated": time.time(), "rate": 31.5,
        "node_rate": 1e9, "left": 5400.0, "left_error": 120.0, "audits_done": 100,
        "audits_planned": 120,
        "workers": (WorkerStatus("north-1", 60, "here"), WorkerStatus("north-2", 5, "quarantined")),
        "mismatches": 1, "host": "another machine",
    }  # fmt: skip
    return Status(run=run, **{**usual, **known})


def ledger_of(path: Path, *states: dict[str, Any]) -> str:
    """Write a ledger with a run for each of these states; return its path."""
    with open_ledger(path, "create") as ledger:
        for known in states:
            record = ledger.add_run(PLAN.to_json(), 12_000, "0" * 64, {"kernel": "sweep-avx2"})
            ledger.record(record.run, [], status(record.run, **known).to_json())
    return str(path)
