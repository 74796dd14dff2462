"""How is a search recorded?

The problem's functions are wrapped so that each call leaves a mark, and then an
ordinary run is made; so every driver and order is recorded alike. Read
replay.py next, which walks through the record.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from huisu.backtrack import Arrangement, Cause, Driver, Goal, Order, Problem, Run, Source, Tree
from huisu.backtrack.problem import Hooks, hooks_of, materialised
from huisu.backtrack.run import solutions as run_of
from huisu.trace.data import ANSWER, CUT, KILLED, LIVE, Trace

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
) -> Trace:
    """Return the record of a search: which nodes were generated, and what became of each.

    The search is that of `huisu.backtrack.solutions` with the same arguments; at
    a limit it ends, as the record's `outcome` says. Recording costs at most as
    much time again as the search.

    >>> from huisu.backtrack import Problem
    >>> recorded = trace(Problem(2, (1, 2), lambda k, x: sum(x) < 4))
    >>> [recorded.vector(node) for node in recorded.answers], recorded.fate.decode()
    ([(1, 1), (1, 2), (2, 1)], 'LLAALAK')
    """
    hooks = hooks_of(problem)
    recorder = _Recorder(hooks)
    run = run_of(
        recorder.problem, goal=goal, order=order, seed=seed,
        nodes=nodes, seconds=seconds, solutions=solutions, driver=driver,
    )  # fmt: skip
    for _ in run:
        recorder.fate[-1] = ANSWER
    return recorder.trace(run, goal)


class _Recorder(Generic[Value]):
    """Fills the lists of a trace while a problem is searched."""

    def __init__(self, hooks: Hooks[Value]) -> None:
        self.hooks = hooks
        self.level, self.fate = array("l", [0]), bytearray([LIVE])
        self.value: list[Any] = [None]
        self.domain: dict[int, Sequence[Value]] = {}  # of each E-node
        self.amount: dict[int, Any] = {}

    def problem(self) -> Problem[Value]:
        """Return the problem, its functions wrapped so that each call leaves a mark."""
        hooks = self.hooks
        return Problem(
            depth=hooks.depth,
            domain=self._domain,
            feasible=self._feasible(),
            bound=self._bound if hooks.bound else None,
            value=self._value if hooks.value else None,
            sense=hooks.sense,
            push=hooks.push,
            pop=hooks.pop,
            name=hooks.name,
        )

    def _domain(self, k: int, x: Sequence[Value]) -> Sequence[Value]:
        """Asked for the children of the node that was generated last: it is the E-node."""
        values = materialised(k, self.hooks.domain(k, x))
        node = len(self.fate) - 1
        self.fate[node] = LIVE
        self.domain[node] = values
        return values

    def _feasible(self) -> Callable[[int, Sequence[Value]], bool]:
        """Return the constraint function; asked of a node that has just been generated."""
        feasible = self.hooks.feasible
        add_level, add_value, add_fate = self.level.append, self.value.append, self.fate.append

        def marking(k: int, x: Sequence[Any]) -> bool:
            add_level(k + 1)
            add_value(x[k])
            lives = feasible(k, x)
            add_fate(CUT if lives else KILLED)  # unless it turns out to be live or an answer
            return lives

        return marking

    def _bound(self, k: int, x: Sequence[Value]) -> Any:
        assert self.hooks.bound is not None
        self.amount[len(self.fate) - 1] = found = self.hooks.bound(k, x)
        return found

    def _value(self, x: Sequence[Value]) -> Any:
        assert self.hooks.value is not None
        self.amount[len(self.fate) - 1] = found = self.hooks.value(x)
        return found

    def trace(self, run: Run[Value], goal: Goal) -> Trace:
        """Return the record of a run that has ended."""
        hooks = self.hooks
        label: Callable[[Any], object] = hooks.label or _itself
        firsts: dict[int, tuple[Any, ...]] = {}
        for node, values in self.domain.items():
            firsts.setdefault(self.level[node], tuple(map(label, values)))
        return Trace(
            problem=hooks.name,
            depth=hooks.depth,
            goal=goal,
            sense=hooks.sense,
            order=run.order,
            tree=hooks.tree or _tree_of(hooks.values),
            outcome=run.outcome,
            level=self.level,
            value=[None, *map(label, self.value[1:])],
            fate=bytes(self.fate),
            width={node: len(values) for node, values in self.domain.items()},
            amount=self.amount,
            domains=[firsts[level] for level in range(len(firsts))],
            find_places=lambda: self._places(run.order == "lexicographic"),
            find_cause=self._cause if hooks.cause else None,
        )

    def _cause(self, path: list[int]) -> Cause | str:
        assert self.hooks.cause is not None
        x = [self.value[node] for node in path[1:]]
        return self.hooks.cause(len(x) - 1, x)

    def _places(self, is_in_order: bool) -> array[int]:
        """Return the place of each node among its siblings in the problem's own order."""
        places = array("l", [0])
        parent = [0] * (self.hooks.depth + 1)
        tried = [0] * len(self.fate)
        for node in range(1, len(self.fate)):
            level = self.level[node]
            above = parent[level - 1]
            parent[level] = node
            own = tried[above] if is_in_order else self.domain[above].index(self.value[node])
            places.append(own)
            tried[above] += 1
        return places


def _itself(value: object) -> object:
    return value


def _tree_of(values: Sequence[Any] | None) -> Tree | None:
    """Return the tree that domains make which are the same for all components."""
    if values is None:
        return None
    return "subset" if len(values) == 2 else "n-ary"
