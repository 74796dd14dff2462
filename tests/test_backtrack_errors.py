"""Is a problem that cannot be searched refused in one sentence, and are its own errors kept?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from types import SimpleNamespace
from typing import Any

import pytest

from huisu.backtrack import (
    Driver,
    Problem,
    any_solution,
    count,
    estimate,
    first,
    is_unique,
    kth,
    solutions,
)
from huisu.classics import Knapsack
from huisu.errors import InputError
from problems import DRIVERS, place, queens
from roads import refused

each_driver = pytest.mark.parametrize("driver", DRIVERS)


class Uncopied(SimpleNamespace):
    """An object of a class of one's own that no run can copy."""

    def __init__(self, depth: int, domain: Sequence[int]) -> None:
        super().__init__(depth=depth, domain=domain, push=print, pop=print, lock=Lock())


BAD: list[tuple[str, Callable[[], object]]] = [
    ("error.problem.domain", lambda: Problem(2, None)),  # type: ignore[arg-type]
    ("error.problem.domain", lambda: Problem(2, 5)),  # type: ignore[arg-type]
    ("error.problem.iterator", lambda: Problem(2, iter(range(3)))),
    ("error.problem.iterator", lambda: Problem(2, (v for v in range(3)))),
    ("error.problem.depth", lambda: Problem(-1, range(3))),
    ("error.problem.depth.type", lambda: Problem(2.0, range(3))),  # type: ignore[arg-type]
    ("error.problem.other", lambda: 8),
    ("error.problem.other", lambda: lambda: None),
    ("error.problem.other", lambda: SimpleNamespace(depth=3)),
    ("error.problem.instance", Knapsack),
    ("error.problem.copy", lambda: Uncopied(2, range(2))),
    ("error.problem.set", lambda: Problem(2, {0, 1})),
    ("error.problem.tree", lambda: Problem(2, (0, 1), tree="binary")),  # type: ignore[arg-type]
    ("error.problem.sense", lambda: Problem(2, (), sense="maximize")),  # type: ignore[arg-type]
    ("error.problem.push", lambda: lambda: Problem(2, "ab", push=lambda k, x: None)),
    ("error.problem.state", lambda: Problem(2, (), push=print, pop=print)),
    ("error.problem.function", lambda: Problem(2, (), feasible=True)),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("key", "source"), BAD)
def test_a_problem_that_cannot_be_searched_is_refused(key: str, source: Callable[[], Any]) -> None:
    assert refused(lambda: solutions(source())).key == key
    assert refused(lambda: estimate(source())).key == key


def test_a_problem_may_not_hide_the_methods_of_a_class() -> None:
    def inherit() -> None:
        class Queens(Problem[int]):
            pass

    assert refused(inherit).key == "error.problem.subclass"


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("error.limit.whole", {"nodes": -1}),
        ("error.limit.whole", {"nodes": 1.5}),
        ("error.limit.whole", {"solutions": "3"}),
        ("error.limit", {"seconds": float("nan")}),
        ("error.limit", {"seconds": -0.1}),
        ("error.limit", {"seconds": "1"}),
        ("error.goal", {"goal": "any"}),
        ("error.problem.value", {"goal": "best"}),
        ("error.order", {"order": "backwards"}),
        ("error.driver", {"driver": "parallel"}),
        ("error.seed", {"order": "random", "seed": "abc"}),
        ("error.problem.function", {"on_progress": 5}),
        ("error.checkpoint.none", {"resume": 5}),
    ],
)
def test_an_option_that_there_is_not_is_refused(key: str, options: dict[str, Any]) -> None:
    bounded = Problem(2, range(3), bound=lambda k, x: 0)
    assert refused(lambda: solutions(bounded, **options)).key == key


@pytest.mark.parametrize(
    ("key", "question"),
    [
        ("error.k.type", lambda: kth(queens(6), "a")),  # type: ignore[arg-type]
        ("error.k.type", lambda: kth(queens(6), 1.5)),  # type: ignore[arg-type]
        ("error.k.negative", lambda: kth(queens(6), -1)),
        ("none.kth", lambda: kth(queens(6), 10**30)),
        ("none.problem", lambda: first(queens(3))),
        ("error.probes", lambda: estimate(queens(6), probes=1.5)),  # type: ignore[arg-type]
        ("error.seed", lambda: estimate(queens(6), seed="abc")),  # type: ignore[arg-type]
    ],
)
def test_a_question_that_cannot_be_answered_is_refused(
    key: str, question: Callable[[], object]
) -> None:
    assert refused(question).key == key


def test_a_function_that_makes_x_longer_is_found_out_at_the_end() -> None:
    def lengthens(k: int, x: Any) -> bool:
        x.append(k)
        return True

    longer = Problem(2, (0, 1), lengthens)
    assert refused(lambda: count(longer)).key == "error.problem.changed"
    assert refused(lambda: list(solutions(longer))).key == "error.problem.changed"


@each_driver
def test_a_domain_that_is_none_is_refused_where_it_is_met(driver: Driver) -> None:
    problem: Problem[int] = Problem(3, lambda k, x: None if x == [0, 1] else (0, 1))  # type: ignore[arg-type, return-value]
    run = solutions(problem, driver=driver)
    error = refused(lambda: list(run))
    assert (error.key, error.values["k"]) == ("error.problem.domain", 2)
    assert "(0, 1)" in error.__notes__[0]  # type: ignore[attr-defined]
    assert "(0, 1)" in refused(lambda: estimate(problem)).__notes__[0]  # type: ignore[attr-defined]


class OddError(Exception):
    """An exception of the user's own that cannot be changed."""

    def __setattr__(self, name: str, value: object) -> None:
        raise TypeError(name)


@each_driver
@pytest.mark.parametrize("error", [ZeroDivisionError("mine"), OddError(), StopAsyncIteration()])
def test_an_exception_of_the_problem_passes_with_the_node_in_a_note(
    driver: Driver, error: Exception
) -> None:
    def feasible(k: int, x: Sequence[int]) -> bool:
        if list(x) == [1, 0]:
            raise error
        return True

    run = solutions(Problem(3, (0, 1), feasible, name="mine"), driver=driver)
    assert len([next(run) for _ in range(4)]) == 4
    with pytest.raises(type(error)) as caught:
        next(run)
    assert caught.value is error
    assert run.outcome == "error"
    notes = error.__notes__  # type: ignore[attr-defined]
    assert notes.pop() == "raised by the problem 'mine' at the node (1, 0)"


def test_a_constraint_function_that_forgets_its_answer_is_found_out() -> None:
    def forgets(k: int, x: Sequence[int]) -> bool | None:
        return None if place(k, x) else False

    for question in (count, first, is_unique, any_solution, estimate):
        with pytest.raises(InputError) as caught:
            question(Problem(4, range(4), forgets))  # type: ignore[arg-type]
        assert caught.value.key == "error.problem.none"
    assert count(Problem(2, range(3), lambda k, x: False)) == 0
