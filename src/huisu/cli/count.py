"""`huisu count`, `huisu estimate` and `huisu kernels`: how many, about how many, by which kernel.

The number alone goes to standard output, what is known about it to standard
error. Read rank.py next.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import click

from huisu.cli.options import (
    argument_n,
    board_options,
    flag,
    json_option,
    lang_option,
    number,
    worker_options,
)
from huisu.cli.parser import Command, OneOf
from huisu.cli.say import say
from huisu.cli.terminal import (
    ProgressBar,
    duration,
    progress_bar,
    remark,
    warn_if_pure,
    write,
    write_json,
)
from huisu.errors import InputError, InterruptedByUser
from huisu.estimate import Estimate
from huisu.jobs import Workers
from huisu.joined import Memory, megabytes
from huisu.kernel import Kernel, choose_kernel, kernels
from huisu.progress import Progress
from huisu.queens import count as counting
from huisu.queens.board import Board, Square
from huisu.queens.symmetric import TURNS, Turn

__all__ = [
    "count",
    "estimate",
    "estimate_object",
    "estimate_text",
    "kernels_command",
    "say_no_room",
]

_MUCH = 20_000_000  # bytes of memory that are worth a remark


@click.command(cls=Command, help="help.count")
@argument_n()
@board_options
@flag("--fundamental", "help.count_fundamental")
@click.option("--symmetric", type=OneOf(TURNS), help="help.count_symmetric")
@worker_options
@json_option
@lang_option
def count(
    n: int,
    fixed: tuple[Square, ...],
    blocked: tuple[Square, ...],
    fundamental: bool,
    symmetric: Turn | None,
    kernel: str | None,
    threads: int | None,
    as_json: bool,
) -> None:
    """Write the number of solutions; on Ctrl-C the part counted, marked as incomplete."""
    board = counting.countable(Board(n, fixed=fixed, blocked=blocked))
    if fundamental and symmetric:
        raise InputError("cli.exclusive", first="--fundamental", second="--symmetric")
    if fundamental and not board.is_whole:
        raise InputError("cli.fundamental")
    if symmetric and (kernel or threads):
        option = "--kernel" if kernel else "--threads"
        raise InputError("cli.exclusive", first="--symmetric", second=option)
    workers, memory = counting.choose_workers(board, kernel, threads)
    if memory is not None and not symmetric:
        _say_memory(workers, memory)

    def counted(bar: ProgressBar) -> int:
        def on_progress(progress: Progress) -> None:
            bar.show(progress.done)

        if symmetric:
            return counting.count_symmetric(board, symmetric, on_progress=on_progress)
        if fundamental:
            return counting.count_fundamental(
                n, kernel=kernel, threads=threads, on_progress=on_progress
            )
        return counting.count(board, kernel=kernel, threads=threads, on_progress=on_progress)

    warn_if_pure()
    kernel_and_threads = ("python", 1) if symmetric else (workers.kernel.name, workers.threads)
    _report(n, counted, *kernel_and_threads, as_json)


def _say_memory(workers: Workers, memory: Memory) -> None:
    """Say before a long count how much memory the join takes, or that there is too little."""
    if not memory.fits:
        say_no_room(memory, workers.kernel)
    elif sys.stderr.isatty() and memory.needed > _MUCH:
        remark(say("count.memory", needed=megabytes(memory.needed)))


def say_no_room(memory: Memory, kernel: Kernel) -> None:
    """Say that there is too little memory for the join, and which kernel counts instead."""
    needed, available = megabytes(memory.needed), megabytes(memory.available or 0)
    remark(say("count.no_room", needed=needed, available=available, kernel=kernel.name))


def _report(
    n: int, counted: Callable[[ProgressBar], int], kernel: str, threads: int, as_json: bool
) -> None:
    """Count, then write the number and what is known about it."""
    started = time.monotonic()

    def result(found: int, complete: bool) -> dict[str, object]:
        seconds = round(time.monotonic() - started, 3)
        return {
            "n": n, "count": found, "complete": complete, "kernel": kernel, "seconds": seconds,
        }  # fmt: skip

    try:
        with progress_bar(say("count.label", n=n)) as bar:
            found = counted(bar)
    except InterruptedByUser as stop:
        if as_json:
            write_json(result(stop.partial, complete=False))
        raise
    if as_json:
        write_json(result(found, complete=True))
        return
    write(f"{found}\n")
    if sys.stderr.isatty():
        seconds = duration(time.monotonic() - started)
        remark(say("count.remark", kernel=kernel, threads=threads, seconds=seconds))


@click.command(cls=Command, help="help.estimate")
@argument_n()
@board_options
@number("--probes", "help.probes", default=100_000)
@number("--seed", "help.seed", default=0)
@json_option
@lang_option
def estimate(
    n: int,
    fixed: tuple[Square, ...],
    blocked: tuple[Square, ...],
    probes: int,
    seed: int,
    as_json: bool,
) -> None:
    """Write the estimated nodes and solutions, with their standard errors and the profile."""
    if not 2 <= probes <= 10**9:
        raise InputError("cli.probes", probes=probes)
    board = Board(n, fixed=fixed, blocked=blocked)
    with progress_bar(say("estimate.label", n=n)) as bar:
        size = counting.estimate_board(board, probes=probes, seed=seed, on_progress=bar.show)
    if as_json:
        write_json({"n": n, "probes": probes, "seed": seed, **estimate_object(size)})
    else:
        title = say("estimate.title", n=n, probes=f"{probes:,}")
        write(estimate_text(title, size))


def estimate_object(size: Estimate) -> dict[str, object]:
    """Return the figures of an estimate as `--json` writes them."""
    return {
        "nodes": size.nodes, "nodes_error": size.nodes_error,
        "solutions": size.answers, "solutions_error": size.answers_error,
        "profile": size.profile, "profile_error": size.profile_error,
    }  # fmt: skip


def estimate_text(title: str, size: Estimate) -> str:
    """Return an estimate under a title: the nodes, the solutions and the profile, as a chart."""
    lines = [
        title,
        say("estimate.nodes", amount=_figure(size.nodes, size.nodes_error)),
        say("estimate.solutions", amount=_figure(size.answers, size.answers_error)),
        say("estimate.profile"),
    ]
    largest = max(size.profile)
    for level, nodes in enumerate(size.profile):
        bar = "█" * round(40 * nodes / largest)
        lines.append(f"  {level:>3}  {_rounded(nodes):>12}  {bar}".rstrip())
    return "\n".join(lines) + "\n"


def _figure(mean: float, error: float) -> str:
    if not mean:
        return say("estimate.none")
    share = 100 * error / mean
    return f"{_rounded(mean)} ± {_rounded(error)} ({share:.2g} %)"


def _rounded(value: float) -> str:
    if value < 100:
        return f"{value:.3g}"
    return f"{value:,.0f}" if value < 10_000_000 else f"{value:.4g}"


@click.command("kernels", cls=Command, help="help.kernels")
@json_option
@lang_option
def kernels_command(as_json: bool) -> None:
    """Write the kernels of this installation and which one is used."""
    used = {choose_kernel(), choose_kernel(whole=True)}
    if as_json:
        rows = [
            {
                "name": kernel.name, "max_n": kernel.max_n, "supported": kernel.supported,
                "whole_boards_only": not kernel.counts_jobs,
            }
            for kernel in kernels()
        ]  # fmt: skip
        write_json(
            {
                "kernels": rows,
                "used": choose_kernel().name,
                "used_for_whole_boards": choose_kernel(whole=True).name,
            }
        )
        return
    for kernel in kernels():
        state = "used" if kernel in used else "ready" if kernel.supported else "unsupported"
        boards = "some" if kernel.counts_jobs else "whole"
        text = say(f"kernels.{boards}", most=kernel.max_n, state=say(f"kernels.{state}"))
        write(f"{kernel.name:<18} {text}\n")
    warn_if_pure()
