"""Which arguments and options do several commands share, and what do they make?

Numbers are 1-based here, as in the books, and 0-based in what is made. Read
terminal.py next.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import click

from huisu.cli.parser import Argument, OneOf, Text, WholeNumber
from huisu.cli.say import say
from huisu.errors import InputError
from huisu.formats.boards import FORMATS
from huisu.queens.board import Square
from huisu.words import LANGUAGES

__all__ = [
    "SquareType",
    "argument",
    "argument_n",
    "board_options",
    "counter_options",
    "flag",
    "format_option",
    "json_option",
    "lang_option",
    "ledger_option",
    "number",
    "refuse_pairs",
    "run_option",
    "tls_option",
    "worker_options",
]

Function = Callable[..., Any]
Decorator = Callable[[Function], Function]


class SquareType(click.ParamType):  # type: ignore[type-arg]
    """A square as `row,column` from 1, made into a 0-based pair."""

    name = "square"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Square:
        """Return the square; whether it is on the board is for the board to say."""
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"\s*([-−]?[0-9]{1,9})\s*,\s*(-?[0-9]{1,9})\s*", str(value))
        if not match:
            option = param.opts[-1] if param else ""
            raise InputError("cli.square", name=option, value=str(value))
        return int(match[1].replace("−", "-")) - 1, int(match[2]) - 1


def argument(name: str, *, help: str, required: bool = True, **settings: Any) -> Decorator:
    """Return the decorator of a positional argument with a help text."""
    return click.argument(name, cls=Argument, help=help, required=required, **settings)


def flag(name: str, help: str) -> Decorator:
    """Return the decorator of an option without a value."""
    return click.option(name, is_flag=True, help=help)


def number(name: str, help: str, **settings: Any) -> Decorator:
    """Return the decorator of an option that takes a whole number."""
    return click.option(name, type=WholeNumber(), help=help, **settings)


def refuse_pairs(given: Mapping[str, bool], pairs: Iterable[tuple[str, str]]) -> None:
    """Raise InputError for the first of the pairs of which both options were given."""
    for first, second in pairs:
        if given[first] and given[second]:
            raise InputError("cli.exclusive", first=first, second=second)


def _all(*decorators: Decorator) -> Decorator:
    """Return the decorators as one; their options are listed in this order."""

    def apply(function: Function) -> Function:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return apply


def argument_n(*, required: bool = True) -> Decorator:
    """Return the decorator of the argument N, the side of the board."""
    return argument("n", help="help.n", required=required, type=WholeNumber())


#: Read before parsing (say.py); declared so that the parser accepts and lists it anywhere.
lang_option: Decorator = click.option(
    "--lang", type=OneOf(LANGUAGES), help="help.lang", expose_value=False
)

json_option: Decorator = click.option("--json", "as_json", is_flag=True, help="help.json")

board_options: Decorator = _all(
    click.option(
        "--fix", "fixed", type=SquareType(), multiple=True, metavar="R,C", help="help.fix"
    ),
    click.option(
        "--block", "blocked", type=SquareType(), multiple=True, metavar="R,C", help="help.block"
    ),
)

worker_options: Decorator = _all(
    click.option("--kernel", type=Text(), help="help.kernel"),
    number("--threads", "help.threads"),
)

ledger_option: Decorator = click.option(
    "--ledger", "address", type=Text(), required=True, metavar="FILE|URL", help="help.ledger"
)

run_option: Decorator = click.option(
    "--run", "number", type=WholeNumber(), metavar="K", help="help.run_number"
)

tls_option: Decorator = click.option("--tls", type=Text(), metavar="DIR", help="help.tls")

#: Who counts the units of a run: worker processes here, or those of a scheduler.
counter_options: Decorator = _all(
    number("--workers", "help.run_workers", metavar="K"),
    click.option("--cluster", type=Text(), metavar="ADDRESS", help="help.run_cluster"),
    tls_option,
)


def format_option(extra: Iterable[str] = ()) -> Decorator:
    """Return the decorator of --format: the writers of formats/boards.py and a command's own."""
    return click.option(
        "--format", "format_name", metavar="NAME",
        type=OneOf([*extra, *FORMATS], lambda name: say(f"format.{name}")),
        help="help.format",
    )  # fmt: skip
