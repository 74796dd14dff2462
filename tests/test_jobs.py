"""Do the jobs that a count is cut into add up to it, whatever their size and who runs them?"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huisu.bits import columns_in
from huisu.jobs import Job, SizedJob, Workers, count_jobs, mirror_plan, split
from huisu.kernel import Kernel
from roads import SUPPORTED, by_reference, oeis, on_open, open_rows, refused

each_kernel = pytest.mark.parametrize("kernel", SUPPORTED, ids=lambda kernel: kernel.name)


def counted(jobs: Sequence[Job]) -> int:
    return sum(by_reference(job.open) * job.weight for job in jobs)


def whole(n: int) -> Job:
    return Job(((1 << n) - 1,) * n, 1)


def test_the_columns_of_a_row_come_from_the_left() -> None:
    assert list(columns_in(1 << 63 | 0b1001)) == [0, 3, 63]
    assert list(columns_in(0)) == []


@pytest.mark.parametrize("n", range(1, 9))
def test_the_two_halves_of_the_mirror_make_the_whole_board(n: int) -> None:
    assert counted(mirror_plan(n)) == oeis("A000170")[n]


def test_only_the_middle_column_of_an_odd_board_counts_once() -> None:
    assert mirror_plan(5) == [
        Job((0b00011, 31, 31, 31, 31), 2),
        Job((0b00100, 31, 31, 31, 31), 1),
    ]
    assert [job.weight for job in mirror_plan(6)] == [2]


@pytest.mark.parametrize("most_nodes", [1, 30, 500, 10**6])
@pytest.mark.parametrize("n", range(1, 8))
def test_pieces_of_a_board_add_up_to_it(n: int, most_nodes: float) -> None:
    pieces = [piece.job for piece in split(mirror_plan(n), most_nodes)]
    assert counted(pieces) == oeis("A000170")[n]


@given(open_rows(), st.sampled_from([0, 1, 5, 40, 1000]), st.integers(1, 8))
def test_pieces_of_a_job_keep_its_solutions_apart_and_its_weight(
    rows: tuple[int, ...], most_nodes: float, weight: int
) -> None:
    pieces = [piece.job for piece in split([Job(rows, weight)], most_nodes)]
    found = [x for piece in pieces for x in on_open(piece.open)]
    assert found == on_open(rows)
    assert {piece.weight for piece in pieces} <= {weight}


def undividable(piece: SizedJob) -> bool:
    """Return whether no row but the dead ones leaves a choice once the rows above are placed."""
    return len(list(split([piece.job], 0))) == 1


@given(open_rows(), st.sampled_from([0, 1, 5, 40, 1000]))
def test_a_piece_is_within_its_budget_or_has_no_choice_left(
    rows: tuple[int, ...], most_nodes: float
) -> None:
    for piece in split([Job(rows, 1)], most_nodes):
        assert piece.nodes <= most_nodes or undividable(piece)


def test_a_large_board_is_cut_piece_by_piece_not_all_at_once() -> None:
    first = list(islice(split([whole(24)], 10_000), 3))
    assert [piece.nodes <= 10_000 for piece in first] == [True] * 3


@each_kernel
@pytest.mark.parametrize("threads", [1, 3])
def test_counted_pieces_add_up(kernel: Kernel, threads: int) -> None:
    workers = Workers(replace(kernel, job_nodes=200), threads)
    counts = list(count_jobs(mirror_plan(8), workers))
    assert len(counts) > 20
    assert sum(found * piece.job.weight for piece, found in counts) == 92


def test_each_piece_comes_with_its_own_count() -> None:
    workers = Workers(replace(SUPPORTED[-1], job_nodes=100), 3)
    for piece, found in count_jobs([whole(7)], workers):
        assert found == by_reference(piece.job.open)


def test_no_jobs_have_no_counts() -> None:
    assert list(count_jobs([], Workers.choose())) == []


def test_leaving_early_ends_the_threads() -> None:
    counts = count_jobs([whole(20)], Workers.choose("python", 2))
    next(counts)
    assert [t for t in threading.enumerate() if t.name.startswith("huisu")]
    counts.close()
    assert not [t for t in threading.enumerate() if t.name.startswith("huisu")]


@each_kernel
def test_leaving_early_stops_what_runs(kernel: Kernel) -> None:
    workers = Workers(replace(kernel, job_nodes=10**30), 2)
    counts = count_jobs([whole(17), whole(4)], workers)
    assert next(counts)[1] == 2
    counts.close()
    assert not [t for t in threading.enumerate() if t.name.startswith("huisu")]


def test_workers_are_as_many_as_asked_for() -> None:
    assert Workers.choose("python", 3).threads == 3
    assert Workers.choose().threads >= 1


@pytest.mark.parametrize("threads", [0, -2])
def test_fewer_than_one_thread_is_refused(threads: int) -> None:
    error = refused(lambda: Workers.choose(threads=threads))
    assert error.text("zh") == f"线程数至少为 1，得到的是 {threads}"
