"""How does backtracking walk a state-space tree? The textbook's two programs.

Both drivers go through the same tree depth first, call the same functions of
the problem in the same order, and keep their place in the same Search; so
either can be stopped, asked how far it is, and resumed. Read run.py next, which
gives a search to its user.

    k          the level of the E-node: its path has k components
    x          the path, and behind it the component that is being tried
    stack[k]   the children of the E-node that are still to be generated
    width[k]   how many children it has
    expanded   E-nodes so far, by level
    offspring  how many children they have, where the domain depends on the path
    cut        nodes killed by the bounding function so far, by level

A place in the walk must be exact whenever Ctrl-C strikes. It is read from the
stack, which changes in single steps; x[k] is DONE while no child is being tried.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from itertools import islice
from operator import length_hint
from typing import Any, Generic, TypeVar

from huisu.backtrack.problem import Hooks, materialised
from huisu.errors import InputError

__all__ = ["Search", "Stopped", "iterative", "recursive"]

Value = TypeVar("Value")


class _Done:
    """The sign that the last child has been dealt with, or that none has been tried."""

    def __repr__(self) -> str:
        return "DONE"


DONE: Any = _Done()


class Stopped(Exception):  # noqa: N818 - a stop rather than a fault
    """A limit was reached; the argument is its name."""


def _no_limit() -> int:
    return sys.maxsize


class Search(Generic[Value]):
    """Where a walk is, and what it has met so far.

    `ticks` is asked now and then, after as many E-nodes as it returned the last
    time; it raises Stopped to end the walk.
    """

    def __init__(self, hooks: Hooks[Value], ticks: Callable[[], int] = _no_limit) -> None:
        """Stand before the root."""
        depth = hooks.depth
        self.hooks, self.ticks = hooks, ticks
        self.x: list[Value] = []
        self.stack: list[Any] = []
        self.width = [0 if hooks.values is None else len(hooks.values)] * depth
        self.expanded, self.offspring, self.cut = [0] * depth, [0] * depth, [0] * (depth + 1)
        self.answers = 0
        self.best: tuple[Value, ...] | None = None
        self.best_places: list[int] = []
        self.best_value: Any = None
        self.finished = False

    def expand(self, k: int) -> None:
        """Make the path of k components the E-node."""
        hooks = self.hooks
        values = hooks.values
        if values is None:
            values = materialised(k, hooks.domain(k, self.x))
            self.width[k] = len(values)
            self.offspring[k] += len(values)
        self.x.append(DONE)
        self.expanded[k] += 1
        self.stack.append(iter(values))

    def leave(self, k: int) -> None:
        """Return from the dead E-node on level k to its parent."""
        del self.x[k]
        if k and self.hooks.pop is not None:
            self.hooks.pop(k - 1, self.x)
        del self.stack[k]
        if k:
            self.x[k - 1] = DONE

    def answer(self, k: int) -> tuple[Value, ...]:
        """Return the solution that the path has become with its last component."""
        found = tuple(self.x)
        self.x[k] = DONE
        self.answers += 1
        return found

    def improves(self, k: int) -> bool:
        """Return whether the vector x is better than the best so far, and keep it if so."""
        hooks, x = self.hooks, self.x
        if hooks.value is None:
            return True
        if hooks.push is not None:
            hooks.push(k, x)
        value = hooks.value(x)
        if hooks.pop is not None:
            hooks.pop(k, x)
        if self.best is None or hooks.better(value, self.best_value):
            self.best_value, self.best, self.best_places = value, tuple(x), self.position()
            return True
        return self._cut(k)

    def can_improve(self, k: int) -> bool:
        """Return whether the bounding function lets the path x live; take x[k] back if not."""
        hooks = self.hooks
        if hooks.bound is None or self.best is None:
            return True
        if hooks.better(hooks.bound(k, self.x), self.best_value):
            return True
        if hooks.pop is not None:
            hooks.pop(k, self.x)
        return self._cut(k)

    def _cut(self, k: int) -> bool:
        self.cut[k + 1] += 1
        self.x[k] = DONE
        return False

    def root_alone(self) -> list[tuple[Value, ...]]:
        """Return the only solution of a problem without components."""
        if self.hooks.value is not None:
            self.best, self.best_value = (), self.hooks.value(())
        self.answers = 1
        return [()]

    def position(self) -> list[int]:
        """Return, for each E-node on the path, which child the walk is in; last, the next one."""
        if self.finished:
            return []
        place = [self.width[k] - length_hint(left) - 1 for k, left in enumerate(self.stack)]
        top = len(place) - 1
        if place and (top >= len(self.x) or self.x[top] is DONE):
            place[top] += 1  # else this child was being tried, and is tried again
        return place

    def go_to(self, position: list[int]) -> bool:
        """Stand where `position` was returned; False if this problem has no such place."""
        for k, place in enumerate(position):
            if k + 1 < len(position):
                if not self._take(k, place):
                    return False
                continue
            self.expand(k)
            if not 0 <= place <= self.width[k]:
                return False
            next(islice(self.stack[k], place, place), None)
        return True

    def take_as_best(self, places: list[int]) -> bool:
        """Keep a vector, given by the number of each child, as the best; before any walk."""
        if not all(self._take(k, place) for k, place in enumerate(places)):
            return False
        hooks, x = self.hooks, self.x
        self.best, self.best_places = tuple(x), places
        self.best_value = hooks.value(x) if hooks.value is not None else None
        while x:
            if hooks.pop is not None:
                hooks.pop(len(x) - 1, x)
            del x[-1]
        self.stack.clear()
        return True

    def _take(self, k: int, place: int) -> bool:
        """Go down to child number `place`, as the walk did; False if it cannot have."""
        self.expand(k)
        if not 0 <= place < self.width[k]:
            return False
        self.x[k] = next(islice(self.stack[k], place, None))
        if not self.hooks.feasible(k, self.x):
            return False
        if self.hooks.push is not None:
            self.hooks.push(k, self.x)
        return True


def iterative(  # noqa: PLR0912 - one loop, for a call a node would cost a tenth
    search: Search[Value],
) -> Generator[tuple[Value, ...], None, None]:
    """Yield the solutions from where a search stands, by a loop that moves k down and up."""
    hooks, x, stack, width = search.hooks, search.x, search.stack, search.width
    values, domain, feasible = hooks.values, hooks.domain, hooks.feasible
    push, pop, bound, value = hooks.push, hooks.pop, hooks.bound, hooks.value
    expanded, offspring = search.expanded, search.offspring
    last, ticks = hooks.depth - 1, 1
    if not stack:
        search.expand(0)
    k = len(stack) - 1
    children = stack[k]
    while True:
        ticks -= 1
        if not ticks:
            ticks = search.ticks()
        while True:
            for x[k] in children:  # the E-node's next child is generated
                if feasible(k, x):
                    break
            else:  # the E-node is dead: backtrack
                if not k:
                    return
                del x[k]
                if pop is not None:
                    pop(k - 1, x)
                del stack[k]
                k -= 1
                x[k] = DONE
                children = stack[k]
                continue
            if k == last:
                if value is None or search.improves(k):
                    yield search.answer(k)
                continue
            if push is not None:
                push(k, x)
            if bound is None or search.can_improve(k):
                break  # the child is live: it becomes the E-node
        k += 1
        if values is None:
            own = domain(k, x)
            if type(own) is not range and type(own) is not tuple:
                own = materialised(k, own)
            width[k] = len(own)
            offspring[k] += len(own)
            children = iter(own)
        else:
            children = iter(values)
        x.append(DONE)
        expanded[k] += 1
        stack.append(children)


def recursive(search: Search[Value]) -> Generator[tuple[Value, ...], None, None]:
    """Yield the solutions from where a search stands, by recursion on the level of the E-node.

    Raises InputError when the tree is deeper than Python's recursion limit allows.
    """
    hooks, x, stack = search.hooks, search.x, search.stack
    feasible, push = hooks.feasible, hooks.push
    last, resumed = hooks.depth - 1, len(stack)
    if not stack:
        search.expand(0)
    if hooks.depth > (most := _frames_left()):
        raise InputError("error.recursive", depth=hooks.depth, most=most)
    countdown = _Countdown(search.ticks)

    def backtrack(k: int, *, is_new: bool = True) -> Generator[tuple[Value, ...], None, None]:
        if is_new:
            search.expand(k)
        elif k + 1 < resumed:
            yield from backtrack(k + 1, is_new=False)
        countdown()
        children = stack[k]
        for x[k] in children:  # the E-node's next child is generated
            if not feasible(k, x):
                continue
            if k == last:
                if search.improves(k):
                    yield search.answer(k)
                continue
            if push is not None:
                push(k, x)
            if search.can_improve(k):
                yield from backtrack(k + 1)
        search.leave(k)  # the E-node is dead: backtrack

    yield from backtrack(0, is_new=False)


def _frames_left() -> int:
    """Return how deep a recursion may go from here, some room for the problem's functions kept."""
    used, frame = 0, sys._getframe()
    while frame.f_back is not None:
        used, frame = used + 1, frame.f_back
    return sys.getrecursionlimit() - used - 50


class _Countdown:
    """Asks for ticks, and asks again when they are used up."""

    def __init__(self, ticks: Callable[[], int]) -> None:
        self._ticks, self._left = ticks, 1

    def __call__(self) -> None:
        self._left -= 1
        if not self._left:
            self._left = self._ticks()
