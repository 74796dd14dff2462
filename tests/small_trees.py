"""Which small searches are traces and trees tested on, and what happens in them?

`small` draws problems whose constraint, bound and value look random but depend
on the path alone. `played` searches such a problem by the plainest recursion,
which shares no code with huisu, and keeps the whole state after every step.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from huisu.backtrack import Goal, Order, Problem, Sense, Tree
from huisu.classics import Queens
from huisu.trace import Trace, trace
from roads import DATA

Vector = tuple[Any, ...]

BOOK: dict[str, Any] = json.loads((DATA / "trees.json").read_text(encoding="utf-8"))
GOALS: tuple[Goal, ...] = ("all", "best")
ORDERS: tuple[Order, ...] = ("lexicographic", "reverse", "centre-out", "random")


def queens(n: int, tree: Tree = "permutation", **limits: Any) -> Trace:
    return trace(Queens(n=n, tree=tree).problem(), **limits)


def numbers(found: Trace, nodes: Sequence[int]) -> list[int]:
    return [found.number[node] for node in nodes]


@dataclass(frozen=True)
class Small:
    """A problem that a seed decides; about one node in `kill` is refused."""

    seed: int
    depth: int
    width: int
    kind: Tree | None
    sense: Sense
    kill: int

    def chance(self, what: str, x: Sequence[int], out_of: int) -> int:
        return zlib.crc32(repr((self.seed, what, *x)).encode()) % out_of

    def domain(self, k: int, x: Sequence[int]) -> Sequence[int]:
        if self.kind == "permutation":
            return [value for value in range(self.width) if value not in x]
        return range(self.width if self.kind else self.chance("width", x, self.width + 1))

    def feasible(self, k: int, x: Sequence[int]) -> bool:
        return self.chance("feasible", x, self.kill) > 0

    def amount(self, x: Sequence[int]) -> int:
        return self.chance("amount", x, 10)

    def problem(self) -> Problem[int]:
        return Problem(
            self.depth,
            range(self.width) if self.kind == "n-ary" else self.domain,
            self.feasible,
            bound=lambda k, x: self.amount(x),
            value=self.amount,
            sense=self.sense,
            tree=self.kind,
            name=f"small {self.seed}",
        )


def small(*kinds: Tree | None) -> st.SearchStrategy[Small]:
    """Return a strategy that draws small problems with one of the kinds of tree."""
    return st.builds(
        Small,
        seed=st.integers(0, 10**6),
        depth=st.integers(0, 4),
        width=st.integers(0, 3),
        kind=st.sampled_from(kinds or (None, "permutation", "n-ary")),
        sense=st.sampled_from(("maximise", "minimise")),
        kill=st.sampled_from((2, 4, 1000)),
    )


@dataclass(frozen=True)
class Step:
    """A search after one step, every node told by its vector."""

    kind: str
    node: Vector
    e_node: Vector
    live: tuple[Vector, ...]
    counts: dict[str, int]
    status: dict[Vector, str]


class Played:
    """All steps of a small problem's search."""

    def __init__(self, problem: Small, goal: Goal) -> None:
        self.problem, self.goal = problem, goal
        self.steps: list[Step] = []
        self.live: list[Vector] = []
        self.counts = dict.fromkeys(("killed", "cut", "backtracks", "answers"), 0)
        self.counts["generated"] = 1
        self.status: dict[Vector, str] = {}
        self.best: int | None = None
        if problem.depth:
            self.live.append(())
            self.expand(())
        else:
            self.live.append(())
            self.answer((), ())

    def note(self, kind: str, node: Vector, e_node: Vector) -> None:
        status = dict(self.status)
        if status.get(e_node) == "live":
            status[e_node] = "e-node"
        self.steps.append(Step(kind, node, e_node, tuple(self.live), dict(self.counts), status))

    def expand(self, x: Vector) -> None:
        self.status[x] = "live"
        self.note("expanded", x, x)
        for value in self.problem.domain(len(x), x):
            self.generate((*x, value), x)

    def generate(self, x: Vector, parent: Vector) -> None:
        self.counts["generated"] += 1
        if fate := self.refused(x):
            self.status[x] = fate
            self.counts[fate] += 1
            self.note("generated", x, parent)
            return
        self.status[x] = "live"
        self.live.append(x)
        self.note("generated", x, parent)
        if len(x) == self.problem.depth:
            self.answer(x, parent)
            self.live.pop()
            self.note("left", x, parent)
        else:
            self.expand(x)
            self.live.pop()
            self.status[x] = "dead"
            self.counts["backtracks"] += 1
            self.note("died", x, parent)

    def refused(self, x: Vector) -> str:
        if not self.problem.feasible(len(x) - 1, x):
            return "killed"
        if self.goal == "all" or self.best is None:
            return ""
        better = self.problem.amount(x) - self.best
        if self.problem.sense == "minimise":
            better = -better
        return "" if better > 0 else "cut"

    def answer(self, x: Vector, parent: Vector) -> None:
        self.best = self.problem.amount(x)
        self.status[x] = "answer"
        self.counts["answers"] += 1
        self.note("answered", x, parent)


def played(problem: Small, goal: Goal) -> list[Step]:
    """Return the search of a problem step by step, by plain recursion."""
    return Played(problem, goal).steps
