"""Which tests run here? Those marked `core` only where the compiled core is installed.

A missing core is an error unless HUISU_PURE=1 says that the pure-Python form
is what this run tests. Read roads.py next, what huisu's answers are compared with.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable

import pytest
from hypothesis import settings

from huisu.cli import main
from huisu.kernel import compiled

Answer = tuple[int, str, str]
Run = Callable[..., Answer]

#: The same examples in every run, so that a failure can be run again.
settings.register_profile("huisu", deadline=None, derandomize=True, database=None)
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
