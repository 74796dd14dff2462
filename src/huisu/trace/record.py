"""How is a search recorded?

The problem's functions are wrapped so that each call leaves a mark, and then an
ordinary run is made; so every driver and order is recorded alike. Read
replay.py next, which walks through the record.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar, get_args

from huisu.backtrack import Arrangement, Cause, Driver, Goal, Order, Problem, Run, Source, Tree
from huisu.backtrack.order import arranged, name_of
from huisu.backtrack.problem import Hooks, hooks_of, materialised
from huisu.backtrack.run import solutions as run_of
from huisu.errors import InputError
from huisu.progress import OnProgress
from huisu.trace.data import ANSWER, CUT, KILLED, LIVE, Trace, vector_text

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
    a limit the record ends with the last node that was generated, and `outcome`
    names the limit. Recording costs at most as much time again as the search.
    Raises InputError like `solutions`, and for a problem whose nodes have not
    the children that its `tree` says.

    >>> from huisu.backtrack import Problem
    >>> recorded = trace(Problem(2, (1, 2), lambda k, x: sum(x) < 4))
    >>> [recorded.vector(node) for node in recorded.answers], recorded.fate.decode()
    ([(1, 1), (1, 2), (2, 1)], 'LLAALAK')
    """
    hooks = hooks_of(problem)
    if hooks.tree not in (None, *get_args(Tree)):
        trees = ", ".join(get_args(Tree))
        raise InputError("error.problem.tree", tree=hooks.tree, trees=trees)
    recorder = _Recorder(hooks, order, seed)
    run = run_of(
        recorder.problem, goal=goal, nodes=nodes, seconds=seconds, solutions=solutions,
        driver=driver, on_progress=on_progress,
    )  # fmt: skip
    for _ in run:
        recorder.fate[-1] = ANSWER
    return recorder.trace(run, goal, name_of(order, seed))


class _Asked(NamedTuple, Generic[Value]):
    """An E-node: its level, and its children in the order of the search and in the problem's."""

    level: int
    values: Sequence[Value]
    own: Sequence[Value]


