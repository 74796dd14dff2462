"""How much memory is free for a count?

Read joined.py next, the count that asks.
"""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["available_memory"]


def available_memory() -> int | None:
    """Return the bytes that may be used without pushing others out; None where nobody says.

    >>> (available_memory() or 2**30) > 2**20
    True
    """
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        kilobytes = next(line.split()[1] for line in lines if line.startswith("MemAvailable:"))
        return int(kilobytes) * 1024
    except (OSError, StopIteration, ValueError):
        return _installed()


def _installed() -> int | None:
    """Return half of the memory that is built in: where it is in use, the other half may be."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, OSError, ValueError):
        return None
