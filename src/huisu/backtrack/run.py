"""How is a search asked for its solutions, stopped, measured and resumed?

A Run is an iterator: it searches on as solutions are taken from it, and can be
asked at any time how far it is. Read questions.py next, the answers that need
no iterator.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from inspect import GEN_CLOSED, getgeneratorstate
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from huisu.backtrack.checkpoint import Checkpoint, fingerprint, read_checkpoint
from huisu.backtrack.limits import Limits, Listener
from huisu.backtrack.order import Arrangement, Order, arranged, name_of
from huisu.backtrack.problem import Hooks, Source, hooks_of
from huisu.backtrack.search import DONE, Search, Stopped, Walk, iterative, recursive, root_alone
from huisu.backtrack.statistics import Statistics, statistics_of
from huisu.errors import InputError, Interrupted, InterruptedByUser
from huisu.progress import OnProgress, Progress
from huisu.words import default_language, word

__all__ = ["DRIVERS", "Best", "Driver", "Goal", "Noted", "Outcome", "Run", "solutions"]

Value = TypeVar("Value")

Goal = Literal["all", "best"]
Driver = Literal["iterative", "recursive"]
DRIVERS: dict[str, Callable[[Search[Any]], Walk[Any]]] = {
    "iterative": iterative,
    "recursive": recursive,
}

#: How a run stands: "complete" when the whole tree has been searched, "unfinished"
#: while it goes on; else the limit that stopped it, or what did.
Outcome = Literal[
    "unfinished", "complete", "solutions", "nodes", "seconds", "interrupted", "error", "closed"
]
_GOES_ON = ("unfinished", "interrupted", "error")


class _Best(NamedTuple):
    value: Any
    solution: tuple[Any, ...]


class Best(_Best, Generic[Value]):  # a NamedTuple itself can be generic from Python 3.11 on only
    """A best solution and what it is worth."""

    __slots__ = ()
    solution: tuple[Value, ...]


def solutions(
    problem: Source[Value],
    *,
    goal: Goal = "all",
    order: Order | Arrangement = "lexicographic",
    seed: int = 0,
    nodes: int | None = None,
    seconds: float | None = None,
    solutions: int | None = None,
    driver: Driver = "iterative",
    resume: str | None = None,
    on_progress: OnProgress | None = None,
) -> Run[Value]:
    """Return a run: an iterator of the solutions of a problem, as fresh tuples.

    With the goal "best" each solution is better than the one before it, and the
    last is a best one; the bounding function cuts off what cannot be better.
    The values of a component are tried in the order of its domain
    ("lexicographic"), or "reverse", "centre-out", "random" by `seed`, or as a
    function of (k, x, values) arranges them.

    At a limit on the nodes generated, the seconds passed or the solutions found
    the iterator ends, and `outcome` says which it was. Nodes and seconds, from
    the first step on, are looked at between two feasible nodes, so a run may
    generate some more. `resume` is the checkpoint of a run of the
    same problem, with the same goal and order. Memory is that of one path; the
    "recursive" driver is as deep as Python allows, some hundred levels, the
    "iterative" one has no limit.

    An exception of the problem's own functions passes through as it is, with
    the node where it happened in a note.

    >>> from huisu.backtrack import Problem
    >>> run = solutions(Problem(3, (0, 1), lambda k, x: sum(x) < 2))
    >>> list(run), run.outcome
    ([(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0)], 'complete')
    """
    return Run(
        problem,
        goal=goal,
        order=order,
        seed=seed,
        limits=Limits(nodes, seconds, solutions),
        driver=driver,
        resume=resume,
        on_progress=on_progress,
    )


class Run(Iterator[tuple[Value, ...]]):
    """A search, as an iterator of its solutions; made by `solutions`.

    Runs share nothing: one may be left, closed, or interleaved with another at
    any time. After Ctrl-C, and after an exception of the problem's own, the next
    solution is searched for from where the search was.
    """

    def __init__(
        self,
        problem: Source[Value],
        *,
        goal: Goal,
        order: Order | Arrangement,
        seed: int,
        limits: Limits,
        driver: Driver,
        resume: str | None,
        on_progress: OnProgress | None,
    ) -> None:
        """Stand before the first solution, or where the checkpoint says."""
        if on_progress is not None and not callable(on_progress):
            found = repr(on_progress)
            raise InputError("error.problem.function", name="on_progress", found=found)
        if driver not in DRIVERS:
            raise InputError("error.driver", driver=driver, drivers=", ".join(DRIVERS))
        self.outcome: Outcome = "unfinished"
        self._problem, self._arrangement, self._seed = problem, order, seed
        self._goal, self.order, self._driver = goal, name_of(order, seed), DRIVERS[driver]
        self._limit, self._given, self._done = limits.solutions, 0, 0.0
        self._on_progress = on_progress
        self._listener = Listener(limits, self._tell if on_progress else None)
        self._search = self._searching(None if resume is None else read_checkpoint(resume))
        self._walk, self._is_resting = self._walking(), True  # before the next step

    def __next__(self) -> tuple[Value, ...]:
        """Return the next solution."""
        if self.outcome not in _GOES_ON:
            raise StopIteration
        if self._given == self._limit:
            raise self._end("solutions")
        try:
            if not self._is_resting and getgeneratorstate(self._walk) == GEN_CLOSED:
                self._walk = self._walking(self._checkpoint())  # for an exception has ended it
            self._is_resting, self.outcome = False, "unfinished"
            for found in self._walk:  # not next(), after which Ctrl-C could take the solution
                self._is_resting = True
                self._given += 1
                return found
        except Stopped as limit:
            ended = limit.args[0]
        except KeyboardInterrupt:
            self.outcome = "interrupted"
            raise self.interrupted() from None
        except BaseException:
            self.outcome = "error"
            raise
        else:
            self._search.finished, ended = True, "complete"
            if len(self._search.x) > 1:  # the root's child at most
                raise InputError("error.problem.changed", problem=self._search.hooks.name)
        raise self._end(ended)

    def interrupted(self) -> InterruptedByUser:
        """Return the error that says what had been found when Ctrl-C came."""
        return InterruptedByUser(**self._found_when("search"))

    def stopped(self) -> Interrupted:
        """Return the error that says what had been found when a limit was reached."""
        return Interrupted(**self._found_when(self.outcome))

    def _found_when(self, stopped: str) -> dict[str, Any]:
        found = {"partial": self.partial, "checkpoint": self.checkpoint()}
        if self.best is not None:
            return {"key": f"interrupted.best.{stopped}", "value": self.best.value, **found}
        return {"key": f"interrupted.{stopped}", "found": self._search.answers, **found}

    def __repr__(self) -> str:
        """Return which problem is searched, how the run stands, and how much it has found."""
        name, answers = self._search.hooks.name, self._search.answers
        return f"<Run of {name!r}: {self.outcome}, answers {answers:,}>"

    @property
    def stats(self) -> Statistics:
        """What has been met so far, before a checkpoint that was resumed too."""
        return statistics_of(self._search)

    @property
    def progress(self) -> float:
        """The share of the search done, 0 to 1, all children of a node weighing the same.

        It never decreases, whatever the shape of the tree; its pace may change.
        """
        if self._search.finished:
            return 1.0
        done, share = 0.0, 1.0
        for width, place in zip(self._search.width, self._search.position(), strict=False):
            share /= max(1, width)
            done += share * place
        self._done = max(self._done, min(done, math.nextafter(1, 0)))
        return self._done

    @property
    def best(self) -> Best[Value] | None:
        """The best solution so far, when the goal is the best one."""
        best = self._search.best
        return None if best is None else Best(best.value, best.solution)

    @property
    def partial(self) -> int | Best[Value] | None:
        """What has been found so far: the best solution, or how many, as the goal is."""
        return self.best if self._goal == "best" else self._search.answers

    def place(self, k: int) -> int:
        """Return which child of the E-node on level k is being tried, from 0."""
        return self._search.place(k)

    def checkpoint(self) -> str:
        """Return a short text from which the search can be resumed, by another process too."""
        return self._checkpoint().text()

    def close(self) -> None:
        """End the search here; a run that is over stays as it is."""
        if self.outcome in _GOES_ON:
            self.outcome = "closed"

    def _end(self, outcome: Outcome) -> StopIteration:
        self.outcome = outcome
        self._tell()
        return StopIteration()

    def _tell(self) -> None:
        if self._on_progress:
            self._on_progress(Progress(self.progress, self._search.answers))

    def _walking(self, start: Checkpoint | None = None) -> Walk[Value]:
        if start is not None:
            self._search = self._searching(start)
        search = self._search
        if search.finished:
            return
        with Noted(search.hooks.name, search.x):
            yield from (self._driver if search.hooks.depth else root_alone)(search)

    def _searching(self, start: Checkpoint | None) -> Search[Value]:
        """Return a search that stands at the root, or where a checkpoint says."""
        hooks = arranged(
            _for_goal(hooks_of(self._problem), self._goal), self._arrangement, self._seed
        )
        search: Search[Value] = Search(hooks, self._listener.ticks)
        if start is not None:
            self._go_to(start, search)
        return search

    def _go_to(self, start: Checkpoint, search: Search[Value]) -> None:
        ours = (search.hooks.name, search.hooks.depth, self._goal, self.order)
        theirs = (start.problem, start.depth, start.goal, start.order)
        if ours != theirs:
            raise InputError(
                "error.checkpoint.other",
                theirs=", ".join(map(str, theirs)),
                ours=", ".join(map(str, ours)),
            )
        with Noted(search.hooks.name, search.x):
            fits = start.best is None or search.take_as_best(start.best)
            fits = fits and search.go_to(start.position)
        if not fits or _path(search) != start.path:
            raise InputError("error.checkpoint.path", problem=search.hooks.name)
        search.expanded[:], search.offspring[:] = start.expanded, start.offspring
        search.cut[:], search.answers, search.finished = start.cut, start.answers, start.finished

    def _checkpoint(self) -> Checkpoint:
        search = self._search
        return Checkpoint(
            problem=search.hooks.name,
            depth=search.hooks.depth,
            goal=self._goal,
            order=self.order,
            position=search.position(),
            path=_path(search),
            finished=search.finished,
            answers=search.answers,
            expanded=search.expanded,
            offspring=search.offspring,
            cut=search.cut,
            best=None if search.best is None else search.best.places,
        )


def _for_goal(hooks: Hooks[Value], goal: Goal) -> Hooks[Value]:
    """Return the functions that a goal needs: value and bound only for the best solution."""
    if goal == "all":
        hooks.value = hooks.bound = None
    elif goal != "best":
        raise InputError("error.goal", goal=goal)
    elif hooks.value is None:
        raise InputError("error.problem.value", problem=hooks.name)
    return hooks


def _path(search: Search[Any]) -> int:
    """Return the fingerprint of the E-nodes on the path: the components, and how many children."""
    levels = len(search.position())
    return fingerprint([*search.x[: max(0, levels - 1)], *search.width[:levels]])


class Noted:
    """Adds the node x to an exception that the problem's own functions raise there.

    Not a generator made a context manager: that would set attributes of the exception,
    which a frozen one refuses.
    """

    def __init__(self, problem: str, x: Sequence[object]) -> None:
        """Take note of the list in which the node will be found."""
        self._problem, self._x = problem, x

    def __enter__(self) -> None:
        """Begin to listen."""

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        """Add the note; the exception goes on."""
        if isinstance(error, Exception) and not isinstance(error, Stopped):
            path = f"({', '.join(repr(value) for value in self._x if value is not DONE)})"
            note = word("note.node", default_language(), problem=self._problem, path=path)
            vars(error)["__notes__"] = [*getattr(error, "__notes__", ()), note]
