"""Does joining quarter boards count whole boards right, unit by unit, and can it be stopped?"""

from __future__ import annotations

import threading
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from huisu.errors import InputError, InterruptedByUser
from huisu.jobs import Workers
from huisu.joined import Memory, count_joined, megabytes, memory_for
from huisu.kernel import Kernel, choose_kernel, core
from huisu.memory import _left_in_container
from huisu.progress import Progress
from huisu.queens import count as counting
from huisu.queens.board import Board
from huisu.queens.count import choose_workers, count
from roads import JOINING, SUPPORTED, oeis, refused

pytestmark = pytest.mark.core
each_kernel = pytest.mark.parametrize("kernel", JOINING, ids=lambda kernel: kernel.name)

Half = tuple[int, int]  # the rows of the north and of the south that look east


def open_rows(n: int, split: Half, x: int = 0, y: int = 0) -> list[int]:
    """Return the open squares of a row split: each row's queen in the half that it looks to.

    Bit i of a half is the row i rows from the middle. For odd n the middle
    row's queen stands x columns east of the centre, the middle column's y rows
    south of it.
    """
    side, odd = n // 2, n % 2
    west = (1 << side) - 1
    halves = (west, west << side + odd)
    north = [halves[split[0] >> i & 1] for i in reversed(range(side))]
    south = [halves[split[1] >> i & 1] for i in range(side)]
    rows = [*north, *([1 << side + x] * odd), *south]
    if y:
        rows[side + y] = 1 << side
    return rows


def closed(rows: list[int], *, in_west: frozenset[str]) -> list[int]:
    """Close the long diagonals in the east half, and those named in the west half too."""
    n = len(rows)
    found = list(rows)
    for row in range(n):
        for name, column in (("falling", row), ("rising", n - 1 - row)):
            if column >= n // 2 or name in in_west:
                found[row] &= ~(1 << column)
    return found


def recounted(rows: list[int]) -> int:
    """Return the count of open squares by kernels that know nothing of halves.

    The sweep and the bit-mask recursion; small boards in plain Python too.
    """
    kernels = [k for k in SUPPORTED if k.name != "python" or len(rows) < 10]
    counts = {kernel.count(rows, kernel.cancel_flag()) for kernel in kernels}
    assert len(counts) == 1, rows
    return counts.pop()


def weighted(n: int, split: Half) -> int:
    """Return the solutions of an even split whose east half leaves the long diagonals empty.

    Each counts twice for each long diagonal that its west half uses: with N(c)
    for those that leave c empty in the west too, 4 N() - 2 N(falling) - 2
    N(rising) + N(both).
    """
    rows = open_rows(n, split)
    signs = {(): 4, ("falling",): -2, ("rising",): -2, ("falling", "rising"): 1}
    return sum(
        sign * recounted(closed(rows, in_west=frozenset(names))) for names, sign in signs.items()
    )


