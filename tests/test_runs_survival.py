"""Is the total exact whatever is killed, put to sleep, added or taken away?

Processes are killed in earnest here, those that a test started itself; the quick
forms do it a few times, the long ones as often as a run of its own time would. Read
test_runs_coordinator.py for the same without processes.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from engines import Bench, Hands
from huisu.runs import running
from huisu.runs.ledger import open_ledger
from huisu.runs.local import LocalEngine
from huisu.runs.plan import Plan, Units
from huisu.runs.row import Row
from huisu.runs.status import Status
from roads import oeis

pytestmark = [
    pytest.mark.core,
    pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds processes in /proc"),
]

SURVIVORS = Path(__file__).parent / "survivors.py"


def rows_of(path: Path) -> list[Row]:
    with open_ledger(path, "read") as ledger:
        return list(ledger.rows(1))


# The coordinator is killed inside the commit path


def told(place: Path) -> list[int]:
    """Return the units that a killed coordinator last said were done."""
    lines = (place / "told").read_text().splitlines()
    return json.loads(lines[-1]) if lines else []


def killed_in_a_commit(folder: Path, kills: int) -> Iterator[Path]:
    """Yield a folder for each of so many points, after a coordinator was killed there."""
    command = [sys.executable, str(SURVIVORS), "commits", str(folder)]
    subprocess.run([*command, "0"], check=True)
    lines = int((folder / "0" / "lines").read_text())
    points = [str(1 + lines * k // kills) for k in range(kills)]
    subprocess.run([*command, *points], check=True)
    yield from (folder / point for point in points)


def check_commits(folder: Path, kills: int) -> None:
    hashes = {}
    for place in killed_in_a_commit(folder, kills):
        bench = Bench(place)
        before = rows_of(bench.path)
        assert set(told(place)) <= {row.unit for row in before}  # nothing told is lost
        assert len({row.unit for row in before}) == len(before)  # nor doubled
        hands = Hands()
        assert bench.count(hands).total == Bench.RIGHT  # nor halved
        after = rows_of(bench.path)
        assert sorted(row.unit for row in after) == list(range(len(bench.units)))
        assert {task.unit for task, _ in hands.tasks}.isdisjoint(row.unit for row in before)
        hashes[place.name] = len(before)
    assert len(set(hashes.values())) > 2  # early and late kills


def test_a_coordinator_killed_inside_a_commit_loses_and_doubles_nothing(tmp_path: Path) -> None:
    check_commits(tmp_path, 6)


@pytest.mark.long
def test_a_coordinator_killed_at_50_points_of_the_commit_path_loses_and_doubles_nothing(
    tmp_path: Path,
) -> None:
    check_commits(tmp_path, 50)


# Workers and coordinator are killed at random


class Hunted:
    """A run by two processes that goes on after each kill of its coordinator."""

    def __init__(self, folder: Path, n: int, size: int, sleep: float) -> None:
        self.path, self.log = folder / "run.ledger", folder / "log"
        self._arguments = [str(self.path), str(self.log), str(n), str(size), str(sleep)]
        self.begun_again: set[int] = set()
        self._process: subprocess.Popen[bytes] | None = None
        self._go_on()

    def _go_on(self) -> None:
        self._done, self._begun = set[int](), len(self.executions())
        if self.path.exists():
            with suppress(ValueError):  # not even begun
                self._done = {row.unit for row in rows_of(self.path)}
        command = [sys.executable, str(SURVIVORS), "count", *self._arguments]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE)

    def executions(self) -> list[list[str]]:
        """Return the units that were begun so far, each with its orientation."""
        return (
            [line.split() for line in self.log.read_text().splitlines()]
            if self.log.exists()
            else []
        )

    @property
    def goes(self) -> bool:
        """Whether the coordinator is there."""
        return self._process is not None and self._process.poll() is None

    def kill(self, whom: str) -> None:
        """Kill the coordinator or one of its workers."""
        assert self._process is not None
        if whom == "coordinator":
            self._process.kill()
            self._process.communicate()
            self._see()
            self._go_on()
        elif workers := children(self._process.pid):
            with suppress(ProcessLookupError):
                os.kill(random.choice(workers), signal.SIGKILL)

    def _see(self) -> None:
        """Note which units were begun for the first count although the ledger had them."""
        begun = self.executions()[self._begun :]
        self.begun_again |= {
            int(unit) for unit, orientation in begun if orientation == "identity"
        } & self._done

    def total(self) -> int:
        """Wait for the end."""
        assert self._process is not None
        written, _ = self._process.communicate()
        self._see()
        return int(written)

    def end(self) -> None:
        """Leave nothing behind."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()


