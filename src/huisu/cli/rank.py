"""`huisu kth`, `huisu rank` and `huisu sample`: solutions by number, without listing them.

Read check.py next.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

import click

from huisu.cli.boards import placement_given
from huisu.cli.options import (
    argument,
    argument_n,
    board_options,
    format_option,
    json_option,
    lang_option,
    number,
    worker_options,
)
from huisu.cli.parser import Command, Text, WholeNumber
from huisu.cli.say import language, say
from huisu.cli.terminal import coloured, progress_bar, warn_if_pure, write, write_json
from huisu.errors import InputError
from huisu.formats.boards import get_format
from huisu.progress import OnProgress
from huisu.queens import rank as ranking
from huisu.queens.board import Board, Placement, Square
from huisu.views.drawing import draw

__all__ = ["kth", "rank", "sample"]


@contextmanager
def _progress(key: str, n: int) -> Iterator[OnProgress]:
    warn_if_pure()
    with progress_bar(say(key, n=n)) as bar:
        yield lambda progress: bar.show(progress.done)


@click.command(cls=Command, help="help.kth")
@argument_n()
@argument("k", help="help.k", type=WholeNumber())
@board_options
@format_option(["board"])
@worker_options
@json_option
@lang_option
def kth(
    n: int,
    k: int,
    fixed: tuple[Square, ...],
    blocked: tuple[Square, ...],
    format_name: str | None,
    kernel: str | None,
    threads: int | None,
    as_json: bool,
) -> None:
    """Write the k-th solution."""
    board = Board(n, fixed=fixed, blocked=blocked)
    with _progress("kth.label", n) as on_progress:
        x = ranking.kth(board, k - 1, kernel=kernel, threads=threads, on_progress=on_progress)
    if as_json:
        write_json({"n": n, "k": k, "solution": [c + 1 for c in x]})
    else:
        write(_written(x, k, format_name))


@click.command(cls=Command, help="help.rank")
@argument("board", help="help.board", type=Text())
@board_options
@worker_options
@json_option
@lang_option
def rank(
    board: str,
    fixed: tuple[Square, ...],
    blocked: tuple[Square, ...],
    kernel: str | None,
    threads: int | None,
    as_json: bool,
) -> None:
    """Write the number of a solution."""
    x = placement_given(board)
    of = Board(len(x), fixed=fixed, blocked=blocked)
    with _progress("rank.label", len(x)) as on_progress:
        k = 1 + ranking.rank(x, board=of, kernel=kernel, threads=threads, on_progress=on_progress)
    if as_json:
        write_json({"n": len(x), "rank": k, "solution": [c + 1 for c in x]})
    else:
        write(f"{k}\n")


@click.command(cls=Command, help="help.sample")
@argument_n()
@number("--number", "help.number", default=1)
@number("--seed", "help.seed_random")
@board_options
@format_option(["board"])
@json_option
@lang_option
def sample(
    n: int,
    number: int,
    seed: int | None,
    fixed: tuple[Square, ...],
    blocked: tuple[Square, ...],
    format_name: str | None,
    as_json: bool,
) -> None:
    """Write solutions chosen uniformly at random."""
    if number < 1:
        raise InputError("cli.number", number=number)
    board = Board(n, fixed=fixed, blocked=blocked)
    with _progress("sample.label", n) as on_progress:
        chosen = ranking.random_solutions(board, seed=seed, on_progress=on_progress)
        for k, x in enumerate(islice(chosen, number), 1):
            if as_json:
                write_json([c + 1 for c in x])
            else:
                write(_written(x, k, format_name))


def _written(x: Placement, k: int, format_name: str | None) -> str:
    """Return a solution in a format, by default as its digits."""
    if format_name == "board":
        return draw(x).text(colour=coloured()) + "\n"
    return get_format(format_name or "digits").write(x, k, language())
