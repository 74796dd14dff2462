"""Does a run end with the right total, whatever its workers, its disk and its user do?

The workers are hands of the test (engines.py), so that each thing happens when it
should. Read test_runs_survival.py next, where processes are killed in earnest.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engines import KERNEL, Bench, Hands, Outcome, honest, wrong
from huisu.errors import Interrupted, InterruptedByUser
from huisu.kernel import kernels
from huisu.queens.symmetry import SYMMETRIES
from huisu.runs import running
from huisu.runs.audits import recipe
from huisu.runs.books import Source
from huisu.runs.coordinator import Coordinator
from huisu.runs.engine import EngineLost, NoWorkers, TaskFailed, WorkerDied
from huisu.runs.failures import LedgerFull
from huisu.runs.ledger import Ledger, open_ledger
from huisu.runs.plan import Plan
from huisu.runs.row import Row
from huisu.runs.status import state_of
from huisu.runs.task import Task
from huisu.words import Language
from roads import SUPPORTED, oeis, refused

FAILED: dict[Language, str] = {"en": "no", "zh": "不行"}


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def units_of(rows: Sequence[Row]) -> list[int]:
    return sorted(row.unit for row in rows)


def test_every_unit_is_counted_once_and_the_total_is_exact(bench: Bench) -> None:
    status = bench.count(Hands())
    assert (status.state, status.total, status.share) == ("complete", Bench.RIGHT, 1.0)
    assert units_of(bench.rows()) == list(range(len(bench.units)))
    assert bench.notes() == []


def test_the_units_go_out_in_their_order_and_few_at_a_time(bench: Bench) -> None:
    waiting = Hands(does=lambda task, worker: None)
    with open_ledger(bench.path, "write") as ledger:
        coordinator = bench.coordinator(ledger, waiting)
        coordinator._hand_out()
    sent = [task.unit for task, _ in waiting.tasks]
    assert sent == list(bench.units.order())[:5]


def test_a_run_that_is_complete_stays_as_it_is(bench: Bench) -> None:
    bench.count(Hands())
    again = Hands()
    assert bench.count(again).total == Bench.RIGHT
    assert again.tasks == []


def test_a_unit_whose_worker_dies_is_counted_again(bench: Bench) -> None:
    dying = {3, 7}

    def does(task: Task, worker: str) -> Outcome:
        if task.unit in dying and task.attempt == 0:
            return WorkerDied(worker, "SIGKILL")
        return honest(task, worker)

    hands = Hands(does=does)
    assert bench.count(hands).total == Bench.RIGHT
    sent = Counter(task.unit for task, _ in hands.tasks)
    assert {unit for unit, times in sent.items() if times > 1} == dying
    assert units_of(bench.rows()) == list(range(len(bench.units)))


@pytest.mark.parametrize("names", [("a", "b", "c", "d"), ("a", "b"), ("a",)])
def test_a_unit_that_fails_with_three_workers_is_parked_and_the_run_goes_on(
    bench: Bench, names: tuple[str, ...]
) -> None:
    failed = []

    def does(task: Task, worker: str) -> Outcome:
        if task.unit != 5:
            return honest(task, worker)
        failed.append(worker)
        return WorkerDied(worker, "SIGKILL")

    status = bench.count(Hands(names, does))
    assert (status.state, status.total, status.parked) == ("parked", None, (5,))
    assert (len(failed), len(set(failed))) == (3, min(3, len(names)))
    assert status.done == len(bench.units) - 1
    assert [(kind, values["unit"]) for kind, values in bench.notes()] == [("parked", 5)]
    assert bench.count(Hands()).total == Bench.RIGHT


def test_a_lease_that_is_over_gives_the_unit_to_another_and_a_late_answer_is_a_replica(
    bench: Bench,
) -> None:
    asleep: list[Task] = []
    hands = Hands()

    def does(task: Task, worker: str) -> Outcome:
        if task.unit == 4 and not asleep:
            asleep.append(task)
            return None
        if asleep and task.unit == 4:  # the other one has it: now the first wakes up
            hands.kept[0][1].set_result(honest(task, "anna"))
            return honest(task, "bo")
        return honest(task, worker)

    hands.does = does
    status = bench.count(hands)
    assert (status.total, hands.presumed_dead, status.audits_done) == (Bench.RIGHT, 1, 1)
    mine = [row for row in bench.rows() if row.unit == 4]
    assert sorted((row.worker, row.replica) for row in mine) == [("anna", 0), ("bo", 1)]


def test_a_worker_that_is_slow_but_lives_keeps_its_unit(bench: Bench) -> None:
    hands = Hands()
    leases = iter(range(4))

    def life() -> Iterator[float]:
        for lease in leases:
            yield float(lease)
        task, future = hands.kept[0]
        future.set_result(honest(task, "anna"))
        yield -1.0

    hands.life = life()
    hands.does = lambda task, worker: None if task.unit == 4 else honest(task, worker)
    status = bench.count(hands)
    assert (status.total, hands.presumed_dead) == (Bench.RIGHT, 0)
    assert [row.replica for row in bench.rows()] == [0] * status.units
    assert list(leases) == []


def test_when_the_scheduler_is_gone_all_that_was_out_is_counted_again(bench: Bench) -> None:
    gone: list[int] = []

    def does(task: Task, worker: str) -> Outcome:
        if len(gone) < 4:
            gone.append(task.unit)
            return EngineLost("tls://host:8786")
        return honest(task, worker)

    assert bench.count(Hands(does=does)).total == Bench.RIGHT
    assert "scheduler" in [status.waiting_for for status in bench.told]
    assert bench.told[-1].waiting_for is None
    assert bench.notes() == []


def test_without_any_worker_the_run_stops_and_keeps_what_it_has(bench: Bench) -> None:
    sent: list[int] = []

    def does(task: Task, worker: str) -> Outcome:
        sent.append(task.unit)
        return honest(task, worker) if len(sent) <= 9 else NoWorkers("exit 1")

    with pytest.raises(NoWorkers):
        bench.count(Hands(does=does))
    assert (bench.told[-1].state, bench.told[-1].done) == ("stopped", 9)
    assert bench.count(Hands()).total == Bench.RIGHT


@pytest.mark.parametrize(("kind", "times"), [("InputError", 3), ("SelfTestFailed", 1)])
def test_a_worker_that_cannot_count_gets_nothing_more(bench: Bench, kind: str, times: int) -> None:
    failures = []

    def does(task: Task, worker: str) -> Outcome:
        if worker == "bo":
            failures.append(task.unit)
            return TaskFailed("bo", FAILED, kind)
        return honest(task, worker)

    hands = Hands(does=does)
    assert bench.count(hands).total == Bench.RIGHT
    assert times <= len(failures) <= times + 2  # some may be out already
    assert hands.names == ("anna",)
    assert [(note, values["worker"]) for note, values in bench.notes()] == [("dismiss", "bo")]


def test_a_number_that_no_unit_can_have_is_a_failure_of_its_worker(bench: Bench) -> None:
    def does(task: Task, worker: str) -> Outcome:
        name, right = honest(task, worker)
        return name, right._replace(count=-1) if worker == "bo" else right

    hands = Hands(does=does)
    assert bench.count(hands).total == Bench.RIGHT
    assert hands.names == ("anna",)
    [(kind, values)] = bench.notes()
    assert (kind, values["worker"]) == ("dismiss", "bo")
    assert "counted -1" in str(values["why"])


def test_a_unit_that_fails_again_and_again_with_nobody_of_those_there_is_parked(
    bench: Bench,
) -> None:
    failed: list[int] = []

    def does(task: Task, worker: str) -> Outcome:
        if task.unit != 5:
            return honest(task, worker)
        failed.append(task.attempt)
        return TaskFailed("tcp://scheduler:8786", FAILED, "ImportError")

    status = bench.count(Hands(("a", "b", "c"), does))
    assert (status.state, status.parked, failed) == ("parked", (5,), list(range(9)))


@pytest.mark.core
def test_a_kernel_that_only_other_machines_run_may_count(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = [replace(kernel, supported=False) for kernel in kernels()]
    monkeypatch.setattr("huisu.kernel.kernels", lambda: tuple(others))
    bench.settings = replace(bench.settings, kernel="sweep-baseline")
    with open_ledger(bench.path, "write") as ledger:
        hands = Hands(does=lambda task, worker: None)
        bench.coordinator(ledger, hands)._hand_out()
    assert {task.kernel for task, _ in hands.tasks} == {"sweep-baseline"}


def test_when_no_worker_can_count_the_run_says_why(bench: Bench) -> None:
    def does(task: Task, worker: str) -> Outcome:
        return TaskFailed(worker, FAILED, "InputError") if worker else NoWorkers(None)

    with pytest.raises(TaskFailed, match="no"):
        bench.count(Hands(does=does))
    assert bench.count(Hands()).total == Bench.RIGHT


def test_an_error_of_the_coordinator_itself_is_not_hidden(bench: Bench) -> None:
    with pytest.raises(ZeroDivisionError):
        bench.count(Hands(does=lambda task, worker: ZeroDivisionError()))


# Audits


@pytest.mark.core
def test_an_audit_has_another_worker_another_technique_and_another_orientation(
    tmp_path: Path,
) -> None:
    bench = Bench(tmp_path, audit=1.0)
    hands = Hands()
    status = bench.count(hands)
    assert (status.total, status.audits_done, status.mismatches) == (Bench.RIGHT, 24, 0)
    sources: dict[int, list[Row]] = {}
    for row in bench.rows():
        sources.setdefault(row.unit, []).append(row)
    for first, second in sources.values():
        assert first.worker != second.worker
        assert first.kernel.partition("-")[0] != second.kernel.partition("-")[0]
        assert (first.orientation, second.orientation != "identity") == ("identity", True)


@pytest.mark.parametrize(("audit", "most"), [(0.0, 0), (0.02, 2), (0.5, 12)])
def test_new_workers_are_audited_but_no_more_than_a_tenth_or_what_was_asked_for(
    tmp_path: Path, audit: float, most: int
) -> None:
    bench = Bench(tmp_path, audit)
    status = bench.count(Hands())
    assert status.audits_done == status.audits_planned <= most
    assert status.audits_done > 0 or not audit


def test_the_units_that_are_audited_are_chosen_by_their_seed(tmp_path: Path) -> None:
    plan = Plan("mirror", 10, 60)
    bench = Bench(tmp_path, 0.3, plan)
    bench.count(Hands())
    audited = {row.unit for row in bench.rows() if row.replica}
    assert len(audited) == pytest.approx(0.3 * len(bench.units), rel=0.2)
    assert bench.count(Hands()).audits_done == len(audited)


def test_a_run_whose_units_are_all_done_waits_for_its_audits(bench: Bench) -> None:
    bench.count(Hands())
    bench.settings = replace(bench.settings, audit=0.5)
    bench.told.clear()
    assert bench.count(Hands()).audits_done == 12
    assert {told.done for told in bench.told} == {24}
    assert (bench.told[0].state, bench.told[-1].state) == ("running", "complete")


def test_a_worker_that_counts_wrong_is_quarantined_and_its_units_are_counted_again(
    tmp_path: Path,
) -> None:
    bench = Bench(tmp_path, 0.1)
    names = ("anna", "bo", "chen")
    hands = Hands(names, lambda task, worker: (wrong if worker == "bo" else honest)(task, worker))
    status = bench.count(hands)
    assert (status.state, status.total) == ("complete", Bench.RIGHT)
    assert status.mismatches >= 1
    assert hands.names == ("anna", "chen")
    assert [(note, values) for note, values in bench.notes()] == [("quarantine", {"worker": "bo"})]
    assert {worker.name: worker.state for worker in status.workers}["bo"] == "quarantined"


def test_a_quarantine_outlives_the_coordinator(tmp_path: Path) -> None:
    bench = Bench(tmp_path, 0.1)
    names = ("anna", "bo", "chen")
    bench.count(Hands(names, lambda t, w: (wrong if w == "bo" else honest)(t, w)))
    with open_ledger(bench.path, "write") as ledger:
        ledger.void(1, range(12))
    assert state_of_bench(bench).done == 12
    later = Hands(names)
    assert bench.count(later).total == Bench.RIGHT
    assert later.names == ("anna", "chen")


def state_of_bench(bench: Bench) -> Any:
    with open_ledger(bench.path, "read") as ledger:
        return state_of(ledger)


def test_a_dispute_that_is_never_settled_parks_its_unit(tmp_path: Path) -> None:
    bench = Bench(tmp_path, 1.0)
    said = iter(range(10**6))

    def does(task: Task, worker: str) -> Outcome:
        name, right = honest(task, worker)
        return name, right._replace(count=next(said)) if task.unit == 2 else right

    status = bench.count(Hands(does=does))
    assert (status.state, status.parked) == ("parked", (2,))
    assert (status.done, status.mismatches) == (23, 1)


def test_a_recount_that_nobody_can_make_leaves_the_unit_as_it_is(tmp_path: Path) -> None:
    bench = Bench(tmp_path, 1.0)

    def does(task: Task, worker: str) -> Outcome:
        if task.unit == 2 and task.orientation != "identity":
            return TaskFailed(worker, FAILED, "InputError")
        return honest(task, worker)

    status = bench.count(Hands(does=does))
    assert (status.total, status.audits_done, status.audits_planned) == (Bench.RIGHT, 23, 24)
    assert [(note, values["unit"]) for note, values in bench.notes()] == [("unaudited", 2)]


@pytest.mark.core
def test_each_recount_is_by_a_kernel_that_has_not_counted_the_unit_yet() -> None:
    sources: list[Source] = []
    for name in ("join-avx2", "sweep-avx2", "bitmask-avx2", "bitmask-baseline"):
        how = recipe(8, 0, sources)
        assert how.kernel not in {source.kernel for source in sources}
        assert how.orientation not in {source.orientation for source in sources} or not sources
        sources.append(Source("anna", name, how.orientation))
    assert recipe(8, 0, sources[:1]).kernel == "sweep"
    assert recipe(8, 0, sources[:2]).kernel == "bitmask"


@pytest.mark.core
def test_the_sweep_is_audited_by_its_other_forms_and_now_and_then_by_the_plain_loop() -> None:
    sweeps = [kernel.name for kernel in SUPPORTED if kernel.name.startswith("sweep")]
    audits = [recipe(17, unit, [Source("anna", sweeps[0], "identity")]) for unit in range(400)]
    by = Counter(how.kernel for how in audits)
    assert sweeps[0] not in by
    assert 10 < by["bitmask"] < 100 or len(sweeps) == 1
    assert {how.orientation for how in audits} == SYMMETRIES.keys() - {"identity"}


@pytest.mark.core
def test_a_unit_of_the_join_is_audited_with_its_rows_made_columns() -> None:
    audits = [recipe(18, unit, [Source("anna", "join-avx2", "identity")]) for unit in range(50)]
    assert {how.kernel for how in audits} == {"sweep"}
    square = {how.orientation: SYMMETRIES[how.orientation](17, 0, 5) for how in audits}
    assert all(column in (0, 17) for _, column in square.values())


# The disk


class FullAtTimes:
    """A ledger with no room for a while, each time after so many commits."""

    def __init__(self, ledger: Ledger, full: set[int]) -> None:
        self._ledger, self._full, self._times = ledger, full, 0

    def record(self, run: int, rows: Sequence[Row], heartbeat: str | None = None) -> None:
        self._times += 1
        if self._times in self._full:
            raise LedgerFull("error.runs.full", path="run.ledger")
        self._ledger.record(run, rows, heartbeat)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ledger, name)


def counted_with_full_disk(bench: Bench, full: set[int], **more: Any) -> Any:
    with open_ledger(bench.path, "write") as ledger:
        books: Any = FullAtTimes(ledger, full)
        engine = Hands()
        return Coordinator(
            books, bench.record, bench.units, engine, bench.settings, bench.told.append, **more
        ).run()


def test_results_for_which_the_disk_has_no_room_wait_in_memory(bench: Bench) -> None:
    status = counted_with_full_disk(bench, {2, 3})
    assert status.total == Bench.RIGHT
    waits = [told for told in bench.told if told.waiting_for == "disk"]
    assert len(waits) == 2
    assert {told.done for told in waits} == {0}  # nobody is told of what is not written
    assert units_of(bench.rows()) == list(range(len(bench.units)))


def test_a_run_that_must_stop_while_the_disk_is_full_says_so(bench: Bench) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(LedgerFull):
        counted_with_full_disk(bench, {2, 3}, stop=stop)
    assert bench.count(Hands()).total == Bench.RIGHT


def test_a_row_that_has_rotted_is_counted_again(bench: Bench) -> None:
    bench.count(Hands())
    with sqlite3.connect(bench.path) as database:
        database.execute("UPDATE results SET count = count + 1 WHERE unit IN (3, 4)")
    database.close()
    hands = Hands()
    assert bench.count(hands).total == Bench.RIGHT
    assert sorted(task.unit for task, _ in hands.tasks) == [3, 4]


# Beginning, stopping and going on


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    """Give the hands that start() and resume() work with."""
    made = Hands()
    monkeypatch.setattr(running, "LocalEngine", lambda *_, **__: made)
    return made


def test_start_counts_and_refuses_a_ledger_with_a_run_unless_told(
    tmp_path: Path, hands: Hands
) -> None:
    path = tmp_path / "run.ledger"
    assert running.start(Bench.PLAN, path, audit=0).total == oeis("A000170")[8]
    error = refused(lambda: running.start(Bench.PLAN, path))
    assert error.key == "error.runs.begun"
    assert running.start(Bench.PLAN, path, audit=0, new=True).run == 2
    assert running.resume(path, run=1).total == oeis("A000170")[8]


def test_a_run_that_was_cut_in_another_way_is_refused(tmp_path: Path, hands: Hands) -> None:
    path = tmp_path / "run.ledger"
    with open_ledger(path, "create") as ledger:
        ledger.add_run(Bench.PLAN.to_json(), 24, "0" * 64, {"kernel": KERNEL})
    error = refused(lambda: running.resume(path))
    assert (error.key, error.values["run"]) == ("error.runs.units", 1)


def test_a_share_of_audits_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.ledger"
    error = refused(lambda: running.start(Bench.PLAN, path, audit=1.5))
    assert (error.key, error.values["audit"]) == ("error.runs.audit", "150")
    assert not path.exists()


@pytest.mark.skipif(os.name == "nt", reason="there Ctrl-C cannot be sent to oneself")
def test_ctrl_c_ends_a_run_at_once_and_says_how_to_go_on(tmp_path: Path, hands: Hands) -> None:
    path = tmp_path / "run.ledger"

    def does(task: Task, worker: str) -> Outcome:
        if len(hands.tasks) == 10:
            os.kill(os.getpid(), signal.SIGINT)
        return honest(task, worker) if len(hands.tasks) < 10 else None

    hands.does = does
    with pytest.raises(InterruptedByUser) as stopped:
        running.start(Bench.PLAN, path, audit=0)
    assert stopped.value.values["done"] == 9
    assert f"huisu resume --ledger {path}" in str(stopped.value)
    hands.does = honest
    assert running.resume(path).total == oeis("A000170")[8]


def test_a_run_can_be_stopped_from_another_thread(tmp_path: Path, hands: Hands) -> None:
    stop = threading.Event()
    hands.does = lambda task, worker: None
    with pytest.raises(Interrupted) as stopped:
        running.start(
            Bench.PLAN, tmp_path / "run.ledger", stop=stop, on_status=lambda _: stop.set()
        )
    assert not isinstance(stopped.value, KeyboardInterrupt)


def test_the_state_of_a_run_can_be_read_by_anybody(bench: Bench) -> None:
    assert state_of_bench(bench).state == "stopped"
    bench.count(Hands())
    status = state_of_bench(bench)
    assert (status, status.total) == (bench.told[-1], Bench.RIGHT)
    with sqlite3.connect(bench.path) as database:
        database.execute("DELETE FROM heartbeats")
    database.close()
    from_rows = state_of_bench(bench)
    assert (from_rows.state, from_rows.total) == ("complete", Bench.RIGHT)
