"""How do the judges that ask for solutions want them listed?

Each function takes the whole input and yields the output; what a judge's
statement fixes (base, order, blanks, how a list ends) stands in its docstring.
Read counts.py next, the judges that ask for a number.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice

from huisu.formats.boards import get_format, rows_of
from huisu.formats.judges.reading import MANY, Words
from huisu.queens.board import Placement
from huisu.queens.count import count
from huisu.queens.solutions import solutions
from huisu.queens.symmetry import image

__all__ = [
    "acwing_843",
    "leetcode_51",
    "luogu_p1219",
    "openjudge_1700",
    "poj_2754",
    "pta_nqueens",
    "superqueen",
    "uva_750",
]


def openjudge_1700(text: str) -> Iterator[str]:
    """Yield the 92 boards of 0 and 1, each square with a blank after it; there is no input.

    The order is that of a program that fills columns, so board k is the
    transpose of the k-th solution.

    >>> next(openjudge_1700("")).splitlines()[:3]
    ['No. 1', '1 0 0 0 0 0 0 0 ', '0 0 0 0 0 0 1 0 ']
    """
    for k, x in enumerate(solutions(8), 1):
        yield "\n".join([f"No. {k}", *rows_of(image(x, "transpose"), "1 ", "0 ")]) + "\n"


def poj_2754(text: str) -> Iterator[str]:
    r"""Yield the k-th solution of 8 queens as 8 digits, for each k of 1..92.

    >>> list(poj_2754("2 1 92"))
    ['15863724\n', '84136275\n']
    """
    words, found = Words(text), list(solutions(8))
    for _ in range(words.number(0, MANY)):
        k = words.number(1, 92)
        yield get_format("digits").write(found[k - 1], k, "en")


def luogu_p1219(text: str) -> Iterator[str]:
    r"""Yield the first three solutions, a blank after each number, and the count.

    The judge has N = 6..13; 4 and 5 are accepted as well.

    >>> list(luogu_p1219("6"))
    ['2 4 6 1 3 5 \n', '3 6 2 5 1 4 \n', '4 1 5 2 6 3 \n', '4\n']
    """
    n = Words(text).number(4, 13)
    for x in islice(solutions(n), 3):
        yield _numbers(x)
    yield f"{count(n)}\n"


def leetcode_51(text: str) -> Iterator[str]:
    r"""Yield all boards of n = 1..9 as one JSON list without blanks.

    >>> list(leetcode_51("1"))
    ['[["Q"]]\n']
    """
    n = Words(text).number(1, 9)
    boards = [rows_of(x, "Q", ".") for x in solutions(n)]
    yield json.dumps(boards, separators=(",", ":")) + "\n"


def acwing_843(text: str) -> Iterator[str]:
    r"""Yield all boards of n = 1..9, a blank line after each; nothing when there is none.

    >>> list(acwing_843("1"))
    ['Q\n\n']
    """
    n = Words(text).number(1, 9)
    for k, x in enumerate(solutions(n), 1):
        yield get_format("dots").write(x, k, "en")


def pta_nqueens(text: str) -> Iterator[str]:
    r"""Yield all boards, blanks between squares and a blank line between boards, or None.

    The judge says n > 0; 16 is the most accepted, 15 million boards.

    >>> list(pta_nqueens("1")), list(pta_nqueens("3"))
    (['Q\n'], ['None\n'])
    """
    n = Words(text).number(1, 16)
    gap = ""
    for x in solutions(n):
        yield gap + "".join(f"{row.rstrip()}\n" for row in rows_of(x, "Q ", ". "))
        gap = "\n"
    if not gap:
        yield "None\n"


def uva_750(text: str) -> Iterator[str]:
    """Yield, for each given square (row, column) from 1, the solutions of 8 queens through it.

    A solution is the row of each column's queen, so the lists come in the
    order of the columns; a blank line stands between the squares' lists.

    >>> print("".join(uva_750("1  1 1")), end="")
    SOLN       COLUMN
     #      1 2 3 4 5 6 7 8
    <BLANKLINE>
     1      1 5 8 6 3 7 2 4
     2      1 6 8 3 7 4 2 5
     3      1 7 4 6 8 2 5 3
     4      1 7 5 8 2 4 6 3
    """
    words = Words(text)
    for number in range(words.number(0, MANY)):
        row, column = words.number(1, 8), words.number(1, 8)
        yield "\n" * bool(number) + "SOLN       COLUMN\n #      1 2 3 4 5 6 7 8\n\n"
        # The transposes of all solutions are all solutions: read x as rows by column.
        through = (x for x in solutions(8) if x[column - 1] == row - 1)
        for k, x in enumerate(through, 1):
            yield f"{k:2d}      " + " ".join(str(row + 1) for row in x) + "\n"


def superqueen(text: str) -> Iterator[str]:
    r"""Yield all solutions of N = 1..13 for queens that also move as knights.

    A blank after each number; "No Solution!" when there is none.

    >>> list(superqueen("10"))[0], list(superqueen("8"))
    ('3 6 9 1 4 7 10 2 5 8 \n', ['No Solution!\n'])
    """
    none = True
    for x in _superqueens(Words(text).number(1, 13)):
        yield _numbers(x)
        none = False
    if none:
        yield "No Solution!\n"


def _superqueens(n: int) -> Iterator[Placement]:
    """Yield the solutions in lexicographic order.

    Everything is bits of the row to be filled: the squares that queens attack
    by column and diagonals, and the last two queens themselves, from which the
    knight's moves into this row start.
    """
    x: list[int] = []

    def from_row(
        columns: int, falling: int, rising: int, last: int, before: int
    ) -> Iterator[Placement]:
        if len(x) == n:
            yield tuple(x)
            return
        leaps = last << 2 | last >> 2 | before << 1 | before >> 1
        free = ((1 << n) - 1) & ~(columns | falling | rising | leaps)
        while free:
            queen = free & -free
            free ^= queen
            x.append(queen.bit_length() - 1)
            lower = columns | queen, (falling | queen) << 1, (rising | queen) >> 1
            yield from from_row(*lower, queen, last)
            x.pop()

    return from_row(0, 0, 0, 0, 0)


def _numbers(x: Placement) -> str:
    """Return the columns from 1, a blank after each."""
    return "".join(f"{column + 1} " for column in x) + "\n"
