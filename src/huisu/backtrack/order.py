"""In which order are the values of a component tried?

Each order rearranges the domain of every node; the tree stays the same, so the
solutions do too. Read run.py next, which starts a search in an order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Literal, TypeVar, get_args

from huisu.backtrack.problem import Hooks, materialised
from huisu.errors import InputError

__all__ = ["ORDERS", "Arrangement", "Order", "arranged", "name_of"]

Value = TypeVar("Value")

#: "lexicographic" is the order of the domains themselves, "centre-out" begins in their middle.
Order = Literal["lexicographic", "reverse", "centre-out", "random"]
ORDERS: tuple[Order, ...] = get_args(Order)

#: A function of (k, x, values) that returns the values in the order to try them.
Arrangement = Callable[[int, Sequence[Any], Sequence[Any]], Iterable[Any]]


def arranged(hooks: Hooks[Value], order: Order | Arrangement, seed: int) -> Hooks[Value]:
    """Return the functions of a problem with the domains rearranged.

    Raises InputError for an order that there is not.
    """
    if order == "lexicographic":
        return hooks
    domain = hooks.domain
    arrange = order if callable(order) else _arrangement(order, seed)

    def rearranged(k: int, x: Sequence[Value]) -> Sequence[Value]:
        values = tuple(materialised(k, domain(k, x)))
        ordered = materialised(k, arrange(k, x, values))
        if not _are_the_same(ordered, values):
            raise InputError("error.order.values", k=k, given=len(ordered), needed=len(values))
        return ordered

    if hooks.values is None or callable(order) or order == "random":
        return replace(hooks, values=None, domain=rearranged)
    ordered = rearranged(0, ())
    return replace(hooks, values=ordered, domain=lambda k, x: ordered)


def _are_the_same(ordered: Sequence[object], values: Sequence[object]) -> bool:
    """Return whether both are the same values; compared only if they are other objects."""
    if sorted(map(id, ordered)) == sorted(map(id, values)):
        return True
    try:
        return Counter(ordered) == Counter(values)
    except TypeError:  # they cannot be hashed
        return False


def _arrangement(order: str, seed: int) -> Arrangement:
    if order == "reverse":
        return lambda k, x, values: values[::-1]
    if order == "centre-out":
        return lambda k, x, values: centre_out(values)
    if order == "random":
        if not hasattr(seed, "__index__"):
            raise InputError("error.seed", seed=seed)
        return _Shuffled(seed)
    raise InputError("error.order", order=order, orders=", ".join(ORDERS))


def name_of(order: Order | Arrangement, seed: int) -> str:
    """Return what a checkpoint calls an order."""
    if callable(order):
        return f"function {getattr(order, '__qualname__', type(order).__qualname__)}"
    return f"random {seed}" if order == "random" else order


def centre_out(values: Sequence[Value]) -> list[Value]:
    """Return the values from the middle outwards, the left one of a pair first.

    >>> centre_out([1, 2, 3, 4]), centre_out([1, 2, 3])
    ([2, 3, 1, 4], [2, 1, 3])
    """
    middle = (len(values) - 1) / 2
    places = sorted(range(len(values)), key=lambda place: abs(place - middle))
    return [values[place] for place in places]


class _Shuffled:
    """A shuffle of each domain that depends on the seed and the path alone.

    So a search that is resumed meets the same order again.
    """

    def __init__(self, seed: int) -> None:
        self._keys = [seed % 2**64]  # of the nodes on the path
        self._shuffled: list[tuple[Any, ...]] = []  # and their values in order
        self._random = Random()

    def __call__(self, k: int, x: Sequence[Any], values: Sequence[Any]) -> Iterable[Any]:
        if k:
            above = self._shuffled[k - 1]
            place = next(place for place, value in enumerate(above) if value is x[k - 1])
            self._keys[k:] = [(self._keys[k - 1] * 6364136223846793005 + place + 1) % 2**64]
        self._random.seed(self._keys[k])
        # random() is the same in every version of Python, which shuffle() need not be.
        shuffled = tuple(sorted(values, key=lambda value: self._random.random()))
        self._shuffled[k:] = [shuffled]
        return shuffled
