"""How is a state-space tree drawn as SVG?

From back to front: edges, the values on them, the nodes by status, the names
beside the tree; above it title and caption, below it a legend. Read png.py next.

How a node stands shows in its shape or a sign, and in colour besides: dashed if
it was not generated, thick if live, with a ring for the E-node, crossed if it is
dead, square for an answer, a sign for what killed it, a triangle for a subtree
that is not drawn. The edges on the path of live nodes are thick.

Elements for scripts and tests: each node is an element with data-node="31", its
number, with data-status and a title that says what became of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import get_args

from huisu.trace import Status
from huisu.views.svg_parts import FONTS, INK, PAPER, QUIET, clean, ems, group, path
from huisu.views.tree_layout import laid_out
from huisu.views.tree_legend import legend
from huisu.views.tree_nodes import node_svg, status_attributes
from huisu.views.tree_picture import TreePicture, shortened
from huisu.views.tree_places import LETTER, Layout, value_text
from huisu.views.tree_style import STYLES

__all__ = ["edge_look", "names_svg", "svg_size", "tree_svg", "value_look"]

_PAD = 20
_TITLE, _CAPTION = 19, 14
_LEAST, _MOST = 620, 1_400  # how wide title, caption and legend make the picture


def tree_svg(picture: TreePicture) -> str:
    """Return the picture as one SVG document; raise InputError if it would be too large."""
    layout = laid_out(picture)
    heading = [picture.name, *picture.caption]
    texts = max(0.85 * _CAPTION * ems(line) for line in heading)
    inner = max(layout.width, min(max(_LEAST, 1.1 * texts), _MOST))
    top = _TITLE + 1.6 * _CAPTION * len(picture.caption) + 26
    below, bottom = legend(picture, layout.kind, inner, top + layout.height + 12)
    width, height = inner + 2 * _PAD, bottom + 2 * _PAD
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" xml:lang="{picture.language}"'
        f' viewBox="{-_PAD} {-_PAD} {width:g} {height:g}" width="{width:.0f}"'
        f' height="{height:.0f}" font-family="{FONTS}">',
        f"<title>{clean(picture.name)}</title>",
        f"<desc>{clean('; '.join(picture.caption))}</desc>",
        f'<rect x="{-_PAD}" y="{-_PAD}" width="{width:g}" height="{height:g}" fill="{PAPER}"/>',
        *_heading(heading, inner),
        *group(f'transform="translate(0 {top:g})"', _tree(picture, layout)),
        *group('class="legend"', below),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def svg_size(svg: str) -> tuple[int, int]:
    """Return the width and height that a document of this module names, in pixels."""
    found = re.search(r'width="(\d+)" height="(\d+)"', svg)
    assert found is not None
    return int(found[1]), int(found[2])


def _heading(lines: list[str], width: float) -> Iterator[str]:
    """Yield the title and the lines of the caption, shortened to the picture's width."""
    y = 0.9 * _TITLE
    for number, line in enumerate(lines):
        size = _CAPTION if number else _TITLE
        text = shortened(line, int(width / size / 0.55))
        weight = "" if number else ' font-weight="bold"'
        name = "caption" if number else "title"
        yield (
            f'<text class="{name}" y="{y:g}" font-size="{size}"{weight} fill="{INK}">'
            f"{clean(text)}</text>"
        )
        y += 1.6 * _CAPTION


def _tree(picture: TreePicture, layout: Layout) -> Iterator[str]:
    return chain(
        _edges(picture, layout),
        _values(picture, layout),
        _nodes(picture, layout),
        names_svg(layout),
    )


def _edges(picture: TreePicture, layout: Layout) -> Iterator[str]:
    """Yield the edges by the status of the node below, those of the live path at last."""
    drawn: dict[tuple[bool, Status], list[str]] = {}
    for node, edge in zip(picture.nodes, layout.edges, strict=True):
        drawn.setdefault((node.is_on_path, node.status), []).append(edge)
    for (is_on_path, status), steps in sorted(drawn.items()):
        yield from path(f'class="edges" fill="none" {edge_look(is_on_path, status)}', steps)


def edge_look(is_on_path: bool, status: Status) -> str:
    """Return the attributes of an edge, by the node below it."""
    style = STYLES[status]
    if is_on_path:
        return f'stroke="{STYLES["live"].edge}" stroke-width="3.5"'
    dashes = f' stroke-dasharray="{style.dashes}"' if style.dashes else ""
    return f'stroke="{style.edge}" stroke-width="1"{dashes}'


def _values(picture: TreePicture, layout: Layout) -> Iterator[str]:
    """Yield the components on the edges, each with a white edge so that lines do not touch it."""
    texts: dict[Status, list[str]] = {}
    for node, (x, y) in zip(picture.nodes, layout.values, strict=True):
        if node.value:
            text = f'<text x="{x:g}" y="{y + 4:g}">{clean(value_text(node))}</text>'
            texts.setdefault(node.status, []).append(text)
    for status, elements in texts.items():
        yield from group(value_look(status), elements)


def value_look(status: Status) -> str:
    """Return the attributes of the components on edges above nodes of a status."""
    ink = STYLES[status].ink if status == "ungenerated" else INK
    return (
        f'class="values" font-size="{LETTER}" text-anchor="middle" fill="{ink}"'
        f' stroke="{PAPER}" stroke-width="4" paint-order="stroke" stroke-linejoin="round"'
    )


def _nodes(picture: TreePicture, layout: Layout) -> Iterator[str]:
    for status in get_args(Status):
        elements = [
            node_svg(node, layout.boxes[place], layout.kind, picture.says(place))
            for place, node in enumerate(picture.nodes)
            if node.status == status
        ]
        yield from group(status_attributes(status, layout.kind), elements)


def names_svg(layout: Layout) -> Iterator[str]:
    """Yield the names of levels and components, and the nodes that a column continues."""
    for kind, look in (
        ("level", f'fill="{QUIET}"'),
        ("component", f'fill="{QUIET}" font-style="italic"'),
        ("continued", f'fill="{QUIET}" font-style="italic"'),
    ):
        is_middle = kind == "component" and layout.kind == "rows"
        texts = [
            f'<text x="{name.x:g}" y="{name.y + 4:g}">{clean(name.text)}</text>'
            for name in layout.names
            if name.kind == kind
        ]
        anchor = "middle" if is_middle else "start"
        yield from group(
            f'class="{kind}" font-size="{LETTER}" text-anchor="{anchor}" {look}', texts
        )
