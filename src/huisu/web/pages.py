"""What does the server give out? The page, its files, searches, and pages saved as one file.

Read orders.py next, what visitors have counted.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Iterator
from functools import cache
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from huisu.classics import CLASSICS
from huisu.kernel import kernels
from huisu.page.asked import NAMES
from huisu.page.document import all_texts, assets, script_hashes, sent, served
from huisu.web.guard import page_policy
from huisu.web.limits import MAX_SEARCHES
from huisu.web.records import Record, Records
from huisu.web.refusal import refuse
from huisu.web.visitors import asker_of, known_visitor, new_visitor, remember
from huisu.words import LANGUAGES, Language, default_language

__all__ = ["Pages"]

_TYPES = {"js": "text/javascript", "css": "text/css", "json": "application/json"}
_WORDS = "words.json"


class Pages:
    """Answers to the requests for what does not change, and for searches."""

    def __init__(self, records: Records, *, runs: bool) -> None:
        """Keep who records searches, and whether there are runs to show."""
        self._records = records
        self._runs = runs

    async def page(self, request: Request) -> Response:
        """Return the page, in the visitor's language."""
        language = _language(request)
        text, policy = _page(language, self._runs)
        headers = {"Content-Security-Policy": policy, "Content-Language": language}
        answer = Response(text, media_type="text/html", headers=headers)
        remember(answer, known_visitor(request) or new_visitor())
        return answer

    async def file(self, request: Request) -> Response:
        """Return one of the page's files, or say that the browser's copy is still good."""
        path = request.path_params["path"]
        path += "" if "." in path else ".js"  # modules are imported by their bare names
        kind = path.rpartition(".")[2]
        if kind not in _TYPES or path not in {*assets(), _WORDS}:
            raise refuse(404, "error.web.path")
        tag = _tag(path)
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(_file(path), media_type=_TYPES[kind], headers=headers)

    async def search(self, request: Request) -> Response:
        """Return the search that the address asks for, as the page reads it."""
        record = await self._records.search(_search(request.query_params), asker_of(request))
        return _sent(request, record, "text/plain")

    async def saved(self, request: Request) -> Response:
        """Return a page in one file: with the address's search, or all those of `search=`."""
        texts = request.query_params.getlist("search")
        if len(texts) > MAX_SEARCHES:
            raise refuse(400, "error.web.searches", most=MAX_SEARCHES)
        searches = [_search(dict(parse_qsl(text))) for text in texts]
        searches = searches or [_search(request.query_params)]
        record = await self._records.page(searches, _language(request), asker_of(request))
        answer = _sent(request, record, "text/html")
        answer.headers["Content-Disposition"] = f'attachment; filename="{_name(searches)}.html"'
        return answer


def _search(parameters: object) -> dict[str, str]:
    """Return those of an address's parameters that name a search."""
    given = dict(parameters)  # type: ignore[call-overload]
    return {name: given[name] for name in NAMES if given.get(name)}


def _name(searches: list[dict[str, str]]) -> str:
    """Return the name of a file with some searches."""
    if len(searches) > 1:
        return "huisu"
    problem = searches[0].get("p", "queens")
    return problem if problem in CLASSICS else "huisu"


def _sent(request: Request, record: Record, media_type: str) -> Response:
    """Return what a recorder made, compressed if it is and the visitor takes that."""
    headers = {"Vary": "Accept-Encoding"}
    is_zipped = record.zipped and _takes_gzip(request.headers.get("accept-encoding", ""))
    if is_zipped:
        headers["Content-Encoding"] = "gzip"
    pieces = _in_turn(record.pieces(plain=not is_zipped))
    return StreamingResponse(pieces, media_type=media_type, headers=headers)


async def _in_turn(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Yield pieces, and let others have their turn between them."""
    for piece in pieces:
        yield piece
        await asyncio.sleep(0)


def _takes_gzip(header: str) -> bool:
    """Return whether an Accept-Encoding header takes gzip.

    >>> _takes_gzip("br, gzip"), _takes_gzip("gzip;q=0, br"), _takes_gzip("")
    (True, False, False)
    """
    for part in header.lower().split(","):
        name, _, quality = part.replace(" ", "").partition(";q=")
        if name == "gzip":
            return quality.strip("0.") != "" or not quality
    return False


def _language(request: Request) -> Language:
    """Return the language of the address, else the first one of ours that the browser asks for."""
    asked = [request.query_params.get("lang", "")]
    asked += request.headers.get("accept-language", "").lower().replace(" ", "").split(",")
    for each in asked:
        for language in LANGUAGES:
            if each[:2] == language:
                return language
    return default_language()


@cache
def _page(language: Language, runs: bool) -> tuple[str, str]:
    """Return the page and the policy that allows its scripts."""
    names = [each.name for each in kernels() if each.supported]
    text = served(language, kernels=names, runs=runs)
    return text, page_policy(script_hashes(text))


def _file(path: str) -> str:
    return all_texts() if path == _WORDS else sent(path)


@cache
def _tag(path: str) -> str:
    return f'"{hashlib.sha256(_file(path).encode()).hexdigest()[:20]}"'
