"""Which queens stand on a board that somebody wrote down?

Every layout of boards.py is read back, and the usual notations of books and
programs; what the squares mean for the problem is not judged here. Read
huisu.queens.board next, the checker.

Representation: a board is n and its queens as squares (row, column) from 0, in
row order. It may hold too few queens, or several in one row. The text is cut
into lines; which notation a line is in is decided in this order:

1. Headings (of the layout `numbered`, of drawn boards, and `No. k`) and blank
   lines end a board; the row and column numbers around a drawn board are dropped.
2. A line with `(` is one board as pairs `(column,row)` from 1. Its n is the
   largest number or the number of pairs, whichever is more.
3. A line with `/` is one board, its rows between the strokes. It is FEN-like
   when it has only queens and lengths of empty runs, else squares as in 4. Rows
   of only 0 and 1 are squares, unless each is the number of rows: an empty FEN.
4. Neighbouring lines are squares when one of them has a sign that can be
   nothing else, or when there are at least two and all consist of `0 1 . _ -`.
   Blanks between squares are ignored. A board is as high as it is wide; the
   next may follow at once.
5. Any other line is one board as numbers: the column of each row's queen from 1,
   or one of `0 . ? _ -` for a row without a queen. Without blanks or commas every
   sign is a row, which is for n < 10.

So `1000` alone is four rows with one queen, and two such lines are squares. The
number of boards, alone on the last line after squares of Q and #, is the count of
the layout `letters`, and no board. Square brackets around numbers, as in JSON,
are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from huisu.errors import Index, InputError
from huisu.queens.board import Square
from huisu.words import LANGUAGES, Language, word

__all__ = ["QueensRead", "read_boards", "shortened"]

_QUEENS = "QqF1⊙♛♕"  # F is a fixed queen of a drawn board
_EMPTIES = ".#*0×-_xX"
_ONLY_SQUARES = "QqF⊙♛♕#*×xX"  # in no notation but squares
_DRAWN = frozenset("QF.#*x")  # what a drawn board has between its row and column numbers
_NO_QUEEN = frozenset("0.?_-")  # in place of a column's number

_HEADINGS = (
    "format.numbered.heading",
    "count.found",
    "solve.found.classes",
    "solve.found.some",
)

_PAIR = re.compile(r"\(\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*\)")
_DIGITS = re.compile(r"[0-9]+")
_FEN_ROW = re.compile(r"(?:[Qq]|[1-9][0-9]{0,8}(?![0-9]))+")
_FEN_PART = re.compile(r"[Qq]|[0-9]+")


@dataclass(frozen=True)
class QueensRead:
    """A board as it was written: its side n and the squares of its queens, in row order."""

    n: int
    queens: tuple[Square, ...]
    is_side_known: bool = field(default=True, compare=False, repr=False)
    """False for pairs, which show only how large n is at least."""


_Row = tuple[int, list[int]]  # how many squares, and on which columns queens stand


class _Line(NamedTuple):
    """A line of the text without the blanks around it, and its number from 1."""

    number: int
    text: str


def read_boards(text: str) -> list[QueensRead]:
    """Return the boards of a text in their order, at least one.

    The notations and how they are told apart: see the top of this module.
    Raises InputError, naming the line, for anything else.

    >>> read_boards("2413")[0].queens
    ((0, 1), (1, 3), (2, 0), (3, 2))
    >>> read_boards(".Q../...Q/..../....") == read_boards("2 4 0 0")
    True
    """
    blocks = list(_blocks(text))
    count = blocks.pop() if _ends_letters(blocks) else None
    boards = [board for block in blocks for board in _read_block(block)]
    if count and count[0].text != str(len(boards)):
        boards += _read_block(count)
    if not boards:
        raise InputError("error.read.empty")
    return boards


def _blocks(text: str) -> Iterator[list[_Line]]:
    """Yield the lines between blank lines and headings; pairs and strokes stand alone."""
    block: list[_Line] = []
    raw_lines = [*text.lstrip("\ufeff").splitlines(), ""]
    lines = [_Line(number, raw.strip()) for number, raw in enumerate(raw_lines, 1)]
    for line in _unframed(lines):
        is_gap = not line.text or _headings().fullmatch(line.text)
        is_alone = "(" in line.text or "/" in line.text
        if (is_gap or is_alone) and block:
            yield block
            block = []
        if is_alone and not is_gap:
            yield [line]
        elif not is_gap:
            block.append(line)


def _unframed(lines: Sequence[_Line]) -> Iterator[_Line]:
    """Yield the lines without the numbers that a drawn board has around its squares."""
    framed = 0
    for line, following in zip(lines, [*lines[1:], _Line(0, "")], strict=True):
        if framed:
            framed -= 1
            yield _Line(line.number, "".join(line.text.split()[1:]))
        elif _is_frame(line.text.split(), following.text.split()):
            framed = len(line.text.split())
            yield _Line(line.number, "")
        else:
            yield line


def _is_frame(columns: Sequence[str], row: Sequence[str]) -> bool:
    """Return whether these are a drawn board's column numbers and its first row below them."""
    n = len(columns)
    numbers = [str(column) for column in range(1, n + 1)]
    return columns == numbers and row[:1] == ["1"] and len(row) == n + 1 and {*row[1:]} <= _DRAWN


@cache
def _headings() -> re.Pattern[str]:
    headings = [r"No\. ?[0-9]+"]
    for language in LANGUAGES:
        caption, class_size = (
            _pattern("solve.caption", language),
            _pattern("solve.class_size", language),
        )
        headings.append(f"{caption}(?:{class_size})?")
        headings += [_pattern(key, language) for key in _HEADINGS]
    return re.compile("|".join(headings))


