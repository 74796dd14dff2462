"""How does a test get a server, and visitors of it? Read test_web.py next.

The real program, in a process of its own; where a test needs tighter limits
than visitors have, the same application in a thread.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from playwright.sync_api import Page

from huisu.web.app import App
from huisu.web.guard import allowed_names
from huisu.web.limits import Limits
from huisu.web.serving import address_of, listening, server_of
from huisu.words import LANGUAGES
from page import Opener

_HUISU = str(Path(sys.executable).with_name("huisu"))
_ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8"}
_ENVIRONMENT.pop("HUISU_KERNEL", None)


class Served:
    """A running `huisu serve`: its address, and how it can be ended."""

    def __init__(self, folder: Path, *options: str) -> None:
        """Start it, in the folder of a student whose random.py is not Python's."""
        (folder / "random.py").write_text("raise SystemExit('the wrong random')\n")
        self.process = subprocess.Popen(
            [_HUISU, "serve", "--port", "0", *options],
            cwd=folder,
            env=_ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()

    def end(self, by: signal.Signals = signal.SIGTERM) -> tuple[int, str, str]:
        """End it by a signal; return its exit code and what else it wrote."""
        self.process.send_signal(by)
        output, errors = self.process.communicate(timeout=30)
        return self.process.returncode, output, errors


@contextmanager
def served(folder: Path, *options: str) -> Iterator[Served]:
    """Give a running server, which is ended if the test has not done it."""
    server = Served(folder, *options)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.end()


@contextmanager
def served_with(limits: Limits) -> Iterator[str]:
    """Give the address of a server in a thread, whose visitors have these limits."""
    with listening("127.0.0.1", 0) as held:
        server = server_of(App(allowed_names("127.0.0.1"), limits))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [held]})
        thread.start()
        try:
            yield address_of(held)
        finally:
            server.should_exit = True
            thread.join()


class Event(NamedTuple):
    """One event of a stream."""

    number: int
    name: str
    data: dict[str, Any]


class Visitor(httpx.Client):
    """A browser that has opened the page, as far as the server can tell."""

    def __init__(self, address: str) -> None:
        """Do what a browser does that shows the page."""
        super().__init__(base_url=address, headers={"Origin": address.rstrip("/")}, timeout=60)

    def __enter__(self) -> Visitor:
        """Open the page, which gives the visitor a cookie."""
        super().__enter__()
        assert self.get("/").status_code == 200
        return self

    def order(self, n: int, **more: object) -> httpx.Response:
        """Order a count."""
        return self.post("/api/counts", json={"n": n, **more})

    def counted(self, n: int, **more: object) -> str:
        """Order a count that is not refused; return its id."""
        answer = self.order(n, **more)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def endless(self) -> str:
        """Order a count that would take days; return its id."""
        return self.counted(20, kernel="python")

    def state(self, count: str) -> dict[str, Any]:
        """Return what the server tells of a count now."""
        found: dict[str, Any] = self.get(f"/api/counts/{count}").json()
        return found

    def cancel(self, count: str) -> httpx.Response:
        """Cancel a count."""
        return self.delete(f"/api/counts/{count}")

    @contextmanager
    def listening(self, count: str, after: int | None = None) -> Iterator[Iterator[Event]]:
        """Give the events of a count as they come; the stream is dropped at the end."""
        headers = {} if after is None else {"Last-Event-ID": str(after)}
        with self.stream("GET", f"/api/counts/{count}/events", headers=headers) as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            yield _events(answer)

    def events(self, count: str, after: int | None = None) -> list[Event]:
        """Return the events of a count when it has ended."""
        with self.listening(count, after) as events:
            return list(events)

    def heard(self, count: str, most: int, after: int | None = None) -> list[Event]:
        """Return so many events of a count, and drop the stream."""
        with self.listening(count, after) as events:
            return list(islice(events, most))

    def until(self, count: str, name: str) -> Event:
        """Return a count's first event of this name."""
        with self.listening(count) as events:
            return next(event for event in events if event.name == name)


def _events(answer: httpx.Response) -> Iterator[Event]:
    """Yield the events in a stream as they come."""
    fields: dict[str, str] = {}
    for line in answer.iter_lines():
        name, _, value = line.partition(": ")
        fields[name] = value
        if not line and "data" in fields:
            yield Event(int(fields["id"]), fields["event"], json.loads(fields["data"]))
            fields = {}


def refused(answer: httpx.Response, status: int) -> dict[str, str]:
    """Return the texts of a refusal, which is JSON with both languages and nothing else."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    texts: dict[str, str] = answer.json()["error"]
    assert tuple(texts) == LANGUAGES
    assert all(text.strip() for text in texts.values())
    return texts


def alive(pid: int) -> bool:
    """Return whether a process runs; one that has ended but was not yet asked about does not."""
    try:
        os.kill(pid, 0)
        status = Path(f"/proc/{pid}/stat")
        return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def ends(pid: int) -> bool:
    """Return whether a process ends within the next seconds."""
    deadline = time.monotonic() + 20
    while alive(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not alive(pid)


class OpenServed:
    """Opens the page of a server, as often as a test wants, each time as another visitor."""

    def __init__(self, opener: Opener, address: str) -> None:
        """Open pages of this server."""
        self._opener, self._address = opener, address

    def __call__(
        self, query: str = "p=queens&n=4", address: str | None = None, **settings: object
    ) -> Page:
        """Return a page, from another address if one is given; `settings` are Opener.at's."""
        address = address or self._address
        return self._opener.at(f"{address}?{query}", **settings)  # type: ignore[arg-type]

    def forgive(self) -> None:
        """Forget what the browser has complained of: it does so where the server refuses."""
        self._opener.forgive()


class Wire:
    """A line to a server that can be cut, and on which can be heard what is asked."""

    def __init__(self, address: str) -> None:
        """Lay the line; it begins at `address` of its own."""
        host, _, port = address.removeprefix("http://").rstrip("/").partition(":")
        self._target = (host, int(port))
        self._door = socket.create_server(("127.0.0.1", 0))
        self._sockets: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()
        self.address = address_of(self._door)
        self.heard = b""

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near = self._door.accept()[0]
                far = socket.create_connection(self._target)
                self._sockets += [near, far]
                for ends in ((near, far), (far, near)):
                    self._threads.append(threading.Thread(target=self._carry, args=ends))
                    self._threads[-1].start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if source.getsockname() == self._door.getsockname():
                    self.heard += data
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)

    def cut(self) -> None:
        """Cut what is connected now."""
        for each in self._sockets:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Take the line away."""
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)  # wakes who waits at it
        self._door.close()
        self.cut()
        for thread in self._threads:
            thread.join()
        for each in self._sockets:
            each.close()
