"""In which layouts is a solution written?

One table, FORMATS, with one small writer a layout. Read read.py next, which
reads every one of them back.

Representation: a writer gets the placement x, x[row] = column from 0, and the
number k of the solution, from 1. Whatever a layout shows counts from 1.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from huisu.errors import InputError
from huisu.queens.board import Placement
from huisu.queens.solutions import Order
from huisu.queens.symmetry import image
from huisu.words import Language, word

__all__ = ["FORMATS", "MAX_DRAWN", "BoardFormat", "get_format", "rows_of"]

MAX_DRAWN = 1000  #: a drawn board has n * n squares: a million is enough


class BoardFormat(NamedTuple):
    """A layout: the text of solution number k, the text after the last one, and its order.

    `order` is the order in which the layout lists solutions unless told otherwise.
    """

    name: str
    write: Callable[[Placement, int, Language], str]
    footer: Callable[[int, Language], str]
    order: Order = "lexicographic"


def rows_of(x: Placement, queen: str, empty: str) -> list[str]:
    """Return the rows of a drawn board, top row first.

    Raises InputError above n = 1000.

    >>> rows_of((1, 3, 0, 2), "Q", ".")
    ['.Q..', '...Q', 'Q...', '..Q.']
    """
    if len(x) > MAX_DRAWN:
        raise InputError("error.format.large", n=len(x), most=MAX_DRAWN)
    row_with_queen_on = _possible_rows(len(x), queen, empty)
    return [row_with_queen_on[column] for column in x]


@lru_cache(maxsize=4)
def _possible_rows(n: int, queen: str, empty: str) -> tuple[str, ...]:
    return tuple(empty * column + queen + empty * (n - 1 - column) for column in range(n))


def _drawn(x: Placement, queen: str, empty: str) -> str:
    """Return the board and a blank line."""
    return "".join(f"{row}\n" for row in rows_of(x, queen, empty)) + "\n"


def _numbered(x: Placement, k: int, language: Language) -> str:
    return word("format.numbered.heading", language, k=k) + "\n" + _drawn(x, "⊙ ", "× ")


def _letters(x: Placement, k: int, language: Language) -> str:
    return _drawn(x, "Q", "#")


def _pairs(x: Placement, k: int, language: Language) -> str:
    """Write (column,row) for each column from left to right."""
    row_of_column = image(x, "transpose")
    return " ".join(f"({c},{r + 1})" for c, r in enumerate(row_of_column, 1)) + "\n"


def _digits(x: Placement, k: int, language: Language) -> str:
    """Write the columns without a gap below n = 10, where every number is one digit."""
    return ("" if len(x) < 10 else " ").join(str(column + 1) for column in x) + "\n"


def _dots(x: Placement, k: int, language: Language) -> str:
    return _drawn(x, "Q", ".")


def _bits(x: Placement, k: int, language: Language) -> str:
    return "".join(f"{row.rstrip()}\n" for row in rows_of(x, "1 ", "0 ")) + "\n"


def _fen(x: Placement, k: int, language: Language) -> str:
    """Write each row as chess programs do: empty squares as the length of their run."""
    last = len(x) - 1
    return "/".join(f"{column or ''}Q{last - column or ''}" for column in x) + "\n"


def _nothing(count: int, language: Language) -> str:
    return ""


def _count(count: int, language: Language) -> str:
    return f"{count}\n"


#: The layouts by name; `format.NAME` in the catalogue describes each in one line.
FORMATS: dict[str, BoardFormat] = {
    layout.name: layout
    for layout in (
        BoardFormat("digits", _digits, _nothing),
        BoardFormat("dots", _dots, _nothing),
        BoardFormat("bits", _bits, _nothing),
        BoardFormat("fen", _fen, _nothing),
        BoardFormat("numbered", _numbered, _nothing),
        BoardFormat("letters", _letters, _count),
        BoardFormat("pairs", _pairs, _nothing, order="by-column"),
    )
}


def get_format(name: str) -> BoardFormat:
    r"""Return the layout of that name; raise InputError, listing the names, when there is none.

    >>> get_format("fen").write((1, 3, 0, 2), 1, "en")
    '1Q2/3Q/Q3/2Q1\n'
    """
    if name not in FORMATS:
        raise InputError("error.format.unknown", name=name, names=", ".join(FORMATS))
    return FORMATS[name]
