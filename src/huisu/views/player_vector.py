"""How does the player show any other problem: the solution vector, component by component?

A line for each component, with the values of its domain: the one on the path in
brackets, those tried and given up with a star. Read player_tree.py next.
"""

from __future__ import annotations

from huisu.trace import Trace
from huisu.views.player_scene import Film, Row, Scene, value_label
from huisu.views.player_text import Line, columns, window

__all__ = ["vector_panel", "vector_width"]

Cells = list[tuple[str, str]]  # a style and a text for each value


def vector_width(film: Film) -> int:
    """Return how many columns the vector takes at most, whatever the position."""
    return _label_width(film) + film.most_children * _cell_width(film)


def _label_width(film: Film) -> int:
    return len(f"x{film.trace.depth} ")


def _cell_width(film: Film) -> int:
    return film.longest_value + 3  # two brackets and a star


def vector_panel(scene: Scene, width: int, height: int) -> list[Line]:
    """Return a line for each component, or for those nearest to the newest one that fit.

    >>> from huisu.classics import Knapsack
    >>> from huisu.trace import trace
    >>> from huisu.views.player_text import plain
    >>> film = Film(trace(Knapsack().problem(), goal="best"))
    >>> for line in vector_panel(Scene(film, 3), 20, 5):
    ...     print(plain(line).rstrip())
    x1  [1]  0
    x2 [*1]  0
    x3   1   0
    """
    film = scene.film
    label, cell = _label_width(film), _cell_width(film)
    newest = max(0, len(scene.rows) - 2)
    lines: list[Line] = []
    for level in range(*window([1] * film.trace.depth, newest, height)):
        cells, focus = _cells(scene, level)
        first, last = window([cell] * len(cells), focus, width - label)
        line: Line = [("dim", f"x{level + 1} ".ljust(label))]
        line += [(style, text + " " * (cell - columns(text))) for style, text in cells[first:last]]
        lines.append(line)
    return lines


def _cells(scene: Scene, level: int) -> tuple[Cells, int]:
    """Return the values of a component, from 0, and the place of the one to be seen."""
    if level + 1 < len(scene.rows):
        row = scene.rows[level + 1]
        return _known(scene, row), row.focus
    values = _domain(scene.film.trace, level)
    return [("ungenerated", f"  {value_label(value)}") for value in values], 0


def _known(scene: Scene, row: Row) -> Cells:
    """Return the values of siblings, and how they stand."""
    cells: Cells = []
    for node, index in zip(row.nodes, row.indices, strict=True):
        value = value_label(node.value)
        if node.is_on_path:
            cells.append((node.status, f" [{value}]"))
        elif index == scene.refused:
            cells.append(("refused", f"[*{value}]"))
        elif node.status == "ungenerated":
            cells.append(("ungenerated", f"  {value}"))
        else:
            cells.append(("tried", f" *{value}"))
    return cells


def _domain(trace: Trace, level: int) -> tuple[object, ...]:
    """Return the domain of a component below the E-node, where it does not depend on the path."""
    if trace.tree not in ("subset", "n-ary") or not trace.domains:
        return ()
    return trace.domains[min(level, len(trace.domains) - 1)]
