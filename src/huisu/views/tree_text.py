"""How is a state-space tree written as text, one line a node, for a page or a terminal?

    1   E-node
    ├─ 2   x1=1   dead
    │  ├─ 3   x2=2   killed: same falling diagonal ↘ as row 1

Read tree_dot.py next, which writes the same tree for Graphviz.
"""

from __future__ import annotations

from collections.abc import Iterator

from huisu.trace import Status
from huisu.views.svg_parts import printable
from huisu.views.tree_picture import TreePicture
from huisu.words import word

__all__ = ["MAX_LINES", "tree_text"]

MAX_LINES = 100_000

_NUMBER = 12  # the room for a number; a longer one takes more

#: Colours of the 16 that terminals let their users choose.
_COLOURS: dict[Status, str] = {
    "ungenerated": "2", "live": "1;34", "e-node": "1;7;34", "killed": "31",
    "cut": "35", "dead": "", "answer": "1;32",
}  # fmt: skip


def tree_text(picture: TreePicture, *, colour: bool = False) -> str:
    """Return the tree and its caption as lines of text, with no line feed at the end.

    >>> from huisu.backtrack import Problem
    >>> from huisu.trace import Replay, trace
    >>> from huisu.tree import tree
    >>> recorded = trace(Problem(1, (1, 2), lambda k, x: x[0] == 2, name="two"))
    >>> print(tree_text(TreePicture(tree(recorded), Replay(recorded))))
    1  dead
    ├─ 2  x1=1   killed: it refuses x1 = 1
    └─ 3  x1=2   an answer: (2)
    <BLANKLINE>
    generated 3/3 · killed 1 · answers 1
    """
    title = [printable(picture.title)] if picture.title else []
    return "\n".join([*title, *_lines(picture, colour), "", *map(printable, picture.caption)])


def _lines(picture: TreePicture, colour: bool) -> Iterator[str]:
    """Yield a line for each node; those that are still to come belong to the whole tree only."""
    places = list(range(len(picture.nodes)))
    if picture.tree.form != "whole":
        places = [at for at in places if picture.nodes[at].status != "ungenerated"]
    nodes = [picture.nodes[place] for place in places]
    width = min(_NUMBER, len(str(max(node.number for node in nodes))))
    last = {node.parent: place for place, node in zip(places, nodes, strict=True)}
    before = [""]  # what stands before the children of the newest node on each level
    for place, node in zip(places, nodes, strict=True):
        lead = ""
        if place:
            above, is_last = before[node.level - 1], last[node.parent] == place
            lead = above + ("└─ " if is_last else "├─ ")
            before[node.level :] = [above + ("   " if is_last else "│  ")]
        yield lead + _node(picture, place, width, colour)


def _node(picture: TreePicture, place: int, width: int, colour: bool) -> str:
    """Return number, component and state; the state and the number in the state's colour."""
    node = picture.nodes[place]
    number, state = str(node.number), printable(picture.state(place))
    padding = " " * max(2, width - len(number) + 2)
    if colour and (style := _COLOURS[node.status]):
        number, state = (f"\x1b[{style}m{text}\x1b[0m" for text in (number, state))
    if not node.level:
        return f"{number}{padding}{state}"
    value = printable(node.value)
    edge = word("tree.edge", picture.language, k=node.level, value=value)
    return f"{number}{padding}{edge}   {state}"
