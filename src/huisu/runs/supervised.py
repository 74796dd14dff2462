"""How is the process of a worker started, asked and ended, and what were its last words?

It is asked by one thread, which waits, and killed by any. Read local.py next, which
has such a process for each of its slots.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from huisu.inherited import APART

__all__ = ["ProcessEnded", "Supervised"]

_LAST_WORDS = 2_000  # bytes at the end of standard error that are looked at


class ProcessEnded(Exception):  # noqa: N818 - what has happened rather than a fault of the caller
    """The process is gone before it had answered."""


class Supervised:
    """A running process that reads and writes lines of JSON."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start it; what it writes to standard error waits in a file that has no name."""
        self.started = time.monotonic()
        self.answers = 0
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - end() closes it
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                **APART,
            )
        except OSError:
            self._errors.close()
            raise

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it has not ended yet."""
        return self._process.poll() is None

    @property
    def cpu_seconds(self) -> float | None:
        """How long it has computed; None where it is gone. It stands still in a process asleep."""
        import psutil

        with suppress(psutil.Error):
            times = psutil.Process(self.pid).cpu_times()
            return float(times.user + times.system)
        return None

    def ask(self, line: bytes) -> dict[str, Any]:
        """Write a line and return what the process answers; raise ProcessEnded if it is gone."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # then there is nothing to hear either
            self._process.stdin.write(line)
            self._process.stdin.flush()
        heard = self.hear()
        self.answers += 1
        return heard

    def hear(self) -> dict[str, Any]:
        """Return what the next line says; raise ProcessEnded if there is none."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        try:
            heard: dict[str, Any] = json.loads(line)
        except ValueError:  # nothing, or the half of a line
            raise ProcessEnded from None
        return heard

    def kill(self) -> None:
        """Kill the process, from whatever thread: it has nothing that it must save."""
        with suppress(ProcessLookupError):
            self._process.kill()

    def end(self) -> str:
        """Kill it, wait until it is gone, and return why it ended: how, and its last words.

        Only the thread that asks may call this.
        """
        self.kill()
        status = self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # what could not be written is lost with its reader
                assert pipe is not None
                pipe.close()
        with self._errors as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - _LAST_WORDS))
            words = _last_line(file.read())
        return ": ".join(filter(None, [_ending(status), words]))


def _ending(status: int) -> str:
    if status >= 0:
        return f"exit {status}"
    try:
        return signal.Signals(-status).name
    except ValueError:  # a real-time signal has no name
        return f"signal {-status}"


def _last_line(data: bytes) -> str:
    lines = data.decode(errors="replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "")
