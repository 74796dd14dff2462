"""How do lines of styled text get an exact width, whatever letters they have?

A terminal gives most letters one column, Chinese ones two, and combining marks
none; panels stand side by side only if every line is counted so. Read
player_scene.py next, what there is to show.

Representation: a line is a list of spans, each a style and its text. A style is
some names of player_frame.STYLES, separated by blanks.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import zip_longest

__all__ = [
    "Line", "Span", "beside", "columns", "cut", "fitted", "plain", "stacked", "window", "wrapped",
]  # fmt: skip

Span = tuple[str, str]
Line = list[Span]

#: What stays on one line: a word, or one Chinese letter, with the signs that belong to it.
_PIECE = re.compile("\\s+|[（“]*(?:[^\\s\u2e80-\uffef]+|[\u2e80-\uffef])[：，。；、）”]*")


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes.

    >>> columns("node 3"), columns("结点 3")
    (6, 6)
    """
    if text.isascii():
        return len(text)
    return sum(map(_columns, text))


def _columns(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def plain(line: Line) -> str:
    """Return a line without its styles."""
    return "".join(text for _, text in line)


def cut(text: str, width: int) -> str:
    """Return as much of a text as fits, the last sign an ellipsis if it does not fit whole.

    >>> cut("扩展结点", 6), cut("E-node", 6)
    ('扩展…', 'E-node')
    """
    if columns(text) <= width:
        return text
    kept, used = "", 0
    for letter in text:
        used += _columns(letter)
        if used > width - 1:
            break
        kept += letter
    return (kept + "…")[:width]


def fitted(line: Line, width: int) -> Line:
    """Return a line of exactly this width: cut, or filled up with blanks.

    >>> plain(fitted([("", "扩展"), ("bold", "结点")], 7)) + "|"
    '扩展结…|'
    """
    spans: Line = []
    for style, text in line:
        room = width - sum(columns(each) for _, each in spans)
        if columns(text) > room:
            spans.append((style, cut(text, room)))
            break
        spans.append((style, text))
    missing = width - sum(columns(text) for _, text in spans)
    return [*spans, ("", " " * missing)] if missing else spans


def stacked(lines: Sequence[Line], width: int, height: int) -> list[Line]:
    """Return exactly so many lines of exactly this width."""
    empty: list[Line] = [[]] * max(0, height - len(lines))
    return [fitted(line, width) for line in (*lines[:height], *empty)]


def beside(left: Sequence[Line], right: Sequence[Line], width: int, gap: int) -> list[Line]:
    """Return two panels side by side, the left one padded to a width."""
    pairs: Iterable[tuple[Line, Line]] = zip_longest(left, right, fillvalue=[])
    return [[*fitted(first, width), ("", " " * gap), *second] for first, second in pairs]


def wrapped(text: str, width: int) -> list[str]:
    """Return a text in lines of at most this width; what is longer than a line is divided.

    >>> wrapped("结点 3 的孩子已用尽，成为死结点", 12)
    ['结点 3 的孩', '子已用尽，成', '为死结点']
    """
    lines = [""]
    for piece in _pieces(text, width):
        if columns(lines[-1] + piece.rstrip()) > width:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return [line.rstrip() for line in lines]


def _pieces(text: str, width: int) -> Iterable[str]:
    """Yield what stays on one line, or its letters if it cannot."""
    for piece in _PIECE.findall(text):
        if columns(piece) > width:
            yield from piece
        else:
            yield piece


def window(widths: Sequence[int], focus: int, room: int) -> tuple[int, int]:
    """Return which items in a row to show, `[first, last)`: all, or as many as fit by the focus.

    >>> window([2] * 10, 0, 7), window([2] * 10, 5, 7), window([2] * 10, 9, 7)
    ((0, 3), (4, 7), (7, 10))
    """
    first, last = focus, min(focus + 1, len(widths))
    used = sum(widths[first:last])
    while True:
        grown = False
        if first > 0 and used + widths[first - 1] <= room:
            first, used, grown = first - 1, used + widths[first - 1], True
        if last < len(widths) and used + widths[last] <= room:
            last, used, grown = last + 1, used + widths[last], True
        if not grown:
            return first, last
