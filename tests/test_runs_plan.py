"""Is a plan always the same text, and are its units the same count, cut small and kept small?"""

from __future__ import annotations

import json
from array import array
from dataclasses import replace
from itertools import pairwise
from math import sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huisu import _pure
from huisu.bits import columns_in
from huisu.errors import InputError
from huisu.jobs import Job
from huisu.queens.board import Board
from huisu.runs.cut import Cut, estimated, first_queens, largest_first
from huisu.runs.plan import Plan, PlanKind, Units
from roads import boards, by_reference, oeis, on_board, open_rows, refused

WHOLE: tuple[PlanKind, ...] = ("border", "mirror", "board")


def of_board(board: Board, size: int) -> Plan:
    return Plan("board", board.n, size, board.fixed, tuple(sorted(board.blocked)))


def said_of(text: str) -> str:
    """Return the text of the plan that a text is, or the key of the error."""
    try:
        return Plan.from_json(text).to_json()
    except InputError as error:
        return error.key


def counted(units: Units) -> int:
    jobs = [job for unit in range(len(units)) for job in units.task_jobs(unit)]
    return sum(by_reference(job.open) * job.weight for job in jobs)


PLANS = st.one_of(
    st.builds(Plan, st.sampled_from(["border", "mirror"]), st.integers(0, 30), st.integers(1, 99)),
    st.builds(of_board, boards(), st.integers(1, 2**48)),
    st.builds(
        lambda rows, weight: Plan("jobs", len(rows), 7, jobs=(Job(rows, weight), Job(rows, 1))),
        open_rows(), st.integers(1, 9),
    ),
)  # fmt: skip


@given(PLANS)
def test_a_plan_is_read_again_as_it_was_written(plan: Plan) -> None:
    text = plan.to_json()
    assert Plan.from_json(text) == plan
    assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"))


@given(PLANS, st.data())
def test_a_plan_in_which_a_letter_has_changed_is_another_plan_or_none(
    plan: Plan, data: st.DataObject
) -> None:
    text = plan.to_json()
    at = data.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + data.draw(st.characters(codec="utf-8")) + text[at + 1 :]
    assert said_of(changed) in ("error.runs.plan.none", changed)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@given(st.sampled_from(["kind", "n", "size", "fixed", "blocked", "jobs", "more"]), JSON)
def test_a_plan_with_anything_in_one_part_is_a_plan_or_one_sentence(part: str, value: Any) -> None:
    parts = {**json.loads(Plan("board", 4, 5, fixed=((0, 1),)).to_json()), part: value}
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"))
    assert said_of(text) in ("error.runs.plan.none", text)


@pytest.mark.parametrize(
    "text",
    ["", "{", "null", "[]", "17", "{}", "[" * 100_000, '{"n":1e999}', "9" * 5000, '"\\ud800"'],
    ids=lambda text: text[:12],
)
def test_what_is_no_plan_is_refused_in_one_short_sentence(text: str) -> None:
    error = refused(lambda: Plan.from_json(text))
    assert len(error.text("en")) < 200
    assert "另" not in error.text("zh")
    assert "账本" in error.text("zh")


@pytest.mark.parametrize(
    "parts",
    [
        {"kind": "rows"}, {"n": -1}, {"n": 31}, {"n": True}, {"n": 8.0}, {"size": 0},
        {"size": 2**49}, {"fixed": ((0, 1),)}, {"blocked": ((9, 9),)}, {"jobs": (Job((1,), 1),)},
        {"kind": "halves", "n": 25}, {"kind": "jobs"}, {"kind": "board", "n": 65},
        {"kind": "board", "fixed": ((0, 0), (1, 1))}, {"kind": "board", "fixed": ((1, 0), (0, 3))},
        {"kind": "board", "fixed": ((0, True),)}, {"kind": "board", "fixed": ((0, 1, 2),)},
        {"kind": "jobs", "n": 1, "jobs": (Job((2,), 1),)},
        {"kind": "jobs", "n": 1, "jobs": (Job((1,), 0),)},
        {"kind": "jobs", "n": 2, "jobs": (Job((1,), 1),)},
    ],
    ids=str,
)  # fmt: skip
def test_parts_that_do_not_make_a_plan_are_refused(parts: dict[str, Any]) -> None:
    plan = Plan("mirror", 8, 100)
    assert refused(lambda: replace(plan, **parts)).key == "error.runs.plan.none"


