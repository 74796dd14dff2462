"""How does a visitor order a count, follow it and cancel it?

Each answer carries a count as it is now; the stream of its events goes on after
the one that the visitor has heard last. Read app.py next.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import Response

from huisu.kernel import choose_kernel
from huisu.web.counts import Count, Counts, Order
from huisu.web.limits import MAX_BODY
from huisu.web.refusal import json_answer, refuse
from huisu.web.visitors import address_of, known_visitor, new_visitor, remember, visitor_of

__all__ = ["Orders"]

_BODY_SECONDS = 10.0
_RETRY = 1000  # milliseconds after which a browser asks again for a stream that has dropped
_FIELDS = {"n", "kernel", "fundamental"}


class Orders:
    """Answers to the requests that concern counts."""

    def __init__(self, counts: Counts) -> None:
        """Keep who makes them."""
        self._counts = counts
        self._streams: Counter[str] = Counter()

    async def start(self, request: Request) -> Response:
        """Return a new count."""
        order = await self._order(request)
        visitor = known_visitor(request) or new_visitor()
        count = self._counts.start(order, visitor, address_of(request))
        answer = json_answer(count.shown(), 201)
        answer.headers["Location"] = f"/api/counts/{count.id}"
        remember(answer, visitor)
        return answer

    async def all(self, request: Request) -> Response:
        """Return the visitor's counts, the newest first, and what may be counted."""
        counts = [each.shown() for each in self._counts.of(visitor_of(request))]
        return json_answer({"limits": self._counts.limits.shown(), "counts": counts})

    async def one(self, request: Request) -> Response:
        """Return one count of the visitor's."""
        return json_answer(self._count(request).shown())

    async def cancel(self, request: Request) -> Response:
        """End a count and return it when its process is gone; one that has ended stays so."""
        count = self._count(request)
        await self._counts.cancel(count)
        return json_answer(count.shown())

    async def events(self, request: Request) -> Response:
        """Return the events of a count after the last one heard, as they happen."""
        count = self._count(request)
        after = _number(request.headers.get("last-event-id") or request.query_params.get("after"))
        after = min(after, count.events.last)
        if count.events.over and after == count.events.last:
            return Response(status_code=204)  # by which a browser knows not to ask again
        visitor = visitor_of(request)
        if self._streams[visitor] >= self._counts.limits.streams:
            raise refuse(429, "error.web.streams", most=self._counts.limits.streams)
        if request.method == "HEAD":
            return Response(media_type="text/event-stream")
        return EventSourceResponse(self._stream(count, after, visitor))

    async def _stream(
        self, count: Count, after: int, visitor: str
    ) -> AsyncIterator[ServerSentEvent]:
        self._streams[visitor] += 1
        try:
            async for number, name, data in count.events.after(after):
                text = json.dumps(data)
                yield ServerSentEvent(text, event=name, id=str(number), retry=_RETRY)
        finally:
            self._streams[visitor] -= 1
            if not self._streams[visitor]:
                del self._streams[visitor]

    def _count(self, request: Request) -> Count:
        return self._counts.find(request.path_params["id"], visitor_of(request))

    async def _order(self, request: Request) -> Order:
        """Return the order in a request's body, checked."""
        media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if media_type != "application/json":
            raise refuse(415, "error.web.content_type")
        try:
            value = json.loads(await asyncio.wait_for(_body(request), _BODY_SECONDS))
        except asyncio.TimeoutError:
            raise refuse(408, "error.web.body_time") from None
        except (ValueError, RecursionError):
            raise refuse(400, "error.web.json") from None
        return self._checked(value)

    def _checked(self, value: Any) -> Order:
        """Return an order; raise Refusal or InputError for what is none."""
        if not isinstance(value, dict) or not set(value) <= _FIELDS:
            raise refuse(400, "error.web.order")
        n, kernel = value.get("n"), value.get("kernel") or None
        fundamental = value.get("fundamental", False)
        most = self._counts.limits.n
        if not isinstance(n, int) or isinstance(n, bool) or not 1 <= n <= most:
            raise refuse(400, "error.web.n", most=most)
        if not isinstance(kernel, str | None) or not isinstance(fundamental, bool):
            raise refuse(400, "error.web.order")
        choose_kernel(kernel and kernel[:40], n=n, whole=True)
        return Order(n, kernel, fundamental)


async def _body(request: Request) -> bytes:
    """Return a request's body, unless it is too long."""
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > MAX_BODY:
            raise refuse(413, "error.web.body", most=f"{MAX_BODY:,}")
    return body


def _number(text: str | None) -> int:
    """Return the number of an event; what is none means that nothing was heard.

    >>> _number("17"), _number("-1"), _number(None)
    (17, 0, 0)
    """
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 16 else 0
