"""How large is a search, before it is made?

Knuth's estimate (Estimating the efficiency of backtrack programs, Math. Comp.
29, 1975): walk from the root to a dead end, choosing among the children at
random; the product of the numbers of children met so far is an unbiased
estimate of the number of nodes on that level. Read jobs.py next, which cuts a
count into pieces of a given size.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TypeVar

from huisu.errors import InputError
from huisu.kernel import core

__all__ = ["Estimate", "estimate_nodes", "estimate_rows", "estimate_tree", "estimate_walks"]

Value = TypeVar("Value")


@dataclass(frozen=True)
class Estimate:
    """The estimated size of a tree; each `_error` is the standard error of its figure."""

    probes: int
    nodes: float
    nodes_error: float
    profile: tuple[float, ...]
    """Nodes on each level; level 0 is the root."""
    profile_error: tuple[float, ...]

    @property
    def answers(self) -> float:
        """Nodes on the last level: the solutions, in a tree whose answers are all there."""
        return self.profile[-1]

    @property
    def answers_error(self) -> float:
        """The standard error of `answers`."""
        return self.profile_error[-1]


def _mean_and_error(total: float, squared: float, probes: int) -> tuple[float, float]:
    mean = total / probes
    if probes < 2:
        return mean, math.inf  # one probe says nothing of the spread
    if math.isinf(squared):
        return mean, math.inf  # the tree is too large for the spread to be a float
    variance = max(0.0, squared / probes - mean * mean)
    return mean, math.sqrt(variance / (probes - 1))


def estimate_tree(
    children: Callable[[tuple[Value, ...]], Sequence[Value]], *, probes: int = 1000, seed: int = 0
) -> Estimate:
    """Return the estimated size of the tree whose node x has the children x + (v,).

    The same seed gives the same estimate. Costs `probes` walks to a leaf.
    Raises InputError for fewer than one probe.

    >>> four = {(): (0, 1, 2, 3)}
    >>> estimate_tree(lambda x: four.get(x, ()), probes=10).profile
    (1.0, 4.0)
    """
    return estimate_walks(lambda choose: _walk(children, choose), probes=probes, seed=seed)


def estimate_walks(
    walk: Callable[[random.Random], Iterable[float]],
    *,
    levels: int = 1,
    probes: int = 1000,
    seed: int = 0,
) -> Estimate:
    """Return the mean of random walks, each of which says how many nodes a level has.

    The profile has `levels` levels, or more if a walk went deeper.
    """
    _check(probes)
    if not hasattr(seed, "__index__"):
        raise InputError("error.seed", seed=seed)
    choose = random.Random(seed)
    level = [0.0] * levels
    squared = [0.0] * levels
    total_sum = total_squared = 0.0
    for _ in range(probes):
        sizes = list(walk(choose))
        level = [a + b for a, b in zip_longest(level, sizes, fillvalue=0.0)]
        squared = [a + b * b for a, b in zip_longest(squared, sizes, fillvalue=0.0)]
        total_sum += sum(sizes)
        total_squared += sum(sizes) * sum(sizes)
    return _summary(probes, level, squared, total_sum, total_squared)


def _walk(
    children: Callable[[tuple[Value, ...]], Sequence[Value]], choose: random.Random
) -> Iterator[float]:
    x: tuple[Value, ...] = ()
    nodes = 1.0
    yield nodes
    while values := children(x):
        nodes *= len(values)
        yield nodes
        x += (choose.choice(values),)


def estimate_rows(
    open_squares: Sequence[int],
    *,
    probes: int = 10_000,
    seed: int = 0,
    on_progress: Callable[[float], None] | None = None,
) -> Estimate:
    """Return the estimated size of the row-by-row search of queens on open squares.

    `open_squares` has one int a row, bit c for column c. The last level of the
    profile estimates the number of solutions. Compiled: 100,000 probes of n = 16
    cost a few hundredths of a second. `on_progress` is told the share done.

    >>> round(estimate_rows([0b1111] * 4, probes=10_000).nodes)
    17
    """
    _check(probes)
    if not open_squares:  # the root is the only solution
        return Estimate(probes, 1.0, 0.0, (1.0,), (0.0,))
    levels = len(open_squares) + 1
    level, squared = [0.0] * levels, [0.0] * levels
    total_sum = total_squared = 0.0
    batch = 20_000
    for first in range(0, probes, batch):  # in batches, so that Ctrl-C is heard
        sums = core.probe(open_squares, seed % 2**64, first, min(batch, probes - first))
        level = [a + b for a, b in zip(level, sums[0], strict=True)]
        squared = [a + b for a, b in zip(squared, sums[1], strict=True)]
        total_sum += sums[2]
        total_squared += sums[3]
        if on_progress:
            on_progress(min(1.0, (first + batch) / probes))
    return _summary(probes, level, squared, total_sum, total_squared)


def estimate_nodes(
    open_squares: Sequence[int], *, probes: int, seed: int = 0, first: int = 0
) -> tuple[float, float]:
    """Return the nodes that `estimate_rows` expects and their error, by few probes, many times.

    Probes number `first` and on of the seed. Compiled: 32 cost some microseconds.

    >>> estimate_nodes([0b11] * 2, probes=10)
    (3.0, 0.0)
    """
    if not open_squares:
        return 1.0, 0.0
    _, _, total, squared = core.probe(open_squares, seed, first, probes)
    return _mean_and_error(total, squared, probes)


def _check(probes: int) -> None:
    if not hasattr(probes, "__index__") or probes < 1:
        raise InputError("error.probes", probes=probes)


def _summary(
    probes: int, level: list[float], squared: list[float], total_sum: float, total_squared: float
) -> Estimate:
    nodes, nodes_error = _mean_and_error(total_sum, total_squared, probes)
    pairs = [_mean_and_error(*sums, probes) for sums in zip(level, squared, strict=True)]
    return Estimate(probes, nodes, nodes_error, *map(tuple, zip(*pairs, strict=True)))
