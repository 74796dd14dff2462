"""What are huisu's answers compared with? Published values, and plain loops.

`oeis` reads the published values. The loops below check every pair of queens
of every permutation, and share no code with huisu, except `by_reference`,
which puts huisu's plainest search on a board with open squares.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, permutations
from pathlib import Path

import pytest
from hypothesis import strategies as st

from huisu.errors import HuisuError
from huisu.kernel import Kernel, compiled, kernels
from huisu.queens.board import Board, Placement, clashes
from huisu.queens.reference import place
from huisu.queens.solutions import any_solution

DATA = Path(__file__).parent / "data"
SUPPORTED: tuple[Kernel, ...] = tuple(k for k in kernels() if k.supported and k.counts_jobs)
JOINING: tuple[Kernel, ...] = tuple(k for k in kernels() if k.supported and not k.counts_jobs)


@cache
def oeis(sequence: str) -> dict[int, int]:
    """Return the published values of a sequence by n."""
    lines = (DATA / "oeis.txt").read_text(encoding="utf-8").splitlines()
    cases = [line.split() for line in lines if line and not line.startswith("#")]
    return {int(n): int(value) for name, n, value in cases if name == sequence}


def reach(with_core: int, pure: int) -> int:
    """Return the largest n that a test goes to: the pure-Python form is some 50 times slower."""
    return with_core if compiled else pure


def attack(first: tuple[int, int], second: tuple[int, int]) -> bool:
    """Return whether queens on two squares attack each other."""
    rows, columns = abs(first[0] - second[0]), abs(first[1] - second[1])
    return 0 in (rows, columns) or rows == columns


@cache
def by_permutations(n: int) -> tuple[Placement, ...]:
    """Return the solutions among all permutations, in lexicographic order."""
    return tuple(
        x
        for x in permutations(range(n))
        if not any(attack(a, b) for a, b in combinations(enumerate(x), 2))
    )


def on_open(rows: Sequence[int]) -> list[Placement]:
    """Return the solutions on open squares only; rows as bits."""
    return [x for x in by_permutations(len(rows)) if all(rows[r] >> c & 1 for r, c in enumerate(x))]


def on_board(board: Board) -> list[Placement]:
    """Return the solutions that keep a board's fixed queens and avoid its blocked squares."""
    return [
        x
        for x in by_permutations(board.n)
        if all(x[row] == column for row, column in board.fixed)
        and not any(x[row] == column for row, column in board.blocked)
    ]


def by_reference(rows: Sequence[int]) -> int:
    """Return the number of solutions on open squares, for boards with too many permutations."""
    x = [0] * len(rows)

    def from_row(t: int) -> int:
        if t == len(rows):
            return 1
        found = 0
        for column in range(len(rows)):
            x[t] = column
            if rows[t] >> column & 1 and place(t, x):
                found += from_row(t + 1)
        return found

    return from_row(0)


@st.composite
def open_rows(draw: st.DrawFn, most: int = 7) -> tuple[int, ...]:
    """Draw a board of n = 1..most on which about three squares in four are open."""
    n = draw(st.integers(1, most))
    row = st.integers(0, (1 << n) - 1)
    return tuple(draw(row) | draw(row) for _ in range(n))


def scattered(n: int, seed: int) -> list[int]:
    """Return open squares at random, about three of four, each row with at least one."""
    choose = random.Random(seed)
    rows = (choose.getrandbits(n) | choose.getrandbits(n) for _ in range(n))
    return [squares or 1 << choose.randrange(n) for squares in rows]


def mostly_fixed(n: int, seed: int) -> list[int]:
    """Return open squares: a solution's queens, five of them free to swap, five with a choice."""
    choose = random.Random(seed)
    rows = [1 << column for column in any_solution(n)]
    swapping = choose.sample(range(n), 5)
    columns = sum(rows[row] for row in swapping)
    for row in swapping:
        rows[row] = columns
    for row in choose.sample(range(n), 5):
        rows[row] |= 1 << choose.randrange(n)
    return rows


@st.composite
def boards(draw: st.DrawFn, most: int = 7) -> Board:
    """Draw a board of n = 1..most with some squares blocked and up to two queens fixed."""
    n = draw(st.integers(1, most))
    squares = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    blocked = draw(st.sets(squares, max_size=n))
    fixed: list[tuple[int, int]] = []
    for square in draw(st.lists(squares, max_size=2)):
        if square not in blocked and not clashes([*fixed, square]):
            fixed.append(square)
    return Board(n, fixed=fixed, blocked=blocked)


def refused(question: Callable[[], object]) -> HuisuError:
    """Return the error that a question raises."""
    with pytest.raises(HuisuError) as caught:
        question()
    return caught.value
