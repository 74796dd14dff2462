"""In which words does the page hear of an error? In both languages, as it may be switched.

Read refusal.py next.
"""

from __future__ import annotations

from huisu.errors import HuisuError
from huisu.words import LANGUAGES

__all__ = ["Texts", "texts_of"]

Texts = dict[str, str]


def texts_of(error: HuisuError) -> Texts:
    """Return the sentence of an error in each language; positions count from 1, as on the page.

    >>> from huisu.errors import InputError
    >>> texts_of(InputError("error.n.negative", n=-1))
    {'en': 'n must be 0 or more, got -1', 'zh': 'n 不能小于 0，得到的是 -1'}
    """
    return {language: error.text(language, base=1) for language in LANGUAGES}
