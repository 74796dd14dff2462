"""`huisu run` and `huisu resume`: a count that nothing can lose, kept in a ledger.

The number alone goes to standard output when every unit is counted; how far the
run is, and what happens to it, to standard error. Read run_view.py next, what is
shown; run_plan.py for what is made of the options; runs/running.py for what runs.
"""

from __future__ import annotations

import shlex
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any, NamedTuple

import click

from huisu.cli.options import (
    argument_n,
    board_options,
    counter_options,
    flag,
    json_option,
    lang_option,
    ledger_option,
    refuse_pairs,
    run_option,
)
from huisu.cli.parser import Command, DecimalNumber, OneOf, Text
from huisu.cli.run_plan import Asked, Counters, counters_of
from huisu.cli.run_view import RunDisplay, units_named
from huisu.cli.say import language, say
from huisu.cli.terminal import duration, remark, warn_if_pure, write, write_json
from huisu.errors import HuisuError, InputError, Interrupted
from huisu.queens.board import Board, Square
from huisu.runs.ledger import shown_address
from huisu.runs.plan import PlanKind
from huisu.runs.status import Status

__all__ = ["Way", "resume", "resumed", "run", "safe"]

_PLANS = ("mirror", "border", "halves")
_DONE, _INCOMPLETE = 0, 1  # exit codes

_EXCLUSIVE = (
    ("--jobs", "N"), ("--jobs", "--fix"), ("--jobs", "--block"), ("--jobs", "--plan"),
    ("--plan", "--fix"), ("--plan", "--block"),
)  # fmt: skip


@click.command(cls=Command, help="help.run")
@argument_n(required=False)
@ledger_option
@board_options
@click.option("--jobs", "jobs_file", type=Text(), metavar="FILE", help="help.run_jobs")
@click.option("--kernel", type=Text(), help="help.kernel")
@click.option("--plan", "kind", type=OneOf(_PLANS), help="help.run_plan")
@click.option(
    "--unit-seconds", type=DecimalNumber(), default=10.0, metavar="S", help="help.run_unit_seconds"
)
@counter_options
@click.option(
    "--audit", type=DecimalNumber(), default=2.0, metavar="PERCENT", help="help.run_audit"
)
@flag("--new", "help.run_new")
@json_option
@lang_option
def run(
    n: int | None,
    address: str,
    fixed: tuple[Square, ...],
    blocked: tuple[Square, ...],
    jobs_file: str | None,
    kernel: str | None,
    kind: PlanKind | None,
    unit_seconds: float,
    workers: int | None,
    cluster: str | None,
    tls: str | None,
    audit: float,
    new: bool,
    as_json: bool,
) -> int:
    """Count in units, each result kept in the ledger; write the number when all are counted."""
    given = {
        "N": n is not None, "--jobs": jobs_file is not None, "--plan": kind is not None,
        "--fix": bool(fixed), "--block": bool(blocked),
    }  # fmt: skip
    refuse_pairs(given, _EXCLUSIVE)
    counters = counters_of(workers, cluster, tls)
    if n is None and jobs_file is None:
        raise InputError("cli.missing", name="N")
    asked = Asked(kernel, kind, unit_seconds, counters)
    if jobs_file is not None:
        plan = asked.plan_of_jobs(jobs_file)
    else:
        plan = asked.plan_of_board(Board(n or 0, fixed=fixed, blocked=blocked))
    warn_if_pure()
    from huisu.runs import running

    def counted(display: RunDisplay) -> Status:
        with stopped_by_sigterm() as stop:
            return running.start(
                plan, address, kernel=kernel, **counters._asdict(), audit=audit / 100, new=new,
                on_status=display.show, on_units=display.cut, on_wait=counters.say_waiting,
                stop=stop,
            )  # fmt: skip

    return _shown(counted, Way(address, None, counters), as_json)


