"""Where do nodes stand when a tree is drawn as an outline, in columns like those of a newspaper?

The root is at the left, the levels go to the right, and each way down to a leaf
has a row. A node stands in the row of its first child; so a row tells one
descent, and the start of the next row how far back the search went. Above a
column stand the nodes that its first row continues. Read tree_layout.py next,
which chooses between this and the circles.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from math import ceil

from huisu.views.svg_parts import ems
from huisu.views.tree_picture import DrawnNode, TreePicture
from huisu.views.tree_places import (
    DIGIT,
    LETTER,
    Box,
    Layout,
    Name,
    hidden_letters,
    mark_width,
    number_text,
    value_width,
)

__all__ = ["Rows"]

_ROW = 16  # from row to row
_FLAT = 13  # the height of an outline
_EDGE = 20  # the room between levels, without the value: a stem at its left, a little line
_STEM = 5.5
_COLUMN_GAP = 34
_ASPECT = 1.3  # columns are added until the picture is so much wider than high,
_LOW = 600  # or no higher than this


class Rows:
    """The places of rows in columns that are together at most `most` pixels wide."""

    def __init__(self, picture: TreePicture, most: float) -> None:
        """Measure the levels, number the rows and decide how many make a column."""
        self.picture, self.nodes = picture, picture.nodes
        depth = max(node.level for node in self.nodes)
        self.levels: list[list[DrawnNode]] = [[] for _ in range(depth + 1)]
        for node in self.nodes:
            self.levels[node.level].append(node)
        self.mark = max(map(mark_width, {"", *picture.marks}))
        self.value = [value_width(nodes) for nodes in self.levels]
        self.left = self._lefts()
        self.row = self._rows()
        self.starts = self._starts(most)

    def _lefts(self) -> list[float]:
        """Return where the boxes of each level begin in a column, and where the column ends."""
        lefts, x = [], 0.0
        for level, nodes in enumerate(self.levels):
            x += self.value[level] + _EDGE if level else 0
            lefts.append(x)
            name = 0.85 * LETTER * ems(self.picture.level_name(level))
            x += max(name, *(self._width(node) for node in nodes))
        return [*lefts, x]

    def _width(self, node: DrawnNode) -> float:
        """Return the width of an outline, with room for a mark that may come."""
        letters = len(number_text(node)) + hidden_letters(node)
        return DIGIT * letters + 10 + self.mark

    def _rows(self) -> list[int]:
        """Return the row of each node: its parent's for a first child, else a new one."""
        rows = [0]
        for place, node in enumerate(self.nodes[1:], 1):
            rows.append(rows[-1] if node.parent == place - 1 else rows[-1] + 1)
        return rows

    def _starts(self, most: float) -> list[int]:
        """Return the first row of each column."""
        rows, columns = self.row[-1] + 1, 1
        while (columns + 1) * self._pitch <= most:
            if ceil(rows / columns) * _ROW <= max(_LOW, columns * self._pitch / _ASPECT):
                break
            columns += 1
        level = self._first_levels()
        starts = [0]
        for column in range(1, columns):
            # Of the rows near to where it would begin, the one that continues the shortest path.
            near = round(0.06 * rows / columns)
            even = rows * column // columns
            start = max(even - near, starts[-1] + 1)
            starts.append(
                min(
                    range(start, min(even + near, rows - 1) + 1),
                    key=lambda row: (level[row], abs(row - even)),
                )
            )
        return starts

    def _first_levels(self) -> list[int]:
        """Return for each row the level of its first node."""
        found: list[int] = []
        for node, row in zip(self.nodes, self.row, strict=True):
            if row == len(found):
                found.append(node.level)
        return found

    @property
    def _pitch(self) -> float:
        """The width of a column with the space beside it."""
        return self.left[-1] + _COLUMN_GAP

    def layout(self) -> Layout:
        """Return the places of everything."""
        layout = Layout("rows")
        for place in range(len(self.nodes)):
            box = self._box(place)
            if place:
                layout.add(box, self._edge(layout, place, box), self._value(place))
            else:
                layout.add(box, "", (0, 0))
        layout.names = [name for column in range(len(self.starts)) for name in self._names(column)]
        layout.width = len(self.starts) * self._pitch - _COLUMN_GAP
        layout.height = max(box.bottom for box in layout.boxes) + 2
        return layout

    def _column(self, row: int) -> int:
        return bisect_right(self.starts, row) - 1

    def _x(self, row: int, level: int) -> float:
        """Return where the boxes of a level begin, in the column of a row."""
        return self._column(row) * self._pitch + self.left[level]

    def _y(self, row: int) -> float:
        """Return the middle of a row; above the first are the names and what it continues."""
        column = self._column(row)
        return (row - self.starts[column] + (2.6 if column else 1.6)) * _ROW

    def _box(self, place: int) -> Box:
        node, row = self.nodes[place], self.row[place]
        left, y, width = self._x(row, node.level), self._y(row), self._width(node)
        return Box(left + width / 2, y, left, y - _FLAT / 2, left + width, y + _FLAT / 2)

    def _edge(self, layout: Layout, place: int, box: Box) -> str:
        """Return the path along the row, or down the stem that is right of the parent."""
        node, row = self.nodes[place], self.row[place]
        above, stem = layout.boxes[node.parent], self._stem(row, node.level)
        if self.row[node.parent] == row:
            return f"M{above.right:g} {box.y:g}H{box.left:g}"
        start = f"M{above.right:g} {above.y:g}"
        if self._column(self.row[node.parent]) != self._column(row):
            number = DIGIT * len(number_text(self.nodes[node.parent]))
            start = f"M{self._x(row, node.level - 1) + number + 3:g} {1.6 * _ROW:g}"
        return f"{start}H{stem:g}V{box.y:g}H{box.left:g}"

    def _stem(self, row: int, level: int) -> float:
        return self._x(row, level) - self.value[level] - _EDGE + _STEM

    def _value(self, place: int) -> tuple[float, float]:
        node, row = self.nodes[place], self.row[place]
        return self._middle(row, node.level), self._y(row)

    def _middle(self, row: int, level: int) -> float:
        """Return the middle of the values of a level: between stem and boxes."""
        return (self._stem(row, level) + self._x(row, level)) / 2

    def _names(self, column: int) -> Iterator[Name]:
        """Yield the names above a column, and the nodes that its first row continues."""
        row = self.starts[column]
        for level in range(len(self.levels)):
            x = self._x(row, level)
            yield Name(self.picture.level_name(level), x, 0.5 * _ROW, "level")
            if level:
                yield Name(f"x{level}", self._middle(row, level), 0.5 * _ROW, "component")
        if column:
            above = self.nodes[self.row.index(row)].parent
            while above >= 0:
                node = self.nodes[above]
                x = self._x(row, node.level)
                yield Name(number_text(node), x, 1.6 * _ROW, "continued")
                above = node.parent
