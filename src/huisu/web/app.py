"""Which address of the server does what?

    GET     /                       the page
    GET     /page/<file>            its modules and style sheets
    GET     /page.html?<address>    the page as one file, with a search or several (search=...)
    GET     /api/exhibit?<address>  a search, recorded
    POST    /api/counts             order a count
    GET     /api/counts             the visitor's counts, and what may be counted
    GET     /api/counts/<id>        one of them
    GET     /api/counts/<id>/events what happens to it, as server-sent events
    DELETE  /api/counts/<id>        cancel it
    GET     /api/runs               the runs in the ledgers that the operator shows

What is refused is said in both languages. Read serving.py next, which runs it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from huisu.errors import HuisuError
from huisu.web.counts import Counts
from huisu.web.guard import Guard
from huisu.web.limits import Limits
from huisu.web.orders import Orders
from huisu.web.pages import Pages
from huisu.web.records import Records
from huisu.web.refusal import Refusal, refuse
from huisu.web.runs import Runs
from huisu.web.texts import texts_of

__all__ = ["App"]


class App:
    """The application that a server runs, and what it has running."""

    def __init__(
        self,
        names: frozenset[str],
        limits: Limits | None = None,
        ledgers: Iterable[str] = (),
    ) -> None:
        """Answer under some names; visitors may ask so much, and see the runs in some ledgers."""
        limits, runs = limits or Limits(), Runs(ledgers)
        self.counts, self.records = Counts(limits), Records(limits)
        pages = Pages(self.records, runs=bool(runs.ledgers))
        routes = [*_routes(pages, Orders(self.counts)), Route("/api/runs", runs.all)]
        application = Starlette(
            routes=routes, exception_handlers=_HANDLERS, lifespan=self._lifespan
        )
        application.router.redirect_slashes = False  # an address has one form
        self._guard = Guard(application, names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, as the server asks for it."""
        await self._guard(scope, receive, send)

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        await self.records.open()
        yield
        await self.close()

    async def close(self) -> None:
        """End all that runs; what listens is let go."""
        await self.counts.close()
        await self.records.close()


def _routes(pages: Pages, orders: Orders) -> list[Route]:
    return [
        Route("/", pages.page),
        Route("/page/{path:path}", pages.file),
        Route("/page.html", pages.saved),
        Route("/api/exhibit", pages.search),
        Route("/api/counts", orders.all, methods=["GET"]),
        Route("/api/counts", orders.start, methods=["POST"]),
        Route("/api/counts/{id}", orders.one, methods=["GET"]),
        Route("/api/counts/{id}", orders.cancel, methods=["DELETE"]),
        Route("/api/counts/{id}/events", orders.events),
    ]


def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return error.answer()


def _bad_input(_: Request, error: Exception) -> Response:
    assert isinstance(error, HuisuError)
    return Refusal(400, texts_of(error)).answer()


def _no_route(request: Request, error: Exception) -> Response:
    """Say that there is no such address, or that it does not do this."""
    assert isinstance(error, HTTPException)
    key = "error.web.method" if error.status_code == 405 else "error.web.path"
    answer = refuse(error.status_code, key).answer()
    answer.headers.update(error.headers or {})
    return answer


def _gone(_: Request, __: Exception) -> Response:
    """Answer nobody: the visitor has left in the middle of a request."""
    return Response(status_code=400)


def _failed(_: Request, __: Exception) -> Response:
    """Say that it is our fault; the server writes to the operator what it was."""
    return refuse(500, "error.web.failed").answer()


_HANDLERS: dict[Any, Any] = {
    Refusal: _refused,
    HuisuError: _bad_input,
    HTTPException: _no_route,
    ClientDisconnect: _gone,
    Exception: _failed,
}
