"""Which jobs add up to the count of n queens, when the border queens are placed first?

A solution has one queen in each of the four border lines: top and bottom row,
left and right column. The ways to place these queens, the border patterns, are
sorted into orbits under the 8 symmetries of the square, and one pattern of
each orbit is searched. Read count.py next, which chooses this plan; docs/core.md
proves the weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from huisu.bits import BitRow
from huisu.jobs import Job
from huisu.queens.board import Square

__all__ = ["border_plan"]


class Border(NamedTuple):
    """Where the queens of the four border lines stand; a corner queen stands in two lines.

    Border(left=2, right=1, top=1, bottom=2) for n = 4:

        . Q . .    left   = 2, the row of the left column's queen
        . . . Q    right  = 1, the row of the right column's queen
        Q . . .    top    = 1, the column of the top row's queen
        . . Q .    bottom = 2, the column of the bottom row's queen
    """

    left: int
    right: int
    top: int
    bottom: int

    def squares(self, n: int) -> frozenset[Square]:
        """Return the squares of the border queens, at most four."""
        last = n - 1
        return frozenset({(self.left, 0), (self.right, last), (0, self.top), (last, self.bottom)})

    def images(self, n: int) -> list[tuple[int, int, int, int]]:
        """Return the 8 images of the pattern, itself first; equal ones as often as they occur.

        Four reflect the rows, the columns or both; four more exchange rows and
        columns first.
        """
        last = n - 1
        found: list[tuple[int, int, int, int]] = []
        for a, b, c, d in ((*self,), (self.top, self.bottom, self.left, self.right)):
            found += [
                (a, b, c, d),
                (b, a, last - c, last - d),
                (last - a, last - b, d, c),
                (last - b, last - a, last - d, last - c),
            ]
        return found


def border_plan(n: int) -> list[Job]:
    """Return jobs whose weighted counts add up to the number of solutions of n >= 1 queens.

    One for each orbit of border patterns, but those that differ in the top queen
    only are one job: the search closes what that queen attacks. Weights are 8, 4
    or 2, the size of the orbit; n = 1 alone has the weight 1.

    >>> border_plan(4)
    [Job(open=(2, 8, 1, 4), weight=2)]
    >>> len(border_plan(12)), border_plan(1), border_plan(2)
    (222, [Job(open=(1,), weight=1)], [])
    """
    tops: dict[tuple[frozenset[Square], int], BitRow] = {}
    for border in _chosen(n):
        others = border.squares(n)
        if len(others) == 4:  # else a corner queen: a job of its own
            others -= {(0, border.top)}
        job = others, len(set(border.images(n)))
        tops[job] = tops.get(job, 0) | 1 << border.top
    jobs = (
        Job((top, *_open_squares(others, n)[1:]), weight) for (others, weight), top in tops.items()
    )
    return [job for job in jobs if all(job.open)]


def _chosen(n: int) -> Iterator[Border]:
    """Yield one pattern of each orbit: the one with its side queens nearest the bottom row.

    The upper of the two counts first; the pattern itself ends the comparison,
    so that exactly one image ranks highest.
    """
    for border in _patterns(n):
        ranked = [(min(x[0], x[1]), x[0] + x[1], x) for x in border.images(n)]
        if ranked[0] == max(ranked):
            yield border


def _patterns(n: int) -> Iterator[Border]:
    """Yield the ways to put one queen into each border line, none attacking another.

    Left out are patterns of which an image has its upper side queen lower down:
    the half turn turns the lower side queen into the upper one, a quarter turn
    makes side queens of the queens in the top and bottom row.
    """
    last = n - 1
    pairs = [(a, b, max(min(a, b), last - max(a, b))) for a in range(n) for b in range(n)]
    for left, right, lowest in pairs:
        if min(left, right) < lowest:
            continue
        for top, bottom, turned in pairs:
            border = Border(left, right, top, bottom)
            if turned <= lowest and _one_a_line(border, last) and _peaceful(border.squares(n)):
                yield border


def _one_a_line(border: Border, last: int) -> bool:
    """Return whether each border line holds one queen: a corner is named by both its lines."""
    left, right, top, bottom = border
    return (
        (left == 0) == (top == 0)
        and (left == last) == (bottom == 0)
        and (right == 0) == (top == last)
        and (right == last) == (bottom == last)
    )


def _peaceful(squares: frozenset[Square]) -> bool:
    """Return whether no two of the squares attack each other."""
    queens = len(squares)
    return (
        len({row for row, _ in squares}) == queens
        and len({column for _, column in squares}) == queens
        and len({row - column for row, column in squares}) == queens
        and len({row + column for row, column in squares}) == queens
    )


def _open_squares(queens: Iterable[Square], n: int) -> tuple[BitRow, ...]:
    """Return the rows of the board without the squares that the queens attack."""
    full = (1 << n) - 1
    rows = [full] * n
    for queen_row, column in queens:
        queen = 1 << column
        for row in range(n):
            distance = abs(row - queen_row)
            rows[row] &= ~(queen | queen << distance | queen >> distance)
    for queen_row, column in queens:
        rows[queen_row] = 1 << column
    return tuple(rows)
