"""`huisu watch`: a search for n queens, step by step, in a player, as text or as a figure.

Read player.py next, what a terminal shows; then classics.py, the other problems.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator

import click

from huisu.backtrack import Goal, Source, Tree
from huisu.classics import Queens
from huisu.cli.animation import check_save, save_search
from huisu.cli.options import (
    argument_n,
    board_options,
    flag,
    json_option,
    lang_option,
    number,
    refuse_pairs,
)
from huisu.cli.parser import Command, OneOf, Text
from huisu.cli.player import can_play, play
from huisu.cli.say import language, say
from huisu.cli.terminal import output, progress_bar
from huisu.errors import InputError, InterruptedByUser
from huisu.queens.board import Board, Square
from huisu.trace import MAX_NODES, Replay, Trace, load, trace
from huisu.trace.file import packed
from huisu.views.board_figure import board_figure, figure_text
from huisu.views.player_words import summary

__all__ = ["TREES", "load_record", "most_answers", "recorded", "steps_text", "watch"]

TREES: tuple[Tree, ...] = ("permutation", "n-ary")

_EXCLUSIVE = (
    ("--figure", "--plain"), ("--json", "--plain"), ("--figure", "--json"),
    ("--figure", "--tree permutation"),
    ("N", "--from"), ("--tree", "--from"), ("--first", "--from"), ("--solutions", "--from"),
    ("--fix", "--from"), ("--block", "--from"),
    ("--save", "--plain"), ("--save", "--figure"), ("--save", "--json"), ("--save", "-o"),
)  # fmt: skip


_MAX_N = 100  # the path of a larger board alone fills the screen


@click.command(cls=Command, help="help.watch")
@argument_n(required=False)
@click.option("--tree", type=OneOf(TREES), help="help.tree_kind")
@flag("--first", "help.watch_first")
@number("--solutions", "help.watch_solutions", metavar="K")
@board_options
@flag("--plain", "help.plain")
@flag("--figure", "help.figure")
@click.option("--save", type=Text(), metavar="FILE", help="help.watch_save")
@number("--step", "help.watch_step", metavar="S")
@click.option("--from", "source", type=Text(), metavar="FILE", help="help.watch_from")
@json_option
@click.option("-o", "--output", "output_file", type=Text(), metavar="FILE", help="help.output")
@lang_option
def watch(
    n: int | None,
    tree: Tree | None,
    first: bool,
    solutions: int | None,
    fixed: tuple[Square, ...],
    blocked: tuple[Square, ...],
    plain: bool,
    figure: bool,
    save: str | None,
    step: int | None,
    source: str | None,
    as_json: bool,
    output_file: str | None,
) -> None:
    """Play a search in the terminal; or write its steps, its figure, or its record as JSON."""
    given = {
        "N": n is not None, "--from": source is not None, "--first": first,
        "--solutions": solutions is not None, "--tree": tree is not None,
        "--tree permutation": tree == "permutation",
        "--plain": plain, "--figure": figure, "--json": as_json,
        "--fix": bool(fixed), "--block": bool(blocked),
        "--save": save is not None, "-o": output_file is not None,
    }  # fmt: skip
    refuse_pairs(given, _EXCLUSIVE)
    check_save(save, step)
    most = most_answers(first, solutions)
    tree = tree or ("n-ary" if figure else "permutation")
    if source is None:
        search = _searched(_queens(n, tree, fixed, blocked), most)
    else:
        search = load_record(source)
    if save is not None:
        save_search(search, save, step, _board(search, fixed, blocked))
    elif not (plain or figure or as_json) and output_file is None and can_play():
        play(search, language())
    else:
        _write(search, output_file, figure=figure, as_json=as_json)


def _write(search: Trace, output_file: str | None, *, figure: bool, as_json: bool) -> None:
    """Write the record of a search, its figure, or its steps."""
    with output(output_file) as write:
        if as_json:
            write(packed(search, output_file or ""))
        elif figure:
            write(_figure(search).encode())
        else:
            for line in steps_text(search):
                write((line + "\n").encode())


def most_answers(first: bool, solutions: int | None) -> int | None:
    """Return after how many answers a search stops, as --first or --solutions says."""
    if first and solutions is not None:
        raise InputError("cli.exclusive", first="--first", second="--solutions")
    if solutions is not None and solutions < 1:
        raise InputError("cli.solutions", number=solutions)
    return 1 if first else solutions


def _queens(
    n: int | None, tree: Tree, fixed: tuple[Square, ...], blocked: tuple[Square, ...]
) -> Queens:
    """Return the board that the options describe together."""
    if n is None:
        raise InputError("cli.missing", name="N")
    if n < 0:
        raise InputError("error.n.negative", n=n)
    if n > _MAX_N:
        raise InputError("cli.watch.n", n=n, most=_MAX_N)
    return Queens(n, tree, fixed, blocked)


def _board(search: Trace, fixed: tuple[Square, ...], blocked: tuple[Square, ...]) -> Board | None:
    """Return the board with the squares that the options name; the record does not tell them."""
    return Board(search.depth, fixed=fixed, blocked=blocked) if fixed or blocked else None


def _searched(queens: Queens, most: int | None) -> Trace:
    return recorded(queens.problem(), say("watch.label", n=queens.n), solutions=most)


def load_record(path: str) -> Trace:
    """Return the record that a file holds; raise InputError if it cannot be read."""
    try:
        return load(path)
    except OSError as error:
        raise InputError("cli.file.read", path=path, reason=error.strerror) from None


def recorded(
    problem: Source[int],
    label: str,
    *,
    goal: Goal = "all",
    solutions: int | None = None,
    nodes: int = MAX_NODES,
) -> Trace:
    """Return the record of a search, with a progress bar while it is made.

    Ctrl-C leaves no record, so what it says has no way to go on.
    """
    with progress_bar(label) as bar:
        try:
            return trace(
                problem, goal=goal, solutions=solutions, nodes=nodes,
                on_progress=lambda progress: bar.show(progress.done),
            )  # fmt: skip
        except InterruptedByUser:
            raise InterruptedByUser("interrupted.plain") from None


def steps_text(search: Trace) -> Iterator[str]:
    """Yield the steps of a search, numbered from 0, and what it came to."""
    replay = Replay(search)
    width = len(str(len(replay) - 1))
    for step in range(len(replay)):
        yield f"{step:>{width}}  {replay.sentence(step, language())}"
    yield ""
    yield from summary(replay, language())


def _figure(search: Trace) -> str:
    """Return the boards side by side, as wide as the terminal."""
    columns = search.domains[0] if search.domains else ()
    if search.tree != "n-ary" or search.depth != len(columns):
        raise InputError("cli.figure.tree")
    panels = board_figure(search)
    if not panels:
        raise InputError("cli.figure.empty")
    width = shutil.get_terminal_size((80, 24)).columns if sys.stdout.isatty() else 80
    return figure_text(panels, width=width) + "\n"
