"""Where do nodes stand when a tree is drawn as in a book, the root above, circles on levels?

A wide tree is cut below the root into strips, one under the other; the edges of
the root then run down the left side. Read tree_rows.py next, for trees that are
too wide even so.
"""

from __future__ import annotations

from collections.abc import Iterator

from huisu.views.svg_parts import ems
from huisu.views.tree_picture import TreePicture
from huisu.views.tree_places import LETTER, Box, Layout, Name, mark_width, number_text, value_width

__all__ = ["Circles"]

_WIDE = 1_800  # a strip is filled up to this width,
_WIDEST = 3_400  # or has one child of the root alone if that is not wider than this
_HIGHEST = 3_000  # all strips together
_DROP = 66  # from level to level
_ROUND = 28  # the least width of an outline, and its height
_INSIDE = 3  # so much of a mark, at the lower right, is within the outline
_GAP = 2  # between two neighbours
_VALUE = 0.62  # how far down its edge a value stands
_STRIP_GAP = 34


class Circles:
    """The places of circles; `fits` says whether the picture can be taken in at once."""

    def __init__(self, picture: TreePicture) -> None:
        """Measure the widest node and text, and cut the tree into strips."""
        self.picture, self.nodes, self.x = picture, picture.nodes, picture.tree.x
        self.round = self._outline()
        # Room for all marks that will come, so that nodes never move.
        self.mark = max((mark_width(mark) - _INSIDE for mark in picture.marks), default=0.0)
        needed = (value_width(self.nodes) + 5) / _VALUE  # where the values of neighbours stand
        self.pitch = max(self.round + self.mark + _GAP, needed)
        self.strips = self._strips()
        self.widest = max(self._breadth(*strip) for strip in self.strips) * self.pitch
        self.depths = [self._depth(*strip) for strip in self.strips]
        names = [picture.level_name(level) for level in range(max(self.depths) + 1)]
        self.left = max(LETTER * ems(name) for name in names) + 12
        if len(self.strips) > 1:
            self.left += self.round + 16

    def _outline(self) -> float:
        digits = max(len(number_text(node)) for node in self.nodes)
        width = max(_ROUND, 6.7 * digits + (12 if digits > 3 else 6))
        # A triangle needs more room for the same number.
        return width + 12 if any(node.hidden for node in self.nodes) else width

    def _strips(self) -> list[tuple[int, int]]:
        """Return the first node of each strip and the one after its last, the root left out."""
        size = len(self.nodes)
        if self.picture.tree.breadth * self.pitch <= _WIDE:
            return [(1, size)]
        starts = [place for place, node in enumerate(self.nodes) if node.level == 1]
        strips: list[tuple[int, int]] = []
        for start, end in zip(starts, [*starts[1:], size], strict=True):
            if strips and self._breadth(strips[-1][0], end) * self.pitch <= _WIDE:
                strips[-1] = (strips[-1][0], end)
            else:
                strips.append((start, end))
        return strips

    def _breadth(self, start: int, end: int) -> float:
        x = self.x[start:end] or [0]
        return max(x) - min(x) + 1

    def _depth(self, start: int, end: int) -> int:
        return max((node.level for node in self.nodes[start:end]), default=0)

    def _top(self, strip: int) -> float:
        """Return the height at which the root's level has its middle in a strip."""
        above = sum(depth * _DROP + _ROUND + _STRIP_GAP for depth in self.depths[:strip])
        return above + _ROUND / 2

    def fits(self) -> bool:
        """Return whether the picture is small enough to be taken in at once."""
        return self.widest <= _WIDEST and self._top(len(self.strips)) <= _HIGHEST

    def layout(self) -> Layout:
        """Return the places of everything."""
        layout = Layout("circles")
        root = self.left - self.round / 2 - 16 if len(self.strips) > 1 else self._x(0, 0)
        layout.add(self._box(0, root, _ROUND / 2), "", (0, 0))
        for number, (start, end) in enumerate(self.strips):
            top = self._top(number)
            first = min(self.x[start:end], default=0)
            for place in range(start, end):
                self._add(layout, place, self._x(place, first), top)
            layout.names += self._names(number)
        layout.width = self.left + self.widest
        layout.height = self._top(len(self.strips)) - _ROUND / 2 - _STRIP_GAP + 16
        return layout

    def _x(self, place: int, first: float) -> float:
        """Return the middle of a node in a strip whose first leaf is given."""
        return self.left + (self.x[place] - first + 0.5) * self.pitch - self.mark / 2

    def _add(self, layout: Layout, place: int, x: float, top: float) -> None:
        """Add a node; the root's edges to more than one strip have corners."""
        node, above = self.nodes[place], layout.boxes[self.nodes[place].parent]
        y = top + node.level * _DROP
        is_far = node.level == 1 and len(self.strips) > 1
        edge = f"V{top:g}H{x:g}V{y:g}" if is_far else f"L{x:g} {y:g}"
        value = x if is_far else above.x + _VALUE * (x - above.x)
        layout.add(
            self._box(place, x, y),
            f"M{above.x:g} {above.y:g}{edge}",
            (value, y - (1 - _VALUE) * _DROP),
        )

    def _box(self, place: int, x: float, y: float) -> Box:
        node, half = self.nodes[place], self.round / 2
        right = half + (mark_width(node.mark) - _INSIDE if node.mark else 0)
        below = _ROUND / 2 + (13 if node.hidden else 3 if node.mark else 0)
        return Box(x, y, x - half, y - _ROUND / 2, x + right, y + below)

    def _names(self, strip: int) -> Iterator[Name]:
        """Yield the names of levels and components at the left of a strip."""
        for level in range(self.depths[strip] + 1):
            y = self._top(strip) + level * _DROP
            if level or not strip:
                yield Name(self.picture.level_name(level), 0, y, "level")
            if level:
                yield Name(f"x{level}", 0, y - (1 - _VALUE) * _DROP, "component")
