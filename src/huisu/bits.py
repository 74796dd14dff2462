r"""What does each bit of a row of squares mean, and how does a queen attack the rows below it?

A row is one int: bit c is 1 for column c, the lowest bit the leftmost column.
core/board.hpp has the same steps for the compiled core. Read _pure.py next.

    row r    . . Q . . .     columns 0b000100   below the queen
    row r+1  . / | \ . .     falling 0b001000   (row - column constant)
    row r+2  / . | . \ .     rising  0b000010   (row + column constant)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Attacks", "BitRow", "columns_in"]

BitRow = int  #: the squares of one row


class Attacks(NamedTuple):
    """The squares of a row that the queens above it attack, by column and by each diagonal."""

    columns: BitRow = 0
    falling: BitRow = 0
    rising: BitRow = 0

    def free(self, squares: BitRow) -> BitRow:
        """Return those of the row's squares that are not attacked.

        >>> bin(Attacks(columns=0b0010).free(0b1111))
        '0b1101'
        """
        return squares & ~(self.columns | self.falling | self.rising)

    def below(self, queen: BitRow) -> Attacks:
        """Return what is attacked in the next row once a queen stands in this one.

        >>> Attacks().below(0b0010)
        Attacks(columns=2, falling=4, rising=1)
        """
        return Attacks(
            self.columns | queen, (self.falling | queen) << 1, (self.rising | queen) >> 1
        )


def columns_in(squares: BitRow) -> Iterator[int]:
    """Yield the columns of the squares of a row, from the left.

    >>> list(columns_in(0b1010))
    [1, 3]
    """
    while squares:
        yield (squares & -squares).bit_length() - 1
        squares &= squares - 1
