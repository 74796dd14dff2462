"""Of which parts is a frame of an animation made: tree, board, solution vector?

The same parts in the same order in each frame, so that two frames can be
compared part by part. Read animation_stage.py next, which puts them together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from huisu.queens.board import Square
from huisu.trace import Replay, Status
from huisu.trace.lists import CUT, KILLED
from huisu.views.animation_board import Standing
from huisu.views.svg import Frame, attack_svg, queen_svg, tried_svg
from huisu.views.svg_parts import INK, PAPER, QUIET, clean, group, printable
from huisu.views.tree_nodes import node_shapes, status_attributes
from huisu.views.tree_picture import TreePicture, shortened
from huisu.views.tree_places import Layout, value_text
from huisu.views.tree_style import STYLES
from huisu.views.tree_svg import edge_look, names_svg, value_look

__all__ = [
    "Item",
    "Part",
    "VectorRoom",
    "board_parts",
    "component_text",
    "tree_parts",
    "vector_parts",
]


class Part(NamedTuple):
    """What may change from frame to frame; an empty body shows nothing."""

    body: str
    attributes: str = ""
    """Of the element around the body, by which scripts and tests find it."""
    title: str = ""

    def svg(self) -> str:
        """Return the part as one frame has it."""
        return self.around(self.body)

    def around(self, body: str) -> str:
        """Return a body in this part's element."""
        if not self.attributes:
            return body
        title = f"<title>{clean(self.title)}</title>" if self.title else ""
        return f"<g {self.attributes}>{title}{body}</g>"


#: A text stays; a Part may change.
Item = str | Part


def tree_parts(picture: TreePicture, layout: Layout, *, titles: bool) -> Iterator[Item]:
    """Yield edges, thick ones at last, values, nodes and names, each where the layout has it.

    The layout may be that of another step: nodes never move.
    """
    yield '<g class="edges" fill="none">'
    for is_thick in (False, True):
        for node, edge in zip(picture.nodes, layout.edges, strict=True):
            look = edge_look(is_thick, node.status)
            is_drawn = edge and node.is_on_path == is_thick
            yield Part(f'<path {look} d="{edge}"/>' if is_drawn else "")
    yield "</g>"
    yield f"<g {value_look('live')}>"
    for node, (x, y) in zip(picture.nodes, layout.values, strict=True):
        ink = f' fill="{STYLES[node.status].ink}"' if node.status == "ungenerated" else ""
        text = f'<text x="{x:g}" y="{y + 4:g}"{ink}>{clean(value_text(node))}</text>'
        yield Part(text if node.value else "")
    yield "</g>"
    for place, node in enumerate(picture.nodes):
        shapes = node_shapes(node, layout.boxes[place], layout.kind)
        yield Part(
            f"<g {status_attributes(node.status, layout.kind)}>{shapes}</g>",
            f'data-node="{node.number}" data-status="{node.status}"',
            picture.says(place) if titles else "",
        )
    yield from names_svg(layout)


def board_parts(standing: Standing, squares: Sequence[Square], frame: Frame) -> Iterator[Part]:
    """Yield what is on each of the squares that the search comes to, and the line of attack."""
    number = {square: place for place, square in enumerate(standing.queens, 1)}
    tried = set(standing.tried)
    for square in squares:
        if square in number:
            yield Part(queen_svg(square, number[square]))
        else:
            yield Part(tried_svg(square) if square in tried else "")
    yield Part("".join(attack_svg(standing.attack, frame)) if standing.attack else "")


@dataclass(frozen=True)
class VectorRoom:
    """The boxes of a solution vector: how many, how many in a row, how wide, and where."""

    components: int
    across: int
    width: float
    top: float

    ROW: ClassVar[int] = 62  # from row to row
    BOX: ClassVar[int] = 32
    GAP: ClassVar[int] = 6

    @property
    def height(self) -> float:
        """The height of all rows."""
        return -(-self.components // self.across) * self.ROW

    def corner(self, k: int) -> tuple[float, float]:
        """Return the upper left corner of a component's box."""
        row, column = divmod(k, self.across)
        return column * (self.width + self.GAP), self.top + row * self.ROW + 20


def vector_parts(replay: Replay, step: int, room: VectorRoom) -> Iterator[Item]:
    """Yield the boxes of x1, x2, ...: with a value, with one just refused, or empty."""
    moment, trace = replay.at(step), replay.trace
    names = (
        f'<text x="{x + room.width / 2:g}" y="{y - 6:g}">x{k + 1}</text>'
        for k in range(room.components)
        for x, y in [room.corner(k)]
    )
    style = f'font-size="13" font-style="italic" text-anchor="middle" fill="{QUIET}"'
    yield from group(f'class="component" {style}', names)
    live = moment.live[1:]
    is_refused = moment.kind == "generated" and trace.fate[moment.node] in (KILLED, CUT)
    refused = moment.node if is_refused else -1
    for k in range(room.components):
        if k < len(live):
            yield Part(_box(str(trace.value[live[k]]), "live", room, k))
        elif k == len(live) and refused >= 0:
            status = replay.status(refused, step)
            yield Part(_box(str(trace.value[refused]), status, room, k))
        else:
            yield Part(_box("", "ungenerated", room, k))


def _box(value: str, status: Status, room: VectorRoom, k: int) -> str:
    """Return a component's box; a value that was refused is struck out."""
    (x, y), style = room.corner(k), STYLES[status]
    dashes = f' stroke-dasharray="{style.dashes}"' if style.dashes else ""
    look = f'fill="{style.fill if value else PAPER}" stroke="{style.line}"{dashes}'
    box = (
        f'<rect x="{x:g}" y="{y:g}" width="{room.width:g}" height="{room.BOX}" {look}'
        f' stroke-width="{0.7 * style.width:g}"/>'
    )
    if not value:
        return box
    ink = INK if status == "live" else style.ink
    halo = f'stroke="{style.fill}" stroke-width="5" paint-order="stroke"'
    text = (
        f'<text x="{x + room.width / 2:g}" y="{y + 22:g}" font-size="16" text-anchor="middle"'
        f' fill="{ink}" {halo}>{clean(component_text(value))}</text>'
    )
    if status == "live":
        return box + text
    strike = (
        f'<path stroke="{style.line}" stroke-width="2"'
        f' d="M{x:g} {y + room.BOX:g}L{x + room.width:g} {y:g}"/>'
    )
    return box + strike + text


def component_text(value: str) -> str:
    """Return a component as its box shows it."""
    return shortened(printable(value), 9)
