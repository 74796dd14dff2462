"""How do the lists of a trace follow from the nodes that lived?

While a search runs, only the nodes that its constraint function let live leave a
mark. The others are the children in between: a search generates the children
of an E-node in their order, each with all that is below it. Read data.py next.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

__all__ = ["ANSWER", "CUT", "FATES", "KILLED", "LIVE", "Lists", "Mark", "unrolled"]

LIVE, KILLED, CUT, ANSWER = b"LKCA"
#: live: it became the E-node; killed by the constraint function; cut by the bounding function.
FATES = {"live": LIVE, "killed": KILLED, "cut": CUT, "answer": ANSWER}


_KILLED = bytes([KILLED])


class Mark(NamedTuple):
    """A node that the constraint function let live."""

    level: int
    place: int
    """Its place among its parent's children, in the order of the search."""
    fate: int
    values: Sequence[Any] = ()
    """Its children in the order of the search, if it became the E-node."""
    own: Sequence[Any] = ()
    """The same in the problem's order."""
    amount: Any = None


class Lists(NamedTuple):
    """One entry a node, in the order of generation, as data.py describes them."""

    level: array[int]
    value: list[Any]
    place: array[int]
    fate: bytes
    width: dict[int, int]
    amount: dict[int, Any]


def unrolled(marks: Iterable[Mark], *, is_complete: bool) -> Lists:
    """Return the lists of a search; one that was stopped ends with its last mark.

    >>> root = Mark(0, 0, LIVE, (1, 2, 3), (1, 2, 3))
    >>> lists = unrolled([root, Mark(1, 1, ANSWER)], is_complete=True)
    >>> lists.fate, lists.value
    (b'LKAK', [None, 1, 2, 3])
    """
    writer = _Writer()
    for mark in marks:
        writer.add(mark)
    if is_complete:
        writer.leave(0)
    return writer.lists()


class _Writer:
    """Writes the nodes one after the other."""

    def __init__(self) -> None:
        self._level, self._value, self._place = array("l"), list[Any](), array("l")
        self._fate = bytearray()
        self._width, self._amount = dict[int, int](), dict[int, Any]()
        self._path: list[_Children] = []

    def add(self, mark: Mark) -> None:
        """Write a node, and before it the children that were killed on the way to it."""
        level, place, fate, values, own, amount = mark
        if self._path:
            if self._path[-1].level >= level:
                self.leave(level)
            children = self._path[-1]
            if children.begun < place:
                self._kill(children, place)
            children.begun = place + 1
            self._write(level, children.values[place], children.place(place), fate)
        else:
            self._write(0, None, 0, fate)
        if amount is not None:
            self._amount[len(self._fate) - 1] = amount
        if fate == LIVE:
            self._width[len(self._fate) - 1] = len(values)
            self._path.append(_Children(level, values, own))

    def leave(self, level: int) -> None:
        """Write what is left of the children of the E-nodes on a level and below it."""
        while self._path and self._path[-1].level >= level:
            children = self._path.pop()
            self._kill(children, len(children.values))

    def _kill(self, children: _Children, end: int) -> None:
        """Write the children up to a place, all of them killed."""
        begin, children.begun = children.begun, end
        self._level.extend([children.level + 1] * (end - begin))
        self._value.extend(children.values[begin:end])
        self._place.extend(children.places(begin, end))
        self._fate.extend(_KILLED * (end - begin))

    def _write(self, level: int, value: Any, place: int, fate: int) -> None:
        self._level.append(level)
        self._value.append(value)
        self._place.append(place)
        self._fate.append(fate)

    def lists(self) -> Lists:
        """Return what has been written; at least the root is there."""
        if not self._fate:
            self._write(0, None, 0, LIVE)
        fate = bytes(self._fate)
        return Lists(self._level, self._value, self._place, fate, self._width, self._amount)


class _Children:
    """The children of an E-node, and how many of them have been generated."""

    def __init__(self, level: int, values: Sequence[Any], own: Sequence[Any]) -> None:
        self.level, self.values, self.begun = level, values, 0
        self._places = None if values is own else _Places(own)

    def place(self, child: int) -> int:
        """Return the place of the next child in the problem's own order."""
        return child if self._places is None else self._places.take(self.values[child])

    def places(self, begin: int, end: int) -> Iterable[int]:
        """Return the places of the next children in the problem's own order."""
        return map(self.place, range(begin, end)) if self._places else range(begin, end)


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
