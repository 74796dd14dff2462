"""`huisu serve`: the page in a browser, for oneself or for a class.

Read the package web/ next, from app.py.
"""

from __future__ import annotations

import webbrowser
from importlib.util import find_spec
from threading import Thread

import click

from huisu.cli.options import flag, lang_option, number
from huisu.cli.parser import Command, Text
from huisu.cli.say import say
from huisu.cli.terminal import remark, warn_if_pure, write
from huisu.errors import InputError

__all__ = ["serve"]

_NEEDED = ("starlette", "uvicorn", "sse_starlette")


@click.command(cls=Command, help="help.serve")
@number("--port", "help.serve_port", default=8000)
@click.option("--host", type=Text(), default="127.0.0.1", help="help.serve_host")
@click.option(
    "--allow-host", "names", type=Text(), multiple=True, metavar="NAME", help="help.serve_allow"
)
@number("--max-n", "help.serve_max_n", default=20)
@click.option(
    "--ledger", "ledgers", type=Text(), multiple=True, metavar="FILE|URL", help="help.serve_ledger"
)
@flag("--open", "help.serve_open")
@lang_option
def serve(
    port: int,
    host: str,
    names: tuple[str, ...],
    max_n: int,
    ledgers: tuple[str, ...],
    open: bool,
) -> None:
    """Serve the page until Ctrl-C; its address goes to standard output."""
    for package in _NEEDED:
        if find_spec(package) is None:
            raise InputError("error.web.extra", package=package)
    from huisu.web import serving
    from huisu.web.limits import Limits

    def on_start(address: str) -> None:
        write(f"{address}\n")
        remark(say("web.started"))
        if open:  # not here: some browsers return only when they are closed
            Thread(target=webbrowser.open, args=[address], daemon=True).start()

    warn_if_pure()
    limits = Limits(n=max_n)
    serving.serve(host, port, names=names, limits=limits, ledgers=ledgers, on_start=on_start)
