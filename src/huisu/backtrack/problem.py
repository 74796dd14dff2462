"""How is a backtracking problem stated?

By the textbook's own parts: how many components a solution vector has, which
values each may take, when a prefix is feasible, and, for a best solution, a
value and a bound. Read search.py next, the two programs that walk its tree.

k is the index of a component, from 0; x is the prefix of the solution vector,
a list that the search goes on changing: functions of a problem read it, and
neither change nor keep it.
"""

from __future__ import annotations

import operator
import reprlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar, cast, get_args

from huisu.errors import InputError
from huisu.words import LANGUAGES, Language, word

__all__ = [
    "MAX_DEPTH",
    "SENSES",
    "TREES",
    "Cause",
    "Hooks",
    "Problem",
    "ProblemLike",
    "Sense",
    "Source",
    "Tree",
    "caused",
    "hooks_of",
    "materialised",
]

Value = TypeVar("Value")
Value_co = TypeVar("Value_co", covariant=True)

Sense = Literal["maximise", "minimise"]
SENSES: tuple[Sense, ...] = ("maximise", "minimise")

MAX_DEPTH = 10_000_000  #: some 400 MB for the levels of a search

#: Which tree the solution space makes: n! leaves, n values a component, or in and out.
Tree = Literal["permutation", "n-ary", "subset"]
TREES: tuple[Tree, ...] = get_args(Tree)


class Cause(NamedTuple):
    """Why a node was killed: a sign for pictures, and the sentence in both languages."""

    mark: str
    en: str
    zh: str

    def text(self, language: Language = "en") -> str:
        """Return the sentence in a language."""
        return self.zh if language == "zh" else self.en


def caused(key: str, mark: str, **values: object) -> Cause:
    """Return the cause whose sentence the word catalogue has under a key.

    >>> caused("cause.queens.column", "C", row=1).en
    'same column as row 1'
    """
    return Cause(mark, *(word(key, language, **values) for language in LANGUAGES))


class ProblemLike(Protocol[Value_co]):
    """What every problem has; an object of any class that has it can be searched.

    Optional attributes, with the meaning that they have in Problem: `feasible`,
    `bound`, `value`, `sense`, `push`, `pop`, `cause`, `name`, `tree`, `label`. An object
    with `push` keeps the state of one walk, so each run works on a deep copy.
    """

    @property
    def depth(self) -> int:
        """The number of components of a solution vector."""

    @property
    def domain(self) -> Iterable[Value_co] | Callable[[int, Sequence[Any]], Iterable[Value_co]]:
        """The explicit constraint."""


@dataclass(frozen=True)
class Problem(Generic[Value]):
    """A problem stated with functions.

    - `depth`: the number of components of a solution vector.
    - `domain`: the explicit constraint, the values that component k may take, in
      the order in which they are tried: a function of (k, x) where x holds the k
      components before it, or a sequence when all components have the same.
    - `feasible(k, x)`: the constraint function: may the prefix x, whose newest
      component is x[k], be part of a solution? Without it every prefix may.
    - `value(x)`: what a whole vector is worth, for a best solution; `sense` says
      whether to "maximise" or "minimise" it.
    - `bound(k, x)`: the bounding function: no solution that begins with x is worth
      more than this (or, to minimise, less). Used for a best solution only.
    - `push(k, x)`, `pop(k, x)`: called when x[k] has been found feasible, and before
      it is taken away again, to keep a state from which the others answer quickly.
      `domain` and `feasible` see the state without x[k], `bound` and `value` with
      it. Such a problem is given to the search as a function without arguments
      that makes it, so that each run has a state of its own.
    - `label(value)`: how people write a component, for traces and pictures.
    - `cause(k, x)`: why `feasible` refused x, in words, from x alone.
    - `name` tells problems apart in a checkpoint and a trace; `tree` says which
      tree the domains make, so that its nodes can be numbered without walking it.

    >>> def place(k, x):
    ...     return all(x[j] != x[k] and abs(x[j] - x[k]) != k - j for j in range(k))
    >>> Problem(8, range(8), place).depth
    8
    """

    depth: int
    domain: Iterable[Value] | Callable[[int, Sequence[Value]], Iterable[Value]]
    feasible: Callable[[int, Sequence[Value]], bool] | None = None
    bound: Callable[[int, Sequence[Value]], Any] | None = None
    value: Callable[[Sequence[Value]], Any] | None = None
    sense: Sense = "maximise"
    push: Callable[[int, Sequence[Value]], object] | None = None
    pop: Callable[[int, Sequence[Value]], object] | None = None
    cause: Callable[[int, Sequence[Value]], Cause | str] | None = None
    name: str = "problem"
    tree: Tree | None = None
    label: Callable[[Value], object] | None = None

    def __init_subclass__(cls) -> None:
        """Refuse a class whose methods the fields of this one would hide."""
        raise InputError("error.problem.subclass", name=cls.__name__)


#: A problem, or a function that makes one with a fresh state.
Source = ProblemLike[Value] | Callable[[], ProblemLike[Value]]


