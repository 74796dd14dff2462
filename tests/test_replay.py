"""Is a replayed search at every step what it was, and said in words?"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from huisu.backtrack import Driver, Goal, Order, Problem
from huisu.trace import KINDS, Replay, Trace, trace
from huisu.words import LANGUAGES
from roads import refused
from small_trees import (
    GOALS,
    ORDERS,
    Small,
    Step,
    Vector,
    numbers,
    played,
    queens,
    small,
)

DRIVERS: tuple[Driver, ...] = ("iterative", "recursive")


def test_the_walk_of_4_queens_goes_as_the_book_tells_it() -> None:
    found = queens(4)
    replay = Replay(found)
    told = [
        (replay.kind(step), found.number[replay.node(step)], numbers(found, replay.at(step).live))
        for step in range(13)
    ]
    assert told == [
        ("expanded", 1, [1]),
        ("generated", 2, [1, 2]),
        ("expanded", 2, [1, 2]),
        ("generated", 3, [1, 2]),  # and killed at once
        ("generated", 8, [1, 2, 8]),
        ("expanded", 8, [1, 2, 8]),
        ("generated", 9, [1, 2, 8]),
        ("generated", 11, [1, 2, 8]),
        ("died", 8, [1, 2]),  # back to E-node 2
        ("generated", 13, [1, 2, 13]),
        ("expanded", 13, [1, 2, 13]),
        ("generated", 14, [1, 2, 13, 14]),
        ("expanded", 14, [1, 2, 13, 14]),
    ]
    assert found.number[replay.e_node(8)] == 2
    assert [found.vector(found.number.index(number)) for number in (2, 8, 13)] == [
        (1,), (1, 3), (1, 4),
    ]  # fmt: skip


COUNTS = {"generated", "killed", "cut", "backtracks", "answers"}


def shown(replay: Replay, step: int) -> Step:
    """Return the state after a step as `played` has it: nodes told by their vectors."""
    found, moment = replay.trace, replay.at(step)
    status = {found.vector(node): replay.status(node, step) for node in range(len(found))}
    return Step(
        moment.kind,
        found.vector(moment.node),
        found.vector(moment.e_node),
        tuple(map(found.vector, moment.live)),
        {name: each for name, each in asdict(moment).items() if name in COUNTS},
        {x: each for x, each in status.items() if each != "ungenerated"},
    )


@settings(deadline=None)
@given(problem=small(), goal=st.sampled_from(GOALS))
def test_every_step_is_that_of_the_plainest_recursion(problem: Small, goal: Goal) -> None:
    replay, steps = Replay(trace(problem.problem(), goal=goal)), played(problem, goal)
    assert [shown(replay, step) for step in range(len(replay))] == steps
    backwards = [shown(replay, step) for step in reversed(range(len(replay)))]
    assert backwards[::-1] == steps


@settings(deadline=None)
@given(
    problem=small(),
    goal=st.sampled_from(GOALS),
    most=st.integers(0, 60),
    driver=st.sampled_from(DRIVERS),
)
@pytest.mark.parametrize("limit", ["nodes", "solutions", "seconds"])
def test_a_stopped_search_is_the_beginning_of_the_whole_one(
    limit: str, problem: Small, goal: Goal, most: int, driver: Driver
) -> None:
    limits: dict[str, Any] = {limit: 0 if limit == "seconds" else most}
    found = trace(problem.problem(), goal=goal, driver=driver, **limits)
    replay, steps = Replay(found), played(problem, goal)
    if found.outcome == "complete":
        assert len(replay) == len(steps)
    elif problem.depth:
        assert found.outcome == limit
        assert [shown(replay, step) for step in range(len(replay))] == steps[: len(replay)]
        assert replay.status(0, len(replay) - 1) in ("live", "e-node")
        assert found.why(0).startswith("live")


@given(problem=small(), kind=st.sampled_from(KINDS))
def test_jumps_lead_to_the_nearest_step_of_a_kind(problem: Small, kind: Any) -> None:
    replay = Replay(trace(problem.problem()))
    steps = [step for step in range(len(replay)) if replay.kind(step) == kind]
    for step in range(len(replay)):
        assert replay.next(kind, step) == min((s for s in steps if s > step), default=None)
        assert replay.previous(kind, step) == max((s for s in steps if s < step), default=None)


@pytest.mark.parametrize("ask", ["at", "kind", "node", "e_node", "sentence"])
@pytest.mark.parametrize("step", [-1, 65])
def test_a_step_that_there_is_not_is_refused(ask: str, step: int) -> None:
    error = refused(lambda: getattr(Replay(queens(4)), ask)(step))
    assert str(error) == f"the steps of this search are 0..64, got {step}"


@pytest.mark.parametrize("node", [-1, 31])
def test_a_node_that_there_is_not_is_refused(node: int) -> None:
    replay = Replay(queens(4, solutions=1))
    assert f"the indices 0..15, got {node}" in str(refused(lambda: replay.trace.why(node)))
    assert refused(lambda: replay.status(node, 0)).key == "error.trace.node"


def test_a_kind_of_step_that_there_is_not_is_refused() -> None:
    replay = Replay(queens(4))
    ask: Any = replay.next
    assert "choose one of: generated, expanded" in str(refused(lambda: ask("killed", 0)))


def test_the_sentences_of_4_queens_say_what_happens() -> None:
    replay = Replay(queens(4))
    assert [replay.sentence(step) for step in (0, 1, 2, 3, 8)] == [
        "node 1, the root, is the E-node",
        "node 2 generated, x1 = 1",
        "node 2 becomes the E-node",
        "node 3 generated, x2 = 2: killed by the constraint function: "
        "same falling diagonal ↘ as row 1",
        "node 8 is dead, its children are used up; backtrack to node 2",
    ]
    answer = replay.next("answered", 0)
    assert answer is not None
    assert replay.sentence(answer, "zh") == "结点 31 是答案结点：(2, 4, 1, 3)"
    assert replay.sentence(answer + 1, "zh") == "离开结点 31，回到结点 30"


def test_the_cause_of_the_first_death_is_told_in_both_languages() -> None:
    found = queens(4)
    assert found.why(2) == "killed by the constraint function: same falling diagonal ↘ as row 1"
    assert found.why(2, "zh") == "被约束函数杀死：与第 1 行同在一条下降斜线 ↘"


def why(found: Trace, x: Vector) -> list[str]:
    node = next(node for node in range(len(found)) if found.vector(node) == x)
    return [found.why(node, language) for language in LANGUAGES]


def test_each_fate_of_a_search_for_the_best_is_told() -> None:
    worth: dict[Vector, float] = {(0, 0): 5, (0, 1): 4, (1, 0): 7.25}
    bounds: dict[Vector, float] = {(0,): 5, (1,): 9, (2,): 7}
    problem = Problem(
        2,
        lambda k, x: range(3 if not k else 2),
        lambda k, x: x != [1, 1],
        bound=lambda k, x: bounds[tuple(x)],
        value=lambda x: worth[tuple(x)],
        tree=None,
    )
    found = trace(problem, goal="best")
    assert why(found, (0,)) == [
        "dead: all its children (2) have been generated", "死结点：它的 2 个孩子已全部生成",
    ]  # fmt: skip
    assert why(found, (0, 0)) == [
        "an answer with the value 5, the best so far", "答案结点，其值 5 是目前最优值",
    ]  # fmt: skip
    assert why(found, (0, 1)) == [
        "killed by the bounding function: its value 4 is no better than 5, which has been found",
        "被限界函数杀死：其值 4 不优于已找到的 5",
    ]
    assert why(found, (1, 0))[0] == "an answer with the value 7.25, the best so far"
    assert why(found, (1, 1))[0] == "killed by the constraint function: it refuses x2 = 1"
    assert why(found, (2,)) == [
        "killed by the bounding function: at most 7 can be reached below, and 7.25 has been found",
        "被限界函数杀死：其下最多能达到 7，而已找到 7.25",
    ]


def test_a_bound_from_below_is_told_as_one() -> None:
    problem: Problem[int] = Problem(
        2, (1, 2), value=sum, bound=lambda k, x: sum(x) + 1, sense="minimise"
    )
    assert why(trace(problem, goal="best"), (2,)) == [
        "killed by the bounding function: at least 3 is needed below, and 2 has been found",
        "被限界函数杀死：其下至少为 3，而已找到 2",
    ]


def test_without_an_incumbent_nothing_is_cut_and_all_is_told() -> None:
    problem: Problem[int] = Problem(
        2, (1, 2), lambda k, x: k == 0, value=sum, bound=lambda k, x: -1
    )
    found = trace(problem, goal="best")
    assert found.fate == b"LLKKLKK"
    assert {found.why(node) for node in (1, 4)} == {
        "dead: all its children (2) have been generated"
    }


def test_an_e_node_without_children_is_told_as_one() -> None:
    found = trace(Problem(2, lambda k, x: () if k else (1,)))
    assert why(found, (1,)) == [
        "dead: it has no children, for there is no value for x2",
        "死结点：x2 无值可取，所以没有孩子",
    ]


def test_a_live_node_is_told_as_one_when_the_search_was_stopped() -> None:
    assert why(queens(4, solutions=1), (2, 4, 1)) == [
        "live: the search was stopped before it was done with its children (1)",
        "活结点：它有 1 个孩子，尚未处理完搜索就停止了",
    ]


@settings(deadline=None)
@given(problem=small(), goal=st.sampled_from(GOALS), order=st.sampled_from(ORDERS))
def test_every_step_and_every_node_has_a_sentence(problem: Small, goal: Goal, order: Order) -> None:
    found = trace(problem.problem(), goal=goal, order=order)
    replay = Replay(found)
    for language in LANGUAGES:
        said = [replay.sentence(step, language) for step in range(len(replay))]
        said += [found.why(node, language) for node in range(len(found))]
        assert all(said)
        assert not any("None" in each for each in said)
