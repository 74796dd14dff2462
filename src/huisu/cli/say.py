"""In which language does the command line speak in this process?

Set once by main.py before anything is parsed; every text then goes through
`say`. Read parser.py next.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from huisu.errors import InputError
from huisu.words import LANGUAGES, Language, default_language, word

__all__ = ["choose_language", "language", "say"]

_chosen: list[Language] = []


def language() -> Language:
    """Return the language in use: the one chosen, or that of the locale."""
    return _chosen[-1] if _chosen else default_language()


def say(key: str, **values: object) -> str:
    """Return a text of the catalogue in the language in use."""
    return word(key, language(), **values)


def choose_language(arguments: Sequence[str]) -> None:
    """Choose the language that --lang names anywhere among the arguments.

    This runs before parsing, so that the parser's own texts are in it too.
    """
    _chosen.clear()
    for argument, following in pairwise(arguments):
        if argument == "--lang":
            _choose(following)
    for argument in arguments:
        if argument.startswith("--lang="):
            _choose(argument.removeprefix("--lang="))


def _choose(name: str) -> None:
    if name not in LANGUAGES:
        raise InputError("error.language", name=name, names=", ".join(LANGUAGES))
    _chosen.append(name)
