"""How is a frame of an animation put together, so that all frames have the same size?

Above the title; then the board, if the search is one for n queens, and the tree;
for another problem the solution vector below the tree; then the sentence of the
step, the counts, and a legend of all that will come. Read animation_texts.py
next, which makes the sentences.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from huisu.queens.board import Square
from huisu.trace.lists import ANSWER, LIVE
from huisu.views.animation_board import SearchBoard
from huisu.views.animation_parts import (
    Item,
    Part,
    VectorRoom,
    board_parts,
    component_text,
    tree_parts,
    vector_parts,
)
from huisu.views.animation_texts import sentence, wrapped
from huisu.views.picture import BoardPicture
from huisu.views.svg import Frame, frame_of, ground_svg
from huisu.views.svg_parts import CHINESE, FONTS, INK, PAPER, QUIET, clean, ems, group
from huisu.views.tree_legend import legend_of
from huisu.views.tree_picture import DrawnNode, TreePicture, shortened
from huisu.views.tree_places import Layout

__all__ = ["Stage"]

_PAD, _GAP = 20, 36
_TITLE, _SENTENCE, _COUNTS = 22, 20, 16
_LINE = 1.35 * _SENTENCE
_SMALL = (820, 420)  # pixels up to which a small tree grows
_LEAST = 820  # how wide the texts make a frame
_BOARD = 400  # pixels of a board's height at most
_LINES = 3  # of a sentence at most
_BOXES = 40  # components of the vector that are shown in any case
_MEASURED = 2_000  # sentences; of more, the longest is not looked for

#: A text is drawn in one font that has all its signs: sentences have arrows, names Chinese letters.
_NAMED = {"en": FONTS, "zh": f"{CHINESE}, {FONTS}"}
_SPOKEN = {"en": f"'DejaVu Sans', {FONTS}", "zh": _NAMED["zh"]}


@dataclass(frozen=True)
class Stage:
    """A search, and the room that everything has in its frames."""

    picture: TreePicture
    """The tree at the end of the search."""
    layout: Layout
    board: SearchBoard | None
    ground: BoardPicture | None
    """The board without the queens of the search."""

    # What is measured

    @cached_property
    def _frame(self) -> Frame:
        assert self.ground is not None
        return frame_of(self.ground)

    @cached_property
    def _scale(self) -> float:
        """How large the board is drawn: as high as the tree, within reason."""
        wanted = min(max(self._tree_height, 280), _BOARD)
        return wanted / self._frame.height

    @cached_property
    def _tree_scale(self) -> float:
        """How large the tree is drawn: a small one as large as others are."""
        fitting = min(_SMALL[0] / self.layout.width, _SMALL[1] / self.layout.height)
        return min(max(1.0, fitting), 1.6)

    @property
    def _tree_height(self) -> float:
        return self.layout.height * self._tree_scale

    @cached_property
    def _tree_left(self) -> float:
        return self._frame.width * self._scale + _GAP if self.board else 0.0

    @cached_property
    def _tree_top(self) -> float:
        """Where tree and board begin."""
        return _TITLE + 24

    @cached_property
    def _inner(self) -> float:
        title = 0.95 * _TITLE * ems(self.picture.name)
        return max(
            self._tree_left + self.layout.width * self._tree_scale, _LEAST, min(title, 1_400)
        )

    @cached_property
    def _vector(self) -> VectorRoom:
        """The boxes of the vector below the tree; none where there is a board."""
        trace = self.picture.tree.trace
        count = 0 if self.board else min(trace.depth, max(_BOXES, *trace.level))
        texts = {component_text(str(value)) for value in trace.value[1:]}
        width = max([34.0, *(16 * ems(text) + 10 for text in texts)])
        across = max(1, int((self._inner + VectorRoom.GAP) // (width + VectorRoom.GAP)))
        return VectorRoom(count, across, width, self._tree_top + self._tree_height + 16)

    @cached_property
    def _below(self) -> float:
        """Where the sentence begins."""
        high = self._frame.height * self._scale if self.board else 0
        bottom = self._tree_top + max(high, self._tree_height)
        return bottom + 20 + (self._vector.height + 10 if self._vector.components else 0)

    @cached_property
    def _lines(self) -> int:
        """How many lines the longest sentence takes."""
        steps = len(self.picture.replay)
        if steps > _MEASURED:
            return 2
        every = [None, *range(steps)]
        return max(len(self._sentence(self.at(step))) for step in every)

    @cached_property
    def _legend(self) -> tuple[list[str], float]:
        """The legend, and where it ends."""
        top = self._below + self._lines * _LINE + 1.9 * _COUNTS + 6
        return legend_of(
            self._samples(), self.picture.examples, self.layout.kind, self._inner, top,
            language=self.picture.language,
        )  # fmt: skip

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of a frame in pixels."""
        return round(self._inner + 2 * _PAD), round(self._legend[1] + 2 * _PAD)

    # What is drawn

    def at(self, step: int | None) -> TreePicture:
        """Return the tree after a step, or at the end."""
        return replace(self.picture, step=step)

    def items(self, step: int | None, *, titles: bool = True) -> Iterator[Item]:
        """Yield all that a frame shows; the parts in the same order for each step."""
        picture = self.at(step)
        name = shortened(picture.name, int(self._inner / _TITLE / 0.55))
        yield (
            f'<text class="title" y="{0.9 * _TITLE:g}" font-size="{_TITLE}" font-weight="bold"'
            f' fill="{INK}">{clean(name)}</text>'
        )
        if self.board is not None:
            yield from self._board_items(picture)
        place = f"translate({self._tree_left:g} {self._tree_top:g}) scale({self._tree_scale:g})"
        yield f'<g class="tree" transform="{place}">'
        yield from tree_parts(picture, self.layout, titles=titles)
        yield "</g>"
        if self._vector.components:
            yield from vector_parts(picture.replay, picture.moment.step, self._vector)
        yield from self._texts(picture)
        yield from group(f'class="legend" font-family="{self._spoken}"', self._legend[0])

    def _board_items(self, picture: TreePicture) -> Iterator[Item]:
        assert self.board is not None
        assert self.ground is not None
        frame, scale = self._frame, self._scale
        left, top = frame.left * scale, self._tree_top + frame.top * scale
        yield f'<g class="board" transform="translate({left:g} {top:g}) scale({scale:g})">'
        yield from ground_svg(self.ground, frame)
        standing = self.board.at(picture.moment)
        yield from board_parts(standing, self._squares, frame)
        yield "</g>"

    @cached_property
    def _squares(self) -> list[Square]:
        """The squares that the search comes to."""
        assert self.board is not None
        return sorted({self.board.square(node) for node in range(1, len(self.board.trace))})

    def _texts(self, picture: TreePicture) -> Iterator[Item]:
        """Yield the sentence and, below the room of the longest, the counts."""
        y = self._below
        lines = (
            f'<text y="{y + (line + 0.8) * _LINE:g}">{clean(text)}</text>'
            for line, text in enumerate(self._sentence(picture))
        )
        look = f'font-family="{self._spoken}" font-size="{_SENTENCE}" fill="{INK}"'
        yield f'<g class="sentence" {look}>'
        yield Part("".join(lines))
        yield "</g>"
        y += self._lines * _LINE + 1.2 * _COUNTS
        yield Part(
            f'<text class="counts" y="{y:g}" font-size="{_COUNTS}" fill="{QUIET}">'
            f"{clean(picture.figures)}</text>"
        )

    def _sentence(self, picture: TreePicture) -> list[str]:
        narrow = (
            0.9 if picture.language == "en" else 1.0
        )  # than the widest font's, of which ems tell
        return wrapped(sentence(picture), self._inner / _SENTENCE / narrow, _LINES)

    @property
    def _spoken(self) -> str:
        return _SPOKEN[self.picture.language]

    def head(self, description: str) -> list[str]:
        """Return how an SVG document of this size begins."""
        width, height = self.size
        box = f"{-_PAD} {-_PAD} {width} {height}"
        language = self.picture.language
        return [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" xml:lang="{language}"'
            f' viewBox="{box}" width="{width}" height="{height}" font-family="{_NAMED[language]}">',
            f"<title>{clean(self.picture.name)}</title>",
            f"<desc>{clean(description)}</desc>",
            f'<rect x="{-_PAD}" y="{-_PAD}" width="{width}" height="{height}" fill="{PAPER}"/>',
        ]

    def _samples(self) -> Iterator[DrawnNode]:
        """Yield a node for each way of standing that some frame has."""
        nodes, fate = self.picture.nodes, self.picture.tree.trace.fate
        index = self.picture.tree.node
        expanded = [n for n, at in zip(nodes, index, strict=True) if at >= 0 and fate[at] == LIVE]
        if len(nodes) > 1:
            yield replace(nodes[1], status="ungenerated", mark="", hidden=0)
        if any(at > 0 and fate[at] in (LIVE, ANSWER) for at in index):
            yield replace(nodes[0], status="live")
        if expanded:
            yield replace(nodes[0], status="e-node")
        for status in ("killed", "cut", "dead", "answer"):
            plain = [n for n in nodes if n.status == status and not n.hidden]
            if plain:
                yield min(plain, key=lambda node: node.number)
        hidden = [node for node in nodes if node.hidden]
        if hidden:
            yield min(hidden, key=lambda node: node.number)
