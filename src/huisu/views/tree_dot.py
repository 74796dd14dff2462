"""How is a state-space tree written as a .dot file, for Graphviz and other programs?

Nothing here needs Graphviz. Nodes of a level share a rank; shape and line tell
how a node stands, as in the SVG. Read tree_places.py next, where the nodes of
the SVG get their places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from huisu.trace import Status
from huisu.views.svg_parts import QUIET, printable
from huisu.views.tree_picture import DrawnNode, TreePicture
from huisu.views.tree_places import hidden_sign, value_text
from huisu.views.tree_style import STYLES

__all__ = ["tree_dot"]

_LOOKS: dict[Status, str] = {
    "ungenerated": "shape=circle style=dashed",
    "live": "shape=circle style=filled penwidth=3",
    "e-node": "shape=doublecircle style=filled penwidth=3",
    "killed": "shape=circle",
    "cut": "shape=octagon",
    "dead": "shape=circle style=filled",
    "answer": "shape=square style=filled penwidth=2",
}


def tree_dot(picture: TreePicture) -> str:
    """Return the tree as a document in the DOT language.

    >>> from huisu.backtrack import Problem
    >>> from huisu.trace import Replay, trace
    >>> from huisu.tree import tree
    >>> recorded = trace(Problem(1, (7,), name="one"))
    >>> print(tree_dot(TreePicture(tree(recorded), Replay(recorded))).splitlines()[-2])
    n1 -> n2 [label="7" color="#14263a"];
    """
    return "\n".join([*_head(picture), *_ranks(picture), *_edges(picture), "}"]) + "\n"


def _head(picture: TreePicture) -> Iterator[str]:
    caption = "\n".join([picture.name, *picture.caption])
    yield f"digraph {_quoted(picture.name)} {{"
    yield f"graph [label={_quoted(caption)} labelloc=t ordering=out ranksep=0.5 nodesep=0.15];"
    yield "node [fixedsize=false margin=0.03 width=0.4 fontsize=11];"
    yield "edge [arrowhead=none fontsize=11];"


def _ranks(picture: TreePicture) -> Iterator[str]:
    """Yield the nodes level by level, each level behind its name."""
    levels: dict[int, list[int]] = {}
    for place, node in enumerate(picture.nodes):
        levels.setdefault(node.level, []).append(place)
    for level, places in sorted(levels.items()):
        name = _quoted(picture.level_name(level))
        yield f'{{ rank=same; level{level} [label={name} shape=plaintext fontcolor="{QUIET}"];'
        for place in places:
            yield _node(picture, place)
        yield "}"
    for level in list(levels)[1:]:
        yield f"level{level - 1} -> level{level} [label={_quoted(f'x{level}')} color=transparent];"


def _node(picture: TreePicture, place: int) -> str:
    node = picture.nodes[place]
    style, look = STYLES[node.status], _LOOKS[node.status]
    if node.hidden:
        look = re.sub(r"shape=\w+", "shape=triangle", look)
    fill = f' fillcolor="{style.fill}"' if "filled" in look else ""
    return (
        f'n{node.number} [label={_quoted(_label(node))} {look} color="{style.line}"{fill}'
        f' fontcolor="{style.ink}" tooltip={_quoted(picture.says(place))}];'
    )


def _label(node: DrawnNode) -> str:
    """Return the number and below it the mark, a cross if it is dead, or what is hidden."""
    if node.hidden:
        return f"{node.number}\n{hidden_sign(node)}"
    sign = "×" if node.status == "dead" else node.mark
    return f"{node.number}\n{sign}" if sign else str(node.number)


def _edges(picture: TreePicture) -> Iterator[str]:
    for node in picture.nodes[1:]:
        style = STYLES[node.status]
        value = _quoted(value_text(node))
        line = {"ungenerated": " style=dashed"}.get(node.status, "")
        width = " penwidth=3" if node.is_on_path else ""
        above = picture.nodes[node.parent].number
        yield f'n{above} -> n{node.number} [label={value} color="{style.edge}"{line}{width}];'


def _quoted(text: str) -> str:
    r"""Return a text as a DOT string.

    >>> print(_quoted('say "a\\b"'))
    "say \"a\\b\""
    """
    lines = map(printable, text.split("\n"))
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return '"' + "\\n".join(escaped) + '"'
