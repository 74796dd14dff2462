"""How does a value show itself in a notebook, drawn by modules that it must not know?

Boards, trees and records lie below the modules that draw them. Their classes ask
here; a module above registers what it draws with `as_svg.register` or
`as_html.register`, and is named here if it is to be imported only then. Read
notebook.py next, which names them.
"""

from __future__ import annotations

from functools import singledispatch
from importlib import import_module

from huisu.words import Language

__all__ = ["as_html", "as_svg", "drawn_by"]

#: For a class, by its full name, the module that draws its values.
_drawn_by: dict[str, str] = {}


def drawn_by(module: str, *classes: str) -> None:
    """Name the module that draws the values of some classes; it is imported for the first one."""
    _drawn_by.update(dict.fromkeys(classes, module))


@singledispatch
def as_svg(value: object) -> str | None:
    """Return a value as an SVG picture; None if it has none, or is too large for one.

    >>> import huisu
    >>> as_svg(huisu.Board(4))[:4], as_svg(42)
    ('<svg', None)
    """
    return as_svg(value) if _is_now_drawn(type(value)) else None


@singledispatch
def as_html(value: object, language: Language | None = None) -> str | None:
    """Return a value as HTML, by default in the user's language; None if it has no such form."""
    return as_html(value, language) if _is_now_drawn(type(value)) else None


def _is_now_drawn(kind: type) -> bool:
    """Return whether there was a module to import that draws a class; each is imported once."""
    names = [f"{each.__module__}.{each.__qualname__}" for each in kind.__mro__]
    modules = [_drawn_by.pop(name) for name in names if name in _drawn_by]
    for module in modules:
        import_module(module)
    return bool(modules)
