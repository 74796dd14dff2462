"""Which tree is drawn in an animation, so that it can be read while it changes?

The whole one if that fits as circles, else the nodes that were generated, as
circles or in rows, else the collapsed one. Read animation_board.py next.
"""

from __future__ import annotations

from collections.abc import Iterator

from huisu.trace import Trace
from huisu.tree import Form
from huisu.views.player_words import title as title_of
from huisu.views.tree_circles import Circles
from huisu.views.tree_drawing import WHOLE, draw_tree
from huisu.views.tree_layout import MAX_SIDE, laid_out
from huisu.views.tree_picture import TreePicture
from huisu.views.tree_places import Layout
from huisu.views.tree_rows import Rows
from huisu.words import Language

__all__ = ["moving_tree"]

_READABLE = (1_450, 700)  # pixels

Drawn = tuple[TreePicture, Layout]


def moving_tree(trace: Trace, form: Form | None, language: Language, title: str | None) -> Drawn:
    """Return the tree at the end of a search, and the places of its nodes at every step.

    Raises InputError, as draw_tree does, for a form in which it would be too large.
    """
    title = title or title_of(trace, language)
    for each, are_rows in _ways(trace) if form is None else ():
        picture, layout = _drawn(trace, each, language, title, are_rows)
        if layout.width <= _READABLE[0] and layout.height <= _READABLE[1]:
            return picture, layout
    drawing = draw_tree(trace, form=form or "collapsed", language=language, title=title)
    return drawing.shown_by(lambda picture: (picture, laid_out(picture)))


def _ways(trace: Trace) -> Iterator[tuple[Form, bool]]:
    """Yield the forms of a tree to try, and whether in rows."""
    if trace.sizes is not None and trace.sizes[0] <= WHOLE:
        yield "whole", False
    if len(trace) <= WHOLE:
        yield "generated", False
        yield "generated", True
    if len(trace) <= 100 * WHOLE:
        yield "collapsed", False
        yield "collapsed", True


def _drawn(trace: Trace, form: Form, language: Language, title: str, are_rows: bool) -> Drawn:
    drawing = draw_tree(trace, form=form, language=language, title=title)
    return drawing.shown_by(
        lambda picture: (
            picture,
            (Rows(picture, MAX_SIDE) if are_rows else Circles(picture)).layout(),
        )
    )
