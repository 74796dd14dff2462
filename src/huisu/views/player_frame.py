"""How do the panels of the player share a terminal of any size?

Side by side where there is room: the board or vector with the figures below it,
and the tree; under them the sentence of the step and the bar of all steps. In a
narrow terminal the panels are stacked, in a low one they give way: first the
list of keys, then the figures, then the tree; the sentence stays. Read
../cli/player.py next, which puts the frame on the screen.
"""

from __future__ import annotations

from huisu.views.player_board import board_panel, board_width, is_board
from huisu.views.player_help import help_lines, hints
from huisu.views.player_scene import Film, Scene
from huisu.views.player_text import Line, beside, columns, cut, stacked, wrapped
from huisu.views.player_tree import tree_panel
from huisu.views.player_vector import vector_panel, vector_width
from huisu.views.player_view import View
from huisu.views.player_words import figures, position_text, sentences, title
from huisu.words import word

__all__ = ["LEAST", "PLAIN_STYLES", "STYLES", "frame"]

LEAST = (30, 8)  #: the columns and lines of the smallest terminal that shows a search

_GAP = 3  # columns between the panels
_TREE = 20  # the least columns for the tree beside another panel
_AIRY = 28  # lines: from here on there are empty ones between all parts
_LOOSE = 20  # lines: from here on there is one above the sentence
_HINTS = 14  # lines: from here on there is a list of keys

#: How each style looks; colour never tells alone what two things are. The colours without a
#: ground are of middle brightness, legible on light and dark terminals.
STYLES = {
    "title": "bold",
    "dim": "#808080",
    "key": "bold",
    "sentence": "bold",
    "note": "bold #df3f3f",
    "number": "bold",
    "e-node": "bold bg:#0b4f9e #ffffff",
    "live": "bold #3f7fdf",
    "killed": "#df3f3f",
    "cut": "#bf5fbf",
    "dead": "",
    "answer": "bold #1f8f3f",
    "now": "reverse",
    "ungenerated": "#808080",
    "edge": "#808080",
    "light": "bg:#e4e4e4 #000000",
    "dark": "bg:#87afd7 #000000",
    "empty": "#808080",
    "tried": "",
    "blocked": "",
    "attack": "bold #af0000",
    "placed": "bold",
    "solved": "bold #005f00",
    "culprit": "bold bg:#af0000 #ffffff",
    "refused": "bold bg:#af0000 #ffffff",
    "done": "",
    "answers": "bold #1f8f3f",
}

_INVERTED = ("e-node", "culprit", "refused")

#: The same for a terminal that is to show no colours.
PLAIN_STYLES = {
    name: "bold reverse" if name in _INVERTED else " ".join({"bold", "reverse"} & {*style.split()})
    for name, style in STYLES.items()
}


def frame(film: Film, view: View, width: int, height: int) -> list[Line]:
    """Return the lines of the screen: exactly so many, each exactly so wide.

    >>> from huisu.classics import Queens
    >>> from huisu.trace import trace
    >>> from huisu.views.player_text import plain
    >>> lines = frame(Film(trace(Queens(n=4).problem())), View(position=3), 40, 12)
    >>> print(plain(lines[0]).rstrip())
     4 queens: state-… step 3/64  1x paused
    """
    if width < LEAST[0] or height < LEAST[1]:
        return stacked([_too_small(film, width)], width, height)
    inner = width - 2
    if view.help is not None:
        lines = help_lines(film.language, inner, height, view.help)
    else:
        lines = _watched(Scene(film, view.position), view, inner, height)
    return stacked([[("", " "), *line] for line in lines], width, height)


def _too_small(film: Film, width: int) -> Line:
    text = word("player.small", film.language, width=LEAST[0], height=LEAST[1])
    return [("", cut(text, width))]


def _watched(scene: Scene, view: View, width: int, height: int) -> list[Line]:
    """Return the lines of a search: head, panels, sentence, bar, keys."""
    gap: list[Line] = [[]] if height >= _AIRY else []
    above: list[Line] = [[]] if height >= _LOOSE else []
    head = [_header(scene, view, width), *gap]
    foot = [*above, *_sentence(scene, width, height), *gap, *_below(scene, view, width, height)]
    room = height - len(head) - len(foot)
    return [*head, *stacked(_panels(scene, view, width, room), width, room), *foot]


def _header(scene: Scene, view: View, width: int) -> Line:
    """Return the title on the left, the position on the right."""
    language = scene.film.language
    state = word("player.playing" if view.is_playing else "player.paused", language)
    right = f"{position_text(scene)}  {view.speed:g}x {state}"
    left = cut(title(scene.film.trace, language), max(0, width - columns(right) - 1))
    between = " " * (width - columns(left) - columns(right))
    return [("title", left), ("", between + right)]