class _Recorder(Generic[Value]):
    """Keeps a letter for each node and the children of each E-node while a problem is searched.

    That costs little, and is enough: the next node that is generated is always
    the next child of the deepest E-node that has one left (`_unroll`).
    """

    def __init__(self, hooks: Hooks[Value], order: Order | Arrangement, seed: int) -> None:
        self.hooks = hooks
        self.ordered = arranged(replace(hooks, domain=self._own_domain), order, seed)
        self.fate = bytearray([LIVE])
        self.asked: dict[int, _Asked[Value]] = {}  # by node
        self.amount: dict[int, Any] = {}
        self._own: Sequence[Value] = hooks.values or ()

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

    def _own_domain(self, k: int, x: Sequence[Value]) -> Sequence[Value]:
        """Ask the problem, and keep what it says from being lost to the order."""
        self._own = materialised(k, self.hooks.domain(k, x))
        return self._own

    def _domain(self, k: int, x: Sequence[Value]) -> Sequence[Value]:
        """Asked for the children of the node that was generated last: it is the E-node."""
        values = self.ordered.values
        if values is None:
            values = materialised(k, self.ordered.domain(k, x))
        node = len(self.fate) - 1
        self.fate[node] = LIVE
        self.asked[node] = _Asked(k, values, self._own)
        return values

    def _feasible(self) -> Callable[[int, Sequence[Value]], bool]:
        """Return the constraint function; asked of a node that has just been generated."""
        feasible, add = self.hooks.feasible, self.fate.append

        def marking(k: int, x: Sequence[Any]) -> bool:
            if feasible(k, x):
                add(CUT)  # unless it turns out to be live or an answer
                return True
            add(KILLED)
            return False

        return marking

    def _bound(self, k: int, x: Sequence[Value]) -> Any:
        assert self.hooks.bound is not None
        self.amount[len(self.fate) - 1] = found = self.hooks.bound(k, x)
        return found

    def _value(self, x: Sequence[Value]) -> Any:
        assert self.hooks.value is not None
        self.amount[len(self.fate) - 1] = found = self.hooks.value(x)
        return found

    def trace(self, run: Run[Value], goal: Goal, order: str) -> Trace:
        """Return the record of a run that has ended."""
        hooks = self.hooks
        label = hooks.label
        found = Trace(
            problem=hooks.name,
            depth=hooks.depth,
            goal=goal,
            sense=hooks.sense,
            order=order,
            tree=hooks.tree or _tree_of(hooks.values),
            outcome=run.outcome,
            fate=bytes(self.fate),
            width={node: len(asked.values) for node, asked in self.asked.items()},
            amount=self.amount,
            domains=[tuple(map(label, values) if label else values) for values in self._domains()],
            find_columns=self._columns,
            find_cause=self._cause if hooks.cause else None,
        )
        self._must_fit(found)
        return found

    def _domains(self) -> list[Sequence[Value]]:
        """Return the domain of each level, as Trace.domains describes them."""
        if self.hooks.values is not None:
            return [self.hooks.values]
        firsts: dict[int, Sequence[Value]] = {}
        for asked in self.asked.values():
            firsts.setdefault(asked.level, asked.own)
        is_deepest = len(firsts) == self.hooks.depth
        return [*firsts.values()] if is_deepest else [*firsts.values(), ()]

    def _must_fit(self, trace: Trace) -> None:
        """Refuse nodes with more or fewer children than the kind of tree says."""
        if trace.tree is None:
            return
        for node, asked in self.asked.items():
            if len(asked.values) != (needed := trace.children_of_kind(asked.level)):
                raise InputError(
                    "error.trace.tree", problem=trace.problem, tree=trace.tree,
                    x=vector_text(trace.vector(node)), width=len(asked.values), needed=needed,
                )  # fmt: skip

    @cached_property
    def _unrolled(self) -> tuple[array[int], list[Any], array[int]]:
        """The level of each node, its newest component, and its place among its siblings."""
        levels, values, places = array("l", [0]), [None], array("l", [0])
        path: list[_Children] = []
        for node in range(len(self.fate)):
            if node:
                while not path[-1].left:
                    path.pop()
                value, place = path[-1].next()
                levels.append(path[-1].level + 1)
                values.append(value)
                places.append(place)
            if (asked := self.asked.get(node)) is not None:
                path.append(_Children(asked))
        return levels, values, places

    def _columns(self) -> tuple[array[int], list[Any], array[int]]:
        levels, values, places = self._unrolled
        label = self.hooks.label
        return levels, values if label is None else [None, *map(label, values[1:])], places

    def _cause(self, path: list[int]) -> Cause | str:
        assert self.hooks.cause is not None
        x = [self._unrolled[1][node] for node in path[1:]]
        return self.hooks.cause(len(x) - 1, x)


class _Children:
    """The children of one E-node that have not been generated yet."""

    def __init__(self, asked: _Asked[Any]) -> None:
        self.level, self.left = asked.level, len(asked.values)
        self._values = asked.values
        self._places = None if asked.values is asked.own else _Places(asked.own)

    def next(self) -> tuple[Any, int]:
        """Return the next child, and its place in the problem's own order."""
        place = len(self._values) - self.left
        self.left -= 1
        value = self._values[place]
        return value, place if self._places is None else self._places.take(value)


class _Places:
    """The places of the values of one domain that have not been taken yet."""

    def __init__(self, values: Sequence[Any]) -> None:
        self._ids, self._values = list(map(id, values)), list(values)

    def take(self, value: Any) -> int:
        """Return the place of a value: of the object itself, or else of one that equals it.

        Of several that are the same, each is found once, in their order.
        """
        place = self._place(value)
        self._ids[place], self._values[place] = 0, _TAKEN
        return place

    def _place(self, value: Any) -> int:
        if id(value) in self._ids:
            return self._ids.index(id(value))
        return self._values.index(value)


_TAKEN: Any = object()


def _tree_of(values: Sequence[Any] | None) -> Tree | None:
    """Return the tree that domains make which are the same for all components."""
    if values is None:
        return None
    return "subset" if len(values) == 2 else "n-ary"
