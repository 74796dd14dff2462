"""Which solution is the k-th, and which number has a given one, without listing them?

The solutions before a given one are counts of boards: those that agree with it
down to some row and stand further left in that row. Read formats/ next for how
solutions are written.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import repeat

from huisu.bits import columns_in
from huisu.errors import Index, InputError, InterruptedByUser, NoSolution
from huisu.jobs import Job, Workers, count_jobs
from huisu.progress import OnProgress, Progress
from huisu.queens.board import Board, Placement
from huisu.queens.count import countable, total

__all__ = [
    "MAX_SAMPLED",
    "SolutionIndex",
    "kth",
    "random_solution",
    "random_solutions",
    "rank",
]

MAX_SAMPLED = 16  #: a uniform choice needs the whole count first

_REMEMBERED_ROWS = 2


class SolutionIndex:
    """The solutions of a board by number, and their numbers, without a list of them.

    Counts of the topmost subtrees are remembered, so that later questions cost
    less. Numbers start at 0, the order is lexicographic.
    """

    def __init__(
        self,
        board: int | Board,
        *,
        kernel: str | None = None,
        threads: int | None = None,
        on_progress: OnProgress | None = None,
    ) -> None:
        """Keep the board and the workers; nothing is counted yet."""
        self._board = countable(board)
        self._workers = Workers.choose(kernel, threads, n=self._board.n)
        self._on_progress = on_progress
        self._remembered: dict[Placement, int] = {}
        self._reported = 0

    def count(self) -> int:
        """Return the number of solutions.

        >>> SolutionIndex(8).count()
        92
        """
        if self._board.n == 0:
            return 1
        columns = list(columns_in(self._board.open_squares[0]))
        found = 0
        for done, column in enumerate(columns, 1):
            found += self._found_below((column,), passed=found)
            if self._on_progress:
                self._on_progress(Progress(done / len(columns), found))
        return found

    def kth(self, k: int) -> Placement:
        """Return solution number k; raise InputError when there are not so many.

        Raises NoSolution when there is none at all. Costs the counts of what
        stands before it: for n = 16 a few seconds, much less for a small k.

        >>> SolutionIndex(8).kth(91)
        (7, 3, 0, 2, 5, 1, 6, 4)
        """
        if not hasattr(k, "__index__"):
            raise InputError("error.k.type", k=repr(k))
        if k < 0:
            raise InputError("error.k.negative", k=Index(k), first=Index(0))
        x: Placement = ()
        passed = self._reported = 0
        while len(x) < self._board.n:
            for column in self._free_columns(x):
                found = self._found_below((*x, column), enough=k - passed + 1, passed=passed)
                if passed + found > k:
                    x = (*x, column)
                    break
                passed += found
            else:
                raise self._out_of_range(k, passed)
        if not x and k > 0:
            raise self._out_of_range(k, 1)
        return x

    def rank(self, x: Sequence[int]) -> int:
        """Return the number of a solution: how many come before it.

        Raises InputError when x is not a solution of the board.

        >>> SolutionIndex(8).rank((7, 3, 0, 2, 5, 1, 6, 4))
        91
        """
        board = self._board
        x = tuple(x)
        if not board.allows(x):
            raise InputError("error.rank", n=board.n)
        jobs = [
            Job(_rows(board, (*x[:row], column)), 1)
            for row in range(1, board.n)
            for column in self._free_columns(x[:row])
            if column < x[row]
        ]
        try:
            return total(self._first_row_jobs(x) + jobs, self._workers, self._on_progress)
        except InterruptedByUser as stop:
            raise InterruptedByUser("interrupted.rank", partial=stop.partial) from None

    def _first_row_jobs(self, x: Placement) -> list[Job]:
        """Return jobs for the solutions whose first queen stands left of x's.

        On a whole board a column and its mirror have as many: one job, counted twice.
        """
        board = self._board
        if not x:
            return []
        columns = [c for c in columns_in(board.open_squares[0]) if c < x[0]]
        weights: dict[int, int] = {}
        for column in columns:
            same = min(column, board.n - 1 - column) if board.is_whole else column
            weights[same] = weights.get(same, 0) + 1
        return [Job(_rows(board, (column,)), weight) for column, weight in weights.items()]

    def _free_columns(self, x: Placement) -> Iterator[int]:
        """Yield the columns of the next row that are open and not attacked by x."""
        row = len(x)
        for column in columns_in(self._board.open_squares[row]):
            attacked = any(c == column or abs(c - column) == row - r for r, c in enumerate(x))
            if not attacked:
                yield column

    def _found_below(self, x: Placement, *, enough: int | None = None, passed: int = 0) -> int:
        """Return how many solutions begin with x; `enough` of them when there are that many."""
        if self._board.is_whole and len(x) == 1:
            x = (min(x[0], self._board.n - 1 - x[0]),)
        if x in self._remembered:
            return self._remembered[x]
        found = 0
        try:
            with closing(count_jobs([Job(_rows(self._board, x), 1)], self._workers)) as pieces:
                for _, placements in pieces:
                    found += placements
                    self._report(passed + found, enough and enough + passed)
                    if enough is not None and found >= enough:
                        return found
        except KeyboardInterrupt:
            raise InterruptedByUser("interrupted.rank", partial=passed + found) from None
        if len(x) <= _REMEMBERED_ROWS:
            self._remembered[x] = found
        return found

    def _report(self, passed: int, wanted: int | None) -> None:
        """Report how many solutions are behind of those wanted; never fewer than the last time.

        The pieces of a subtree end in any order, and those behind k are counted too.
        """
        if self._on_progress and wanted:
            self._reported = max(self._reported, min(passed, wanted))
            self._on_progress(Progress(min(self._reported / wanted, 0.999), self._reported))

    def _out_of_range(self, k: int, found: int) -> InputError | NoSolution:
        board = self._board
        if found == 0:
            return NoSolution("none.board" if board.is_whole else "none.completion", n=board.n)
        return InputError("error.k.large", k=Index(k), first=Index(0), last=Index(found - 1))


def _rows(board: Board, x: Placement) -> tuple[int, ...]:
    """Return the board's open squares with the first queens placed as in x."""
    return (*(1 << column for column in x), *board.open_squares[len(x) :])


