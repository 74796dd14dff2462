"""Which errors does huisu raise, and in which words, English or Chinese?

Every text comes from the catalogue in words.py, so read that next.

    Exception
    └── HuisuError                a text in both languages: text("en"), text("zh")
        ├── InputError            also a ValueError: the value, the bound, the way out
        ├── NoSolution            also a LookupError: the question was good, the answer is none
        └── Interrupted           a search was stopped; .partial holds what it had found
            └── InterruptedByUser also a KeyboardInterrupt: it was stopped by Ctrl-C
"""

from __future__ import annotations

from typing import Any

from huisu.words import Language, word

__all__ = [
    "HuisuError",
    "Index",
    "InputError",
    "Interrupted",
    "InterruptedByUser",
    "NoSolution",
]


class Index(int):
    """A position counted from 0 in the library and from 1 on the command line."""


def _shown(value: object, base: int) -> object:
    if isinstance(value, Index):
        return int(value) + base
    if isinstance(value, tuple):
        return "(" + ",".join(str(_shown(part, base)) for part in value) + ")"
    return value


class HuisuError(Exception):
    """What every error of huisu is: a key of the catalogue and the values its text names."""

    def __init__(self, key: str, **values: object) -> None:
        """Keep the key and the values; the text is made when it is asked for."""
        super().__init__(key)
        self.key = key
        self.values = values

    def text(self, language: Language = "en", *, base: int = 0) -> str:
        """Return the sentence; positions in it count from `base`."""
        values = {name: _shown(value, base) for name, value in self.values.items()}
        return word(self.key, language, **values)

    def __str__(self) -> str:
        """Return the English sentence, positions counted from 0."""
        return self.text()


class InputError(HuisuError, ValueError):
    """A value that cannot be used. The text names the value, the bound and the way out."""


class NoSolution(HuisuError, LookupError):  # noqa: N818 - an answer rather than a fault
    """The question was understood, and nothing satisfies it."""


class Interrupted(HuisuError):  # noqa: N818 - a stop rather than a fault
    """A search was stopped before its end; `partial` is what it had found, never the answer.

    That is a number of solutions, or the best one so far when the best was asked
    for. `checkpoint` is a text from which a search of huisu.backtrack goes on.
    """

    def __init__(
        self, key: str, *, partial: Any = 0, checkpoint: str | None = None, **values: object
    ) -> None:
        """Keep what was found so far beside the text."""
        super().__init__(key, partial=partial, **values)
        self.partial, self.checkpoint = partial, checkpoint


class InterruptedByUser(Interrupted, KeyboardInterrupt):
    """The same, by Ctrl-C: code that handles KeyboardInterrupt handles it too."""
