"""Are the textbook problems answered as the textbooks say, and as trying everything says?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huisu.backtrack import Driver, Order, Problem, Run, best, count, is_unique, solutions
from huisu.classics import (
    CLASSICS,
    Batch,
    BoardLayout,
    Circles,
    Classic,
    Clique,
    Colouring,
    Knapsack,
    Loading,
    Queens,
    Salesman,
    SignTriangle,
    Stamps,
    SubsetSum,
    Sudoku,
    classic,
    instance_from_json,
)
from huisu.errors import InputError, NoSolution
from huisu.words import LANGUAGES
from instances import ANY, instances, is_filled, small_grids, space
from roads import DATA

CASES: list[dict[str, Any]] = json.loads((DATA / "classics.json").read_text("utf-8"))["cases"]
BEST = [name for name, each in CLASSICS.items() if each.goal == "best"]

each_case = pytest.mark.parametrize(
    "case", CASES, ids=lambda case: f"{case['classic']} {json.dumps(case['instance'])}"[:60]
)
each_classic = pytest.mark.parametrize("name", CLASSICS)


def of(case: dict[str, Any]) -> Classic:
    return instance_from_json(classic(case["classic"]), json.dumps(case["instance"]))


def run_of(instance: Classic, **options: Any) -> Run[int]:
    return solutions(instance.problem(), goal=instance.goal, **options)


def found(instance: Classic, **options: Any) -> object:
    """Return what a search finds: the set of all solutions, or how good the best one is."""
    run = run_of(instance, **options)
    xs = list(run)
    if instance.goal == "best":
        return pytest.approx(run.best.value, rel=1e-9) if run.best else None
    assert len(set(xs)) == len(xs)
    return set(xs)


def wanted(instance: Classic) -> object:
    """Return the same by trying the whole solution space."""
    xs = {x for x in space(instance) if instance.check(x)}
    if instance.goal == "all":
        return xs
    choose = max if instance.make_problem().sense == "maximise" else min
    return choose(map(instance.worth, xs), default=None)


def labelled(instance: Classic, xs: Sequence[tuple[int, ...]]) -> list[str]:
    return [" ".join(str(instance.label(value)) for value in x) for x in xs]


def test_every_problem_has_an_answer_of_the_textbook_or_is_sudoku() -> None:
    assert {case["classic"] for case in CASES} | {"sudoku"} == set(CLASSICS)


@each_case
def test_the_textbooks_answers(case: dict[str, Any]) -> None:
    run = run_of(instance := of(case))
    xs = list(run)
    if instance.goal == "best":
        assert run.best is not None
        assert run.best.value == pytest.approx(case["value"], rel=1e-9)
    else:
        assert len(xs) == case["count"]
    assert run.stats.generated == case.get("generated", run.stats.generated)
    if "says" in case:
        x = run.best.solution if run.best else xs[0]
        assert case["says"] in instance.answer(x)


@pytest.mark.parametrize("case", [case for case in CASES if "solutions" in case])
def test_the_textbooks_lists_of_solutions(case: dict[str, Any]) -> None:
    instance = of(case)
    assert labelled(instance, list(run_of(instance))) == case["solutions"]


@pytest.mark.parametrize("case", [case for case in CASES if "best" in case])
def test_the_textbooks_best_solutions_are_all_of_that_value(case: dict[str, Any]) -> None:
    instance = of(case)
    xs = solutions(instance.problem(), goal="all")
    best_ones = [x for x in xs if instance.worth(x) == case["value"]]
    assert labelled(instance, best_ones) == case["best"]


@each_classic
@given(data=st.data())
def test_a_search_finds_what_trying_everything_finds(name: str, data: st.DataObject) -> None:
    instance = data.draw(instances(name))
    assert found(instance) == wanted(instance)


@pytest.mark.parametrize("name", BEST)
@given(data=st.data())
def test_pruning_by_the_bound_changes_no_answer(name: str, data: st.DataObject) -> None:
    instance = data.draw(instances(name))

    def unbounded() -> Problem[int]:
        return replace(instance.make_problem(), bound=None)

    plain = solutions(unbounded, goal="best")
    list(plain)
    list(pruned := run_of(instance))
    assert pruned.best == plain.best
    assert pruned.stats.generated <= plain.stats.generated


@pytest.mark.parametrize(
    ("instance", "x", "bound"),
    [
        (Loading(), (0,), 40 + 40),
        (Loading(), (1,), 10 + 80),
        (Knapsack(), (1,), 45 + 24),  # and not 23 1/3: rounded up
        (Knapsack(), (0,), 25 + 25),
        (Knapsack(capacity=46), (1,), 45 + 25 + 25),
        (Clique(), (1, 0), 1 + 3),
        (Batch(), (0, 2), 3 + 7),
        (Salesman(), (2, 1), 6 + 5),
        (Circles(), (2, 0), 2 + 2 * 2**0.5 + 1),
        (BoardLayout(), (0, 3), 2),
    ],
)
def test_the_bounds_are_the_textbooks(instance: Classic, x: tuple[int, ...], bound: float) -> None:
    problem = instance.make_problem()
    assert problem.push is not None
    assert problem.bound is not None
    for k in range(len(x)):
        problem.push(k, x[: k + 1])
    assert problem.bound(len(x) - 1, x) == pytest.approx(bound)


@pytest.mark.parametrize("name", BEST)
@given(data=st.data())
def test_what_a_solution_is_worth_is_what_the_search_says(name: str, data: st.DataObject) -> None:
    instance = data.draw(instances(name))
    run = run_of(instance)
    for x in run:
        assert instance.check(x)
        assert run.best is not None
        assert run.best.solution == x
        assert instance.worth(x) == pytest.approx(run.best.value, rel=1e-9)


@given(ANY)
def test_both_drivers_find_the_same_by_the_same_way(instance: Classic) -> None:
    runs = [run_of(instance, driver=driver) for driver in get_args(Driver)]
    one, other = map(list, runs)
    assert one == other
    assert runs[0].stats == runs[1].stats


@given(ANY, st.sampled_from(get_args(Order)), st.integers(0, 9))
def test_every_order_finds_the_same(instance: Classic, order: Order, seed: int) -> None:
    assert found(instance, order=order, seed=seed) == found(instance)


@given(ANY)
def test_two_runs_interleaved_do_not_disturb_each_other(instance: Classic) -> None:
    alone = list(run_of(instance))
    problem = instance.problem()
    one, other = (solutions(problem, goal=instance.goal) for _ in range(2))
    next(other, None)
    assert [x for x in one if next(other, None) or True] == alone
    assert list(run_of(instance)) == alone


@each_classic
def test_a_search_resumes_where_it_stopped(name: str) -> None:
    instance = CLASSICS[name]()
    whole, stopped = list(run_of(instance)), run_of(instance, solutions=1)
    first = list(stopped)
    rest = run_of(instance, resume=stopped.checkpoint())
    assert [*first, *rest] == whole
    assert rest.outcome == "complete"


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (Knapsack(), Knapsack(capacity=31)),
        (Clique(), Colouring(colours=2)),
        (Queens(4), Queens(4, tree="n-ary")),
        (Queens(4), Queens(5)),
        (Queens(4), Queens(4, blocked=((0, 0),))),
        (Queens(4, blocked=((0, 0),)), Queens(4, fixed=((0, 1),))),
        (Queens(4, fixed=((0, 1),)), Queens(4, "n-ary", fixed=((0, 1),))),
        (SubsetSum(), SubsetSum(target=31)),
    ],
)
def test_a_checkpoint_of_another_instance_is_refused(ours: Classic, theirs: Classic) -> None:
    stopped = run_of(theirs, solutions=1)
    list(stopped)
    with pytest.raises(InputError):
        run_of(ours, resume=stopped.checkpoint())


def killed(instance: Classic) -> list[tuple[int, tuple[int, ...]]]:
    """Return each (k, x) that the constraint function refuses in a search of the whole tree."""
    refused = []

    def watched() -> Problem[int]:
        problem = instance.make_problem()
        lives = problem.feasible or (lambda k, x: True)

        def feasible(k: int, x: Sequence[int]) -> bool:
            if not lives(k, x):
                refused.append((k, tuple(x)))
            return lives(k, x)

        return replace(problem, feasible=feasible)

    for _ in solutions(watched):
        pass
    return refused


@given(ANY)
def test_every_killed_node_has_a_cause_in_both_languages(instance: Classic) -> None:
    cause = instance.make_problem().cause
    for k, x in killed(instance):
        assert cause is not None
        why = cause(k, x)
        assert not isinstance(why, str)
        assert 1 <= len(why.mark) <= 2
        assert all(why.text(language).strip() for language in LANGUAGES)


@pytest.mark.parametrize(
    ("instance", "x", "cause"),
    [
        (Loading(), (1, 1, 1), "weight 90 is over the first ship's capacity 50"),
        (Knapsack(), (1, 1), "weight 31 is over the capacity 30"),
        (Clique(), (1, 0, 1), "no edge joins vertex 3 and vertex 1"),
        (Clique(3, ((0, 1),)), (1, 1, 1), "no edge joins vertex 3 and vertex 1"),
        (Colouring(), (0, 0), "vertex 2 is joined to vertex 1, which has colour 1 too"),
        (Queens(4, blocked=((1, 2),)), (0, 2), "square (2,3) is blocked"),
        (Queens(4, blocked=((1, 1),)), (0, 1), "square (2,2) is blocked"),  # and attacked
        (Queens(4, fixed=((1, 2),)), (0, 1), "row 2 has its queen fixed on column 3"),
        (Queens(4, fixed=((1, 2),), blocked=((1, 0),)), (1, 0), "square (2,1) is blocked"),
        (Queens(4, fixed=((1, 2),)), (1, 2), "same falling diagonal ↘ as row 1"),
        (SubsetSum(), (1, 1, 1, 1), "the sum 40 is over the target 30"),
        (
            SubsetSum(),
            (0, 0, 0, 0, 0),
            "the sum 0 and all that is left, 18, do not reach the target 30",
        ),
        (SignTriangle(5), (0,), "15 signs in all: an odd number has no halves"),
        (SignTriangle(4), (0, 0, 0), "already 6 signs +, more than half of all, 5"),
        (Salesman(((0, None), (1, 0))), (1,), "there is no way from vertex 1 to vertex 2"),
        (Salesman(((0, 1), (None, 0))), (1,), "there is no way from vertex 2 to vertex 1"),
        (Sudoku(), (8,), "8 stands in this row already: row 1, column 2"),
        (Sudoku(), (6,), "6 stands in this column already: row 3, column 1"),
        (
            Sudoku(),
            (7, 8, 3, 9, 2, 1, 6, 4, 5, 3),
            "3 stands in this box already: row 1, column 3",
        ),
    ],
)
def test_a_cause_says_what_clashes(instance: Any, x: tuple[int, ...], cause: str) -> None:
    assert instance.cause(len(x) - 1, x).en == cause


#: The killed nodes of the walk through the permutation tree of four queens, to the first answer.
WALK = [
    ((1, 2), "↘", 1),
    ((1, 3, 2), "↗", 2),
    ((1, 3, 4), "↘", 2),
    ((1, 4, 2, 3), "↘", 3),
    ((1, 4, 3), "↘", 1),
    ((2, 1), "↗", 1),
    ((2, 3), "↘", 1),
]


def test_the_walk_of_four_queens_has_the_causes_that_are_told() -> None:
    queens = Queens(4)
    whys = [(x, queens.cause(k, x)) for k, x in killed(queens)[: len(WALK)]]
    told = [(tuple(column + 1 for column in x), why.mark, why.en[-1]) for x, why in whys]
    assert told == [(x, mark, str(row)) for x, mark, row in WALK]


def test_in_the_n_ary_tree_columns_attack_too() -> None:
    assert Queens(4, tree="n-ary").cause(2, (0, 2, 0)).en == "same column as row 1"


@given(st.integers(0, 7))
def test_both_trees_have_the_same_queens(n: int) -> None:
    assert list(run_of(Queens(n))) == list(run_of(Queens(n, tree="n-ary")))


@given(instances("sudoku"))
def test_the_checker_of_sudoku_agrees_with_another_one(grid: Sudoku) -> None:
    for x in small_grids(grid):
        assert grid.check(x) == is_filled(grid, x)


def test_the_sudoku_has_81_variables_and_one_solution() -> None:
    sudoku = Sudoku()
    assert sudoku.make_problem().depth == 81
    assert is_unique(sudoku.problem())
    assert sum(map(bool, sudoku.given)) == 30


def test_an_empty_grid_of_four_has_its_288_solutions() -> None:
    assert count(Sudoku(rows=("....",) * 4).problem()) == 288


@each_classic
def test_a_checker_refuses_vectors_of_another_length_and_strange_values(name: str) -> None:
    instance = CLASSICS[name]()
    x = list(run_of(instance))[-1]
    assert instance.check(x)
    assert not instance.check(x[:-1])
    assert not instance.check((*x, x[-1]))
    assert not instance.check((*x[:-1], 99))


def test_where_no_vector_is_feasible_there_is_no_best_one() -> None:
    with pytest.raises(NoSolution):
        best(Salesman(((0, None), (1, 0))).problem())


def test_the_second_ship_may_be_full_too() -> None:
    assert Loading((50, 50), (50, 50)).carries_all((1, 0))
    assert not Loading((50, 50), (50, 49)).carries_all((1, 0))


def test_a_triangle_without_halves_is_not_searched() -> None:
    run = run_of(SignTriangle(9))
    assert (list(run), run.stats.generated) == ([], 3)


def test_the_components_of_a_knapsack_go_by_value_per_weight() -> None:
    sack = Knapsack(weights=(4, 0, 1, 2), values=(4, 0, 9, 2), capacity=6)
    assert sack.order == (1, 2, 0, 3)
    assert sack.taken((0, 1, 1, 0)) == (0, 2)
    assert best(sack.problem()) == (13, (1, 1, 1, 0))


def test_a_huge_number_is_no_reason_to_round() -> None:
    huge = 10**40
    sack = Knapsack(weights=(3 * huge, 2 * huge), values=(huge + 1, huge), capacity=3 * huge)
    assert best(sack.problem()).value == huge + 1


@given(instances("circles"))
def test_circles_and_their_mirror_image_are_equally_wide(circles: Circles) -> None:
    improving = list(solutions(lambda: replace(circles.make_problem(), bound=None), goal="best"))
    assert all(x == x[::-1] or x[::-1] not in improving for x in improving)


def test_stamps_are_tried_up_to_one_beyond_the_run() -> None:
    xs = list(solutions(Stamps(stamps=2, most=3).problem()))
    assert xs == [(1, 2), (1, 3), (1, 4)]
