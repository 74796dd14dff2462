"""Is the sum of all units the number that was asked for, as far as can be told from the sum?

By the list of units, by the classes of images that solutions fall into, and by a
random estimate. None of these knows a published count. Read second.py next, the
last check.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from huisu.estimate import estimate_rows
from huisu.jobs import Job
from huisu.kernel import compiled
from huisu.queens.count import count_symmetric
from huisu.runs.evidence import Evidence, OnShare, part_of
from huisu.runs.plan import Units
from huisu.runs.report import Check, CheckState

__all__ = ["MAX_HALF_TURNS", "check_classes", "check_estimate", "check_list", "check_units"]

#: Beyond this side the solutions that a half turn leaves unchanged are not counted here: they
#: take 8 seconds for n = 20, and three to eight times as long for the next n; those of a
#: quarter turn take a second for n = 28.
MAX_HALF_TURNS = 20

_PROBES = 1_000_000 if compiled else 10_000
_SEED = 1
_SIGMAS = 6
_VAGUE = 0.1  # a standard error of more than this share says nothing of the total


def check_units(evidence: Evidence) -> Check:
    """Return whether each unit has one value."""
    state: CheckState = "passed" if evidence.complete else "missing"
    values = {"units": evidence.record.units, "open": evidence.open}
    return Check(4, "units", state, f"runs.verify.units.{state}", values)


def check_list(evidence: Evidence, units: Units | None) -> Check:
    """Return whether the units that were counted are those that the plan is cut into."""
    record = evidence.record
    values = {"version": record.version, "expected": record.sha256[:16]}
    if units is None:
        return Check(4, "list", "skipped", "runs.verify.list.skipped", values)
    values["found"] = units.sha256[:16]
    same = (len(units), units.sha256) == (record.units, record.sha256)
    state: CheckState = "passed" if same else "failed"
    return Check(4, "list", state, f"runs.verify.list.{state}", values)


def check_classes(evidence: Evidence, on_progress: OnShare | None = None) -> Check:
    """Return whether a total fits the classes of at most 8 images that solutions fall into.

    Of n > 1 queens no solution is its own mirror image, so it has 8 images, or 4
    if a half turn, or 2 if a quarter turn leaves it unchanged. Therefore

        Q + half + 2 quarter = 0 (mod 8),    Q = quarter (mod 4),

    where half and quarter are the numbers of such solutions, the second among the first.
    """
    if evidence.plan.kind == "jobs" or not evidence.plan.board.is_whole:
        return Check(4, "classes", "skipped", "runs.verify.classes.skipped", {})
    if evidence.total is None:
        return Check(4, "classes", "missing", "runs.verify.classes.missing", {})
    return _classes(evidence.plan.n, evidence.total, part_of(on_progress, 0, 1))


def _classes(n: int, total: int, share: OnShare) -> Check:
    if n < 2:
        return Check(4, "classes", "skipped", "runs.verify.classes.tiny", {})
    quarter = count_symmetric(n, "quarter")
    if n > MAX_HALF_TURNS:
        right = (total - quarter) % 4 == 0
        state: CheckState = "passed" if right else "failed"
        values = {"n": n, "quarter": quarter, "remainder": quarter % 4, "found": total % 4}
        return Check(4, "classes", state, f"runs.verify.classes.four.{state}", values)
    half = count_symmetric(n, "half", on_progress=lambda progress: share(progress.done))
    right = (total + half + 2 * quarter) % 8 == 0
    state = "passed" if right else "failed"
    expected = (-half - 2 * quarter) % 8
    values = {"half": half, "quarter": quarter, "remainder": expected, "found": total % 8}
    return Check(4, "classes", state, f"runs.verify.classes.eight.{state}", values)


class _Figure(NamedTuple):
    """An estimated number of solutions and its standard error."""

    mean: float
    error: float


def check_estimate(evidence: Evidence, on_progress: OnShare | None = None) -> Check:
    """Return whether a total is within 6 standard errors of a seeded Knuth estimate."""
    total, plan = evidence.total, evidence.plan
    if total is None:
        return Check(4, "estimate", "missing", "runs.verify.estimate.missing", {})
    jobs = plan.jobs if plan.kind == "jobs" else (Job(plan.board.open_squares, 1),)
    figure = _estimated(jobs, part_of(on_progress, 0, 1))
    values = {"estimate": figure.mean, "error": figure.error, "probes": _PROBES}
    if not figure.mean:
        return Check(4, "estimate", "skipped", "runs.verify.estimate.none", values)
    if figure.error > _VAGUE * figure.mean and total:  # at 0 one solution found refutes it
        return Check(4, "estimate", "skipped", "runs.verify.estimate.vague", values)
    away = abs(total - figure.mean)
    slack = 1e-9 * figure.mean  # an estimate without an error is a float all the same
    near = away <= _SIGMAS * figure.error + slack and (total > 0)
    values["sigmas"] = away / figure.error if figure.error else 0.0 if near else _SIGMAS + 1.0
    state: CheckState = "passed" if near else "failed"
    return Check(4, "estimate", state, f"runs.verify.estimate.{state}", values)


def _estimated(jobs: Sequence[Job], share: OnShare) -> _Figure:
    """Return the estimated sum of the jobs' counts; many jobs share the probes."""
    probes = max(2, _PROBES // len(jobs))
    mean = variance = 0.0
    for number, (open_squares, weight) in enumerate(jobs):
        size = estimate_rows(open_squares, probes=probes, seed=_SEED + number)
        mean += weight * size.answers
        variance += (weight * size.answers_error) ** 2
        share((number + 1) / len(jobs))
    return _Figure(mean, math.sqrt(variance))
