"""How does a Python program begin a run, and go on with one?

    from huisu.kernel import choose_kernel
    from huisu.queens.board import Board
    from huisu.runs.choose import choose_plan
    from huisu.runs.running import resume, start

    plan = choose_plan(Board(20), kernel=choose_kernel("sweep"))
    status = start(plan, "q20.ledger", kernel="sweep", on_status=print)   # hours
    status = resume("q20.ledger")                                         # after whatever

As on the command line (`huisu run`, `huisu resume`). Read coordinator.py next, what
happens inside, and verify.py, whether to believe the total.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from types import FrameType

from huisu.errors import InputError, Interrupted, InterruptedByUser
from huisu.jobs import Workers
from huisu.kernel import choose_kernel, kernels, technique
from huisu.runs.coordinator import Coordinator, OnStatus
from huisu.runs.engine import Engine
from huisu.runs.ledger import Ledger, RunRecord, open_ledger
from huisu.runs.local import LocalEngine
from huisu.runs.plan import Plan, Units
from huisu.runs.settings import Settings
from huisu.runs.status import Status

__all__ = ["resume", "start"]


@dataclass(frozen=True)
class _Counters:
    """Who counts: the workers of a cluster, or so many processes of this machine."""

    workers: int | None
    threads: int | None
    cluster: str | None
    tls: str | Path | None
    on_wait: Callable[[], object]

    def engine(self, *, joins: bool, distrusted: Collection[str] = ()) -> Engine:
        """Start the processes, or connect. The join shares its tables among threads.

        Processes get no name that is distrusted: it is the name that is in quarantine.
        """
        if self.cluster is not None:
            from huisu.runs.cluster import ClusterEngine

            return ClusterEngine(self.cluster, tls=self.tls, on_wait=self.on_wait)
        cores = Workers.choose().threads
        return LocalEngine(
            (1 if joins else cores) if self.workers is None else self.workers,
            (cores if joins and self.workers is None else 1)
            if self.threads is None
            else self.threads,
            never=distrusted,
        )


def start(
    plan: Plan,
    ledger: str | Path,
    *,
    kernel: str | None = None,
    workers: int | None = None,
    threads: int | None = None,
    cluster: str | None = None,
    tls: str | Path | None = None,
    audit: float = 0.02,
    seed: int = 0,
    lease: float = 60.0,
    new: bool = False,
    on_status: OnStatus | None = None,
    on_units: Callable[[int], None] | None = None,
    on_wait: Callable[[], object] = lambda: None,
    stop: threading.Event | None = None,
) -> Status:
    """Begin a run in a ledger, a file or a database, and count until it ends.

    `kernel` is one of huisu.kernels() or a technique ("sweep"), by default the
    fastest. By default all cores of this machine count, with `workers` so many
    processes of `threads` threads each; with `cluster` the workers at that address, by
    the certificates in `tls`. `audit` is the share of the units that are counted
    twice, chosen by `seed`; `lease` the seconds without a sign of life from a
    worker before another one gets its unit too. `on_units` is told how many units there are while
    they are cut, `on_wait` that a scheduler does not answer at once, `on_status` how far the
    run is; setting `stop` ends it.

    Returns the last Status, "complete" or, where some units could not be counted,
    "parked". Raises Interrupted after `stop`, InterruptedByUser after Ctrl-C: all that
    was counted is in the ledger, and resume() goes on from there. Raises InputError
    for a ledger that has a run already, unless that is not to matter (`new`), and
    other HuisuErrors when there is nobody to count or no room to write.
    """
    settings = Settings(_kernel(plan, kernel, cluster), audit, seed, lease)
    counters = _Counters(workers, threads, cluster, tls, on_wait)
    with (
        _plain_ctrl_c(),
        _closing(counters.engine(joins=plan.kind == "halves")) as engine,
        open_ledger(ledger, "create") as books,
    ):
        runs = books.runs()
        if runs and not new:
            raise InputError("error.runs.begun", path=books.name, run=runs[-1].run)
        units = Units(plan, on_units)
        kept = settings.to_object()
        record = books.add_run(plan.to_json(), len(units), units.sha256, kept)
        return _count(books, record, units, engine, settings, on_status, stop)


def resume(
    ledger: str | Path,
    *,
    run: int | None = None,
    kernel: str | None = None,
    workers: int | None = None,
    threads: int | None = None,
    cluster: str | None = None,
    tls: str | Path | None = None,
    on_status: OnStatus | None = None,
    on_units: Callable[[int], None] | None = None,
    on_wait: Callable[[], object] = lambda: None,
    stop: threading.Event | None = None,
) -> Status:
    """Go on with a run, by default the newest of a ledger, and count until it ends.

    What the ledger has is not counted again, but for rows that have rotted; units
    that were parked are tried once more. Options, answer and errors are as with
    start(); another `kernel` than before may go on. Raises InputError as well when
    this version of huisu would cut the plan into other units than the run has.
    """
    with _plain_ctrl_c(), open_ledger(ledger, "write") as books:
        record = books.run(run)
        plan, settings = Plan.from_json(record.plan), Settings.from_object(record.settings)
        settings = replace(settings, kernel=_kernel(plan, kernel or settings.kernel, cluster))
        units = Units(plan, on_units)
        if (len(units), units.sha256) != (record.units, record.sha256):
            raise InputError(
                "error.runs.units", path=books.name, run=record.run, theirs=record.version,
                own=version("huisu"),
            )  # fmt: skip
        counters = _Counters(workers, threads, cluster, tls, on_wait)
        joins, distrusted = plan.kind == "halves", books.quarantined(record.run)
        with _closing(counters.engine(joins=joins, distrusted=distrusted)) as engine:
            return _count(books, record, units, engine, settings, on_status, stop)


def _count(
    ledger: Ledger,
    record: RunRecord,
    units: Units,
    engine: Engine,
    settings: Settings,
    on_status: OnStatus | None,
    stop: threading.Event | None,
) -> Status:
    """Count until the run ends; a Ctrl-C is heard between two steps, never inside a commit."""
    stop = stop or threading.Event()
    coordinator = Coordinator(ledger, record, units, engine, settings, on_status, stop)
    with _told_by_ctrl_c(stop) as ctrl_c:
        status = coordinator.run()
    if status.state != "stopped":
        return status
    raise (InterruptedByUser if ctrl_c.is_set() else Interrupted)(
        "interrupted.run", partial=status.partial, done=status.done, units=status.units,
        path=ledger.name,
    )  # fmt: skip


def _kernel(plan: Plan, name: str | None, cluster: str | None) -> str:
    """Return the name of the kernel that is to count; raise InputError if it cannot.

    What this machine can run is no matter for a cluster. A default is a technique: it
    has a form on every machine.
    """
    if cluster is not None and name in [kernel.name for kernel in kernels()]:
        return name
    joins = plan.kind == "halves"
    chosen = choose_kernel(name or ("join" if joins else None), n=plan.n, whole=joins)
    if name or os.environ.get("HUISU_KERNEL") == chosen.name:
        return name or chosen.name
    return technique(chosen.name)


@contextmanager
def _closing(engine: Engine) -> Iterator[Engine]:
    with closing(engine):
        yield engine


@contextmanager
def _plain_ctrl_c() -> Iterator[None]:
    """Let a Ctrl-C before anything is handed out be what it is elsewhere."""
    try:
        yield
    except InterruptedByUser:
        raise
    except KeyboardInterrupt:
        raise InterruptedByUser("interrupted.plain") from None


@contextmanager
def _told_by_ctrl_c(stop: threading.Event) -> Iterator[threading.Event]:
    """Set `stop` at the first Ctrl-C, and the event that is given; the second one is as always."""
    pressed = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield pressed
        return

    def hear(number: int, frame: FrameType | None) -> None:
        if pressed.is_set():
            raise KeyboardInterrupt
        pressed.set()
        stop.set()

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)
