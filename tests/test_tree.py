"""Is the tree of a search the whole solution space, laid out so that no node hides another?"""

from __future__ import annotations

from itertools import pairwise, permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from huisu.backtrack import Goal, Order, Problem
from huisu.classics import Queens
from huisu.trace import Trace, trace
from huisu.tree import FORMS, MAX_WHOLE, Form, StateSpaceTree, tree
from roads import refused
from small_trees import BOOK, GOALS, ORDERS, Small, small

searches = st.builds(
    lambda problem, goal, order: trace(problem.problem(), goal=goal, order=order),
    small(), st.sampled_from(GOALS), st.sampled_from(ORDERS),
)  # fmt: skip


def path(drawn: StateSpaceTree, node: int) -> tuple[Any, ...]:
    """Return the values on the edges down to a node."""
    found = []
    while drawn.parent[node] >= 0:
        found.append(drawn.value[node])
        node = drawn.parent[node]
    return tuple(reversed(found))


def vectors(drawn: StateSpaceTree) -> list[tuple[Any, ...]]:
    return [path(drawn, node) for node in range(len(drawn))]


def test_the_whole_tree_of_4_queens_has_the_levels_of_the_book() -> None:
    drawn, book = tree(trace(Queens(n=4).problem()), "whole"), BOOK["permutation"]["4"]
    assert (len(drawn), drawn.size, drawn.breadth) == (book["nodes"], book["nodes"], book["leaves"])
    assert [drawn.level.count(level) for level in range(5)] == book["levels"]
    for level in (1, 2):
        numbers = [drawn.number[node] for node in range(65) if drawn.level[node] == level]
        assert numbers == book[f"level {level + 1}"]
    assert drawn.number == list(range(1, 66))
    assert drawn.node.count(-1) == book["all"]["never"]


def test_the_whole_n_ary_tree_of_4_queens_has_341_nodes() -> None:
    drawn = tree(trace(Queens(n=4, tree="n-ary").problem(), solutions=1), "whole")
    assert len(drawn) == BOOK["n-ary"]["4"]["nodes"]
    assert drawn.node.count(-1) == 341 - 27


@settings(deadline=None)
@given(
    problem=small("permutation", "n-ary"),
    order=st.sampled_from(ORDERS),
    goal=st.sampled_from(GOALS),
)
def test_the_whole_tree_is_the_solution_space(problem: Small, order: Order, goal: Goal) -> None:
    found = trace(problem.problem(), goal=goal, order=order)
    drawn = tree(found, "whole")
    values, depth = range(problem.width), problem.depth
    every: list[tuple[int, ...]] = []
    for k in range(depth + 1):
        is_permutation = problem.kind == "permutation"
        every += permutations(values, k) if is_permutation else product(values, repeat=k)
    assert vectors(drawn) == sorted(every)
    assert drawn.number == list(range(1, len(every) + 1))
    assert drawn.size == len(every)
    assert {drawn.number[at]: node for at, node in enumerate(drawn.node) if node >= 0} == {
        number: node for node, number in enumerate(found.number)
    }


@settings(deadline=None)
@given(problem=small("permutation", "n-ary"), nodes=st.integers(0, 30))
def test_the_places_in_the_whole_tree_do_not_depend_on_the_search(
    problem: Small, nodes: int
) -> None:
    whole = tree(trace(problem.problem()), "whole")
    stopped = tree(trace(problem.problem(), nodes=nodes, order="reverse"), "whole")
    assert (stopped.x, stopped.level, stopped.number) == (whole.x, whole.level, whole.number)
    known = [node for node, value in enumerate(stopped.value) if value != ""]
    assert [stopped.value[node] for node in known] == [whole.value[node] for node in known]


@given(found=searches)
def test_the_generated_form_has_the_generated_nodes_in_the_order_of_the_tree(found: Trace) -> None:
    drawn = tree(found, "generated")
    assert sorted(drawn.node) == list(range(len(found)))
    assert drawn.number == sorted(found.number)
    assert vectors(drawn) == [found.vector(node) for node in drawn.node]
    assert set(drawn.hidden) == {0}


def is_below(found: Trace, node: int, other: int) -> bool:
    return node != other and other in found.path(node)


@given(found=searches)
def test_the_collapsed_form_hides_the_dead_subtrees_and_nothing_else(found: Trace) -> None:
    drawn = tree(found, "collapsed")
    every = range(len(found))
    leading = {step for answer in found.answers for step in found.path(answer)} | {0}
    assert set(drawn.node) == {0} | {each for each in every if found.parent[each] in leading}
    assert [*map(found.number.__getitem__, drawn.node)] == drawn.number == sorted(drawn.number)
    for at, node in enumerate(drawn.node):
        below = sum(is_below(found, other, node) for other in every)
        assert drawn.hidden[at] == (0 if node in leading else below)
    assert len(drawn) + sum(drawn.hidden) == len(found)


