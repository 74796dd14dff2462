"""What does a run count, and which units is it cut into?

A plan says what is counted and how large a unit is; the units follow from it, on
every machine the same, so that a ledger need not hold them. Read cut.py next, which
cuts, then task.py, what a worker is asked.

    kind     counts                                    its jobs
    border   a whole board by all 8 symmetries         queens/border.py
    mirror   a whole board by the mirror alone         jobs.mirror_plan; has a flip check (flip.py)
    board    a board with queens and blocked squares   one
    jobs     what a list of jobs adds up to            the list
    halves   a whole board by joining quarter boards   none: ranges of the units of core/join.hpp
"""

from __future__ import annotations

import hashlib
import json
import struct
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, get_args

from huisu.errors import InputError
from huisu.jobs import Job, mirror_plan
from huisu.joined import far_apart
from huisu.kernel import compiled, core
from huisu.queens.board import MAX_SEARCHED, Board, Square
from huisu.queens.border import border_plan
from huisu.queens.count import MAX_COUNTED
from huisu.runs.cut import MAX_SIZE, Cut, estimated, first_queens, largest_first

__all__ = ["MAX_JOINED", "MAX_WEIGHT", "Plan", "PlanKind", "Units"]

PlanKind = Literal["border", "mirror", "board", "jobs", "halves"]

MAX_WEIGHT = 1_000_000  #: of a job: the weighted count of a unit fits 63 bits then
MAX_JOINED = 24  #: the largest side that the join counts

_MOST = {"board": MAX_SEARCHED, "jobs": MAX_SEARCHED, "halves": MAX_JOINED}


@dataclass(frozen=True)
class Plan:
    """What a run counts. Raises InputError for what is no plan.

    `size` is the expected nodes of a unit; with the kind "halves" the number of
    the join's own units in it. `fixed` and `blocked` are for the kind "board",
    `jobs`, all of side n, for the kind "jobs".
    """

    kind: PlanKind
    n: int
    size: int
    fixed: tuple[Square, ...] = ()
    blocked: tuple[Square, ...] = ()
    jobs: tuple[Job, ...] = ()

    def __post_init__(self) -> None:
        """Check all parts: they may come from a damaged file."""
        if not _sound(self):
            raise InputError("error.runs.plan.none", text=_shortened(repr(self)))

    @property
    def has_flip(self) -> bool:
        """Whether its units have a sum T of the flip check (flip.py)."""
        return self.kind == "mirror"

    @property
    def board(self) -> Board:
        """The board that is counted; for the kind "jobs" the one that they are parts of."""
        return Board(self.n, fixed=self.fixed, blocked=self.blocked)

    def whole_jobs(self) -> list[Job]:
        """Return the jobs that its units are cut from; none for halves."""
        if self.kind == "halves":
            return []
        if self.kind == "jobs":
            return list(self.jobs)
        if self.kind == "board" or self.n == 0:  # without rows there is one way to place no queen
            return [Job(self.board.open_squares, 1)]
        if self.kind == "border":
            return border_plan(self.n)
        return list(first_queens(mirror_plan(self.n)))

    def to_json(self) -> str:
        """Return the plan as one line, always the same for the same plan.

        >>> Plan("mirror", 8, 500).to_json()
        '{"blocked":[],"fixed":[],"jobs":[],"kind":"mirror","n":8,"size":500}'
        """
        return json.dumps(vars(self), sort_keys=True, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Plan:
        """Return the plan that `to_json` wrote; raise InputError for any other text."""
        try:
            parts = json.loads(text)
            plan = cls(
                parts["kind"], parts["n"], parts["size"],
                _pairs(parts["fixed"]), _pairs(parts["blocked"]),
                tuple(Job(tuple(open_squares), weight) for open_squares, weight in parts["jobs"]),
            )  # fmt: skip
            if plan.to_json() == text:
                return plan
        except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError):
            pass  # InputError among them: one sentence for all
        raise InputError("error.runs.plan.none", text=_shortened(repr(text)))


def _pairs(squares: Any) -> tuple[Square, ...]:
    return tuple((row, column) for row, column in squares)


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"


def _sound(plan: Plan) -> bool:
    """Return whether the parts of a plan are what they should be, each alone and together."""
    if plan.kind not in get_args(PlanKind) or not _whole_number(plan.n, 0, MAX_SEARCHED):
        return False
    return (
        plan.n <= _MOST.get(plan.kind, MAX_COUNTED)
        and _whole_number(plan.size, 1, MAX_SIZE)
        and (plan.kind == "board" or not (plan.fixed or plan.blocked))
        and (plan.kind == "jobs") == bool(plan.jobs)
        and _are_sorted_squares(plan)
        and all(_is_job(job, plan.n) for job in plan.jobs)
    )


