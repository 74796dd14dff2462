"""How do workers on many machines answer tasks, through a scheduler of Dask?

The scheduler may die and come again: what was handed out is lost, and said to be,
and the engine waits for the next one. Read coordinator.py next, which hands it
out again.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

from huisu.errors import HuisuError, InputError
from huisu.runs.address import reach, read_address
from huisu.runs.dask import prepare, require
from huisu.runs.engine import Answered, EngineLost, TaskFailed, WorkerDied, reasons_of
from huisu.runs.member import count, dismiss
from huisu.runs.task import Answer, Task
from huisu.runs.tls import read_certificates, security_of

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["ClusterEngine"]

_CONNECT_SECONDS = 10.0
_LOOK_SECONDS = 0.5  # between looks at who is there
_HANGS_AFTER = 30.0  # seconds without a word: then a scheduler is taken for dead


class _Member(NamedTuple):
    """A worker that is there: its name, how many tasks it counts at a time, and which now.

    `seen` is when the scheduler heard of it last, by the scheduler's clock.
    """

    name: str
    threads: int
    seen: float
    keys: frozenset[str]


class _Given(NamedTuple):
    """What a task is for Dask: a key, and a future that ends with the text of an answer."""

    key: str
    future: Future[str]


class ClusterEngine:
    """An Engine of the workers that have joined the scheduler at an address.

    `tls` is a folder of certificates (tls.py). Raises InputError where that
    scheduler may not be spoken to, or cannot be reached within ten seconds.
    """

    def __init__(
        self,
        address: str,
        *,
        tls: str | Path | None = None,
        on_wait: Callable[[], object] = lambda: None,
    ) -> None:
        """Connect to the scheduler and see who is there; `on_wait` is called if it takes long."""
        require()
        self._certificates = read_certificates(tls) if tls is not None else None
        self._address = read_address(address, self._certificates)
        reach(self._address, self._certificates, _CONNECT_SECONDS, on_wait)
        prepare()
        self._lock = threading.Lock()  # guards what follows
        self._members: dict[str, _Member] = {}  # by address
        self._given: dict[Answered, _Given] = {}
        self._dismissed: set[str] = set()
        self._client: Client | None = None
        try:
            self._connect()
        except Exception as error:
            raise InputError(
                "error.cluster.reach", address=str(self._address), reason=_said(error)
            ) from None
        self._closed = threading.Event()
        self._watcher = threading.Thread(target=self._watch, name="huisu-cluster", daemon=True)
        self._watcher.start()

    @property
    def slots(self) -> int:
        """How many tasks can run at once now; 0 while nobody is there, or no scheduler."""
        with self._lock:
            return sum(member.threads for member in self._welcome().values())

    def workers(self) -> tuple[str, ...]:
        """Return the names of the workers that are there now."""
        with self._lock:
            return tuple(sorted(member.name for member in self._welcome().values()))

    def submit(self, task: Task, *, avoid: frozenset[str] = frozenset()) -> Answered:
        """Hand out a task, as Engine says; while the scheduler is gone it fails at once."""
        future: Answered = Future()
        try:
            self._give(future, json.dumps(task), avoid)
        except Exception:  # Dask has several ways to say that it is cut off
            self._fail(future)
        return future

    def sign_of_life(self, future: Answered) -> float | None:
        """Return when the scheduler last heard of the worker that has a task."""
        with self._lock:
            given = self._given.get(future)
            seen = [m.seen for m in self._members.values() if given and given.key in m.keys]
        return max(seen, default=None)

    def presume_dead(self, future: Answered) -> None:
        """Do nothing: a slow worker holds up no other, and the scheduler drops a dead one."""

    def dismiss(self, worker: str) -> None:
        """Send a worker away for good; one that comes back is sent away again."""
        with self._lock:
            self._dismissed.add(worker)  # and the watcher tells it

    def close(self) -> None:
        """Give up all tasks and leave the scheduler, at once; workers stop counting for us."""
        self._closed.set()
        with self._lock:
            client, self._client, self._members = self._client, None, {}
            given, self._given = self._given, {}
        for future in given:
            if not future.cancel():  # it runs
                self._fail(future)
        _leave(client)
        self._watcher.join()

    def _welcome(self) -> dict[str, _Member]:
        """Return who is there and was not dismissed; the lock is held."""
        if self._client is None or self._client.status != "running":
            return {}
        return {a: m for a, m in self._members.items() if m.name not in self._dismissed}

    def _give(self, future: Answered, line: str, avoid: frozenset[str]) -> None:
        """Hand a task to Dask, or raise whatever it raises where there is no scheduler."""
        with self._lock:
            if self._client is None or self._client.status != "running":
                raise ConnectionError
            shunned = avoid | self._dismissed
            others = [a for a, m in self._members.items() if m.name not in shunned]
            settings: dict[str, Any] = {"pure": False, "retries": 0}
            if 0 < len(others) < len(self._members):  # a preference: the others may die
                settings |= {"workers": others, "allow_other_workers": True}
            key = f"count-{uuid4().hex}"
            inner = self._client.get_executor(**settings).submit(count, line, key=key)
            self._given[future] = _Given(key, inner)
        inner.add_done_callback(lambda inner: self._hear(future, inner))
        future.add_done_callback(self._forget)

    def _hear(self, future: Answered, inner: Future[str]) -> None:
        """Tell the future of a task what Dask's future of it says."""
        with self._lock:
            self._given.pop(future, None)
        with suppress(InvalidStateError):  # it was given up meanwhile
            try:
                heard = _answer_of(inner, str(self._address))
            except HuisuError as error:
                future.set_exception(error)
            else:
                future.set_result(heard)

    def _forget(self, future: Answered) -> None:
        """Take a task back from Dask when its future has ended otherwise, by being cancelled."""
        with self._lock:
            given = self._given.pop(future, None)
        if given is not None:
            given.future.cancel()

    def _fail(self, future: Answered) -> None:
        """Tell the future of a task that there is no scheduler any more."""
        with suppress(InvalidStateError):
            future.set_exception(EngineLost(str(self._address)))

    # What follows is done by the thread that watches.

    def _watch(self) -> None:
        """Look who is there, and come back to a scheduler that was gone, until closed."""
        while not self._closed.wait(_LOOK_SECONDS):
            try:
                if self._client is None:
                    reach(self._address, self._certificates)
                    self._connect()
                else:
                    self._look(self._client)
                    self._send_away()
            except Exception:
                self._lose()

    def _connect(self) -> None:
        """Begin with a scheduler afresh."""
        from distributed import Client

        client = Client(
            str(self._address), security=security_of(self._certificates), name="huisu",
            timeout=_CONNECT_SECONDS, set_as_default=False,
        )  # fmt: skip
        try:
            self._look(client)
        except BaseException:
            _leave(client)
            raise
        with self._lock:
            self._client = client

    def _look(self, client: Client) -> None:
        """See who is there and which tasks run; raise an exception when nobody says so."""
        if client.status != "running":
            raise ConnectionError
        asked: Any = client.scheduler
        found = client.sync(asked.identity, n_workers=-1, callback_timeout=_HANGS_AFTER)
        running = client.sync(asked.processing, workers=None, callback_timeout=_HANGS_AFTER)
        members = {
            address: _Member(
                str(worker["name"]), int(worker["nthreads"]), float(worker["last_seen"]),
                frozenset(running.get(address, ())),
            )
            for address, worker in found["workers"].items()
        }  # fmt: skip
        keys = set(chain.from_iterable(member.keys for member in members.values()))
        with self._lock:
            self._members = members
            for future, given in self._given.items():
                if given.key in keys and not future.running():
                    future.set_running_or_notify_cancel()

    def _send_away(self) -> None:
        """Dismiss whoever is there and should not be."""
        with self._lock:
            client = self._client
            unwelcome = [a for a, m in self._members.items() if m.name in self._dismissed]
        if client is not None and unwelcome:
            client.run(dismiss, workers=unwelcome, wait=False, on_error="ignore")

    def _lose(self) -> None:
        """Say of everything that was handed out that it is lost."""
        with self._lock:
            client, self._client, self._members = self._client, None, {}
            given, self._given = self._given, {}
        for future in given:
            self._fail(future)
        _leave(client)


def _leave(client: Client | None) -> None:
    """Close a client, whether there is still somebody at the other end or not."""
    if client is not None:
        with suppress(Exception):
            client.close(timeout=1)


def _answer_of(inner: Future[str], address: str) -> tuple[str, Answer]:
    """Return who has answered what; raise what an Engine says went wrong."""
    from distributed import KilledWorker

    if inner.cancelled():
        raise EngineLost(address)
    error = inner.exception()
    if isinstance(error, KilledWorker):
        raise WorkerDied(str(error.last_worker.name), str(error.last_worker.address))
    if isinstance(error, Exception):
        raise TaskFailed(address, reasons_of(error), type(error).__name__)
    heard = json.loads(inner.result())
    if "failed" in heard:
        raise TaskFailed(heard["worker"], heard["failed"], heard["kind"])
    return heard["worker"], Answer(*heard["answer"])


def _said(error: BaseException) -> str:
    return str(error) or type(error).__name__
