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
from html import escape
from pathlib import Path
from typing import Any

from rjsmin import jsmin

from huisu.classics import CLASSICS
from huisu.page.exhibit import Exhibit
from huisu.tree import MAX_WHOLE
from huisu.words import LANGUAGES, Language, catalogue, default_language, word

__all__ = [
    "START_CHOICES",
    "START_NAMES",
    "all_texts",
    "assets",
    "modules",
    "one_file",
    "script_hashes",
    "sent",
    "served",
    "texts_of",
]

_START = "huisu/main"

#: The parameters of the page's address that say how a search is shown.
START_NAMES = (
    "step", "lang", "theme", "mode", "lock", "form", "labels", "speed", "levels", "shade", "code",
    "layout", "base", "with", "fold", "nodes", "node",
)  # fmt: skip

#: What those may be that are one of a few words; the page passes over anything else.
START_CHOICES: Mapping[str, tuple[str, ...]] = {
    "lang": ("en", "zh"),
    "theme": ("auto", "light", "dark"),
    "mode": ("watch", "predict", "place", "compare"),
    "lock": ("0", "1"),
    "form": ("whole", "generated", "collapsed"),
    "labels": ("0", "1"),
    "speed": ("0.25", "0.5", "1", "2", "5", "10", "20", "50"),
    "shade": ("0", "1"),
    "code": ("recursive", "iterative"),
    "base": ("0", "1"),
}

#: Only for a page that a server gives out: what counts and what searches are asked of it.
_SERVED = ("huisu/panels/jobs", "huisu/panels/runs", "huisu/search", "huisu/squares")
#: The sheets that come with their modules to a served page, see parts.js.
_LATER_SHEETS = {"dialog.css", "exports.css", "jobs.css", "modes.css"}
#: Only for trees of more nodes than can be drawn one by one.
_LARGE = {"huisu/panels/tree-canvas"}

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


@cache
def sent(path: str) -> str:
    """Return what is sent of a file in assets/: the same without comments and needless blanks."""
    text = assets()[path]
    if path.endswith(".js"):
        return str(jsmin(text))
    bare = re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    return re.sub(r" ?([{};,>]) ?", r"\1", bare).replace(": ", ":").replace(";}", "}").strip()


def first_seen() -> list[str]:
    """Return the modules that a served page needs before anything is asked of it."""
    found, waiting = set(), [_START, "huisu/search"]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += re.findall(r'(?:from|import)"(huisu/[\w/-]+)"', sent(modules()[name]))
    return sorted(found)


def needed(pictures: Iterable[str], *, large: bool) -> list[str]:
    """Return the modules of a page that shows these problems, and perhaps large trees, only."""
    found, waiting = set(), [_START]
    while waiting:
        name = waiting.pop()
        if name in modules() and name not in found:
            found.add(name)
            asked_for = re.findall(r'(?:from|import)\(?"(huisu/[\w/-]+)"', sent(modules()[name]))
            waiting += [each for each in asked_for if each not in _SERVED]
            waiting += [f"huisu/pictures/{each}" for each in pictures]
    return sorted(found if large else found - _LARGE)


def texts_of(names: Iterable[str]) -> dict[str, dict[Language, str]]:
    """Return the texts that modules and the page itself name, by a key or by how it begins."""
    said = assets()["index.html"] + "".join(sent(modules()[name]) for name in names)
    families = "|".join({key.split(".")[0] for key in catalogue()})
    named = re.findall(rf'["`]((?:{families})\.[\w.-]*)(\${{)?', said)
    whole = {key for key, _ in named}
    begun = tuple(key if is_begun else f"{key}." for key, is_begun in named)
    return {k: texts for k, texts in catalogue().items() if k in whole or k.startswith(begun)}


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


def served(
    language: Language | None = None, *, kernels: Iterable[str] = (), runs: bool = False
) -> str:
    """Return the page that a server gives out; its files are asked for under /page/.

    It brings the texts that it shows first, in one language. `runs` says that the
    server has runs to show.
    """
    sheets = "\n".join(
        f'<link rel="stylesheet" href="/page/{path}">'
        for path in _sheets()
        if path not in _LATER_SHEETS
    )
    addresses = import_map({"huisu/": "/page/"})
    head = f'{sheets}\n<script type="importmap">{addresses}</script>'
    language = language or default_language()
    words = {key: {language: each[language]} for key, each in texts_of(first_seen()).items()}
    start = f'<script type="module" src="/page/{_START.removeprefix("huisu/")}"></script>'
    return _page(language, head, _data(words, server=True, kernels=kernels, runs=runs), start)


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
    shown = _named(exhibits)
    texts = [
        f'<script type="text/plain" class="exhibit">{safe(each.text())}</script>' for each in shown
    ]
    is_large = any(len(each.trace) > MAX_WHOLE for each in shown)
    pictures = [each.classic.name for each in shown if each.classic]
    names = needed(pictures, large=is_large)
    addresses = {name: data_address(sent(modules()[name])) for name in names}
    sheets = "\n".join(sent(path) for path in _sheets())
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f"<style>{sheets}</style>\n"
        f'<script type="importmap">{import_map(addresses)}</script>'
    )
    own = _data(texts_of(names), server=False, start=start, title=title)
    data = "\n".join([own, *texts])
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
    words: Mapping[str, Mapping[Language, str]],
    *,
    server: bool,
    kernels: Iterable[str] = (),
    runs: bool = False,
    start: Mapping[str, str] | None = None,
    title: str | None = None,
) -> str:
    """Return the element with what the page knows from the start."""
    data: dict[str, Any] = {
        "server": server,
        "title": title or "",
        "words": words,
        "classics": _classics() if server else [],
        "kernels": list(kernels),
        "runs": runs,
        "start": dict(start or {}),
    }
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return f'<script type="application/json" id="page-data">{safe(text)}</script>'


def all_texts() -> str:
    """Return as JSON the texts of every module: what a served page asks for when it needs more."""
    return json.dumps(texts_of(modules()), separators=(",", ":"), ensure_ascii=False)


def _classics() -> list[dict[str, Any]]:
    """Return what the page offers: every textbook problem with the textbook's own instance."""
    return [
        {
            "name": name,
            "title": {each: cls().title(each) for each in LANGUAGES},
            "goal": cls.goal,
        }
        for name, cls in CLASSICS.items()
    ]


def _page(
    language: Language | None, head: str, data: str, start: str, title: str | None = None
) -> str:
    language = language or default_language()
    parts = {
        "language": "zh-CN" if language == "zh" else "en",
        "title": escape(title or word("page.title", language)),
        "noscript": word("page.noscript", language),
        "head": head,
        "data": data,
        "start": start,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], assets()["index.html"])
