"""How are searches recorded, in a process of its own? One after the other, until it is killed.

Its input is a line for each page or search asked for; it answers each by a line
and, where that is good news, by so many bytes. Read records.py next, which
starts it.
"""

from __future__ import annotations

import gzip
import traceback
from typing import Any

from huisu.errors import HuisuError, InputError
from huisu.inherited import answer, answer_bytes, requests
from huisu.page.asked import MAX_SHOWN, asked
from huisu.page.document import one_file
from huisu.page.exhibit import Exhibit
from huisu.web.texts import texts_of

__all__ = ["main"]

_MEMORY = 4_000_000_000  # bytes of address space: far more than any record that may be shown
_WORTH_ZIPPING = 2_000  # bytes


def main() -> None:
    """Answer what the server asks for, until it ends."""
    _limit_memory()
    for request in requests():
        _answer(request)


def _limit_memory() -> None:
    """Let a record that would fill the machine fail instead, where the system knows how."""
    try:
        import resource
    except ImportError:  # Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    limit = _MEMORY if most == resource.RLIM_INFINITY else min(_MEMORY, most)
    resource.setrlimit(resource.RLIMIT_AS, (limit, most))


def _answer(request: dict[str, Any]) -> None:
    """Answer one request; whatever goes wrong, the next one is heard."""
    try:
        body = _body(request).encode()
    except HuisuError as error:
        answer({"status": 400, "error": texts_of(error)})
    except (MemoryError, RecursionError):
        answer({"status": 400, "error": texts_of(HuisuError("error.web.memory"))})
    except Exception:
        traceback.print_exc()
        answer({"status": 500, "error": texts_of(HuisuError("error.web.failed"))})
    else:
        zipped = len(body) >= _WORTH_ZIPPING
        sent = gzip.compress(body, 6, mtime=0) if zipped else body
        answer({"length": len(sent), "zipped": zipped})
        answer_bytes(sent)


def _body(request: dict[str, Any]) -> str:
    """Return the text of a search as the page reads it, or a page that carries several."""
    searches = request["searches"]
    if request["page"] is None:
        return asked(searches[0]).exhibit().text()
    return one_file(_exhibits(searches), language=request["page"])


def _exhibits(searches: list[dict[str, str]]) -> list[Exhibit]:
    """Return the searches recorded; together they may not be larger than one."""
    exhibits: list[Exhibit] = []
    nodes = 0
    for search in searches:
        exhibits.append(asked(search).exhibit())
        nodes += len(exhibits[-1].trace)
        if nodes > MAX_SHOWN:
            raise InputError("error.web.page", most=f"{MAX_SHOWN:,}")
    return exhibits


if __name__ == "__main__":
    main()
