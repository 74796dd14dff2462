"""`huisu board`: one board as a picture, in text, SVG or PNG.

Read main.py for how a command ends.
"""

from __future__ import annotations

import click

from huisu.cli.boards import read_one_board, side_of
from huisu.cli.options import SquareType, argument_n, board_options, flag, lang_option, number
from huisu.cli.parser import Command, OneOf, Text
from huisu.cli.pictures import format_of, picture_bytes
from huisu.cli.say import language, say
from huisu.cli.terminal import output, progress_bar
from huisu.errors import InputError
from huisu.queens.board import Board, Square
from huisu.queens.rank import kth as kth_solution
from huisu.queens.solutions import any_solution
from huisu.views.drawing import HasQueens, draw

__all__ = ["board"]

_FORMATS = ("text", "svg", "png")


@click.command(cls=Command, help="help.board_picture")
@argument_n(required=False)
@number("--kth", "help.board_kth", metavar="K")
@click.option("--board", "drawn", type=Text(), metavar="BOARD", help="help.board_drawn")
@board_options
@click.option("--mark", "marks", type=SquareType(), multiple=True, metavar="R,C", help="help.mark")
@flag("--attacks", "help.attacks")
@flag("--attacked", "help.attacked")
@flag("--numbers", "help.numbers")
@click.option("--format", "format_name", type=OneOf(_FORMATS), help="help.board_format")
@number("--width", "help.width", metavar="PIXELS")
@click.option("-o", "--output", "output_file", type=Text(), metavar="FILE", help="help.output")
@lang_option
def board(
    n: int | None,
    kth: int | None,
    drawn: str | None,
    fixed: tuple[Square, ...],
    blocked: tuple[Square, ...],
    marks: tuple[Square, ...],
    attacks: bool,
    attacked: bool,
    numbers: bool,
    format_name: str | None,
    width: int | None,
    output_file: str | None,
) -> None:
    """Draw a solution, a board that was given, or fixed queens and blocked squares."""
    form = format_of(format_name, output_file, width, _FORMATS)
    what, on = _drawn(n, kth, drawn, fixed, blocked)
    picture = draw(
        what, board=on, marks=marks, attacks=attacks, attacked=attacked, numbers=numbers,
        language=language(),
    )  # fmt: skip
    data = picture_bytes(picture, form, width, to_file=output_file is not None)
    with output(output_file) as write:
        write(data)


def _drawn(
    n: int | None,
    kth: int | None,
    drawn: str | None,
    fixed: tuple[Square, ...],
    blocked: tuple[Square, ...],
) -> tuple[HasQueens | tuple[int, ...] | Board, Board]:
    """Return what stands on the board, and the board itself."""
    if drawn is not None:
        read = read_one_board(drawn)
        if kth is not None:
            raise InputError("cli.exclusive", first="--kth", second="--board")
        if fixed:
            raise InputError("cli.exclusive", first="--fix", second="--board")
        return read, Board(side_of(read, n), blocked=blocked)
    if n is None:
        raise InputError("cli.missing", name="N")
    on = Board(n, fixed=fixed, blocked=blocked)
    draw(on)  # a side that cannot be drawn is refused before any search
    if kth is not None:
        with progress_bar(say("kth.label", n=n)) as bar:
            x = kth_solution(on, kth - 1, on_progress=lambda progress: bar.show(progress.done))
        return x, on
    return (any_solution(on), on) if on.is_whole else (on, on)
