"""How is a search recorded?

The problem's functions are wrapped so that each call leaves a mark, and then an
ordinary run is made; so every driver and order is recorded alike. Read
replay.py next, which walks through the record.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Generic, TypeVar

from huisu.backtrack import Arrangement, Driver, Goal, Order, Problem, Run, Source, Tree
from huisu.backtrack.order import arranged, name_of
from huisu.backtrack.problem import Hooks, hooks_of, materialised
from huisu.backtrack.run import solutions as run_of
from huisu.errors import InputError
from huisu.progress import OnProgress
from huisu.trace.data import Trace, children_of_kind, vector_text
from huisu.trace.lists import ANSWER, CUT, LIVE, Mark, unrolled

__all__ = ["MAX_NODES", "trace"]

Value = TypeVar("Value")

MAX_NODES = 1_000_000  #: some 100 MB


def trace(
    problem: Source[Value],
    *,
    goal: Goal = "all",
    order: Order | Arrangement = "lexicographic",
    seed: int = 0,
    nodes: int | None = MAX_NODES,
    seconds: float | None = None,
    solutions: int | None = None,
    driver: Driver = "iterative",
    on_progress: OnProgress | None = None,
) -> Trace:
    """Return the record of a search: which nodes were generated, and what became of each.

    The search is that of `huisu.backtrack.solutions` with the same arguments; at
    a limit, which it may pass by some nodes, the record ends with the last node
    that the constraint function let live, and `outcome` names the limit.
    Recording costs at most as much time again as the search. Raises InputError
    like `solutions`, and for a problem whose nodes have not the children that
    its `tree` says.

    >>> from huisu.backtrack import Problem
    >>> recorded = trace(Problem(2, (1, 2), lambda k, x: sum(x) < 4))
    >>> [recorded.vector(node) for node in recorded.answers], recorded.fate.decode()
    ([(1, 1), (1, 2), (2, 1)], 'LLAALAK')
    """
    hooks = hooks_of(problem)
    recorder = _Recorder(hooks, order, seed)
    recorder.run = run = run_of(
        recorder.problem, goal=goal, nodes=nodes, seconds=seconds, solutions=solutions,
        driver=driver, on_progress=on_progress,
    )  # fmt: skip
    for _ in run:
        recorder.answered()
    return recorder.trace(goal, name_of(order, seed))


class _Recorder(Generic[Value]):
    """Marks the nodes that live while a problem is searched; the others follow from these.

    So a search that tests many nodes and lets few live is hardly slowed down.
    """

    run: Run[Value]

    def __init__(self, hooks: Hooks[Value], order: Order | Arrangement, seed: int) -> None:
        self.hooks = hooks
        self.ordered = arranged(replace(hooks, domain=self._own_domain), order, seed)
        self.marks: list[tuple[int, int, int, Sequence[Any], Sequence[Any], Any]] = []
        """As Mark has them; making tuples is quicker."""
        self._own: Sequence[Value] = hooks.values or ()

    def problem(self) -> Problem[Value]:
        """Return the problem, its functions wrapped so that the nodes that live leave a mark."""
        hooks = self.hooks
        return Problem(
            depth=hooks.depth,
            domain=self._domain,
            feasible=hooks.feasible,
            bound=self._bound if hooks.bound else None,
            value=self._value if hooks.value else None,
            sense=hooks.sense,
            push=hooks.push,
            pop=hooks.pop,
            name=hooks.name,
        )

    def _own_domain(self, k: int, x: Sequence[Value]) -> Sequence[Value]:
        """Ask the problem, and keep what it says from being lost to the order."""
        self._own = materialised(k, self.hooks.domain(k, x))
        return self._own

    def _domain(self, k: int, x: Sequence[Value]) -> Sequence[Value]:
        """Asked for the children of the node that was generated last: it is the E-node."""
        values = self.ordered.values
        if values is None:
            values = materialised(k, self.ordered.domain(k, x))
        place = self.run.place(k - 1) if k else 0
        bound = self._undecided(k, place) if self.hooks.bound else None
        self.marks.append((k, place, LIVE, values, self._own, bound))
        return values

    def _undecided(self, level: int, place: int) -> Any:
        """Take back the mark of a node whose bound was asked for, since it lives; return that."""
        if self.marks and self.marks[-1][:3] == (level, place, CUT):
            return self.marks.pop()[-1]
        return None

    def _bound(self, k: int, x: Sequence[Value]) -> Any:
        assert self.hooks.bound is not None
        found = self.hooks.bound(k, x)
        self.marks.append((k + 1, self.run.place(k), CUT, (), (), found))
        return found

    def _value(self, x: Sequence[Value]) -> Any:
        assert self.hooks.value is not None
        found = self.hooks.value(x)
        place = self.run.place(len(x) - 1) if x else 0
        self.marks.append((len(x), place, CUT, (), (), found))
        return found

    def answered(self) -> None:
        """Mark the node that the search has just given as an answer."""
        depth = self.hooks.depth
        place = self.run.place(depth - 1) if depth else 0
        value = self._undecided(depth, place)
        self.marks.append((depth, place, ANSWER, (), (), value))

    def trace(self, goal: Goal, order: str) -> Trace:
        """Return the record of a run that has ended."""
        hooks, outcome = self.hooks, self.run.outcome
        label, marks = hooks.label, [Mark(*mark) for mark in self.marks]
        found = Trace(
            problem=hooks.name,
            depth=hooks.depth,
            goal=goal,
            sense=hooks.sense,
            order=order,
            tree=hooks.tree or _tree_of(hooks.values),
            outcome=outcome,
            domains=[
                tuple(map(label, values) if label else values) for values in self._domains(marks)
            ],
            find_lists=lambda: unrolled(marks, is_complete=outcome == "complete"),
            label=label,
            find_cause=hooks.cause,
        )
        _must_fit(found, marks)
        return found

    def _domains(self, marks: Iterable[Mark]) -> list[Sequence[Value]]:
        """Return the domain of each level, as Trace.domains describes them."""
        if self.hooks.values is not None:
            return [self.hooks.values]
        firsts: dict[int, Sequence[Value]] = {}
        for mark in marks:
            if mark.fate == LIVE:
                firsts.setdefault(mark.level, mark.own)
        is_deepest = len(firsts) == self.hooks.depth
        return [*firsts.values()] if is_deepest else [*firsts.values(), ()]


def _must_fit(trace: Trace, marks: Iterable[Mark]) -> None:
    """Refuse nodes with more or fewer children than the kind of tree says."""
    nodes = [mark for mark in marks if mark.fate == LIVE]
    for mark in nodes if trace.tree else ():
        needed = children_of_kind(trace.tree, len(nodes[0].values), mark.level)
        if len(mark.values) != needed:
            node, width = next(trace.misfits())
            raise InputError(
                "error.trace.tree", problem=trace.problem, tree=trace.tree,
                x=vector_text(trace.vector(node)), width=width, needed=needed,
            )  # fmt: skip


def _tree_of(values: Sequence[Any] | None) -> Tree | None:
    """Return the tree that domains make which are the same for all components."""
    if values is None:
        return None
    return "subset" if len(values) == 2 else "n-ary"
