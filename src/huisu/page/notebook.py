"""How is a recorded search shown in a notebook? As the page, in a frame of its own.

The frame holds the whole page, so a notebook that was saved plays without huisu
and without a network. Read document.py for that page.
"""

from __future__ import annotations

from html import escape

from huisu.classics import Classic
from huisu.page.document import one_file
from huisu.page.exhibit import Exhibit, of_record
from huisu.shown import as_html
from huisu.trace import FATES, Replay, Trace
from huisu.words import Language, default_language, word

__all__ = ["MAX_PLAYED"]

MAX_PLAYED = 120_000  #: nodes, some 1.5 MB in the notebook's file
_WATCHED = 10_000  #: nodes that the user is told to record instead
_HEIGHT = 640  #: pixels

#: What the page may do: no more than run and hand out files.
_SANDBOX = "allow-scripts allow-downloads"


@as_html.register
def _(found: Trace, language: Language | None = None) -> str:
    language = language or default_language()
    return _counts(found, language) if len(found) > MAX_PLAYED else _player(found, language)


@as_html.register
def _(replay: Replay, language: Language | None = None) -> str | None:
    return as_html(replay.trace, language)


def _player(found: Trace, language: Language) -> str:
    exhibit = _exhibit(found)
    title = word("notebook.title", language, title=exhibit.description["title"][language])
    page = one_file([exhibit], language=language)
    return (
        f'<iframe title="{escape(title)}" sandbox="{_SANDBOX}" width="100%" height="{_HEIGHT}"'
        f' style="border: 0" srcdoc="{escape(page)}"></iframe>'
    )


def _exhibit(found: Trace) -> Exhibit:
    """Return a record with the textbook problem that it is of, known by whose labels it has."""
    owner = getattr(found.label, "__self__", None)
    return Exhibit(found, {}, owner) if isinstance(owner, Classic) else of_record(found)


def _counts(found: Trace, language: Language) -> str:
    """Return what a search too large for the player came to."""
    limits = {"most": f"{MAX_PLAYED:,}", "limit": f"{_WATCHED:_}"}
    said = [word("notebook.large", language, nodes=f"{len(found):,}", **limits)]
    if found.outcome != "complete":
        said.append(word("tree.stopped", language))
    counts = {
        "generated": len(found),
        "killed": found.fate.count(FATES["killed"]),
        "cut": found.fate.count(FATES["cut"]),
        "answers": len(found.answers),
    }
    rows = "".join(
        f"<tr><th>{escape(word(f'notebook.{name}', language))}</th><td>{count:,}</td></tr>"
        for name, count in counts.items()
    )
    return "".join(f"<p>{escape(each)}</p>" for each in said) + f"<table>{rows}</table>"
