"""What does a judge's input say, number by number, row by row?

Judges put anything between words, so a text is its words, each with the
number of its line for the errors. Read listings.py next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from huisu.errors import InputError
from huisu.formats.read import shortened

__all__ = ["MANY", "Words"]

MANY = 1_000_000  #: more cases than any judge has

_WHOLE = re.compile(r"[+-]?[0-9]+")
_LONGEST = 18  # digits that are worth turning into a number


class Words:
    """The words of an input, taken one after the other; only its own methods move on.

    >>> words = Words("2 1 .*")
    >>> words.number(1, 10), words.number(1, 10), words.row(2, ".*"), words.ended
    (2, 1, '.*', True)
    """

    def __init__(self, text: str) -> None:
        """Cut the text into words; a byte order mark is no word."""
        lines = enumerate(text.lstrip("\ufeff").splitlines(), 1)
        self._words = [(line, word) for line, row in lines for word in row.split()]
        self._next = 0

    @property
    def ended(self) -> bool:
        """True when every word has been taken."""
        return self._next == len(self._words)

    def number(self, least: int, most: int, *, end: int | None = None) -> int:
        """Return the next number, which must be least..most or the sign of the end.

        Raises InputError for anything else.
        """
        if self.ended:
            raise InputError("error.judge.number.missing", least=least, most=most)
        line, word = self._take()
        if not _WHOLE.fullmatch(word):
            raise InputError(
                "error.judge.number", line=line, text=shortened(word), least=least, most=most
            )
        number = int(word) if len(word) <= _LONGEST else None
        if number is None or not (least <= number <= most or number == end):
            raise InputError(
                "error.judge.range", line=line, text=shortened(word), least=least, most=most
            )
        return number

    def until_zero(self, least: int, most: int) -> Iterator[int]:
        """Yield the numbers up to a 0, or up to the end of the input."""
        while not self.ended:
            number = self.number(least, most, end=0)
            if number == 0:
                return
            yield number

    def row(self, n: int, signs: str) -> str:
        """Return the next word, which must be n of these signs; raise InputError otherwise."""
        if self.ended:
            raise InputError("error.judge.row.missing", n=n, signs=" ".join(signs))
        line, word = self._take()
        if len(word) != n or not set(word) <= set(signs):
            raise InputError(
                "error.judge.row", line=line, n=n, signs=" ".join(signs), text=shortened(word)
            )
        return word

    def _take(self) -> tuple[int, str]:
        self._next += 1
        return self._words[self._next - 1]
