"""Is there a second run of the same question, counted another way, and do the totals agree?

Another way is another technique or another plan. Read verify.py next.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING

from huisu.queens.board import Square
from huisu.runs.evidence import Evidence, OnShare, part_of, read_run
from huisu.runs.plan import MAX_JOINED, Plan
from huisu.runs.report import Check, CheckState

if TYPE_CHECKING:
    from huisu.runs.ledger import Ledger

__all__ = ["check_second"]


def check_second(
    ledger: Ledger,
    evidence: Evidence,
    against: Ledger | None = None,
    on_progress: OnShare | None = None,
) -> list[Check]:
    """Return a check for each complete run of the same question, or one that says how to make it.

    Runs of the same ledger, and of another one to compare with.
    """
    if evidence.total is None:
        return [Check(5, "second", "missing", "runs.verify.second.open", {})]
    checks = [
        _compared(evidence, other)
        for other in _others(ledger, evidence, against, on_progress)
        if other.total is not None
    ]
    if not any(check.state == "passed" for check in checks):
        command = another_way(evidence, ledger.name)
        checks.append(
            Check(5, "second", "missing", "runs.verify.second.missing", {"command": command})
        )
    return checks


def _others(
    ledger: Ledger, evidence: Evidence, against: Ledger | None, on_progress: OnShare | None
) -> Iterator[Evidence]:
    """Yield the other runs of the same question."""
    found = [(ledger, record) for record in ledger.runs() if record.run != evidence.record.run]
    if against is not None:
        found += [(against, record) for record in against.runs()]
    asked = question(evidence.plan)
    same = [
        (place, record)
        for place, record in found
        if question(Plan.from_json(record.plan)) == asked and record != evidence.record  # a copy
    ]
    for number, (place, record) in enumerate(same):
        share = part_of(on_progress, number / len(same), (number + 1) / len(same))
        yield read_run(place, record, share)


def question(plan: Plan) -> tuple[object, ...]:
    """Return what a plan counts: the same for two whose totals must be equal."""
    return plan.n, plan.fixed, plan.blocked, sorted(plan.jobs)


def _compared(evidence: Evidence, other: Evidence) -> Check:
    """Return what the total of another run says about this one's."""
    values = {
        "run": other.record.run, "ledger": other.ledger, "plan": other.plan.kind,
        "kernel": other.technique, "total": other.total,
    }  # fmt: skip
    if other.total != evidence.total:
        return Check(5, "second", "failed", "runs.verify.second.failed", values)
    ways = {(run.plan.kind, run.technique) for run in (evidence, other)}
    state: CheckState = "passed" if len(ways) == 2 else "skipped"
    return Check(5, "second", state, f"runs.verify.second.{state}", values)


def another_way(evidence: Evidence, ledger: str) -> str:
    """Return the command that counts the same once more, by another technique."""
    plan = evidence.plan
    what = ["--jobs", "FILE"] if plan.kind == "jobs" else [str(plan.n)]
    words = ["huisu", "run", *what, "--ledger", ledger, "--new"]
    words += _squares("--fix", plan.fixed) + _squares("--block", plan.blocked)
    kernel = "sweep" if evidence.technique in ("join", "bitmask", "python") else "bitmask"
    if kernel == "bitmask" and plan.board.is_whole and plan.kind != "jobs" and plan.n <= MAX_JOINED:
        kernel = "join"
    return shlex.join([*words, "--kernel", kernel])


def _squares(option: str, squares: tuple[Square, ...]) -> list[str]:
    """Return the squares as the command line takes them, counted from 1."""
    return [word for row, column in squares for word in (option, f"{row + 1},{column + 1}")]
