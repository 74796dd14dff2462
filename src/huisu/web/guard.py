"""Which requests are looked at at all, and what goes with every answer?

Only those that name this server as their host, so that no page from elsewhere
can reach it under a name of its own; what changes something must come from our
own page. Every answer tells the browser to load nothing from elsewhere. Read
visitors.py next: who asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from huisu.errors import InputError
from huisu.web.limits import MAX_QUERY
from huisu.web.refusal import Refusal, refuse

__all__ = ["Guard", "allowed_names", "page_policy"]

_LOCAL = ("localhost", "127.0.0.1", "[::1]")
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{1,5})?")
_ENDING = "base-uri 'none'; frame-ancestors 'none'; form-action 'none'"

#: Goes with every answer that does not say otherwise.
_HEADERS = {
    "Content-Security-Policy": f"default-src 'none'; {_ENDING}",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def page_policy(script_hashes: Iterable[str]) -> str:
    """Return what the page may load: its own files, and the scripts in it with these hashes."""
    scripts = " ".join(["'self'", *script_hashes])
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'self';"
        f" img-src 'self' data: blob:; connect-src 'self'; {_ENDING}"
    )


def allowed_names(host: str, more: Iterable[str] = ()) -> frozenset[str]:
    """Return the names under which the server answers; raise InputError for what is no name.

    >>> sorted(allowed_names("127.0.0.1", ["Board.example"]))
    ['127.0.0.1', '[::1]', 'board.example', 'localhost']
    """
    names = {*_LOCAL, _bracketed(host.lower())}
    for name in more:
        lowered = _bracketed(name.lower())
        if host_name(lowered) != lowered:
            raise InputError("error.web.allow_host", name=name)
        names.add(lowered)
    return frozenset(names)


def _bracketed(host: str) -> str:
    """Return an address as it stands in a Host header, where IPv6 has brackets."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def host_name(header: str) -> str | None:
    """Return the name in a Host header without its port, or None if there is none.

    >>> host_name("[::1]:8000"), host_name("LOCALHOST"), host_name("a@b")
    ('[::1]', 'localhost', None)
    """
    match = _HOST.fullmatch(header.lower())
    return match[1] if match else None


class Guard:
    """Stands before the application: refuses what is none of its business."""

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        """Keep the application and the names under which it answers."""
        self.app, self.names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, by the application or by a refusal."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            self._check(scope)
        except Refusal as refusal:
            await refusal.answer()(scope, receive, send_guarded)
            return
        await self.app(scope, receive, send_guarded)

    def _check(self, scope: Scope) -> None:
        """Raise Refusal for a request that is not to be looked at."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_ours(host, scope):
            raise refuse(400, "error.web.host", host=host[:80])
        if len(scope["query_string"]) > MAX_QUERY:
            raise refuse(414, "error.web.query", most=f"{MAX_QUERY:,}")
        changes = scope["method"] not in ("GET", "HEAD")
        own = {f"http://{host}", f"https://{host}"}  # the latter behind a proxy that adds TLS
        if changes and headers.get("origin", "").lower() not in {each.lower() for each in own}:
            raise refuse(403, "error.web.origin", host=host[:80])
        if scope["path"] != "/" and headers.get("sec-fetch-site") in ("cross-site", "same-site"):
            raise refuse(403, "error.web.origin", host=host[:80])

    def _is_ours(self, host: str, scope: Scope) -> bool:
        """Return whether a Host header names us, or the very address that was reached.

        A page from elsewhere can give its own name our address, but it cannot
        have an address for its name.
        """
        name = host_name(host)
        reached = _bracketed((scope.get("server") or ("", 0))[0].lower())
        return name is not None and (name in self.names or name == reached)
