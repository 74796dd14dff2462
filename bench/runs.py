"""How much of its workers' time does a run use, and how much memory does its coordinator take?

    python bench/runs.py [--n 18] [--seconds 0.02] [--workers 2] [--open 1000000]

A whole board, without any symmetry so that it lasts, is counted in units far shorter
than one would choose, with a ledger, audits and all; the total is checked. Before that
a run of very many units is begun, in a process of its own, and stopped. Read racing.py
for the machine and the published values.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from huisu.kernel import choose_kernel
from huisu.queens.board import Board
from huisu.runs.choose import choose_plan
from huisu.runs.coordinator import Coordinator
from huisu.runs.ledger import open_ledger
from huisu.runs.local import LocalEngine
from huisu.runs.plan import Plan, Units
from huisu.runs.settings import Settings
from huisu.runs.status import Status
from racing import machine, published

KERNEL = "bitmask"
LEAST, MOST = 0.9, 300.0  # the share of the workers' time; megabytes


class Ran(NamedTuple):
    """A run that has ended: how far it was, for how long, and the processor time of its workers."""

    status: Status
    seconds: float
    worked: float


def ran(units: Units, workers: int, stop_after: float | None = None) -> Ran:
    """Run a plan from the beginning, on so many workers."""
    settings, stop = Settings(kernel=KERNEL), threading.Event()
    with (
        tempfile.TemporaryDirectory() as folder,
        open_ledger(Path(folder) / "bench.ledger", "create") as ledger,
    ):
        plan = units.plan.to_json()
        record = ledger.add_run(plan, len(units), units.sha256, settings.to_object())
        before, start = children_seconds(), time.monotonic()
        if stop_after is not None:
            threading.Timer(stop_after, stop.set).start()
        with closing(LocalEngine(workers)) as engine:
            status = Coordinator(ledger, record, units, engine, settings, stop=stop).run()
            seconds = time.monotonic() - start
    return Ran(status, seconds, children_seconds() - before)


def children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def efficiency(n: int, unit_seconds: float, workers: int) -> Iterator[str]:
    """Yield what a whole board in short units says."""
    plan = choose_plan(
        Board(n),
        kind="board",
        kernel=choose_kernel(KERNEL),
        unit_seconds=unit_seconds,
        workers=workers,
    )
    status, seconds, worked = ran(Units(plan), workers)
    if status.partial != published("A000170")[n]:
        sys.exit(f"the total is wrong: {status.partial}")
    counted = status.units + status.audits_done
    each = f"{1000 * status.spent / counted:.0f} ms each"
    yield f"Q({n}): {status.units:,} units, {status.audits_done:,} counted twice, {each}"
    yield f"{workers} workers, {seconds:.1f} s"
    yield share("the workers counted", status.spent / (seconds * workers))
    yield share("processor time of the workers", worked / (seconds * workers))


def share(what: str, part: float) -> str:
    return f"{what}: {part:.1%} of the time; asked: {LEAST:.0%}"


def memory(least: int) -> Iterator[str]:
    """Yield how much memory a run of so many units takes, soon after it was begun."""
    plan = Plan("mirror", 16, round(6.5e8 / least))
    status, _, _ = ran(Units(plan), 2, stop_after=10.0)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    still = status.units - status.done
    yield f"{still:,} units open after {status.done:,}: {peak:.0f} MB at most; asked: {MOST:.0f} MB"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--n", type=int, default=18)
    parser.add_argument("--seconds", type=float, default=0.02, help="of a unit")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--open", type=int, default=1_000_000, help="units for the memory")
    parser.add_argument("--only", choices=["memory", "efficiency"])
    asked = parser.parse_args()
    if asked.only == "memory":
        print(*memory(asked.open), sep="\n")
        return
    print(machine())
    if asked.only is None:
        command = [sys.executable, __file__, "--only", "memory", "--open", str(asked.open)]
        subprocess.run(command, check=True)
    print(*efficiency(asked.n, asked.seconds, asked.workers), sep="\n")


if __name__ == "__main__":
    main()
