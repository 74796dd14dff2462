"""How do the judges that ask for one solution want it?

Two take any solution of large boards, which huisu.queens constructs at once;
one gives some queens and asks for the rest. Read table.py next, where every
judge has its name.
"""

from __future__ import annotations

from collections.abc import Iterator

from huisu.errors import InputError
from huisu.formats.boards import rows_of
from huisu.formats.judges.reading import MANY, Words
from huisu.queens.board import Board, clashes
from huisu.queens.solutions import any_solution

__all__ = ["aoj_alds1_13_a", "boj_9175", "poj_3239"]


def poj_3239(text: str) -> Iterator[str]:
    r"""Yield a solution of each n = 8..300, up to a 0: the row of each column's queen, from 1.

    >>> list(poj_3239("8 0"))
    ['2 4 6 8 3 1 7 5\n']
    """
    # The transpose of a solution is one too: x serves as the rows by column.
    for n in Words(text).until_zero(8, 300):
        yield " ".join(str(row + 1) for row in any_solution(n)) + "\n"


def boj_9175(text: str) -> Iterator[str]:
    r"""Yield each n = 4..300 and below it a solution: the column of each row's queen, from 0.

    >>> list(boj_9175("1 4"))
    ['4\n1 3 0 2\n']
    """
    words = Words(text)
    for _ in range(words.number(0, MANY)):
        n = words.number(4, 300)
        yield f"{n}\n" + " ".join(map(str, any_solution(n))) + "\n"


def aoj_alds1_13_a(text: str) -> Iterator[str]:
    """Yield the board of 8 queens that keeps the k given ones, each `row column` from 0.

    The judge promises that there is exactly one; of several this is the first.
    Raises NoSolution when there is none, InputError when the given ones clash.

    >>> next(aoj_alds1_13_a("2  2 2  5 3")).split()[0]
    '......Q.'
    """
    words = Words(text)
    queens = [(words.number(0, 7), words.number(0, 7)) for _ in range(words.number(0, 8))]
    if clashes(set(queens)):
        raise InputError("error.judge.clash")
    x = any_solution(Board(8, fixed=queens))
    yield "".join(f"{row}\n" for row in rows_of(x, "Q", "."))
