"""What did a recorded search look like at any step?

The record is unrolled into steps once; then every step is as near as the next,
forwards and backwards. Read file.py next, which keeps a record.

A step is one event. A node's generation is one, and a node that is killed is
killed in the same step; a node that lives has two more: it becomes the E-node,
and it dies when its children are used up. An answer is answered, and left. The
root is the E-node from step 0 on.
"""

from __future__ import annotations

import reprlib
from array import array
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import Literal, get_args

from huisu.errors import InputError
from huisu.shown import as_html
from huisu.trace.data import Trace, amount_text, vector_text
from huisu.trace.lists import ANSWER, CUT, KILLED, LIVE
from huisu.words import Language, word

__all__ = ["KINDS", "Kind", "Moment", "Replay", "Status"]

Kind = Literal["generated", "expanded", "died", "answered", "left"]
KINDS: tuple[Kind, ...] = get_args(Kind)

#: How a node stands at a step; "dead" is one whose children are used up.
Status = Literal["ungenerated", "live", "e-node", "killed", "cut", "dead", "answer"]


@dataclass(frozen=True)
class Moment:
    """A search at one step: what has just happened, and the figures so far."""

    step: int
    kind: Kind
    node: int
    """The node it happened to."""
    e_node: int
    live: tuple[int, ...]
    """The live nodes, from the root down; last, an answer that has not been left."""
    generated: int
    killed: int
    cut: int
    backtracks: int
    answers: int


class Replay:
    """A trace as steps; any of them can be looked at, in any order.

    >>> from huisu.backtrack import Problem
    >>> from huisu.trace import trace
    >>> replay = Replay(trace(Problem(1, (1, 2), lambda k, x: x[0] == 2)))
    >>> for step in range(len(replay)):
    ...     print(replay.sentence(step))
    node 1, the root, is the E-node
    node 2 generated, x1 = 1: killed by the constraint function: it refuses x1 = 1
    node 3 generated, x1 = 2
    node 3 is an answer: (2)
    node 3 is left; back to node 1
    """

    def __init__(self, trace: Trace) -> None:
        """Unroll the steps of a trace, in time and memory proportional to its nodes."""
        if not isinstance(trace, Trace):
            raise InputError("error.trace.record", found=reprlib.repr(trace))
        self.trace = trace
        self._kind, self._node = bytearray(), array("l")
        self._born = [0] * len(trace)
        self._over = [0] * len(trace)  # the step of its death or leaving; 0 for none
        self._unroll()
        self._counted = {
            kind: [step for step, each in enumerate(self._kind) if KINDS[each] == kind]
            for kind in KINDS
        }
        self._refused = {
            fate: [self._born[node] for node, each in enumerate(trace.fate) if each == fate]
            for fate in (KILLED, CUT)
        }

    def _unroll(self) -> None:
        path: list[int] = []
        for node, (level, fate) in enumerate(zip(self.trace.level, self.trace.fate, strict=True)):
            while len(path) > level:
                self._happen("died", path.pop())
            if node:
                self._happen("generated", node)
            if fate == LIVE:
                self._happen("expanded", node)
                path.append(node)
            elif fate == ANSWER:
                self._happen("answered", node)
                if node and (node + 1 < len(self.trace) or self.trace.outcome == "complete"):
                    self._happen("left", node)
        if self.trace.outcome == "complete":
            while len(path) > 1:
                self._happen("died", path.pop())

    def _happen(self, kind: Kind, node: int) -> None:
        if kind == "generated":
            self._born[node] = len(self._node)
        elif kind in ("died", "left"):
            self._over[node] = len(self._node)
        self._kind.append(KINDS.index(kind))
        self._node.append(node)

    def __repr__(self) -> str:
        """Return what is replayed."""
        return f"Replay({self.trace!r})"

    def _repr_html_(self) -> str | None:
        return as_html(self)

    def __len__(self) -> int:
        """Return the number of steps."""
        return len(self._node)

    def kind(self, step: int) -> Kind:
        """Return what happened at a step."""
        return KINDS[self._kind[self._checked(step)]]

    def node(self, step: int) -> int:
        """Return the node it happened to, as an index of the trace's lists."""
        return self._node[self._checked(step)]

    def _checked(self, step: int) -> int:
        if not 0 <= step < len(self._node):
            raise InputError("error.trace.step", step=step, last=len(self._node) - 1)
        return step

    def e_node(self, step: int) -> int:
        """Return the E-node after a step."""
        node = self.node(step)
        return node if self.kind(step) == "expanded" else max(0, self.trace.parent[node])

    def at(self, step: int) -> Moment:
        """Return the search after a step, in time proportional to the depth."""
        node, e_node = self.node(step), self.e_node(step)
        live = self.trace.path(e_node)
        if node != e_node and self._stands(node, step):
            live.append(node)
        return Moment(
            step,
            self.kind(step),
            node,
            e_node,
            tuple(live),
            generated=1 + self._so_far(self._counted["generated"], step),
            killed=self._so_far(self._refused[KILLED], step),
            cut=self._so_far(self._refused[CUT], step),
            backtracks=self._so_far(self._counted["died"], step),
            answers=self._so_far(self._counted["answered"], step),
        )

    @staticmethod
    def _so_far(steps: list[int], step: int) -> int:
        return bisect_right(steps, step)

    def _stands(self, node: int, step: int) -> bool:
        """Return whether a node that has been generated is still live after a step."""
        over = self._over[node]
        return self.trace.fate[node] in (LIVE, ANSWER) and not (over and over <= step)

    def status(self, node: int, step: int) -> Status:
        """Return how a node stands after a step, in constant time."""
        self.trace.must_have(node)
        if node and self._born[node] > step:
            return "ungenerated"
        fate = self.trace.fate[node]
        if fate in (KILLED, CUT):
            return "killed" if fate == KILLED else "cut"
        if fate == ANSWER:
            is_known = node == 0 or step > self._born[node]
            return "answer" if is_known else "live"
        if not self._stands(node, step):
            return "dead"
        return "e-node" if node == self.e_node(step) else "live"

    def next(self, kind: Kind, step: int) -> int | None:
        """Return the first step after this one at which something of a kind happens."""
        steps = self._steps_of(kind)
        place = bisect_right(steps, step)
        return steps[place] if place < len(steps) else None

    def previous(self, kind: Kind, step: int) -> int | None:
        """Return the last step before this one at which something of a kind happens."""
        steps = self._steps_of(kind)
        place = bisect_left(steps, step)
        return steps[place - 1] if place else None

    def _steps_of(self, kind: Kind) -> list[int]:
        if kind not in KINDS:
            raise InputError("error.trace.kind", kind=kind, kinds=", ".join(KINDS))
        return self._counted[kind]

    def sentence(self, step: int, language: Language = "en") -> str:
        """Return what happened at a step, in words."""
        trace, node, kind = self.trace, self.node(step), self.kind(step)
        if node == 0:
            return word("step.root" if kind == "expanded" else "step.root.answer", language)
        values = {
            "node": trace.number[node],
            "k": trace.level[node],
            "value": trace.value[node],
            "x": vector_text(trace.vector(node)),
            "parent": trace.number[trace.parent[node]],
        }
        if kind == "answered" and trace.goal == "best":
            amount = amount_text(trace.amount[node])
            return word("step.answered.best", language, amount=amount, **values)
        said = word(f"step.{kind}", language, **values)
        if kind == "generated" and trace.fate[node] in (KILLED, CUT):
            return word("step.refused", language, generated=said, why=trace.why(node, language))
        return said
