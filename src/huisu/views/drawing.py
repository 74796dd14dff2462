"""How is a placement or a board drawn, as text, SVG or PNG?

One function, `draw`, says what to show; the Drawing that it returns is asked
for the form. Read picture.py next for all that can be shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import index
from pathlib import Path
from reprlib import repr as shortened
from typing import Protocol, TypeAlias, runtime_checkable

from huisu.errors import InputError
from huisu.files import whole_file
from huisu.queens.board import Board, Square
from huisu.views.picture import BoardPicture
from huisu.views.png import svg_to_png
from huisu.views.svg import board_svg
from huisu.views.text import coloured_text, plain_text
from huisu.words import Language

__all__ = ["SUFFIXES", "Drawable", "Drawing", "HasQueens", "board_writer", "draw"]

SUFFIXES = (".svg", ".png", ".txt")


@runtime_checkable
class HasQueens(Protocol):
    """A side and queens on any squares, as a board read from text has them."""

    @property
    def n(self) -> int:
        """The side of the board."""

    @property
    def queens(self) -> Iterable[Square]:
        """The squares, from 0."""


Drawable: TypeAlias = "Sequence[int] | Board | HasQueens"


@dataclass(frozen=True)
class Drawing:
    """A picture of a board that can be had in each form; a notebook shows it as it is."""

    picture: BoardPicture

    def text(self, *, colour: bool = False) -> str:
        """Return the board in characters, plain or with a terminal's colours.

        >>> print(draw((1, 3, 0, 2), coordinates=False).text())
        . Q . .
        . . . Q
        Q . . .
        . . Q .
        """
        return coloured_text(self.picture) if colour else plain_text(self.picture)

    def svg(self) -> str:
        """Return the board as an SVG document that needs nothing from elsewhere."""
        return board_svg(self.picture)

    def png(self, *, width: int | None = None) -> bytes:
        """Return the board as PNG, `width` pixels wide; raise InputError without resvg_py."""
        return svg_to_png(self.svg(), width=width)

    def save(self, path: str | Path) -> None:
        """Write the board to a file, in the form that the end of its name says.

        Raises InputError for another end than .svg, .png and .txt.
        """
        path = Path(path)
        suffix = path.suffix.lower()
        if suffix not in SUFFIXES:
            raise InputError("error.picture.suffix", path=str(path), suffixes=", ".join(SUFFIXES))
        if suffix == ".png":
            data = self.png()
        else:
            text = self.svg() if suffix == ".svg" else self.text() + "\n"
            data = text.encode(errors="replace")
        with whole_file(path) as write:
            write(data)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        """Return the plain text."""
        return self.text()


def draw(
    what: Drawable,
    *,
    board: Board | None = None,
    marks: Iterable[Square] = (),
    attacks: bool = False,
    attacked: bool = False,
    numbers: bool = False,
    coordinates: bool = True,
    title: str | None = None,
    language: Language = "en",
) -> Drawing:
    """Return a drawing of a placement, of a board, or of queens on any squares.

    Squares are 0-based; the drawing counts rows and columns from 1. `board`
    adds the fixed queens and blocked squares that a placement was to keep to,
    and its side, so that a placement of the first rows can be drawn on it. The
    other options are those of BoardPicture. Raises InputError for n above 200
    and for squares off the board.

    >>> print(draw((1, 3, 0, 2), board=Board(4, fixed=[(0, 1)], blocked=[(3, 3)])))
      1 2 3 4
    1 . F . .
    2 . . . Q
    3 Q . . .
    4 . . Q #
    """
    n, queens = _read(what)
    on = what if isinstance(what, Board) else board or Board(n)
    return Drawing(
        BoardPicture(
            on.n,
            queens=queens,
            fixed=on.fixed,
            blocked=tuple(sorted(on.blocked)),
            marks=tuple(sorted({(row, column) for row, column in marks})),
            numbers=numbers,
            attacks=attacks,
            attacked=attacked,
            coordinates=coordinates,
            title=title,
            language=language,
        )
    )


def board_writer(board: Board, *, colour: bool = False) -> Callable[[Sequence[int]], str]:
    """Return a function from placements to their text on a board, for many of them.

    The rows with a queen on each column are drawn once and then put together.

    >>> print(board_writer(Board(4, blocked=[(0, 0)]))((1, 3, 0, 2)))
      1 2 3 4
    1 # Q . .
    2 . . . Q
    3 Q . . .
    4 . . Q .
    """
    n = board.n
    if n == 0:
        return lambda _: draw(board).text(colour=colour)
    columns = [draw([c] * n, board=board).text(colour=colour).split("\n") for c in range(n)]
    heading = columns[0][0]
    rows = [[column[row + 1] for column in columns] for row in range(n)]

    def written(x: Sequence[int]) -> str:
        return "\n".join([heading, *(row[column] for row, column in zip(rows, x, strict=True))])

    return written


def _read(what: Drawable) -> tuple[int, tuple[Square, ...]]:
    """Return the side and the squares of the queens that are not fixed."""
    if isinstance(what, Board):
        return what.n, ()
    try:
        if isinstance(what, HasQueens):
            return what.n, tuple((index(row), index(column)) for row, column in what.queens)
        columns = [index(column) for column in what]
        return len(columns), tuple(enumerate(columns))
    except TypeError:
        raise InputError("error.picture.what", what=shortened(what)) from None
