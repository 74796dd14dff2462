"""What does a picture of a state-space tree show, at any step of the search?

Plain data that every view draws alike: nothing here knows how anything looks.
Read tree_text.py next, the simplest view.

A node is named by its place in the tree's lists (huisu.tree). In each node
stands its number, on the edge above it the component that it adds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from huisu.trace import Moment, Replay, Status
from huisu.trace.lists import CUT, KILLED, LIVE
from huisu.tree import StateSpaceTree
from huisu.words import Language, word

__all__ = ["BOUNDED", "DrawnNode", "TreePicture", "count_text", "shortened"]

BOUNDED = "B"  #: the mark of a node that the bounding function killed

_NAME = 70  # characters of a problem's name in a title


@dataclass(frozen=True)
class DrawnNode:
    """What one node shows."""

    number: int
    parent: int
    """Its parent's place; -1 for the root."""
    level: int
    """How many components its path has: 0 for the root, which the books put on level 1."""
    value: str
    """Its newest component; empty for the root."""
    status: Status
    is_on_path: bool
    """Whether it is on the path of live nodes."""
    mark: str
    """The letter or sign for what killed it; empty if nothing did."""
    hidden: int
    """How many nodes below it are not drawn, in the end."""
    hidden_now: int = 0
    """How many of these have been generated."""


