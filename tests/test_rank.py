"""Are numbers and solutions inverse to each other, and are random solutions fair?"""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given, settings

from huisu.errors import InputError, InterruptedByUser, NoSolution
from huisu.progress import Progress
from huisu.queens.board import Board, is_solution
from huisu.queens.rank import SolutionIndex, kth, random_solution, random_solutions, rank
from huisu.queens.solutions import solutions
from huisu.queens.symmetry import image
from roads import boards, by_permutations, oeis, on_board, reach, refused


@pytest.mark.parametrize("n", range(reach(9, 8)))
def test_the_kth_solution_is_the_kth_of_the_list(n: int) -> None:
    index = SolutionIndex(n)
    found = [index.kth(k) for k in range(index.count())]
    assert tuple(found) == by_permutations(n)


@pytest.mark.parametrize("n", range(reach(9, 8)))
def test_the_rank_of_a_solution_is_its_place_in_the_list(n: int) -> None:
    assert [rank(x) for x in by_permutations(n)] == list(range(oeis("A000170")[n]))


@pytest.mark.parametrize("k", [0, 1, 2679, 2680, 7099, 7100, 14198, 14199])
@pytest.mark.core
def test_kth_and_rank_are_inverse_on_a_larger_board(k: int) -> None:
    x = kth(12, k)
    assert is_solution(x)
    assert rank(x) == k


@pytest.mark.core
def test_larger_boards_agree_with_the_list() -> None:
    index, found = SolutionIndex(11), list(solutions(11))
    for k in range(0, len(found), 97):
        assert index.kth(k) == found[k]
        assert index.rank(found[k]) == k


@pytest.mark.parametrize("n", [6, 9])
def test_the_last_solution_is_the_mirror_image_of_the_first(n: int) -> None:
    last = kth(n, oeis("A000170")[n] - 1)
    assert last == image(kth(n, 0), "mirror")
    assert rank(last) == oeis("A000170")[n] - 1


@settings(max_examples=40)
@given(boards(6))
def test_restricted_boards_have_numbers_too(board: Board) -> None:
    index, expected = SolutionIndex(board), on_board(board)
    assert index.count() == len(expected)
    assert [index.kth(k) for k in range(index.count())] == expected
    assert [index.rank(x) for x in expected] == list(range(index.count()))


def test_questions_do_not_change_later_answers() -> None:
    index = SolutionIndex(8)
    backwards = [index.kth(k) for k in reversed(range(92))]
    assert tuple(reversed(backwards)) == by_permutations(8)


@pytest.mark.parametrize("n", [0, 1, 4, 8])
def test_a_k_past_the_last_is_refused_and_the_last_is_named(n: int) -> None:
    number = oeis("A000170")[n]
    error = refused(lambda: kth(n, number))
    assert isinstance(error, InputError)
    assert error.text() == f"k must be 0..{number - 1}, got {number}"
    assert error.text(base=1) == f"k must be 1..{number}, got {number + 1}"


def test_a_negative_k_is_refused() -> None:
    error = refused(lambda: kth(8, -1))
    assert error.text() == "k must be 0 or more, got -1"
    assert error.text("zh", base=1) == "k 不能小于 1，得到的是 0"


def test_a_k_that_is_no_whole_number_is_refused() -> None:
    assert refused(lambda: kth(8, 1.5)).key == "error.k.type"  # type: ignore[arg-type]


def test_progress_of_a_length_ends_with_the_number() -> None:
    seen: list[Progress] = []
    assert SolutionIndex(8, on_progress=seen.append).count() == 92
    assert seen == sorted(seen)
    assert seen[-1] == Progress(1.0, 92)


@pytest.mark.parametrize("n", [2, 3])
def test_where_there_is_no_solution_no_k_is_to_blame(n: int) -> None:
    assert isinstance(refused(lambda: kth(n, 0)), NoSolution)
    assert isinstance(refused(lambda: random_solution(n)), NoSolution)


def test_a_k_past_the_last_of_a_restricted_board_is_refused() -> None:
    board = Board(8, fixed=[(0, 0)])
    assert refused(lambda: kth(board, 4)).text() == "k must be 0..3, got 4"
    nowhere = refused(lambda: kth(Board(4, fixed=[(0, 0)]), 0))
    assert nowhere.key == "none.completion"


@pytest.mark.parametrize("x", [(0, 1, 2, 3), (1, 3, 0), (4, 1, 3, 0), (1, 1, 1, 1)])
def test_what_is_no_solution_has_no_rank(x: tuple[int, ...]) -> None:
    assert refused(lambda: rank(x, board=Board(4))).key == "error.rank"


def test_a_solution_that_breaks_a_condition_of_the_board_has_no_rank() -> None:
    board = Board(4, blocked=[(0, 1)])
    assert rank((2, 0, 3, 1), board=board) == 0
    assert refused(lambda: rank((1, 3, 0, 2), board=board)).key == "error.rank"


def test_the_same_seed_gives_the_same_solutions() -> None:
    draws = [list(islice(random_solutions(8, seed=seed), 12)) for seed in (5, 5, 6)]
    assert draws[0] == draws[1] != draws[2]
    assert random_solution(8, seed=5) == draws[0][0]


def test_each_of_the_92_solutions_is_drawn_sooner_or_later() -> None:
    drawn = set(islice(random_solutions(8, seed=1), 900))
    assert drawn == set(by_permutations(8))


def test_each_solution_is_drawn_about_equally_often() -> None:
    drawn = Counter(islice(random_solutions(6, seed=1), 400))
    assert set(drawn) == set(by_permutations(6))
    assert all(60 < times < 140 for times in drawn.values())  # 100, and 4.6 standard errors


@pytest.mark.parametrize("seed", range(3))
def test_a_random_solution_keeps_the_conditions_of_its_board(seed: int) -> None:
    board = Board(8, fixed=[(1, 3)], blocked=[(0, 0), (7, 7)])
    assert board.allows(random_solution(board, seed=seed))


def test_a_uniform_choice_from_a_board_beyond_reach_is_refused() -> None:
    error = refused(lambda: random_solution(17))
    assert error.text().startswith("n must be 0..16 to choose uniformly from a whole board, got 17")


def test_progress_of_a_search_for_a_number_never_goes_back() -> None:
    seen: list[Progress] = []
    kth(10, 700, on_progress=seen.append)
    assert seen == sorted(seen)
    assert 0 < seen[-1].done < 1


def stop(progress: Progress) -> None:
    raise KeyboardInterrupt


def test_an_interrupted_search_for_a_number_says_that_there_is_no_answer() -> None:
    x = kth(9, 300)
    for question in (lambda: kth(9, 300, on_progress=stop), lambda: rank(x, on_progress=stop)):
        error = refused(question)
        assert isinstance(error, InterruptedByUser)
        assert 0 < error.partial <= 300
        assert error.text().endswith("there is no answer yet")
