"""Does every kernel that counts also add up the weights right, mod 2^64, and do they check counts?

The weight of a solution is that of the column of its last queen.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huisu.bits import BitRow
from huisu.kernel import Kernel, core
from roads import (
    JOINING,
    SUPPORTED,
    by_reference,
    mostly_fixed,
    oeis,
    on_open,
    open_rows,
    scattered,
)

each_kernel = pytest.mark.parametrize("kernel", SUPPORTED, ids=lambda kernel: kernel.name)

WORD = 1 << 64


def weights_of(n: int, seed: int = 0) -> list[int]:
    """Return a random weight for each column; sums of two or more mostly pass 64 bits."""
    choose = random.Random(seed)
    return [choose.getrandbits(64) for _ in range(n)]


def by_last_column(
    count: Callable[[Sequence[BitRow]], int], rows: Sequence[BitRow], weights: Sequence[int]
) -> tuple[int, int]:
    """Return the count and the sum of weights, by a plain count for each column of the last row."""
    found = [count([*rows[:-1], rows[-1] & 1 << column]) for column in range(len(rows))]
    return sum(found), sum(f * w for f, w in zip(found, weights, strict=True)) % WORD


def counted(kernel: Kernel, rows: Sequence[BitRow], weights: Sequence[int]) -> tuple[int, int]:
    return kernel.count_flip(rows, weights, kernel.cancel_flag())


def plain_count(kernel: Kernel) -> Callable[[Sequence[BitRow]], int]:
    return lambda rows: kernel.count(rows, kernel.cancel_flag())


@given(open_rows(), st.integers(0, 1000))
def test_the_weights_are_those_of_all_permutations(rows: tuple[int, ...], seed: int) -> None:
    weights, solutions = weights_of(len(rows), seed), on_open(rows)
    expected = len(solutions), sum(weights[x[-1]] for x in solutions) % WORD
    for kernel in SUPPORTED:
        assert counted(kernel, rows, weights) == expected, kernel.name


@given(open_rows(), st.data())
def test_rows_with_one_open_square_keep_their_weight(
    rows: tuple[int, ...], data: st.DataObject
) -> None:
    settled = list(rows)
    for row in data.draw(st.sets(st.integers(0, len(rows) - 1))) | {len(rows) - 1}:
        settled[row] = 1 << data.draw(st.integers(0, len(rows) - 1))
    weights, solutions = weights_of(len(rows)), on_open(settled)
    expected = len(solutions), sum(weights[x[-1]] for x in solutions) % WORD
    for kernel in SUPPORTED:
        assert counted(kernel, settled, weights) == expected, kernel.name


@pytest.mark.parametrize("known", range(9))
def test_a_solution_whose_first_or_last_queens_are_known_is_found(known: int) -> None:
    solution = [0, 4, 7, 5, 2, 6, 1, 3]
    weights = weights_of(8)
    for rows_known in (range(known), range(8 - known, 8)):
        rows = [1 << c if r in rows_known else 255 for r, c in enumerate(solution)]
        solutions = on_open(rows)
        expected = len(solutions), sum(weights[x[-1]] for x in solutions) % WORD
        for kernel in SUPPORTED:
            assert counted(kernel, rows, weights) == expected, kernel.name


@each_kernel
@pytest.mark.parametrize("n", range(1, 13))
def test_a_whole_board_has_the_weights_of_its_columns(kernel: Kernel, n: int) -> None:
    board, weights = [(1 << n) - 1] * n, weights_of(n)
    expected = by_last_column(plain_count(SUPPORTED[0]), board, weights)
    assert expected[0] == oeis("A000170")[n]
    assert counted(kernel, board, weights) == expected


@pytest.mark.core
@pytest.mark.parametrize("n", range(9, 14))
@pytest.mark.parametrize("seed", range(4))
def test_the_compiled_kernels_weigh_boards_with_holes_alike(n: int, seed: int) -> None:
    rows, weights = scattered(n, seed), weights_of(n, seed)
    for kernel in SUPPORTED:
        if kernel.name != "python":
            expected = by_last_column(plain_count(kernel), rows, weights)
            assert counted(kernel, rows, weights) == expected, kernel.name


@pytest.mark.parametrize("n", range(24, 65))
def test_boards_wider_than_half_a_word_are_weighed_right(n: int) -> None:
    rows, weights = mostly_fixed(n, seed=n), weights_of(n)
    expected = by_last_column(by_reference, rows, weights)
    for kernel in (kernel for kernel in SUPPORTED if n <= kernel.max_n):
        assert counted(kernel, rows, weights) == expected, kernel.name


@each_kernel
def test_sums_beyond_64_bits_wrap(kernel: Kernel) -> None:
    board = [255] * 8
    assert counted(kernel, board, [WORD - 1] * 8) == (92, WORD - 92)
    assert counted(kernel, board, [WORD // 2] * 8) == (92, 0)
    assert counted(kernel, [1], [WORD - 1]) == (1, WORD - 1)
    fixed = [1 if row == 7 else 255 for row in range(8)]  # four solutions, a constant weight
    assert counted(kernel, fixed, [WORD - 1] * 8) == (4, WORD - 4)


@pytest.mark.parametrize(
    ("kernel", "n"),
    [(k, n) for k in SUPPORTED for n in (8, 12, 14) if k.name != "python" or n < 14],
    ids=lambda value: getattr(value, "name", value),
)
def test_the_first_queens_tell_the_weights_of_the_last_ones(kernel: Kernel, n: int) -> None:
    half = weights_of(n // 2)
    weights = half + half[::-1]
    board = [(1 << n) - 1] * (n - 1)
    jobs = [counted(kernel, [1 << first, *board], weights) for first in range(n // 2)]
    by_last = 2 * sum(flip for _, flip in jobs) % WORD
    by_first = 2 * sum(count * w for (count, _), w in zip(jobs, half, strict=True)) % WORD
    assert by_last == by_first
    assert 2 * sum(count for count, _ in jobs) == oeis("A000170")[n]


@each_kernel
def test_a_cancelled_count_with_weights_returns_at_once(kernel: Kernel) -> None:
    cancel = kernel.cancel_flag()
    cancel.set()
    count, _ = kernel.count_flip([(1 << 20) - 1] * 20, [1] * 20, cancel)
    assert count < oeis("A000170")[20]


def test_who_counts_jobs_weighs_them_too() -> None:
    assert all(kernel.counts_flip for kernel in SUPPORTED)
    assert not any(kernel.counts_flip for kernel in JOINING)


@pytest.mark.core
@pytest.mark.parametrize("weights", [[1] * 3, [1] * 5, []])
def test_the_core_refuses_another_number_of_weights(weights: list[int]) -> None:
    with pytest.raises(ValueError, match="one weight for each column"):
        core.count_flip(SUPPORTED[0].index, [15] * 4, weights, core.Cancel())


@pytest.mark.core
@pytest.mark.parametrize("weight", [-1, WORD])
def test_the_core_refuses_a_weight_of_more_than_64_bits(weight: int) -> None:
    with pytest.raises(TypeError):
        core.count_flip(SUPPORTED[0].index, [1], [weight], core.Cancel())


@pytest.mark.core
def test_the_core_refuses_to_weigh_what_is_no_job() -> None:
    with pytest.raises(ValueError, match="off the board"):
        core.count_flip(SUPPORTED[0].index, [4, 3], [1, 1], core.Cancel())
    with pytest.raises(ValueError, match="cannot run this job"):
        core.count_flip(JOINING[0].index, [1], [1], core.Cancel())
