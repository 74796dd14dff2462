"""How is a thing said in English and in Chinese?

One catalogue, words.json, holds every text a user may see, each under one key
and in both languages; this module only looks them up. Read errors.py next.
"""

from __future__ import annotations

import json
import locale
import os
from functools import cache
from importlib.resources import files
from typing import Literal, cast

__all__ = ["LANGUAGES", "Language", "catalogue", "default_language", "word"]

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")


@cache
def catalogue() -> dict[str, dict[Language, str]]:
    """Return every text: key, then language, then the text with its {placeholders}."""
    text = files("huisu").joinpath("words.json").read_text(encoding="utf-8")
    return cast("dict[str, dict[Language, str]]", json.loads(text))


def word(key: str, language: Language = "en", **values: object) -> str:
    """Return the text of a key with its placeholders filled in.

    Raises ValueError for a language that there is not.

    >>> word("count.found", "en", n=8, count=92)
    '8 queens, solutions: 92'
    >>> word("count.found", "zh", n=8, count=92)
    '8 皇后，解的个数：92'
    """
    if language not in LANGUAGES:
        languages = ", ".join(LANGUAGES)
        raise ValueError(word("error.language", "en", name=language, names=languages))
    return catalogue()[key][language].format(**values)


def default_language() -> Language:
    """Return the language of the user's locale: Chinese for zh_*, English otherwise."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "zh" if value.lower().startswith(("zh", "chinese")) else "en"
    return "zh" if (locale.getlocale()[0] or "").lower().startswith(("zh", "chinese")) else "en"
