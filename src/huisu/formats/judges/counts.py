"""How do the judges that ask for a number want it?

Each function takes the whole input and yields the output. Blocked squares do
not stop attacks, so a board of huisu.queens answers most of them; read
any_one.py next, the judges that ask for one solution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from huisu.formats.judges.reading import MANY, Words
from huisu.queens.board import Board, Square
from huisu.queens.count import count
from huisu.queens.solutions import solutions

__all__ = [
    "cses_1624",
    "hdu_2553",
    "lanqiao_2n",
    "lanqiao_king",
    "leetcode_52",
    "poj_1321",
    "uva_167",
    "uva_11195",
]


def leetcode_52(text: str) -> Iterator[str]:
    r"""Yield the count of n = 1..9.

    >>> list(leetcode_52("4"))
    ['2\n']
    """
    yield f"{count(Words(text).number(1, 9))}\n"


def hdu_2553(text: str) -> Iterator[str]:
    r"""Yield the count of each N = 1..10, up to a 0.

    >>> list(hdu_2553("1 8 5 0"))
    ['1\n', '92\n', '10\n']
    """
    counts: dict[int, int] = {}
    for n in Words(text).until_zero(1, 10):
        if n not in counts:
            counts[n] = count(n)
        yield f"{counts[n]}\n"


def uva_11195(text: str) -> Iterator[str]:
    r"""Yield "Case k: count" for each board of n = 3..15, `*` its bad squares, up to an n of 0.

    >>> list(uva_11195("4  .*.. .... .... ....  0"))
    ['Case 1: 1\n']
    """
    words = Words(text)
    for k, n in enumerate(words.until_zero(3, 15), 1):
        yield f"Case {k}: {count(Board(n, blocked=_marked(words, n)))}\n"


def cses_1624(text: str) -> Iterator[str]:
    r"""Yield the count of one board of 8 rows, `*` its reserved squares.

    >>> list(cses_1624("........ " * 8))
    ['92\n']
    """
    yield f"{count(Board(8, blocked=_marked(Words(text), 8)))}\n"


def _marked(words: Words, n: int) -> list[Square]:
    rows = [words.row(n, ".*") for _ in range(n)]
    return [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "*"]


def lanqiao_king(text: str) -> Iterator[str]:
    r"""Yield the count of n = 1..12 when a king on row x, column y, from 1, closes its 3 x 3 block.

    >>> list(lanqiao_king("8 2 2"))
    ['10\n']
    """
    words = Words(text)
    n = words.number(1, 12)
    row, column = words.number(1, n) - 1, words.number(1, n) - 1
    closed = [
        (r, c)
        for r in range(max(0, row - 1), min(n, row + 2))
        for c in range(max(0, column - 1), min(n, column + 2))
    ]
    yield f"{count(Board(n, blocked=closed))}\n"


def lanqiao_2n(text: str) -> Iterator[str]:
    r"""Yield the number of ways to place n black and n white queens, n = 1..8, 0 a closed square.

    Queens attack those of their own colour only; two cannot share a square.

    >>> list(lanqiao_2n("4  1 1 1 1  1 1 1 1  1 1 1 1  1 1 1 1"))
    ['2\n']
    """
    words = Words(text)
    n = words.number(1, 8)
    squares = [(row, column) for row in range(n) for column in range(n)]
    closed = [square for square in squares if not words.number(0, 1)]
    found = list(solutions(Board(n, blocked=closed)))
    ways = sum(
        all(b != w for b, w in zip(black, white, strict=True)) for black in found for white in found
    )
    yield f"{ways}\n"


def poj_1321(text: str) -> Iterator[str]:
    r"""Yield the number of ways to place k rooks on the `#` of each board, up to "-1 -1".

    n = 1..8, k = 1..n.

    >>> list(poj_1321("2 1  #. .#  4 4  ...# ..#. .#.. #...  -1 -1"))
    ['2\n', '1\n']
    """
    words = Words(text)
    while not words.ended:
        n = words.number(1, 8, end=-1)
        if n == -1:
            return
        k = words.number(1, n)
        yield f"{_rooks([words.row(n, '#.') for _ in range(n)], k)}\n"


def _rooks(rows: list[str], k: int) -> int:
    """Return the ways to place k rooks: row by row, ways by the columns taken, a bit a column."""
    ways = Counter({0: 1})
    for row in rows:
        for columns, number in list(ways.items()):
            for column, sign in enumerate(row):
                if sign == "#" and not columns >> column & 1:
                    ways[columns | 1 << column] += number
    return sum(number for columns, number in ways.items() if columns.bit_count() == k)


def uva_167(text: str) -> Iterator[str]:
    r"""Yield, for each board of 8 x 8 numbers 1..99, the largest sum under 8 queens, 5 wide.

    >>> list(uva_167("1 " + "9 " * 64))
    ['   72\n']
    """
    words = Words(text)
    for _ in range(words.number(0, MANY)):
        rows = [[words.number(1, 99) for _ in range(8)] for _ in range(8)]
        best = max(sum(rows[r][c] for r, c in enumerate(x)) for x in solutions(8))
        yield f"{best:5d}\n"
