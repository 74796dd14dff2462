"""How does a place in a search become a short text, and a text a place again?

A checkpoint holds the path as the number of each child, what had been found and
counted, and enough about the problem to refuse another one. Read run.py next.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass

from huisu.errors import InputError

__all__ = ["Checkpoint", "fingerprint", "is_checkpoint", "read_checkpoint"]

VERSION = 1
_PREFIX = "huisu-checkpoint-"
_PLAIN = (int, bool, float, str, bytes, type(None))
_FORM = re.compile(rf"{_PREFIX}([0-9]+)-(.*)", re.DOTALL)


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
        data = zlib.compress(json.dumps(vars(self), separators=(",", ":")).encode(), 9)
        return f"{_PREFIX}{VERSION}-{urlsafe_b64encode(data).decode()}"


def is_checkpoint(text: str) -> bool:
    """Return whether a text looks like a checkpoint, of any version, whole or not."""
    return _FORM.fullmatch(text.strip()) is not None


def read_checkpoint(text: str) -> Checkpoint:
    """Return the checkpoint that a text holds; raise InputError for anything else."""
    parts = _FORM.fullmatch(text.strip()) if isinstance(text, str) else None
    if parts is None:
        raise InputError("error.checkpoint.none")
    version, data = parts.groups()
    if version != str(VERSION):
        raise InputError("error.checkpoint.version", version=version, ours=VERSION)
    try:
        read = Checkpoint(**json.loads(zlib.decompress(urlsafe_b64decode(data))))
        if not _is_sound(read):
            raise ValueError(read)
    except (zlib.error, TypeError, ValueError, RecursionError):
        raise InputError("error.checkpoint.damaged") from None
    return read


def _is_sound(read: Checkpoint) -> bool:
    """Return whether the levels fit together, and all that should be a number is one."""
    lengths = [len(read.expanded), len(read.offspring), len(read.cut) - 1]
    lengths += [] if read.best is None else [len(read.best)]
    numbers = [*read.position, *read.expanded, *read.offspring, *read.cut, *(read.best or ())]
    numbers += [read.depth, read.path, read.answers]
    return (
        all(length == read.depth for length in lengths)
        and len(read.position) <= read.depth
        and all(type(number) is int and number >= 0 for number in numbers)
        and isinstance(read.finished, bool)
    )


def fingerprint(values: Sequence[object]) -> int:
    """Return a number that tells paths apart, the same in every run and on every machine."""
    return zlib.crc32("\n".join(map(_plain, values)).encode("utf-8", "surrogatepass"))


def _plain(value: object) -> str:
    """Return the value in words, if they are the same everywhere; those of a set are not."""
    if type(value) is tuple:
        return f"({','.join(map(_plain, value))})"
    return repr(value) if type(value) in _PLAIN else ""
