"""How do the worker processes of this machine answer tasks, whatever happens to one of them?

Each slot is a process and a thread that waits for it. A process that is killed
fails its own task only and is started again under its name. Read supervised.py
for such a process, coordinator.py for who asks.
"""

from __future__ import annotations

import json
import socket
import threading
import time
from collections import deque
from collections.abc import Collection, Sequence
from concurrent.futures import Future
from typing import Any, NamedTuple

from huisu.errors import HuisuError, InputError
from huisu.inherited import command
from huisu.runs.engine import Answered, NoWorkers, TaskFailed, WorkerDied
from huisu.runs.supervised import ProcessEnded, Supervised
from huisu.runs.task import Answer, Task

__all__ = ["LocalEngine"]

_MOST_DEATHS = 5  # in a row, each soon after the start and before an answer: then it is no use
_SOON = 10.0  # seconds


class _Request(NamedTuple):
    """A task that waits, as the line that a worker hears."""

    line: bytes
    avoid: frozenset[str]
    future: Answered


class _Place:
    """A worker: its name, its process, and what it counts now.

    The thread that serves the place changes it; of others only `ended` and
    `presumed_dead`, with the lock of the engine.
    """

    def __init__(self, name: str) -> None:
        """Begin without a process."""
        self.name = name
        self.process: Supervised | None = None
        self.future: Answered | None = None
        self.deaths = 0
        self.presumed_dead = False  # ends when it has answered
        self.ended = False