@dataclass(frozen=True)
class TreePicture:
    """A tree, and how its nodes stand after a step; when the search has ended if `step` is None."""

    tree: StateSpaceTree
    replay: Replay
    step: int | None = None
    language: Language = "en"
    title: str | None = None

    @cached_property
    def moment(self) -> Moment:
        """The search after the step."""
        return self.replay.at(len(self.replay) - 1 if self.step is None else self.step)

    @cached_property
    def nodes(self) -> list[DrawnNode]:
        """Every node of the tree, in the tree's order."""
        path = set(self.moment.live)
        return [self._node(place, path) for place in range(len(self.tree))]

    def _node(self, place: int, path: set[int]) -> DrawnNode:
        tree, node = self.tree, self.tree.node[place]
        status = self._status(node)
        return DrawnNode(
            number=tree.number[place],
            parent=tree.parent[place],
            level=tree.level[place],
            value="" if tree.parent[place] < 0 else str(tree.value[place]),
            status=status,
            is_on_path=node in path and status in ("live", "e-node", "answer"),
            mark=self._mark(node, status),
            hidden=tree.hidden[place],
            # those below a node follow it in the order of generation
            hidden_now=max(0, min(tree.hidden[place], self.moment.generated - 1 - node)),
        )

    def _status(self, node: int) -> Status:
        if node < 0:
            return "ungenerated"
        if node == 0 and self._is_over and self.tree.trace.fate[0] == LIVE:
            return "dead"
        return self.replay.status(node, self.moment.step)

    @property
    def _is_over(self) -> bool:
        """Whether the end of a whole search is shown: then the root is dead too."""
        return self.step is None and self.tree.trace.outcome == "complete"

    def _mark(self, node: int, status: Status) -> str:
        if status == "killed":
            return self.tree.trace.cause(node).mark
        return BOUNDED if status == "cut" else ""

    @cached_property
    def marks(self) -> set[str]:
        """All marks that nodes of the tree have at the end, so that room can be left for them."""
        trace = self.tree.trace
        drawn = [node for node in self.tree.node if node >= 0]
        marks = {trace.cause(node).mark for node in drawn if trace.fate[node] == KILLED}
        return marks | {BOUNDED for node in drawn if trace.fate[node] == CUT}

    def state(self, place: int) -> str:
        """Return in a few words how a node stands: `killed: same column as row 1`."""
        node = self.nodes[place]
        return self._and_hidden(node, self._state(place, node))

    def _and_hidden(self, node: DrawnNode, said: str) -> str:
        if not node.hidden_now:
            return said
        key = "tree.hidden.one" if node.hidden_now == 1 else "tree.hidden"
        return word(key, self.language, state=said, hidden=f"{node.hidden_now:,}")

    def _state(self, place: int, node: DrawnNode) -> str:
        trace, index = self.tree.trace, self.tree.node[place]
        if node.status in ("answer", "cut"):
            return trace.why(index, self.language)
        if node.status == "killed":
            cause = trace.cause(index).text(self.language)
            if node.mark in ("", "×") or _has_word(cause, node.mark):
                return word("tree.state.killed", self.language, cause=cause)
            return word("tree.state.killed.mark", self.language, cause=cause, mark=node.mark)
        return word(f"tree.state.{node.status}", self.language)

    def says(self, place: int) -> str:
        """Return a sentence on a node: its number, its component, how it stands and why."""
        node = self.nodes[place]
        said = self._and_hidden(node, self._why(place, node))
        if node.parent < 0:
            return word("tree.root", self.language, node=node.number, state=said)
        return word(
            "tree.node", self.language,
            node=node.number, k=node.level, value=node.value, state=said,
        )  # fmt: skip

    def _why(self, place: int, node: DrawnNode) -> str:
        """Return the sentence of Trace.why, or what is true of the node before its end."""
        trace, index = self.tree.trace, self.tree.node[place]
        if node.status == "ungenerated":
            return word("tree.state.ungenerated", self.language)
        if self.step is None or node.status not in ("live", "e-node"):
            return trace.why(index, self.language)
        children = trace.width.get(index, 0)
        if node.status == "e-node":
            return word("tree.e-node", self.language, children=children)
        if self.moment.kind == "generated" and self.moment.node == index:
            return word("tree.live", self.language)
        return word("tree.live.children", self.language, children=children)

    @property
    def name(self) -> str:
        """The title, or which problem's tree it is, and of which kind."""
        trace = self.tree.trace
        problem = shortened(trace.problem, _NAME)
        kind = trace.tree or "unknown"
        return self.title or word(f"tree.name.{kind}", self.language, problem=problem)

    @property
    def figures(self) -> str:
        """How many nodes have been generated, and what became of them.

        >>> from huisu.backtrack import Problem
        >>> from huisu.trace import Replay, trace
        >>> from huisu.tree import tree
        >>> recorded = trace(Problem(2, (1, 2), lambda k, x: x[0] < 2, tree="n-ary"))
        >>> TreePicture(tree(recorded), Replay(recorded)).figures
        'generated 5/7 · killed 1 · answers 2'
        """
        moment, size = self.moment, self.tree.size
        key = "tree.generated" if size is None else "tree.generated.of"
        generated = word(
            key, self.language, generated=f"{moment.generated:,}", size=count_text(size or 0)
        )
        parts = [
            word("tree.killed", self.language, number=f"{moment.killed:,}"),
            word("tree.answers", self.language, number=f"{moment.answers:,}"),
        ]
        if moment.cut:
            parts.insert(1, word("tree.cut", self.language, number=f"{moment.cut:,}"))
        return " · ".join([generated, *parts])

    @property
    def caption(self) -> list[str]:
        """The figures, and which step is shown or that the search was stopped."""
        if self.step is not None:
            last = len(self.replay) - 1
            said = self.replay.sentence(self.step, self.language)
            return [
                self.figures,
                word("tree.step", self.language, step=self.step, last=last, sentence=said),
            ]
        if self.tree.trace.outcome == "complete":
            return [self.figures]
        return [self.figures, word("tree.stopped", self.language)]

    def level_name(self, level: int) -> str:
        """Return what the books call a level; the root's is level 1."""
        return word("tree.level", self.language, level=level + 1)

    @property
    def examples(self) -> dict[str, str]:
        """For each mark of the constraint function the first node that has it, and the reason."""
        found: dict[str, str] = {}
        for place, node in enumerate(self.nodes):
            if node.status == "killed" and node.mark not in found:
                cause = self.tree.trace.cause(self.tree.node[place]).text(self.language)
                found[node.mark] = word(
                    "tree.legend.mark", self.language, node=node.number, cause=cause
                )
        return found


def _has_word(text: str, mark: str) -> bool:
    """Return whether a mark stands in a text by itself, not as a letter of a word."""
    return re.search(rf"(?<!\w){re.escape(mark)}(?!\w)", text) is not None


def count_text(number: int) -> str:
    """Return a number of nodes as people write it; of a very large one only the size.

    >>> count_text(109_601), count_text(2**100)
    ('109,601', '10^30')
    """
    return f"{number:,}" if number < 10**18 else f"10^{len(str(number)) - 1}"


def shortened(text: str, most: int) -> str:
    """Return a text, or as much of it as fits and an ellipsis.

    >>> shortened("a long story", 7)
    'a long…'
    """
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
