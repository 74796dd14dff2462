"""`huisu solve` and `huisu first-by-column`: the solutions of a board.

Which solutions is chosen first, how they are written second; the two meet in
`_stream`. Read count.py next.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import NamedTuple

import click

from huisu.cli.boards import read_one_board, side_of
from huisu.cli.options import (
    argument_n,
    board_options,
    flag,
    format_option,
    json_option,
    lang_option,
    number,
    refuse_pairs,
)
from huisu.cli.parser import Command, OneOf, Text
from huisu.cli.say import language, say
from huisu.cli.terminal import (
    coloured,
    output,
    output_is_a_file,
    progress_bar,
    write,
    write_json,
)
from huisu.errors import InputError, InterruptedByUser, NoSolution
from huisu.formats.boards import FORMATS, get_format
from huisu.formats.first_column import write_first_by_column
from huisu.queens.board import Board, Placement, Square
from huisu.queens.solutions import ORDERS, Batch, Order, any_solution, batches, first_by_column
from huisu.queens.symmetric import TURNS, Turn, fundamental_batches, symmetric_batches
from huisu.queens.symmetry import class_size
from huisu.views.drawing import board_writer

__all__ = ["first_by_column_command", "solve"]

_LARGEST_DRAWN = 40  # a larger board is written as a row of numbers unless asked otherwise

Batches = Iterator[Batch[Placement]]


class Wanted(NamedTuple):
    """Which solutions, as the options say."""

    any_one: bool
    limit: int | None
    order: Order
    fundamental: bool
    turn: Turn | None


@click.command(cls=Command, help="help.solve")
@argument_n(required=False)
@flag("--first", "help.first")
@flag("--any", "help.any")
@number("--limit", "help.limit", metavar="K")
@click.option("--order", type=OneOf(ORDERS), metavar="NAME", help="help.order")
@format_option(["board"])
@board_options
@number("--first-queen", "help.first_queen", metavar="COL")
@click.option("--complete", type=Text(), metavar="BOARD", help="help.complete")
@flag("--fundamental", "help.fundamental")
@click.option("--symmetric", type=OneOf(TURNS), help="help.symmetric")
@json_option
@click.option("-o", "--output", "output_file", type=Text(), metavar="FILE", help="help.output")
@lang_option
def solve(
    n: int | None,
    first: bool,
    any: bool,
    limit: int | None,
    order: Order | None,
    format_name: str | None,
    fixed: tuple[Square, ...],
    blocked: tuple[Square, ...],
    first_queen: int | None,
    complete: str | None,
    fundamental: bool,
    symmetric: Turn | None,
    as_json: bool,
    output_file: str | None,
) -> None:
    """Write the solutions asked for; raise NoSolution when there is none."""
    refuse_pairs(
        {
            "--first": first, "--any": any, "--limit": limit is not None,
            "--fundamental": fundamental, "--symmetric": symmetric is not None,
            "--order": order is not None, "--json": as_json, "--format": format_name is not None,
        },
        _EXCLUSIVE,
    )  # fmt: skip
    if limit is not None and limit < 1:
        raise InputError("cli.limit", limit=limit)
    board = _board(n, fixed, blocked, first_queen, complete)
    if order is None and format_name in FORMATS:
        order = FORMATS[format_name].order
    limit = 1 if first or any else limit
    wanted = Wanted(any, limit, order or "lexicographic", fundamental, symmetric)
    colour = coloured() and output_file is None
    writer = _json_writer() if as_json else _writer(board, format_name, wanted, colour)
    keep_bar = output_file is not None or output_is_a_file()
    try:
        with output(output_file) as write:
            _write_solutions(board, wanted, writer, write, keep_bar=keep_bar)
    except InterruptedByUser as stop:
        if output_file is None:
            raise
        found = stop.partial
        raise InterruptedByUser("interrupted.file", partial=found, path=output_file) from None


class Writer(NamedTuple):
    """How a solution is written, given its number from 1, and what follows the last of them."""

    solution: Callable[[Placement, int], str]
    footer: Callable[[int], str]


def _json_writer() -> Writer:
    return Writer(lambda x, _: json.dumps([c + 1 for c in x]) + "\n", lambda _: "")


def _writer(board: Board, name: str | None, wanted: Wanted, colour: bool) -> Writer:
    """Return the writer of a format; drawn boards with a caption by default."""
    if name is None:
        name = "board" if board.n <= _LARGEST_DRAWN else "digits"
    if name != "board":
        form = get_format(name)
        return Writer(
            lambda x, k: form.write(x, k, language()), lambda count: form.footer(count, language())
        )
    picture = board_writer(Board(board.n, blocked=board.blocked), colour=colour)

    def drawn(x: Placement, k: int) -> str:
        caption = say("solve.caption", k=k)
        if wanted.fundamental:
            caption += say("solve.class_size", size=class_size(x))
        return f"{caption}\n{picture(x)}\n"

    footer = _footer(board, wanted)
    return Writer(drawn, lambda count: say(footer, n=board.n, count=count) + "\n")


def _footer(board: Board, wanted: Wanted) -> str:
    """Return the key of the line that says how many of what was asked for there are."""
    if wanted.fundamental:
        return "solve.found.classes"
    if wanted.turn or not board.is_whole:
        return "solve.found.some"
    return "count.found"


def _write_solutions(
    board: Board,
    wanted: Wanted,
    writer: Writer,
    write: Callable[[bytes], object],
    *,
    keep_bar: bool,
) -> None:
    found = 0
    ends_early = wanted.limit is not None
    with progress_bar(say("solve.label", n=board.n), ends_early=ends_early) as bar:
        try:
            for placements, done in _batches(board, wanted):
                chosen = placements[: wanted.limit and wanted.limit - found]
                if chosen and not keep_bar:
                    bar.close()
                numbered = enumerate(chosen, found + 1)
                write("".join(writer.solution(x, k) for k, x in numbered).encode())
                found += len(chosen)
                if found == wanted.limit:
                    return
                bar.show(done)
        except KeyboardInterrupt:
            raise InterruptedByUser("interrupted.solve", partial=found) from None
    if not found:
        raise NoSolution(_why_none(board, wanted), n=board.n)
    write(writer.footer(found).encode())


def _batches(board: Board, wanted: Wanted) -> Batches:
    if wanted.any_one and board.is_whole:
        return iter([([any_solution(board)], 1.0)])
    if wanted.fundamental:
        if not board.is_whole:
            raise InputError("cli.fundamental")
        batched = fundamental_batches(board.n)
        return (([x for x, _ in found], done) for found, done in batched)
    if wanted.turn:
        return symmetric_batches(board, wanted.turn)
    return batches(board, order=wanted.order)


def _why_none(board: Board, wanted: Wanted) -> str:
    if wanted.turn:
        return "none.symmetric"
    return "none.board" if board.is_whole else "none.completion"


_EXCLUSIVE = (
    ("--first", "--any"), ("--first", "--limit"), ("--any", "--limit"), ("--any", "--order"),
    ("--any", "--fundamental"), ("--any", "--symmetric"), ("--fundamental", "--symmetric"),
    ("--fundamental", "--order"), ("--symmetric", "--order"), ("--json", "--format"),
)  # fmt: skip


def _board(
    n: int | None,
    fixed: tuple[Square, ...],
    blocked: tuple[Square, ...],
    first_queen: int | None,
    complete: str | None,
) -> Board:
    """Return the board that the options describe together."""
    if complete is not None:
        given = read_one_board(complete)
        n, fixed = side_of(given, n), (*fixed, *given.queens)
    if n is None:
        raise InputError("cli.missing", name="N")
    if first_queen is not None:
        fixed = (*fixed, (0, first_queen - 1))
    return Board(n, fixed=fixed, blocked=blocked)


@click.command("first-by-column", cls=Command, help="help.first_by_column")
@argument_n()
@json_option
@lang_option
def first_by_column_command(n: int, as_json: bool) -> None:
    """Write, for each column of the first row, the first completion or that there is none."""
    found = []
    with progress_bar(say("solve.label", n=n)) as bar:
        for column, x in enumerate(first_by_column(n), 1):
            found.append(x)
            bar.show(column / n)
    if as_json:
        write_json({"n": n, "first": [x and [c + 1 for c in x] for x in found]})
    else:
        write("".join(write_first_by_column(found, n, language())))
