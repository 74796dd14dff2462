"""Are the solutions all there, in order, at once, and in flat memory?"""

from __future__ import annotations

import tracemalloc
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given

from huisu.errors import NoSolution
from huisu.queens.board import Board, Placement, is_solution
from huisu.queens.reference import solutions_iterative, solutions_recursive
from huisu.queens.solutions import (
    ORDERS,
    Order,
    Search,
    any_solution,
    batches,
    first,
    first_by_column,
    placements_in,
    solutions,
    solutions_buffer,
)
from roads import boards, by_permutations, oeis, on_board, reach, refused

every_order = pytest.mark.parametrize("order", ORDERS)


@pytest.mark.parametrize(("n", "expected"), [(0, [()]), (1, [(0,)]), (2, []), (3, [])])
@every_order
def test_the_smallest_boards_are_right(n: int, expected: list[Placement], order: Order) -> None:
    assert list(solutions(n, order=order)) == expected


@pytest.mark.parametrize("n", range(9))
def test_the_solutions_are_those_of_both_textbook_programs(n: int) -> None:
    found = list(solutions(n))
    assert found == list(solutions_recursive(n)) == list(solutions_iterative(n))


@pytest.mark.parametrize("n", range(9, reach(13, 10)))
def test_larger_boards_have_the_published_number_in_increasing_order(n: int) -> None:
    found = list(solutions(n))
    assert len(found) == oeis("A000170")[n]
    assert all(is_solution(x) for x in found)
    assert all(a < b for a, b in pairwise(found))


@given(boards())
def test_a_restricted_board_has_the_solutions_that_keep_its_conditions(board: Board) -> None:
    assert list(solutions(board)) == on_board(board)


@given(boards(6))
def test_reverse_is_the_same_list_from_its_end(board: Board) -> None:
    assert list(solutions(board, order="reverse")) == on_board(board)[::-1]


@given(boards(6))
def test_by_column_is_the_same_set_in_the_order_of_the_rows_of_each_column(board: Board) -> None:
    def rows_by_column(x: Placement) -> list[int]:
        return [x.index(column) for column in range(len(x))]

    expected = sorted(on_board(board), key=rows_by_column)
    assert list(solutions(board, order="by-column")) == expected


def test_an_unknown_order_is_refused_at_once() -> None:
    error = refused(lambda: solutions(8, order="random"))  # type: ignore[arg-type]
    expected = "there is no order 'random'; choose one of: lexicographic, reverse, by-column"
    assert error.text() == expected


@pytest.mark.parametrize("n", [65, 1000])
def test_a_board_too_large_to_search_is_refused_at_once(n: int) -> None:
    begins = f"n must be 0..64 for a search, got {n}; for a larger whole board ask"
    assert refused(lambda: solutions(n)).text().startswith(begins)
    assert refused(lambda: solutions_buffer(n)).text().startswith(begins)


def test_interleaved_iterators_do_not_disturb_each_other() -> None:
    one, other, larger = solutions(7), solutions(7), solutions(8)
    together = list(zip(one, other, larger, strict=False))
    assert [x for x, _, _ in together] == [y for _, y, _ in together] == list(solutions(7))
    assert [z for _, _, z in together] == list(solutions(8))[:40]


def test_an_abandoned_iterator_leaves_nothing_behind() -> None:
    abandoned = solutions(8)
    assert [next(abandoned) for _ in range(5)] == list(solutions(8))[:5]
    del abandoned
    assert len(list(solutions(8))) == 92


@pytest.mark.parametrize("n", [20, 24])
def test_the_first_solution_of_a_large_board_comes_before_the_others_are_sought(n: int) -> None:
    x = next(solutions(n))
    assert is_solution(x)
    assert x[:4] == (0, 2, 4, 1)


@pytest.mark.core
def test_memory_stays_flat_however_many_solutions_pass() -> None:
    tracemalloc.start()
    passed = sum(1 for _ in solutions(13))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert passed == oeis("A000170")[13]
    assert peak < 3_000_000  # all 73,712 tuples at once would take 10 MB


