"""Is a run right, as far as that can be told from its ledger and without counting it again?

Five levels: rows, flip check, audits, closing checks, a second run. They compare the
run with itself, with other runs and with an estimate, never with published counts.
Read report.py next for what comes out.

What speaks against a run names units if it can, and `repair` makes these to be
counted again. A unit that is open, or was counted by a worker in quarantine alone,
needs no repair: whoever resumes the run counts it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from huisu.errors import Index
from huisu.kernel import technique
from huisu.queens.border import border_plan
from huisu.runs.books import AUDITED, DISPUTED, OPEN, Source
from huisu.runs.closing import check_classes, check_estimate, check_list, check_units
from huisu.runs.evidence import Evidence, OnShare, part_of, read_run, units_of
from huisu.runs.flip import difference, explanations
from huisu.runs.plan import Plan, Units
from huisu.runs.report import Check, CheckState, Report
from huisu.runs.second import check_second

if TYPE_CHECKING:
    from huisu.runs.ledger import Ledger

__all__ = ["repair", "verify"]


def verify(
    ledger: Ledger,
    run: int | None = None,
    *,
    against: Ledger | None = None,
    on_progress: OnShare | None = None,
) -> Report:
    """Return what can be said of a run, by default the newest, whether it is complete or not.

    `against` is another ledger, whose runs of the same question are compared
    too. `on_progress` hears the share that is done. Changes nothing, so the
    ledger may be open for reading only. Raises InputError when there is no such
    run, or when the ledger is too damaged to be read.
    """
    evidence = read_run(ledger, ledger.run(run), part_of(on_progress, 0, 0.4))
    storage = _storage(ledger)
    units = units_of(evidence, part_of(on_progress, 0.5, 0.6))
    listed = check_list(evidence, units)
    if listed.state == "failed":  # what is known of the units is true of others
        units = None
    located = [_rows(evidence), *_multiples(evidence, units), _flip(evidence, units)]
    checks = [
        storage,
        *(found.check for found in located),
        *_audits(evidence),
        check_units(evidence),
        listed,
        check_classes(evidence, part_of(on_progress, 0.6, 0.7)),
        check_estimate(evidence, part_of(on_progress, 0.7, 0.8)),
        *check_second(ledger, evidence, against, part_of(on_progress, 0.8, 1)),
    ]
    return _report(evidence, checks, _suspects(evidence, located, checks))


def repair(ledger: Ledger, report: Report) -> int:
    """Delete the rows of the units that a report suspects, and return how many units these are.

    A note of it is kept; whoever resumes the run counts them again. The ledger
    must be open for writing. A file that is `damaged` is to be rescued first
    (rescue.py), and verified again: in it, rows may be where nothing deletes them.
    """
    rotten = {unit for unit, _ in report.rotten if isinstance(unit, int)}
    units = sorted(rotten.union(report.suspects))
    if units:
        ledger.void(report.run, units)
        failed = sorted({check.name for check in report.checks if check.state == "failed"})
        ledger.note(report.run, "repaired", {"units": len(units), "checks": failed})
    return len(units)


class _Found(NamedTuple):
    """A check, and the units that are wrong if it failed; None where it cannot say which."""

    check: Check
    wrong: Iterable[int] | None = ()


def _report(evidence: Evidence, checks: list[Check], suspects: tuple[int, ...]) -> Report:
    record, books = evidence.record, evidence.books
    kernels = tuple(kernel for kernel, _ in evidence.rows_by_kernel.most_common())
    return Report(
        record.run, evidence.plan.n, evidence.plan.kind, kernels, record.units, books.done,
        books.total, evidence.total, tuple(checks), suspects, evidence.rotten,
    )  # fmt: skip


def _suspects(evidence: Evidence, located: list[_Found], checks: list[Check]) -> tuple[int, ...]:
    """Return the units to be counted again: those that a check names, by the surest check.

    If the total is wrong and no check knows where, all that was not audited.
    """
    books, number = evidence.books, evidence.record.units
    disputed = (
        {unit for unit in range(number) if books.state(unit) == DISPUTED}
        if books.disputed
        else set()
    )
    for found in located:
        disputed.update(unit for unit in found.wrong or () if 0 <= unit < number)
        if disputed:
            return tuple(sorted(disputed))
    failed = {check.name for check in checks if check.state == "failed"}
    if failed & {"flip", "classes"} and "list" not in failed:
        return tuple(unit for unit in range(number) if books.state(unit) != AUDITED)
    return ()


# 1: how the rows are kept, and each row


def _storage(ledger: Ledger) -> Check:
    """Check that every row is where the database looks for it."""
    fault = ledger.fault()
    state: CheckState = "skipped" if fault is None else "failed" if fault else "passed"
    values = {"fault": fault} if fault else {}
    return Check(1, "storage", state, f"runs.verify.storage.{state}", values)


def _rows(evidence: Evidence) -> _Found:
    """Check that each row is what was written; the ledger has looked at the CRCs."""
    rows, rotten = sum(evidence.rows_by_kernel.values()), evidence.rotten
    state: CheckState = "failed" if rotten else "passed"
    values = {"rows": rows + len(rotten), "rotten": len(rotten)}
    check = Check(1, "rows", state, f"runs.verify.rows.{state}", values)
    return _Found(check, [unit for unit, _ in rotten if isinstance(unit, int)])


def _multiples(evidence: Evidence, units: Units | None) -> list[_Found]:
    """Check that each count is a multiple of what a solution of its unit weighs, if that is not 1.

    In the mirror plan a solution of the left half counts for two.
    """
    plan, books = evidence.plan, evidence.books
    if units is None:
        return []
    weight = _weight(plan)
    if weight == 1:
        return []
    values = (
        (unit, books.value(unit)) for unit, group in enumerate(units.group) if group < plan.n // 2
    )
    wrong = [unit for unit, value in values if value and value[0] % weight]
    state: CheckState = "failed" if wrong else "passed"
    figures = {"weight": weight, "wrong": len(wrong)}
    return [_Found(Check(1, "multiples", state, f"runs.verify.multiples.{state}", figures), wrong)]


def _weight(plan: Plan) -> int:
    """Return what the weights of all jobs are multiples of; in a mirror plan of the left half."""
    if plan.kind == "mirror":
        return 2 if plan.n > 1 else 1
    jobs = border_plan(plan.n) if plan.kind == "border" and plan.n else plan.jobs
    return math.gcd(*(job.weight for job in jobs)) or 1


# 2: beginnings and ends


def _flip(evidence: Evidence, units: Units | None) -> _Found:
    """Check that as many solutions end in each column as begin there (flip.py)."""
    plan, books = evidence.plan, evidence.books
    if not plan.has_flip or plan.n == 0:
        return _Found(Check(2, "flip", "skipped", "runs.verify.flip.skipped", {"plan": plan.kind}))
    if units is None or not evidence.complete:
        return _Found(Check(2, "flip", "missing", "runs.verify.flip.missing", {}))
    counts = {group: count for group, (count, _) in books.sums(units.group).items()}
    off = difference(plan.n, counts, books.flip_total)
    if not off:
        return _Found(Check(2, "flip", "passed", "runs.verify.flip.passed", {}))
    found = explanations(plan.n, off)
    if not found:
        return _Found(Check(2, "flip", "failed", "runs.verify.flip.unknown", {}), None)
    columns, error = tuple(map(Index, found[0].groups)), abs(found[0].error)
    form = "one" if len(columns) == 1 else "two"
    values = {"columns": columns, "error": error}
    suspect = {group for explanation in found for group in explanation.groups}
    wrong = [unit for unit, group in enumerate(units.group) if group in suspect]
    return _Found(Check(2, "flip", "failed", f"runs.verify.flip.{form}", values), wrong)


# 3: what was counted twice


def _audits(evidence: Evidence) -> list[Check]:
    """Check what several sources say about a unit, and who is in quarantine."""
    books = evidence.books
    agreeing = [books.sources(unit) for unit in books.recounted() if books.state(unit) == AUDITED]
    values = {
        "audited": books.audited, "units": evidence.record.units,
        "share": 100 * books.audited / max(1, evidence.record.units),
        "workers": _several(agreeing, lambda source: source.worker),
        "techniques": _several(agreeing, lambda source: technique(source.kernel)),
        "turned": _several(agreeing, lambda source: source.orientation),
    }  # fmt: skip
    state: CheckState = "passed" if books.audited else "missing"
    checks = [Check(3, "audits", state, f"runs.verify.audits.{state}", values)]
    if books.mismatches:
        state = "failed" if books.disputed else "passed"
        figures = {"mismatches": books.mismatches, "disputed": books.disputed}
        checks.append(Check(3, "disputes", state, f"runs.verify.disputes.{state}", figures))
    if books.quarantined:
        checks.append(_quarantine(evidence))
    return checks


def _several(agreeing: list[list[Source]], part: Callable[[Source], str]) -> int:
    """Return in how many units the sources differ in a part."""
    return sum(len({part(source) for source in sources}) > 1 for sources in agreeing)


def _quarantine(evidence: Evidence) -> Check:
    """Return the workers in quarantine, and how many units are known from them alone."""
    books, sources = evidence.books, evidence.quarantined
    alone = books.only_from(source for those in sources.values() for source in those)
    only = sum(books.state(unit) == OPEN for unit in alone)
    state: CheckState = "missing" if only else "passed"
    values = {"workers": tuple(sources), "only": only}
    return Check(3, "quarantine", state, f"runs.verify.quarantine.{state}", values)
