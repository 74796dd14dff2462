"""Does a run get a plan that suits it, and are the jobs of a file what was written there?"""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huisu.errors import InputError
from huisu.jobs import Job
from huisu.kernel import choose_kernel
from huisu.queens.board import Board
from huisu.runs.choose import choose_plan, plan_of_jobs
from huisu.runs.jobfile import job_line, read_jobs
from huisu.runs.plan import MAX_WEIGHT, Units
from roads import JOINING, SUPPORTED, open_rows, refused

PYTHON = choose_kernel("python")
SMALL = Job((0b0010, 15, 15, 15), 2)


def test_the_kind_of_plan_suits_board_and_kernel() -> None:
    fixed = Board(8, fixed=[(2, 3)], blocked=[(7, 7), (0, 1)])
    plan = choose_plan(fixed, kernel=PYTHON)
    assert (plan.kind, plan.fixed, plan.blocked) == ("board", ((2, 3),), ((0, 1), (7, 7)))
    assert plan.board == fixed
    assert choose_plan(Board(8), kernel=PYTHON).kind == "mirror"
    assert choose_plan(Board(8), kernel=replace(PYTHON, name="sweep-x")).kind == "border"


@pytest.mark.core
@pytest.mark.parametrize("n", [0, 1, 2, 12, 16])
def test_the_join_counts_halves(n: int) -> None:
    plan = choose_plan(Board(n), kernel=JOINING[0], workers=2)
    assert plan.kind == "halves"
    assert len(Units(plan)) >= (60 if n == 16 else 1)


@pytest.mark.parametrize("kind", ["border", "mirror", "board"])
@pytest.mark.parametrize("n", range(4))
def test_the_smallest_boards_have_plans(kind: Any, n: int) -> None:
    assert choose_plan(Board(n), kind=kind, kernel=PYTHON).n == n


def test_a_unit_lasts_as_long_as_asked_on_a_large_board() -> None:
    plans = [choose_plan(Board(20), kernel=PYTHON, unit_seconds=s) for s in (1, 60)]
    assert [plan.size for plan in plans] == [2_000_000, 120_000_000]


@pytest.mark.parametrize("kernel", SUPPORTED, ids=lambda kernel: kernel.name)
def test_each_worker_gets_thirty_units_unless_they_are_too_short(kernel: Any) -> None:
    plan = choose_plan(Board(16), kernel=kernel, unit_seconds=1000, workers=3)
    assert len(Units(plan, sized=False)) >= 90
    assert len(Units(choose_plan(Board(5), kernel=kernel, workers=100))) <= 3


def test_a_plan_is_the_same_each_time_it_is_made() -> None:
    made = {choose_plan(Board(13), kernel=PYTHON, workers=2) for _ in range(3)}
    assert len(made) == 1


@pytest.mark.parametrize("seconds", [0, -1, 1e9, math.inf, math.nan])
def test_units_of_no_length_are_refused(seconds: float) -> None:
    error = refused(lambda: choose_plan(Board(8), kernel=PYTHON, unit_seconds=seconds))
    assert error.key == "error.runs.unit_seconds"
    assert "86,400" in error.text("zh")


