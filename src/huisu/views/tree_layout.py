"""Which way is a tree laid out, and when is it too large for a picture?

As circles if they can be taken in at once, else in rows. Read tree_style.py
next, in which colours it is drawn.
"""

from __future__ import annotations

from huisu.errors import InputError
from huisu.tree import Form
from huisu.views.tree_circles import Circles
from huisu.views.tree_picture import TreePicture
from huisu.views.tree_places import Layout
from huisu.views.tree_rows import Rows

__all__ = ["MAX_DRAWN", "MAX_SIDE", "advised", "check_size", "laid_out"]

#: Nodes. The 5,509 generated for n = 8 make a picture of 8,000 x 6,300 pixels.
MAX_DRAWN = 10_000
MAX_SIDE = 9_300  #: pixels, so that a PNG with margins, title and legend stays below its own limit


def laid_out(picture: TreePicture) -> Layout:
    """Return the places of the nodes; raise InputError if there are too many to be read."""
    size, form = len(picture.tree), picture.tree.form
    check_size(size, form)
    circles = Circles(picture)
    layout = circles.layout() if circles.fits() else Rows(picture, MAX_SIDE).layout()
    if max(layout.width, layout.height) > MAX_SIDE:
        raise InputError(
            advised("error.tree.pixels", form), size=f"{size:,}", most=f"{MAX_SIDE:,}",
            width=f"{layout.width:,.0f}", height=f"{layout.height:,.0f}",
        )  # fmt: skip
    return layout


def check_size(size: int, form: Form) -> None:
    """Raise InputError if a picture of so many nodes would be too large to be read."""
    if size > MAX_DRAWN:
        key = advised("error.tree.drawn", form)
        raise InputError(key, size=f"{size:,}", most=f"{MAX_DRAWN:,}")


def advised(key: str, form: Form) -> str:
    """Return the key of a refusal; one that does not advise the form that was chosen."""
    return f"{key}.collapsed" if form == "collapsed" else key
