"""Is a count the published one, does it say how far it is, and does it stop when asked?"""

from __future__ import annotations

import signal
import subprocess
import sys
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huisu.errors import InputError, InterruptedByUser
from huisu.jobs import Job, Workers
from huisu.progress import Progress
from huisu.queens.board import Board
from huisu.queens.count import count, count_fundamental, count_symmetric, total
from huisu.queens.solutions import any_solution
from roads import SUPPORTED, boards, oeis, on_board, reach, refused

#: A kernel, and a board that takes it several jobs.
LENGTHY = [("python", 11), pytest.param("bitmask", 15, marks=pytest.mark.core)]


@pytest.mark.parametrize("n", range(reach(17, 12)))
def test_the_count_of_a_whole_board_is_the_published_one(n: int) -> None:
    assert count(n) == oeis("A000170")[n]


@pytest.mark.parametrize("n", range(1, reach(16, 12)))
def test_the_count_of_classes_is_the_published_one(n: int) -> None:
    assert count_fundamental(n) == oeis("A002562")[n]


def test_the_empty_board_is_one_class() -> None:
    assert count_fundamental(0) == 1


@pytest.mark.core
def test_the_empty_board_is_whole_so_that_the_join_may_be_named() -> None:
    assert count(0, kernel="join") == count_fundamental(0, kernel="join") == 1


@pytest.mark.parametrize("n", range(1, 16))
def test_the_count_of_half_turn_solutions_is_the_published_one(n: int) -> None:
    assert count_symmetric(n, "half") == oeis("A032522")[n]


@pytest.mark.parametrize("n", range(18))
def test_the_count_of_quarter_turn_solutions_is_the_published_one(n: int) -> None:
    assert count_symmetric(n, "quarter") == oeis("A033148")[n]


@given(boards())
def test_the_count_of_a_restricted_board_is_right(board: Board) -> None:
    assert count(board) == len(on_board(board))


@given(boards(8), st.data())
def test_with_a_queen_on_a_square_and_with_the_square_blocked_make_the_whole(
    board: Board, data: st.DataObject
) -> None:
    square = data.draw(st.sampled_from([(r, c) for r in range(board.n) for c in range(board.n)]))
    assert sum(with_and_without(board, square)) == count(board)


def with_and_without(board: Board, square: tuple[int, int]) -> tuple[int, int]:
    """Count with a queen fixed on the square, 0 if the rules forbid it, and with it blocked."""
    if square in board.fixed:
        return count(board), 0
    without = count(Board(board.n, fixed=board.fixed, blocked=board.blocked | {square}))
    try:
        with_queen = Board(board.n, fixed=[*board.fixed, square], blocked=board.blocked)
    except InputError:
        return 0, without
    return count(with_queen), without


@pytest.mark.parametrize("n", [5, 7, 9])
def test_solutions_through_the_middle_column_count_once(n: int) -> None:
    by_column = [count(Board(n, fixed=[(0, column)])) for column in range(n)]
    assert by_column == by_column[::-1]
    assert sum(by_column) == count(n) == oeis("A000170")[n]


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_number_of_threads_does_not_change_the_count(threads: int) -> None:
    assert count(10, threads=threads) == oeis("A000170")[10]


def test_totals_are_not_bound_by_a_machine_word() -> None:
    weight = 2**70
    job = Job(Board(6).open_squares, weight)
    assert total([job], Workers.choose()) == 4 * weight


@pytest.mark.parametrize(("kernel", "n"), LENGTHY)
def test_progress_never_goes_back_and_ends_with_the_whole_count(kernel: str, n: int) -> None:
    seen: list[Progress] = []
    found = count(n, kernel=kernel, on_progress=seen.append)
    assert len(seen) > 3
    assert seen == sorted(seen)
    assert all(0 < progress.done < 1 for progress in seen[:-1])
    assert seen[-1] == Progress(1.0, found)


def test_a_symmetric_count_reports_its_progress() -> None:
    seen: list[Progress] = []
    found = count_symmetric(12, "half", on_progress=seen.append)
    shares = [round(progress.done, 9) for progress in seen]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert seen[-1].found == found


class StopAfter:
    """A reader of progress who presses Ctrl-C at the k-th report."""

    def __init__(self, reports: int) -> None:
        self.left = reports
        self.found = 0

    def __call__(self, progress: Progress) -> None:
        self.left -= 1
        self.found = progress.found
        if not self.left:
            raise KeyboardInterrupt


@pytest.mark.parametrize(("kernel", "n"), LENGTHY)
def test_an_interrupted_count_says_what_it_had_and_ends_its_threads(kernel: str, n: int) -> None:
    stop = StopAfter(3)
    error = refused(lambda: count(n, kernel=kernel, on_progress=stop))
    assert isinstance(error, InterruptedByUser)
    assert error.partial == stop.found < oeis("A000170")[n]
    assert f"{stop.found} solutions counted so far" in error.text()
    assert not [t.name for t in threading.enumerate() if t.name.startswith("huisu")]


def test_an_interrupted_symmetric_count_says_what_it_had() -> None:
    stop = StopAfter(20)
    error = refused(lambda: count_symmetric(13, "half", on_progress=stop))
    assert isinstance(error, InterruptedByUser)
    assert error.partial == stop.found < oeis("A032522")[13]


INTERRUPTED = """
from huisu.errors import InterruptedByUser
from huisu.queens.count import count
reports = []
try:
    count(20, on_progress=lambda p: reports or reports.append(print("counting", flush=True)))
except InterruptedByUser as stop:
    print("partial", stop.partial)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT between processes on Windows")
def test_ctrl_c_stops_a_running_count() -> None:
    command = [sys.executable, "-c", INTERRUPTED]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "counting\n"
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=5)[0].split()
    assert process.returncode == 0
    assert said[0] == "partial"
    assert 0 <= int(said[1]) < oeis("A000170")[20]


def test_a_whole_board_beyond_reach_is_refused() -> None:
    expected = "n must be 0..30 to count a whole board, got 31; an estimate is possible up to 64"
    assert refused(lambda: count(31)).text() == expected


def test_a_restricted_board_may_be_larger_up_to_64() -> None:
    fixed = list(enumerate(any_solution(64)))[2:]
    assert count(Board(64, fixed=fixed)) == 1
    assert refused(lambda: count(Board(65, fixed=fixed))).key == "error.n.search"


@pytest.mark.parametrize("threads", [0, -1])
def test_a_count_needs_a_thread(threads: int) -> None:
    error = refused(lambda: count(8, threads=threads))
    assert error.text() == f"threads must be 1 or more, got {threads}"


@pytest.mark.core
@pytest.mark.parametrize("n", range(1, 17))
@pytest.mark.parametrize("kernel", [k.name for k in SUPPORTED if "sweep" in k.name])
def test_the_border_plan_has_the_published_count(kernel: str, n: int) -> None:
    assert count(n, kernel=kernel) == oeis("A000170")[n]


@pytest.mark.core
@pytest.mark.long
@pytest.mark.parametrize("n", [17, 18, 19])
def test_the_border_plan_of_a_large_board_has_the_published_count(n: int) -> None:
    assert count(n, kernel="sweep") == oeis("A000170")[n]