@pytest.mark.parametrize(
    ("board", "kind", "kernel", "key"),
    [
        (Board(8, fixed=[(0, 0)]), "mirror", PYTHON, "error.runs.plan.whole"),
        (Board(8, fixed=[(0, 0)]), "halves", PYTHON, "error.runs.plan.whole"),
        (Board(8), "halves", PYTHON, "error.runs.plan.halves"),
        (Board(8), "jobs", PYTHON, "error.runs.jobs.none"),
        (Board(31), None, PYTHON, "error.n.count"),
        (Board(65, fixed=[(0, 0)]), None, PYTHON, "error.n.search"),
        (Board(20), None, replace(PYTHON, max_n=19), "error.kernel.small"),
        (Board(8), "mirror", replace(PYTHON, counts_jobs=False), "error.runs.plan.joins"),
        (Board(8, fixed=[(0, 0)]), None, replace(PYTHON, counts_jobs=False), "error.kernel.whole"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(board: Board, kind: Any, kernel: Any, key: str) -> None:
    error = refused(lambda: choose_plan(board, kind=kind, kernel=kernel))
    assert isinstance(error, InputError)
    assert error.key == key
    assert error.text("en")
    assert error.text("zh")


def test_a_list_of_jobs_has_a_plan() -> None:
    plan = plan_of_jobs([SMALL, SMALL], kernel=PYTHON)
    assert (plan.kind, plan.n, plan.jobs) == ("jobs", 4, (SMALL, SMALL))
    assert refused(lambda: plan_of_jobs([], kernel=PYTHON)).key == "error.runs.jobs.none"
    joining = replace(PYTHON, counts_jobs=False)
    assert refused(lambda: plan_of_jobs([SMALL], kernel=joining)).key == "error.kernel.whole"


# Jobs in a file


@given(st.data(), st.integers(1, 64))
def test_jobs_are_read_as_they_were_written(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject, n: int
) -> None:
    rows = st.tuples(*[st.integers(0, (1 << n) - 1)] * n)
    jobs = data.draw(st.lists(st.builds(Job, rows, st.integers(1, MAX_WEIGHT)), min_size=1))
    path = tmp_path_factory.mktemp("jobs") / "jobs.jsonl"
    path.write_text("\n\n".join(map(job_line, jobs)), encoding="utf-8")
    assert read_jobs(path) == jobs


@given(open_rows())
def test_a_row_is_written_from_the_left(rows: tuple[int, ...]) -> None:
    line = job_line(Job(rows, 1))
    assert f'"{"".join(str(rows[0] >> c & 1) for c in range(len(rows)))}"' in line


def test_a_weight_may_be_left_out_and_blanks_and_a_byte_order_mark_do_no_harm(
    tmp_path: Path,
) -> None:
    path = tmp_path / "jobs"
    path.write_bytes(b'\xef\xbb\xbf\r\n { "open" : ["01", "11"] } \r\n\n')
    assert read_jobs(path) == [Job((2, 3), 1)]


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("1", "line"), ("{", "line"), ("{}", "line"), ("[" * 9999, "line"),
        ('{"open": ["1"], "wieght": 2}', "line"),
        ('{"open": "1"}', "rows"), ('{"open": []}', "rows"), (f'{{"open": {["1"] * 65}}}', "line"),
        ('{"open": ["1", "1"]}', "row"), ('{"open": ["2"]}', "row"), ('{"open": [1]}', "row"),
        ('{"open": ["1"], "weight": 0}', "weight"), ('{"open": ["1"], "weight": true}', "weight"),
        ('{"open": ["1"], "weight": 1.5}', "weight"), ('{"open": ["1"]}', "side"),
    ],
)  # fmt: skip
def test_a_line_that_is_no_job_is_named(tmp_path: Path, line: str, key: str) -> None:
    path = tmp_path / "jobs"
    path.write_text(f"{job_line(SMALL)}\n\n{line}\n", encoding="utf-8")
    error = refused(lambda: read_jobs(path))
    assert error.key == f"error.runs.jobs.{key}"
    assert error.text("en").startswith(f"{str(path)!r}, line 3: ")
    assert "第 3 行" in error.text("zh")


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    assert refused(lambda: read_jobs(tmp_path / "none")).key == "cli.file.read"
    assert refused(lambda: read_jobs(tmp_path)).key == "cli.file.read"
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    assert refused(lambda: read_jobs(tmp_path / "bytes")).key == "cli.file.text"
    (tmp_path / "empty").write_bytes(b"\n")
    error = refused(lambda: read_jobs(tmp_path / "empty"))
    assert error.key == "error.runs.jobs.empty"
    assert '{"open": ["0100"' in error.text("zh")


def test_a_plan_of_too_many_units_says_how_long_they_must_be() -> None:
    error = refused(lambda: choose_plan(Board(22), kernel=PYTHON, unit_seconds=1.0))
    assert isinstance(error, InputError)
    assert error.key == "error.runs.many_units"
    least = int(str(error.values["least"]).replace(",", ""))
    assert 1 < least < 86_400
    assert choose_plan(Board(22), kernel=PYTHON, unit_seconds=least).size > 1


def test_a_board_that_no_units_can_cut_is_out_of_reach() -> None:
    endless = Board(40, blocked=[(0, 0)])
    assert refused(lambda: choose_plan(endless, kernel=PYTHON)).key == "error.runs.endless"
