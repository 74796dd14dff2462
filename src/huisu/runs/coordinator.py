"""How are the units of a run handed out, and their results written down?

One loop: hand out from a small window, wait for the first that comes back, commit
at least four times a second. What is handed out lives in memory alone; whatever ends
the coordinator, the ledger has all that was committed, and the next one goes on
from there. Read todo.py next, which says what is to be counted, then running.py.

    comes back            what follows
    an answer             a row; the books say whether it is new, agrees or differs
    WorkerDied            counted again; three times with different workers: parked
    TaskFailed            likewise; a worker that fails at three in a row gets no more
    no sign of life       its lease ends, and another worker gets the unit too; an answer
                          that comes late is one more row
    EngineLost            all is counted again, once the scheduler is back
    NoWorkers             the run stops: all that was counted stays
"""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import Any

from huisu.errors import InputError
from huisu.kernel import kernels, technique
from huisu.runs.audits import Recipe, recipe
from huisu.runs.books import OPEN, Books
from huisu.runs.engine import (
    Engine,
    EngineLost,
    NoWorkers,
    TaskFailed,
    WorkerDied,
    reasons_of,
)
from huisu.runs.eta import Pace, Recent
from huisu.runs.failures import LedgerFull
from huisu.runs.flights import Failures, Flight, Flights
from huisu.runs.ledger import Ledger, RunRecord
from huisu.runs.patience import Patience
from huisu.runs.plan import Units
from huisu.runs.row import MOST, Row
from huisu.runs.settings import Settings
from huisu.runs.status import RunState, Status, Waiting, WorkerStatus, this_host
from huisu.runs.task import Answer, make_task
from huisu.runs.todo import ToDo

__all__ = ["Coordinator", "OnStatus"]

OnStatus = Callable[[Status], object]

_LOOK = 0.25  # seconds between two looks at what is due; results wait no longer for a commit, ...
_COMMIT, _COMMIT_SHARE = 0.05, 10  # ... but so long, and ten times what the last commit took
_TELL = 1.0  # seconds between two heartbeats, when there is nothing to commit
_PATIENCE = 10.0  # seconds between two attempts at what does not work, at most
_IN_A_ROW = 3  # tasks that a worker fails at: then it gets no more
_AT_ONCE = ("SelfTestFailed", "OtherVersion")  # it is no good for any task


