"""Does the engine find what is there, in the textbook's order, and count what it meets?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from huisu.backtrack import (
    Best,
    Driver,
    Goal,
    Order,
    Problem,
    any_solution,
    best,
    count,
    estimate,
    first,
    is_unique,
    kth,
    solutions,
)
from huisu.backtrack.order import centre_out
from huisu.errors import NoSolution
from huisu.queens.reference import solutions_recursive
from problems import DRIVERS, Drawn, Vector, Watched, drawn_problems, permutation_queens, queens
from roads import refused

each_driver = pytest.mark.parametrize("driver", DRIVERS)
goals = st.sampled_from(get_args(Goal))


def distinct(k: int, x: Sequence[object]) -> bool:
    return x[k] not in x[:k]


@given(drawn_problems)
def test_the_solutions_are_those_among_all_vectors_in_lexicographic_order(drawn: Drawn) -> None:
    for driver in DRIVERS:
        run = solutions(Watched(drawn), driver=driver)
        assert list(run) == drawn.vectors()
        assert run.outcome == "complete"


@given(drawn_problems)
def test_the_best_is_the_first_of_the_best_among_all_vectors(drawn: Drawn) -> None:
    for driver in DRIVERS:
        run = solutions(Watched(drawn), goal="best", driver=driver)
        found = list(run)
        assert run.best == drawn.best()
        assert found == [x for x in drawn.vectors() if x in found]
        worth = [drawn.value(x) for x in found]
        assert worth == sorted(set(worth), reverse=drawn.sense == "minimise")


@given(drawn_problems, goals)
def test_both_drivers_ask_the_same_questions_in_the_same_order(drawn: Drawn, goal: Goal) -> None:
    watched = [Watched(drawn) for _ in DRIVERS]
    runs = [solutions(w, goal=goal, driver=d) for w, d in zip(watched, DRIVERS, strict=True)]
    assert list(runs[0]) == list(runs[1])
    assert runs[0].stats == runs[1].stats
    assert watched[0].calls == watched[1].calls


@given(drawn_problems, goals)
def test_every_node_generated_was_killed_or_cut_or_lived(drawn: Drawn, goal: Goal) -> None:
    watched = Watched(drawn)
    run = solutions(watched, goal=goal)
    answers = len(list(run))
    stats = run.stats
    asked = [len(x) for name, x in watched.calls if name == "feasible"]
    assert stats.generated_by_level == tuple(
        asked.count(level) + (not level) for level in range(drawn.depth + 1)
    )
    fates = zip(stats.killed_by_level, stats.cut_by_level, stats.profile, strict=True)
    assert stats.generated_by_level == tuple(map(sum, fates))
    assert stats.answers == answers
    assert stats.backtracks == sum(stats.profile[1 : drawn.depth])


@given(drawn_problems)
def test_a_pruned_search_and_one_without_bound_have_the_same_best(drawn: Drawn) -> None:
    def plain() -> Problem[int]:
        return Problem(
            drawn.depth, drawn.domain, drawn.feasible, value=drawn.value, sense=drawn.sense
        )

    pruned, whole = (solutions(source, goal="best") for source in (Watched(drawn), plain))
    assert list(pruned) == list(whole)
    assert pruned.stats.generated <= whole.stats.generated
    if not drawn.has_one_domain:
        assert not any(whole.stats.cut_by_level[:-1])


@each_driver
@pytest.mark.parametrize("n", range(9))
def test_n_queens_are_placed_as_the_textbook_does(n: int, driver: Driver) -> None:
    assert list(solutions(queens(n), driver=driver)) == list(solutions_recursive(n))


@each_driver
def test_the_tree_of_8_queens_is_the_published_one(driver: Driver) -> None:
    run = solutions(queens(8), driver=driver)
    assert len(list(run)) == 92
    assert run.stats.generated == 8 * sum(run.stats.profile[:8]) + 1 == 15_721
    assert run.stats.profile == (1, 8, 42, 140, 344, 568, 550, 312, 92)
    assert run.stats.backtracks == 8 + 42 + 140 + 344 + 568 + 550 + 312


@pytest.mark.parametrize(
    ("problem", "generated"),
    [(queens(4), 61), (permutation_queens(4), 33), (permutation_queens(8), 5509)],
)
def test_each_tree_has_its_number_of_generated_nodes(problem: Problem[int], generated: int) -> None:
    run = solutions(problem)
    list(run)
    assert run.stats.generated == generated


@dataclass
class Rooks:
    """A problem as an object of a class of its own, with a state in it."""

    depth: int
    name: str = "rooks"

    def __post_init__(self) -> None:
        self.taken: set[int] = set()

    @property
    def domain(self) -> range:
        return range(self.depth)

    def feasible(self, k: int, x: Sequence[int]) -> bool:
        return x[k] not in self.taken

    def push(self, k: int, x: Sequence[int]) -> None:
        self.taken.add(x[k])

    def pop(self, k: int, x: Sequence[int]) -> None:
        self.taken.remove(x[k])


def test_an_object_of_any_class_is_a_problem_and_each_run_works_on_a_copy() -> None:
    rooks = Rooks(4)
    runs = [solutions(rooks), solutions(rooks)]
    together = list(zip(*runs, strict=True))
    assert together == [(x, x) for x in permutations(range(4))]
    assert rooks.taken == set()


def test_a_class_is_a_function_that_makes_problems() -> None:
    class Pairs:
        depth = 2
        domain = "ab"

    assert count(Pairs) == 4


def test_a_domain_may_be_anything_that_is_iterable() -> None:
    def thrice(k: int, x: Sequence[str]) -> Iterator[str]:
        yield from ("a", "b", "c")[k:]

    assert list(solutions(Problem(2, thrice))) == list(product("abc", "bc"))
    for domain in ("ab", ["a", "b"], {"a": 1, "b": 2}, np.array(["a", "b"])):
        assert list(solutions(Problem(2, domain))) == list(product("ab", repeat=2))


def test_values_need_neither_be_hashable_nor_comparable() -> None:
    arrays = [np.array([1, 2]), np.array([3, 4]), np.array([5, 6])]
    wanted = Problem(2, arrays, lambda k, x: k == 0 or x[0] is not x[1])
    for order in (*get_args(Order), lambda k, x, values: values[::-1]):
        found = list(solutions(wanted, order=order))
        assert sorted(tuple(int(a[0]) for a in x) for x in found) == list(
            permutations((1, 3, 5), 2)
        )


def test_solutions_are_tuples_that_the_search_never_touches_again() -> None:
    found = list(solutions(Problem(2, (0, 1))))
    assert found == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert {type(x) for x in found} == {tuple}


@pytest.mark.parametrize("order", get_args(Order))
@given(drawn=drawn_problems)
def test_an_order_rearranges_the_solutions_and_keeps_the_tree(drawn: Drawn, order: Order) -> None:
    runs = [solutions(Watched(drawn), order=order, seed=5, driver=driver) for driver in DRIVERS]
    assert list(runs[0]) == (found := list(runs[1]))
    assert sorted(found) == drawn.vectors()
    plain = solutions(Watched(drawn))
    list(plain)
    assert {run.stats for run in runs} == {plain.stats}


def test_each_order_begins_where_it_says() -> None:
    pairs = Problem(2, (1, 2, 3))
    orders = {order: list(solutions(pairs, order=order)) for order in get_args(Order)}
    assert orders["reverse"] == orders["lexicographic"][::-1]
    assert orders["centre-out"][:4] == [(2, 2), (2, 1), (2, 3), (1, 2)]
    assert centre_out([1, 2, 3, 4]) == [2, 3, 1, 4]
    assert len({tuple(solutions(pairs, order="random", seed=seed)) for seed in range(20)}) > 15


def test_a_random_order_is_the_same_in_every_version_of_python() -> None:
    run = solutions(Problem(3, range(10)), order="random", seed=2025)
    assert [next(run) for _ in range(3)] == [(4, 6, 4), (4, 6, 1), (4, 6, 0)]


def test_an_arrangement_sees_the_path_and_the_values_of_the_domain() -> None:
    seen: list[tuple[int, Vector, Vector]] = []

    def arrange(k: int, x: Sequence[int], values: Sequence[int]) -> Iterable[int]:
        seen.append((k, tuple(x), tuple(values)))
        return sorted(values, reverse=k == 1)

    assert list(solutions(Problem(2, range(300, 302)), order=arrange))[:2] == [
        (300, 301),
        (300, 300),
    ]
    assert seen[:2] == [(0, (), (300, 301)), (1, (300,), (300, 301))]


@pytest.mark.parametrize(
    "arrange",
    [
        lambda k, x, values: values[1:],
        lambda k, x, values: [values[0]] * len(values),
        lambda k, x, values: [[value] for value in values],
    ],
)
def test_an_arrangement_must_return_every_value_once(arrange: Callable[..., Any]) -> None:
    run = solutions(Problem(2, range(3)), order=arrange)
    assert refused(lambda: list(run)).key == "error.order.values"


@given(drawn_problems)
def test_each_question_is_answered_from_the_list_of_solutions(drawn: Drawn) -> None:
    found, problem = drawn.vectors(), Watched(drawn)
    assert count(problem) == len(found)
    assert is_unique(problem) == (len(found) == 1)
    for k, x in enumerate(found):
        assert kth(problem, k) == x
    if found:
        assert first(problem) == found[0]
        assert any_solution(problem, seed=3) in found
        assert best(problem) == drawn.best()


@pytest.mark.parametrize(
    "question", [first, best, any_solution, lambda problem: kth(problem, 0)], ids=range(4)
)
def test_a_problem_without_solution_is_said_to_have_none(question: Callable[..., Any]) -> None:
    none: Problem[int] = Problem(2, range(3), lambda k, x: k == 0, value=sum)
    with pytest.raises(NoSolution):
        question(none)
    assert count(none) == 0
    assert not is_unique(none)


def test_a_solution_beyond_the_last_is_refused_with_their_number() -> None:
    assert refused(lambda: kth(queens(6), 4)).values == {"k": 4, "found": 4}
    assert refused(lambda: kth(queens(6), -1)).key == "error.k.negative"


def test_any_solution_is_a_different_one_for_most_seeds() -> None:
    found = {any_solution(queens(8), seed=seed) for seed in range(-20, 20)}
    assert len(found) > 20
    assert found <= set(solutions(queens(8)))


def test_a_problem_without_components_has_the_empty_solution() -> None:
    empty: Problem[int] = Problem(0, (), lambda k, x: False, value=lambda x: 7)
    for driver in DRIVERS:
        run = solutions(empty, goal="best", driver=driver)
        assert list(run) == [()]
        assert run.stats.profile == run.stats.generated_by_level == (1,)
    assert best(empty) == Best(7, ())
    assert estimate(empty, probes=2).profile == (1,)


def test_every_single_probe_of_4_queens_says_13_17_or_21() -> None:
    said = [estimate(queens(4), probes=1, seed=seed).nodes for seed in range(60)]
    assert set(said) == {13, 17, 21}
    mean = estimate(queens(4), probes=2000)
    assert abs(mean.nodes - 17) <= 5 * mean.nodes_error


def test_the_tree_of_8_queens_is_estimated_right_level_by_level() -> None:
    size = estimate(permutation_queens(8), probes=2000, seed=1)
    assert abs(size.nodes - 2057) <= 5 * size.nodes_error < 400
    exact = (1, 8, 42, 140, 344, 568, 550, 312, 92)
    for mean, error, truth in zip(size.profile, size.profile_error, exact, strict=True):
        assert abs(mean - truth) <= 5 * error
    assert (size.answers, size.answers_error) == (size.profile[-1], size.profile_error[-1])


@given(drawn_problems)
def test_an_estimate_asks_as_a_search_does_and_knows_all_levels(drawn: Drawn) -> None:
    """What a search asks and which state it sees is checked by Watched."""
    size = estimate(Watched(drawn), probes=20, seed=2)
    assert len(size.profile) == drawn.depth + 1
    assert size == estimate(Problem(drawn.depth, drawn.domain, drawn.feasible), probes=20, seed=2)
    if not drawn.vectors():
        assert size.answers == 0


def test_a_tree_whose_nodes_have_equally_many_children_is_estimated_exactly() -> None:
    size = estimate(Problem(5, range(3)), probes=3)
    assert (size.profile, size.nodes_error) == ((1, 3, 9, 27, 81, 243), 0)


def test_a_tree_too_large_for_its_square_has_no_known_error() -> None:
    size = estimate(Problem(200, range(10)), probes=2)
    assert size.answers == pytest.approx(1e200)
    assert size.nodes_error == float("inf")


def test_an_estimate_notes_where_the_problem_failed() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        estimate(Problem(3, (0, 1), lambda k, x: bool(k < 2 or 1 // 0)), probes=1)
    assert "at the node (" in caught.value.__notes__[0]  # type: ignore[attr-defined]
