"""What happens between `huisu ARGUMENTS` and the exit code?

The arguments are parsed, one command runs, and every error becomes one
sentence: exit 0 done, 1 no solution or refuted, 2 bad input, 130 interrupted.
Read solve.py next, the first of the commands.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

import click

from huisu.cli.board import board
from huisu.cli.check import check, judge
from huisu.cli.classics import classics
from huisu.cli.cluster import scheduler, worker
from huisu.cli.count import count, estimate, kernels_command
from huisu.cli.ledger import export_command, status, verify_command
from huisu.cli.options import lang_option
from huisu.cli.page import page
from huisu.cli.parser import Group, guard_negative_numbers, parser_error
from huisu.cli.rank import kth, rank, sample
from huisu.cli.run import resume, run
from huisu.cli.say import choose_language, language, say
from huisu.cli.serve import serve
from huisu.cli.solve import first_by_column_command, solve
from huisu.cli.terminal import remark
from huisu.cli.tree import tree
from huisu.cli.watch import watch
from huisu.errors import HuisuError, Interrupted, NoSolution

__all__ = ["app", "main"]

DONE, NONE, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


@click.group(cls=Group, help="help.huisu")
@click.version_option(package_name="huisu", message="%(prog)s %(version)s", help="help.version")
@lang_option
@click.pass_context
def app(ctx: click.Context) -> None:
    """Run a command, or show the help when none is named."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


for command in (
    solve, count, first_by_column_command, kth, rank, sample, check, judge, board, watch, tree,
    estimate, classics, page, serve, run, resume, status, verify_command, export_command,
    scheduler, worker, kernels_command,
):  # fmt: skip
    app.add_command(command)


#: The bytes of a file's name that are no text are written as they came.
_AS_NAMED = "surrogateescape"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - until the end
    if sys.stdout is None:
        remark(f"huisu: {say('cli.closed_output')}")
        return BAD_INPUT
    _prepare_streams()
    try:
        code = _run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has had enough: that is no error
        _give_up_output()
        return DONE
    except OSError as error:
        _give_up_output()
        remark(f"huisu: {say('cli.no_output', reason=error.strerror)}")
        return BAD_INPUT
    return code


def _give_up_output() -> None:
    """Let the rest of the output vanish, so that Python's last flush has no complaint."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(arguments: Sequence[str]) -> int:
    """Run one command; not by click's own `main`, which would swallow our interruptions."""
    try:
        choose_language(arguments)
        if "_HUISU_COMPLETE" in os.environ:  # the shell asks for completions
            app.main(prog_name="huisu")
        with app.make_context("huisu", guard_negative_numbers(arguments)) as ctx:
            result = app.invoke(ctx)
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.ClickException as error:
        remark(f"huisu: {parser_error(error, app)}")
        return BAD_INPUT
    except Interrupted as error:
        remark(f"huisu: {_sentence(error)}")
        if error.checkpoint is not None:
            remark(say("cli.resume", text=error.checkpoint))
        return INTERRUPTED
    except KeyboardInterrupt:
        remark(f"huisu: {say('interrupted.plain')}")
        return INTERRUPTED
    except HuisuError as error:
        remark(f"huisu: {_sentence(error)}")
        return NONE if isinstance(error, NoSolution) else BAD_INPUT
    return result if isinstance(result, int) else DONE


def _sentence(error: HuisuError) -> str:
    """Return the error's text, with the minus signs that the user typed (parser.py)."""
    return error.text(language(), base=1).replace("\N{MINUS SIGN}", "-")


def _prepare_streams() -> None:
    """Make both streams take any character; what is piped is UTF-8 with plain newlines."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            if stream.isatty():
                stream.reconfigure(errors="replace")
            else:
                stream.reconfigure(encoding="utf-8", errors=_AS_NAMED, newline="\n")
