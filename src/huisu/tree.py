"""What does the state-space tree of a recorded search look like?

Which nodes are drawn, how they hang together, and where each one stands: laid
out once, so that nodes never move while the search goes on. Read
views/tree_drawing.py next, which draws them.

Three forms: "whole" has every node of the solution space, also those that were
never generated; "generated" has those that were; "collapsed" keeps the answers,
the nodes above them and their children, and draws each dead subtree beside them as one mark.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from huisu.errors import InputError
from huisu.shown import as_html, as_svg
from huisu.trace import Trace
from huisu.trace.lists import ANSWER

__all__ = ["FORMS", "MAX_WHOLE", "Form", "StateSpaceTree", "tree"]

Form = Literal["whole", "generated", "collapsed"]
FORMS: tuple[Form, ...] = get_args(Form)

MAX_WHOLE = 2000  #: nodes of a tree that can be drawn whole


@dataclass(eq=False)
class StateSpaceTree:
    """A tree of nodes in depth-first order, the root first; made by `tree`.

    One entry for each node drawn. `x` counts leaves from the left, from 0; a
    parent stands in the middle of its first and its last child. The level is
    its other coordinate.
    """

    trace: Trace
    form: Form
    node: list[int] = field(default_factory=list, repr=False)
    """Its index in the trace; -1 if it was never generated."""
    number: list[int] = field(default_factory=list, repr=False)
    """Its number in the depth-first order of the whole tree, from 1."""
    parent: list[int] = field(default_factory=list, repr=False)
    level: list[int] = field(default_factory=list, repr=False)
    value: list[Any] = field(default_factory=list, repr=False)
    """Its newest component: the label of the edge above it."""
    hidden: list[int] = field(default_factory=list, repr=False)
    """How many generated nodes below it are not drawn."""
    x: list[float] = field(default_factory=list, repr=False)

    def __len__(self) -> int:
        """Return the number of nodes drawn."""
        return len(self.node)

    @property
    def size(self) -> int | None:
        """How many nodes the whole tree has, if that is known."""
        return self.trace.sizes[0] if self.trace.sizes else None

    @property
    def breadth(self) -> int:
        """How many leaves are drawn."""
        return int(max(self.x)) + 1

    def children(self) -> list[list[int]]:
        """Return the children of every node, from the left."""
        found: list[list[int]] = [[] for _ in self.node]
        for each, parent in enumerate(self.parent):
            if parent >= 0:
                found[parent].append(each)
        return found

    def _repr_svg_(self) -> str | None:
        return as_svg(self)

    def _repr_html_(self) -> str | None:
        return as_html(self)

    def _add(self, node: int, number: int, parent: int, value: Any, hidden: int = 0) -> int:
        self.node.append(node)
        self.number.append(number)
        self.parent.append(parent)
        self.level.append(0 if parent < 0 else self.level[parent] + 1)
        self.value.append(value)
        self.hidden.append(hidden)
        return len(self.node) - 1


def tree(trace: Trace, form: Form = "generated") -> StateSpaceTree:
    """Return the tree of a recorded search, laid out, in one of three forms.

    Raises InputError for a "whole" tree of more than 2,000 nodes, or of a kind
    that is not known.

    >>> from huisu.backtrack import Problem
    >>> from huisu.trace import trace
    >>> recorded = trace(Problem(2, (0, 1), lambda k, x: sum(x) < 2))
    >>> tree(recorded).number, tree(recorded).x
    ([1, 2, 3, 4, 5, 6, 7], [1.5, 0.5, 0.0, 1.0, 2.5, 2.0, 3.0])
    """
    if form not in FORMS:
        raise InputError("error.tree.form", form=form, forms=", ".join(FORMS))
    drawn = StateSpaceTree(trace, form)
    if form == "whole":
        _add_all(drawn)
    else:
        _add_generated(drawn)
    drawn.x = _laid_out(drawn)
    return drawn


def _add_generated(drawn: StateSpaceTree) -> None:
    """Add the nodes that the form shows, in the order of the tree."""
    trace = drawn.trace
    leads = _leads_to_answer(trace)
    below = _below(trace)
    at = {-1: -1}
    for node in sorted(range(len(trace)), key=trace.number.__getitem__):
        above = trace.parent[node]
        if drawn.form == "generated" or node == 0 or leads[above]:
            hidden = 0 if drawn.form == "generated" or leads[node] else below[node]
            at[node] = drawn._add(node, trace.number[node], at[above], trace.value[node], hidden)


def _leads_to_answer(trace: Trace) -> list[bool]:
    """Return for each node whether it is an answer or has one below it; the root always does."""
    leads = [fate == ANSWER for fate in trace.fate]
    for node in range(len(trace) - 1, 0, -1):
        if leads[node]:
            leads[trace.parent[node]] = True
    leads[0] = True
    return leads


def _below(trace: Trace) -> list[int]:
    """Return for each node how many were generated below it."""
    below = [0] * len(trace)
    for node in range(len(trace) - 1, 0, -1):
        below[trace.parent[node]] += 1 + below[node]
    return below


def _add_all(drawn: StateSpaceTree) -> None:
    """Add every node of the solution space."""
    trace = drawn.trace
    _must_be_drawable(trace)
    generated: dict[int, dict[int, int]] = {node: {} for node in trace.width}
    for node in range(1, len(trace)):
        generated[trace.parent[node]][trace.place[node]] = node
    waiting: list[tuple[int, int, tuple[Any, ...]]] = [(0, -1, ())]  # trace node, parent, path
    while waiting:
        node, above, x = waiting.pop()
        here = drawn._add(node, len(drawn) + 1, above, x[-1] if x else None)
        own = generated.get(node, {})
        values = _values(trace, x, {place: trace.value[child] for place, child in own.items()})
        children = [(own.get(place, -1), here, (*x, value)) for place, value in enumerate(values)]
        waiting += reversed(children)


def _must_be_drawable(trace: Trace) -> None:
    """Refuse a tree that is too large, or whose nodes nobody knows."""
    if trace.sizes is not None and trace.sizes[0] <= MAX_WHOLE:
        return
    if trace.tree is None or 0 not in trace.width:
        raise InputError("error.tree.kind", problem=trace.problem)
    size = f"{trace.sizes[0]:,}" if trace.sizes else ">10^1000"
    raise InputError("error.tree.whole", size=size, most=MAX_WHOLE, drawn=f"{len(trace):,}")


def _values(trace: Trace, x: tuple[Any, ...], known: dict[int, Any]) -> list[Any]:
    """Return the values that may follow a path; those at some places are known.

    An empty text stands for a value that nobody knows.
    """
    if len(x) == trace.depth:
        return []
    places = range(trace.children_of_kind(len(x)))
    if trace.tree != "permutation":
        domain = trace.domains[min(len(x), len(trace.domains) - 1)]
        values = [*domain, *[""] * len(places)]
        return [known.get(place, values[place]) for place in places]
    used = set(map(str, (*x, *known.values())))
    others = iter([value for value in trace.domains[0] if str(value) not in used])
    return [known[place] if place in known else next(others, "") for place in places]


def _laid_out(drawn: StateSpaceTree) -> list[float]:
    """Return the place of each node from the left."""
    children = drawn.children()
    x = [0.0] * len(drawn)
    leaves = 0
    for each in range(len(drawn)):
        if not children[each]:
            x[each] = float(leaves)
            leaves += 1
    for each in reversed(range(len(drawn))):
        if own := children[each]:
            x[each] = (x[own[0]] + x[own[-1]]) / 2
    return x
