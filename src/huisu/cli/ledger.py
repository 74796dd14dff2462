"""`huisu status`, `huisu verify` and `huisu export`: what a ledger says, and is it right?

They read a ledger beside the run that writes it, also one that nobody may write;
only `verify --repair` changes it. Read run_view.py for how a run looks,
runs/verify.py for what is checked.
"""

from __future__ import annotations

import json
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from huisu.cli.options import (
    counter_options,
    flag,
    json_option,
    lang_option,
    ledger_option,
    run_option,
)
from huisu.cli.parser import Command, Text
from huisu.cli.run import Way, resumed, safe
from huisu.cli.run_plan import Counters, counters_of
from huisu.cli.run_view import RunDisplay, plain, run_line, status_lines
from huisu.cli.say import language, say
from huisu.cli.terminal import file_errors, progress_bar, remark, write, write_json
from huisu.errors import Index, InputError, Interrupted
from huisu.runs.failures import LedgerDamaged
from huisu.runs.ledger import open_ledger
from huisu.runs.status import Status, state_of

if TYPE_CHECKING:
    from huisu.runs.ledger import Ledger
    from huisu.runs.report import Report

__all__ = ["export_command", "status", "verify_command"]

_LOOK = 1.0  # seconds between two looks of `status --watch`
_DONE, _WRONG = 0, 1


@click.command(cls=Command, help="help.status")
@ledger_option
@run_option
@flag("--watch", "help.status_watch")
@json_option
@lang_option
def status(address: str, number: int | None, watch: bool, as_json: bool) -> None:
    """Write how far a run is; which runs there are, if it is not said which is meant."""
    with open_ledger(address, "read") as ledger:
        if watch:
            _watch(ledger, number)
        now = state_of(ledger, number)
        runs = [state_of(ledger, record.run) for record in ledger.runs()]
    if as_json:
        write_json({**status_object(now), "runs": [each.run for each in runs]})
        return
    lines = status_lines(now)
    if number is None and len(runs) > 1:
        lines += ["", say("runs.list"), *map(run_line, runs)]
    write("\n".join(lines) + "\n")


def status_object(status: Status) -> dict[str, Any]:
    """Return a status as `--json` writes it: the total once there is one, squares from 1."""
    found: dict[str, Any] = json.loads(status.to_json())
    for name in ("fixed", "blocked"):
        found[name] = [[row + 1, column + 1] for row, column in found[name]]
    found["workers"] = [worker._asdict() for worker in status.workers]
    return {**found, "total": status.total}


def _watch(ledger: Ledger, number: int | None) -> None:
    """Show a run as it goes until it goes no more."""
    with RunDisplay() as display:
        while (now := state_of(ledger, number)).state == "running":
            display.show(now)
            time.sleep(_LOOK)


@click.command("verify", cls=Command, help="help.verify")
@ledger_option
@run_option
@click.option("--against", type=Text(), metavar="FILE|URL", help="help.verify_against")
@flag("--repair", "help.verify_repair")
@counter_options
@json_option
@lang_option
def verify_command(
    address: str,
    number: int | None,
    against: str | None,
    repair: bool,
    workers: int | None,
    cluster: str | None,
    tls: str | None,
    as_json: bool,
) -> int:
    """Write what is known of a run; exit 1 unless all units are counted and nothing is wrong."""
    counters = counters_of(workers, cluster, tls)
    if counters.options and not repair:
        raise InputError("cli.verify.counters", name=counters.options[0])
    if repair:
        report = _repaired(address, number, against, counters)
    else:
        report = _verified(address, number, against)
    if as_json:
        write_json(_report_object(report))
    else:
        write("\n".join(map(plain, report.lines(language(), base=1))) + "\n")
    return _DONE if report.ok and report.complete else _WRONG


def _verified(address: str, number: int | None, against: str | None) -> Report:
    from huisu.runs.verify import verify

    with ExitStack() as opened:
        ledger = opened.enter_context(open_ledger(address, "read"))
        other = opened.enter_context(open_ledger(against, "read")) if against else None
        with progress_bar(say("verify.label")) as bar:
            return verify(ledger, number, against=other, on_progress=bar.show)


def _repaired(address: str, number: int | None, against: str | None, counters: Counters) -> Report:
    """Count again what is wrong in a run, or was lost in a damaged file; return what holds now."""
    if against:
        open_ledger(against, "read").close()  # there is one: said before anything is changed
    report, lost, is_file = None, False, "://" not in address
    try:
        report = _verified(address, number, None)
    except LedgerDamaged:
        if not is_file:
            raise
    if report is None or (report.damaged and is_file):
        _rescue(address)
        report = _verified(address, number, None)
        lost = not report.complete
    if _voided(address, report) or lost:
        way = Way(address, report.run, counters)
        try:
            with RunDisplay() as display:
                resumed(way, display)
        except Interrupted as stop:
            raise safe(stop, way) from None
    elif against is None:
        return report
    return _verified(address, report.run, against)


def _voided(address: str, report: Report) -> bool:
    """Have what a report suspects counted again by whoever resumes; return if there is any."""
    from huisu.runs.verify import repair

    if report.ok:
        return False
    with open_ledger(address, "write") as ledger:
        units = repair(ledger, report)
    remark(say("verify.repair", number=f"{units:,}"))
    return units > 0


def _rescue(path: str) -> None:
    """Put a sound ledger in the place of a damaged file, and say what was saved."""
    from huisu.runs.rescue import rescue

    saved = rescue(path)
    remark(say("verify.rescue", runs=saved.runs, rows=f"{saved.rows:,}", path=saved.kept))


def _report_object(report: Report) -> dict[str, Any]:
    """Return a report as `--json` writes it, positions counted from 1."""
    return {name: _from_one(value) for name, value in report.to_object().items()}


def _from_one(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _from_one(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_from_one(each) for each in value]
    return value + 1 if isinstance(value, Index) else value


@click.command("export", cls=Command, help="help.export")
@ledger_option
@run_option
@click.option(
    "-o", "--output", "output_file", type=Text(), required=True, metavar="FILE",
    help="help.export_output",
)  # fmt: skip
@lang_option
def export_command(address: str, number: int | None, output_file: str) -> None:
    """Write the rows of a run as a table, in the format that the file's name asks for."""
    from huisu.runs.export import export, format_of

    form = format_of(output_file)  # refused before anything is opened
    try:
        with (
            open_ledger(address, "read") as ledger,
            file_errors(output_file),
            progress_bar(say("export.label")) as bar,
        ):
            record = ledger.run(number)
            expected = max(1, record.units)
            export(
                ledger, record.run, output_file, form,
                on_progress=lambda rows: bar.show(min(1.0, rows / expected)),
            )  # fmt: skip
    except KeyboardInterrupt:
        raise Interrupted("export.interrupted", path=output_file) from None
    if ledger.rotten:
        remark(say("export.rotten", number=f"{len(ledger.rotten):,}"))
