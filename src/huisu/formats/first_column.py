"""How is the table of first completions written, one board for each first queen?

The solutions come from huisu.queens.solutions.first_by_column; this is only
their layout, a textbook's. Read boards.py next for the other layouts.

Representation: the textbook fills the board column by column and puts the
first queen on row j of the first column. That board is the transpose of the
first solution whose queen of the first row stands on column j.

      0  1  2  3        j = 1: the queen of column 0 stands on row 1;
    0 *  *  q  *        its transpose is (1, 3, 0, 2)
    1 q  *  *  *
    2 *  *  *  q
    3 *  q  *  *
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from huisu.queens.board import Placement
from huisu.queens.symmetry import image
from huisu.words import Language, word

__all__ = ["write_first_by_column"]


def write_first_by_column(
    first: Iterable[Placement | None], n: int, language: Language
) -> Iterator[str]:
    """Yield the text for each row of the first column: its board, or that there is none.

    `first` holds, for each column of the first row, the first solution whose
    queen stands there, or None.

    >>> list(write_first_by_column([(0,)], 1, "en"))[1].splitlines()[:2]
    ['  0 ', '0 q ']
    """
    for row, x in enumerate(first):
        yield f"{'-' * 16}{row}{'-' * 16}\n"
        if x is None:
            yield word("format.first.none", language) + "\n"
        else:
            yield _table(image(x, "transpose"), n) + "-" * 39 + "\n"


def _table(x: Placement, n: int) -> str:
    """Return the board with its row and column numbers, from 0."""
    width = len(str(n - 1))
    lines = [[" ", *map(str, range(n))]]
    for row, column in enumerate(x):
        lines.append([str(row), *("q" if c == column else "*" for c in range(n))])
    return "".join(
        f"{label:>{width}}" + "".join(f" {cell:>{width}} " for cell in cells) + "\n"
        for label, *cells in lines
    )
