"""What is the page given of one search?

Two lines of JSON: a description, and the record of the search as trace/file.py
writes it. Read asked.py next, which makes one from a page's address.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from huisu.classics import Classic, Queens
from huisu.classics import to_json as instance_to_json
from huisu.trace import Trace
from huisu.trace.file import to_json
from huisu.words import LANGUAGES, Language, word

__all__ = ["Exhibit", "of_record"]

_MOST_ANSWERS = 200  #: how many answers are said in words


@dataclass(eq=False)
class Exhibit:
    """A recorded search and what the page is to know of it besides.

    `address` are the parameters that name it in a page's address; `classic` is
    the textbook problem that was searched, whose own picture is then drawn.

    >>> from huisu.classics import Knapsack
    >>> from huisu.trace import trace
    >>> shown = Exhibit(trace(Knapsack().problem(), goal="best"), {"p": "knapsack"}, Knapsack())
    >>> shown.description["title"]["en"], len(shown.text().splitlines())
    ('0-1 knapsack', 2)
    """

    trace: Trace
    address: Mapping[str, str] = field(default_factory=dict)
    classic: Classic | None = None

    @property
    def description(self) -> dict[str, Any]:
        """What the page shows of the search besides its record."""
        classic = self.classic
        return {
            "address": urlencode(self.address, safe=",;"),
            "classic": classic.name if classic else None,
            "title": {each: self._title(each) for each in LANGUAGES},
            "instance": json.loads(instance_to_json(classic)) if classic else None,
            "answers": self._answers(),
        }

    def _title(self, language: Language) -> str:
        classic, trace = self.classic, self.trace
        if isinstance(classic, Queens):
            one = ".one" if classic.n == 1 else ""
            return word(f"page.queens.{classic.tree}{one}", language, n=classic.n)
        return classic.title(language) if classic else trace.problem

    def _answers(self) -> list[dict[str, str]]:
        """Return what the first answers say, for people; nothing for a problem of one's own."""
        classic, trace = self.classic, self.trace
        if classic is None or isinstance(classic, Queens):  # the page writes placements itself
            return []
        vectors = (trace.components(node) for node in trace.answers[:_MOST_ANSWERS])
        return [{each: classic.answer(x, each) for each in LANGUAGES} for x in vectors]

    def text(self) -> str:
        """Return the two lines that the page reads."""
        described = json.dumps(self.description, separators=(",", ":"))
        return f"{described}\n{to_json(self.trace)}\n"


def of_record(trace: Trace) -> Exhibit:
    """Return the exhibit of a record alone; a search for n queens is known by its name.

    >>> from huisu.backtrack import Problem
    >>> from huisu.trace import trace
    >>> of_record(trace(Problem(2, "ab", name="words"))).description["title"]["zh"]
    'words'
    """
    names = {"queens": "permutation", "queens n-ary": "n-ary"}
    if names.get(trace.problem) == trace.tree is not None:
        return Exhibit(trace, {}, Queens(n=trace.depth, tree=trace.tree))
    return Exhibit(trace, {})
