"""Which tests run here? Those marked `core` only where the compiled core is installed.

A missing core is an error unless HUISU_PURE=1 says that the pure-Python form
is what this run tests. Read roads.py next, what huisu's answers are compared with.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, Page, sync_playwright

from huisu.cli import main
from huisu.kernel import compiled
from page import MISSING, Opener, chromium, launched, opener
from postgres import Server, server_or_skip
from served import OpenServed, Visitor, served

Answer = tuple[int, str, str]
Run = Callable[..., Answer]

#: The same examples in every run, so that a failure can be run again.
settings.register_profile(
    "huisu",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],  # a matter of the machine
)
settings.load_profile("huisu")


def pytest_configure() -> None:
    pure = os.environ.get("HUISU_PURE") == "1"
    if not compiled and not pure:
        raise pytest.UsageError(
            "huisu._core, the compiled core, is not installed: the build has failed. "
            "Set HUISU_PURE=1 to test the pure-Python form."
        )
    if compiled and pure:
        raise pytest.UsageError(
            "HUISU_PURE=1 asks for a test of the pure-Python form, but huisu._core is installed."
        )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if compiled:
        return
    skip = pytest.mark.skip(reason="needs the compiled core, which HUISU_PURE=1 leaves out")
    for item in items:
        if item.get_closest_marker("core"):
            item.add_marker(skip)


@pytest.fixture
def huisu(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line, given as one string or as words; return exit code, output, errors."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.delenv("HUISU_KERNEL", raising=False)

    def run(*words: str, given: bytes = b"") -> Answer:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        arguments = words[0].split() if len(words) == 1 else words
        code = main(arguments)
        written = capsys.readouterr()
        errors = "".join(
            line for line in written.err.splitlines(keepends=True) if "no compiled core" not in line
        )
        return code, written.out, errors

    return run


@pytest.fixture(scope="module")
def chromium_browser() -> Iterator[Browser]:
    """Give the browser; without one its tests are skipped, but never where CI runs them.

    Playwright's event loop runs in this thread as long as it is open, and other
    modules' tests need one of their own: so it ends with the module.
    """
    if chromium() is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium_browser: Browser, tmp_path: Path) -> Iterator[Opener]:
    """Give a function that opens searches, named by their addresses, on a page of one file."""
    with opener(chromium_browser, tmp_path) as found:
        yield found


@pytest.fixture(scope="module")
def module_page(
    chromium_browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Page]:
    """Give one page of 4 queens for all tests of a module that only ask its modules."""
    with opener(chromium_browser, tmp_path_factory.mktemp("page")) as found:
        yield found("p=queens&n=4")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give the address of a running `huisu serve`."""
    with served(tmp_path_factory.mktemp("served")) as found:
        yield found.address


@pytest.fixture
def visitor(server: str) -> Iterator[Visitor]:
    """Give a visitor whose counts are cancelled at the end."""
    with Visitor(server) as found:
        yield found
        for count in found.get("/api/counts").json()["counts"]:
            found.cancel(count["id"])


@pytest.fixture
def served_page(chromium_browser: Browser, server: str, tmp_path: Path) -> Iterator[OpenServed]:
    """Give a function that opens the page of a running server, with `query` as its address."""
    with opener(chromium_browser, tmp_path) as found:
        yield OpenServed(found, server)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    """Give a PostgreSQL server for all tests."""
    with server_or_skip() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Give the address of a ledger that is not there yet: a file, then one in PostgreSQL."""
    if request.param == "sqlite":
        return str(tmp_path / "run.ledger")
    server: Server = request.getfixturevalue("postgres_server")
    return server.new_schema()
