"""How is one node of a tree drawn as SVG, as a circle or in a row?

Its outline, its number, and the sign for how it stands, inside the box that the
layout gave it. Read tree_legend.py next.
"""

from __future__ import annotations

from collections.abc import Iterator

from huisu.trace import Status
from huisu.views.svg_parts import PAPER, QUIET, clean
from huisu.views.tree_picture import DrawnNode
from huisu.views.tree_places import DIGIT, LETTER, Box, Kind, hidden_sign, mark_width, number_text
from huisu.views.tree_style import STYLES

__all__ = ["node_shapes", "node_svg", "status_attributes"]

_CROSS = "#7688a0"
_BOLD = 'font-weight="bold"'


def status_attributes(status: Status, kind: Kind) -> str:
    """Return the attributes that all nodes of a status share, for the group around them."""
    style = STYLES[status]
    width = style.width if kind == "circles" else 0.75 * style.width
    dashes = f' stroke-dasharray="{style.dashes}"' if style.dashes else ""
    return (
        f'class="{status}" fill="{style.fill}" stroke="{style.line}" stroke-width="{width:g}"'
        f"{dashes}"
    )


def node_svg(node: DrawnNode, box: Box, kind: Kind, title: str) -> str:
    """Return the element of a node, to stand in the group of its status."""
    return (
        f'<g data-node="{node.number}" data-status="{node.status}">'
        f"<title>{clean(title)}</title>{node_shapes(node, box, kind)}</g>"
    )


def node_shapes(node: DrawnNode, box: Box, kind: Kind) -> str:
    """Return what a node's element is made of, without the element."""
    return "".join(_circle(node, box) if kind == "circles" else _row(node, box))


def _circle(node: DrawnNode, box: Box) -> Iterator[str]:
    """Yield an outline with the number in it, and a sign at its lower right."""
    x, y, half = box.x, box.y, box.height / 2
    style = STYLES[node.status]
    yield _outline(node, box)
    if node.status == "e-node":
        yield _rounded(box, 4.5, half + 4.5, 'fill="none" stroke-width="1.4"')
    if node.status == "dead" and not node.hidden:
        arm = 0.7 * half
        yield (
            f'<path stroke="{_CROSS}" stroke-width="1.6"'
            f' d="M{x - arm:g} {y - arm:g}L{x + arm:g} {y + arm:g}'
            f'M{x - arm:g} {y + arm:g}L{x + arm:g} {y - arm:g}"/>'
        )
    halo = f'stroke="{style.fill}" stroke-width="3" stroke-dasharray="none" paint-order="stroke"'
    weight = f" {_BOLD}" if node.status in ("answer", "e-node") else ""
    base = y + (10 if node.hidden else 4.3)
    yield (
        f'<text x="{x:g}" y="{base:g}" font-size="12" text-anchor="middle" fill="{style.ink}"'
        f" {halo}{weight}>{number_text(node)}</text>"
    )
    if node.mark:
        yield _mark(node, box.right - mark_width(node.mark), y + half - 5, LETTER + 2)
    if node.hidden:
        yield (
            f'<text x="{x:g}" y="{y + half + 11:g}" font-size="10" text-anchor="middle"'
            f' fill="{QUIET}" stroke="none">{hidden_sign(node)}</text>'
        )


def _row(node: DrawnNode, box: Box) -> Iterator[str]:
    """Yield a flat outline with the number and the sign in it."""
    style, half = STYLES[node.status], box.height / 2
    yield _rounded(box, 0, 1 if node.status == "answer" else half)
    if node.status == "e-node":
        yield _rounded(box, 2, half + 2, 'fill="none" stroke-width="1"')
    weight = f" {_BOLD}" if node.status in ("answer", "e-node") else ""
    number = (
        f'<text x="{box.left + 5:g}" y="{box.y + 3.9:g}" font-size="11" fill="{style.ink}"'
        f' stroke="none"{weight}>{number_text(node)}'
    )
    yield f"{number}</text>"
    after = box.left + 7 + DIGIT * len(number_text(node))
    if node.mark:
        yield _mark(node, after, box.y, LETTER)
    elif node.hidden:
        yield f'<path stroke-width="1" d="M{after + 1:g} {box.y + 4:g}h7l-3.5 -8Z"/>'
        yield (
            f'<text x="{after + 10:g}" y="{box.y + 3.9:g}" font-size="11" fill="{QUIET}"'
            f' stroke="none">{hidden_sign(node)}</text>'
        )
    elif node.status == "dead":
        x, y = after + 3.5, box.y
        yield (f'<path stroke-width="1.1" d="M{x - 3:g} {y - 3:g}l6 6M{x - 3:g} {y + 3:g}l6 -6"/>')


def _outline(node: DrawnNode, box: Box) -> str:
    """Return a circle, a square for an answer, a triangle for a subtree that is not drawn."""
    if node.hidden:
        half = box.width / 2 + 2
        return (
            f'<path stroke-linejoin="round" d="M{box.x:g} {box.top - 2:g}'
            f'L{box.x + half:g} {box.y + box.height / 2:g}H{box.x - half:g}Z"/>'
        )
    return _rounded(box, 0, 1.5 if node.status == "answer" else box.height / 2)


def _rounded(box: Box, beyond: float, radius: float, attributes: str = "") -> str:
    """Return the outline of a box with round corners, so much beyond its edges."""
    width, height = box.width + 2 * beyond, box.height + 2 * beyond
    return (
        f'<rect x="{box.x - width / 2:g}" y="{box.y - height / 2:g}" width="{width:g}"'
        f' height="{height:g}" rx="{radius:g}" {attributes}/>'
    )


def _mark(node: DrawnNode, left: float, y: float, size: int) -> str:
    """Return the sign for what killed a node; that of the bounding function is on a ground."""
    style, middle = STYLES[node.status], left + mark_width(node.mark) / 2
    text = f'x="{middle:g}" y="{y + 0.36 * size:g}" font-size="{size}" {_BOLD} text-anchor="middle"'
    if node.status == "cut":
        width = mark_width(node.mark)
        return (
            f'<rect x="{left:g}" y="{y - 5.5:g}" width="{width:g}" height="11" rx="2"'
            f' fill="{style.line}" stroke="none"/>'
            f'<text {text} fill="{PAPER}" stroke="none">{clean(node.mark)}</text>'
        )
    halo = f'stroke="{PAPER}" stroke-width="2.5" paint-order="stroke"'
    look = halo if size > LETTER else 'stroke="none"'
    return f'<text {text} fill="{style.ink}" {look}>{clean(node.mark)}</text>'
