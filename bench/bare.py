"""What do statistics, limits and checkpoints cost? The engine's loop without them.

The loop of src/huisu/backtrack/search.py, statement by statement, with what only
counts, or says where the walk is, left out, and the two tests whether there is a
value or a bound, which a search for all solutions asks in vain; keep it so. Read
engine.py next, which times it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from huisu.backtrack import Source
from huisu.backtrack.problem import hooks_of, materialised

__all__ = ["bare"]

Value = TypeVar("Value")


def bare(problem: Source[Value]) -> Iterator[tuple[Value, ...]]:
    """Yield the solutions of a problem that is 1 or more deep."""
    hooks = hooks_of(problem)
    values, domain, feasible = hooks.values, hooks.domain, hooks.feasible
    push, pop, last, k = hooks.push, hooks.pop, hooks.depth - 1, 0
    x: list[Any] = [None]
    children = iter(domain(0, ()))
    stack: list[Any] = [children] * hooks.depth
    while True:
        for x[k] in children:  # the E-node's next child is generated
            if feasible(k, x):
                break
        else:  # the E-node is dead: backtrack
            if not k:
                return
            x.pop()
            k -= 1
            if pop is not None:
                pop(k, x)
            children = stack[k]
            continue
        if k == last:
            yield tuple(x)
            continue
        if push is not None:
            push(k, x)
        k += 1  # the child is live: it becomes the E-node
        if values is None:
            own = domain(k, x)
            if type(own) is not range and type(own) is not tuple:
                own = materialised(k, own)
            children = stack[k] = iter(own)
        else:
            children = stack[k] = iter(values)
        x.append(None)
