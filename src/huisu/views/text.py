"""How is a board drawn with characters, plainly or in a terminal's colours?

Every cell is ASCII but for the crowns, which terminals show one column wide
in any language, so columns stay aligned. Read svg.py next.

    Q queen    F fixed queen    # blocked    * marked    x attacked    . anything else

A square that is several of these shows the first. With numbers a queen is
Q1, Q2, ... in row order. In colour the crowns are ♛ and, for a fixed queen, ♕;
the colours are of the 256 that terminals share, and each square brings its
own background, so that dark and light terminals serve alike.
"""

from __future__ import annotations

from collections.abc import Callable

from huisu.queens.board import Square
from huisu.views.picture import BoardPicture

__all__ = ["coloured_text", "plain_text"]

_CROWNS = {"Q": "♛", "F": "♕"}
_GROUND, _ATTACKED, _BLOCKED = (254, 110), (223, 180), (240, 240)  # light square, dark square
_INK, _CLASH_INK, _MARK_INK, _BLOCKED_INK = 16, 160, 90, 250  # black, red, purple, light grey


def plain_text(picture: BoardPicture) -> str:
    """Return the board as lines of text, with no line feed at the end.

    >>> print(plain_text(BoardPicture(4, queens=((0, 1), (1, 3)), blocked=((3, 0),))))
      1 2 3 4
    1 . Q . .
    2 . . . Q
    3 . . . .
    4 # . . .
    """
    signs = _signs(picture)
    label = len(str(picture.n)) if picture.coordinates else 0
    width = max([label, *map(len, signs.values())])
    return _drawn(
        picture,
        heading=" ".join(str(column + 1).rjust(width) for column in range(picture.n)),
        cell=lambda square: signs[square].rjust(width),
        between=" ",
    )


def coloured_text(picture: BoardPicture) -> str:
    """Return the board as squares of colour with ANSI escapes, with no line feed at the end.

    >>> "♛" in coloured_text(BoardPicture(1, queens=((0, 0),)))
    True
    """
    signs = {
        square: _CROWNS[sign[0]] + sign[1:] if sign[0] in _CROWNS else sign.replace(".", " ")
        for square, sign in _signs(picture).items()
    }
    label = len(str(picture.n)) + 1 if picture.coordinates else 0
    width = max([2, label, *map(len, signs.values())])

    def cell(square: Square) -> str:
        text = signs[square]
        fill = (text * width)[:width] if text == "#" else text.center(width)
        return f"\x1b[{_style(picture, square)}m{fill}\x1b[0m"

    heading = "".join(str(column + 1).center(width) for column in range(picture.n))
    return _drawn(picture, heading=heading, cell=cell, between="")


def _drawn(
    picture: BoardPicture, *, heading: str, cell: Callable[[Square], str], between: str
) -> str:
    """Return title, column numbers, rows with their numbers, and what clashes, line by line."""
    n, label = picture.n, len(str(picture.n))
    rows = [between.join(cell((row, column)) for column in range(n)) for row in range(n)]
    if picture.coordinates and n:
        rows = [f"{row:>{label}} {text}" for row, text in enumerate(rows, 1)]
        rows.insert(0, f"{'':{label}} {heading}".rstrip())
    title = [picture.title] if picture.title else []
    return "\n".join([*title, *rows, *picture.clashes_in_words()])


def _signs(picture: BoardPicture) -> dict[Square, str]:
    """Return what each square shows; what is written later covers what was there."""
    side = range(picture.n)
    signs = {(row, column): "." for row in side for column in side}
    for squares, sign in (
        (picture.under_attack, "x"),
        (picture.marks, "*"),
        (picture.blocked, "#"),
        (picture.standing, "Q"),
        (picture.fixed, "F"),
    ):
        signs.update(dict.fromkeys(squares, sign))
    if picture.numbers:
        for number, square in enumerate(picture.standing, 1):
            signs[square] += str(number)
    return signs


def _style(picture: BoardPicture, square: Square) -> str:
    """Return the parameters of the escape: bold, ink and background."""
    is_dark = sum(square) % 2
    ground, ink = _GROUND[is_dark], _INK
    if square in picture.under_attack:
        ground = _ATTACKED[is_dark]
    if square in picture.clashing:
        ink = _CLASH_INK
    elif square in picture.blocked and square not in picture.standing:
        ground, ink = _BLOCKED[is_dark], _BLOCKED_INK
    elif square in picture.marks:
        ink = _MARK_INK
    return f"1;38;5;{ink};48;5;{ground}"
