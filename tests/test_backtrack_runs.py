"""Can a run be left, stopped by a limit, resumed and asked how far it is, and lose nothing?"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Sequence
from itertools import islice, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huisu.backtrack import Driver, Problem, best, count, first, is_unique, kth
from huisu.backtrack import solutions as solutions_of
from huisu.errors import Interrupted
from huisu.progress import Progress
from problems import DRIVERS, Drawn, Vector, Watched, choices, drawn_problems, queens, whole
from roads import refused

each_driver = pytest.mark.parametrize("driver", DRIVERS)


@given(drawn_problems, choices, st.randoms(use_true_random=False))
def test_runs_of_one_problem_may_be_advanced_in_any_turn(
    drawn: Drawn, chosen: dict[str, Any], turns: Any
) -> None:
    problem = Watched(drawn)
    runs = [solutions_of(problem, **chosen) for _ in range(3)]
    found: list[list[Vector]] = [[], [], []]
    for _ in range(200):
        turn = turns.randrange(3)
        found[turn] += islice(runs[turn], 1)
    for run, own in zip(runs, found, strict=True):
        assert [*own, *run] == whole(drawn, chosen)[0]


def test_a_run_that_is_left_or_closed_disturbs_no_other() -> None:
    left, closed, last = (solutions_of(queens(6)) for _ in range(3))
    assert next(left) == next(closed) == next(last)
    closed.close()
    del left
    assert list(closed) == []
    assert (closed.outcome, last.outcome) == ("closed", "unfinished")
    assert len(list(last)) == 3
    last.close()
    assert last.outcome == "complete"


def test_a_run_gives_each_solution_once_and_a_second_list_is_empty() -> None:
    run = solutions_of(queens(6))
    assert len(list(run)) == 4
    assert list(run) == []
    assert iter(run) is run


def test_a_run_that_asks_itself_is_refused_and_goes_on() -> None:
    asked: list[int] = []

    def feasible(k: int, x: Sequence[int]) -> bool:
        if not asked:
            asked.append(k)
            next(run)
        return True

    run = solutions_of(Problem(2, (0, 1), feasible))
    with pytest.raises(ValueError, match="already executing"):
        next(run)
    assert list(run) == list(product((0, 1), repeat=2))


def test_the_iterative_driver_has_no_limit_of_depth() -> None:
    deep = Problem(100_000, (0, 1), lambda k, x: not x[k] or k > 99_990)
    run = solutions_of(deep)
    found = list(islice(run, 100))
    assert len(set(found)) == 100
    text = run.checkpoint()
    assert len(text) < 3000
    rest = solutions_of(deep, resume=text)
    assert list(rest) == list(run)
    assert rest.stats == run.stats
    assert rest.stats.answers == 2**9


def test_the_recursive_driver_goes_as_deep_as_it_says() -> None:
    error = refused(lambda: first_recursive(5000))
    assert error.key == "error.recursive"
    most = error.values["most"]
    assert isinstance(most, int)
    assert len(first_recursive(most - 5)) == most - 5
    assert refused(lambda: first_recursive(most + 5)).key == "error.recursive"


def test_the_recursive_driver_knows_how_deep_its_caller_is() -> None:
    def below(levels: int) -> Any:
        return below(levels - 1) if levels else refused(lambda: first_recursive(5000))

    assert below(100).values["most"] <= below(0).values["most"] - 100


def first_recursive(depth: int) -> Vector:
    return next(solutions_of(Problem(depth, (0, 1), lambda k, x: True), driver="recursive"))


@given(drawn_problems, choices, st.integers(1, 20))
def test_a_search_of_many_short_runs_is_that_of_one_long_run(
    drawn: Drawn, chosen: dict[str, Any], nodes: int
) -> None:
    found: list[Vector] = []
    text, outcome = None, ""
    while outcome != "complete":
        run = solutions_of(Watched(drawn), nodes=nodes, resume=text, **chosen)
        found += run
        assert text != run.checkpoint(), "there must be a step forward"
        text, outcome = run.checkpoint(), run.outcome
        assert outcome in ("complete", "nodes")
    assert (found, run.stats, run.best) == whole(drawn, chosen)


@given(drawn_problems, choices, st.sampled_from([{"solutions": 1}, {"seconds": 1e-9}]))
def test_so_it_is_with_the_other_limits(
    drawn: Drawn, chosen: dict[str, Any], limit: dict[str, Any]
) -> None:
    found: list[Vector] = []
    text, outcome = None, ""
    while outcome != "complete":
        run = solutions_of(Watched(drawn), resume=text, **limit, **chosen)
        found += run
        text, outcome = run.checkpoint(), run.outcome
        assert outcome in ("complete", *limit)
    assert (found, run.stats, run.best) == whole(drawn, chosen)


@given(drawn_problems, choices, choices, st.integers(0, 30))
def test_a_checkpoint_may_be_made_after_any_solution_and_resumed_by_either_driver(
    drawn: Drawn, chosen: dict[str, Any], other: dict[str, Any], after: int
) -> None:
    found, stats, found_best = whole(drawn, chosen)
    run = solutions_of(Watched(drawn), **chosen)
    assert list(islice(run, after)) == found[:after]
    rest = solutions_of(
        Watched(drawn), **{**chosen, "driver": other["driver"]}, resume=run.checkpoint()
    )
    assert rest.stats == run.stats
    assert list(rest) == found[after:]
    assert (rest.stats, rest.best) == (stats, found_best)


@each_driver
@pytest.mark.parametrize(
    ("limit", "answers"), [({"nodes": 0}, 0), ({"seconds": 0}, 0), ({"solutions": 0}, 0)]
)
def test_a_limit_of_nothing_stops_before_the_first_step(
    driver: Driver, limit: dict[str, Any], answers: int
) -> None:
    run = solutions_of(queens(6), driver=driver, **limit)
    assert len(list(run)) == answers
    assert run.stats.generated == 1
    assert [run.outcome] == list(limit)


@each_driver
def test_a_limit_of_nodes_is_kept_but_for_the_children_of_one_node(driver: Driver) -> None:
    for nodes in (1, 10, 100, 1000):
        run = solutions_of(queens(8), nodes=nodes, driver=driver)
        list(run)
        assert run.outcome == "nodes"
        assert nodes < run.stats.generated <= nodes + 9


def test_a_limit_of_seconds_stops_a_search_without_solutions() -> None:
    endless = Problem(100, (0, 1), lambda k, x: k < 99)
    run = solutions_of(endless, seconds=0.05)
    assert list(run) == []
    assert run.outcome == "seconds"
    assert 0 < run.progress < 1


def test_a_run_says_in_short_how_it_stands() -> None:
    run = solutions_of(queens(6))
    next(run)
    assert repr(run) == "<Run of '6 queens': unfinished, answers 1>"


def test_a_limit_of_solutions_says_so_even_if_there_are_no_more() -> None:
    run = solutions_of(queens(6), solutions=4)
    assert (len(list(run)), run.outcome) == (4, "solutions")
    assert list(run) == []
    assert (list(rest := solutions_of(queens(6), resume=run.checkpoint())), rest.outcome) == (
        [],
        "complete",
    )


@pytest.mark.parametrize(
    ("question", "limit", "partial"),
    [
        (count, {"nodes": 500}, 3),
        (count, {"seconds": 0}, 0),
        (first, {"nodes": 10}, 0),
        (is_unique, {"nodes": 10}, 0),
        (lambda problem, **limit: kth(problem, 3, **limit), {"nodes": 500}, 3),
    ],
)
def test_a_question_that_was_stopped_is_not_answered(
    question: Callable[..., Any], limit: dict[str, Any], partial: int
) -> None:
    with pytest.raises(Interrupted) as caught:
        question(queens(6), **limit)
    assert caught.value.key == f"interrupted.{next(iter(limit))}"
    assert caught.value.partial == partial
    assert count(queens(6), resume=caught.value.checkpoint) == 4


def test_the_best_of_a_stopped_search_is_only_the_best_so_far() -> None:
    sack = Problem(10, (0, 1), value=lambda x: sum(v * 2**k for k, v in enumerate(x)))
    with pytest.raises(Interrupted) as caught:
        best(sack, nodes=100)
    assert caught.value.partial.value < 1023
    assert best(sack, resume=caught.value.checkpoint) == (1023, (1,) * 10)
    with pytest.raises(Interrupted) as caught:
        best(sack, nodes=1)
    assert caught.value.partial is None


@given(drawn_problems, choices)
def test_progress_never_decreases_and_is_1_only_at_the_end(
    drawn: Drawn, chosen: dict[str, Any]
) -> None:
    shares: list[float] = []
    run = solutions_of(Watched(drawn, lambda number: shares.append(run.progress)), **chosen)
    for _ in run:
        shares.append(run.progress)
    assert shares == sorted(shares)
    assert all(0 <= share < 1 for share in shares)
    assert run.progress == 1


def test_progress_is_told_and_ends_at_1() -> None:
    told: list[Progress] = []
    assert count(queens(7), on_progress=told.append) == 40
    shares = [progress.done for progress in told]
    assert len(shares) > 1
    assert (shares[0], shares[-1]) == (0, 1)
    assert shares == sorted(shares)
    assert told[-1] == (1, 40)


def test_progress_of_a_stopped_search_is_told_and_does_not_end_at_1() -> None:
    told: list[Progress] = []
    run = solutions_of(queens(7), solutions=20, on_progress=told.append)
    list(run)
    assert told[-1] == (run.progress, 20)
    assert 0.3 < run.progress < 0.7


@each_driver
def test_memory_is_that_of_one_path(driver: Driver) -> None:
    def most(solutions: int) -> int:
        run = solutions_of(Problem(12, (0, 1)), driver=driver)
        tracemalloc.start()
        for _ in islice(run, solutions):
            pass
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return peak

    most(50)
    assert most(4096) < most(50) + 2000
