"""What is one result, and how does it tell that it has rotted?

A unit, what was counted in it, by whom; and a check sum of all that. Read tables.py
next, where rows are kept, then ledger.py.

A row is stored as nine values, in the order of STORED. Their packed form ends with
its own CRC-32, so that the CRC-32 of the whole is the same number, RESIDUE, for
every sound row: that is how a CRC is checked since Peterson and Brown (1961).
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from typing import Any, NamedTuple

__all__ = [
    "MOST",
    "RESIDUE",
    "STORED",
    "Row",
    "Stored",
    "crc_of",
    "flip_of",
    "pack",
    "sealed",
    "seed_of",
]

STORED = (
    "unit", "replica", "count", "flip", "seconds", "worker", "kernel", "orientation", "crc",
)  # fmt: skip

#: unit, replica, count, flip (8 bytes, or empty), seconds, three names as numbers, CRC.
Stored = tuple[int, int, int, bytes, float, int, int, int, int]

#: The largest count of a unit, which is what a column of 64 bits holds.
MOST = (1 << 63) - 1

#: The CRC-32 of anything that is followed by its own CRC-32, low byte first.
RESIDUE = 0x2144DF1C

_BODY = "<qiq9pdiii"  # 9p: the length of the flip, then up to 8 bytes
_pack_body = struct.Struct(_BODY).pack

#: Packs the nine values of a stored row; struct.error for values that are none.
pack = struct.Struct(_BODY + "i").pack


class Row(NamedTuple):
    """One result: the weighted count of a unit, and for a mirror plan the sum T of its flip check.

    `replica` numbers the results of the same unit; the ledger sets it.
    """

    unit: int
    count: int  # type: ignore[assignment]  # a tuple has a method of this name
    flip: int | None
    seconds: float
    worker: str
    kernel: str
    orientation: str
    replica: int = 0


def sealed(row: Row, replica: int, worker: int, kernel: int, orientation: int, seed: int) -> Stored:
    """Return the row as it is stored, its names as numbers, sealed by its CRC.

    `seed` stands for the run, so that a row of another run is not taken for its own.

    >>> stored = sealed(Row(3, 92, None, 0.5, "a", "b", "identity"), 0, 1, 2, 3, seed=7)
    >>> zlib.crc32(pack(*stored), 7) == RESIDUE, zlib.crc32(pack(*stored), 8) == RESIDUE
    (True, False)
    """
    flip = b"" if row.flip is None else row.flip.to_bytes(8, "big")
    body = (row.unit, replica, row.count, flip, row.seconds, worker, kernel, orientation)
    return (*body, signed(zlib.crc32(_pack_body(*body), seed)))


def crc_of(*parts: Any) -> int:
    """Return a CRC-32 of plain values, as a signed number of 32 bits."""
    return signed(zlib.crc32(repr(parts).encode()))


def seed_of(run: Mapping[str, Any]) -> int:
    """Return what the CRC of each result of a run begins with: the run's identity."""
    return crc_of(run["run"], run["plan"], run["sha256"], run["created"]) & 0xFFFFFFFF


def signed(crc: int) -> int:
    """Return the 32 bits of a CRC as a number that every database holds in 4 bytes."""
    return crc - (1 << 32) if crc >> 31 else crc


def flip_of(stored: bytes) -> int | None:
    """Return the flip sum that eight bytes stand for, None for none."""
    return int.from_bytes(stored, "big") if stored else None
