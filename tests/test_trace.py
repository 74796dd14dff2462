"""Does a recorded search hold exactly the nodes that were generated, in the books' numbers?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huisu.backtrack import Goal, Order, Problem, Source, solutions
from huisu.classics import Knapsack, Queens
from huisu.trace import Replay, Trace, trace
from roads import refused
from small_trees import BOOK, GOALS, ORDERS, Small, numbers, queens, small


def with_status(found: Trace, status: str) -> list[int]:
    """Return the numbers of the nodes that stand so at the end."""
    replay, nodes = Replay(found), range(len(found))
    last = len(replay) - 1
    return sorted(numbers(found, [each for each in nodes if replay.status(each, last) == status]))


def test_the_first_solution_of_4_queens_generates_the_16_nodes_of_the_book() -> None:
    found, book = queens(4, solutions=1), BOOK["permutation"]["4"]["first"]
    assert found.number == book["generated"]
    assert with_status(found, "killed") == book["killed"]
    assert with_status(found, "dead") == book["dead"]
    assert with_status(found, "answer") == book["answer"]
    assert with_status(found, "live") + with_status(found, "e-node") == [1, 18, 29, 30]
    assert [*found.vector(found.answers[0])] == book["vector"]


def test_all_solutions_of_4_queens_are_found_through_the_nodes_of_the_book() -> None:
    found, book = queens(4), BOOK["permutation"]["4"]["all"]
    killed = with_status(found, "killed")
    assert len(found) == book["generated"]
    assert killed == book["killed"]
    assert sorted({*found.number} - {1, *killed}) == book["feasible"]
    assert numbers(found, found.answers) == book["answers"]
    assert [[*found.vector(node)] for node in found.answers] == book["vectors"]
    assert BOOK["permutation"]["4"]["nodes"] - len(found) == book["never"]


@pytest.mark.parametrize("n", ["4", "5", "6", "8"])
def test_the_permutation_tree_has_the_numbers_of_the_book(n: str) -> None:
    found, book = queens(int(n)), BOOK["permutation"][n]
    assert found.sizes is not None
    assert found.sizes[0] == book["nodes"]
    if n in ("5", "8"):
        assert len(found) == book["generated"]
        assert len(found) - found.fate.count(b"K") == book["feasible"]
    if "answers" in book:
        assert numbers(found, found.answers)[:4] == book["answers"]
    if "steps" in book:
        assert len(Replay(found)) == book["steps"]


@pytest.mark.parametrize("n", ["4", "8"])
def test_the_n_ary_tree_has_the_numbers_of_the_book(n: str) -> None:
    book, first, full = (
        BOOK["n-ary"][n],
        queens(int(n), "n-ary", solutions=1),
        queens(int(n), "n-ary"),
    )
    assert full.sizes is not None
    assert full.sizes[0] == book["nodes"]
    assert len(first) == book["first checked"]  # the root is checked too
    assert len(full) - 1 == book["tests"]
    assert first.number[first.answers[0]] == book.get("first number", 1_485_549)


def test_each_node_of_6_queens_was_killed_by_the_first_queen_that_attacks_it() -> None:
    found = queens(6, "n-ary")
    for node in (node for node, fate in enumerate(found.fate) if fate == ord("K")):
        *above, last = found.vector(node)
        k = len(above)
        for row, column in enumerate(above):
            across = last - column
            if across in (0, k - row, row - k):
                mark = "C" if not across else "↘" if across > 0 else "↗"
                assert found.cause(node).mark == mark
                assert found.cause(node).en.endswith(f"row {row + 1}")
                break
        else:
            pytest.fail(f"{above} do not attack {last}")


def as_data(found: Trace) -> dict[str, Any]:
    """Return all that a trace holds, what is worked out later too."""
    names = ("level", "value", "fate", "width", "amount", "domains", "place", "number", "outcome")
    return {name: getattr(found, name) for name in names}


@given(problem=small(), goal=st.sampled_from(GOALS), order=st.sampled_from(ORDERS))
def test_both_drivers_are_recorded_alike(problem: Small, goal: Goal, order: Order) -> None:
    loop, recursion = (
        trace(problem.problem(), goal=goal, order=order, seed=3, driver=driver)
        for driver in ("iterative", "recursive")
    )
    assert as_data(loop) == as_data(recursion)


@given(problem=small("permutation", "n-ary"), order=st.sampled_from(ORDERS))
def test_a_node_has_the_same_number_in_every_order(problem: Small, order: Order) -> None:
    by_rule = trace(problem.problem())
    other = trace(problem.problem(), order=order, seed=problem.seed)
    number = {by_rule.vector(node): by_rule.number[node] for node in range(len(by_rule))}
    assert {other.vector(node): other.number[node] for node in range(len(other))} == number


@given(problem=small())
def test_a_record_agrees_with_the_statistics_of_the_run(problem: Small) -> None:
    found, run = trace(problem.problem(), goal="best"), solutions(problem.problem(), goal="best")
    answers = list(run)
    assert [found.vector(node) for node in found.answers] == answers
    end = Replay(found).at(len(Replay(found)) - 1)
    assert (end.generated, end.killed) == (run.stats.generated, run.stats.killed_by_constraint)
    assert (end.cut, end.backtracks) == (run.stats.killed_by_bound, run.stats.backtracks)


@pytest.mark.parametrize("goal", GOALS)
def test_the_root_alone_is_an_answer(goal: Goal) -> None:
    found = trace(Problem(0, (), value=len), goal=goal)
    replay = Replay(found)
    assert (found.fate, found.sizes, found.number, found.vector(0)) == (b"A", [1], [1], ())
    assert [replay.sentence(step) for step in range(len(replay))] == [
        "node 1, the root, is an answer"
    ]
    assert (replay.at(0).live, replay.at(0).answers, replay.status(0, 0)) == ((0,), 1, "answer")


def test_a_root_without_children_is_the_e_node_and_the_end() -> None:
    found = trace(Problem(3, ()))
    assert (found.fate, found.width, found.sizes) == (b"L", {0: 0}, [1, 1, 1, 1])
    assert [Replay(found).kind(step) for step in range(len(Replay(found)))] == ["expanded"]


def test_a_search_that_was_not_begun_has_a_live_root() -> None:
    found = trace(Queens(n=4).problem(), solutions=0)
    assert (found.outcome, found.fate, found.width) == ("solutions", b"L", {})
    assert (found.sizes, found.number, Replay(found).status(0, 0)) == (None, [1], "e-node")


class Point:
    """Equal to others by chance, and in no set."""

    __hash__: Any = None

    def __init__(self, at: int) -> None:
        self.at = at

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Point) and self.at == other.at

    def __repr__(self) -> str:
        return f"P{self.at}"


class Vague:
    """Equal to nothing and to everything, like an array of numbers."""

    __hash__: Any = None

    def __eq__(self, other: object) -> Any:
        return self

    def __bool__(self) -> bool:
        raise ValueError("the truth value of several is not known")


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    "domain",
    [
        (7, 8, 7, 7),
        (1, True, 1.0),
        [[1], [2], [1]],
        [Point(1), Point(2), Point(1)],
        [Vague(), Vague(), Vague()],
        [float("nan"), 0.0],
        range(500, 503),
    ],
    ids=str,
)
def test_every_node_has_a_place_of_its_own_whatever_the_values(
    domain: Sequence[Any], order: Order
) -> None:
    found = trace(Problem(2, domain), order=order, seed=5)
    width = len(domain)
    assert sorted(found.number) == list(range(1, len(found) + 1))
    for node in range(1, len(found)):
        assert found.value[node] is domain[found.place[node]] or domain == range(500, 503)
    assert len(found) == 1 + width + width**2


def with_state() -> Problem[int]:
    used: set[int] = set()
    return Problem(
        4,
        range(4),
        lambda k, x: x[k] not in used,
        bound=lambda k, x: 10 + len(used),
        value=lambda x: x[0] + len(used),
        push=lambda k, x: used.add(x[k]),
        pop=lambda k, x: used.discard(x[k]),
    )


@pytest.mark.parametrize("goal", GOALS)
def test_a_problem_with_a_state_is_recorded_like_one_without(goal: Goal) -> None:
    plain = Problem(
        4,
        range(4),
        lambda k, x: x[k] not in x[:k],
        bound=lambda k, x: 11 + k,
        value=lambda x: x[0] + 4,
    )
    assert as_data(trace(with_state, goal=goal)) == as_data(trace(plain, goal=goal))


def test_a_label_is_what_people_see_and_the_cause_sees_the_value() -> None:
    problem = Problem(
        1, (0, 1), lambda k, x: x[0] > 0, label=lambda value: "ab"[value],
        cause=lambda k, x: f"{x[0] + 100} is refused",
    )  # fmt: skip
    found = trace(problem, order="reverse")
    assert (found.value, found.domains, list(found.place)) == (
        [None, "b", "a"],
        [("a", "b")],
        [0, 1, 0],
    )
    assert found.why(2) == "killed by the constraint function: 100 is refused"
    assert found.cause(2).mark == "×"


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (
            Problem(2, lambda k, x: range(3 - 2 * k), tree="permutation", name="odd"),
            "the problem 'odd' has tree='permutation', which gives the node (0) 2 children, "
            "but its domain has 1 values; state another tree, or none",
        ),
        (
            Problem(2, (1, 2), tree="binary"),  # type: ignore[arg-type]
            "there is no kind of tree 'binary'; "
            "choose one of: permutation, n-ary, subset, or leave it out",
        ),
    ],
)
def test_a_tree_that_the_domains_do_not_make_is_refused(problem: Source[int], said: str) -> None:
    assert str(refused(lambda: trace(problem))) == said


def test_nodes_of_an_enormous_tree_are_numbered_as_they_come() -> None:
    found = trace(Problem(50_000, (0, 1)), solutions=1)
    assert found.sizes is None
    assert found.number == list(range(1, 50_002))
    assert len(found.vector(found.answers[0])) == 50_000


def test_an_exception_of_the_problem_passes_through() -> None:
    def breaks(k: int, x: Sequence[int]) -> bool:
        raise ZeroDivisionError(k)

    with pytest.raises(ZeroDivisionError):
        trace(Problem(2, (1, 2), breaks))


def test_the_greatest_knapsack_of_the_book_cuts_and_keeps_the_best() -> None:
    found = trace(Knapsack().problem(), goal="best")
    values = [found.amount[node] for node in found.answers]
    assert values == sorted(set(values))
    cut = [node for node, fate in enumerate(found.fate) if fate == ord("C")]
    assert cut
    assert all(found.amount[node] <= values[-1] for node in cut)
