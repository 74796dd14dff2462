"""How does a textbook draw a search for n queens, board after board?

A row of small boards, (a), (b), (c), ...: each shows the queens that stand, by
the number of their row, and a star on each square that was tried and given up.
Read ../cli/watch.py next, which prints it.

A new board is drawn when the queen of the first row moves, when a queen comes
to stand after at least one square was refused, when a row just entered refuses
every square, and for an answer. A queen that stands on the first square tried
shares the next board; rows that are used up on the way back are not drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from huisu.trace import Trace
from huisu.trace.lists import ANSWER, LIVE

__all__ = ["Panel", "board_figure", "figure_text", "label"]


@dataclass(frozen=True)
class Panel:
    """One board of the figure: its rows from the top, and the node of the trace it shows."""

    rows: tuple[str, ...]
    node: int


@dataclass
class _Row:
    """A row being filled: the squares tried, the queen's if it stands, refusals since it moved."""

    tried: list[Any] = field(default_factory=list)
    queen: Any = None
    refused: int = 0
    is_fresh: bool = True


def board_figure(trace: Trace) -> list[Panel]:
    """Return the boards of the figure, for a search of n queens on the n-ary tree.

    >>> from huisu.classics import Queens
    >>> from huisu.trace import trace
    >>> search = trace(Queens(n=4, tree="n-ary").problem(), solutions=1)
    >>> board_figure(search)[3].rows
    ('1...', '***2', '*3..', '....')
    """
    domain = trace.domains[0] if trace.domains else ()
    return [Panel(_drawn(rows, domain), node) for node, rows in _moves(trace, len(domain)) if rows]


def _moves(trace: Trace, n: int) -> Iterator[tuple[int, list[_Row]]]:
    """Yield the rows begun whenever a board is to be drawn."""
    rows: list[_Row] = []
    for node in range(1, len(trace)):
        level, stands = trace.level[node], trace.fate[node] in (LIVE, ANSWER)
        del rows[level:]
        if len(rows) < level:
            rows.append(_Row())
        row = rows[-1]
        row.tried.append(trace.value[node])
        row.queen = trace.value[node] if stands else None
        if stands:
            if level == 1 or row.refused or trace.fate[node] == ANSWER:
                yield node, rows
            row.refused, row.is_fresh = 0, False
        else:
            row.refused += 1
            if row.is_fresh and len(row.tried) == n:
                yield node, rows


def _drawn(rows: list[_Row], domain: tuple[Any, ...]) -> tuple[str, ...]:
    """Return the lines of a board; cells are as wide as the largest row number."""
    width = len(str(len(domain)))
    lines = []
    for number in range(len(domain)):
        row = rows[number] if number < len(rows) else _Row()
        cells = (
            str(number + 1) if value == row.queen else "*" if value in row.tried else "."
            for value in domain
        )
        lines.append((" " * (width > 1)).join(cell.rjust(width) for cell in cells))
    return tuple(lines)


def label(place: int) -> str:
    """Return the name of a board: (a) to (z), then (aa), (ab), ...

    >>> label(0), label(25), label(26)
    ('(a)', '(z)', '(aa)')
    """
    letters, place = "", place + 1
    while place:
        place, letter = divmod(place - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return f"({letters})"


def figure_text(panels: list[Panel], *, width: int = 80) -> str:
    """Return the boards side by side, as many in a line as `width` columns hold."""
    if not panels:
        return ""
    cell = max(len(panels[0].rows[0]), len(label(len(panels) - 1))) + 4
    across = max(1, (width + 4) // cell)
    blocks, shown = [], iter(enumerate(panels))
    while line := list(islice(shown, across)):
        texts = [[label(place), *panel.rows] for place, panel in line]
        rows = ("".join(part.ljust(cell) for part in parts) for parts in zip(*texts, strict=True))
        blocks.append("\n".join(row.rstrip() for row in rows))
    return "\n\n".join(blocks)