@dataclass
class Hooks(Generic[Value]):
    """The functions that one walk calls, as they were found in a problem."""

    depth: int
    values: Sequence[Value] | None
    """The domain when it is the same for all components."""
    domain: Callable[[int, Sequence[Value]], Sequence[Value]]
    feasible: Callable[[int, Sequence[Value]], bool]
    bound: Callable[[int, Sequence[Value]], Any] | None
    value: Callable[[Sequence[Value]], Any] | None
    better: Callable[[Any, Any], bool]
    push: Callable[[int, Sequence[Value]], object] | None
    pop: Callable[[int, Sequence[Value]], object] | None
    cause: Callable[[int, Sequence[Value]], Cause | str] | None
    sense: Sense
    name: str
    tree: Tree | None
    label: Callable[[Value], object] | None


def hooks_of(source: Source[Value]) -> Hooks[Value]:
    """Return the functions of a problem, with a state of their own.

    Raises InputError for what is no problem, a depth that is not a whole number of
    0 to MAX_DEPTH, a domain that is not iterable, only once or in no order, and a
    state that runs would share.
    """
    problem = _own(source)
    _must_be_a_problem(problem)
    depth = _depth_of(problem)
    _must_be_functions(problem)
    found: Any = problem.domain
    values = None if callable(found) else _same_for_all(found)
    sense = getattr(problem, "sense", "maximise")
    if sense not in SENSES:
        raise InputError("error.problem.sense", sense=sense, senses=", ".join(SENSES))
    tree = getattr(problem, "tree", None)
    if tree not in (None, *TREES):
        raise InputError("error.problem.tree", tree=tree, trees=", ".join(TREES))
    push, pop = getattr(problem, "push", None), getattr(problem, "pop", None)
    if (push is None) != (pop is None):
        raise InputError("error.problem.push")
    return Hooks(
        depth=depth,
        values=values,
        domain=found if values is None else lambda k, x: values,
        feasible=getattr(problem, "feasible", None) or _always,
        bound=getattr(problem, "bound", None),
        value=getattr(problem, "value", None),
        better=operator.gt if sense == "maximise" else operator.lt,
        push=push,
        pop=pop,
        cause=getattr(problem, "cause", None),
        sense=sense,
        name=str(getattr(problem, "name", type(problem).__name__)),
        tree=tree,
        label=getattr(problem, "label", None),
    )


def _own(source: Source[Value]) -> ProblemLike[Value]:
    """Return the problem, with a state that no other run has."""
    if isinstance(source, type) or (callable(source) and not hasattr(source, "depth")):
        return cast("ProblemLike[Value]", source())
    if getattr(source, "push", None) is None:
        return cast("ProblemLike[Value]", source)
    if isinstance(source, Problem):
        raise InputError("error.problem.state")
    try:
        return cast("ProblemLike[Value]", deepcopy(source))
    except TypeError as error:
        name, reason = type(source).__name__, str(error)
        raise InputError("error.problem.copy", name=name, reason=reason) from error


def _must_be_a_problem(found: object) -> None:
    """Refuse what has not all that a problem has, an instance of a classic say."""
    lacking = [name for name in ("depth", "domain") if not hasattr(found, name)]
    if lacking and callable(getattr(found, "problem", None)):
        raise InputError("error.problem.instance", found=reprlib.repr(found))
    if lacking:
        raise InputError("error.problem.other", found=reprlib.repr(found), lacking=lacking[0])


def _depth_of(problem: ProblemLike[Any]) -> int:
    depth = problem.depth
    try:
        number = operator.index(cast("Any", depth))
    except TypeError:
        raise InputError("error.problem.depth.type", depth=repr(depth)) from None
    if number < 0:
        raise InputError("error.problem.depth", depth=number)
    if number > MAX_DEPTH:
        raise InputError("error.problem.depth.large", most=f"{MAX_DEPTH:,}")
    return number


def _must_be_functions(problem: object) -> None:
    for name in ("feasible", "bound", "value", "push", "pop", "cause", "label"):
        found = getattr(problem, name, None)
        if found is not None and not callable(found):
            raise InputError("error.problem.function", name=name, found=repr(found))


def _same_for_all(domain: Any) -> Sequence[Any]:
    """Return the domain of all components; an iterator would be empty for the next run."""
    if isinstance(domain, Iterator):
        raise InputError("error.problem.iterator", domain=repr(domain))
    if isinstance(domain, (set, frozenset)):
        raise InputError("error.problem.set", domain=reprlib.repr(domain))
    values = materialised(0, domain)
    return tuple(values) if len(values) <= 1000 else values  # quicker to go through than a range


def _always(k: int, x: Sequence[object]) -> bool:
    return True


def materialised(k: int, values: Iterable[Value]) -> Sequence[Value]:
    """Return the values of component k as a sequence that cannot change during the walk."""
    if isinstance(values, (range, tuple)):
        return values
    try:
        iterator: Iterator[Value] = iter(values)
    except TypeError:
        raise InputError("error.problem.domain", k=k, values=repr(values)) from None
    return tuple(iterator)
