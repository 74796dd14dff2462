"""How do tests start schedulers and workers, hear what they say, and end them?

All of them are processes of the test's own, on this machine or in network
namespaces that the test has made.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import which

import psutil
import pytest

__all__ = ["Command", "certified", "listening", "running", "scheduler", "until", "worker"]

_PATIENCE = 90  # seconds: how busy a machine may be, not how long anything takes

#: What docs/runs.md tells users to type: an authority, once; a certificate, for each machine.
AUTHORITY = """
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650
    -subj /CN=huisu -keyout authority.pem -out ca.pem
"""
MACHINE = """
openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes
    -subj /CN=machine -keyout key.pem -out request.pem

openssl x509 -req -in request.pem -CA ca.pem -CAkey authority.pem -CAcreateserial
    -days 365 -out cert.pem
"""


def certified(folder: Path, machine: str = MACHINE) -> Path:
    """Make certificates in a new folder, with the commands of the documentation."""
    if which("openssl") is None:
        pytest.skip("needs openssl")
    folder.mkdir()
    for command in f"{AUTHORITY}\n{machine}".strip().split("\n\n"):
        subprocess.run(command.split(), cwd=folder, check=True, capture_output=True)
    return folder


def until(condition: Callable[[], object]) -> None:
    """Wait until something holds; fail when it never does."""
    deadline = time.monotonic() + _PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "that never happened"
        time.sleep(0.05)


class Command:
    """A command of huisu that runs, and what it has said."""

    def __init__(self, arguments: Sequence[str], prefix: Sequence[str], env: dict[str, str]):
        """Start it."""
        self.process = subprocess.Popen(
            [*prefix, sys.executable, "-m", "huisu", *arguments, "--lang", "en"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=os.environ | {"PYTHONWARNINGS": "error"} | env, start_new_session=True,
        )  # fmt: skip
        self.output, self.errors = "", ""
        self._threads = [threading.Thread(target=self._hear, args=[name]) for name in _STREAMS]
        for thread in self._threads:
            thread.start()

    def _hear(self, name: str) -> None:
        with getattr(self.process, _STREAMS[name]) as stream:
            for line in stream:
                setattr(self, name, getattr(self, name) + line)

    def says(self, pattern: str, times: int = 1) -> None:
        """Wait until it has said something, or so many times."""
        until(lambda: len(re.findall(pattern, self.output + self.errors)) >= times or self.ended)
        assert len(re.findall(pattern, self.output + self.errors)) >= times, self.errors

    @property
    def ended(self) -> bool:
        return self.process.poll() is not None

    @property
    def family(self) -> list[psutil.Process]:
        """The process and its descendants."""
        own = psutil.Process(self.process.pid)
        return [own, *own.children(recursive=True)]

    @property
    def counting(self) -> psutil.Process:
        """The counting process of a worker."""
        return self.family[-1]

    def end(self, number: int = signal.SIGINT) -> tuple[int, str, str]:
        """Send it a signal; return the exit code and all that it has said."""
        if not self.ended:
            self.process.send_signal(number)
        code = self.process.wait(_PATIENCE)
        for thread in self._threads:
            thread.join()
        return code, self.output, self.errors


_STREAMS = {"output": "stdout", "errors": "stderr"}


@contextmanager
def running(
    *arguments: str, prefix: Sequence[str] = (), env: dict[str, str] | None = None
) -> Iterator[Command]:
    """Give a command that runs, and end it with all its processes."""
    command = Command(arguments, prefix, env or {})
    try:
        yield command
    finally:
        family = [] if command.ended else command.family
        command.end(signal.SIGKILL)
        for process in family:
            if process.is_running():
                process.kill()
        psutil.wait_procs(family, _PATIENCE)


@contextmanager
def scheduler(
    *options: str, prefix: Sequence[str] = (), env: dict[str, str] | None = None
) -> Iterator[tuple[Command, str]]:
    """Give a scheduler that listens, and its address."""
    options = options if "--port" in options else (*options, "--port", "0")
    with running("scheduler", *options, prefix=prefix, env=env) as command:
        command.says("Ctrl-C")
        yield command, command.output.strip()


@contextmanager
def worker(
    address: str, *options: str, prefix: Sequence[str] = (), env: dict[str, str] | None = None
) -> Iterator[Command]:
    """Give a worker that has joined."""
    options = options if "--workers" in options else (*options, "--workers", "1")
    with running("worker", address, *options, prefix=prefix, env=env) as command:
        command.says("has joined")
        yield command


def listening(command: Command) -> list[str]:
    """Return the hosts at which a command and its descendants can be reached."""
    return [
        connection.laddr.ip
        for process in command.family
        for connection in process.net_connections()
        if connection.status == psutil.CONN_LISTEN
    ]
