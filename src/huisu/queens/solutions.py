"""Which placements solve a board? All of them in order, the first, or any one.

The search itself is the core's, one bounded batch at a time; this module asks
for the next batch and turns bytes into tuples. Read symmetric.py next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from huisu.errors import InputError, NoSolution
from huisu.kernels import compiled, core
from huisu.queens.board import Board, Placement, as_board, is_solution, searchable
from huisu.queens.symmetry import image, image_of_board

__all__ = [
    "ORDERS",
    "Batch",
    "Order",
    "any_solution",
    "batches",
    "byte_batches",
    "first",
    "first_by_column",
    "placements_in",
    "solutions",
    "solutions_buffer",
]

Order = Literal["lexicographic", "reverse", "by-column"]

#: Each order, and the symmetry that turns it into the lexicographic one (each is its own inverse).
ORDERS: dict[Order, str] = {
    "lexicographic": "identity",
    "reverse": "mirror",
    "by-column": "transpose",
}

_BATCH = 4096  # solutions a batch at most: about 60 kB at n = 14
_NODES = 2_000_000 if compiled else 20_000  # about 10 ms, so that Ctrl-C is heard


class Batch(NamedTuple):
    """The next solutions, perhaps none yet, and the share of the search done, 0 to 1."""

    placements: list[Placement]
    done: float


def solutions(board: int | Board, *, order: Order = "lexicographic") -> Iterator[Placement]:
    """Return an iterator of every solution of a board, as tuples x with x[row] = column.

    Lazy, in flat memory; iterators are independent of each other. The order is
    "lexicographic", "reverse", or "by-column" (lexicographic in the row of the
    queen of each column). Raises InputError for n above 64.

    >>> list(solutions(4))
    [(1, 3, 0, 2), (2, 0, 3, 1)]
    >>> list(solutions(Board(5, fixed=[(0, 0)])))
    [(0, 2, 4, 1, 3), (0, 3, 1, 4, 2)]
    """
    return (x for batch in batches(board, order=order) for x in batch.placements)


def batches(board: int | Board, *, order: Order = "lexicographic") -> Iterator[Batch]:
    """Return an iterator of the solutions in batches, each with the share of the search done.

    For callers who show progress: the shares never decrease, and the last is 1.

    >>> [len(batch.placements) for batch in batches(6)]
    [1, 3]
    """
    board = searchable(board)
    if order not in ORDERS:
        raise InputError("error.order", order=order, orders=", ".join(ORDERS))
    symmetry = ORDERS[order]
    if symmetry == "identity":
        return _batches(board)
    return (
        Batch([image(x, symmetry) for x in batch.placements], batch.done)
        for batch in _batches(image_of_board(board, symmetry))
    )


def _batches(board: Board) -> Iterator[Batch]:
    if board.n == 0:
        yield Batch([()], 1.0)
        return
    for found, done in byte_batches(board.open_squares):
        yield Batch(placements_in(found, board.n), done)


def byte_batches(open_squares: Sequence[int], most: int = _BATCH) -> Iterator[tuple[bytes, float]]:
    """Yield the solutions of n >= 1 as bytes, n a solution, each batch with the share done.

    The first batch holds one solution and later ones grow to `most`, so that
    the first answer comes at once and the last ones cheaply.
    """
    reached, finished, size = b"", False, 1
    while not finished:
        found, reached, finished = core.next_solutions(open_squares, reached, size, _NODES)
        yield found, 1.0 if finished else _share_done(open_squares, reached)
        if found:
            size = min(size * 16, most)


def _share_done(open_squares: Sequence[int], reached: bytes) -> float:
    """Return the share of the search behind a position, all children of a node weighing the same.

    It never decreases, whatever the shape of the tree.
    """
    done, share = 0.0, 1.0
    columns = falling = rising = 0
    for squares, column in zip(open_squares, reached, strict=False):
        free = squares & ~(columns | falling | rising)
        queen = 1 << column
        share /= max(1, free.bit_count())
        done += share * (free & (queen - 1)).bit_count()
        columns, falling, rising = columns | queen, (falling | queen) << 1, (rising | queen) >> 1
    return min(1.0, done + share)


def placements_in(buffer: bytes, n: int) -> list[Placement]:
    """Return the placements that a buffer of n >= 1 bytes a solution holds.

    >>> placements_in(bytes([1, 3, 0, 2]), 4)
    [(1, 3, 0, 2)]
    """
    columns = iter(buffer)
    return list(zip(*[columns] * n, strict=True))


def solutions_buffer(board: int | Board) -> bytes:
    r"""Return every solution in lexicographic order in one buffer, one byte a column.

    `numpy.frombuffer(buffer, numpy.uint8).reshape(-1, n)` reads it without a
    copy. Takes n bytes a solution: 5 MB at n = 14, 236 MB at n = 16.

    >>> solutions_buffer(4)
    b'\x01\x03\x00\x02\x02\x00\x03\x01'
    """
    board = searchable(board)
    n = board.n
    if n == 0:
        return b""
    if n == 1 or not board.is_whole:
        return _all_bytes(board.open_squares)
    # Solutions come in mirror pairs, the k-th from the front with the k-th from the back.
    full = (1 << n) - 1
    left = _all_bytes(((1 << n // 2) - 1, *[full] * (n - 1)))
    middle = _all_bytes((1 << n // 2, *[full] * (n - 1))) if n % 2 else b""
    return left + middle + _mirrored_backwards(left, n)


def _all_bytes(open_squares: Sequence[int]) -> bytes:
    return b"".join(found for found, _ in byte_batches(open_squares, most=1 << 18))


def _mirrored_backwards(solutions: bytes, n: int) -> bytes:
    """Return the mirror images of a buffer's solutions, the last one first."""
    mirrored = solutions.translate(bytes((n - 1 - c) % 256 for c in range(256)))
    backwards = bytearray(len(mirrored))
    for row in range(n):
        backwards[row::n] = mirrored[row::n][::-1]
    return bytes(backwards)