@click.command(cls=Command, help="help.resume_run")
@ledger_option
@run_option
@click.option("--kernel", type=Text(), help="help.resume_kernel")
@counter_options
@json_option
@lang_option
def resume(
    address: str,
    number: int | None,
    kernel: str | None,
    workers: int | None,
    cluster: str | None,
    tls: str | None,
    as_json: bool,
) -> int:
    """Count the units of a run that have no result yet; write the number as `run` does."""
    counters = counters_of(workers, cluster, tls)
    warn_if_pure()
    way = Way(address, number, counters)
    return _shown(lambda display: resumed(way, display, kernel), way, as_json)


class Way(NamedTuple):
    """Where a run is kept and who counts it: what a command that goes on with it has to say."""

    address: str
    run: int | None
    counters: Counters

    def command(self, name: str, *, counters: bool = False) -> str:
        """Return a command about this run as one would type it, without a password."""
        words = ["huisu", name, "--ledger", shown_address(self.address)]
        if self.run is not None:
            words += ["--run", str(self.run)]
        return shlex.join([*words, *(self.counters.options if counters else ())])


def resumed(way: Way, display: RunDisplay, kernel: str | None = None) -> Status:
    """Count the units of a run that have no result, and return how far it is then."""
    from huisu.runs import running

    with stopped_by_sigterm() as stop:
        return running.resume(
            way.address, run=way.run, kernel=kernel, **way.counters._asdict(),
            on_status=display.show, on_units=display.cut, on_wait=way.counters.say_waiting,
            stop=stop,
        )  # fmt: skip


@contextmanager
def stopped_by_sigterm() -> Iterator[Event]:
    """Give what ends a run, set by SIGTERM: a batch system that ends us loses no result."""
    stop = Event()
    before = signal.signal(signal.SIGTERM, lambda number, frame: stop.set())
    try:
        yield stop
    finally:
        signal.signal(signal.SIGTERM, before)


def _shown(counted: Callable[[RunDisplay], Status], way: Way, as_json: bool) -> int:
    """Show a run while it is counted; write its number, or say why there is none."""
    started = time.monotonic()
    display = RunDisplay()
    try:
        with display:
            status = counted(display)
    except InputError:
        raise
    except HuisuError as error:  # stopped, or nobody to count: what was counted is safe
        if as_json and display.last is not None:
            write_json(_result(display.last, started))
        if isinstance(error, Interrupted):
            raise safe(error, way) from None
        remark(f"huisu: {error.text(language(), base=1)}")
        return _INCOMPLETE
    if as_json:
        write_json(_result(status, started))
    elif status.total is not None:
        write(f"{status.total}\n")
    return _say_end(status, way, started)


def _result(status: Status, started: float) -> dict[str, Any]:
    """Return what `--json` writes: as `huisu count` does, and what a ledger adds to it."""
    return {
        "n": status.n, "count": status.partial, "complete": status.total is not None,
        "kernel": status.kernel, "seconds": round(time.monotonic() - started, 3),
        "run": status.run, "plan": status.plan, "units": status.units, "done": status.done,
        "audits": status.audits_done, "mismatches": status.mismatches,
        "parked": list(status.parked),
    }  # fmt: skip


def _say_end(status: Status, way: Way, started: float) -> int:
    """Say how a run has ended and what can be done now; return the exit code."""
    if status.total is not None:
        remark(
            say(
                "cli.run.complete", run=status.run, units=f"{status.units:,}",
                audits=f"{status.audits_done:,}", mismatches=status.mismatches,
                seconds=duration(time.monotonic() - started), command=way.command("verify"),
            )
        )  # fmt: skip
        return _DONE
    text = say(
        "cli.run.parked", run=status.run, units=f"{status.units:,}", number=len(status.parked),
        names=units_named(status.parked), command=way.command("resume", counters=True),
    )  # fmt: skip
    remark(f"huisu: {text}")
    return _INCOMPLETE


def safe(stop: Interrupted, way: Way) -> Interrupted:
    """Return an interruption that says how to go on with the run."""
    if "done" not in stop.values:  # before anything was counted
        return stop
    return Interrupted(
        "cli.run.interrupted", partial=stop.partial, done=f"{stop.values['done']:,}",
        units=f"{stop.values['units']:,}", command=way.command("resume", counters=True),
    )  # fmt: skip
