"""How does a place in a search become a short text, and a text a place again?

A checkpoint holds the path as the number of each child, what had been found and
counted, and enough about the problem to refuse another one. Read run.py next.
"""

from __future__ import annotations

import binascii
import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from huisu.errors import InputError

__all__ = ["Checkpoint", "fingerprint", "read_checkpoint"]

VERSION = 1
_PREFIX = "huisu-checkpoint-"


@dataclass(frozen=True)
class Checkpoint:
    """All that is needed to go on with a search; levels as in search.py."""

    problem: str
    depth: int
    goal: str
    order: str
    position: list[int]
    path: int
    """The fingerprint of the components on the path."""
    finished: bool
    answers: int
    expanded: list[int]
    offspring: list[int]
    cut: list[int]
    best: list[int] | None
    """The best solution so far, as the number of each child."""

    def text(self) -> str:
        """Return it as one word of letters, digits, - and _.

        Levels that are all alike compress well: a depth of 100,000 takes some hundred signs.
        """
        data = zlib.compress(json.dumps(asdict(self), separators=(",", ":")).encode(), 9)
        return f"{_PREFIX}{VERSION}-{urlsafe_b64encode(data).decode()}"


def read_checkpoint(text: str) -> Checkpoint:
    """Return the checkpoint that a text holds; raise InputError for any other text."""
    version, _, data = text.strip().removeprefix(_PREFIX).partition("-")
    if not text.strip().startswith(_PREFIX) or not version.isdecimal():
        raise InputError("error.checkpoint.none")
    if version != str(VERSION):
        raise InputError("error.checkpoint.version", version=version, ours=VERSION)
    try:
        found: dict[str, Any] = json.loads(zlib.decompress(urlsafe_b64decode(data)))
        return _checked(Checkpoint(**found))
    except (binascii.Error, zlib.error, TypeError, ValueError):
        raise InputError("error.checkpoint.damaged") from None


def _checked(read: Checkpoint) -> Checkpoint:
    """Return the checkpoint if its levels fit together; raise ValueError if they do not."""
    levels = (read.expanded, read.offspring, read.cut[:-1])
    if any(len(each) != read.depth for each in levels) or len(read.position) > read.depth:
        raise ValueError(read.depth)
    return read


def fingerprint(values: Sequence[object]) -> int:
    """Return a number that tells paths apart, the same in every run and on every machine."""
    plain = [
        repr(value) if isinstance(value, (int, float, str, bytes, type(None))) else ""
        for value in values
    ]
    return zlib.crc32("\n".join(plain).encode())