def test_the_share_done_never_decreases_and_ends_at_1() -> None:
    shares = [done for _, done in batches(10)]
    assert len(shares) > 3
    assert shares == sorted(shares)
    assert 0 < shares[0] < shares[-1] == 1.0


def test_the_first_batch_holds_one_solution() -> None:
    assert [len(found) for found, _ in batches(8)][:2] == [1, 16]


def test_batches_never_exceed_their_limit() -> None:
    search: Search[bytes] = Search(Board(8).open_squares, lambda found: [found], most=10)
    sizes = [len(found[0]) // 8 for found, _ in search]
    assert sum(sizes) == 92
    assert max(sizes) == 10


@pytest.mark.parametrize("n", range(11))
def test_the_buffer_of_a_whole_board_is_its_solutions_one_byte_a_column(n: int) -> None:
    assert solutions_buffer(n) == b"".join(bytes(x) for x in solutions(n))


@given(boards())
def test_the_buffer_of_a_restricted_board_is_its_solutions(board: Board) -> None:
    assert solutions_buffer(board) == b"".join(bytes(x) for x in on_board(board))


def test_a_buffer_is_read_back_as_placements() -> None:
    assert tuple(placements_in(solutions_buffer(6), 6)) == by_permutations(6)


def test_the_first_solution_is_the_least() -> None:
    assert first(0) == ()
    assert [first(n) for n in range(4, 8)] == [by_permutations(n)[0] for n in range(4, 8)]


@pytest.mark.parametrize("n", [2, 3])
def test_no_solution_is_an_answer_of_its_own(n: int) -> None:
    error = refused(lambda: first(n))
    assert isinstance(error, NoSolution)
    assert error.text("en") == f"{n} queens: there is no solution"
    assert error.text("zh") == f"{n} 皇后：无解"


def test_a_board_without_completion_says_that_its_conditions_are_the_reason() -> None:
    error = refused(lambda: any_solution(Board(4, fixed=[(0, 0)])))
    assert isinstance(error, NoSolution)
    expected = "no solution of n = 4 keeps these fixed queens and blocked squares"
    assert error.text() == expected


def test_the_first_completions_of_8_queens_are_the_published_ones() -> None:
    lines = (Path(__file__).parent / "data" / "first-by-column-8.txt").read_text().splitlines()
    expected = [tuple(map(int, line)) for line in lines if not line.startswith("#")]
    assert list(first_by_column(8)) == expected


@pytest.mark.parametrize("n", range(8))
def test_first_by_column_is_the_first_of_each_column_or_none(n: int) -> None:
    expected = [next((x for x in by_permutations(n) if x[0] == c), None) for c in range(n)]
    assert list(first_by_column(n)) == expected


@pytest.mark.parametrize("n", [0, 1, *range(4, 201), *range(4990, 5002)])
def test_any_solution_of_a_whole_board_is_accepted_by_the_checker(n: int) -> None:
    x = any_solution(n)
    assert len(x) == n
    assert is_solution(x)


@given(boards())
def test_any_solution_keeps_the_conditions_of_a_board(board: Board) -> None:
    expected = on_board(board)
    if board.is_whole and expected:
        assert any_solution(board) in expected
    elif expected:
        assert any_solution(board) == expected[0]
    else:
        assert isinstance(refused(lambda: any_solution(board)), NoSolution)


def test_an_iterator_stopped_by_ctrl_c_goes_on_where_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = solutions(8)
    begun = [next(found) for _ in range(5)]

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("huisu.queens.solutions.placements_in", interrupted)
        with pytest.raises(KeyboardInterrupt):
            begun.extend(found)
    assert begun + list(found) == list(by_permutations(8))


def test_whole_numbers_of_other_kinds_are_taken_as_such() -> None:
    class Three:
        def __index__(self) -> int:
            return 3

    assert Board(Three()).n == 3  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        is_solution((0.5,))  # type: ignore[arg-type]


def test_a_construction_out_of_reach_is_refused() -> None:
    assert refused(lambda: any_solution(10**8)).key == "error.n.any"