def _sentence(scene: Scene, width: int, height: int) -> list[Line]:
    """Return the sentences in a fixed number of lines, so that nothing jumps from step to step."""
    lines = wrapped(" · ".join(sentences(scene)), width)
    most = 2 if width >= 56 and height < 24 else 3
    if width < 48:
        most = max(3, min(4, len(lines)))
    if len(lines) > most:
        lines[most - 1 :] = [cut(lines[most - 1], width - 2) + " …"]
    return stacked([[("sentence", line)] for line in lines], width, most)


def _below(scene: Scene, view: View, width: int, height: int) -> list[Line]:
    """Return the bar and the list of keys, or what is typed or to be said instead."""
    language = scene.film.language
    bar = _bar(scene, width)
    if view.entry is not None:
        last = f"{scene.film.last:,}"
        asked = word("player.goto", language, last=last, entry=view.entry)
        said: Line = [("key", asked)]
    elif view.note:
        said = [("note", view.note)]
    else:
        return [bar, hints(language, width)] if height >= _HINTS else [bar]
    return [bar, said] if height >= _HINTS else [said]


def _bar(scene: Scene, width: int) -> Line:
    """Return all steps as a line: those done, those to come, and where the answers are."""
    cells = width - 2
    signs = _shares(scene, cells)
    return [("dim", "["), *[(style, sign) for sign, style in signs], ("dim", "]")]


def _shares(scene: Scene, cells: int) -> list[tuple[str, str]]:
    """Return the sign and style of each part of the bar."""
    over = scene.film.over
    here = scene.position * (cells - 1) // over
    signs = [("=", "done")] * here + [("-", "dim")] * (cells - here)
    for step in scene.film.answered:
        signs[step * (cells - 1) // over] = ("|", "answers")
    signs[here] = ("#", "key")
    return signs


def _panels(scene: Scene, view: View, width: int, height: int) -> list[Line]:
    """Return board or vector, tree and figures, as there is room."""
    film = scene.film
    least = min(_natural_width(film), width // 2)
    if least + _GAP + _TREE <= width:
        return _side_by_side(scene, view, width, height)
    return _stacked_panels(scene, view, width, height)


def _natural_width(film: Film) -> int:
    """Return the columns that board or vector want at least."""
    return board_width(film.trace) if is_board(film.trace) else vector_width(film)


def _side_by_side(scene: Scene, view: View, width: int, height: int) -> list[Line]:
    """Return board or vector, with the figures below if they fit, and on its right the tree."""
    found = figures(scene)
    column, line = _figure_column(found), [[], _figure_line(found, width)]
    room = width - _GAP - max(_TREE, width // 3)
    left = _with_column(scene, column, room, height)
    if left:
        line = []
    elif height < 8:
        left, line = _board(scene, room, height), []
    else:
        height -= len(line)
        left = _board(scene, room, height)
    wide = max(min(_natural_width(scene.film), room), max(map(_width, left), default=0))
    right = tree_panel(scene, width - wide - _GAP, height, view.labels, is_folded=view.is_folded)
    return [*stacked(beside(left, right, wide, _GAP), width, height), *line]


def _with_column(scene: Scene, column: list[Line], width: int, height: int) -> list[Line]:
    """Return board or vector with the figures below it; nothing if they do not fit.

    The whole board comes first: a larger one without them is better.
    """
    left = _board(scene, width, height - len(column) - 1)
    is_whole = len(left) >= scene.film.trace.depth
    larger = len(_board(scene, width, height - 2)) > len(left) + 1
    if not is_whole or larger or max(map(_width, column)) > width:
        return []
    return [*left, [], *column]


def _stacked_panels(scene: Scene, view: View, width: int, height: int) -> list[Line]:
    """Return the panels one above the other, without those for which there is no room."""
    board = _board(scene, width, height)
    room = height - len(board) - 1
    lines = list(board)
    if room >= 5:
        line = [_figure_line(figures(scene), width), []] if room >= 8 else []
        tree = tree_panel(scene, width, room - len(line), view.labels, is_folded=view.is_folded)
        lines = [*board, [], *line, *tree]
    return lines


def _board(scene: Scene, width: int, height: int) -> list[Line]:
    panel = board_panel if is_board(scene.film.trace) else vector_panel
    return panel(scene, width, height)


def _width(line: Line) -> int:
    return sum(columns(text) for _, text in line)


def _figure_column(found: list[tuple[str, str]]) -> list[Line]:
    """Return the figures one below the other."""
    names = max(columns(name) for name, _ in found)
    numbers = max(columns(number) for _, number in found)
    return [
        [("dim", name + " " * (names - columns(name) + 2)), ("number", number.rjust(numbers))]
        for name, number in found
    ]


def _figure_line(found: list[tuple[str, str]], width: int) -> Line:
    """Return the figures in a line, as many as fit."""
    line: Line = []
    for name, number in found:
        item: Line = [("dim", f"{name} "), ("number", number), ("", "   ")]
        if _width([*line, *item]) <= width + 3:
            line += item
    return line
