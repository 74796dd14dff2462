"""How does the server begin and end?

It holds its port before it says so, answers until Ctrl-C, and leaves nothing
running. Read guard.py next for what it refuses.
"""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections.abc import Callable, Iterable

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from huisu.errors import InputError
from huisu.web.app import App
from huisu.web.guard import allowed_names
from huisu.web.limits import HEAD_SECONDS, MAX_N, Limits

__all__ = ["address_of", "listening", "serve", "server_of"]

_CONNECTIONS = 500  # more at the same time are turned away


def serve(
    host: str,
    port: int,
    *,
    names: Iterable[str] = (),
    limits: Limits | None = None,
    ledgers: Iterable[str] = (),
    on_start: Callable[[str], object] = lambda address: None,
) -> None:
    """Serve the page until Ctrl-C, which raises KeyboardInterrupt when all is ended.

    `names` are more names under which it answers; the runs in `ledgers` are shown;
    `on_start` is given its address when it can be reached there. Raises InputError
    for an address that it cannot have, a limit beyond what may be allowed, and a
    ledger that cannot be read.
    """
    limits = limits or Limits()
    if not 1 <= limits.n <= MAX_N:
        raise InputError("error.web.max_n", n=limits.n, most=MAX_N)
    app = App(allowed_names(host, names), limits, ledgers)
    with listening(host, port) as held:
        on_start(address_of(held))
        server_of(app).run(sockets=[held])


def server_of(app: App) -> uvicorn.Server:
    """Return a server that can run the application, and says nothing but faults."""
    config = uvicorn.Config(
        app, loop="asyncio", http=_Connection, ws="none", lifespan="on",
        log_config=None, log_level="error", access_log=False, server_header=False,
        proxy_headers=False,  # anyone can write such a header: the limits of an address count
        limit_concurrency=_CONNECTIONS, timeout_graceful_shutdown=1,
    )  # fmt: skip
    return _Server(config, app)


class _Connection(H11Protocol):
    """A visitor's connection; one that brings nothing is ended, or some could hold all lines."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._answered: object = None  # the request that was looked at last
        self._wait()

    def _wait(self) -> None:
        self._timer = self.loop.call_later(HEAD_SECONDS, self._look)

    def _look(self) -> None:
        """End the connection if no request is being answered, and none has been since."""
        is_busy = self.cycle is not None and not self.cycle.response_complete
        if is_busy or self.cycle is not self._answered:
            self._answered = self.cycle
            self._wait()
        else:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._timer.cancel()
        super().connection_lost(exc)


class _Server(uvicorn.Server):
    """A server that ends its counts first, as their listeners would keep it waiting."""

    def __init__(self, config: uvicorn.Config, app: App) -> None:
        """Keep the application besides."""
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End what runs, then the server."""
        await self._app.close()
        await super().shutdown(sockets)


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens; raise InputError where that is not possible."""
    if not 0 <= port <= 65535:
        raise InputError("error.web.port_range", port=port)
    held = None
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        held = socket.socket(family, kind, protocol)
        if os.name != "nt":  # there the same option would let two servers have one port
            held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(address)
        held.listen(_CONNECTIONS)
    except (OSError, UnicodeError) as error:
        if held is not None:
            held.close()
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            raise InputError("error.web.port_used", port=port) from None
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError("error.web.port", host=host, port=port, reason=reason) from None
    return held


def address_of(held: socket.socket) -> str:
    """Return the address at which a browser here reaches a socket."""
    host, port = held.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
