"""Does a worker answer right, whatever the kernel, the orientation and the number of threads?"""

from __future__ import annotations

import json
import pickle
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huisu import _pure
from huisu.errors import InputError, Interrupted
from huisu.jobs import Job, Workers
from huisu.kernel import Kernel, choose_kernel
from huisu.queens.symmetry import SYMMETRIES, image
from huisu.runs import halves
from huisu.runs import task as tasks
from huisu.runs.counting import count_range, count_unit
from huisu.runs.flip import difference, weights
from huisu.runs.halves import mask_jobs
from huisu.runs.moved import moved, settled
from huisu.runs.plan import Plan, Units
from huisu.runs.selftest import GOLDEN, self_test
from huisu.runs.task import Answer, OtherVersion, SelfTestFailed, Task, answer, make_task
from roads import JOINING, SUPPORTED, by_reference, oeis, on_open, open_rows, refused

each_kernel = pytest.mark.parametrize("kernel", SUPPORTED, ids=lambda kernel: kernel.name)
each_symmetry = pytest.mark.parametrize("symmetry", SYMMETRIES)
WORD = (1 << 64) - 1


def tasks_of(plan: Plan, kernel: str, **options: Any) -> Iterator[Task]:
    units = Units(plan, sized=False)
    return (make_task(units, unit, kernel=kernel, **options) for unit in range(len(units)))


def summed(plan: Plan, kernel: str, **options: Any) -> int:
    return sum(answer(task).count for task in tasks_of(plan, kernel, **options))


def flip_of(job: Job) -> int:
    """Return T of a job, from its list of solutions."""
    w = weights(len(job.open))
    return job.weight * sum(w[x[-1]] for x in on_open(job.open)) & WORD


# A task and its answer


def test_a_task_is_the_same_after_a_way_through_json_or_pickle() -> None:
    task = next(tasks_of(Plan("mirror", 6, 1000), "python", orientation="flip"))
    task = task._replace(jobs=Units(Plan("mirror", 6, 1000)).task_jobs(1))
    assert pickle.loads(pickle.dumps(task)) == task
    far = Task(*json.loads(json.dumps(task)))
    assert answer(far)[:2] == answer(task)[:2] != (0, 0)
    assert Answer(*json.loads(json.dumps(answer(task)))).kernel == "python"


@each_kernel
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("plan", [Plan("mirror", 9, 500), Plan("border", 10, 2000)])
def test_the_units_of_a_plan_add_up_to_the_published_count(
    plan: Plan, threads: int, kernel: Kernel
) -> None:
    assert summed(plan, kernel.name, threads=threads) == oeis("A000170")[plan.n]


@pytest.mark.parametrize("kind", ["border", "mirror", "board"])
@pytest.mark.parametrize("n", range(5))
def test_the_smallest_boards_are_runs_too(kind: Any, n: int) -> None:
    assert summed(Plan(kind, n, 10), "python") == oeis("A000170")[n]


@pytest.mark.core
@pytest.mark.parametrize("kernel", ["join", "sweep", "python"])
@pytest.mark.parametrize("n", range(8))
def test_the_smallest_boards_have_halves_too(kernel: str, n: int) -> None:
    assert summed(Plan("halves", n, 10), kernel) == oeis("A000170")[n]


def test_a_board_without_solutions_is_a_run_too() -> None:
    row = tuple((0, column) for column in range(6))
    assert summed(Plan("board", 6, 10, blocked=row), "python") == 0
    assert summed(Plan("board", 6, 10, fixed=((0, 0),)), "python") == 0


def test_the_name_of_a_technique_means_its_fastest_form() -> None:
    task = next(tasks_of(Plan("mirror", 6, 100), "python"))
    found = answer(task._replace(kernel=SUPPORTED[0].name.rpartition("-")[0] or "python"))
    assert found.kernel == SUPPORTED[0].name
    assert found.seconds > 0


# T


@each_kernel
@each_symmetry
def test_the_flip_check_holds_by_any_kernel_in_any_orientation(
    symmetry: str, kernel: Kernel
) -> None:
    units = Units(Plan("mirror", 8, 300), sized=False)
    counts = dict.fromkeys(units.group, 0)
    flips = 0
    for unit, group in enumerate(units.group):
        found = answer(make_task(units, unit, kernel=kernel.name, orientation=symmetry))
        counts[group] += found.count
        assert found.flip is not None
        flips += found.flip
    assert sum(counts.values()) == 92
    assert difference(8, counts, flips) == 0


