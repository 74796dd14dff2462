"""How does an SVG become a PNG?

Rendered by resvg, a library without system dependencies that the extra `png`
installs; it is imported when a PNG is asked for, not before. This is the last
of the views; read drawing.py for the function that users call.

Letters need a font, and resvg takes only the families that the SVG names: the
lists in this package name the usual ones of each system, and a character that
the family lacks, a Chinese one say, is taken from any font that has it. On a
machine without fonts the drawing is the same, but without letters and digits;
`draws_chinese` tells whether there is one for Chinese.
"""

from __future__ import annotations

from huisu.errors import InputError
from huisu.views.svg_parts import FONTS

__all__ = ["MAX_WIDTH", "draws_chinese", "svg_to_png"]

MAX_WIDTH = 10_000  #: pixels; a square picture of this width takes 400 MB while it is drawn


def svg_to_png(svg: str, *, width: int | None = None) -> bytes:
    r"""Return a picture as PNG, as wide as the SVG says or as `width` pixels, in proportion.

    Raises InputError when resvg_py is missing or the width is not 1..10000.

    >>> svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    >>> svg_to_png(svg)[:8]
    b'\x89PNG\r\n\x1a\n'
    """
    if width is not None and not 1 <= width <= MAX_WIDTH:
        raise InputError("error.picture.width", width=width, most=MAX_WIDTH)
    try:
        import resvg_py
    except ImportError as missing:
        raise InputError("error.picture.png") from missing
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))


def draws_chinese() -> bool:
    """Return whether a font here has Chinese letters; without one each is the same empty box."""
    one, other = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" font-family="{FONTS}">'
        f'<text y="16" font-size="16">{letter}</text></svg>'
        for letter in "树图"
    )
    return svg_to_png(one) != svg_to_png(other)
