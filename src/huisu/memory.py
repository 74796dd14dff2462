"""How much memory is free for a count?

Read joined.py next, the count that asks.
"""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["available_memory"]


def available_memory() -> int | None:
    """Return the bytes that may be used without pushing others out; None where nobody says.

    What the machine has free, or what is left of the limit of a container.

    >>> (available_memory() or 2**30) > 2**20
    True
    """
    known = [free for free in (_free(), _left_in_container()) if free is not None]
    return min(known, default=None)


def _free() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        kilobytes = next(line.split()[1] for line in lines if line.startswith("MemAvailable:"))
        return int(kilobytes) * 1024
    except (OSError, StopIteration, ValueError):
        return _half_of_all()


def _half_of_all() -> int | None:
    """Return half of the memory that is built in: where it is in use, the other half may be."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, OSError, ValueError):
        return None


def _left_in_container(group: Path = Path("/sys/fs/cgroup")) -> int | None:
    """Return what a control group of Linux still allows; None where there is no limit."""
    try:
        most, used = (
            int((group / name).read_text(encoding="ascii"))
            for name in ("memory.max", "memory.current")
        )
    except (OSError, ValueError):  # no such group, or "max"
        return None
    return max(0, most - used)
