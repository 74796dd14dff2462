"""How does backtracking walk a state-space tree? The textbook's two programs.

Both drivers go through the same tree depth first, call the same functions of
the problem in the same order, and keep their place in the same Search; so
either can be stopped, asked how far it is, and resumed. Read run.py next, which
gives a search to its user.

    k          the level of the E-node: its path has k components
    x          the path, and behind it x[k], the component that is being tried
    stack[k]   the children of the E-node on level k that are still to be generated
    width[k]   how many children it has
    expanded   E-nodes so far, by level
    offspring  how many children they have, where the domain depends on the path
    cut        nodes killed by the bounding function so far, by level

A place in the walk must be exact whenever Ctrl-C strikes: a child that was being
tried is tried again, so it must not have counted yet, and one that was dealt
with must never come again. Python listens for Ctrl-C at calls and jumps. So
where a child becomes the E-node, or an answer, a few plain statements stand in a
row, with no call or jump between the first and the last; leaving an E-node takes
calls, and `is_leaving` says so meanwhile.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from itertools import islice, repeat
from operator import length_hint
from typing import Any, Generic, NamedTuple, TypeVar

from huisu.backtrack.problem import Hooks, materialised
from huisu.errors import InputError

__all__ = ["Incumbent", "Search", "Stopped", "iterative", "recursive", "root_alone"]

Value = TypeVar("Value")


class _Done:
    """The sign that the last child has been dealt with, or that none has been tried."""

    def __repr__(self) -> str:
        return "DONE"


DONE: Any = _Done()


class Stopped(Exception):  # noqa: N818 - a stop rather than a fault
    """A limit was reached; the argument is its name."""


class Incumbent(NamedTuple):
    """The best solution so far, its value, and the number of each child on its path."""

    value: Any
    solution: tuple[Any, ...]
    places: list[int]


class Search(Generic[Value]):
    """Where a walk is, and what it has met so far.

    `ticks` is asked now and then, after as many steps as it returned the last
    time; it raises Stopped to end the walk. A step goes on through the children
    of the E-node as far as to the next one that is feasible, or back to its parent.
    """

    def __init__(self, hooks: Hooks[Value], ticks: Callable[[Search[Any]], int]) -> None:
        """Stand before the root."""
        depth = hooks.depth
        self.hooks, self.ticks, self._ticks_left = hooks, ticks, 1
        self.x: list[Value] = []
        self.stack: list[Any] = [None] * depth
        self.width = [0 if hooks.values is None else len(hooks.values)] * depth
        self.expanded, self.offspring, self.cut = [0] * depth, [0] * depth, [0] * (depth + 1)
        self.answers = 0
        self.best: Incumbent | None = None
        self.candidate: Incumbent | None = None  # becomes the best when it is given as an answer
        self.is_leaving = False  # an E-node: the last component of x has been dealt with
        self.finished = False

    def tick(self) -> None:
        """Count a step, and ask `ticks` before it when it is time."""
        self._ticks_left -= 1
        if not self._ticks_left:
            self._ticks_left = self.ticks(self)

    def expand(self, k: int) -> None:
        """Make the path of k components the E-node."""
        hooks = self.hooks
        if hooks.values is None:
            values = materialised(k, hooks.domain(k, self.x))
            self.stack[k], self.width[k] = iter(values), len(values)
            self.offspring[k] += self.width[k]
        else:
            self.stack[k] = iter(hooks.values)
        self.expanded[k] += 1
        self.x.append(DONE)

    def leave(self, k: int) -> None:
        """Return from the dead E-node on level k to its parent."""
        x, pop = self.x, self.hooks.pop
        self.is_leaving = True
        x.pop()
        if pop is not None:
            pop(k - 1, x)
        x[k - 1] = DONE
        self.is_leaving = False

    def improves(self, k: int) -> bool:
        """Return whether the vector x is better than the best so far: then it is the candidate."""
        hooks, x = self.hooks, self.x
        if hooks.value is None:
            return True
        if hooks.push is not None:
            hooks.push(k, x)
        value = hooks.value(x)
        if hooks.pop is not None:
            hooks.pop(k, x)
        if self.best is None or hooks.better(value, self.best.value):
            self.candidate = Incumbent(value, tuple(x), self.position())
            return True
        return self._cut(k)

    def can_improve(self, k: int) -> bool:
        """Return whether the bounding function lets the path x live; take x[k] back if not."""
        hooks = self.hooks
        if hooks.bound is None or self.best is None:
            return True
        if hooks.better(hooks.bound(k, self.x), self.best.value):
            return True
        if hooks.pop is not None:
            hooks.pop(k, self.x)
        return self._cut(k)

    def _cut(self, k: int) -> bool:
        self.cut[k + 1] += 1
        self.x[k] = DONE
        return False

    def place(self, k: int) -> int:
        """Return which child of the E-node on level k was generated last, from 0."""
        return self.width[k] - length_hint(self.stack[k]) - 1

    def position(self) -> list[int]:
        """Return, for each E-node on the path, which child the walk is in; last, the next one."""
        if self.finished:
            return []
        places = [self.place(k) for k in range(self.hooks.depth)[: len(self.x)]]
        if places and (self.is_leaving or self.x[-1] is DONE):
            places[-1] += 1  # else this child was being tried, and is tried again
        return places

    def go_to(self, position: list[int]) -> bool:
        """Stand where `position` was returned; False if this problem has no such place."""
        if not position:
            return True
        *above, place = position
        if not self._descend(above):
            return False
        k = len(above)
        self.expand(k)
        if not place <= self.width[k]:
            return False
        next(islice(self.stack[k], place, place), None)
        return True

    def take_as_best(self, places: list[int]) -> bool:
        """Keep a vector, given by the number of each child, as the best; before any walk."""
        if not self._descend(places):
            return False
        hooks, x = self.hooks, self.x
        value = hooks.value(x) if hooks.value is not None else None
        self.best = self.candidate = Incumbent(value, tuple(x), places)
        while x:
            if hooks.pop is not None:
                hooks.pop(len(x) - 1, x)
            del x[-1]
        return True

    def _descend(self, places: list[int]) -> bool:
        """Go down from the root by the number of each child; False if the walk could not."""
        hooks, x = self.hooks, self.x
        for k, place in enumerate(places):
            self.expand(k)
            if not place < self.width[k]:
                return False
            x[k] = next(islice(self.stack[k], place, None))
            if not hooks.feasible(k, x):
                return False
            if hooks.push is not None:
                hooks.push(k, x)
        return True


Walk = Generator[tuple[Value, ...], None, None]


def root_alone(search: Search[Value]) -> Walk[Value]:
    """Yield the only solution of a problem without components."""
    if not search.answers:
        value = search.hooks.value
        search.candidate = None if value is None else Incumbent(value(()), (), [])
        search.best = search.candidate
        search.answers = 1
        yield ()


def iterative(  # noqa: PLR0912 - one loop, for a call a node would cost a tenth
    search: Search[Value],
) -> Walk[Value]:
    """Yield the solutions from where a search stands, by a loop that moves k down and up."""
    hooks, x, stack, width = search.hooks, search.x, search.stack, search.width
    values, domain, feasible = hooks.values, hooks.domain, hooks.feasible
    push, pop, bound, value = hooks.push, hooks.pop, hooks.bound, hooks.value
    expanded, offspring = search.expanded, search.offspring
    last = hooks.depth - 1
    if not x:
        search.expand(0)
    k = len(x) - 1
    children = stack[k]
    while True:
        for _ in repeat(None, search.ticks(search)):  # so many steps, then it is asked again
            for x[k] in children:  # the E-node's next child is generated
                if feasible(k, x):
                    break
            else:  # the E-node is dead: backtrack
                if not k:
                    return
                search.is_leaving = True
                x.pop()
                k -= 1
                if pop is not None:
                    pop(k, x)
                x[k] = DONE
                search.is_leaving = False
                children = stack[k]
                continue
            if k == last:
                if value is None or search.improves(k):  # an answer node
                    found = tuple(x)
                    search.best = search.candidate
                    search.answers += 1
                    x[k] = DONE
                    yield found
                continue
            if push is not None:
                push(k, x)
            if bound is not None and not search.can_improve(k):
                continue
            k += 1  # the child is live: it becomes the E-node
            if values is None:
                own = domain(k, x)
                if type(own) is not range and type(own) is not tuple:
                    own = materialised(k, own)
                children = stack[k] = iter(own)
                width[k] = size = len(own)
                offspring[k] += size
            else:
                children = stack[k] = iter(values)
            expanded[k] += 1
            x.append(DONE)


def recursive(search: Search[Value]) -> Walk[Value]:
    """Yield the solutions from where a search stands, by recursion on the level of the E-node.

    Raises InputError when the tree is deeper than Python's recursion limit allows.
    """
    hooks, x, stack = search.hooks, search.x, search.stack
    feasible, push, last = hooks.feasible, hooks.push, hooks.depth - 1
    if hooks.depth > (most := _frames_left()):
        raise InputError("error.recursive", depth=hooks.depth, most=most)

    def backtrack(k: int) -> Walk[Value]:
        if k == len(x):
            search.expand(k)
        if k + 1 < len(x):  # resumed: the walk stands deeper
            yield from backtrack(k + 1)
        search.tick()
        children = stack[k]
        for x[k] in children:  # the E-node's next child is generated
            if not feasible(k, x):
                continue
            if k == last:
                if search.improves(k):  # an answer node
                    found = tuple(x)
                    search.best = search.candidate
                    search.answers += 1
                    x[k] = DONE  # noqa: PLW2901 - it is no value any more
                    yield found
            else:
                if push is not None:
                    push(k, x)
                if search.can_improve(k):
                    yield from backtrack(k + 1)  # the child is live: it becomes the E-node
            search.tick()
        if k:
            search.leave(k)  # the E-node is dead: backtrack

    yield from backtrack(0)


def _frames_left() -> int:
    """Return how deep a recursion may go from here, some room for the problem's functions kept."""
    used, frame = 0, sys._getframe()
    while frame.f_back is not None:
        used, frame = used + 1, frame.f_back
    return sys.getrecursionlimit() - used - 50