class Coordinator:
    """The one process that hands out the units of a run, and the only writer of its ledger."""

    def __init__(
        self,
        ledger: Ledger,
        record: RunRecord,
        units: Units,
        engine: Engine,
        settings: Settings,
        on_status: OnStatus | None = None,
        stop: threading.Event | None = None,
    ) -> None:
        """Read what is counted already.

        `on_status` is told how far the run is, after a commit; `stop` ends it soon after
        it is set, whatever was counted is kept.
        """
        self._ledger, self._run, self._units = ledger, record.run, units
        self._engine, self._settings = engine, settings
        self._on_status = on_status or (lambda status: None)
        self._stop = stop or threading.Event()
        self._landed: SimpleQueue[Flight] = SimpleQueue()
        self._out, self._failures = Flights(), Failures()
        self._rows: list[Row] = []  # not yet in the ledger, nor these:
        self._notes: list[tuple[str, dict[str, Any]]] = []
        self._looked = self._told = time.monotonic()
        self._shown, self._commit_after = float("-inf"), _COMMIT
        self._disk, self._scheduler = Patience(), Patience()
        self._bad: Counter[str] = Counter()  # tasks in a row at which a worker has failed
        self._full: LedgerFull | None = None
        self._gone: NoWorkers | TaskFailed | None = None
        self._sent_away: set[str] = set()
        self._dismissed: TaskFailed | None = None  # why the last of them was
        self._recent, self._spent = Recent(), 0.0
        self._rows_of: Counter[str] = Counter()
        self._todo = self._read()
        self._all_nodes = sum(units.nodes)
        self._status = self._now("running")  # what was committed last

    def _read(self) -> ToDo:
        """Make the books from the ledger, and from them what is to be done."""
        plan, units = self._units.plan, self._units
        pace = Pace(units.nodes, units.errors, guess=_seconds_a_node(self._settings.kernel))
        books = Books(len(units), flips=plan.has_flip)
        for worker in sorted(self._ledger.quarantined(self._run)):
            books.quarantine(worker)

        def rows() -> Any:
            for row in self._ledger.rows(self._run):
                self._spent += row.seconds
                if row.replica == 0:
                    pace.enter(row.unit, row.seconds)
                yield row

        books.enter_all(rows())
        for source, number in books.rows_from.items():
            self._rows_of[source.worker] += number
        return ToDo(units, books, self._settings, pace)

    def run(self) -> Status:
        """Count until all is counted or `stop` is set; return how far the run is then.

        All that was counted is in the ledger, unless there is no room there. Raises
        NoWorkers, or TaskFailed if that is why, when nobody is left to count.
        """
        for worker in sorted(self._todo.books.quarantined):
            self._engine.dismiss(worker)
        self._distrust(self._todo.losers())
        self._tell("running")
        while not (self._stop.is_set() or self._gone or self._is_finished):
            self._hand_out()
            self._wait()
            self._look()
        return self._end()

    @property
    def _is_finished(self) -> bool:
        return self._todo.ended and not self._rows and not self._notes

    def _end(self) -> Status:
        state: RunState = "stopped"
        if self._is_finished:
            state = "parked" if self._todo.parked else "complete"
        self._tell(state)
        if self._full is not None:
            raise self._full
        if self._gone is not None:
            raise self._gone
        return self._status

    # Handing out

    def _hand_out(self) -> None:
        """Fill the window: a few units for each slot, so that none waits for work.

        One even where there is none, so that an engine can say that none will come.
        """
        if self._disk.failing or not self._scheduler.may_try:
            return
        slots = self._engine.slots
        if slots:
            self._scheduler.succeed()
        while len(self._out) < 2 * slots + 1:
            unit = self._todo.take(self._out)
            if unit is None:
                return
            self._send(unit)

    def _send(self, unit: int) -> None:
        books, failed = self._todo.books, self._failures.workers(unit)
        how = Recipe(self._settings.kernel, "identity")
        recount = books.state(unit) != OPEN
        if recount:
            how = recipe(self._units.plan.n, unit, books.sources(unit))
        task = make_task(
            self._units, unit, kernel=how.kernel, orientation=how.orientation,
            attempt=self._failures.attempts(unit),
        )  # fmt: skip
        future = self._engine.submit(task, avoid=how.avoid | failed)
        flight = Flight(unit, how.orientation, recount, future, self._settings.lease)
        self._out.add(flight)
        future.add_done_callback(lambda _: self._landed.put(flight))

    # Waiting

    def _wait(self) -> None:
        """Wait until something comes back or is due, and take in all that has come."""
        hurry = self._todo.ended and not self._disk.failing
        due = 0.0 if hurry else self._looked + self._pause - time.monotonic()
        with suppress(Empty):
            self._land(self._landed.get(timeout=max(0.0, due)))
            while True:
                self._land(self._landed.get_nowait())

    def _land(self, flight: Flight) -> None:
        self._out.land(flight)
        error = None if flight.future.cancelled() else flight.future.exception()
        if flight.future.cancelled() or isinstance(error, (EngineLost, NoWorkers)):
            self._todo.again(flight.unit)  # it is not the unit that is to blame
        elif error is None:
            self._look_at(flight, *flight.future.result())
        elif isinstance(error, (WorkerDied, TaskFailed)):
            self._fail(flight, error)
        else:
            raise error
        if isinstance(error, EngineLost):
            self._scheduler.fail()
        if isinstance(error, NoWorkers):
            self._gone = self._dismissed or error

    def _look_at(self, flight: Flight, worker: str, answer: Answer) -> None:
        """Take an answer in, unless it is a number that no unit can have."""
        if 0 <= answer.count <= MOST:
            self._take_in(flight, worker, answer)
        else:
            absurd = InputError("error.runs.count", unit=flight.unit, count=answer.count)
            self._fail(flight, TaskFailed(worker, reasons_of(absurd), type(absurd).__name__))

    def _take_in(self, flight: Flight, worker: str, answer: Answer) -> None:
        row = Row(
            flight.unit, answer.count, answer.flip, answer.seconds, worker, answer.kernel,
            flight.orientation,
        )  # fmt: skip
        self._rows.append(row)
        self._rows_of[worker] += 1
        self._spent += answer.seconds
        self._bad.pop(worker, None)
        self._failures.forget(flight.unit)
        self._recent.enter(0.0 if flight.recount else self._units.nodes[row.unit], row.seconds)
        self._distrust(self._todo.enter(row))
        if self._todo.is_hopeless(row.unit):
            self._give_up(row.unit, "dispute")

    def _fail(self, flight: Flight, error: WorkerDied | TaskFailed) -> None:
        """A worker has died over a unit, or could not count it."""
        if isinstance(error, TaskFailed):
            self._blame(flight, error)
        if flight.late:
            return  # that was seen when its lease was over
        if error.worker in self._todo.books.quarantined:  # it was ended for that
            self._todo.again(flight.unit)
        else:
            self._count_again(flight.unit, error.worker, error.text())

    def _count_again(self, unit: int, worker: str | None, why: str) -> None:
        """Count a unit again, or give it up."""
        self._failures.add(unit, worker)
        if self._failures.too_many(unit, self._engine.workers()):
            self._give_up(unit, why)
        else:
            self._todo.again(unit)

    def _blame(self, flight: Flight, error: TaskFailed) -> None:
        """See whether a worker should get nothing more; that it cannot audit is no reason."""
        self._bad[error.worker] += not flight.recount
        bad = error.kind in _AT_ONCE or self._bad[error.worker] >= _IN_A_ROW
        if bad and error.worker not in self._sent_away:
            self._dismissed = error
            self._sent_away.add(error.worker)
            self._notes.append(("dismiss", {"worker": error.worker, "why": error.text()}))
            self._engine.dismiss(error.worker)

    def _give_up(self, unit: int, why: str) -> None:
        self._todo.give_up(unit, why)
        kind = "parked" if unit in self._todo.parked else "unaudited"
        self._notes.append((kind, {"unit": unit, "why": why}))

    def _distrust(self, workers: set[str]) -> None:
        """Quarantine workers that were proved wrong; that can prove others wrong."""
        while workers:
            for worker in sorted(workers):
                self._notes.append(("quarantine", {"worker": worker}))
                self._engine.dismiss(worker)
                self._todo.quarantine(worker)
            workers = self._todo.losers()

    # Looking at the clock

    @property
    def _pause(self) -> float:
        """The seconds between two looks."""
        return self._commit_after if self._rows else _LOOK

    def _look(self) -> None:
        """Do what is due: end leases, commit, tell."""
        now = time.monotonic()
        if now - self._looked < self._pause and not self._todo.ended:
            return
        self._looked = now
        for flight in self._out.expire(self._engine.sign_of_life):
            self._expire(flight)
        self._recent.look(self._engine.slots)
        if self._disk.may_try and (self._rows or self._notes or now - self._told >= _TELL):
            self._tell("running")

    def _expire(self, flight: Flight) -> None:
        """Its worker is asleep, or gone without a word: let another one count the unit too."""
        if flight.runs:
            self._engine.presume_dead(flight.future)
            self._count_again(flight.unit, None, "lease")
        else:
            flight.future.cancel()
            self._todo.again(flight.unit)

    def _tell(self, state: RunState) -> None:
        """Write down what there is, with how far the run is, and tell it.

        What finds no room stays in memory; it was not counted, as far as anybody is told.
        """
        begun = self._told = time.monotonic()
        status, before = self._now(state), self._status
        try:
            self._ledger.record(self._run, self._rows, status.to_json())
            self._rows.clear()
            while self._notes:
                self._ledger.note(self._run, *self._notes[0])
                del self._notes[0]
        except LedgerFull as error:
            self._full = error
            self._disk.fail()
            self._status = replace(self._status, waiting_for="disk", updated=time.time())
        else:
            self._full = None
            self._disk.succeed()
            self._status = status
        took = time.monotonic() - begun
        self._commit_after = min(_LOOK, max(_COMMIT, _COMMIT_SHARE * took))
        self._show(before)

    def _show(self, before: Status) -> None:
        """Tell how far the run is, but not so often that a terminal could not follow."""
        now, status = time.monotonic(), self._status
        news = (status.state, status.waiting_for) != (before.state, before.waiting_for)
        if news or now - self._shown >= _LOOK:
            self._shown = now
            self._on_status(status)

    def _now(self, state: RunState) -> Status:
        """Return how far the run is, as if all that came back was in the ledger already."""
        plan, todo, books = self._units.plan, self._todo, self._todo.books
        left, error = self._left() if state == "running" else (None, None)
        return Status(
            run=self._run, n=plan.n, plan=plan.kind, fixed=plan.fixed, blocked=plan.blocked,
            kernel=self._settings.kernel, state=state, units=books.units, done=books.done,
            share=self._share(), partial=books.total, spent=self._spent, updated=time.time(),
            rate=self._recent.rate, node_rate=self._recent.node_rate, left=left, left_error=error,
            workers=self._workers(), audits_done=books.audited,
            audits_planned=len(todo.audits.planned), mismatches=books.mismatches,
            parked=tuple(sorted(todo.parked)),
            waiting_for=self._waiting() if state == "running" else None,
            pid=os.getpid(), host=this_host(),
        )  # fmt: skip

    def _share(self) -> float:
        if self._todo.books.done == self._todo.books.units:
            return 1.0
        return max(0.0, 1 - self._todo.pace.open_nodes / self._all_nodes)

    def _left(self) -> tuple[float | None, float | None]:
        """Return the seconds until the end and their error; before the first unit a guess."""
        at_once = self._engine.slots * self._recent.use
        if not at_once:
            return None, None
        seconds, error = self._todo.left()
        if not self._todo.pace.known:
            error = seconds / 2
        return seconds / at_once, error / at_once

    def _waiting(self) -> Waiting | None:
        if self._scheduler.failing:
            return "scheduler"
        return None if self._engine.slots else "workers"

    def _workers(self) -> tuple[WorkerStatus, ...]:
        here, bad = set(self._engine.workers()), self._todo.books.quarantined
        return tuple(
            WorkerStatus(
                name, self._rows_of[name],
                "quarantined" if name in bad else "here" if name in here else "gone",
            )
            for name in sorted(here | bad | self._rows_of.keys())
        )  # fmt: skip


def _seconds_a_node(kernel: str) -> float:
    """Return what a kernel takes for a node, roughly, be it one that only other machines run."""
    return 1 / (100 * max(k.job_nodes for k in kernels() if kernel in (k.name, technique(k.name))))
