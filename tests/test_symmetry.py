"""Do the 8 symmetries move squares as their names say, and keep solutions solutions?"""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given

from huisu.queens.board import Board, Placement, is_solution
from huisu.queens.symmetry import (
    SYMMETRIES,
    canonical,
    class_size,
    image,
    image_of_board,
    images,
)
from roads import boards, by_permutations, on_board

every_symmetry = pytest.mark.parametrize("symmetry", SYMMETRIES)

Picture = list[str]


def picture(x: Placement) -> Picture:
    return ["".join("Q" if c == column else "." for c in range(len(x))) for column in x]


def transposed(rows: Picture) -> Picture:
    return ["".join(column) for column in zip(*rows, strict=True)]


def moved(rows: Picture, symmetry: str) -> Picture:
    """Move a drawing, as one would turn or flip the sheet of paper."""
    quarter = transposed(rows[::-1])
    return {
        "identity": rows,
        "mirror": [row[::-1] for row in rows],
        "flip": rows[::-1],
        "half-turn": [row[::-1] for row in rows[::-1]],
        "transpose": transposed(rows),
        "quarter-turn": quarter,
        "three-quarter-turn": [row[::-1] for row in quarter[::-1]],
        "anti-transpose": [row[::-1] for row in transposed(rows)[::-1]],
    }[symmetry]


@every_symmetry
def test_an_image_looks_like_the_moved_picture(symmetry: str) -> None:
    for x in permutations(range(4)):
        assert picture(image(x, symmetry)) == moved(picture(x), symmetry)


def test_a_quarter_turn_is_clockwise() -> None:
    assert image((0, 2, 1), "quarter-turn")[0] == 2


@every_symmetry
@pytest.mark.parametrize("n", range(8))
def test_the_image_of_a_solution_is_a_solution(symmetry: str, n: int) -> None:
    for x in by_permutations(n):
        assert is_solution(image(x, symmetry))


def test_a_placement_without_symmetry_has_8_images() -> None:
    x = (0, 4, 7, 5, 2, 6, 1, 3)
    assert images(x)[0] == x
    assert len(set(images(x))) == 8


def test_the_symmetries_are_a_group() -> None:
    x = (0, 4, 7, 5, 2, 6, 1, 3)
    twice = {image(y, symmetry) for y in images(x) for symmetry in SYMMETRIES}
    assert twice == set(images(x))


@pytest.mark.parametrize("n", range(8))
def test_all_images_share_one_canonical_form_the_least(n: int) -> None:
    for x in by_permutations(n):
        least = min(image(x, symmetry) for symmetry in SYMMETRIES)
        assert {canonical(y) for y in images(x)} == {least}


def test_a_class_has_8_4_2_or_1_members() -> None:
    examples = [(0, 4, 7, 5, 2, 6, 1, 3), (2, 4, 1, 7, 0, 6, 3, 5), (1, 3, 0, 2), (0,)]
    assert [class_size(x) for x in examples] == [8, 4, 2, 1]


def test_eight_queens_are_eleven_classes_of_8_and_one_of_4() -> None:
    forms = {canonical(x) for x in by_permutations(8)}
    assert sorted(class_size(x) for x in forms) == [4] + [8] * 11


@given(boards(6))
def test_the_image_of_a_board_allows_the_images_of_its_solutions(board: Board) -> None:
    for symmetry in SYMMETRIES:
        turned = image_of_board(board, symmetry)
        expected = sorted(image(x, symmetry) for x in on_board(board))
        assert on_board(turned) == expected