def kth(
    board: int | Board,
    k: int,
    *,
    kernel: str | None = None,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> Placement:
    """Return solution number k, from 0, in lexicographic order, without listing those before it.

    Raises InputError when k is out of range and NoSolution when there is none.
    n = 12 takes well under a second for any k, n = 16 a few seconds.

    >>> kth(8, 0), kth(8, 91)
    ((0, 4, 7, 5, 2, 6, 1, 3), (7, 3, 0, 2, 5, 1, 6, 4))
    """
    index = SolutionIndex(board, kernel=kernel, threads=threads, on_progress=on_progress)
    return index.kth(k)


def rank(
    x: Sequence[int],
    *,
    board: Board | None = None,
    kernel: str | None = None,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> int:
    """Return the number of a solution, from 0, among those of its board: the inverse of kth.

    The board is by default the whole one. Raises InputError when x is not a solution of it.

    >>> rank((7, 3, 0, 2, 5, 1, 6, 4))
    91
    """
    of = board if board is not None else Board(len(x))
    return SolutionIndex(of, kernel=kernel, threads=threads, on_progress=on_progress).rank(x)


def random_solution(board: int | Board, *, seed: int | None = None) -> Placement:
    """Return a solution chosen exactly uniformly: the k-th for a uniform k.

    The same seed gives the same solution. Raises InputError for a whole board
    above n = 16, NoSolution when there is none.

    >>> random_solution(8, seed=1) == random_solution(8, seed=1)
    True
    """
    return next(random_solutions(board, seed=seed))


def random_solutions(
    board: int | Board, *, seed: int | None = None, on_progress: OnProgress | None = None
) -> Iterator[Placement]:
    """Return an endless iterator of solutions, each chosen uniformly and independently.

    The same seed gives the same ones. Raises InputError and NoSolution as
    random_solution does.

    >>> next(random_solutions(8, seed=1))
    (2, 5, 1, 4, 7, 0, 6, 3)
    """
    board = countable(board)
    if board.is_whole and board.n > MAX_SAMPLED:
        raise InputError("error.n.sample", n=board.n, most=MAX_SAMPLED)
    index = SolutionIndex(board, on_progress=on_progress)
    choose = random.Random(seed)
    number = index.count()
    return (index.kth(choose.randrange(number) if number else 0) for _ in repeat(None))
