"""What is a laid-out picture of a tree made of: boxes, lines and places for texts, in pixels?

Read tree_circles.py next, one of the two ways to fill it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from huisu.views.svg_parts import ems, printable
from huisu.views.tree_picture import DrawnNode, shortened

__all__ = [
    "DIGIT",
    "LETTER",
    "Box",
    "Kind",
    "Layout",
    "Name",
    "hidden_letters",
    "hidden_sign",
    "mark_width",
    "number_text",
    "value_text",
    "value_width",
]

LETTER = 11  #: the size of the text on edges and beside the tree
DIGIT = 7.0  #: the width of a digit of that size, in the widest of the fonts

Kind = Literal["circles", "rows"]

_VALUE_LENGTH, _DIGITS = 9, 9


class Box(NamedTuple):
    """What a node takes: the middle of its outline, its four edges with the marks beside it."""

    x: float
    y: float
    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """The width of the outline."""
        return 2 * (self.x - self.left)

    @property
    def height(self) -> float:
        """The height of the outline."""
        return 2 * (self.y - self.top)


class Name(NamedTuple):
    """A text beside the tree: the name of a level, a component, or a node continued."""

    text: str
    x: float
    y: float
    kind: Literal["level", "component", "continued"]


@dataclass
class Layout:
    """The places of all that belongs to a tree; (0, 0) is the upper left corner."""

    kind: Kind
    boxes: list[Box] = field(default_factory=list)
    edges: list[str] = field(default_factory=list)
    """The path of the edge above each node, in SVG's letters; empty for the root."""
    values: list[tuple[float, float]] = field(default_factory=list)
    """The middle of the text on the edge above each node."""
    names: list[Name] = field(default_factory=list)
    width: float = 0
    height: float = 0

    def add(self, box: Box, edge: str, value: tuple[float, float]) -> None:
        """Add the place of a node, of the edge above it, and of the text on that."""
        self.boxes.append(box)
        self.edges.append(edge)
        self.values.append(value)


def number_text(node: DrawnNode) -> str:
    """Return the number as it stands in the node: of a very long one the last digits.

    >>> number_text(DrawnNode(2**40, 0, 1, "", "dead", False, "", 0))
    '…627776'
    """
    text = str(node.number)
    return text if len(text) <= _DIGITS else "…" + text[-6:]


def value_text(node: DrawnNode) -> str:
    """Return the component as it stands on an edge; a long one is shortened.

    >>> value_text(DrawnNode(2, 0, 1, "violet-blue", "dead", False, "", 0))
    'violet-b…'
    """
    return shortened(printable(node.value), _VALUE_LENGTH)


def value_width(nodes: Iterable[DrawnNode]) -> float:
    """Return the width of the widest text on the edges above these nodes."""
    return max((LETTER * ems(text) for text in {value_text(node) for node in nodes}), default=0)


def hidden_sign(node: DrawnNode) -> str:
    """Return how many nodes of a subtree that is not drawn there are so far; nothing for none."""
    return f"+{node.hidden_now}" if node.hidden_now else ""


def hidden_letters(node: DrawnNode) -> int:
    """Return the room, in letters, that `hidden_sign` needs in the end."""
    return len(f"+{node.hidden}") if node.hidden else 0


def mark_width(mark: str) -> float:
    """Return the room that a mark takes, or the place for one; an arrow is as wide as high."""
    return 12.0 * max(1.0, ems(mark))
