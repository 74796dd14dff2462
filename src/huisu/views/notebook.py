"""How do a board and a state-space tree show themselves in a notebook? As their pictures.

What is too large for a picture says so, and how it can be seen. Read drawing.py
and tree_drawing.py for the pictures.
"""

from __future__ import annotations

from html import escape

from huisu.errors import InputError
from huisu.queens.board import Board
from huisu.shown import as_html, as_svg
from huisu.tree import StateSpaceTree
from huisu.views.drawing import draw
from huisu.views.tree_drawing import draw_tree
from huisu.words import Language, default_language

__all__: list[str] = []


@as_svg.register
def _(board: Board) -> str | None:
    try:
        return draw(board, language=default_language()).svg()
    except InputError:  # too large; it is still written as text
        return None


@as_svg.register
def _(tree: StateSpaceTree) -> str | None:
    try:
        return _picture(tree, default_language())
    except InputError:
        return None


@as_html.register
def _(tree: StateSpaceTree, language: Language | None = None) -> str | None:
    """Return why there is no picture of a tree; None when there is one."""
    language = language or default_language()
    try:
        _picture(tree, language)
    except InputError as error:
        return f"<p>{escape(error.text(language))}</p>"
    return None


def _picture(tree: StateSpaceTree, language: Language) -> str:
    return draw_tree(tree.trace, form=tree.form, language=language).svg()
