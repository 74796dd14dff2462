"""How is the state-space tree of a recorded search drawn, as text, SVG, PNG or .dot?

One function, `draw_tree`, says what to show; the TreeDrawing that it returns is
asked for the form. Read tree_picture.py next for all that a tree shows.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from huisu.errors import InputError
from huisu.files import whole_file
from huisu.trace import Replay, Trace
from huisu.tree import FORMS, Form, tree
from huisu.views.png import MAX_WIDTH, svg_to_png
from huisu.views.tree_dot import tree_dot
from huisu.views.tree_layout import advised, check_size
from huisu.views.tree_picture import TreePicture
from huisu.views.tree_svg import svg_size, tree_svg
from huisu.views.tree_text import MAX_LINES, tree_text
from huisu.words import Language

__all__ = ["TREE_SUFFIXES", "WHOLE", "TreeDrawing", "draw_tree", "png_of"]

T = TypeVar("T")

TREE_SUFFIXES = (".svg", ".png", ".txt", ".dot")
WHOLE = 400  #: nodes; a picture shows so large a tree whole unless another form is asked for


@dataclass(frozen=True)
class TreeDrawing:
    """A tree that can be had in each form; a notebook shows it as it is."""

    trace: Trace
    form: Form | None = None
    step: int | None = None
    language: Language = "en"
    title: str | None = None

    def text(self, *, colour: bool = False) -> str:
        """Return the tree as lines of text, plain or with a terminal's colours.

        Raises InputError for more than 100,000 nodes.
        """
        return tree_text(self._lines, colour=colour)

    def svg(self) -> str:
        """Return the tree as an SVG document that needs nothing from elsewhere.

        Raises InputError for more than 10,000 nodes, or where they need more
        than 9,300 pixels on a side.
        """
        return self.shown_by(tree_svg)

    def png(self, *, width: int | None = None) -> bytes:
        """Return the picture as PNG, `width` pixels wide; raise InputError without resvg_py."""
        return png_of(self.svg(), width)

    def dot(self) -> str:
        """Return the tree in the DOT language; raise InputError for more than 10,000 nodes."""
        return self.shown_by(tree_dot)

    def save(self, path: str | Path) -> None:
        """Write the tree to a file, in the form that the end of its name says.

        Raises InputError for another end than .svg, .png, .txt and .dot.
        """
        path = Path(path)
        suffix = path.suffix.lower()
        if suffix not in TREE_SUFFIXES:
            suffixes = ", ".join(TREE_SUFFIXES)
            raise InputError("error.tree.suffix", path=str(path), suffixes=suffixes)
        with whole_file(path) as write:
            write(self._data(suffix))

    def _data(self, suffix: str) -> bytes:
        if suffix == ".png":
            return self.png()
        if suffix == ".txt":
            return (self.text() + "\n").encode(errors="replace")
        return (self.svg() if suffix == ".svg" else self.dot()).encode(errors="replace")

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        """Return the plain text."""
        return self.text()

    @cached_property
    def _lines(self) -> TreePicture:
        """What the text shows: by default the nodes that were generated."""
        form = self.form or "generated"
        if form == "generated":
            _check_lines(len(self.trace), form)
        picture = self._picture(form)
        _check_lines(len(picture.tree), form)
        return picture

    def shown_by(self, view: Callable[[TreePicture], T]) -> T:
        """Return what a view makes of the picture.

        One that would be too large is collapsed unless a form was chosen.
        """
        try:
            return view(self._figure)
        except InputError:
            if self.form is not None:
                raise
        return replace(self, form="collapsed").shown_by(view)

    @cached_property
    def _figure(self) -> TreePicture:
        """What a picture shows: by default the whole tree if it is small."""
        sizes = self.trace.sizes
        is_small = sizes is not None and sizes[0] <= WHOLE
        form = self.form or ("whole" if is_small else "generated")
        if form == "generated":
            check_size(len(self.trace), form)
        picture = self._picture(form)
        check_size(len(picture.tree), form)
        return picture

    def _picture(self, form: Form) -> TreePicture:
        drawn = tree(self.trace, form)
        return TreePicture(drawn, self._replay, self.step, self.language, self.title)

    @cached_property
    def _replay(self) -> Replay:
        return Replay(self.trace)


def png_of(svg: str, width: int | None) -> bytes:
    """Return a picture as PNG, `width` pixels wide; raise InputError if it would be too high."""
    if width is not None:
        own_width, own_height = svg_size(svg)
        height = round(own_height * width / own_width)
        if height > MAX_WIDTH >= width:
            raise InputError(
                "error.tree.tall", width=width, height=f"{height:,}", most=f"{MAX_WIDTH:,}"
            )
    return svg_to_png(svg, width=width)


def _check_lines(size: int, form: Form) -> None:
    if size > MAX_LINES:
        key = advised("error.tree.lines", form)
        raise InputError(key, size=f"{size:,}", most=f"{MAX_LINES:,}")


def draw_tree(
    trace: Trace,
    *,
    form: Form | None = None,
    step: int | None = None,
    language: Language = "en",
    title: str | None = None,
) -> TreeDrawing:
    """Return a drawing of the state-space tree of a recorded search.

    It shows the search after a step, counted from 0 as in Replay, or at its end.
    `form` is "whole", "generated" or "collapsed", as in `tree`; without it a
    picture shows the whole tree if that is known and has at most 400 nodes, and
    a text, like a picture of a larger tree, the nodes that were generated; a
    picture that would be too large then is collapsed. Raises InputError for
    other forms and steps, and for what is no record.

    >>> from huisu.backtrack import Problem
    >>> from huisu.trace import trace
    >>> small = Problem(2, (1, 2), lambda k, x: sum(x) < 3, name="small", tree="n-ary")
    >>> print(draw_tree(trace(small)))
    1  dead
    ├─ 2  x1=1   dead
    │  ├─ 3  x2=1   an answer: (1, 1)
    │  └─ 4  x2=2   killed: it refuses x2 = 2
    └─ 5  x1=2   dead
       ├─ 6  x2=1   killed: it refuses x2 = 1
       └─ 7  x2=2   killed: it refuses x2 = 2
    <BLANKLINE>
    generated 7/7 · killed 3 · answers 1
    """
    if not isinstance(trace, Trace):
        raise InputError("error.trace.record", found=reprlib.repr(trace))
    if form is not None and form not in FORMS:
        raise InputError("error.tree.form", form=form, forms=", ".join(FORMS))
    drawing = TreeDrawing(trace, form, step, language, title)
    if step is not None:
        drawing._replay.at(step)
    if form == "whole":
        drawing._picture(form)  # a whole tree that is unknown or too large is refused at once
    return drawing
