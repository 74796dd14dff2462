"""Are the symmetric and the fundamental solutions the published number, and what they claim?"""

from __future__ import annotations

import pytest
from hypothesis import given

from huisu.errors import InterruptedByUser
from huisu.progress import Progress
from huisu.queens.board import Board, Placement
from huisu.queens.count import count_fundamental
from huisu.queens.symmetric import (
    TURNS,
    Turn,
    fundamental_batches,
    fundamental_solutions,
    symmetric_batches,
    symmetric_solutions,
)
from huisu.queens.symmetry import canonical, class_size, image, images
from roads import boards, by_permutations, oeis, on_board, reach, refused

every_turn = pytest.mark.parametrize("turn", TURNS)


@pytest.mark.parametrize(("n", "expected"), [(0, [((), 1)]), (1, [((0,), 1)]), (2, []), (3, [])])
def test_the_smallest_boards_have_the_right_classes(
    n: int, expected: list[tuple[Placement, int]]
) -> None:
    assert list(fundamental_solutions(n)) == expected


@pytest.mark.parametrize("n", range(1, reach(13, 10)))
def test_there_are_as_many_classes_as_published_and_their_sizes_add_up(n: int) -> None:
    sizes = [size for _, size in fundamental_solutions(n)]
    assert len(sizes) == oeis("A002562")[n]
    assert sum(sizes) == oeis("A000170")[n]


@pytest.mark.parametrize("n", range(9))
def test_each_fundamental_solution_is_the_least_of_its_class(n: int) -> None:
    expected = sorted({(canonical(x), class_size(x)) for x in by_permutations(n)})
    assert list(fundamental_solutions(n)) == expected


def test_no_two_fundamental_solutions_are_images_of_each_other() -> None:
    found = [x for x, _ in fundamental_solutions(9)]
    seen = [y for x in found for y in set(images(x))]
    assert len(seen) == len(set(seen)) == oeis("A000170")[9]


def test_eight_queens_are_eleven_classes_of_8_and_one_of_4() -> None:
    assert sorted(size for _, size in fundamental_solutions(8)) == [4] + [8] * 11


def test_the_share_of_a_fundamental_search_never_decreases_and_ends_at_1() -> None:
    shares = [done for _, done in fundamental_batches(10)]
    assert len(shares) > 3
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


@every_turn
@pytest.mark.parametrize("n", range(8))
def test_symmetric_solutions_are_those_that_the_turn_leaves_unchanged(n: int, turn: Turn) -> None:
    unchanged = [x for x in by_permutations(n) if image(x, f"{turn}-turn") == x]
    assert list(symmetric_solutions(n, turn)) == unchanged


@given(boards())
def test_conditions_hold_for_symmetric_solutions_too(board: Board) -> None:
    for turn in TURNS:
        unchanged = [x for x in on_board(board) if image(x, f"{turn}-turn") == x]
        assert list(symmetric_solutions(board, turn)) == unchanged


@pytest.mark.parametrize(("turn", "n"), [("half", 12), ("quarter", 13), ("quarter", 16)])
def test_larger_symmetric_solutions_are_unchanged_too(turn: Turn, n: int) -> None:
    found = list(symmetric_solutions(n, turn))
    assert found == sorted(set(found))
    assert all(image(x, f"{turn}-turn") == x for x in found)
    assert len(found) == oeis({"half": "A032522", "quarter": "A033148"}[turn])[n]


@every_turn
def test_the_share_of_a_symmetric_search_never_decreases(turn: Turn) -> None:
    shares = [round(done, 9) for _, done in symmetric_batches(12, turn)]
    assert shares == sorted(shares)
    assert 0 <= shares[0] < shares[-1] == 1


def test_an_unknown_turn_is_refused_at_once() -> None:
    error = refused(lambda: symmetric_solutions(8, "full"))  # type: ignore[arg-type]
    assert error.text() == "there is no turn 'full'; choose one of: half, quarter"


def test_classes_of_a_board_with_fixed_queens_are_refused() -> None:
    board = Board(8, fixed=[(0, 0)])
    assert refused(lambda: fundamental_solutions(board)).key == "error.n.type"  # type: ignore[arg-type]
    assert refused(lambda: count_fundamental(board)).key == "error.n.type"  # type: ignore[arg-type]


def test_a_stopped_count_of_classes_claims_no_more_than_there_are() -> None:
    def stop(progress: Progress) -> None:
        if progress.found > 100:
            raise KeyboardInterrupt

    with pytest.raises(InterruptedByUser) as stopped:
        count_fundamental(11, kernel="python", on_progress=stop)
    assert 100 < stopped.value.partial < 341
    assert "at least" in str(stopped.value)