@pytest.mark.parametrize("kind", WHOLE)
@pytest.mark.parametrize("size", [1, 40, 10**9])
@pytest.mark.parametrize("n", range(8))
def test_the_units_of_a_whole_board_add_up_to_it(kind: PlanKind, n: int, size: int) -> None:
    assert counted(Units(Plan(kind, n, size), sized=False)) == oeis("A000170")[n]


@given(boards(), st.sampled_from([1, 7, 60, 1000]))
def test_the_units_of_any_board_add_up_to_it(board: Board, size: int) -> None:
    assert counted(Units(of_board(board, size), sized=False)) == len(on_board(board))


@given(st.integers(1, 5), st.data(), st.sampled_from([1, 9, 80]))
def test_the_units_of_jobs_add_up_to_them(n: int, data: st.DataObject, size: int) -> None:
    rows = st.tuples(*[st.integers(0, (1 << n) - 1)] * n)
    jobs = data.draw(st.lists(st.builds(Job, rows, st.integers(1, 9)), min_size=1, max_size=6))
    units = Units(Plan("jobs", n, size, jobs=tuple(jobs)), sized=False)
    assert counted(units) == sum(by_reference(job.open) * job.weight for job in jobs)


@given(open_rows(), st.sampled_from([1, 5, 30, 200]))
def test_a_unit_is_within_its_size_or_has_no_choice_left(rows: tuple[int, ...], size: int) -> None:
    cut = Cut([Job(rows, 3)], size)
    for unit in cut.grow():
        assert cut.sizes[unit] <= size or len(cut[unit]) == 1
        assert {job.weight for job in cut[unit]} == {3}


