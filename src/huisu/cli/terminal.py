"""Where do results, remarks and progress go?

Results to standard output, or to a file that appears only when it is whole;
remarks and the progress bar to standard error, the bar only when a person can
see it. Read main.py next.
"""

from __future__ import annotations

import json
import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from huisu.cli.say import say
from huisu.errors import InputError
from huisu.files import whole_file
from huisu.kernel import compiled

__all__ = [
    "ProgressBar",
    "coloured",
    "duration",
    "file_errors",
    "output",
    "output_is_a_file",
    "progress_bar",
    "read_standard_input",
    "remark",
    "warn_if_pure",
    "write",
    "write_json",
]

_BAR_AFTER = 0.5  # seconds: what ends sooner needs no bar


def write(text: str) -> None:
    """Write to standard output at once, so that a reader of a pipe has it too."""
    sys.stdout.write(text)
    sys.stdout.flush()


def write_json(value: Any) -> None:
    """Write one JSON value on one line."""
    write(json.dumps(value, ensure_ascii=False) + "\n")


def remark(text: str) -> None:
    """Write a line to standard error."""
    print(text, file=sys.stderr, flush=True)


def coloured() -> bool:
    """Return whether standard output is a terminal that may be given colours."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


@contextmanager
def output(path: str | None) -> Iterator[Callable[[bytes], object]]:
    """Give a function that writes bytes to standard output, or to a file.

    A file appears under its name only when all is written, see files.py.
    """
    if path is None:
        yield _write_bytes
        return
    with file_errors(path), whole_file(path) as write_bytes:
        yield write_bytes


@contextmanager
def file_errors(path: str) -> Iterator[None]:
    """Turn what the system says about a file that is written into InputError."""
    try:
        yield
    except OSError as error:
        raise InputError("cli.file", path=path, reason=error.strerror) from None


def output_is_a_file() -> bool:
    """Return whether standard output is a regular file, which leaves the terminal to the bar."""
    try:
        return stat.S_ISREG(os.fstat(sys.stdout.fileno()).st_mode)
    except OSError:  # no file at all, as in tests
        return False


def _write_bytes(data: bytes) -> None:
    if sys.stdout.isatty():
        write(data.decode())
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def read_standard_input() -> str:
    """Return standard input as text; raise InputError when it is not UTF-8."""
    if sys.stdin is None:
        raise InputError("cli.no_input")
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("cli.not_text", position=error.start + 1) from None


def warn_if_pure() -> None:
    """Say on standard error that counts run without the compiled core, and the cure."""
    if not compiled:
        remark(say("cli.pure"))


_UNITS = (("year", 31_557_600), ("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1))


def duration(seconds: float) -> str:
    """Return a length of time in its largest unit, with one digit after the point below ten."""
    if seconds > 1000 * _UNITS[0][1]:
        return say("time.more")
    for unit, size in _UNITS:
        if seconds >= size or unit == "second":
            amount = seconds / size
            return say(f"time.{unit}", amount=f"{amount:.1f}" if amount < 10 else f"{amount:,.0f}")
    raise AssertionError("the last unit takes every length")


@contextmanager
def progress_bar(label: str, *, ends_early: bool = False) -> Iterator[ProgressBar]:
    """Give a bar on standard error that vanishes at the end, shown only on a terminal.

    Where the work ends with the first success, nobody knows when: the bar then
    shows the time used instead of the time left.
    """
    bar = ProgressBar(label, ends_early=ends_early)
    try:
        yield bar
    finally:
        bar.close()


class ProgressBar:
    """The share done and the time left, shown once the work has lasted a while."""

    def __init__(self, label: str, *, ends_early: bool = False) -> None:
        """Draw nothing yet."""
        self._ends_early = ends_early
        self._label = label
        self._started = time.monotonic()
        self._visible = sys.stderr.isatty()
        self._done = 0.0
        self._bar: Any = None

    def show(self, done: float) -> None:
        """Show the share done, 0 to 1; less than shown before changes nothing."""
        self._done = done = max(done, self._done)
        seconds = time.monotonic() - self._started
        if not self._visible or seconds < _BAR_AFTER:
            return
        if self._bar is None:
            self._bar = _rich_bar()
            self._task = self._bar.add_task(self._label, total=1.0, left="")
            self._bar.start()
        self._bar.update(self._task, completed=done, left=self._time(seconds, done))

    def _time(self, seconds: float, done: float) -> str:
        if self._ends_early or not done:
            return say("cli.so_far", seconds=duration(seconds))
        return say("cli.time_left", left=duration(seconds * (1 - done) / done))

    def close(self) -> None:
        """Remove the bar for good, for example because results now fill the same terminal."""
        self._visible = False
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


def _rich_bar() -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn("{task.percentage:>5.1f}%"),
        TextColumn("{task.fields[left]}"),
    )
    return Progress(*columns, console=Console(stderr=True), transient=True)