class LocalEngine:
    """An Engine of worker processes, each of which uses so many threads for a task.

    Raises InputError for fewer than one worker or thread. `command` is what each
    process runs.
    """

    def __init__(
        self,
        workers: int,
        threads: int = 1,
        *,
        never: Collection[str] = (),
        command: Sequence[str] = tuple(command("huisu.runs.worker")),
    ) -> None:
        """Start the processes, under no name in `never`; tasks may be handed in at once."""
        if workers < 1:
            raise InputError("error.runs.workers", workers=workers)
        if threads < 1:
            raise InputError("error.threads", threads=threads)
        self._threads, self._command = threads, command
        self._changed = threading.Condition()  # its lock guards all that follows
        self._waiting: deque[_Request] = deque()
        self._places: dict[str, _Place] = {}  # those that take tasks
        self._late: set[_Place] = set()  # presumed dead
        self._serving: set[threading.Thread] = set()
        self._closed = False
        self._last_words: str | None = None  # of the last process that died
        self._named = 0  # the number in the last name
        self._never = frozenset(never)
        self.add(workers)

    @property
    def slots(self) -> int:
        """How many tasks can run at once now."""
        return len(self._places)

    @property
    def pids(self) -> dict[str, int]:
        """The number of each worker's process."""
        with self._changed:
            started = [(place.name, place.process) for place in self._places.values()]
        return {name: process.pid for name, process in started if process is not None}

    def workers(self) -> tuple[str, ...]:
        """Return the names of the workers that take tasks."""
        with self._changed:
            return tuple(self._places)

    def submit(self, task: Task, *, avoid: frozenset[str] = frozenset()) -> Answered:
        """Hand out a task, as Engine says; after close() a RuntimeError."""
        line = json.dumps({"task": task._replace(threads=self._threads)}).encode() + b"\n"
        request = _Request(line, avoid, Future())
        with self._changed:
            if self._closed:
                raise RuntimeError("the engine is closed")
            alone = not self._places
            if not alone:
                self._waiting.append(request)
                self._changed.notify_all()
        if alone:
            request.future.set_exception(NoWorkers(self._last_words))
        return request.future

    def sign_of_life(self, future: Answered) -> float | None:
        """Return the seconds that the process of a running task has computed."""
        with self._changed:
            places = [place for place in self._places.values() if place.future is future]
        process = places[0].process if places else None
        return process.cpu_seconds if process is not None else None

    def presume_dead(self, future: Answered) -> None:
        """Give the slot of a running task to a new process of the same name.

        The old one may be asleep only: it is heard when it answers, then ended.
        """
        with self._changed:
            for place in self._places.values():
                if place.future is future:
                    place.presumed_dead = True
                    self._late.add(place)
                    self._open(place.name)
                    return

    def dismiss(self, worker: str) -> None:
        """End a worker and its slot."""
        with self._changed:
            self._last_words = None
            for place in [*self._places.values(), *self._late]:
                if place.name == worker:
                    self._end(place)

    def add(self, workers: int) -> None:
        """Let so many more workers take tasks; no name is given twice."""
        with self._changed:
            for _ in range(workers):
                self._open(self._new_name())

    def _new_name(self) -> str:
        while True:
            self._named += 1
            name = f"{socket.gethostname()}-{self._named}"
            if name not in self._never:
                return name

    def close(self) -> None:
        """Kill all processes and wait until they and their threads are gone."""
        with self._changed:
            self._closed = True
            given_up = [request.future for request in self._waiting]
            self._waiting.clear()
            for place in [*self._places.values(), *self._late]:
                self._end(place)
            serving = self._serving - {threading.current_thread()}
        for future in given_up:
            future.cancel()
        for thread in serving:
            thread.join()

    def _open(self, name: str) -> None:
        """Begin a place; the lock is held."""
        place = self._places[name] = _Place(name)
        thread = threading.Thread(target=self._serve, args=[place], name=name, daemon=True)
        self._serving.add(thread)
        thread.start()

    def _end(self, place: _Place) -> None:
        """Let a place have nothing more and kill its process; the lock is held."""
        place.ended = True
        if self._places.get(place.name) is place:
            del self._places[place.name]
        if place.process is not None:
            place.process.kill()
        self._changed.notify_all()

    # What follows is done by the thread of a place.

    def _serve(self, place: _Place) -> None:
        """Answer tasks until the place ends."""
        try:
            while (process := self._ready(place)) is not None:
                request = self._take(place, process)
                if request is not None:
                    self._run(place, process, request)
        finally:
            self._leave(place)

    def _ready(self, place: _Place) -> Supervised | None:
        """Return the place's process, a new one if need be; None when the place has ended."""
        while not place.ended and place.deaths < _MOST_DEATHS:
            if place.process is None:
                self._start(place)
            elif place.process.is_alive:
                return place.process
            else:
                self._bury(place, place.process)
        return None

    def _start(self, place: _Place) -> None:
        """Start a process and wait until it is ready, so that none takes a task to its grave."""
        try:
            process = Supervised(self._command)
        except OSError as error:
            place.deaths += 1
            self._last_words = str(error)
            return
        with self._changed:
            place.process = process
            if place.ended:
                process.kill()
        try:
            process.hear()
        except ProcessEnded:
            self._bury(place, process)

    def _bury(self, place: _Place, process: Supervised) -> str:
        """Forget a process that has ended, and return why it has."""
        reason = process.end()
        soon = process.answers == 0 and time.monotonic() - process.started < _SOON
        place.deaths = place.deaths + 1 if soon else 0
        place.process = None
        if not place.ended:  # else it was killed by us
            self._last_words = reason
        return reason

    def _take(self, place: _Place, process: Supervised) -> _Request | None:
        """Wait for a task; None when the place ends or its process has died meanwhile."""
        with self._changed:
            while not place.ended and process.is_alive:
                request = self._next(place)
                if request is not None:
                    place.future = request.future
                    return request
                self._changed.wait()
        return None

    def _next(self, place: _Place) -> _Request | None:
        """Take the first task that waits and may be given to this place; the lock is held."""
        index = 0
        while index < len(self._waiting):
            request = self._waiting[index]
            if place.name in request.avoid and not request.avoid.issuperset(self._places):
                index += 1
                continue
            del self._waiting[index]
            if request.future.set_running_or_notify_cancel():
                return request
        return None

    def _run(self, place: _Place, process: Supervised, request: _Request) -> None:
        """Have a task answered, and tell its future how that went."""
        error: HuisuError | None = None
        heard: dict[str, Any] = {}
        try:
            heard = process.ask(request.line)
        except ProcessEnded:
            error = WorkerDied(place.name, self._bury(place, process))
        else:
            place.deaths = 0
            if "failed" in heard:
                error = TaskFailed(place.name, heard["failed"], heard["kind"])
        with self._changed:
            place.future = None
            place.ended = place.ended or place.presumed_dead
        if error is not None:
            request.future.set_exception(error)
        else:
            request.future.set_result((place.name, Answer(*heard["answer"])))

    def _leave(self, place: _Place) -> None:
        """End a place for good; without any, what waits has nobody to wait for."""
        if place.process is not None:
            place.process.end()
            place.process = None
        with self._changed:
            self._end(place)
            self._late.discard(place)
            self._serving.discard(threading.current_thread())
            hopeless = [] if self._places else [*self._waiting]
            if hopeless:
                self._waiting.clear()
        for request in hopeless:
            if request.future.set_running_or_notify_cancel():
                request.future.set_exception(NoWorkers(self._last_words))