def _are_sorted_squares(plan: Plan) -> bool:
    try:
        board = plan.board
        parts = [part for square in (*plan.fixed, *plan.blocked) for part in square]
    except (InputError, TypeError):
        return False
    same = (board.fixed, tuple(sorted(board.blocked))) == (plan.fixed, plan.blocked)
    return same and all(type(part) is int for part in parts)


def _is_job(job: Job, n: int) -> bool:
    return (
        len(job.open) == n
        and all(_whole_number(squares, 0, (1 << n) - 1) for squares in job.open)
        and _whole_number(job.weight, 1, MAX_WEIGHT)
    )


def _whole_number(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


class Units:
    """The units of a plan, numbered from 0; a minute and 100 MB for a million.

    `nodes` and `errors` are how many nodes each unit is expected to take and the
    standard errors of that, by probes of its own, so that they know nothing of
    what the cut expected. With `sized=False` all units are taken for equal, which
    costs no time; so they are for halves. `group` is the column of a unit's first
    queen for the kind "mirror", else -1. `sha256` is that of all pieces as whole
    numbers. `on_progress` is told how many units there are so far. Raises
    InputError for halves where there is no compiled core.

    >>> units = Units(Plan("mirror", 8, 500))
    >>> len(units), units.task_jobs(0)[0].open[:3], units.group.tolist()
    (4, (1, 255, 255), [0, 1, 2, 3])
    """

    def __init__(
        self, plan: Plan, on_progress: Callable[[int], None] | None = None, *, sized: bool = True
    ) -> None:
        """Cut the plan."""
        self.plan = plan
        self.nodes, self.group = array("d"), array("b")
        self.errors: array[float] | None = None
        self._digest = hashlib.sha256()
        self._cut = Cut(plan.whole_jobs(), plan.size, apart=plan.has_flip)
        self._join_units = 0
        if plan.kind == "halves":
            self._join_units = _join_units(plan.n)
            self._fill_ranges()
        else:
            self._fill(sized, on_progress or (lambda units: None))
        self.sha256 = self._digest.hexdigest()

    def _fill(self, sized: bool, on_progress: Callable[[int], None]) -> None:
        errors = array("d")
        for unit in self._cut.grow():
            jobs = self._cut[unit]
            nodes, error = _expected(jobs, unit) if sized else (1.0, 0.0)
            self.nodes.append(nodes)
            errors.append(error)
            self.group.append(self._cut.job_of(unit) if self.plan.has_flip else -1)
            self._digest.update(struct.pack("<Q", len(jobs)))
            for open_squares, weight in jobs:
                self._digest.update(struct.pack(f"<{self.plan.n + 1}Q", weight, *open_squares))
            if len(self) % 1000 == 0:
                on_progress(len(self))
        self.errors = errors if sized else None

    def _fill_ranges(self) -> None:
        number = -(-self._join_units // self.plan.size)
        self.nodes, self.group = array("d", [1.0]) * number, array("b", [-1]) * number
        for unit in range(number):
            self._digest.update(struct.pack("<2Q", *self.join_range(unit)))

    def __len__(self) -> int:
        """Return the number of units."""
        return len(self.nodes)

    def task_jobs(self, unit: int) -> tuple[Job, ...]:
        """Return the jobs of a unit; none for halves."""
        return () if self.plan.kind == "halves" else self._cut[unit]

    def join_range(self, unit: int) -> tuple[int, int]:
        """Return (first, last): the join's units first .. last - 1; (0, 0) unless for halves."""
        first = unit * self.plan.size
        return min(first, self._join_units), min(first + self.plan.size, self._join_units)

    def order(self) -> array[int]:
        """Return the units in the order in which they are best counted.

        The largest first, so that no worker is left with one at the end; halves,
        which grow from the first to the last, so that those done stand for all.
        Large is what the cut took for large, not what `nodes` says: those whose
        estimates are too high would come first, and what they take would make
        the others look smaller than they are, by a sixth.

        >>> Units(Plan("board", 4, 5)).order().tolist()
        [2, 3, 4, 1, 0]
        """
        if self.plan.kind == "halves":
            return array("L", far_apart(len(self)))
        return largest_first(self._cut.sizes)


#: For a unit: it is off by 3 % in the first thousand units, and by 12 % in those that may
#: follow, because the errors of many are small together. In plain Python a probe takes long.
_PROBES, _PROBES_OF_MORE, _FEW = 1000 if compiled else 100, 100, 1000


def _expected(jobs: tuple[Job, ...], unit: int) -> tuple[float, float]:
    return estimated(jobs, unit + 1, _PROBES if unit < _FEW else _PROBES_OF_MORE)


def _join_units(n: int) -> int:
    if n == 0:
        return 1
    if not compiled:
        raise InputError("error.runs.plan.uncompiled")
    join: Any = core
    units: int = join.Join(n).units
    return units
