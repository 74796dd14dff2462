"""How does the player show n queens: who stands where, what was refused, and by whom?

Queens have the number of their row, which is the order they were placed in; a
star is a square tried and given up, as in the textbook's figure. In the step
that refuses a square, it and the queen that attacks it are in brackets, and
the line between them is drawn. Read player_vector.py next, for other problems.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from huisu.classics import Queens
from huisu.queens.board import Square, clashes
from huisu.trace import Trace
from huisu.views.player_scene import Scene
from huisu.views.player_text import Line, window

__all__ = ["board_panel", "board_width", "is_board"]

_LINES = {"C": "|", "↘": "\\", "↗": "/"}  # the marks of attacks, and how they are drawn
_BLOCKED = "#"

Signs = dict[Square, tuple[str, str]]  # what stands on a square, and its style


class _Size(NamedTuple):
    """How many columns and lines a square takes; a letter's height is twice its width."""

    width: int
    height: int


def is_board(trace: Trace) -> bool:
    """Return whether a search is one for n queens, column by column or not."""
    columns = tuple(range(1, trace.depth + 1))
    is_named = trace.problem.split(" ")[0] == Queens.name
    return is_named and bool(trace.depth) and trace.domains[:1] == [columns]


def board_width(trace: Trace) -> int:
    """Return the columns of the whole board at its usual size."""
    digits = len(str(trace.depth))
    return digits + 1 + trace.depth * (digits + 2)


def board_panel(scene: Scene, width: int, height: int) -> list[Line]:
    """Return the lines of the board: large if there is room, a part of it if there is little.

    >>> from huisu.trace import trace
    >>> from huisu.views.player_scene import Film
    >>> from huisu.views.player_text import plain
    >>> film = Film(trace(Queens(n=4).problem()))
    >>> for line in board_panel(Scene(film, 3), 20, 5):
    ...     print(plain(line).rstrip())
       1  2  3  4
    1 [1] .  .  .
    2  . [*] .  .
    3  .  .  .  .
    4  .  .  .  .
    """
    n, label = scene.film.trace.depth, len(str(scene.film.trace.depth)) + 1
    size = _size(n, width - label, height)
    has_heading = n * size.height < height
    signs, (row, column) = _signs(scene), _focus(scene)
    rows = range(*window([size.height] * n, row, height - has_heading))
    across = range(*window([size.width] * n, column, width - label))
    heading: Line = [("dim", " " * label)]
    heading += [("dim", str(column + 1).center(size.width)) for column in across]
    lines = [heading] if has_heading else []
    for row in rows:
        lines += _row(row, across, size, label, signs)
    return lines


def _size(n: int, width: int, height: int) -> _Size:
    """Return the largest size at which the whole board fits, the least if none does."""
    digits = len(str(n))
    for size in (_Size(7, 3), _Size(digits + 2, 1)):
        if n * size.width <= width and n * size.height + (size.height > 1) <= height:
            return size
    return _Size(digits + 1, 1)


def _focus(scene: Scene) -> Square:
    """Return the square that must be seen: the newest one tried."""
    row = scene.rows[-1] if len(scene.rows) > 1 else None
    if row is None:
        return 0, 0
    node = row.indices[row.focus]
    return scene.film.trace.level[node] - 1, scene.film.trace.value[node] - 1


def _row(row: int, across: range, size: _Size, label: int, signs: Signs) -> Iterator[Line]:
    """Yield the lines of one row of squares, the signs in the middle one."""
    for at in range(size.height):
        is_middle = at == size.height // 2
        line: Line = [("dim", str(row + 1).rjust(label - 1) + " " if is_middle else " " * label)]
        for column in across:
            sign, style = signs.get((row, column), (".", "empty"))
            ground = "dark" if (row + column) % 2 else "light"
            text = _cell(sign, style, size.width) if is_middle else " " * size.width
            line.append((f"{ground} {style}", text))
        yield line


def _cell(sign: str, style: str, width: int) -> str:
    """Return a sign in its square, in brackets if it belongs to a clash."""
    if style not in ("culprit", "refused"):
        return sign.center(width)
    return f"[{sign}]".center(width) if len(sign) + 2 <= width else f"!{sign}".center(width)


def _signs(scene: Scene) -> Signs:
    """Return what stands on each square that is not empty."""
    signs: Signs = {}
    queens: list[Square] = []
    for row, siblings in enumerate(scene.rows[1:]):
        for node, index in zip(siblings.nodes, siblings.indices, strict=True):
            square = row, scene.film.trace.value[index] - 1
            if node.is_on_path:
                queens.append(square)
            elif node.status != "ungenerated":
                is_blocked = node.mark == _BLOCKED
                signs[square] = (_BLOCKED, "blocked") if is_blocked else ("*", "tried")
    style = "placed" if len(queens) < scene.film.trace.depth else "solved"
    signs |= {square: (str(square[0] + 1), style) for square in queens}
    return signs | _clash(scene, queens, signs)


def _clash(scene: Scene, queens: list[Square], signs: Signs) -> Signs:
    """Return the square that is refused, the queen that attacks it, and the line between."""
    node = scene.refused
    if node is None:
        return {}
    square = len(queens), scene.film.trace.value[node] - 1
    found: Signs = {square: (signs[square][0], "refused")}
    line = _LINES.get(scene.mark(node))
    culprit = next((queen for queen in queens if line and clashes([queen, square])), None)
    if line and culprit:
        found[culprit] = (signs[culprit][0], "culprit")
        found |= {at: (line, "attack") for at in _between(culprit, square) if at not in signs}
    return found


def _between(first: Square, last: Square) -> Iterator[Square]:
    """Yield the squares between two on one line, the first one higher up."""
    down = last[0] - first[0]
    aside = (last[1] - first[1]) // down
    for step in range(1, down):
        yield first[0] + step, first[1] + step * aside
