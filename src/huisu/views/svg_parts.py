"""Which parts do all SVG pictures share: fonts, colours, and how text becomes safe markup?

Read svg.py next, which draws a board, or tree_svg.py, which draws a tree.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from html import escape

__all__ = [
    "CHINESE",
    "FONTS",
    "INK",
    "PAPER",
    "QUIET",
    "clean",
    "ems",
    "group",
    "path",
    "printable",
]

CHINESE = "'Noto Sans CJK SC', 'WenQuanYi Micro Hei', 'PingFang SC', 'Microsoft YaHei'"

#: Named one by one, since not every renderer knows what sans-serif is on its system.
FONTS = (
    "Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans', 'Noto Sans', Ubuntu, Roboto, "
    f"{CHINESE}, sans-serif"
)

PAPER, INK, QUIET = "#ffffff", "#14263a", "#46586b"


def ems(text: str) -> float:
    """Return about how wide a text is, for letters one unit high.

    >>> ems("n = 4") < ems("四个皇后")
    True
    """
    return sum(1.0 if unicodedata.east_asian_width(c) in "WF" else 0.65 for c in text)


def printable(text: str) -> str:
    r"""Return a text on one line, without control characters.

    >>> printable("two\nlines\x00")
    'two lines'
    """
    return "".join(c for c in " ".join(text.split()) if c.isprintable()).strip()


def clean(text: str) -> str:
    """Return a text that XML can hold: no control characters, markup escaped."""
    return escape(printable(text))


def group(attributes: str, elements: Iterable[str]) -> Iterator[str]:
    """Yield the elements between <g> and </g>; nothing when there are none."""
    elements = list(elements)
    if elements:
        yield f"<g {attributes}>"
        yield from elements
        yield "</g>"


def path(attributes: str, steps: Iterable[str]) -> Iterator[str]:
    """Yield one path of all the steps; nothing when there are none."""
    if joined := "".join(steps):
        yield f'<path {attributes} d="{joined}"/>'