def test_only_units_of_a_mirror_plan_have_a_t() -> None:
    assert all(answer(t).flip is None for t in tasks_of(Plan("border", 7, 99), "python"))
    assert answer(next(tasks_of(Plan("mirror", 0, 99), "python")))[:2] == (1, 0)


@given(open_rows(), st.integers(1, 9), st.sampled_from([*SYMMETRIES]), st.sampled_from(SUPPORTED))
def test_a_job_has_the_same_count_and_t_in_any_orientation(
    rows: tuple[int, ...], weight: int, symmetry: str, kernel: Kernel
) -> None:
    job = Job(rows, weight)
    found = count_unit([job], Workers(kernel, 1), orientation=symmetry, flip=True)
    assert found == (weight * by_reference(rows), flip_of(job))
    plain = count_unit([job], Workers(kernel, 1), orientation=symmetry)
    assert plain == (found[0], 0)


# Orientations


@given(open_rows(), st.sampled_from([*SYMMETRIES]))
def test_a_turned_job_has_the_turned_placements(rows: tuple[int, ...], symmetry: str) -> None:
    turned = moved(Job(rows, 5), symmetry)
    expected = sorted(image(x, symmetry) for x in on_open(rows))
    assert (sorted(on_open(turned.open)) if turned else []) == expected
    assert turned is None or turned.weight == 5


@given(open_rows())
def test_closing_what_settled_queens_attack_loses_no_placement(rows: tuple[int, ...]) -> None:
    found = settled(rows)
    assert on_open(found) == on_open(rows)
    assert all(not after & ~before for after, before in zip(found, rows, strict=True))


def test_a_turned_piece_is_not_blind_to_the_queens_below() -> None:
    """Otherwise an audit would take thousands of times as long as the count."""
    units = Units(Plan("mirror", 10, 100), sized=False)
    task = make_task(units, len(units) // 2, kernel="bitmask", orientation="flip")
    for _, (open_squares, weight) in zip(range(3), task.jobs, strict=False):
        turned = moved(Job(open_squares, weight), "flip")
        assert turned is None or all(s.bit_count() <= 7 for s in turned.open)


# Halves


@pytest.mark.core
@pytest.mark.parametrize("n", range(8, 13))
def test_every_unit_of_the_join_is_recounted_by_masks(n: int) -> None:
    joined = Workers(JOINING[0], 1)
    recount = Workers(choose_kernel("sweep"), 1)
    units = len(Units(Plan("halves", n, 1), sized=False))
    for unit in range(units):
        one = range(unit, unit + 1)
        assert count_unit(mask_jobs(n, one), recount) == count_range(n, one, joined)


@pytest.mark.core
@pytest.mark.parametrize("kernel", [kernel.name for kernel in (*JOINING, *SUPPORTED[:2])])
@pytest.mark.parametrize("threads", [1, 3])
def test_halves_add_up_by_any_kernel(kernel: str, threads: int) -> None:
    found = [answer(task) for task in tasks_of(Plan("halves", 11, 4), kernel, threads=threads)]
    assert sum(one.count for one in found) == oeis("A000170")[11]
    assert {one.kernel for one in found} == {kernel}


@pytest.mark.core
@each_symmetry
def test_halves_are_recounted_in_any_orientation(symmetry: str) -> None:
    plan = Plan("halves", 10, 1)
    assert summed(plan, "sweep", orientation=symmetry) == oeis("A000170")[10]


@pytest.mark.core
def test_the_tables_of_the_join_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    backend = JOINING[0].backend

    def noted(name: str) -> Any:
        def make(*given: Any) -> Any:
            made.append(name)
            return getattr(backend, name)(*given)

        return make

    for kept in (halves._join, halves._rooms):
        kept.cache_clear()
    counted = SimpleNamespace(**{name: getattr(backend, name) for name in vars(backend)})
    counted.Join, counted.JoinRoom = noted("Join"), noted("JoinRoom")
    module: Any = Hashable(counted)
    kernel = replace(JOINING[0], backend=module)
    for first in range(3):
        count_range(12, range(first, first + 1), Workers(kernel, 1))
    assert made == ["Join", "JoinRoom"]


@pytest.mark.core
def test_too_little_memory_is_told_before_it_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huisu.joined.available_memory", lambda: 1_000_000)
    halves._join.cache_clear()
    task = next(tasks_of(Plan("halves", 18, 1), "join"))
    assert refused(lambda: answer(task)).key == "error.join.memory"


# Refusals and stops


def test_a_worker_of_another_version_refuses() -> None:
    task = next(tasks_of(Plan("mirror", 6, 100), "python"))._replace(version="0.0.1/1")
    error = refused(lambda: answer(task))
    assert isinstance(error, OtherVersion)
    assert "0.0.1/1" in error.text("en")
    assert "0.0.1/1" in error.text("zh")


def test_a_kernel_that_is_not_here_is_refused() -> None:
    task = next(tasks_of(Plan("mirror", 6, 100), "abacus"))
    assert isinstance(refused(lambda: answer(task)), InputError)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    "options",
    [{}, {"orientation": "transpose"}, {"flip": True}, {"flip": True, "orientation": "flip"}],
    ids=str,
)
def test_a_count_stops_soon_after_it_is_told_to(options: dict[str, Any], threads: int) -> None:
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    rows = ((1 << 22) - 1,) * 22
    started = time.monotonic()
    with pytest.raises(Interrupted):
        count_unit([Job(rows, 1)], Workers(SUPPORTED[0], threads), cancel=stop, **options)
    assert time.monotonic() - started < 60  # the count itself would last hours
    assert not [t for t in threading.enumerate() if t.name.startswith("huisu")]


