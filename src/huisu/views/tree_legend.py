"""What does the legend below a tree say?

Which shape means what, for the ones that the picture has, and what each mark
stands for, told by the first node that has it. Read tree_svg.py next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import get_args

from huisu.trace import Status
from huisu.views.svg_parts import INK, clean, ems
from huisu.views.tree_nodes import node_svg, status_attributes
from huisu.views.tree_picture import DrawnNode, TreePicture, shortened
from huisu.views.tree_places import DIGIT, Box, Kind, hidden_letters, mark_width, number_text
from huisu.views.tree_style import STYLES
from huisu.words import Language, word

__all__ = ["legend", "legend_of"]

_LINE = 38
_SIZE = 13  # of its letters
_MARKS = 12  # different marks explained at most


def legend(picture: TreePicture, kind: Kind, width: float, top: float) -> tuple[list[str], float]:
    """Return the elements of a picture's legend, from a height on, and the height where it ends."""
    return legend_of(
        _samples(picture), picture.examples, kind, width, top, language=picture.language
    )


def legend_of(
    samples: Iterable[DrawnNode],
    examples: Mapping[str, str],
    kind: Kind,
    width: float,
    top: float,
    *,
    language: Language,
) -> tuple[list[str], float]:
    """Return the elements of a legend of these nodes and marks, and the height where it ends."""
    elements: list[str] = []
    x, y = 0.0, top + _LINE / 2
    for sample in samples:
        text = _text(sample, language)
        needed = 68 + _width(text)
        if x and x + needed > width:
            x, y = 0.0, y + _LINE
        elements += _item(sample, kind, x, y, text)
        x += needed
    y += _LINE
    for mark, said in islice(examples.items(), _MARKS):
        text = shortened(said, int((width - 30) / _SIZE / 0.6))
        elements += _example(mark, text, y)
        y += 0.55 * _LINE
    return elements, y - 0.3 * _LINE


def _samples(picture: TreePicture) -> Iterator[DrawnNode]:
    """Yield a node for each way of standing that the picture has."""
    for status in get_args(Status):
        found = [node for node in picture.nodes if node.status == status and not node.hidden]
        if found:
            # The least number takes the least room.
            yield min(found, key=lambda node: node.number)
    hidden = [node for node in picture.nodes if node.hidden]
    if hidden:
        yield min(hidden, key=lambda node: node.number)


def _text(sample: DrawnNode, language: Language) -> str:
    if sample.hidden:
        return word("tree.legend.hidden", language)
    return word(f"tree.legend.{sample.status}", language)


def _width(text: str) -> float:
    return 0.85 * _SIZE * ems(text) + 12


def _item(sample: DrawnNode, kind: Kind, x: float, y: float, text: str) -> Iterator[str]:
    digits = DIGIT * len(number_text(sample))
    if kind == "circles":
        half, high = max(14, (digits + 12) / 2) + (4 if sample.hidden else 0), 14.0
        box = Box(
            x + 22, y, x + 22 - half, y - high, x + 22 + half + mark_width(sample.mark) - 3, y
        )
    else:
        wide = digits + 10 + mark_width(sample.mark) + DIGIT * hidden_letters(sample)
        box = Box(x + wide / 2, y, x, y - 6.5, x + wide, y + 6.5)
    yield f"<g {status_attributes(sample.status, kind)}>"
    yield node_svg(sample, box, kind, text).replace("data-node=", "data-sample=")
    yield "</g>"
    yield _line(text, box.right + 8, y)


def _example(mark: str, text: str, y: float) -> Iterator[str]:
    yield (
        f'<text x="15" y="{y + 4.5:g}" font-size="{_SIZE}" font-weight="bold"'
        f' text-anchor="middle" fill="{STYLES["killed"].ink}">{clean(mark)}</text>'
    )
    yield _line(text, 32, y)


def _line(text: str, x: float, y: float) -> str:
    return f'<text x="{x:g}" y="{y + 4.5:g}" font-size="{_SIZE}" fill="{INK}">{clean(text)}</text>'
