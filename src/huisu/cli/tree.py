"""`huisu tree`: the state-space tree of a search for n queens, as text, SVG, PNG or .dot.

Read main.py for how a command ends.
"""

from __future__ import annotations

import click

from huisu.backtrack import Source, Tree
from huisu.classics import Queens
from huisu.cli.options import argument_n, board_options, flag, lang_option, number
from huisu.cli.parser import Command, OneOf, Text
from huisu.cli.pictures import format_of, picture_bytes
from huisu.cli.say import language, say
from huisu.cli.terminal import output, remark
from huisu.cli.watch import TREES, most_answers, recorded
from huisu.errors import InputError
from huisu.queens.board import Square
from huisu.trace import MAX_NODES, Trace, trace
from huisu.tree import FORMS, MAX_WHOLE, Form
from huisu.views.png import draws_chinese
from huisu.views.tree_drawing import TreeDrawing, draw_tree
from huisu.views.tree_picture import count_text
from huisu.views.tree_text import MAX_LINES

__all__ = ["TREE_FORMATS", "tree", "tree_bytes"]

TREE_FORMATS = ("text", "svg", "png", "dot")
_MAX_N = 100  # on larger boards a picture has no room for the first way down


@click.command(cls=Command, help="help.tree")
@argument_n()
@click.option("--tree", "kind", type=OneOf(TREES), default="permutation", help="help.tree_kind")
@flag("--first", "help.watch_first")
@number("--solutions", "help.watch_solutions", metavar="K")
@board_options
@click.option("--form", type=OneOf(FORMS), help="help.tree_form")
@number("--step", "help.tree_step", metavar="S")
@click.option("--format", "format_name", type=OneOf(TREE_FORMATS), help="help.board_format")
@number("--width", "help.width", metavar="PIXELS")
@click.option("-o", "--output", "output_file", type=Text(), metavar="FILE", help="help.output")
@lang_option
def tree(
    n: int,
    kind: Tree,
    first: bool,
    solutions: int | None,
    fixed: tuple[Square, ...],
    blocked: tuple[Square, ...],
    form: Form | None,
    step: int | None,
    format_name: str | None,
    width: int | None,
    output_file: str | None,
) -> None:
    """Record the search and draw its tree."""
    written_as = format_of(format_name, output_file, width, TREE_FORMATS)
    queens = _queens(n, kind, fixed, blocked)
    search = _recorded(queens, most_answers(first, solutions), form)
    title = say(f"tree.queens.{kind}", n=n)
    drawing = draw_tree(search, form=form, step=step, language=language(), title=title)
    with output(output_file) as write:
        write(tree_bytes(drawing, written_as, width, to_file=output_file is not None))


def tree_bytes(drawing: TreeDrawing, written_as: str, width: int | None, *, to_file: bool) -> bytes:
    """Return a tree in one of TREE_FORMATS."""
    if written_as == "dot":
        return drawing.dot().encode()
    data = picture_bytes(drawing, written_as, width, to_file=to_file)
    if written_as == "png" and language() == "zh" and not draws_chinese():
        remark(f"huisu: {say('cli.png_letters')}")
    return data


def _queens(n: int, kind: Tree, fixed: tuple[Square, ...], blocked: tuple[Square, ...]) -> Queens:
    """Return the board that the options describe together."""
    if n < 0:
        raise InputError("error.n.negative", n=n)
    if n > _MAX_N:
        raise InputError("cli.tree.n", n=n, most=_MAX_N)
    return Queens(n, kind, fixed, blocked)


def _recorded(queens: Queens, solutions: int | None, form: Form | None) -> Trace:
    """Return the record of the search; one that is much too large to be shown ends soon.

    One that is a little too large is refused by draw_tree, which then knows its size.
    """
    problem = queens.problem()
    if form == "whole":
        _check_whole(queens.n, problem)
    # A collapsed tree hides most of its nodes, and how many is not known before.
    most = MAX_NODES if form == "collapsed" else MAX_LINES
    search = recorded(problem, say("watch.label", n=queens.n), solutions=solutions, nodes=most)
    if search.outcome == "nodes":
        ways = "first" if solutions is not None else "all"
        key = f"cli.tree.nodes.{ways}" if form != "collapsed" else f"cli.tree.collapsed.{ways}"
        raise InputError(key, most=f"{most:,}", largest=f"{MAX_NODES:,}")
    return search


def _check_whole(n: int, problem: Source[int]) -> None:
    """Refuse a tree that cannot be drawn whole, by its size, which needs no search."""
    sizes = trace(problem, nodes=2).sizes
    if sizes is not None and sizes[0] > MAX_WHOLE:
        size, most = count_text(sizes[0]), f"{MAX_WHOLE:,}"
        raise InputError("cli.tree.whole", n=n, size=size, most=most)