@pytest.mark.core
@pytest.mark.parametrize("threads", [1, 2])
def test_a_join_stops_soon_after_it_is_told_to(threads: int) -> None:
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    task = next(tasks_of(Plan("halves", 20, 10**6), "join", threads=threads))
    with pytest.raises(Interrupted):
        answer(task, stop)


# The test of a kernel


class Hashable:
    """A module in name, with the functions of another object."""

    def __init__(self, functions: Any) -> None:
        self.functions = functions

    def __getattr__(self, name: str) -> Any:
        return getattr(self.functions, name)


def wrong(**functions: Any) -> Kernel:
    """Return a kernel in plain Python some of whose functions are wrong."""
    names = {name: getattr(_pure, name) for name in _pure.__all__ if name != "kernels"}
    backend: Any = Hashable(SimpleNamespace(**{**names, **functions}))
    return replace(choose_kernel("python"), backend=backend)


def test_the_golden_counts_are_the_published_ones() -> None:
    assert {n: oeis("A000170")[n] for n in range(8, 15)} == GOLDEN


@pytest.mark.parametrize("kernel", [*SUPPORTED, *JOINING], ids=lambda kernel: kernel.name)
def test_every_kernel_here_passes_its_test(kernel: Kernel) -> None:
    self_test(kernel)


def test_a_kernel_that_counts_wrong_answers_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = wrong(count_each=lambda *given: [c + 1 for c in _pure.count_each(*given)])
    monkeypatch.setattr(tasks, "choose_kernel", lambda *given, **named: kernel)
    for task in tasks_of(Plan("mirror", 6, 20), "python"):
        error = refused(lambda task=task: answer(task))  # type: ignore[misc]
        assert isinstance(error, SelfTestFailed)
        assert "Q(8) = 94" in error.text()


def test_a_kernel_whose_flip_sums_are_wrong_answers_nothing() -> None:
    def count_flip(*given: Any) -> tuple[int, int]:
        found, flip = _pure.count_flip(*given)
        return found, flip + 1

    error = refused(lambda: self_test(wrong(count_flip=count_flip)))
    assert "T(8)" in error.text("zh")


def test_a_kernel_is_tested_once_in_a_process() -> None:
    counted: list[int] = []

    def count_each(index: int, jobs: Any, cancel: Any) -> list[int]:
        counted.append(len(jobs[0]))
        return _pure.count_each(index, jobs, cancel)

    kernel = wrong(count_each=count_each)
    testing = [threading.Thread(target=self_test, args=(kernel,)) for _ in range(3)]
    for thread in testing:
        thread.start()
    for thread in testing:
        thread.join()
    assert counted == [8, 9, 10]
