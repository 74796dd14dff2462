"""How does `huisu scheduler` bring coordinators and workers together?

By a scheduler of Dask that opens one port and no other. It knows nothing that
could be lost: when it dies, coordinators and workers wait for the next one and
the ledger says what is left. Read joining.py next, how workers come to it.
"""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

from huisu.errors import InputError
from huisu.runs.address import Address, checked
from huisu.runs.dask import prepare, require
from huisu.runs.tls import read_certificates, security_of

__all__ = ["schedule"]


def schedule(
    host: str,
    port: int,
    *,
    tls: str | Path | None = None,
    on_start: Callable[[str], object] = lambda address: None,
) -> None:
    """Run a scheduler until Ctrl-C (KeyboardInterrupt) or SIGTERM; for the main thread only.

    `on_start` is given its address, with the port that it has been given where 0
    was asked for. With a folder of certificates it accepts nobody who has none
    from the same authority. Raises InputError where it may not or cannot listen.
    """
    require()
    if not 0 <= port <= 65535:
        raise InputError("error.web.port_range", port=port)
    certificates = read_certificates(tls) if tls is not None else None
    address = checked(Address(host, port, secure=certificates is not None))
    _try_to_listen(host, port)
    prepare()
    settings = {
        "host": address.host, "port": port, "protocol": "tls" if address.secure else "tcp",
        "security": security_of(certificates), "dashboard": False,
    }  # fmt: skip
    ended = asyncio.run(_run(settings, on_start))
    signal.raise_signal(ended)  # nothing is left to be done first


async def _run(settings: dict[str, Any], on_start: Callable[[str], object]) -> int:
    """Run the scheduler until a signal asks it to end, and return that signal."""
    from huisu.runs.plain import PlainScheduler

    loop = asyncio.get_running_loop()
    asked: asyncio.Future[int] = loop.create_future()

    def ask(number: int, frame: object) -> None:
        loop.call_soon_threadsafe(_tell, asked, number)

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    scheduler = PlainScheduler(**settings)
    try:
        await scheduler
        on_start(scheduler.address)
        return await asked
    finally:
        await scheduler.close()
        for number, handler in before.items():
            signal.signal(number, handler)


def _try_to_listen(host: str, port: int) -> None:
    """Return if a socket can have that address; raise InputError, in better words than Dask's."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as trial:
            if os.name != "nt":  # there the same option would let two have one port
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise InputError("error.web.port_used", port=port) from None
        reason = error.strerror or str(error)
        raise InputError("error.cluster.listen", host=host, port=port, reason=reason) from None


def _tell(asked: asyncio.Future[int], number: int) -> None:
    if not asked.done():
        asked.set_result(number)
