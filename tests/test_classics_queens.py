"""Do queens with fixed queens and blocked squares keep the board's rules, and their tree?"""

from __future__ import annotations

import json
import zlib
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huisu import Board, solutions
from huisu.classics import Queens, instance_from_json, to_json
from huisu.errors import InputError
from huisu.trace import Trace, trace
from huisu.trace.file import to_json as trace_json
from huisu.tree import tree
from instances import instances

SQUARES = st.lists(st.tuples(st.integers(-1, 4), st.integers(-1, 4)), max_size=4)


def board_of(queens: Queens) -> Board:
    return Board(queens.n, fixed=queens.fixed, blocked=queens.blocked)


def answer_numbers(found: Trace) -> list[int]:
    return [found.number[node] for node in found.answers]


@given(instances("queens"))
def test_the_library_has_the_same_solutions(queens: Queens) -> None:
    found = trace(queens.problem())
    columns = [found.vector(node) for node in found.answers]
    assert columns == [tuple(column + 1 for column in x) for x in solutions(board_of(queens))]


@given(instances("queens"))
def test_the_checker_agrees_with_that_of_the_board(queens: Queens) -> None:
    for x in permutations(range(queens.n)):
        assert queens.check(x) == board_of(queens).allows(x)


def made(kind: type[Board] | type[Queens], n: int, squares: Any) -> tuple[object, ...]:
    """Return the n, fixed queens and blocked squares that are kept, or what the refusal says."""
    try:
        board = kind(n, **squares)
    except InputError as error:
        return tuple(error.text(base=base) for base in (0, 1))
    return board.n, board.fixed, tuple(sorted(board.blocked))


@given(st.integers(0, 4), SQUARES, SQUARES)
def test_what_makes_no_board_is_refused_in_the_same_words(
    n: int, fixed: list[tuple[int, int]], blocked: list[tuple[int, int]]
) -> None:
    squares = {"fixed": fixed, "blocked": blocked}
    assert made(Queens, n, squares) == made(Board, n, squares)


@given(instances("queens"))
def test_obstacles_only_kill_so_the_tree_keeps_its_numbers(queens: Queens) -> None:
    found, empty = trace(queens.problem()), trace(Queens(queens.n, queens.tree).problem())
    assert (found.sizes, found.tree) == (empty.sizes, empty.tree)
    assert set(found.number) <= set(empty.number)
    assert set(answer_numbers(found)) <= set(answer_numbers(empty))


def test_the_tree_of_a_board_with_obstacles_can_be_drawn_whole() -> None:
    found = trace(Queens(4, fixed=((0, 2),), blocked=((3, 0),)).problem())
    assert tree(found, "whole").number == list(range(1, 66))
    assert answer_numbers(found) == [39]


def test_a_killed_queen_says_which_obstacle_was_in_its_way() -> None:
    found = trace(Queens(4, fixed=((0, 2),), blocked=((1, 0),)).problem())
    causes = {
        found.vector(node): found.cause(node)
        for node in range(1, len(found))
        if found.fate[node : node + 1] == b"K"
    }
    assert causes[(1,)] == (
        "F",
        "row 1 has its queen fixed on column 3",
        "第 1 行的皇后固定在第 3 列",
    )
    assert causes[(3, 1)] == ("#", "square (2,1) is blocked", "第 2 行第 1 列是禁用的格子")
    assert causes[(3, 2)].mark == "↗"


@given(instances("queens"))
def test_json_counts_squares_from_one_and_is_read_again(queens: Queens) -> None:
    written = json.loads(to_json(queens))
    assert written["fixed"] == [[row + 1, column + 1] for row, column in queens.fixed]
    assert instance_from_json(Queens, to_json(queens)) == queens
    moved = replace(queens, fixed=queens.fixed[::-1], blocked=[*queens.blocked] * 2)  # type: ignore[arg-type]
    assert (moved, hash(moved)) == (queens, hash(queens))


@pytest.mark.parametrize(
    ("queens", "name", "digest"),
    [(Queens(4), "queens", 1313175578), (Queens(4, "n-ary"), "queens n-ary", 750803486)],
)
def test_a_board_without_obstacles_is_recorded_as_before_there_were_any(
    queens: Queens, name: str, digest: int
) -> None:
    assert queens.make_problem().name == name
    assert zlib.crc32(trace_json(trace(queens.problem())).encode()) == digest
