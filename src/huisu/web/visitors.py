"""Who asks? A browser is known again by a random cookie that means nothing else.

Read turns.py next: whose turn it is.
"""

from __future__ import annotations

import re
import secrets
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

__all__ = [
    "Asker",
    "address_of",
    "asker_of",
    "known_visitor",
    "new_visitor",
    "remember",
    "visitor_of",
]

_COOKIE = "huisu_visitor"
_SECONDS = 7 * 24 * 3600


def known_visitor(request: Request) -> str | None:
    """Return the visitor that the request's cookie names, if it has one of ours."""
    name = request.cookies.get(_COOKIE, "")
    return name if re.fullmatch(r"[\w-]{32}", name, re.ASCII) else None


def visitor_of(request: Request) -> str:
    """Return the visitor; all those without a cookie at one address are taken for one."""
    return known_visitor(request) or f"at {address_of(request)}"


class Asker(NamedTuple):
    """Who asks, and from where: nobody has more than one address, but anyone many cookies."""

    visitor: str
    address: str


def asker_of(request: Request) -> Asker:
    """Return the visitor and the address of a request."""
    return Asker(visitor_of(request), address_of(request))


def address_of(request: Request) -> str:
    """Return the address in the network that the request comes from."""
    return request.client.host if request.client else ""


def new_visitor() -> str:
    """Return the name of a visitor who has none yet; nobody else can guess it."""
    return secrets.token_urlsafe(24)


def remember(response: Response, visitor: str) -> None:
    """Let the browser name its visitor from now on; no script and no other site can read it.

    Who follows a link to the page from elsewhere is still the same visitor: "lax".
    """
    response.set_cookie(_COOKIE, visitor, max_age=_SECONDS, httponly=True, samesite="lax")
