"""How does a command read the boards it is given: as an argument, a file or standard input?

Read check.py next, which judges them.
"""

from __future__ import annotations

from huisu.cli.terminal import read_standard_input
from huisu.errors import InputError
from huisu.formats.read import QueensRead, read_boards
from huisu.queens.board import Placement

__all__ = ["boards_given", "placement_given", "read_one_board", "side_of"]


def boards_given(board: str) -> list[QueensRead]:
    """Return the boards of a BOARD argument; `-` reads standard input."""
    return read_boards(read_standard_input() if board == "-" else board)


def read_one_board(board: str) -> QueensRead:
    """Return the board of a BOARD argument; raise InputError when there are several."""
    boards = boards_given(board)
    if len(boards) > 1:
        raise InputError("cli.one_board", number=len(boards))
    return boards[0]


def side_of(read: QueensRead, n: int | None) -> int:
    """Return the side of a board that was read; N may enlarge one that was given as pairs."""
    if n is None or n == read.n:
        return read.n
    if read.is_side_known or n < read.n:
        raise InputError("cli.complete.n", n=n, given=read.n)
    return n


def placement_given(board: str) -> Placement:
    """Return the placement of a BOARD argument; raise InputError unless each row has one queen."""
    read = read_one_board(board)
    rows = [row for row, _ in sorted(read.queens)]
    if rows != list(range(read.n)):
        raise InputError("cli.one_a_row", queens=len(rows), n=read.n)
    return tuple(column for _, column in sorted(read.queens))
