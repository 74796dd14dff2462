"""Are the two textbook programs, the specification of every faster one, right themselves?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise, product

import pytest

from huisu.queens.board import Placement, is_solution
from huisu.queens.reference import place, solutions_iterative, solutions_recursive
from roads import attack, by_permutations, oeis

Program = Callable[[int], Iterator[Placement]]
both = pytest.mark.parametrize("program", [solutions_recursive, solutions_iterative])


@both
@pytest.mark.parametrize(("n", "expected"), [(0, [()]), (1, [(0,)]), (2, []), (3, [])])
def test_the_smallest_boards_are_right(program: Program, n: int, expected: list[Placement]) -> None:
    assert list(program(n)) == expected


@both
@pytest.mark.parametrize("n", range(8))
def test_the_solutions_are_those_among_all_permutations(program: Program, n: int) -> None:
    assert tuple(program(n)) == by_permutations(n)


@both
def test_eight_queens_have_the_published_count(program: Program) -> None:
    found = list(program(8))
    assert len(found) == oeis("A000170")[8]
    assert all(is_solution(x) for x in found)


@both
def test_solutions_come_in_strictly_increasing_order(program: Program) -> None:
    found = list(program(8))
    assert all(a < b for a, b in pairwise(found))


def test_both_programs_find_the_same() -> None:
    assert list(solutions_recursive(8)) == list(solutions_iterative(8))


@both
def test_what_was_found_does_not_change_while_the_search_goes_on(program: Program) -> None:
    search = program(6)
    first = next(search)
    kept = tuple(first)
    list(search)
    assert first == kept == (1, 3, 5, 0, 2, 4)


def test_place_sees_every_attack_from_above_and_none_from_below() -> None:
    for x in product(range(4), repeat=4):
        for k in range(4):
            attacked = any(attack((j, x[j]), (k, x[k])) for j in range(k))
            assert place(k, list(x)) is not attacked
