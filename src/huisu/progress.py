"""How far is a long search, and how does its caller hear of it?

Read estimate.py next, which says how large a search is before it is made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

__all__ = ["OnProgress", "Progress"]


class Progress(NamedTuple):
    """The share of a search's work that is done, 0 to 1, and how many it has found."""

    done: float
    found: int


OnProgress = Callable[[Progress], None]