def _pattern(key: str, language: Language) -> str:
    """Return the pattern of a text of the catalogue with any numbers in its places."""
    text = re.escape(word(key, language, k="\0", n="\0", count="\0", size="\0"))
    return text.replace(re.escape("\0"), "[0-9]+")


def _ends_letters(blocks: Sequence[Sequence[_Line]]) -> bool:
    """Return whether the last line may be the count of the layout `letters`."""
    if len(blocks) < 2 or len(blocks[-1]) > 1 or not _DIGITS.fullmatch(blocks[-1][0].text):
        return False
    return all(set(line.text) <= {"Q", "#"} for line in blocks[-2])


def _are_squares(block: Sequence[_Line]) -> bool:
    signs = {sign for line in block for sign in line.text if not sign.isspace()}
    return bool(signs & set(_ONLY_SQUARES)) or (len(block) > 1 and signs <= set("01._-"))


def _read_block(block: Sequence[_Line]) -> list[QueensRead]:
    if "(" in block[0].text:
        return [_read_pairs(block[0])]
    if "/" in block[0].text:
        return [_read_strokes(block[0])]
    if _are_squares(block):
        return _read_squares(block)
    return [_read_numbers(line) for line in block]


def _read_pairs(line: _Line) -> QueensRead:
    pairs = [(int(column), int(row)) for column, row in _PAIR.findall(line.text)]
    rest = _PAIR.sub("", line.text).strip(" \t,")
    if rest or any(0 in pair for pair in pairs):
        raise InputError("error.read.pair", line=line.number, text=shortened(line.text))
    if len(set(pairs)) < len(pairs):
        raise InputError("error.read.twice", line=line.number)
    n = max(len(pairs), *(max(pair) for pair in pairs))
    queens = tuple(sorted((row - 1, column - 1) for column, row in pairs))
    return QueensRead(n, queens, is_side_known=False)


def _read_strokes(line: _Line) -> QueensRead:
    """Read one board whose rows stand between strokes, FEN-like or squares."""
    rows = [row.strip() for row in line.text.split("/")]
    n = len(rows)
    if _is_fen(rows):
        parsed = [_fen_row(row) for row in rows]
    else:
        parsed = [_square_row(row, line.number) for row in rows]
    for row, (width, _) in enumerate(parsed):
        if width != n:
            raise InputError(
                "error.read.stroke", line=line.number, row=Index(row), squares=width, rows=n
            )
    return _board([columns for _, columns in parsed])


def _is_fen(rows: Sequence[str]) -> bool:
    signs = set("".join(rows))
    if signs <= set("01"):
        return all(row == str(len(rows)) for row in rows)
    has_runs = bool(signs & set("123456789"))
    return has_runs and all(_FEN_ROW.fullmatch(row) for row in rows if row)


def _fen_row(row: str) -> _Row:
    width, queens = 0, []
    for part in _FEN_PART.findall(row):
        if part in "Qq":
            queens.append(width)
        width += 1 if part in "Qq" else int(part)
    return width, queens


def _square_row(row: str, line: int) -> _Row:
    squares = "".join(row.split())
    for sign in squares:
        if sign not in _QUEENS and sign not in _EMPTIES:
            queens, empties = " ".join(_QUEENS), " ".join(_EMPTIES)
            raise InputError(
                "error.read.square", line=line, sign=sign, queens=queens, empties=empties
            )
    return len(squares), [column for column, sign in enumerate(squares) if sign in _QUEENS]


def _read_squares(block: Sequence[_Line]) -> list[QueensRead]:
    rows = [_square_row(line.text, line.number) for line in block]
    n = rows[0][0]
    for line, (width, _) in zip(block, rows, strict=True):
        if width != n:
            raise InputError("error.read.ragged", line=line.number, squares=width, first=n)
    if len(rows) % n:
        raise InputError("error.read.shape", line=block[0].number, rows=len(rows), squares=n)
    columns = [on for _, on in rows]
    return [_board(columns[top : top + n]) for top in range(0, len(rows), n)]


def _read_numbers(line: _Line) -> QueensRead:
    text = line.text
    if text.startswith("[") and text.endswith("]"):
        text = text[1:-1].strip()
    columns = re.split(r"\s*,\s*|\s+", text)
    if len(columns) == 1 and not re.fullmatch("-[0-9]+", text):
        columns = list(text)
        if len(columns) > 9 and _DIGITS.fullmatch(text):
            raise InputError("error.read.digits", line=line.number, digits=len(columns))
    n = len(columns)
    read = (_column(column, n, line.number) for column in columns)
    return _board([[] if column is None else [column] for column in read])


def _column(text: str, n: int, line: int) -> int | None:
    """Return the column from 0 that a number from 1 names, None where there is no queen."""
    if text in _NO_QUEEN:
        return None
    if not _DIGITS.fullmatch(text.removeprefix("-")):
        raise InputError("error.read.number", line=line, text=shortened(text), n=n)
    number = int(text) if len(text) < 10 else -1
    if not 1 <= number <= n:
        raise InputError("error.read.off", line=line, number=shortened(text), n=n)
    return number - 1


def _board(rows: Sequence[Sequence[int]]) -> QueensRead:
    """Return the board with queens on these columns of each row."""
    queens = [(row, column) for row, columns in enumerate(rows) for column in columns]
    return QueensRead(len(rows), tuple(queens))


def shortened(text: str) -> str:
    """Return a text as an error sentence can name it: at most 20 characters of it.

    >>> shortened("1" * 100)
    '11111111111111111111…'
    """
    return text if len(text) <= 20 else text[:20] + "…"