def first(board: int | Board) -> Placement:
    """Return the first solution in lexicographic order; raise NoSolution when there is none.

    The search grows quickly with n: n = 28 takes about a second.

    >>> first(8)
    (0, 4, 7, 5, 2, 6, 1, 3)
    """
    board = as_board(board)
    for x in solutions(board):
        return x
    raise NoSolution("none.board" if board.is_whole else "none.completion", n=board.n)


def first_by_column(n: int) -> Iterator[Placement | None]:
    """Return an iterator of the first solution for each column of the queen of the first row.

    None where there is no such solution. By symmetry this is the textbook's
    table of the first completion for each row of the first column.

    >>> list(first_by_column(4))
    [None, (1, 3, 0, 2), (2, 0, 3, 1), None]
    """
    columns = range(searchable(n).n)
    return (next(solutions(Board(n, fixed=[(0, column)])), None) for column in columns)


def any_solution(board: int | Board) -> Placement:
    """Return one solution; on a whole board by construction, at once for any n.

    Raises NoSolution when there is none. With fixed queens or blocked squares
    it is the first in lexicographic order, by search. The construction is
    Pauls's (1874); its result is checked before it is returned.

    >>> any_solution(8)
    (1, 3, 5, 7, 2, 0, 6, 4)
    >>> is_solution(any_solution(10_000))
    True
    """
    board = as_board(board)
    if not board.is_whole or board.n in (2, 3):
        return first(board)
    x = _constructed(board.n)
    if not is_solution(x):
        raise AssertionError(f"the construction fails at n = {board.n}")
    return x


def _constructed(n: int) -> Placement:
    """Return knight's moves: odd columns, then even ones, mended where n mod 6 is 2 or 3."""
    odd, even = list(range(1, n, 2)), list(range(0, n, 2))
    if n % 6 == 2:
        even = [2, 0, *even[3:], 4]
    if n % 6 == 3:
        odd, even = [*odd[1:], 1], [*even[2:], 0, 2]
    return (*odd, *even)