def forms(found: Trace) -> list[StateSpaceTree]:
    """Return the trace's tree in all forms that it has."""
    return [tree(found, form) for form in FORMS if form != "whole" or found.tree]


@given(found=searches)
def test_leaves_count_from_the_left_and_parents_stand_in_the_middle(found: Trace) -> None:
    for drawn in forms(found):
        children = drawn.children()
        leaves = [drawn.x[node] for node in range(len(drawn)) if not children[node]]
        assert leaves == list(range(drawn.breadth))
        for node, own in enumerate(children):
            assert own == sorted(own)
            if own:
                assert drawn.x[node] == (drawn.x[own[0]] + drawn.x[own[-1]]) / 2
                assert {drawn.level[child] for child in own} == {drawn.level[node] + 1}


@given(found=searches)
def test_no_two_nodes_of_a_level_are_nearer_than_two_leaves(found: Trace) -> None:
    for drawn in forms(found):
        for level in range(found.depth + 1):
            places = [x for x, own in zip(drawn.x, drawn.level, strict=True) if own == level]
            assert all(b - a >= 1 for a, b in pairwise(places))


def test_a_collapsed_tree_of_8_queens_keeps_the_answers() -> None:
    found = trace(Queens(n=8).problem())
    drawn = tree(found, "collapsed")
    assert len(drawn) + sum(drawn.hidden) == 5509
    assert [node for node in drawn.node if node in set(found.answers)] == found.answers


def test_the_root_alone_is_a_tree_in_every_form() -> None:
    for form in FORMS:
        drawn = tree(trace(Problem(0, ())), form)
        assert (drawn.node, drawn.x, drawn.breadth, drawn.number) == ([0], [0.0], 1, [1])


def test_values_on_levels_that_were_not_reached_are_left_open() -> None:
    problem = Problem(2, lambda k, x: ((1, 2), (8, 9))[k], lambda k, x: False, tree="n-ary")
    assert tree(trace(problem), "whole").value == [None, 1, "", "", 2, "", ""]
    same = Problem(2, (1, 2), lambda k, x: False)
    assert tree(trace(same), "whole").value == [None, 1, 1, 2, 2, 1, 2]


def test_a_permutation_tree_whose_order_changes_on_the_way_is_drawn_as_it_was_searched() -> None:
    def domain(k: int, x: Any) -> list[int]:
        left = [value for value in (1, 2, 3) if value not in x]
        return left[::-1] if k else left

    found = trace(Problem(3, domain, lambda k, x: x[0] == 1, tree="permutation"))
    drawn = tree(found, "whole")
    assert vectors(drawn)[:6] == [(), (1,), (1, 3), (1, 3, 2), (1, 2), (1, 2, 3)]
    assert len({*vectors(drawn)}) == 16


def test_values_that_cannot_be_compared_or_hashed_are_drawn() -> None:
    domain = [[1], [2], [3]]
    found = trace(Problem(2, lambda k, x: [v for v in domain if v not in x], tree="permutation"))
    assert tree(found, "whole").value == tree(found, "generated").value


@pytest.mark.parametrize(
    ("problem", "form", "said"),
    [
        (
            Queens(n=8).problem(),
            "whole",
            f"the whole tree has 109,601 nodes, more than the {MAX_WHOLE} that can be drawn; "
            "draw the 337 nodes that were generated",
        ),
        (
            Problem(20_000, (0, 1)),
            "whole",
            f"the whole tree has >10^1000 nodes, more than the {MAX_WHOLE} that can be drawn; "
            "draw the 20,001 nodes that were generated",
        ),
        (Problem(2, lambda k, x: range(k)), "whole", "which nodes the whole tree of 'problem' has"),
        (
            Queens(n=4).problem(),
            "half",
            "there is no form 'half' of a tree; choose one of: whole, ",
        ),
    ],
    ids=["large", "enormous", "unknown", "form"],
)
def test_a_tree_that_cannot_be_drawn_is_refused(problem: Any, form: Form, said: str) -> None:
    found = trace(problem, solutions=1)
    assert str(refused(lambda: tree(found, form))).startswith(said)


def test_the_largest_whole_tree_is_that_of_6_queens_and_a_deep_one_has_no_limit() -> None:
    assert len(tree(trace(Queens(n=6).problem()), "whole")) == 1957
    deep = tree(trace(Problem(1999, (1,))), "whole")
    assert (len(deep), deep.breadth) == (2000, 1)
    assert len(tree(trace(Problem(20_000, (0, 1)), solutions=1))) == 20_001
