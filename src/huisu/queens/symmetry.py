"""What do the 8 symmetries of the square do to a board and to a placement?

Rotations and reflections keep queens from attacking each other, so the images
of a solution are solutions. Read solutions.py next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from huisu.queens.board import Board, Placement, Square

__all__ = ["SYMMETRIES", "canonical", "class_size", "image", "image_of_board", "images"]

#: Each symmetry by name: where the square (r, c) goes on a board whose last row is m.
SYMMETRIES: Mapping[str, Callable[[int, int, int], Square]] = {
    "identity": lambda m, r, c: (r, c),
    "mirror": lambda m, r, c: (r, m - c),
    "flip": lambda m, r, c: (m - r, c),
    "half-turn": lambda m, r, c: (m - r, m - c),
    "transpose": lambda m, r, c: (c, r),
    "quarter-turn": lambda m, r, c: (c, m - r),
    "three-quarter-turn": lambda m, r, c: (m - c, r),
    "anti-transpose": lambda m, r, c: (m - c, m - r),
}


def image(x: Sequence[int], symmetry: str) -> Placement:
    """Return the placement that a symmetry makes of x; turns are clockwise.

    >>> image((1, 3, 0, 2), "mirror")
    (2, 0, 3, 1)
    """
    move = SYMMETRIES[symmetry]
    moved = [0] * len(x)
    for row, column in enumerate(x):
        to_row, to_column = move(len(x) - 1, row, column)
        moved[to_row] = to_column
    return tuple(moved)


def images(x: Sequence[int]) -> tuple[Placement, ...]:
    """Return the 8 images of x, itself first, in the order of SYMMETRIES.

    >>> len(set(images((1, 3, 0, 2))))
    2
    """
    return tuple(image(x, symmetry) for symmetry in SYMMETRIES)


def canonical(x: Sequence[int]) -> Placement:
    """Return the least image of x in lexicographic order: the one that stands for its class.

    >>> canonical((2, 0, 3, 1))
    (1, 3, 0, 2)
    """
    return min(images(x))


def class_size(x: Sequence[int]) -> int:
    """Return how many different placements the images of x are: 8, 4, 2 or 1.

    >>> class_size((0, 4, 7, 5, 2, 6, 1, 3))
    8
    """
    return len(set(images(x)))


def image_of_board(board: Board, symmetry: str) -> Board:
    """Return the board with its fixed queens and blocked squares moved by a symmetry.

    >>> image_of_board(Board(4, fixed=[(0, 1)]), "mirror").fixed
    ((0, 2),)
    """
    move, last = SYMMETRIES[symmetry], board.n - 1
    return Board(
        board.n,
        fixed=[move(last, *square) for square in board.fixed],
        blocked=[move(last, *square) for square in board.blocked],
    )