@pytest.mark.parametrize("n", [1, 2, 7, 8])
@pytest.mark.parametrize("size", [20, 100, 10**9])
def test_a_unit_of_the_mirror_plan_has_one_first_column_its_group(n: int, size: int) -> None:
    units = Units(Plan("mirror", n, size), sized=False)
    for unit, group in enumerate(units.group):
        assert {job.open[0] for job in units.task_jobs(unit)} == {1 << group}
    assert sorted(set(units.group)) == list(range((n + 1) // 2))


def test_small_pieces_share_a_unit_with_their_neighbours() -> None:
    few, many = Units(Plan("border", 9, 10**6)), Units(Plan("border", 9, 50))
    assert len(few) == 1 < len(many)
    assert len(few.task_jobs(0)) == len(few.plan.whole_jobs())
    assert any(len(many.task_jobs(unit)) > 1 for unit in range(len(many)))
    assert set(many.group) == {-1}


def test_the_list_of_units_is_the_same_everywhere() -> None:
    """Written down once: a ledger that has begun must go on with every later version."""
    known = {
        Plan("mirror", 12, 1000): "43445a2b79161a32",
        Plan("border", 12, 1000): "0343fbc95b9efdf3",
        Plan("board", 9, 100, fixed=((0, 1),), blocked=((4, 4),)): "e45c922db012156b",
        Plan("jobs", 4, 3, jobs=(Job((1, 15, 15, 15), 2),)): "e42e59dddcd4471e",
    }
    assert {plan: Units(plan, sized=False).sha256[:16] for plan in known} == known


@pytest.mark.core
@pytest.mark.parametrize("plan", [Plan("mirror", 9, 400), Plan("border", 9, 400)])
def test_the_units_are_the_same_without_the_compiled_core(
    plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = Units(plan)
    monkeypatch.setattr("huisu.estimate.core", _pure)
    pure = Units(plan)
    assert (pure.sha256, pure.order(), pure.nodes) == (
        compiled.sha256, compiled.order(), compiled.nodes,
    )  # fmt: skip


def test_plans_that_are_cut_differently_have_different_sums() -> None:
    sizes = (5, 50, 10**6)
    units = [Units(Plan("mirror", 7, size), sized=False) for size in sizes]
    assert len({one.sha256 for one in units}) == 3
    one, two = (Plan("jobs", 1, 1, jobs=(Job((1,), weight),)) for weight in (1, 2))
    assert Units(one).sha256 != Units(two).sha256


@pytest.mark.core
@pytest.mark.parametrize("plan", [Plan("mirror", 14, 50_000), Plan("border", 14, 20_000)])
def test_the_expected_nodes_of_all_units_are_those_of_the_plan(plan: Plan) -> None:
    units = Units(plan)
    assert units.errors is not None
    true, _ = estimated(plan.whole_jobs(), 99, 400_000)
    error = sqrt(sum(error**2 for error in units.errors))
    assert len(units) > 50
    assert error < 0.02 * true
    assert abs(sum(units.nodes) - true) < 4 * error


def test_units_that_are_not_sized_are_the_same_units_in_the_same_order() -> None:
    plan = Plan("mirror", 10, 500)
    sized, plain = Units(plan), Units(plan, sized=False)
    assert (plain.sha256, plain.order(), plain.group) == (sized.sha256, sized.order(), sized.group)
    assert plain.errors is None
    assert set(plain.nodes) == {1.0}


@pytest.mark.core
def test_progress_says_how_many_units_there_are() -> None:
    heard: list[int] = []
    units = Units(Plan("mirror", 12, 100), heard.append, sized=False)
    assert heard == list(range(1000, len(units) + 1, 1000))
    assert len(heard) > 1


@pytest.mark.parametrize("size", [5, 50, 100])
def test_the_order_is_every_unit_once_the_largest_first(size: int) -> None:
    units = Units(Plan("mirror", 8, size))
    order = units.order()
    assert sorted(order) == list(range(len(units)))
    first, last = order[: len(order) // 4 + 1], order[-(len(order) // 4 + 1) :]
    assert sum(units.nodes[k] for k in first) >= sum(units.nodes[k] for k in last)


@given(st.lists(st.floats(1, 1e14), max_size=40))
def test_sizes_are_ordered_but_for_those_nearly_equal(sizes: list[float]) -> None:
    order = largest_first(array("d", sizes))
    assert sorted(order) == list(range(len(sizes)))
    for before, after in pairwise(order):
        assert sizes[before] >= sizes[after] - max(sizes) / 900
        assert before < after or sizes[before] > sizes[after]


def test_first_queens_are_put_on_every_open_square_of_the_first_row() -> None:
    jobs = list(first_queens([Job((0b1010, 15, 15, 15), 2), Job((0b0100, 15, 15, 15), 1)]))
    assert [list(columns_in(job.open[0])) for job in jobs] == [[1], [3], [2]]
    assert [job.weight for job in jobs] == [2, 2, 1]


@pytest.mark.core
@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize("n", [1, 2, 12, 13])
def test_halves_are_ranges_of_the_units_of_the_join(n: int, size: int) -> None:
    units = Units(Plan("halves", n, size))
    ranges = [range(*units.join_range(unit)) for unit in range(len(units))]
    joined = [k for one in ranges for k in one]
    assert joined == list(range(len(joined)))
    assert all(len(one) == size for one in ranges[:-1])
    assert units.task_jobs(0) == ()
    assert sorted(units.order()) == list(range(len(units)))


@pytest.mark.core
def test_the_first_halves_counted_are_spread_over_all() -> None:
    units = Units(Plan("halves", 16, 1))
    first = sorted(units.order()[:10])
    assert max(b - a for a, b in pairwise(first)) < len(units) // 4


def test_without_the_core_halves_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huisu.runs.plan.compiled", False)
    assert refused(lambda: Units(Plan("halves", 8, 1))).key == "error.runs.plan.uncompiled"
    assert len(Units(Plan("halves", 0, 1))) == 1


@pytest.mark.long
def test_a_million_units_take_less_than_200_megabytes() -> None:
    import resource  # not on every system

    units = Units(Plan("mirror", 20, 2_200_000))
    assert len(units) > 10**6
    assert len(units.order()) == len(units)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 400_000