def children(pid: int) -> list[int]:
    """Return the processes that a process has started, in whichever of its threads."""
    found: list[int] = []
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            found += map(int, thread.read_text().split())
    return found


def hunt(folder: Path, plan: Plan, kills: int, sleep: float = 0.0) -> tuple[int, Hunted, int]:
    """Kill so many times, evenly over a run; return its total and how many units were wasted."""
    units = len(Units(plan, sized=False))
    hunted = Hunted(folder, plan.n, plan.size, sleep)
    try:
        for k in range(kills):
            until = (k + random.random()) / kills * 0.9 * units
            while len(hunted.executions()) < max(1, until):
                assert hunted.goes, "the run has ended by itself"
                time.sleep(0.01)
            hunted.kill("coordinator" if k % 3 == 1 else "worker")
        total = hunted.total()
    finally:
        hunted.end()
    return total, hunted, len(hunted.executions()) - len(rows_of(hunted.path))


def test_kills_of_workers_and_coordinator_change_nothing_of_the_total(tmp_path: Path) -> None:
    """The same with 13 queens in some 100 units, each slowed down so that there is time to kill."""
    total, hunted, _ = hunt(tmp_path, Plan("mirror", 13, 30_000), kills=4, sleep=0.02)
    assert total == oeis("A000170")[13]
    assert hunted.begun_again == set()


@pytest.mark.long
def test_twenty_kills_during_17_queens_cost_a_tenth_at_most(tmp_path: Path) -> None:
    """The plainest compiled kernel counts 17 queens in half a minute on one core.

    So units of half a second would be some fifty, and no tenth of them could be wasted
    by twenty kills; they are cut to a twentieth of a second, more than 500 of them.
    """
    plan = Plan("mirror", 17, 9_000_000)
    assert len(Units(plan, sized=False)) >= 500
    begun = time.monotonic()
    total, hunted, wasted = hunt(tmp_path, plan, kills=20)
    assert total == 95_815_104
    assert hunted.begun_again == set()
    assert wasted <= 0.1 * len(hunted.executions())
    assert time.monotonic() - begun < 300


# Workers sleep, come and go

#: A worker that takes a tenth of a second longer for each unit.
SLOW = [
    sys.executable,
    "-c",
    "import time; from huisu.runs import worker; fast = worker.answered\n"
    "worker.answered = lambda task: (time.sleep(0.1), fast(task))[1]; worker.main()",
]


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> LocalEngine:
    """Give the engine of two slow workers that the next run will use, and close."""
    made = LocalEngine(2, command=SLOW)
    monkeypatch.setattr(running, "LocalEngine", lambda *_, **__: made)
    return made


def test_a_worker_asleep_past_its_lease_wakes_up_and_its_answer_becomes_a_replica(
    tmp_path: Path, engine: LocalEngine
) -> None:
    path = tmp_path / "run.ledger"

    def put_to_sleep_and_wake() -> None:
        while not engine.pids or not path.exists() or not any_done.wait(0.01):
            pass
        name, pid = next(iter(engine.pids.items()))
        os.kill(pid, signal.SIGSTOP)
        while engine.slots and engine.pids.get(name) in (None, pid):  # until its slot is another's
            time.sleep(0.01)
        os.kill(pid, signal.SIGCONT)

    any_done = threading.Event()
    sandman = threading.Thread(target=put_to_sleep_and_wake, daemon=True)
    sandman.start()
    status = running.start(
        Plan("mirror", 9, 100), path, kernel="bitmask", audit=0, lease=0.5,
        on_status=lambda status: any_done.set() if status.done else None,
    )  # fmt: skip
    sandman.join()
    assert status.total == oeis("A000170")[9]
    replicas = [row.replica for row in rows_of(path)]
    assert replicas.count(0) == status.units
    assert replicas.count(1) >= 1  # more, where the machine is so busy that others are late too


def test_workers_may_come_and_go_during_a_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = LocalEngine(1, command=SLOW)
    monkeypatch.setattr(running, "LocalEngine", lambda *_, **__: engine)
    at: list[int] = []

    def come_and_go(status: Status) -> None:
        if status.done > 2 and not at:
            engine.add(3)
            at.append(status.done)
        if status.done > status.units // 2 and len(at) == 1:
            for name in engine.workers()[:2]:
                engine.dismiss(name)
            at.append(status.done)

    path = tmp_path / "run.ledger"
    status = running.start(
        Plan("mirror", 9, 100), path, kernel="bitmask", audit=0, on_status=come_and_go
    )
    assert (status.total, len(at)) == (oeis("A000170")[9], 2)
    assert sorted(row.unit for row in rows_of(path)) == list(range(status.units))
    assert len({row.worker for row in rows_of(path)}) == 4
