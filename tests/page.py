"""Where is the browser, and how does a test open a page? Read conftest.py next, which asks.

The browser is the system's own Chromium: Playwright's download is not needed.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from urllib.parse import parse_qsl

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Route

from huisu.page.asked import asked
from huisu.page.document import one_file
from huisu.page.exhibit import Exhibit
from huisu.words import Language

OpenPage = Callable[..., Page]

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = "no Chromium is on the PATH: install it (Debian: apt-get install chromium)"


def chromium() -> str | None:
    """Return the path of the system's Chromium; HUISU_CHROMIUM names another one."""
    return os.environ.get("HUISU_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def launched(playwright: Playwright) -> Browser:
    """Return a running browser; it is given only pages of our own, so it needs no sandbox."""
    return playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])


@cache
def exhibit(address: str) -> Exhibit:
    """Return the search that an address names, recorded once."""
    return asked(dict(parse_qsl(address))).exhibit()


class Opener:
    """Opens pages saved as one file; at the end none may have complained or asked outside."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.browser, self.folder = browser, folder
        self.complaints: list[str] = []
        self.forgives = False
        self.outside: list[str] = []
        self.saved = 0
        self.contexts: list[BrowserContext] = []

    def __call__(
        self,
        *addresses: str,
        query: str = "",
        language: Language = "en",
        size: tuple[int, int] = (1280, 800),
        exhibits: tuple[Exhibit, ...] = (),
        **context: object,
    ) -> Page:
        """Return a page with these searches; `context` are options of the browser's context."""
        shown = [*map(exhibit, addresses), *exhibits]
        file = self.folder / f"page-{self.saved}.html"
        self.saved += 1
        file.write_text(one_file(shown, language=language), encoding="utf-8")
        return self.at(file.as_uri() + (f"?{query}" if query else ""), size=size, **context)

    def at(self, address: str, *, size: tuple[int, int] = (1280, 800), **context: object) -> Page:
        """Return a page at an address of this machine, once its search is shown."""
        width, height = size
        self.contexts.append(
            self.browser.new_context(
                viewport={"width": width, "height": height},
                **context,  # type: ignore[arg-type]
            )
        )
        page = self.contexts[-1].new_page()
        page.on("console", lambda said: self._heard(said.type, said.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.route("**/*", self._guard)
        page.goto(address)
        page.wait_for_selector("body[data-ready=yes]")
        return page

    def _heard(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not (self.forgives and "Failed to load" in text):
            self.complaints.append(text)

    def forgive(self) -> None:
        """Forget what was complained of, and what is still to come of requests that fail."""
        self.complaints.clear()
        self.forgives = True

    def _guard(self, route: Route) -> None:
        """Let through what stays on this machine."""
        if route.request.url.startswith(("file:", "data:", "blob:", "http://127.0.0.1:")):
            route.continue_()
        else:
            self.outside.append(route.request.url)
            route.abort()


@contextmanager
def opener(browser: Browser, folder: Path) -> Iterator[Opener]:
    """Give an Opener; close its pages, and fail if one of them complained."""
    found = Opener(browser, folder)
    try:
        yield found
    finally:
        for context in found.contexts:
            context.close()
    assert found.complaints == []
    assert found.outside == []
