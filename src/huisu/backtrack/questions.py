"""What does a problem answer: how many, which first, any one, the k-th, the best?

Each answer is made from a run; one that was stopped raises Interrupted and never
looks complete. Read ../trace/record.py next, which records a run.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from random import Random
from typing import Any, TypeVar

from huisu.backtrack.order import Arrangement, Order
from huisu.backtrack.problem import Hooks, Source, hooks_of, materialised
from huisu.backtrack.run import Best, Noted, Run, solutions
from huisu.backtrack.search import DONE
from huisu.errors import Index, InputError, InterruptedByUser, NoSolution
from huisu.estimate import Estimate, estimate_walks
from huisu.progress import OnProgress

__all__ = ["any_solution", "best", "count", "estimate", "first", "is_unique", "kth"]

Value = TypeVar("Value")


def count(
    problem: Source[Value],
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    resume: str | None = None,
    on_progress: OnProgress | None = None,
) -> int:
    """Return the number of solutions.

    Raises Interrupted at a limit and InterruptedByUser on Ctrl-C; both have
    `partial`, the number so far, and `checkpoint`, from which to resume.

    >>> from huisu.backtrack import Problem
    >>> count(Problem(4, range(4), lambda k, x: x[k] not in x[:k]))
    24
    """
    run = solutions(problem, nodes=nodes, seconds=seconds, resume=resume, on_progress=on_progress)
    with _heard(run):
        for _ in run:
            pass
        _must_be_complete(run, problem)
        return run.stats.answers


def best(
    problem: Source[Value],
    *,
    order: Order | Arrangement = "lexicographic",
    seed: int = 0,
    nodes: int | None = None,
    seconds: float | None = None,
    resume: str | None = None,
    on_progress: OnProgress | None = None,
) -> Best[Value]:
    """Return a best solution and its value: the first of the best ones in the order.

    Raises NoSolution when no vector is feasible, and Interrupted like `count`,
    with the best so far, or None, as `partial`.

    >>> from huisu.backtrack import Problem
    >>> fits = lambda k, x: sum(x) < 3
    >>> best(Problem(3, (0, 1), fits, value=lambda x: 4 * x[0] + 2 * x[1] + x[2]))
    Best(value=6, solution=(1, 1, 0))
    """
    run = solutions(
        problem, goal="best", order=order, seed=seed,
        nodes=nodes, seconds=seconds, resume=resume, on_progress=on_progress,
    )  # fmt: skip
    with _heard(run):
        for _ in run:
            pass
        _must_be_complete(run, problem)
        if run.best is None:
            raise NoSolution("none.problem")
        return run.best


def first(
    problem: Source[Value], *, nodes: int | None = None, seconds: float | None = None
) -> tuple[Value, ...]:
    """Return the first solution in lexicographic order.

    Raises NoSolution when there is none, and Interrupted like `count`.

    >>> from huisu.backtrack import Problem
    >>> first(Problem(3, range(3), lambda k, x: x[k] not in x[:k]))
    (0, 1, 2)
    """
    return kth(problem, 0, nodes=nodes, seconds=seconds)


def any_solution(
    problem: Source[Value], *, seed: int = 0, nodes: int | None = None, seconds: float | None = None
) -> tuple[Value, ...]:
    """Return one solution: the first when values are tried in a random order.

    The same seed gives the same one; not all are equally likely. Raises like `first`.

    >>> from huisu.backtrack import Problem
    >>> sorted(any_solution(Problem(3, range(3), lambda k, x: x[k] not in x[:k]), seed=5))
    [0, 1, 2]
    """
    run = solutions(problem, order="random", seed=seed, nodes=nodes, seconds=seconds)
    return _taken(run, 0, problem)


def kth(
    problem: Source[Value], k: int, *, nodes: int | None = None, seconds: float | None = None
) -> tuple[Value, ...]:
    """Return solution number k, from 0, in lexicographic order, by passing over those before it.

    Raises NoSolution when there are not so many, and Interrupted like `count`.

    >>> from huisu.backtrack import Problem
    >>> kth(Problem(3, range(3), lambda k, x: x[k] not in x[:k]), 5)
    (2, 1, 0)
    """
    if not hasattr(k, "__index__"):
        raise InputError("error.k.type", k=repr(k))
    if k < 0:
        raise InputError("error.k.negative", k=Index(k), first=Index(0))
    return _taken(solutions(problem, nodes=nodes, seconds=seconds), k, problem)


def is_unique(
    problem: Source[Value], *, nodes: int | None = None, seconds: float | None = None
) -> bool:
    """Return whether there is exactly one solution; the search ends at the second.

    Raises Interrupted like `count`.

    >>> from huisu.backtrack import Problem
    >>> is_unique(Problem(2, range(2), lambda k, x: x[0] == 1 and sum(x) < 2))
    True
    """
    run = solutions(problem, nodes=nodes, seconds=seconds)
    with _heard(run):
        found = len(list(islice(run, 2)))
        if found < 2:
            _must_be_complete(run, problem)
        return found == 1


def _taken(run: Run[Value], k: int, problem: Source[Value]) -> tuple[Value, ...]:
    """Return the k-th of the solutions that a run gives."""
    with _heard(run):
        for x in islice(run, min(k, sys.maxsize), None):
            return x
        _must_be_complete(run, problem)
    if not run.stats.answers:
        raise NoSolution("none.problem")
    raise NoSolution("none.kth", k=Index(k), found=run.stats.answers)


@contextmanager
def _heard(run: Run[Any]) -> Iterator[None]:
    """Give Ctrl-C the same form wherever it strikes, inside the run or between its steps."""
    try:
        yield
    except InterruptedByUser:
        raise
    except KeyboardInterrupt:
        raise run.interrupted() from None


def _must_be_complete(run: Run[Any], problem: Source[Any]) -> None:
    """Raise Interrupted if the run was stopped."""
    if run.outcome != "complete":
        raise run.stopped()
    if run.stats.generated > 1 and not any(run.stats.profile[1:]):
        _must_answer(hooks_of(problem))


def _must_answer(hooks: Hooks[Any]) -> None:
    """Raise InputError if `feasible`, which let nothing live, has no answer: a forgotten return.

    Asked once, after the search, so that it costs nothing.
    """
    for value in materialised(0, hooks.domain(0, [])):
        if hooks.feasible(0, [value]) is None:
            raise InputError("error.problem.none", path=(value,))
        return


def estimate(problem: Source[Value], *, probes: int = 1000, seed: int = 0) -> Estimate:
    """Return the estimated number of feasible nodes of a problem's tree, level by level.

    The last level, `answers`, is the number of solutions. The bounding function
    is left out of it. The same seed gives the same estimate; four times the
    probes halve the errors. Costs `probes` walks to a dead end. Knuth,
    Math. Comp. 29, 1975.

    >>> from huisu.backtrack import Problem
    >>> size = estimate(Problem(3, range(3), lambda k, x: x[k] not in x[:k]), probes=5)
    >>> size.nodes, size.answers
    (16.0, 6.0)
    """
    hooks = hooks_of(problem)
    size = estimate_walks(
        lambda choose: _descent(hooks, choose), levels=hooks.depth + 1, probes=probes, seed=seed
    )
    if hooks.depth and not any(size.profile[1:]):
        _must_answer(hooks)
    return size


def _descent(hooks: Hooks[Value], choose: Random) -> Iterator[float]:
    """Yield the estimated nodes on each level met by one random walk to a dead end."""
    x: list[Value] = []
    nodes = 1.0
    yield nodes
    with Noted(hooks.name, x):
        for k in range(hooks.depth):
            live = _feasible_children(hooks, x)
            if not live:
                break
            nodes *= len(live)
            yield nodes
            x.append(choose.choice(live))
            if hooks.push is not None:
                hooks.push(k, x)
        while x and hooks.pop is not None:  # leave the state as it was
            hooks.pop(len(x) - 1, x)
            x.pop()


def _feasible_children(hooks: Hooks[Value], x: list[Value]) -> list[Value]:
    """Return the values with which the path x can go on."""
    k = len(x)
    values = materialised(k, hooks.domain(k, x))
    x.append(DONE)
    live = []
    for x[k] in values:
        if hooks.feasible(k, x):
            live.append(x[k])
    x.pop()
    return live
