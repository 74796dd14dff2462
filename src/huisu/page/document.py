"""How does the page become one document: for a server, and as a file that needs none?

The page is plain ES modules that import each other by bare names. Served, an
import map leads each name to its file; in a file of its own the import map
holds the modules themselves, as data: addresses. Read main.js in assets/ next,
where the page begins.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from huisu.classics import CLASSICS, to_json
from huisu.page.asked import MAX_SHOWN
from huisu.page.exhibit import Exhibit
from huisu.tree import MAX_WHOLE
from huisu.words import LANGUAGES, Language, catalogue, default_language, word

__all__ = ["START_NAMES", "assets", "one_file", "script_hashes", "served"]

#: The texts of the catalogue that the page shows, by the first part of their keys.
_FAMILIES = {"page", "step", "why", "watch", "tree"}
_START = "huisu/main"

#: The parameters of the page's address that say how a search is shown.
START_NAMES = (
    "step", "lang", "theme", "mode", "lock", "form", "labels", "shading", "driver", "layout",
    "base", "speed", "with",
)  # fmt: skip

#: Only for a page that a server gives out.
_SERVED = ("huisu/panels/jobs",)

#: What a page in a file of its own may load: nothing from elsewhere.
_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline';"
    " img-src data: blob:"
)


@cache
def assets() -> dict[str, str]:
    """Return the text of each file of the page, by its path in assets/."""
    folder = Path(__file__).with_name("assets")
    found = sorted(each for each in folder.rglob("*") if each.suffix in (".js", ".css", ".html"))
    return {each.relative_to(folder).as_posix(): each.read_text("utf-8") for each in found}


def modules() -> dict[str, str]:
    """Return the path of each module in assets/ by the name that others import it by."""
    return {f"huisu/{path[:-3]}": path for path in assets() if path.endswith(".js")}


def import_map(addresses: dict[str, str]) -> str:
    """Return the text of an import map element; it cannot end the element early."""
    return safe(json.dumps({"imports": addresses}, separators=(",", ":"), ensure_ascii=False))


def safe(text: str) -> str:
    r"""Return JSON that can stand inside a script element.

    >>> safe('{"a":"</script>"}')
    '{"a":"\\u003c/script>"}'
    """
    return text.replace("<", "\\u003c")


def data_address(module: str) -> str:
    """Return the data: address of a module's text, with as few characters escaped as may be.

    >>> data_address("let a = 5 % 3; // a #")
    'data:text/javascript;charset=utf-8,let a = 5 %25 3; // a %23'
    """
    escaped = re.sub(r"[%#\t\n\r]", lambda found: f"%{ord(found[0]):02X}", module)
    return f"data:text/javascript;charset=utf-8,{escaped}"


def served(language: Language | None = None, *, kernels: Iterable[str] = ()) -> str:
    """Return the page that a server gives out; its files are asked for under /page/."""
    addresses = {name: f"/page/{path}" for name, path in modules().items()}
    sheets = "\n".join(f'<link rel="stylesheet" href="/page/{path}">' for path in _sheets())
    head = f'{sheets}\n<script type="importmap">{import_map(addresses)}</script>'
    start = f'<script type="module" src="/page/{_START.removeprefix("huisu/")}.js"></script>'
    return _page(language, head, _data(server=True, kernels=kernels), start)


def script_hashes(page: str) -> list[str]:
    """Return the hashes by which a content security policy allows a page's inline scripts."""
    inline = re.findall(r'<script type="(?:importmap|module)">(.*?)</script>', page, re.DOTALL)
    digests = (hashlib.sha256(text.encode()).digest() for text in inline)
    return [f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests]


def one_file(
    exhibits: Iterable[Exhibit],
    *,
    language: Language | None = None,
    title: str | None = None,
    start: Mapping[str, str] | None = None,
) -> str:
    """Return a page that carries its searches, and works from a file without any server.

    The first search is shown first; the others are offered. The language is by
    default that of the user's locale, and can be changed on the page. `start`
    are parameters of the page's address, see START_NAMES, that hold until the
    address itself says otherwise: `{"mode": "predict", "lock": "1"}`.

    >>> from huisu.page.asked import asked
    >>> page = one_file([asked({"n": "4"}).exhibit()])
    >>> page.startswith("<!doctype html>"), "http://" in page.replace("http://www.w3.org", "")
    (True, False)
    """
    texts = [
        f'<script type="text/plain" class="exhibit">{safe(each.text())}</script>'
        for each in _named(exhibits)
    ]
    addresses = {
        name: data_address(assets()[path])
        for name, path in modules().items()
        if name not in _SERVED
    }
    sheets = "\n".join(assets()[path] for path in _sheets())
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f"<style>{sheets}</style>\n"
        f'<script type="importmap">{import_map(addresses)}</script>'
    )
    data = "\n".join([_data(server=False, start=start or {}), *texts])
    return _page(language, head, data, f'<script type="module">import "{_START}";</script>', title)


def _named(exhibits: Iterable[Exhibit]) -> list[Exhibit]:
    """Return the exhibits, those that no parameters name with a number for a name."""
    return [
        each if each.address else replace(each, address={"record": str(place)})
        for place, each in enumerate(exhibits, 1)
    ]


def _sheets() -> list[str]:
    """Return the style sheets, the one that the others build on first."""
    found = [path for path in assets() if path.endswith(".css")]
    return sorted(found, key=lambda path: (path != "base.css", path))


def _data(
    *, server: bool, kernels: Iterable[str] = (), start: Mapping[str, str] | None = None
) -> str:
    """Return the element with what the page knows from the start."""
    words = {key: texts for key, texts in catalogue().items() if key.split(".")[0] in _FAMILIES}
    data: dict[str, Any] = {
        "server": server,
        "version": version("huisu"),
        "words": words,
        "classics": _classics() if server else [],
        "limits": {"nodes": MAX_SHOWN, "whole": MAX_WHOLE},
        "kernels": list(kernels),
        "start": dict(start or {}),
    }
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return f'<script type="application/json" id="page-data">{safe(text)}</script>'


def _classics() -> list[dict[str, Any]]:
    """Return what the page offers: every textbook problem with the textbook's own instance."""
    return [
        {
            "name": name,
            "title": {each: cls().title(each) for each in LANGUAGES},
            "about": {each: cls().about(each) for each in LANGUAGES},
            "goal": cls.goal,
            "instance": json.loads(to_json(cls())),
        }
        for name, cls in CLASSICS.items()
    ]


def _page(
    language: Language | None, head: str, data: str, start: str, title: str | None = None
) -> str:
    language = language or default_language()
    parts = {
        "language": "zh-CN" if language == "zh" else "en",
        "title": title or word("page.title", language),
        "noscript": word("page.noscript", language),
        "head": head,
        "data": data,
        "start": start,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], assets()["page.html"])
