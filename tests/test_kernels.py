"""Does every kernel of this machine give the same count as plain loops, and can it be chosen?"""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from huisu.errors import InputError
from huisu.kernel import Kernel, choose_kernel, compiled, core, kernels
from roads import (
    JOINING,
    SUPPORTED,
    by_reference,
    mostly_fixed,
    oeis,
    on_open,
    open_rows,
    refused,
    scattered,
)

each_kernel = pytest.mark.parametrize("kernel", SUPPORTED, ids=lambda kernel: kernel.name)


def test_plain_python_is_always_there_and_last() -> None:
    names = [kernel.name for kernel in kernels()]
    assert names[-1] == "python"
    assert len(set(names)) == len(names)


@pytest.mark.core
def test_the_compiled_core_runs_on_any_cpu() -> None:
    assert compiled
    assert "bitmask-baseline" in [kernel.name for kernel in SUPPORTED]


@each_kernel
@pytest.mark.parametrize("n", range(1, 10))
def test_a_whole_board_has_the_published_count(kernel: Kernel, n: int) -> None:
    board = [(1 << n) - 1] * n
    assert kernel.count(board, kernel.cancel_flag()) == oeis("A000170")[n]


@given(open_rows())
def test_open_squares_have_the_count_of_all_permutations(rows: tuple[int, ...]) -> None:
    expected = len(on_open(rows))
    for kernel in SUPPORTED:
        assert kernel.count(rows, kernel.cancel_flag()) == expected, kernel.name


@pytest.mark.core
@pytest.mark.parametrize("n", range(9, 14))
@pytest.mark.parametrize("seed", range(8))
def test_the_compiled_kernels_agree_on_boards_with_holes(n: int, seed: int) -> None:
    rows = scattered(n, seed)
    compiled_kernels = [kernel for kernel in SUPPORTED if kernel.name != "python"]
    counts = {kernel.name: kernel.count(rows, kernel.cancel_flag()) for kernel in compiled_kernels}
    assert len(set(counts.values())) == 1, counts


@each_kernel
@pytest.mark.parametrize("n", range(1, 9))
def test_a_board_with_a_closed_row_has_no_solution(kernel: Kernel, n: int) -> None:
    for row in range(n):
        board = [0 if r == row else (1 << n) - 1 for r in range(n)]
        assert kernel.count(board, kernel.cancel_flag()) == 0


@pytest.mark.parametrize("n", range(24, 65))
def test_boards_wider_than_half_a_word_are_counted_right(n: int) -> None:
    rows = mostly_fixed(n, seed=n)
    expected = by_reference(rows)
    assert expected > 0
    for kernel in (kernel for kernel in SUPPORTED if n <= kernel.max_n):
        assert kernel.count(rows, kernel.cancel_flag()) == expected, kernel.name


@each_kernel
def test_a_cancelled_count_returns_instead_of_searching_for_minutes(kernel: Kernel) -> None:
    cancel = kernel.cancel_flag()
    cancel.set()
    assert kernel.count([(1 << 20) - 1] * 20, cancel) < oeis("A000170")[20]


def test_by_default_the_fastest_kernel_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HUISU_KERNEL", raising=False)
    assert choose_kernel() == SUPPORTED[0]
    assert (choose_kernel().name == "python") is not compiled


@each_kernel
def test_a_kernel_is_chosen_by_argument(kernel: Kernel) -> None:
    assert choose_kernel(kernel.name) == kernel


@each_kernel
def test_a_kernel_is_chosen_by_the_environment(
    kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HUISU_KERNEL", kernel.name)
    assert choose_kernel() == kernel
    assert choose_kernel("python").name == "python"


@pytest.mark.core
def test_a_technique_alone_means_its_fastest_form() -> None:
    fastest = next(kernel for kernel in SUPPORTED if kernel.name.startswith("bitmask"))
    assert choose_kernel("bitmask") == fastest


def test_an_unknown_kernel_is_refused_and_the_known_ones_are_named() -> None:
    error = refused(lambda: choose_kernel("abacus"))
    names = ", ".join(kernel.name for kernel in kernels())
    assert isinstance(error, InputError)
    assert error.text() == f"there is no kernel 'abacus'; this installation has: {names}"


def test_an_unknown_kernel_in_the_environment_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HUISU_KERNEL", "abacus")
    assert "'abacus'" in refused(choose_kernel).text("zh")


def test_a_kernel_that_this_cpu_cannot_run_is_passed_over_or_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    foreign = replace(SUPPORTED[0], name="bitmask-foreign", supported=False)
    monkeypatch.setattr("huisu.kernel.kernels", lambda: (foreign, *kernels()))
    assert choose_kernel() == SUPPORTED[0]
    error = refused(lambda: choose_kernel("bitmask-foreign"))
    assert error.text().startswith("this CPU cannot run the kernel 'bitmask-foreign'")


def test_a_kernel_for_smaller_boards_is_passed_over_or_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    small = replace(SUPPORTED[0], name="quarter-join-small", max_n=10)
    monkeypatch.setattr("huisu.kernel.kernels", lambda: (small, *kernels()))
    assert choose_kernel(n=10) == small
    assert choose_kernel(n=11) == SUPPORTED[0]
    error = refused(lambda: choose_kernel("quarter-join", n=11))
    assert error.text().startswith("the kernel 'quarter-join' counts boards up to n = 10, got 11")


def test_several_boards_are_counted_in_one_call() -> None:
    board = [0b1111] * 4
    for kernel in SUPPORTED:
        assert kernel.count_each([board, [1], board], kernel.cancel_flag()) == [2, 1, 2]


@pytest.mark.core
def test_the_core_refuses_several_boards_if_one_is_none() -> None:
    with pytest.raises(ValueError, match="board"):
        core.count_each(SUPPORTED[0].index, [[1], [0b100, 0b11]], core.Cancel())
    with pytest.raises(ValueError, match="cannot run this job"):
        core.count_each(JOINING[0].index, [[1]], core.Cancel())


@pytest.mark.core
@pytest.mark.parametrize("rows", [[], [1] * 65, [0b100, 0b11]])
def test_the_core_refuses_what_is_no_board(rows: list[int]) -> None:
    with pytest.raises(ValueError, match="board"):
        core.count(0, rows, core.Cancel())


@pytest.mark.core
@pytest.mark.parametrize("index", [-1, 1000])
def test_the_core_refuses_a_kernel_it_does_not_have(index: int) -> None:
    with pytest.raises(ValueError, match="no such kernel"):
        core.count(index, [1], core.Cancel())


@pytest.mark.core
@pytest.mark.parametrize("after", [b"\x00\x01\x02\x03\x00", b"\x04"])
def test_the_core_refuses_a_position_off_the_board(after: bytes) -> None:
    with pytest.raises(ValueError, match=r"too long|off the board"):
        core.next_solutions([0b1111] * 4, after, 1, 1)
