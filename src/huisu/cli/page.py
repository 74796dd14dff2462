"""`huisu page`: searches on one page, saved as a file that needs no server.

Read serve.py next, which gives out the same page and records what it is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from urllib.parse import parse_qsl

import click

from huisu.backtrack import Order, Tree
from huisu.backtrack.order import ORDERS
from huisu.classics import CLASSICS
from huisu.cli.options import argument, board_options, flag, lang_option
from huisu.cli.parser import Command, OneOf, Text, WholeNumber
from huisu.cli.say import language, say
from huisu.cli.terminal import output, progress_bar
from huisu.cli.watch import TREES, load_record
from huisu.errors import InputError
from huisu.page.asked import NAMES, Asked, asked
from huisu.page.document import START_CHOICES, START_NAMES, one_file
from huisu.page.exhibit import Exhibit, of_record
from huisu.progress import Progress
from huisu.queens.board import Square

__all__ = ["page"]

Address = Mapping[str, str]


@click.command(cls=Command, help="help.page")
@argument("n", help="help.page_n", required=False, nargs=-1, type=WholeNumber())
@click.option("--tree", type=OneOf(TREES), help="help.tree_kind")
@flag("--first", "help.watch_first")
@click.option("--order", type=OneOf(ORDERS), help="help.page_order")
@board_options
@click.option(
    "--classic",
    "names",
    type=OneOf(CLASSICS),
    multiple=True,
    metavar="NAME",
    help="help.page_classic",
)
@click.option(
    "--search", "addresses", type=Text(), multiple=True, metavar="ADDRESS", help="help.page_search"
)
@click.option("--from", "files", type=Text(), multiple=True, metavar="FILE", help="help.watch_from")
@click.option("--title", type=Text(), metavar="TEXT", help="help.page_title")
@click.option("--start", type=Text(), metavar="ADDRESS", default="", help="help.page_start")
@click.option("-o", "--output", "output_file", type=Text(), metavar="FILE", help="help.page_output")
@lang_option
def page(
    n: tuple[int, ...],
    tree: Tree | None,
    first: bool,
    order: Order | None,
    fixed: tuple[Square, ...],
    blocked: tuple[Square, ...],
    names: tuple[str, ...],
    addresses: tuple[str, ...],
    files: tuple[str, ...],
    title: str | None,
    start: str,
    output_file: str | None,
) -> None:
    """Write one page with the searches of N queens, of problems by name, of addresses, of files."""
    usual = _address_of(tree, first, order, fixed, blocked)
    if usual and not n:
        raise InputError("cli.missing", name="N")
    if output_file is None:
        raise InputError("cli.missing", name="-o FILE")
    wanted = [asked({"p": "queens", "n": str(each), **usual}) for each in n]
    wanted += [asked({"p": name}) for name in names]
    wanted += [asked(_parameters(address, NAMES)) for address in addresses]
    begun = _begun(start)
    exhibits = [*_recorded(wanted), *(of_record(load_record(file)) for file in files)]
    if not exhibits:
        raise InputError("cli.missing", name="N")
    text = one_file(exhibits, language=language(), title=title, start=begun)
    with output(output_file) as write:
        write(text.encode())


def _address_of(
    tree: Tree | None,
    first: bool,
    order: Order | None,
    fixed: tuple[Square, ...],
    blocked: tuple[Square, ...],
) -> dict[str, str]:
    """Return the parameters that the options for n queens stand for."""
    found = {
        "tree": tree or "",
        "goal": "one" if first else "",
        "order": order or "",
        "fix": _squares(fixed),
        "block": _squares(blocked),
    }
    return {name: value for name, value in found.items() if value}


def _squares(squares: tuple[Square, ...]) -> str:
    return ";".join(f"{row + 1},{column + 1}" for row, column in squares)


def _parameters(address: str, names: tuple[str, ...]) -> dict[str, str]:
    """Return the parameters of an address, given whole or from its `?` on; refuse others."""
    query = re.sub(r"^[^?=]*\?", "", address)
    found = dict(parse_qsl(query, keep_blank_values=True))
    for name in found:
        if name not in NAMES + START_NAMES:
            raise InputError("cli.page.parameter", name=name, names=", ".join(names))
    if query and not found:
        raise InputError("cli.page.parameter", name=query[:40], names=", ".join(names))
    return {name: value for name, value in found.items() if name in names}


def _begun(start: str) -> dict[str, str]:
    """Return the parameters that a page begins with; refuse a word that it would pass over.

    A page that was to be locked, and is not, would be noticed only in class.
    """
    found = _parameters(start, START_NAMES)
    for name, value in found.items():
        choices = START_CHOICES.get(name, (value,))
        if value not in choices:
            raise InputError(
                "error.page.choice", name=name, value=value[:40], choices=", ".join(choices)
            )
    return found


def _recorded(wanted: list[Asked]) -> Iterator[Exhibit]:
    """Yield the searches recorded, with one progress bar for all of them."""
    with progress_bar(say("page.recording")) as bar:
        for number, each in enumerate(wanted):

            def show(progress: Progress, number: int = number) -> None:
                bar.show((number + progress.done) / len(wanted))

            yield each.exhibit(show)
