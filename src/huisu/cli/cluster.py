"""`huisu scheduler` and `huisu worker`: counts on many machines.

The first brings together who counts and who is to be told; the second counts. Read
the package runs/ next, scheduler.py and joining.py in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from huisu.cli.options import argument, lang_option, number
from huisu.cli.parser import Command, Text
from huisu.cli.say import say
from huisu.cli.terminal import remark, warn_if_pure, write

if TYPE_CHECKING:
    from huisu.runs.joining import Event

__all__ = ["scheduler", "worker"]

_GONE = 1  # the exit code of a worker that was sent away


@click.command(cls=Command, help="help.scheduler")
@click.option("--host", type=Text(), default="127.0.0.1", help="help.scheduler_host")
@number("--port", "help.scheduler_port")
@click.option("--tls", type=Text(), metavar="DIR", help="help.tls")
@lang_option
def scheduler(host: str, port: int | None, tls: str | None) -> None:
    """Run a scheduler until Ctrl-C; its address goes to standard output."""
    from huisu.runs.address import DEFAULT_PORT
    from huisu.runs.scheduler import schedule

    def on_start(address: str) -> None:
        write(f"{address}\n")
        remark(say("cluster.scheduler", address=address))

    chosen = DEFAULT_PORT if port is None else port
    schedule(host, chosen, tls=tls, on_start=on_start)


@click.command(cls=Command, help="help.worker")
@argument("address", help="help.worker_address", type=Text())
@number("--workers", "help.worker_workers", metavar="K")
@click.option("--tls", type=Text(), metavar="DIR", help="help.tls")
@click.option("--name", type=Text(), help="help.worker_name")
@lang_option
def worker(address: str, workers: int | None, tls: str | None, name: str | None) -> int | None:
    """Count for a scheduler until Ctrl-C, and say on standard error how that goes."""
    from huisu.runs.joining import join

    told = {"name": name or ""}

    def on_event(event: Event, name: str, reason: str) -> None:
        told["name"] = name
        remark(say(f"cluster.{event}", name=name, address=address, reason=reason))

    warn_if_pure()
    if join(address, workers=workers, tls=tls, name=name, on_event=on_event):
        return None
    remark(say("cluster.dismissed", name=told["name"]))
    return _GONE