def expected(n: int, job: tuple[int, int, int, int, int]) -> int:
    """Return what a job of the join stands for, from the definition of its weights."""
    north, south, x, y, _ = job
    if x:
        return 8 * recounted(open_rows(n, (north, south), x, y))
    every = (1 << n // 2) - 1
    here, turned = (north, south), (every & ~north, every & ~south)
    splits = {here, here[::-1], turned, turned[::-1]}
    if n % 2:
        return sum(recounted(open_rows(n, split)) for split in splits)
    return sum(weighted(n, split) for split in splits)


@each_kernel
@pytest.mark.parametrize("n", range(8, 13))
def test_every_unit_counts_what_its_jobs_stand_for(kernel: Kernel, n: int) -> None:
    join, room = kernel.backend.Join(n), kernel.backend.JoinRoom(n, kernel.index)
    total = 0
    for unit in range(join.units):
        found = join.count_units(unit, unit + 1, room, kernel.cancel_flag())
        assert found == sum(expected(n, job) for job in join.unit_jobs(unit))
        total += found
    assert total == oeis("A000170")[n]


@each_kernel
@pytest.mark.parametrize("n", range(1, 18))
def test_a_whole_board_has_the_published_count(kernel: Kernel, n: int) -> None:
    assert count(n, kernel=kernel.name) == oeis("A000170")[n]


@pytest.mark.long
@each_kernel
@pytest.mark.parametrize("n", [18, 19, 20])
def test_a_large_board_has_the_published_count(kernel: Kernel, n: int) -> None:
    assert count(n, kernel=kernel.name) == oeis("A000170")[n]


@pytest.mark.parametrize("threads", [1, 3])
def test_the_shares_grow_to_the_whole(threads: int) -> None:
    pieces = list(count_joined(14, Workers(JOINING[0], threads)))
    shares = [share for share, _ in pieces]
    assert all(before < after for before, after in pairwise(shares))
    assert shares[-1] == 1.0
    assert sum(found for _, found in pieces) == oeis("A000170")[14]


def test_by_default_a_whole_board_is_joined_and_any_other_is_not() -> None:
    assert choose_workers(Board(16))[0].kernel == JOINING[0]
    assert choose_workers(Board(25))[0].kernel.counts_jobs
    assert choose_workers(Board(16, fixed=[(0, 0)]))[0].kernel.counts_jobs
    assert choose_kernel("join", whole=True) == JOINING[0]


@pytest.mark.parametrize("n", [25, 30])
def test_the_join_refuses_boards_beyond_its_bound(n: int) -> None:
    error = refused(lambda: count(n, kernel="join"))
    assert error.text().startswith(f"the kernel 'join' counts boards up to n = 24, got {n}")


def test_the_join_refuses_boards_that_are_not_whole() -> None:
    error = refused(lambda: count(Board(8, blocked=[(0, 0)]), kernel="join"))
    assert error.text().startswith("the kernel 'join' counts whole boards only")


def test_the_variable_may_name_the_join_though_a_board_is_not_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HUISU_KERNEL", "join")
    assert count(Board(8, fixed=[(0, 0)])) == 4


def test_without_room_the_join_is_passed_over_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huisu.joined.available_memory", lambda: 1_000_000)
    workers, memory = choose_workers(Board(18))
    assert workers.kernel.counts_jobs
    assert memory is not None
    assert not memory.fits
    error = refused(lambda: choose_workers(Board(18), "join"))
    assert isinstance(error, InputError)
    assert "1 MB are free" in error.text()


def test_memory_that_is_refused_after_all_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(n: int, index: int) -> None:
        raise MemoryError

    monkeypatch.setattr(core, "JoinRoom", refuse)
    assert refused(lambda: count(18, kernel="join")).key == "error.join.memory"


def test_a_container_may_leave_less_than_the_machine_has(tmp_path: Path) -> None:
    for name, value in (("memory.max", "5000"), ("memory.current", "1200")):
        (tmp_path / name).write_text(value + "\n", encoding="ascii")
    assert _left_in_container(tmp_path) == 3800
    (tmp_path / "memory.max").write_text("max\n", encoding="ascii")
    assert _left_in_container(tmp_path) is None
    assert _left_in_container(tmp_path / "nowhere") is None


def test_the_memory_grows_with_the_board_and_the_threads() -> None:
    one, two = (memory_for(20, Workers(JOINING[0], threads)) for threads in (1, 2))
    assert memory_for(18, Workers(JOINING[0], 1)).needed < one.needed < two.needed
    assert two.needed < 1.2 * one.needed < 500_000_000
    assert Memory(10, None).fits
    assert megabytes(2_500_000_000) == "2,500 MB"


def test_leaving_early_ends_the_threads() -> None:
    with closing(count_joined(20, Workers(JOINING[0], 2))) as pieces:
        next(pieces)
    assert not [t for t in threading.enumerate() if t.name.startswith("huisu")]


def test_an_interrupted_count_says_what_it_had_counted() -> None:
    seen: list[Progress] = []

    def stop(progress: Progress) -> None:
        seen.append(progress)
        if len(seen) == 3:
            raise KeyboardInterrupt

    with pytest.raises(InterruptedByUser) as stopped:
        counting.count(19, on_progress=stop)
    assert stopped.value.partial == seen[-1].found < oeis("A000170")[19]


@pytest.mark.parametrize("n", [0, 25, -1])
def test_the_core_refuses_sides_that_it_cannot_join(n: int) -> None:
    compiled: Any = core
    with pytest.raises(ValueError, match=r"1\.\.24"):
        compiled.Join(n)
    with pytest.raises(ValueError, match=r"1\.\.24"):
        compiled.join_memory(n, JOINING[0].index)
