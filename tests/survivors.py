"""Which coordinators are there to be killed? Programs that test_runs_survival.py starts.

    python survivors.py count LEDGER LOG N SIZE SLEEP    begin or go on, by two processes
    python survivors.py commits FOLDER POINT ...         be killed inside the commit path

The first writes to LOG which unit is begun in which orientation, before it is. The
second runs a small plan once for each point, in a process that kills itself at
that line of the commit path; what it was told to be done stands in FOLDER/POINT.told.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from engines import Bench, Hands
from huisu.runs import coordinator as coordinating
from huisu.runs import running
from huisu.runs.books import OPEN
from huisu.runs.ledger import open_ledger
from huisu.runs.local import LocalEngine
from huisu.runs.plan import Plan

_COMMIT_PATH = {"coordinator.py", "ledger.py", "database.py", "sqlite.py", "row.py"}


class Logged(LocalEngine):
    """The engine of this machine, which says what it begins."""

    log = ""
    sleep = 0.0

    def _run(self, place: Any, process: Any, request: Any) -> None:
        task = json.loads(request.line)["task"]
        with Path(self.log).open("a", encoding="utf-8") as file:
            file.write(f"{task[0]} {task[3]}\n")
        time.sleep(self.sleep)
        super()._run(place, process, request)


def count(ledger: str, log: str, n: str, size: str, sleep: str) -> None:
    """Count a mirror plan by the plainest compiled kernel."""
    Logged.log, Logged.sleep = log, float(sleep)
    running.LocalEngine = Logged  # type: ignore[attr-defined]
    if has_run(ledger):
        status = running.resume(ledger, workers=2)
    else:
        plan = Plan("mirror", int(n), int(size))
        status = running.start(plan, ledger, kernel="bitmask-baseline", workers=2)
    print(status.total)


def has_run(ledger: str) -> bool:
    """Whether a coordinator before this one came so far as to begin the run."""
    if not Path(ledger).exists():
        return False
    with open_ledger(ledger, "create") as books:
        return bool(books.runs())


def commits(folder: str, *points: str) -> None:
    """Run once for each point, each time in a process that is killed there; 0: never."""
    for point in points:
        place = Path(folder) / point
        place.mkdir()
        if (child := os.fork()) == 0:
            try:
                _killed_at(int(point), place)
            finally:
                os._exit(0)
        os.waitpid(child, 0)


def _killed_at(point: int, place: Path) -> None:
    bench = Bench(place)
    lines = 0

    def each_line(frame: FrameType, event: str, argument: object) -> Callable[..., Any]:
        nonlocal lines
        lines += event == "line"
        if lines == point:
            os.kill(os.getpid(), signal.SIGKILL)
        return each_line

    def each_call(frame: FrameType, event: str, argument: object) -> Callable[..., Any] | None:
        return each_line if Path(frame.f_code.co_filename).name in _COMMIT_PATH else None

    coordinating._LOOK = coordinating._COMMIT = 0.0
    with open_ledger(bench.path, "write") as ledger, (place / "told").open("w") as told:
        coordinator = bench.coordinator(ledger, Hands())

        def tell(status: object) -> None:
            books = coordinator._todo.books
            done = [unit for unit in range(books.units) if books.state(unit) != OPEN]
            told.write(json.dumps(done) + "\n")
            told.flush()

        coordinator._on_status = tell
        sys.settrace(each_call)
        coordinator.run()
        sys.settrace(None)
    (place / "lines").write_text(str(lines))


if __name__ == "__main__":
    if sys.argv[1] == "count":
        count(*sys.argv[2:])
    else:
        commits(*sys.argv[2:])
