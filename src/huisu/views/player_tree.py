"""How does the player show the tree: the path to the E-node, with the siblings on each level?

Below each node of the path stand its children, as near to it as there is room.
With enough lines the values stand on the edges above the nodes, else in front
of the numbers; with too few columns only the nodes of the path have numbers.
What a node is, is told by its sign, so also without colour:

    [29] E-node   (18) live   3 ↘ killed, and why   7 B killed by bound   2 ✗ dead
    31 ✓ answer   34 not generated   +3 ✗ so many dead siblings, folded

The sign of a node changes from step to step; room is left for any of them, so
that a node keeps its place as long as the path to it is the same.

Read player_frame.py next, which puts the panels together.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from huisu.trace import Status
from huisu.views.player_scene import Film, Row, Scene
from huisu.views.player_text import Line, columns, window
from huisu.views.tree_picture import DrawnNode
from huisu.views.tree_places import number_text, value_text

__all__ = ["LABELS", "Labels", "tree_panel"]

#: What the nodes are labelled with.
Labels = Literal["both", "numbers", "values"]
LABELS: tuple[Labels, ...] = get_args(Labels)

_GAP, _WIDE_GAP = 2, 6  # columns between siblings: one less if there are few, more if many
_BRACKETS: dict[Status, tuple[str, str]] = {"e-node": ("[", "]"), "live": ("(", ")")}
_SIGNS: dict[Status, str] = {"dead": "✗", "answer": "✓"}
_FOLDED: tuple[Status, ...] = ("dead", "killed", "cut")


class _Style(NamedTuple):
    """How the nodes are drawn."""

    labels: Labels
    has_edges: bool
    """Whether there is a line for the edges above each line of nodes."""
    is_wide: bool
    """Whether there is room for the numbers of all siblings."""

    gap: int
    """The columns between siblings."""

    @property
    def is_tight(self) -> bool:
        """Whether lines and columns are both few."""
        return not self.has_edges and not self.is_wide


class _Cell(NamedTuple):
    """A node as it is drawn, and the value on the edge above it."""

    style: str
    text: str
    middle: int
    """The column of the text below which, and above which, the edges are."""
    edge: str = ""

    @property
    def left(self) -> int:
        """The columns to the left of the middle."""
        return max(self.middle, (columns(self.edge) - 1) // 2)

    @property
    def width(self) -> int:
        right = max(columns(self.text) - self.middle, columns(self.edge) // 2 + 1)
        return self.left + right


class _Placed(NamedTuple):
    """The cells of a level, each with the column of its middle."""

    cells: list[tuple[int, _Cell]]
    focus: int
    """The middle of the node on the path."""


def tree_panel(
    scene: Scene, width: int, height: int, labels: Labels = "both", *, is_folded: bool = False
) -> list[Line]:
    """Return the lines of the tree, the lowest levels if not all fit.

    >>> from huisu.classics import Queens
    >>> from huisu.trace import trace
    >>> from huisu.views.player_scene import Film
    >>> from huisu.views.player_text import plain
    >>> film = Film(trace(Queens(n=4).problem()))
    >>> for line in tree_panel(Scene(film, 9), 40, 9):
    ...     print(plain(line).rstrip())
                        (1)
    x1         1─────2───┴──3──────4
              [2]    18     34     50
    x2   2─────3─────4
         3 ↘   8 ✗  (13)
    """
    margin = len(f"x{scene.film.trace.depth} ")
    style = _style(scene.film, labels, width - margin, height)
    now = None if scene.is_over else scene.moment.node
    lines: list[Line] = []
    above = (width - margin) // 2
    for level, row in enumerate(scene.rows):
        placed = _placed(_cells(row, style, now, is_folded), style.gap, width - margin, above)
        label = f"x{level} ".ljust(margin) if level else " " * margin
        if level and style.has_edges:
            lines.append([("dim", label), ("edge", _edges(placed, above))])
            label = " " * margin
        lines.append([("dim", label), *_nodes(placed)])
        above = placed.focus
    return lines if len(lines) <= height else _lowest(lines, height)


def _style(film: Film, labels: Labels, width: int, height: int) -> _Style:
    """Return how the nodes are drawn: the same at every step, so that nothing jumps."""
    has_edges = 1 + 2 * film.trace.depth <= height
    size = film.trace.sizes[0] if film.trace.sizes else len(film.trace)
    label = min(7, len(str(size)))  # as number_text has it
    if labels == "values":
        label = film.longest_value
    elif labels == "both" and not has_edges:
        label += film.longest_value + 1
    wide = film.most_children * (label + 3)
    is_wide = wide + _GAP * (film.most_children - 1) <= width
    if not has_edges and not is_wide:
        return _Style(labels, has_edges, is_wide, _GAP - 1)
    needed = wide if is_wide else film.most_children + label + 3
    gap = (2 * width // 3 - needed) // max(1, film.most_children)
    return _Style(labels, has_edges, is_wide, min(max(_GAP, gap), _WIDE_GAP))


def _lowest(lines: list[Line], height: int) -> list[Line]:
    """Return the last lines; the first of them says how many are above."""
    hidden = len(lines) - height + 1
    return [[("dim", f"^ {hidden}")], *lines[hidden:]][:height]


def _cells(row: Row, style: _Style, now: int | None, is_folded: bool) -> tuple[list[_Cell], int]:
    """Return the cells of a level, and the place of the one on the path."""
    cells: list[_Cell] = []
    focus, folded = 0, 0
    for place, node in enumerate(row.nodes):
        if is_folded and node.status in _FOLDED and place != row.focus:
            folded += 1
            continue
        cells += _folded(folded)
        folded = 0
        if place == row.focus:
            focus = len(cells)
        cells.append(_cell(node, style, is_now=row.indices[place] == now))
    cells += _folded(folded)
    if row.missing:
        cells.append(_Cell("ungenerated", f"+{row.missing}", 0))
    return cells, focus


def _folded(number: int) -> list[_Cell]:
    return [_Cell("dead", f"+{number} ✗", 0)] if number else []


def _cell(node: DrawnNode, style: _Style, *, is_now: bool) -> _Cell:
    """Return a node with its label, its sign, and room for the other signs that it may have."""
    label, edge = _label(node, style)
    before, after = _BRACKETS.get(node.status, (" ", " "))
    sign = node.mark or _SIGNS.get(node.status, "")
    look: str = node.status
    if is_now and look != "e-node":
        look = "refused" if node.mark else f"{look} now"
    if not label:
        return _Cell(look, sign or ".", 0, edge)
    middle = 1 + (columns(label) - 1) // 2
    end = (sign or after) if style.is_tight else after + (sign or " ")
    return _Cell(look, f"{before}{label}{end}", middle, edge)


def _label(node: DrawnNode, style: _Style) -> tuple[str, str]:
    """Return what stands in a node, perhaps nothing but its sign, and on the edge above it."""
    number, value = number_text(node), value_text(node)
    if style.labels == "numbers" or not node.level:
        return number, ""
    if style.labels == "values":
        return value, ""
    has_number = style.is_wide or node.is_on_path
    if style.has_edges:
        return (number if has_number else ""), value
    return (f"{value}─{number}" if has_number else value), ""


def _placed(found: tuple[list[_Cell], int], gap: int, width: int, above: int) -> _Placed:
    """Return the cells in a row below the middle of their parent; those by the focus if cut."""
    cells, focus = found
    if _width(cells, gap) > width:
        room = width - 2 * (len(str(len(cells))) + 2 + gap)
        first, last = window([cell.width + gap for cell in cells], focus, room + gap)
        before, after = _Cell("dim", f"‹ {first}", 0), _Cell("dim", f"{len(cells) - last} ›", 0)
        cells = [*[before][:first], *cells[first:last], *[after][: len(cells) - last]]
        focus += bool(first) - first
    middles, x = [], 0
    for cell in cells:
        middles.append(x + cell.left)
        x += cell.width + gap
    aside = above - (middles[0] + middles[-1]) // 2
    aside = max(0, min(aside, width - _width(cells, gap)))
    placed = [(middle + aside, cell) for middle, cell in zip(middles, cells, strict=True)]
    return _Placed(placed, placed[focus][0])


def _width(cells: list[_Cell], gap: int) -> int:
    return sum(cell.width + gap for cell in cells) - gap


def _nodes(placed: _Placed) -> Line:
    line: Line = []
    end = 0
    for middle, cell in placed.cells:
        start = middle - cell.middle
        text = cell.text.rstrip()
        line += [("", " " * (start - end)), (cell.style, text)]
        end = start + columns(text)
    return line


def _edges(placed: _Placed, above: int) -> str:
    """Return the line from the parent to its children, with the values on it."""
    middles = [middle for middle, _ in placed.cells]
    first, last = min(above, middles[0]), max(above, middles[-1])
    line = [" "] * first + ["─"] * (last - first + 1)
    for middle in middles:
        line[middle] = _joint(middle, above, first, last)
    if above not in middles:
        line[above] = "└" if above == first else "┘" if above == last else "┴"
    for middle, cell in placed.cells:
        _write(line, middle, cell.edge)
    return "".join(line)


def _joint(middle: int, above: int, first: int, last: int) -> str:
    """Return the sign at which a child hangs on the line."""
    if first == last:
        return "│"
    if middle == above:
        return "├" if middle == first else "┤" if middle == last else "┼"
    return "┌" if middle == first else "┐" if middle == last else "┬"


def _write(line: list[str], middle: int, text: str) -> None:
    """Write a value on the line, a letter of two columns in the place of two."""
    width = columns(text)
    start = max(0, middle - (width - 1) // 2)
    line += [" "] * (start + width - len(line))
    if text:
        line[start : start + width] = [text, *[""] * (width - 1)]
