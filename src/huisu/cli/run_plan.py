"""Which plan does a run get, and who counts it, as the options of `huisu run` say?

Read run.py next, which begins the run; runs/choose.py for how a plan is made.
"""

from __future__ import annotations

from typing import NamedTuple

from huisu.cli.count import say_no_room
from huisu.cli.options import refuse_pairs
from huisu.cli.say import say
from huisu.cli.terminal import remark
from huisu.errors import InputError
from huisu.jobs import Workers
from huisu.joined import Memory
from huisu.kernel import Kernel, choose_kernel, kernels
from huisu.queens.board import Board
from huisu.queens.count import choose_workers, countable
from huisu.runs.choose import choose_plan, plan_of_jobs
from huisu.runs.jobfile import read_jobs
from huisu.runs.plan import Plan, PlanKind

__all__ = ["Asked", "Counters", "counters_of"]

_MOST_WORKERS = 1024
_CLUSTER_SLOTS = 64  # for which a plan is made, as workers join and leave
_JOINED: tuple[PlanKind | None, ...] = (None, "halves")  # plans for which the join may be chosen


class Counters(NamedTuple):
    """Who counts: so many processes here, or the workers of a scheduler."""

    workers: int | None
    cluster: str | None
    tls: str | None

    @property
    def options(self) -> list[str]:
        """The same as options of a command line."""
        named = {"--workers": self.workers, "--cluster": self.cluster, "--tls": self.tls}
        return [
            word for name, value in named.items() if value is not None
            for word in (name, str(value))
        ]  # fmt: skip

    def say_waiting(self) -> None:
        """Say that the scheduler has not answered so far."""
        remark(say("cluster.waits", address=self.cluster))


def counters_of(workers: int | None, cluster: str | None, tls: str | None) -> Counters:
    """Return who counts; raise InputError for options that do not go together."""
    given = {"--workers": workers is not None, "--cluster": cluster is not None}
    refuse_pairs(given, [("--workers", "--cluster")])
    if tls is not None and cluster is None:
        raise InputError("cli.tls")
    if workers is not None and not 1 <= workers <= _MOST_WORKERS:
        raise InputError("cli.workers", workers=workers, most=_MOST_WORKERS)
    return Counters(workers, cluster, tls)


class Asked(NamedTuple):
    """How the units of a new run are to be, as the options say."""

    kernel: str | None
    kind: PlanKind | None
    unit_seconds: float
    counters: Counters

    def plan_of_board(self, board: Board) -> Plan:
        """Return the plan for a board; say so if memory is too short for the kernel at hand."""
        board = countable(board)
        if self.kind is None and self.kernel is None and self.counters.cluster is None:
            kernel = self._fitting(board)
        else:
            joins = self.kind == "halves"
            kernel = self._named(
                board.n, "join" if joins else None, whole=board.is_whole and self.kind in _JOINED
            )
        return choose_plan(
            board, kind=self.kind, kernel=kernel,
            unit_seconds=self.unit_seconds, workers=self._slots(),
        )  # fmt: skip

    def plan_of_jobs(self, path: str) -> Plan:
        """Return the plan for a file of jobs."""
        jobs = read_jobs(path)
        kernel = self._named(len(jobs[0].open))
        return plan_of_jobs(
            jobs, kernel=kernel, unit_seconds=self.unit_seconds, workers=self._slots()
        )

    def _named(self, n: int, default: str | None = None, *, whole: bool = False) -> Kernel:
        """Return the kernel asked for; for a cluster also one that this machine cannot run."""
        if self.counters.cluster is not None:
            for kernel in kernels():
                if kernel.name == self.kernel and kernel.counts_jobs:
                    return kernel
        return choose_kernel(self.kernel or default, n=n, whole=whole)

    def _slots(self) -> int:
        """Return how many units are counted at a time: of a cluster, for which it may be."""
        if self.counters.cluster is not None:
            return _CLUSTER_SLOTS
        return self.counters.workers or Workers.choose().threads

    def _fitting(self, board: Board) -> Kernel:
        """Return the fastest kernel that finds enough memory; each process needs its own."""
        processes = self.counters.workers
        workers, memory = choose_workers(board, threads=1 if processes else None)
        if memory is None:
            return workers.kernel
        needed = Memory(memory.needed * (processes or 1), memory.available)
        if not needed.fits:
            kernel = choose_kernel(None, n=board.n)
            say_no_room(needed, kernel)
            return kernel
        return workers.kernel
