"""Is a total exact, and nothing counted twice, whatever part of a cluster is killed meanwhile?

Workers, schedulers and coordinators are killed for good, at any moment. The quick
form kills each once; `make check-long` kills twenty.
"""

from __future__ import annotations

import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

import psutil
import pytest

from clustered import Command, running, scheduler, until, worker
from huisu.errors import InputError
from huisu.runs.ledger import open_ledger
from huisu.runs.row import Row
from huisu.runs.status import state_of
from roads import oeis

pytestmark = pytest.mark.core


class Cluster:
    """A scheduler, workers and a coordinator that counts n queens into a ledger."""

    def __init__(
        self, stack: ExitStack, path: Path, n: int, unit_seconds: float, workers: str = "ab"
    ) -> None:
        """Start all of them."""
        self._stack, self._path = stack, path
        self.scheduler, self.address = stack.enter_context(scheduler())
        self.workers: list[Command] = []
        for name in workers:
            self.add_worker(name)
        self.coordinator = self._counts(
            "run", str(n), "--plan", "mirror", "--unit-seconds", str(unit_seconds),
            "--kernel", "bitmask-baseline",
        )  # fmt: skip
        self.lost = 0  # units that were being counted when something died

    def _counts(self, *words: str) -> Command:
        return self._stack.enter_context(
            running(*words, "--ledger", str(self._path), "--cluster", self.address)
        )

    def add_worker(self, name: str) -> None:
        """Start another worker."""
        self.workers.append(self._stack.enter_context(worker(self.address, "--name", name)))

    @property
    def done(self) -> tuple[int, int]:
        """How many units the ledger has, of how many."""
        with suppress(InputError), open_ledger(self._path, "read") as ledger:
            status = state_of(ledger)
            return status.done, status.units
        return 0, 0

    def rows(self) -> list[Row]:
        with open_ledger(self._path, "read") as ledger:
            return list(ledger.rows(ledger.run(None).run))

    def goes_on(self) -> None:
        """Wait until some more units are counted, or all."""
        before = self.done
        until(lambda: self.done > before or self.coordinator.ended)

    def comes_to(self, share: float) -> None:
        """Wait until this share of the units is counted, before the run has ended."""
        until(lambda: self.done[0] > share * self.done[1] or self.coordinator.ended)
        assert not self.coordinator.ended, self.coordinator.errors

    def kill_worker(self) -> None:
        """Kill a counting process; the one that watches over it starts another."""
        with suppress(psutil.NoSuchProcess):
            random.choice(self.workers).counting.kill()
        self.lost += 1

    def kill_scheduler(self) -> None:
        """Kill the scheduler, and start another at its address."""
        self.scheduler.end(signal.SIGKILL)
        port = self.address.rpartition(":")[2]
        self.scheduler, _ = self._stack.enter_context(scheduler("--port", port))
        self.lost += len(self.workers)

    def kill_coordinator(self) -> None:
        """Kill the coordinator, and go on with the run."""
        self.coordinator.end(signal.SIGKILL)
        self.coordinator = self._counts("resume")
        self.lost += len(self.workers)

    def ends_with(self, total: int) -> None:
        """Wait for the end: the total is exact and each unit was counted once, but for audits."""
        until(lambda: self.coordinator.ended)
        code, output, errors = self.coordinator.end()
        assert (code, output) == (0, f"{total}\n"), errors
        assert "Traceback" not in errors
        first = [(row.unit, row.kernel, row.orientation) for row in self.rows()]
        assert max(Counter(first).values()) == 1


def test_a_worker_a_scheduler_and_a_coordinator_are_killed_and_nothing_is_lost(
    tmp_path: Path,
) -> None:
    with ExitStack() as stack:
        cluster = Cluster(stack, tmp_path / "q15", 15, 0.05)
        kills: tuple[Callable[[], None], ...] = (
            cluster.kill_worker, cluster.kill_scheduler, cluster.kill_coordinator,
        )  # fmt: skip
        for kill in kills:
            cluster.goes_on()
            kill()
        cluster.ends_with(oeis("A000170")[15])


@pytest.mark.long
def test_twenty_kills_during_seventeen_queens_cost_little(tmp_path: Path) -> None:
    chance = random.Random(1)
    with ExitStack() as stack:
        cluster = Cluster(stack, tmp_path / "q17", 17, 0.1)
        cluster.goes_on()
        began = time.monotonic()
        for moment in sorted(chance.uniform(0.0, 0.9) for _ in range(20)):
            cluster.comes_to(moment)
            chance.choice((cluster.kill_worker, cluster.kill_scheduler, cluster.kill_coordinator))()
        cluster.ends_with(oeis("A000170")[17])
        assert time.monotonic() - began < 300
        assert cluster.lost <= 0.1 * len(cluster.rows())


@pytest.mark.long
def test_workers_come_and_go_during_a_count(tmp_path: Path) -> None:
    with ExitStack() as stack:
        cluster = Cluster(stack, tmp_path / "q17", 17, 0.1, "a")
        cluster.comes_to(0.1)
        for name in "bcd":
            cluster.add_worker(name)
        cluster.comes_to(0.4)
        assert cluster.workers[0].end(signal.SIGINT)[0] == 130
        cluster.workers[1].end(signal.SIGKILL)
        cluster.ends_with(oeis("A000170")[17])
        assert {row.worker for row in cluster.rows()} == {"a", "b", "c", "d"}
