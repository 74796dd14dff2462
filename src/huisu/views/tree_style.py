"""In which colours and lines does a picture of a tree show how a node stands?

Colour comes on top of a shape or a letter, never alone. Read tree_nodes.py
next, which draws with them.
"""

from __future__ import annotations

from typing import NamedTuple

from huisu.trace import Status
from huisu.views.svg_parts import INK, PAPER

__all__ = ["STYLES", "Style"]


class Style(NamedTuple):
    """How the nodes of a status are drawn."""

    line: str
    """The colour of the outline."""
    fill: str
    ink: str
    """The colour of the number and the mark."""
    edge: str
    """The colour of the edge above."""
    width: float = 1.2
    dashes: str = ""


_GREY, _RED, _VIOLET, _BLUE, _GREEN = "#66737f", "#b3202a", "#7a2a9a", "#0b4f9e", "#0b6b3a"

STYLES: dict[Status, Style] = {
    "ungenerated": Style("#8a97a4", PAPER, _GREY, "#a3aeb9", 1, "3 2.5"),
    "killed": Style(_RED, "#fdf3f3", _RED, INK),
    "cut": Style(_VIOLET, "#f8f1fb", _VIOLET, INK),
    "dead": Style(INK, "#e9edf1", INK, INK),
    "live": Style(_BLUE, "#e3effb", INK, _BLUE, 3),
    "e-node": Style(_BLUE, "#e3effb", INK, _BLUE, 3),
    "answer": Style(_GREEN, "#d3f0df", INK, INK, 2.4),
}
