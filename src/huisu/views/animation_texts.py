"""Which sentence stands below a frame, and how is it broken into lines?

Read animation_svg.py next.
"""

from __future__ import annotations

import re

from huisu.trace import Trace
from huisu.trace.data import amount_text, vector_text
from huisu.views.svg_parts import ems
from huisu.views.tree_picture import TreePicture, shortened
from huisu.words import Language, word

__all__ = ["sentence", "wrapped"]

_ANSWERS = 6  # answers that the last sentence names at most

_CJK = "\u2e80-\uffef"
#: What stands together on a line: a word, or a Chinese letter with the marks that follow it.
_PIECE = re.compile(rf"[{_CJK}][，。；：、）]*|[^\s{_CJK}]+|\s+")


def sentence(picture: TreePicture) -> str:
    """Return what happened at a picture's step; at the end, what the search came to."""
    if picture.step is not None:
        return picture.caption[1]
    trace, language = picture.tree.trace, picture.language
    is_over = trace.outcome == "complete"
    state = word("animation.ended" if is_over else "tree.stopped", language)
    return word("animation.over", language, state=state, found=_found(trace, language))


def _found(trace: Trace, language: Language) -> str:
    """Return the answers of a search, or of one for the best the last, which is the best."""
    if not trace.answers:
        return word("animation.none", language)
    if trace.goal == "best":
        best = trace.answers[-1]
        x, amount = vector_text(trace.vector(best)), amount_text(trace.amount[best])
        return word("animation.best", language, x=x, amount=amount)
    named = [vector_text(trace.vector(node)) for node in trace.answers[:_ANSWERS]]
    more = ["…"] if len(trace.answers) > _ANSWERS else []
    return word("animation.answers", language, answers=" ".join(named + more))


def wrapped(text: str, most: float, lines: int) -> list[str]:
    """Return a text in lines at most so many ems wide; what does not fit is cut off.

    >>> wrapped("node 3 generated, x2 = 2", 9, 2)
    ['node 3', 'generated, x2…']
    """
    found = [""]
    for piece in _PIECE.findall(text):
        if ems(found[-1] + piece.rstrip()) > most and found[-1]:
            found.append("")
        found[-1] += piece if found[-1] else piece.lstrip()
    found = [line.rstrip() for line in found]
    if len(found) <= lines:
        return found
    return [*found[: lines - 1], shortened(found[lines - 1] + "……", len(found[lines - 1]) + 1)]
