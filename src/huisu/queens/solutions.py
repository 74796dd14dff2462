"""Which placements solve a board? All of them in order, the first, or any one.

The search itself is the core's, one bounded batch at a time; this module asks
for the next batch and turns bytes into tuples. Read symmetric.py next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, TypeVar

from huisu.bits import Attacks, BitRow
from huisu.errors import InputError, NoSolution
from huisu.kernel import compiled, core
from huisu.queens.board import Board, Placement, as_board, is_solution, searchable
from huisu.queens.symmetry import image, image_of_board

__all__ = [
    "MAX_CONSTRUCTED",
    "ORDERS",
    "Batch",
    "OneByOne",
    "Order",
    "Search",
    "any_solution",
    "batches",
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

MAX_CONSTRUCTED = 10_000_000  #: some gigabytes while the solution is checked

_BATCH = 4096  # solutions a batch at most: about 60 kB at n = 14
_NODES = 2_000_000 if compiled else 20_000  # about 10 ms, so that Ctrl-C is heard


Found = TypeVar("Found")

#: What was found next, perhaps nothing, and the share of the search done, 0 to 1.
Batch = tuple[list[Found], float]


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
    return OneByOne(batches(board, order=order))


def batches(board: int | Board, *, order: Order = "lexicographic") -> Iterator[Batch[Placement]]:
    """Return an iterator of the solutions in batches, each with the share of the search done.

    For callers who show progress: the shares never decrease, and the last is 1.

    >>> [len(found) for found, done in batches(6)]
    [1, 3]
    """
    board = searchable(board)
    if order not in ORDERS:
        raise InputError("error.order", order=order, orders=", ".join(ORDERS))
    if board.n == 0:
        return iter([([()], 1.0)])
    symmetry = ORDERS[order]

    def placements(found: bytes) -> list[Placement]:
        plain = placements_in(found, board.n)
        return plain if symmetry == "identity" else [image(x, symmetry) for x in plain]

    return Search(image_of_board(board, symmetry).open_squares, placements)


class Search(Iterator[Batch[Found]]):
    """The search of a board of n >= 1, a batch at a time, each converted from the core's bytes.

    The first batch holds one solution and later ones grow to `most`, so that
    the first answer comes at once and the last ones cheaply. The position moves
    on only after a batch is converted: an iterator that Ctrl-C stopped goes on
    where it was, and does not look finished.
    """

    def __init__(
        self,
        open_squares: Sequence[BitRow],
        convert: Callable[[bytes], list[Found]],
        *,
        most: int = _BATCH,
    ) -> None:
        """Stand before the first solution."""
        self._open, self._convert, self._most = open_squares, convert, most
        self._reached, self._finished, self._size = b"", False, 1

    def __next__(self) -> Batch[Found]:
        """Return what is found next, after about 10 ms at most."""
        if self._finished:
            raise StopIteration
        found, reached, finished = core.next_solutions(
            self._open, self._reached, self._size, _NODES
        )
        batch = self._convert(found), 1.0 if finished else _share_done(self._open, reached)
        self._reached, self._finished = reached, finished
        if found:
            self._size = min(self._size * 16, self._most)
        return batch


class OneByOne(Iterator[Found]):
    """The members of batches, one by one."""

    def __init__(self, batches: Iterator[Batch[Found]]) -> None:
        """Stand before the first."""
        self._batches = batches
        self._ready: Iterator[Found] = iter(())

    def __next__(self) -> Found:
        """Return the next member."""
        for found in self._ready:
            return found
        for batch, _ in self._batches:
            self._ready = iter(batch)
            for found in self._ready:
                return found
        raise StopIteration


def _share_done(open_squares: Sequence[BitRow], reached: bytes) -> float:
    """Return the share of the search behind a position, all children of a node weighing the same.

    It never decreases, whatever the shape of the tree.
    """
    done, share = 0.0, 1.0
    attacks = Attacks()
    for squares, column in zip(open_squares, reached, strict=False):
        free = attacks.free(squares)
        queen = 1 << column
        share /= max(1, free.bit_count())
        done += share * (free & (queen - 1)).bit_count()
        attacks = attacks.below(queen)
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


def _all_bytes(open_squares: Sequence[BitRow]) -> bytes:
    search: Search[bytes] = Search(open_squares, lambda found: [found], most=1 << 18)
    return b"".join(part for found, _ in search for part in found)


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

    Raises NoSolution when there is none, InputError for n above ten million.
    With fixed queens or blocked squares it is the first in lexicographic order,
    by search. The construction is Pauls's (1874); its result is checked before
    it is returned.

    >>> any_solution(8)
    (1, 3, 5, 7, 2, 0, 6, 4)
    >>> is_solution(any_solution(10_000))
    True
    """
    board = as_board(board)
    if not board.is_whole or board.n in (2, 3):
        return first(board)
    if board.n > MAX_CONSTRUCTED:
        raise InputError("error.n.any", n=board.n, most=MAX_CONSTRUCTED)
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
