"""Does the checker, on which every other test leans, know a solution, a clash, a bad board?"""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from itertools import combinations, permutations, product

import pytest
from hypothesis import given

from huisu.errors import InputError
from huisu.queens.board import (
    Board,
    Clash,
    Line,
    Square,
    as_board,
    clashes,
    is_solution,
    searchable,
)
from roads import attack, boards, by_permutations, on_board, refused


@pytest.mark.parametrize("n", range(5))
def test_a_placement_is_a_solution_exactly_when_no_pair_attacks(n: int) -> None:
    for x in product(range(n), repeat=n):
        free = not any(attack(a, b) for a, b in combinations(enumerate(x), 2))
        assert is_solution(x) is free


@pytest.mark.parametrize("x", [(-1, 1, 3, 0), (4, 2, 0, 3), (1, 3, 0, 2, 9), (1, 3, 0)])
def test_columns_off_the_board_make_no_solution(x: tuple[int, ...]) -> None:
    assert not is_solution(x)


@pytest.mark.parametrize("n", range(7))
def test_a_placement_without_clashes_is_a_solution(n: int) -> None:
    for x in permutations(range(n)):
        assert is_solution(x) is (clashes(enumerate(x)) == ())


@pytest.mark.parametrize(
    ("line", "squares"),
    [
        ("row", ((2, 0), (2, 3))),
        ("column", ((0, 2), (3, 2))),
        ("falling", ((0, 1), (2, 3))),
        ("rising", ((0, 3), (3, 0))),
    ],
)
def test_each_line_of_attack_has_its_name(line: Line, squares: tuple[Square, ...]) -> None:
    assert clashes(reversed(squares)) == (Clash(line, squares),)


def test_three_queens_on_a_line_are_one_clash_in_row_order() -> None:
    assert clashes([(4, 4), (0, 0), (2, 2)]) == (Clash("falling", ((0, 0), (2, 2), (4, 4))),)


def test_clashes_come_by_line_rows_first() -> None:
    square = [(0, 0), (0, 1), (1, 0), (1, 1)]
    lines = [clash.line for clash in clashes(square)]
    assert lines == ["row", "row", "column", "column", "falling", "rising"]


def test_bit_c_of_row_r_is_the_square_on_row_r_column_c() -> None:
    board = Board(4, fixed=[(0, 1)], blocked=[(2, 3), (3, 0)])
    assert board.open_squares == (0b0010, 0b1111, 0b0111, 0b1110)


def test_a_blocked_square_lets_attacks_pass() -> None:
    blocked = Board(3, blocked=[(1, 1)])
    assert clashes([(0, 0), (2, 2)])
    assert blocked.open_squares == (0b111, 0b101, 0b111)


def test_boards_with_the_same_squares_are_equal() -> None:
    one = Board(4, fixed=[(1, 3), (0, 1), (0, 1)], blocked=[(3, 3), (2, 2)])
    other = Board(4, fixed=((0, 1), (1, 3)), blocked={(2, 2), (3, 3)})
    assert one == other
    assert len({one, other, Board(4)}) == 2


def test_a_board_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Board(4).n = 5  # type: ignore[misc]


def test_only_a_board_without_conditions_is_whole() -> None:
    whole = [Board(4), Board(4, fixed=[(0, 1)]), Board(4, blocked=[(0, 1)])]
    assert [board.is_whole for board in whole] == [True, False, False]


def test_the_empty_board_has_no_rows() -> None:
    assert Board(0).open_squares == ()
    assert Board(0).allows(())


@given(boards(6))
def test_a_board_allows_exactly_the_solutions_that_keep_its_conditions(board: Board) -> None:
    allowed = [x for x in permutations(range(board.n)) if board.allows(x)]
    assert allowed == on_board(board)


def test_a_board_allows_no_placement_of_another_size() -> None:
    assert not any(Board(5).allows(x) for x in by_permutations(4))


def test_a_number_means_the_whole_board_of_that_side() -> None:
    board = Board(4, fixed=[(0, 1)])
    assert as_board(6) == Board(6)
    assert as_board(board) is board


@pytest.mark.parametrize("n", [-1, -8])
def test_a_negative_n_is_refused(n: int) -> None:
    assert refused(lambda: Board(n)).text() == f"n must be 0 or more, got {n}"


@pytest.mark.parametrize("n", ["8", 8.0, None, True])
def test_an_n_that_is_no_whole_number_is_refused(n: object) -> None:
    error = refused(lambda: Board(n))  # type: ignore[arg-type]
    assert error.text() == f"n must be a whole number, got {n!r}"


@pytest.mark.parametrize("square", [(4, 0), (0, 4), (-1, 0), (0, -1)])
def test_a_square_off_the_board_is_refused(square: Square) -> None:
    row, column = square
    expected = (
        f"square ({row},{column}) is off the board of n = 4: rows and columns are numbered 0..3"
    )
    assert refused(lambda: Board(4, fixed=[square])).text() == expected
    assert refused(lambda: Board(4, blocked=[square])).text() == expected


@pytest.mark.parametrize("square", [3, (1, 2, 3), ("a", 1), (0.5, 1), None])
def test_what_is_no_pair_of_whole_numbers_is_no_square(square: object) -> None:
    error = refused(lambda: Board(4, blocked=[square]))  # type: ignore[list-item]
    assert error.key == "error.square.type"
    assert repr(square) in error.text("zh")


def test_a_refusal_counts_from_1_where_the_user_does() -> None:
    error = refused(lambda: Board(4, fixed=[(4, 0)]))
    expected = "square (5,1) is off the board of n = 4: rows and columns are numbered 1..4"
    assert error.text("en", base=1) == expected


@pytest.mark.parametrize(
    ("second", "line"),
    [
        ((1, 0), "column"),
        ((0, 1), "row"),
        ((1, 2), "falling"),
        ((2, 0), "rising"),
    ],
)
def test_fixed_queens_that_attack_each_other_are_refused(second: Square, line: Line) -> None:
    first = {"column": (0, 0), "row": (0, 3), "falling": (0, 1), "rising": (0, 2)}[line]
    error = refused(lambda: Board(4, fixed=[first, second]))
    assert isinstance(error, InputError)
    assert error.key == f"error.clash.{line}"
    assert "({},{})".format(*second) in error.text()


def test_a_queen_fixed_on_a_blocked_square_is_refused() -> None:
    error = refused(lambda: Board(4, fixed=[(0, 1)], blocked=[(0, 1)]))
    assert "blocked square (0,1)" in error.text()
    assert "(1,2)" in error.text("zh", base=1)


def test_a_search_takes_boards_up_to_64() -> None:
    assert searchable(64) == Board(64)
    assert refused(lambda: searchable(65)).values == {"n": 65, "most": 64}
